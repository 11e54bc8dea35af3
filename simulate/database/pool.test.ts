import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Clock } from '../clock.ts';
import { NOON } from '../settings.ts';
import { openEmpty } from './places.ts';
import { onePool, type Carrier } from './pool.ts';

/** As a server answers: later. An answer that somebody else's statement took would never come. */
const later =
  (carry: Carrier): Carrier =>
  async (sent, ready) => {
    await turn();
    return carry(sent, ready);
  };

test('on one connection a statement that comes while somebody else is at work is refused and reported, and holds nobody up', async () => {
  const { carriers, end } = await openEmpty(null);
  const [carry] = carriers;
  if (!carry) throw new Error('there is no way to the database');
  const pool = onePool(later(carry), new Clock(NOON));
  await pool.rows('create table counted (number int)', []);
  const [one, other] = [await pool.connect(), await pool.connect()];
  await one.query('begin', []);
  const insert = one.query('insert into counted values ($1)', [1]);
  await expect(other.query('select 2', [])).rejects.toThrow('while somebody else used the only connection: select 2');
  await insert;
  // Between two statements of the transaction, too.
  await expect(pool.rows('select 3', [])).rejects.toThrow('while somebody else used the only connection: select 3');
  await one.query('commit', []);
  expect(await pool.rows('select number from counted', [])).toEqual([{ number: 1 }]);
  expect((await other.query('select 4 as four', [])).rows).toEqual([{ four: 4 }]);
  expect(pool.strays().map(({ message }) => message.split(': ')[1])).toEqual(['select 2', 'select 3']);
  expect(pool.strays()).toEqual([]);
  await end();
});
