import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '#server/db/connect.ts';
import { testDatabasePlace, type DatabasePlace } from '#server/testing/database.ts';
import { startPostgres } from '#server/testing/postgres.ts';

/** A fresh database on PostgreSQL, whose connections can wait for each other. The embedded database has only one connection. */
export async function postgresDatabase(poolSize: number): Promise<Database> {
  const { databaseUrl, remove } = await postgresPlace();
  const database = await connect({ databaseUrl, dataFolder: '', poolSize });
  return {
    ...database,
    close: async () => {
      await database.close();
      await remove();
    },
  };
}

/** Where such a database may be made, for a server of its own. */
export const postgresPlace = (): Promise<DatabasePlace> =>
  process.env['TEST_DATABASE_URL'] ? testDatabasePlace() : ownServer();

async function ownServer(): Promise<DatabasePlace> {
  const folder = await mkdtemp(join(tmpdir(), 'makegood-postgres-'));
  const { databaseUrl, stop } = await startPostgres(folder, ['-c', 'fsync=off']);
  return {
    databaseUrl,
    dataFolder: join(folder, 'data'),
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
