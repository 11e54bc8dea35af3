import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#core/orders/order.ts';
import type { Database } from '#server/db/connect.ts';
import { orderByPlatformId } from '#server/db/orders.ts';
import { importOrders } from '#server/import/import-orders.ts';
import { storeIdOf, writeOrders } from '#server/import/import-on-request.ts';
import { readOrdersCsv } from '#server/import/orders-csv.ts';
import { testDatabase } from '#server/testing/database.ts';
import { startTestServer } from '#server/testing/server.ts';

const COMMAND = fileURLToPath(new URL('orders-csv-command.ts', import.meta.url));
const STORE = { name: 'Shop', shop_domain: null, currency_code: 'USD' };
let folder: string;
let database: Database;
let storeId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'makegood-import-'));
  database = await testDatabase();
  storeId = await newStore(database, 'shop');
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const newStore = async (within: Database, slug: string): Promise<number> =>
  within.asOwner(async (db) => {
    const made = db
      .insertInto('store')
      .values({ ...STORE, slug })
      .returning('store_id');
    return (await made.executeTakeFirstOrThrow()).store_id;
  });
const write = (orders: readonly Order[]) => writeOrders(database, storeId, orders);

const HEADER =
  'Name,Email,Financial Status,Fulfillment Status,Currency,Subtotal,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price';
const rows = Array.from(
  { length: 450 },
  (_, index) => `#${index},a@example.com,paid,fulfilled,USD,10.00,10.00,2026-03-01 10:00:00 +0000,1,Mug,10.00`,
);
const file = (): Readable => Readable.from([[HEADER, ...rows, '#x,,paid,,USD,1,1,never,1,Mug,1'].join('\n')]);

test('a file is imported, its bad rows are told, and a second run leaves the same orders', async () => {
  const refused = [{ line: 452, reason: 'Created at is not a date: "never"' }];
  expect(await importOrders(write, readOrdersCsv(file()))).toMatchObject({
    read: 450,
    written: 450,
    unchanged: 0,
    refusedCount: 1,
    refused,
  });
  const first = await database.inStore(storeId, (db) => orderByPlatformId(db, storeId, 'csv:#7'));
  expect(first).toMatchObject({ order_no: '#7', email_key: 'a@example.com' });
  expect(await importOrders(write, readOrdersCsv(file()))).toMatchObject({
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

test('orders that shoppers cannot look up are counted', async () => {
  const phoneOnly = '#p,,paid,fulfilled,USD,10.00,10.00,2026-03-01 10:00:00 +0000,1,Mug,10.00';
  const outcomes = readOrdersCsv(Readable.from([[HEADER, rows[0], phoneOnly].join('\n')]));
  expect(await importOrders(write, outcomes)).toMatchObject({ read: 2, unreachable: 1 });
});

/** The command as an operator runs it. */
async function run(dataFolder: string, ...options: string[]) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [COMMAND, ...options], { env: { PATH, DATA_FOLDER: dataFolder } });
  let [said, complained] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (said += String(text)));
  child.stderr.on('data', (text: Buffer) => (complained += String(text)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said, complained };
}

test('beside a running server, that server writes the orders', async () => {
  const server = await startTestServer({ roles: 'web', orders: 5 });
  try {
    const { config, database: theirs } = server.server.deps;
    const csv = join(folder, 'orders.csv');
    const phoneOnly = '#p,,paid,fulfilled,USD,10.00,10.00,2026-03-01 10:00:00 +0000,1,Mug,10.00';
    await writeFile(csv, [HEADER, ...rows, phoneOnly, '#x,,paid,,USD,1,1,never,1,Mug,1'].join('\n'));
    expect(await run(config.DATA_FOLDER, '--store', server.slug, csv)).toEqual({
      code: 0,
      said: [
        '451 orders read: 451 written, 0 unchanged, 0 kept as the platform has them. 1 refused.',
        '1 have no email address and no postal code: shoppers cannot look them up, staff can.',
        'line 453: Created at is not a date: "never"',
        '',
      ].join('\n'),
      complained: '',
    });
    const id = await storeIdOf(theirs, server.slug);
    expect(await theirs.inStore(id, (db) => orderByPlatformId(db, id, 'csv:#7'))).toMatchObject({ order_no: '#7' });
    expect((await run(config.DATA_FOLDER, '--store', server.slug, csv)).said).toMatch(/^451 .* 0 written, 451 unchang/);
    expect(await run(config.DATA_FOLDER, '--store', 'nowhere', csv)).toEqual({
      code: 1,
      said: '',
      complained: 'There is no store called nowhere.\n',
    });
  } finally {
    await server.close();
  }
});

test('without a server the command opens the database itself', async () => {
  const csv = join(folder, 'orders.csv');
  await writeFile(csv, [HEADER, ...rows].join('\n'));
  const missing = { code: 1, said: '', complained: 'There is no store called shop.\n' };
  expect(await run(join(folder, 'data'), '--store', 'shop', csv)).toEqual(missing);
});
