import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { databaseOver, openPool, type Database, type Db } from '#server/db/connect.ts';
import { addEffects, markDone, takeDueEffects, TakenByAnother } from '#server/db/effects.ts';
import { embeddedDatabaseFolder } from '#server/setup-database.ts';
import { embeddedPlace, testDatabasePlace, type DatabasePlace } from '#server/testing/database.ts';
import { postgresDatabase, postgresPlace } from '#server/testing/postgres-database.ts';

let database: Database;
let opened: Awaited<ReturnType<typeof openPool>>;
let remove: () => Promise<void>;
let ours = 0;
let theirs = 0;

beforeAll(async () => {
  const place = await testDatabasePlace();
  const dataFolder = embeddedDatabaseFolder(place.dataFolder);
  opened = await openPool({ databaseUrl: place.databaseUrl, dataFolder, poolSize: 8 });
  database = await databaseOver(opened);
  remove = () => place.remove();
  [ours, theirs] = await database.asOwner(
    async (db) => [await newStore(db, 'ours'), await newStore(db, 'theirs')] as const,
  );
  for (const storeId of [ours, theirs]) {
    await database.inStore(storeId, (db) =>
      addEffects(db, storeId, 'test', [
        { subject: { kind: 'store', id: 1 }, kind: 'none', purposeKey: 'none:1', payload: {}, summary: 'Nothing' },
      ]),
    );
  }
});
afterAll(async () => {
  await database.close();
  await remove();
});

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
      { subject: { kind: 'store', id: 1 }, kind: 'none', purposeKey: 'none:2', payload: {}, summary: 'Nothing' },
    ]),
  );
  await expect(intrusion).rejects.toThrow(/row-level security/);
  const changed = await database.inStore(ours, (db) =>
    db.updateTable('effect').set({ summary: 'Ours now' }).where('store_id', '=', theirs).executeTakeFirst(),
  );
  expect(changed.numUpdatedRows).toBe(0n);
});

test('one statement by itself sees its own store only, and may not write', async () => {
  const seen = (storeId: number) =>
    database.rowsInStore(storeId, (db) => db.selectFrom('effect').select('store_id').where('store_id', '>', 0));
  for (let time = 0; time < 8; time += 1) {
    expect(await seen(ours)).toEqual([{ store_id: ours }]);
    expect(await seen(theirs)).toEqual([{ store_id: theirs }]);
  }
  const writing = database.rowsInStore(ours, (db) => db.deleteFrom('effect').where('store_id', '=', ours));
  await expect(writing).rejects.toThrow(/read-only transaction/);
  expect(await seen(ours)).toEqual([{ store_id: ours }]);
  await expect(
    database.rowsInStore(Number('1; reset role'), (db) => db.selectNoFrom(sql`1`.as('one'))),
  ).rejects.toThrow(RangeError);
});

// Were the statement carried out all the same, it would be as the owner, who sees every store.
test('what could not be begun is not carried out, and the connection goes on as before', async () => {
  const client = await opened.pool.connect();
  const text = 'update effect set summary = $1 returning summary';
  const within = async (before: string[], statement = text) => {
    const asked = [{ text: statement, parameters: ['Anybody'] }];
    const [answer] = client.queryTogether<{ summary: string }>(asked, { before, after: ['commit'] });
    return (await answer)?.rows.map((row) => row.summary);
  };
  const isUntouched = async () => {
    const { rows } = await client.query<{ count: number }>(`select count(*) as count from effect where summary = $1`, [
      'Anybody',
    ]);
    return rows[0]?.count === 0;
  };
  try {
    for (const before of [['begin', 'set local role nobody_there'], ['nonsense'], ['begin', 'select 1/0']]) {
      await expect(within(before)).rejects.toThrow();
      await client.query('rollback', []);
      expect(await isUntouched()).toBe(true);
    }
    // What follows a statement that failed is left out too: its transaction is not committed.
    await expect(within(['begin', `update effect set summary = 'Anybody'`], `${text} || 1/0`)).rejects.toThrow();
    await client.query('rollback', []);
    expect(await isUntouched()).toBe(true);
    // The very statement that was left out is known to the connection only once it was carried out.
    expect(await within(['begin'])).toContain('Anybody');
    await client.query(`update effect set summary = 'Nothing'`, []);
  } finally {
    client.release();
  }
});

