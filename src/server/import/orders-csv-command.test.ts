import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#server/db/connect.ts';
import { orderByPlatformId } from '#server/db/orders.ts';
import { importOrders } from '#server/import/orders-csv-command.ts';
import { readOrdersCsv } from '#server/import/orders-csv.ts';

let folder: string;
let database: Database;
let storeId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'makegood-import-'));
  database = await connect({ databaseUrl: undefined, dataFolder: join(folder, 'database'), poolSize: 1 });
  const row = await database.asOwner((db) =>
    db
      .insertInto('store')
      .values({ slug: 'shop', name: 'Shop', shop_domain: 'shop.example', currency_code: 'USD', settings: '{}' })
      .returning('store_id')
      .executeTakeFirstOrThrow(),
  );
  storeId = row.store_id;
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const HEADER =
  'Name,Email,Financial Status,Fulfillment Status,Currency,Subtotal,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price';
const rows = Array.from(
  { length: 450 },
  (_, index) => `#${index},a@example.com,paid,fulfilled,USD,10.00,10.00,2026-03-01 10:00:00 +0000,1,Mug,10.00`,
);
const file = (): Readable => Readable.from([[HEADER, ...rows, '#x,,paid,,USD,1,1,never,1,Mug,1'].join('\n')]);

test('a file is imported, its bad rows are told, and a second run leaves the same orders', async () => {
  const refused = [{ line: 452, reason: 'Created at is not a date: "never"' }];
  expect(await importOrders(database, storeId, readOrdersCsv(file()))).toMatchObject({
    read: 450,
    written: 450,
    unchanged: 0,
    refusedCount: 1,
    refused,
  });
  const first = await database.inStore(storeId, (db) => orderByPlatformId(db, storeId, 'csv:#7'));
  expect(first).toMatchObject({ order_no: '#7', email_key: 'a@example.com' });
  expect(await importOrders(database, storeId, readOrdersCsv(file()))).toMatchObject({
    read: 450,
    written: 0,
    unchanged: 450,
    refusedCount: 1,
  });
  expect(await database.inStore(storeId, (db) => orderByPlatformId(db, storeId, 'csv:#7'))).toEqual(first);
  const count = await database.inStore(storeId, (db) =>
    db
      .selectFrom('store_order')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  expect(Number(count.count)).toBe(450);
});
