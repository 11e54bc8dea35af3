import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineOf, orderOf } from '#core/claims/test-data.ts';
import type { Order } from '#core/orders/order.ts';
import type { Database } from '#server/db/connect.ts';
import { orderByPlatformId, upsertOrders } from '#server/db/orders.ts';
import { testDatabase } from '#server/testing/database.ts';

let database: Database;
let storeId = 0;

beforeAll(async () => {
  database = await testDatabase();
  storeId = await database.asOwner(async (db) => {
    const store = { slug: 'first', name: 'first', currency_code: 'USD', shop_domain: null };
    return (await db.insertInto('store').values(store).returning('store_id').executeTakeFirstOrThrow()).store_id;
  });
});
afterAll(async () => {
  await database.close();
});

const EARLIER = '2026-05-01T10:00:00.000Z';
const LATER = '2026-05-01T10:00:01.000Z';
const told = (idFromPlatform: string, updatedOn: string, note: string): Order => ({
  ...orderOf([lineOf({ idFromPlatform: 'a' })], { idFromPlatform, orderNo: `#${idFromPlatform}` }),
  updatedOn,
  note,
});
const write = (order: Order): Promise<number> => database.inStore(storeId, (db) => upsertOrders(db, storeId, [order]));
const noteOf = async (idFromPlatform: string): Promise<unknown> =>
  (await database.inStore(storeId, (db) => orderByPlatformId(db, storeId, idFromPlatform)))?.document.note;

test('older news of an order never overwrite newer ones, whichever come first', async () => {
  expect(await write(told('1', LATER, 'newer'))).toBe(1);
  expect(await write(told('1', EARLIER, 'older'))).toBe(0);
  expect(await noteOf('1')).toBe('newer');
  expect(await write(told('2', EARLIER, 'older'))).toBe(1);
  expect(await write(told('2', LATER, 'newer'))).toBe(1);
  expect(await noteOf('2')).toBe('newer');
});

test('news of the same second are written, and news that say the same change nothing', async () => {
  await write(told('3', LATER, 'first'));
  expect(await write(told('3', LATER, 'second'))).toBe(1);
  expect(await write(told('3', LATER, 'second'))).toBe(0);
  expect(await noteOf('3')).toBe('second');
});

test('a line keeps the tags it was first seen with, and a line of an edited order takes those of its product', async () => {
  const tagged = (updatedOn: string, tags: Record<string, string[]>): Order => ({
    ...told('4', updatedOn, ''),
    lines: Object.entries(tags).map(([idFromPlatform, productTags]) => lineOf({ idFromPlatform, productTags })),
  });
  await write(tagged(EARLIER, { a: ['summer'], b: [] }));
  expect(await write(tagged(EARLIER, { a: ['sale'], b: ['sale'] }))).toBe(0);
  expect(await write(tagged(LATER, { a: ['sale'], b: ['sale'], c: ['sale'] }))).toBe(1);
  const { lines } = (await database.inStore(storeId, (db) => orderByPlatformId(db, storeId, '4')))?.document ?? {};
  expect(lines?.map(({ productTags }) => productTags)).toEqual([['summer'], [], ['sale']]);
});
