import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { themeNames } from '#server/db/migrations/theme-names.ts';
import { settingsOf } from '#server/db/settings.ts';
import { testDatabase } from '#server/testing/database.ts';

test('a portal goes on looking as it did, under the new names', async () => {
  const database = await testDatabase();
  const document = await database.asOwner(async (db) => {
    const store = { slug: 'old', name: 'old', currency_code: 'USD' };
    const { store_id } = await db.insertInto('store').values(store).returning('store_id').executeTakeFirstOrThrow();
    const old = { brandColor: '#102030', logoUrl: 'https://logo.example/l.png', footerText: 'Hello' };
    await db
      .insertInto('store_settings')
      .values({ store_id, group_name: 'theme', version: 1, document: JSON.stringify(old), updated_by: 'Ada' })
      .execute();
    for (const statement of themeNames.split(';').filter((text) => text.trim() !== ''))
      await sql.raw(statement).execute(db);
    const rows = db.selectFrom('store_settings').selectAll().where('store_id', '=', store_id);
    return (await rows.executeTakeFirstOrThrow()).document;
  });
  await database.close();
  expect(settingsOf({ settings: { theme: document } }).theme).toMatchObject({
    merchantPrimaryColor: '#102030',
    merchantLogoUrl: 'https://logo.example/l.png',
    footerText: 'Hello',
  });
  expect(document).not.toHaveProperty(['logoUrl']);
});
