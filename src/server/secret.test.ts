import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig, SetupError } from '#server/config.ts';
import { makeLog } from '#server/log.ts';
import { startServer } from '#server/main.ts';
import { testDatabasePlace, type DatabasePlace } from '#server/testing/database.ts';
import { NO_PARTNERS } from '#server/testing/no-partners.ts';

let place: DatabasePlace;
beforeAll(async () => {
  place = await testDatabasePlace();
});
afterAll(() => place.remove());

test('a database is served with the secret it was begun with, and with no other', async () => {
  const startWith = async (secret: string): Promise<void> => {
    const config = readConfig({
      DATA_FOLDER: place.dataFolder,
      DATABASE_URL: place.databaseUrl,
      SECRET: secret.repeat(32),
      ...NO_PARTNERS,
    });
    await (await startServer({ ...config, ROLES: [] }, makeLog('silent'))).close();
  };
  await startWith('a');
  await startWith('a');
  const other = startWith('b');
  await expect(other).rejects.toThrow(SetupError);
  await expect(other).rejects.toThrow(/^The database was begun with another SECRET\./);
  await startWith('a');
});
