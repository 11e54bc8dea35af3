import { expect, test } from 'vitest';
import { Chance } from '#sandbox/shopify/seed/random.ts';
import { Clock } from '../clock.ts';
import { Life, Scheduler } from '../scheduler.ts';
import { NOON } from '../settings.ts';
import { actingAs } from './acting.ts';
import { openEmpty, startServer } from './places.ts';
import { severalPool } from './several.ts';

const CALM = { stop: 0, fault: 0, loss: 0, wait: 0, longWait: 0 };
const HOLD = 'select number from counted where number = $1 for update';

/** Two connections to a table of one row, and what lets a life do something on them. */
async function opened(names: readonly string[]) {
  const server = await startServer();
  const { carriers, end } = await openEmpty({ url: server.url, connections: 2 });
  const clock = new Clock(NOON);
  const pool = await severalPool(carriers, clock, ['create table counted (number int)'], []);
  await pool.rows('insert into counted values (7)', []);
  const scheduler = new Scheduler(new Chance(1), clock, CALM);
  scheduler.settleLocks = () => pool.locks?.settle() ?? Promise.resolve(false);
  const doing = async <T>(work: Promise<T>): Promise<T> => {
    await scheduler.run(20);
    return work;
  };
  return {
    pool,
    scheduler,
    doing,
    lives: names.map((name) => new Life(name, true)),
    connected: (life: Life | undefined) => {
      if (!life) throw new Error('nobody lives');
      return doing(actingAs(scheduler, life, () => pool.connect()));
    },
    async close() {
      await end();
      await server.stop();
    },
  };
}

test('a statement whose first asker ended while it waited for a lock answers the next asker with its columns', async () => {
  const { pool, scheduler, doing, lives, connected, close } = await opened(['holder', 'ended', 'other', 'next']);
  const [holder, ended, other, next] = lives;
  const held = await connected(holder);
  await doing(held.query('begin', []));
  await doing(held.query(HOLD, [7]));
  const waiting = await connected(ended);
  void waiting.query(HOLD, [7]);
  await scheduler.run(20);
  expect(pool.locks?.waiting).toBe(1);
  if (ended) scheduler.end(ended);
  await doing(held.query('rollback', []));
  held.release();

  const elsewhere = await connected(other);
  const again = await connected(next);
  const { rows } = await doing(again.query(HOLD, [7]));
  expect(rows).toEqual([{ number: 7 }]);
  for (const client of [elsewhere, again]) client.release();
  await close();
});

test('a schedule that ends with rows held and waited for keeps nobody out after its transactions are undone', async () => {
  const { pool, scheduler, doing, lives, connected, close } = await opened(['holder', 'waiter', 'next', 'other']);
  const [holder, waiter, next, other] = lives;
  const held = await connected(holder);
  await doing(held.query('begin', []));
  await doing(held.query('update counted set number = 8 where number = $1', [7]));
  const waiting = await connected(waiter);
  const heard: unknown[] = [];
  const hear = (what: unknown) => void heard.push(what);
  void waiting.query(HOLD, [7]).then(hear, hear);
  await scheduler.run(20);
  expect(pool.locks?.waiting).toBe(1);

  await pool.undoOpen();
  expect(await pool.rows('update counted set number = 9 returning number', [])).toEqual([{ number: 9 }]);
  const both = [await connected(next), await connected(other)];
  for (const client of both) {
    expect((await doing(client.query(HOLD, [9]))).rows).toEqual([{ number: 9 }]);
    client.release();
  }
  expect(heard).toEqual([]);
  await close();
});
