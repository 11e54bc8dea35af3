import { sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpDatabase } from '#server/setup-database.ts';
import { productsById, upsertProducts } from '#server/db/products.ts';
import { firstSync, syncProducts } from '#server/sync/first-sync.ts';
import { reconcile } from '#server/sync/reconcile.ts';
import { resumeSyncs } from '#server/sync/reconcile-stores.ts';
import { dueSyncs, beginSync, type SyncKind } from '#server/sync/sync-state.ts';
import { eventually, startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ orders: 12 });
});
afterAll(() => server.close());

const context = { requestId: 'test-resume' };
const running = (kind: SyncKind, secondsAgo: number): Promise<unknown> =>
  server.server.deps.database.inStore(server.storeId, (db) =>
    db
      .updateTable('sync_state')
      .set({ state: 'running', cursor: null, updated_on: sql`now() - ${secondsAgo} * interval '1 second'` })
      .where('kind', '=', kind)
      .execute(),
  );
const states = async (): Promise<Record<string, string>> => {
  const rows = await server.server.deps.database.inStore(server.storeId, (db) =>
    db.selectFrom('sync_state').select(['kind', 'state']).execute(),
  );
  return Object.fromEntries(rows.map(({ kind, state }) => [kind, state]));
};
const resume = (): Promise<void> => resumeSyncs(server.server.deps).run(new AbortController().signal);

test('a sync whose process died is taken up and ended; one that lives is left alone', async () => {
  await running('products', 16);
  await running('orders', 2);
  await resume();
  expect(await states()).toEqual({ products: 'done', orders: 'running' });
  await running('orders', 16);
  await resume();
  expect(await states()).toEqual({ products: 'done', orders: 'done' });
});

test('of two processes that reconcile a store at once, one does it', async () => {
  const { deps } = server.server;
  // Without a platform that takes its time, one may be done before the other begins.
  server.shopify.faults.add({ shop: null, match: 'ChangedOrders', mode: 'delay', times: 1, ms: 500 });
  const counts = await Promise.all([1, 2].map(() => reconcile(deps, server.storeId, context)));
  expect(counts.filter((count) => count === null)).toHaveLength(1);
});

test('a sync asked to stop says so, and begins anew', async () => {
  const { deps } = server.server;
  const stopped = firstSync(deps, server.storeId, context, undefined, AbortSignal.abort());
  await expect(stopped).rejects.toThrow();
  expect((await states())['products']).toBe('failed');
  expect(await firstSync(deps, server.storeId, context)).toBe(true);
});

const titles = async (): Promise<Map<string, string>> => {
  const rows = await server.server.deps.database.inStore(server.storeId, (db) =>
    db.selectFrom('product').select(['id_from_platform', 'document']).execute(),
  );
  return new Map(rows.map((row) => [row.id_from_platform, row.document.title]));
};

test('a product deleted while nobody told of it is gone after a sync of products; what was written since stays', async () => {
  const { database } = server.server.deps;
  const [deleted, older, ...others] = server.shop.products;
  if (!deleted || !older) throw new Error('the shop has too few products');
  await database.inStore(server.storeId, async (db) => {
    const [product] = await productsById(db, server.storeId, [String(older.id)]);
    if (!product) throw new Error('the product was not synced');
    await upsertProducts(db, server.storeId, [{ ...product, title: 'Newer', updatedOn: '2999-01-01T00:00:00.000Z' }]);
    const longAgo = sql<Date>`now() - interval '1 day'`;
    await db.updateTable('product').set({ written_on: longAgo }).execute();
    // Made at the platform when the export had begun.
    await upsertProducts(db, server.storeId, [{ ...product, idFromPlatform: '17', title: 'Since' }]);
  });
  server.shop.products.splice(server.shop.products.indexOf(deleted), 1);
  expect(await syncProducts(server.server.deps, server.storeId, context)).toBe(true);
  expect(await titles()).toEqual(
    new Map([
      ...others.map(({ id, title }) => [String(id), title] as const),
      [String(older.id), 'Newer'],
      ['17', 'Since'],
    ]),
  );
});

