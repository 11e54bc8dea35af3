import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lineOf, orderOf } from '#core/claims/test-data.ts';
import { ordersOfCustomer } from '#server/db/customers.ts';
import { buyerEmailKeys } from '#server/db/migrations/buyer-emails.ts';
import { upsertOrders } from '#server/db/orders.ts';
import { testDatabase } from '#server/testing/database.ts';

test('orders kept before are found by the email that only their customer has', async () => {
  const database = await testDatabase();
  const storeId = await database.asOwner(async (db) => {
    const store = { slug: 'old', name: 'old', currency_code: 'USD' };
    return (await db.insertInto('store').values(store).returning('store_id').executeTakeFirstOrThrow()).store_id;
  });
  const customer = { idFromPlatform: '7', email: 'Cy Young@Example.com ', firstName: 'Cy', lastName: 'Young' };
  const order = (idFromPlatform: string, email: string) =>
    orderOf([lineOf({ idFromPlatform: 'a' })], { idFromPlatform, orderNo: `#${idFromPlatform}`, email, customer });
  const keys = ['cyyoung@example.com', 'gift@example.com'];
  const found = await database.inStore(storeId, async (db) => {
    await upsertOrders(db, storeId, [order('1', ''), order('2', 'gift@example.com')]);
    return Promise.all(
      keys.map(async (key) => (await ordersOfCustomer(db, storeId, key, 9)).map((row) => row.id_from_platform)),
    );
  });
  await database.asOwner(async (db) => {
    await sql`update store_order set email_key = '' where id_from_platform = '1'`.execute(db);
    await sql.raw(buyerEmailKeys).execute(db);
  });
  const after = await database.inStore(storeId, (db) =>
    Promise.all(
      keys.map(async (key) => (await ordersOfCustomer(db, storeId, key, 9)).map((row) => row.id_from_platform)),
    ),
  );
  await database.close();
  expect(found).toEqual([['1'], ['2']]);
  expect(after).toEqual(found);
});
