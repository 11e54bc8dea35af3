import { readFileSync, statSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Claim } from '#core/claims/claim.ts';
import { Order, Product } from '#core/orders/order.ts';
import { PartnerError, type Files } from '#partners/ports.ts';
import type { Database } from '#server/db/connect.ts';
import { testDatabase } from '#server/testing/database.ts';
import { FOR_DATABASE, FOR_SANDBOXES } from './artifact.ts';
import { restoreStore } from './restore.ts';

const NOW = new Date('2027-03-09T08:45:00Z');
const ORIGINS = { product: 'http://product.test', shop: 'http://shop.test', labels: 'http://labels.test' };
const kept = new Map<string, Uint8Array>();
const never = (): Promise<never> => Promise.reject(new PartnerError('Files', 'refused', 'files are only put here'));
const files: Files = {
  signUpload: never,
  signDownload: never,
  putStream: never,
  get: never,
  getStream: never,
  remove: never,
  removeBelow: never,
  put: (key, content) => Promise.resolve(void kept.set(key, content)),
};

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.close();
});

describe('the history of the demo store; whatever fails here is mended by `npm run demo-history`', () => {
  test('fits the present schema', async () => {
    expect(await restoreStore({ database, files }, { endsOn: NOW.toISOString(), origins: ORIGINS })).toBe(true);
    expect(await restoreStore({ database, files }, { endsOn: NOW.toISOString(), origins: ORIGINS })).toBe(false);
  });

  test('has documents that the product reads today', async () => {
    const documents = (table: 'claim' | 'store_order' | 'product') =>
      database.asOwner((db) => db.selectFrom(table).select('document').execute());
    for (const { document } of await documents('claim')) expect(Claim.parse(document)).toEqual(document);
    for (const { document } of await documents('store_order')) expect(() => Order.parse(document)).not.toThrow();
    for (const { document } of await documents('product')) expect(() => Product.parse(document)).not.toThrow();
  });

  test('has claims of every kind, from 18 months ago to just now', async () => {
    const { rows } = await database.asOwner((db) =>
      sql<{ claims: number; orders: number; rollups: string[]; first: Date; last: Date; ahead: number }>`
        select count(*)::integer as claims, array_agg(distinct rollup) as rollups, min(created_on) as first, max(created_on) as last,
          (count(*) filter (where updated_on > ${NOW.toISOString()}::timestamptz))::integer as ahead,
          (select count(*)::integer from store_order) as orders
        from claim`.execute(db),
    );
    const [found] = rows;
    expect(found?.rollups).toEqual([
      'Approved',
      'At_Return_Location',
      'Awaiting_Return',
      'Closed',
      'Completed',
      'Denied',
      'In_Transit',
      'Open',
    ]);
    expect(found?.claims).toBeGreaterThan(350);
    expect(Number(found?.claims) / Number(found?.orders)).toBeGreaterThan(0.08);
    expect(Number(found?.claims) / Number(found?.orders)).toBeLessThan(0.12);
    expect(found?.ahead).toBe(0);
    expect(Number(found?.first)).toBeLessThan(NOW.getTime() - 480 * 86_400_000);
    expect(Number(found?.last)).toBeGreaterThan(NOW.getTime() - 2 * 86_400_000);
  });

  test('goes on counting where it ended', async () => {
    const { rows } = await database.asOwner((db) =>
      sql<{ next: number; highest: number }>`
        select nextval(pg_get_serial_sequence('claim', 'claim_id'))::integer as next, max(claim_id)::integer as highest from claim`.execute(
        db,
      ),
    );
    expect(rows[0]?.next).toBe((rows[0]?.highest ?? 0) + 1);
  });

  test('has the photos of its claims, and links that lead here', async () => {
    const media = await database.asOwner((db) => db.selectFrom('media').selectAll().execute());
    expect(media.length).toBeGreaterThan(15);
    for (const { media_id: id } of media) expect(kept.get(`media/1/${id}`)?.byteLength).toBeGreaterThan(1_000);
    const { rows } = await database.asOwner((db) =>
      sql<{ text: string }>`select document::text as text from claim order by claim_id desc limit 50`.execute(db),
    );
    expect(rows.map(({ text }) => text).join()).not.toMatch(/\.example\/(track|demo\.myshopify)/);
  });

  test('is small, and holds nothing of the machine it was made on', () => {
    const sizes = [FOR_DATABASE, FOR_SANDBOXES].map((file) => statSync(file).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_300_000);
    for (const file of [FOR_DATABASE, FOR_SANDBOXES]) {
      const text = zstdDecompressSync(readFileSync(file)).toString('utf8');
      const root = fileURLToPath(new URL('../../..', import.meta.url));
      for (const own of [root, tmpdir(), homedir(), hostname(), 'file://', '/work/'])
        expect(own === '/' || own.length < 4 || !text.includes(own)).toBe(true);
    }
  });
});
