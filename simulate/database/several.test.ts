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

test('a statement whose first asker ended while it waited for a lock answers the next asker with its columns', async () => {
  const server = await startServer();
  const { carriers, end } = await openEmpty({ url: server.url, connections: 2 });
  const clock = new Clock(NOON);
  const pool = await severalPool(carriers, clock, ['create table counted (number int)'], []);
  await pool.rows('insert into counted values (7)', []);
  const scheduler = new Scheduler(new Chance(1), clock, CALM);
  scheduler.settleLocks = () => pool.locks?.settle() ?? Promise.resolve(false);
  const [holder, ended, other, next] = ['holder', 'ended', 'other', 'next'].map((name) => new Life(name, true));
  if (!holder || !ended || !other || !next) throw new Error('nobody lives');
  const doing = async <T>(work: Promise<T>): Promise<T> => {
    await scheduler.run(20);
    return work;
  };
  const connected = (life: Life) => actingAs(scheduler, life, () => pool.connect());

  const held = await doing(connected(holder));
  await doing(held.query('begin', []));
  await doing(held.query(HOLD, [7]));
  const waiting = await doing(connected(ended));
  void waiting.query(HOLD, [7]);
  await scheduler.run(20);
  expect(pool.locks?.waiting).toBe(1);
  scheduler.end(ended);
  await doing(held.query('rollback', []));
  held.release();

  const elsewhere = await doing(connected(other));
  const again = await doing(connected(next));
  const { rows } = await doing(again.query(HOLD, [7]));
  expect(rows).toEqual([{ number: 7 }]);
  for (const client of [elsewhere, again]) client.release();
  await end();
  await server.stop();
});