test('what was carried out and could not be committed counts as failed', async () => {
  const client = await opened.pool.connect();
  try {
    await client.query('create temp table once (id integer primary key deferrable initially deferred)', []);
    const insert = (id: number) => {
      const asked = [{ text: 'insert into once values ($1) returning id', parameters: [id] }];
      return client.queryTogether<{ id: number }>(asked, { before: ['begin'], after: ['commit'] })[0];
    };
    expect((await insert(1))?.rows).toEqual([{ id: 1 }]);
    await expect(insert(1)).rejects.toThrow(/duplicate key/);
    expect((await insert(2))?.rows).toEqual([{ id: 2 }]);
    await client.query('drop table once', []);
  } finally {
    client.release();
  }
});

test('of statements asked for together those before one that fails are answered, and none after it is carried out', async () => {
  const summaries = () => database.rowsInStore(ours, (db) => db.selectFrom('effect').select('summary'));
  const work = database.inStore(ours, async (db) => {
    const outcomes = await Promise.allSettled([
      db.updateTable('effect').set({ summary: 'Changed' }).returning('summary').execute(),
      sql`select ${1}::integer / 0`.execute(db),
      db.updateTable('effect').set({ summary: 'Changed again' }).execute(),
    ]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: [{ summary: 'Changed' }] },
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    await expect(db.selectFrom('effect').select('store_id').execute()).rejects.toThrow(/division by zero/);
    return 'went on';
  });
  await expect(work).rejects.toThrow(/division by zero/);
  expect(await summaries()).toEqual([{ summary: 'Nothing' }]);
});

test('nothing is left of statements asked for together when a parameter of one cannot be written', async () => {
  const unwritable = {
    toPostgres: () => {
      throw new Error('cannot be written');
    },
  };
  const summaries = () => database.rowsInStore(ours, (db) => db.selectFrom('effect').select('summary'));
  const named = (summary: string) => sql<{ summary: string }>`update effect set summary = ${summary} returning summary`;
  const work = database.inStore(ours, async (db) => {
    const outcomes = await Promise.allSettled([
      named('Changed').execute(db),
      sql`select ${unwritable}::text`.execute(db),
      named('Changed again').execute(db),
    ]);
    // The embedded database takes them one by one, and has done the first by then.
    expect(outcomes.slice(1)).toMatchObject([
      { status: 'rejected', reason: { message: 'cannot be written' } },
      { status: 'rejected', reason: { message: 'cannot be written' } },
    ]);
  });
  await expect(work).rejects.toThrow(/cannot be written/);
  expect(await summaries()).toEqual([{ summary: 'Nothing' }]);
  expect(
    await database.inStore(ours, async (db) => (await sql`select ${'written'}::text as text`.execute(db)).rows),
  ).toEqual([{ text: 'written' }]);
});

