import { memoryUsage } from 'node:process';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Product } from '#core/orders/order.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { addImport, importById } from '#server/db/imports.ts';
import { upsertProducts } from '#server/db/products.ts';
import { storeById } from '#server/db/stores.ts';
import { runImport } from '#server/import/run-import.ts';
import { postgresPlace } from './places.ts';

// What importing known serial numbers takes, and holds in memory, by the lines of its file, on PostgreSQL:
// node bench/serials.ts --lines 10000,1000000
const { values } = parseArgs({ options: { lines: { type: 'string', default: '10000,1000000' } } });
const CHUNK_LINES = 500;
const LOOK_MS = 500;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

const PRODUCT = Product.parse({
  idFromPlatform: '1',
  title: 'Meadow Tee',
  status: 'ACTIVE',
  updatedOn: '2026-01-01T00:00:00Z',
  isGiftCard: false,
  variants: [{ idFromPlatform: '11', title: 'S', sku: 'TEE-S', options: [], price: 1000, available: null }],
});

async function* fileOf(lines: number, from: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('SKU,Serial number\n');
  for (let line = 0; line < lines; line += CHUNK_LINES) {
    const count = Math.min(CHUNK_LINES, lines - line);
    const rows = Array.from({ length: count }, (_none, index) => `TEE-S,SN-${from + line + index}\n`);
    yield await Promise.resolve(Buffer.from(rows.join('')));
  }
}

/** Bytes of living objects at most, and of the whole process. */
async function watched(work: () => Promise<void>): Promise<{ heap: number; rss: number }> {
  const most = { heap: 0, rss: 0 };
  const look = (): void => {
    if (typeof collect === 'function') collect();
    const { heapUsed, rss } = memoryUsage();
    most.heap = Math.max(most.heap, heapUsed);
    most.rss = Math.max(most.rss, rss);
  };
  const timer = setInterval(look, LOOK_MS);
  await work();
  clearInterval(timer);
  look();
  return most;
}

const place = await postgresPlace();
const database: Database = await connect({
  databaseUrl: place.databaseUrl,
  dataFolder: place.dataFolder,
  poolSize: 2,
});
const { store_id: storeId } = await database.asOwner((db) =>
  db
    .insertInto('store')
    .values({ slug: 'shop', name: 'Shop', currency_code: 'USD' })
    .returning('store_id')
    .executeTakeFirstOrThrow(),
);
await database.inStore(storeId, (db) => upsertProducts(db, storeId, [PRODUCT]));
const store = await database.readStore(storeId, (db) => storeById(db, storeId));
if (!store) throw new Error('the store was not written');

let from = 0;
for (const lines of values.lines.split(',').map(Number)) {
  const made = { kind: 'serialNumbers' as const, filename: 'serials.csv', size: 1, fileKey: 'none', requestedBy: '' };
  const row = await database.inStore(storeId, (db) => addImport(db, storeId, made));
  const began = performance.now();
  const file = { chunks: fileOf(lines, from) };
  const { heap, rss } = await watched(() => runImport({ database, store, secret: 'measured' }, row, file, undefined));
  const seconds = (performance.now() - began) / 1000;
  const done = await database.readStore(storeId, (db) => importById(db, storeId, row.import_id));
  if (done?.written_count !== lines) throw new Error(`${done?.written_count} of ${lines} were written`);
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(
    `${lines} serial numbers in ${seconds.toFixed(1)} s, ${(lines / seconds).toFixed(0)} a second; ${mb(heap)} of objects, ${mb(rss)} in all`,
  );
  from += lines;
}
await database.close();
await place.remove();
process.exit(0);
