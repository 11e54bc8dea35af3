import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Db } from '#server/db/connect.ts';
import { addEffects, takeDueEffects } from '#server/db/effects.ts';
import { makesWork, onWork } from '#server/db/work-signal.ts';
import { postgresDatabase } from '#server/testing/postgres-database.ts';

let database: Database;
let storeId = 0;

beforeAll(async () => {
  database = await postgresDatabase(4);
  storeId = await database.asOwner(async (db) => {
    const store = { slug: 'first', name: 'first', currency_code: 'USD', shop_domain: null };
    return (await db.insertInto('store').values(store).returning('store_id').executeTakeFirstOrThrow()).store_id;
  });
});
beforeEach(async () => {
  await database.asOwner(async (db) => {
    await sql`drop table if exists contended`.execute(db);
    await sql`create table contended (id integer primary key, count integer not null)`.execute(db);
    await sql`insert into contended values (1, 0), (2, 0)`.execute(db);
    await sql`grant all on contended to makegood_app`.execute(db);
  });
});
afterAll(async () => {
  await database.close();
});

const raise = (db: Db, id: number) => sql`update contended set count = count + 1 where id = ${id}`.execute(db);

async function counts(): Promise<number[]> {
  const rows = await database.rowsAsOwner<{ count: number }>(() => sql`select count from contended order by id`);
  return rows.map(({ count }) => count);
}

/** Two at a time meet here, once. */
function meeting(): () => Promise<void> {
  let came = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    came += 1;
    if (came === 2) resolve();
    return promise;
  };
}

test('two transactions that deadlock are both carried out, once', async () => {
  const bothHold = meeting();
  let tries = 0;
  const transfer = (from: number, to: number) => async (db: Db) => {
    tries += 1;
    await raise(db, from);
    await bothHold();
    await raise(db, to);
    return from;
  };
  expect(await Promise.all([database.asOwner(transfer(1, 2)), database.inStore(storeId, transfer(2, 1))])).toEqual([
    1, 2,
  ]);
  expect(tries).toBe(3);
  expect(await counts()).toEqual([2, 2]);
});

test('a deadlocked transaction is run again whatever its work made of the refusal', async () => {
  const bothHold = meeting();
  const transfer = (from: number, to: number) => async (db: Db) => {
    await raise(db, from);
    await bothHold();
    await raise(db, to).catch(() => {
      throw new Error('something else');
    });
  };
  await Promise.all([database.asOwner(transfer(1, 2)), database.asOwner(transfer(2, 1))]);
  expect(await counts()).toEqual([2, 2]);
});

test('an effect that another worker is just taking is not waited for, and not taken too', async () => {
  await database.inStore(storeId, (db) =>
    addEffects(db, storeId, 'request', [
      { subject: { kind: 'store', id: 1 }, kind: 'move', purposeKey: 'move:contended', payload: {}, summary: 'Move' },
    ]),
  );
  const meanwhile = await database.asOwner(async (db) => {
    await sql`update effect set state = 'running', taken_until = now() + interval '1 hour'`.execute(db);
    const taken = takeDueEffects(database, 1, 60_000);
    // Who waits for this transaction would go on only after its end.
    await Promise.race([taken, pause(3_000)]);
    return { taken };
  });
  expect(await meanwhile.taken).toEqual([]);
});

test('single statements that deadlock are carried out', async () => {
  const bothHold = meeting();
  // Holds row 2 and asks for row 1, while the statement holds row 1 and waits for row 2.
  const holder = database.asOwner(async (db) => {
    await raise(db, 2);
    await bothHold();
    await sql`select pg_sleep(0.2)`.execute(db);
    await raise(db, 1);
  });
  await bothHold();
  const both = sql`
    with held as materialized (select id from contended order by id for update)
    update contended set count = count + 1 where id in (select id from held)`;
  await Promise.all([holder, database.rowsAsOwner(() => both), database.changeInStore(storeId, () => both)]);
  expect(await counts()).toEqual([3, 3]);
});

/** Reads, lets another transaction change what was read, and writes: refused by the database while `isOvertaken`. */
const overtaken = (isOvertaken: () => boolean) => async (db: Db) => {
  await sql`set transaction isolation level repeatable read`.execute(db);
  const { rows } = await sql<{ count: number }>`select count from contended where id = 1`.execute(db);
  if (isOvertaken()) await database.asOwner((other) => raise(other, 1));
  await sql`update contended set count = ${(rows[0]?.count ?? 0) + 100} where id = 1`.execute(db);
  makesWork(db);
};

test('a transaction that could not be serialized is run again, and tells of its work once', async () => {
  let tries = 0;
  let told = 0;
  const forget = onWork(() => (told += 1));
  await database.asOwner(
    overtaken(() => {
      tries += 1;
      return tries <= 2;
    }),
  );
  forget();
  expect(tries).toBe(3);
  expect(told).toBe(1);
  expect(await counts()).toEqual([102, 0]);
});

test('after five tries the refusal is thrown, and nothing was done', async () => {
  let tries = 0;
  const work = database.asOwner(
    overtaken(() => {
      tries += 1;
      return true;
    }),
  );
  await expect(work).rejects.toMatchObject({ code: '40001' });
  expect(tries).toBe(5);
  expect(await counts()).toEqual([5, 0]);
});

test('other refusals are not tried again', async () => {
  let tries = 0;
  const work = database.asOwner(async (db) => {
    tries += 1;
    await sql`insert into contended values (1, 0)`.execute(db);
  });
  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(tries).toBe(1);
});