test('what was made since an export began stays, also where a process that died began it long ago', async () => {
  const { database } = server.server.deps;
  const exports = server.shop.bulkOperations;
  const earlier = exports.find(({ query }) => query.includes('products('));
  if (!earlier) throw new Error('no products were exported');
  const hourAgo = new Date(Date.now() - 3600_000).toISOString();
  const left = { ...earlier, id: 18, status: 'RUNNING' as const, createdAt: hourAgo };
  exports.push(left);
  await database.inStore(server.storeId, async (db) => {
    const [product] = await productsById(db, server.storeId, [String(server.shop.products[0]?.id)]);
    if (!product) throw new Error('the product was not synced');
    await upsertProducts(db, server.storeId, [{ ...product, idFromPlatform: '18', title: 'Half an hour ago' }]);
    const written = sql<Date>`now() - interval '30 minutes'`;
    await db.updateTable('product').set({ written_on: written }).where('id_from_platform', '=', '18').execute();
  });
  server.shopify.faults.add({ shop: null, match: 'BulkState', mode: 'delay', times: 1, ms: 1 });
  const synced = syncProducts(server.server.deps, server.storeId, context);
  await eventually(() => server.shopify.faults.all().length === 0, 'the sync waits for the export');
  Object.assign(left, { status: 'COMPLETED' });
  expect(await synced).toBe(true);
  expect((await titles()).get('18')).toBe('Half an hour ago');
});

test('a sync of products that failed is tried again after ten minutes, in a store that is connected', async () => {
  const { database } = server.server.deps;
  const failed = (minutesAgo: number) =>
    database.inStore(server.storeId, (db) =>
      db
        .updateTable('sync_state')
        .set({ state: 'failed', updated_on: sql`now() - ${minutesAgo} * interval '1 minute'` })
        .execute(),
    );
  await failed(9);
  expect(await database.asOwner(dueSyncs)).toEqual([]);
  await failed(11);
  expect(await database.asOwner(dueSyncs)).toEqual([{ storeId: server.storeId, kind: 'products' }]);
  await resume();
  expect((await states())['products']).toBe('done');
});

test('nobody waits longer than partners need for a process that died with the embedded database open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'makegood-resume-'));
  const config = { DATABASE_URL: undefined, DATABASE_POOL_SIZE: 1, DATA_FOLDER: folder };
  const before = await setUpDatabase(config);
  await before.asOwner(async (db) => {
    const { store_id: storeId } = await db
      .insertInto('store')
      .values({ slug: 'cut', name: 'Cut', currency_code: 'USD', shop_domain: null })
      .returning('store_id')
      .executeTakeFirstOrThrow();
    await beginSync(db, storeId, 'orders');
    const effect = {
      store_id: storeId,
      subject_kind: 'store' as const,
      subject_id: storeId,
      kind: 'report',
      payload: '{}',
      summary: 'Cut',
      request_id: 'x',
    };
    await db
      .insertInto('effect')
      .values([
        { ...effect, purpose_key: 'held', state: 'running', taken_until: new Date(Date.now() + 120_000) },
        { ...effect, purpose_key: 'nearly', state: 'running', taken_until: new Date(Date.now() + 20_000) },
      ])
      .execute();
  });
  expect(await before.asOwner(dueSyncs)).toEqual([]);
  await before.close();
  const after = await setUpDatabase(config);
  expect(await after.asOwner(dueSyncs)).toMatchObject([{ kind: 'orders' }]);
  const held = await after.asOwner((db) =>
    db.selectFrom('effect').select('taken_until').orderBy('purpose_key').execute(),
  );
  const seconds = held.map(({ taken_until }) => ((taken_until?.getTime() ?? 0) - Date.now()) / 1000);
  // A partner that was just asked gets its time to settle, and no more than the lease had left.
  expect(seconds[0]).toBeGreaterThan(45);
  expect(seconds[0]).toBeLessThanOrEqual(60);
  expect(seconds[1]).toBeLessThanOrEqual(20);
  await after.close();
  rmSync(folder, { recursive: true });
});