test('statements asked for together are carried out in their order, each seeing what the one before it did', async () => {
  const seen = await database.inStore(ours, async (db) => {
    const named = (summary: string) => db.updateTable('effect').set({ summary });
    const read = () => db.selectFrom('effect').select('summary');
    return Promise.all([
      named('One').execute(),
      read().executeTakeFirst(),
      sql`update effect set summary = ${'Two'}`.execute(db),
      read().execute(),
      named('Three').executeTakeFirst(),
      read().executeTakeFirst(),
      named('Nothing').execute(),
    ]);
  });
  expect([seen[1], seen[3], seen[5]]).toEqual([{ summary: 'One' }, [{ summary: 'Two' }], { summary: 'Three' }]);
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

test('a connection that breaks within a transaction fails it alone, and the next ones work', async () => {
  const postgres = await postgresDatabase(2);
  try {
    const connectionOf = async (db: Db) =>
      (await sql<{ id: number }>`select pg_backend_pid() as id`.execute(db)).rows[0]?.id;
    const broken = postgres.inStore(1, async (db) => {
      const id = await connectionOf(db);
      await postgres.rowsAsOwner(() => sql`select pg_terminate_backend(${id})`);
      // Until this process has heard of it, while nothing is asked.
      await pause(200);
      return connectionOf(db);
    });
    await expect(broken).rejects.toThrow(/connection/i);
    const both = await Promise.all([postgres.inStore(1, connectionOf), postgres.inStore(1, connectionOf)]);
    expect(new Set(both).size).toBe(2);
  } finally {
    await postgres.close();
  }
});

describe('the application role', () => {
  const startAt = async (place: DatabasePlace): Promise<Database> =>
    databaseOver(
      await openPool({
        databaseUrl: place.databaseUrl,
        dataFolder: embeddedDatabaseFolder(place.dataFolder),
        poolSize: 2,
      }),
    );

  test('is given at each start to the user who lacks it, as after a dump was restored', async () => {
    const place = await postgresPlace();
    const keeper = `keeper_${randomBytes(6).toString('hex')}`;
    const url = new URL(place.databaseUrl ?? '');
    const admin = await startAt(place);
    const asAdmin = (text: string) => admin.rowsAsOwner(() => sql.raw(text));
    try {
      await asAdmin(`create role ${keeper} login createrole password 'keeper'`);
      await asAdmin(`create database ${keeper} owner ${keeper}`);
      Object.assign(url, { pathname: `/${keeper}`, username: keeper, password: 'keeper' });
      const restored = { ...place, databaseUrl: url.href };
      await (await startAt(restored)).close();
      await asAdmin(`revoke makegood_app from ${keeper}`);
      const again = await startAt(restored);
      expect(await again.inStore(1, (db) => db.selectFrom('store').selectAll().execute())).toEqual([]);
      await again.close();
      await asAdmin(`revoke makegood_app from ${keeper}`);
      await asAdmin(`alter role ${keeper} nocreaterole`);
      await expect(startAt(restored)).rejects.toThrow(/^The user of the database may not act as makegood_app/);
    } finally {
      await asAdmin(`drop database if exists ${keeper} with (force)`);
      await asAdmin(`drop role if exists ${keeper}`);
      await admin.close();
      await place.remove();
    }
  });

  test('is missed by tables that were restored without it: the server does not start', async () => {
    const place = await embeddedPlace();
    const before = await startAt(place);
    for (const text of ['drop owned by makegood_app', 'drop role makegood_app'])
      await before.rowsAsOwner(() => sql.raw(text));
    await before.close();
    await expect(startAt(place)).rejects.toThrow(/^Tables lack their rules of access \(\w+, [\w, ]+\)/);
    await place.remove();
  });
});

test('an effect wanted twice is there once, taken once, and done by its taker only', async () => {
  await database.inStore(ours, (db) =>
    addEffects(db, ours, 'test', [
      {
        subject: { kind: 'store', id: 1 },
        kind: 'none',
        purposeKey: 'none:1',
        payload: { changed: true },
        summary: 'Again',
      },
    ]),
  );
  const first = await takeDueEffects(database, 10, 0);
  // The embedded database's clock tells milliseconds.
  await pause(2);
  const mine = first.filter((effect) => effect.store_id === ours);
  expect(mine.map((effect) => effect.summary)).toEqual(['Nothing']);
  // The lease of 0 ms has ended: another worker takes it, and the first may no longer say how it ended.
  const second = await takeDueEffects(database, 10, 60_000);
  const taken = second.find((effect) => effect.store_id === ours);
  expect(taken?.attempts).toBe(2);
  const [stale] = mine;
  if (!stale || !taken) throw new Error('nothing was taken');
  await expect(database.inStore(ours, (db) => markDone(db, stale, {}))).rejects.toThrow(TakenByAnother);
  await database.inStore(ours, (db) => markDone(db, taken, { id: '1' }));
  expect(await takeDueEffects(database, 10, 60_000)).toEqual([]);
});
