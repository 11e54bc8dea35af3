import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Database, Db } from '#server/db/connect.ts';
import { addEffects, markDone, takeDueEffects } from '#server/db/effects.ts';
import { testDatabase } from '#server/testing/database.ts';

let database: Database;
let ours = 0;
let theirs = 0;

beforeAll(async () => {
  database = await testDatabase();
  [ours, theirs] = await database.asOwner(
    async (db) => [await newStore(db, 'ours'), await newStore(db, 'theirs')] as const,
  );
  for (const storeId of [ours, theirs]) {
    await database.inStore(storeId, (db) =>
      addEffects(db, storeId, 'test', [
        { claimId: null, kind: 'none', purposeKey: 'none:1', payload: {}, summary: 'Nothing' },
      ]),
    );
  }
});
afterAll(() => database.close());

async function newStore(db: Db, slug: string): Promise<number> {
  const row = await db
    .insertInto('store')
    .values({ slug, name: slug, currency_code: 'USD', shop_domain: null })
    .returning('store_id')
    .executeTakeFirstOrThrow();
  return row.store_id;
}

const STORE_TABLES = [
  'store',
  'store_connection',
  'store_order',
  'product',
  'claim',
  'effect',
  'media',
  'webhook_inbox',
  'sync_state',
  'store_user_role',
];

test('every table with a store_id has row-level security', async () => {
  const unprotected = await database.asOwner((db) =>
    sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and a.attname = 'store_id' and c.relnamespace = 'public'::regnamespace and not c.relrowsecurity`.execute(
      db,
    ),
  );
  expect(unprotected.rows).toEqual([]);
});

test('a query without a store set sees nothing', async () => {
  const counts = await database.asOwner(async (db) => {
    await sql.raw('set local role makegood_app').execute(db);
    const found: Record<string, number> = {};
    for (const table of STORE_TABLES) {
      const rows = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
      found[table] = rows.rows[0]?.count ?? -1;
    }
    return found;
  });
  expect(counts).toEqual(Object.fromEntries(STORE_TABLES.map((table) => [table, 0])));
});

test('a store sees its own rows only, and cannot write into another', async () => {
  const seen = await database.inStore(ours, (db) => db.selectFrom('effect').select('store_id').execute());
  expect(seen).toEqual([{ store_id: ours }]);
  const intrusion = database.inStore(ours, (db) =>
    addEffects(db, theirs, 'test', [
      { claimId: null, kind: 'none', purposeKey: 'none:2', payload: {}, summary: 'Nothing' },
    ]),
  );
  await expect(intrusion).rejects.toThrow(/row-level security/);
  const changed = await database.inStore(ours, (db) =>
    db.updateTable('effect').set({ summary: 'Ours now' }).where('store_id', '=', theirs).executeTakeFirst(),
  );
  expect(changed.numUpdatedRows).toBe(0n);
});

test('a statement kept by the connection sees what its transaction may see, whoever used it before', async () => {
  const seen = (db: Db) =>
    db.selectFrom('effect').select('store_id').where('store_id', '>', 0).orderBy('store_id').execute();
  // More often than the database takes to settle on a plan.
  for (let time = 0; time < 8; time += 1) {
    expect(await database.inStore(ours, seen)).toEqual([{ store_id: ours }]);
    expect(await database.asOwner(seen)).toEqual([{ store_id: ours }, { store_id: theirs }]);
    expect(await database.inStore(theirs, seen)).toEqual([{ store_id: theirs }]);
  }
});

test('what is no store id is refused before anything is sent', async () => {
  for (const storeId of [Number.NaN, 1.5, Number('1; reset role')]) {
    await expect(database.inStore(storeId, async () => 'opened')).rejects.toThrow(RangeError);
  }
  expect(await database.inStore(ours, async () => 'opened')).toBe('opened');
});

test('the application role cannot leave its role for the owner within a store', async () => {
  const role = await database.inStore(ours, (db) =>
    sql<{
      bypass: boolean;
      super: boolean;
    }>`select rolbypassrls as bypass, rolsuper as super from pg_roles where rolname = current_user`.execute(db),
  );
  expect(role.rows).toEqual([{ bypass: false, super: false }]);
});

test('the store of one transaction does not leak into the next', async () => {
  await database.inStore(ours, (db) => db.selectFrom('effect').selectAll().execute());
  const left = await database.asOwner((db) =>
    sql<{ store: string | null }>`select current_setting('app.store_id', true) as store`.execute(db),
  );
  expect(left.rows[0]?.store ?? '').toBe('');
});

test('an effect wanted twice is there once, taken once, and done by its taker only', async () => {
  await database.inStore(ours, (db) =>
    addEffects(db, ours, 'test', [
      { claimId: null, kind: 'none', purposeKey: 'none:1', payload: { changed: true }, summary: 'Again' },
    ]),
  );
  const first = await database.asOwner((db) => takeDueEffects(db, 10, 0));
  const mine = first.filter((effect) => effect.store_id === ours);
  expect(mine.map((effect) => effect.summary)).toEqual(['Nothing']);
  // The lease of 0 ms has ended: another worker takes it, and the first may no longer say how it ended.
  const second = await database.asOwner((db) => takeDueEffects(db, 10, 60_000));
  const taken = second.find((effect) => effect.store_id === ours);
  expect(taken?.attempts).toBe(2);
  const [stale] = mine;
  if (!stale || !taken) throw new Error('nothing was taken');
  expect(await database.inStore(ours, (db) => markDone(db, stale, {}))).toBe(false);
  expect(await database.inStore(ours, (db) => markDone(db, taken, { id: '1' }))).toBe(true);
  expect(await database.asOwner((db) => takeDueEffects(db, 10, 60_000))).toEqual([]);
});
