import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Clock, live } from './clock.ts';

test('time and chance are the schedule’s until it ends, by every way to ask for them', () => {
  const clock = new Clock(1_000_000);
  const end = live(clock, () => 0.5);
  const seen = [Date.now(), new Date().getTime(), performance.now()];
  clock.forward(250);
  seen.push(performance.now());
  const ids = [randomUUID(), randomUUID()];
  end();
  expect(seen).toEqual([1_000_000, 1_000_000, 1_000_000, 1_000_250]);
  expect(ids[0]).toBe(ids[1]);
  expect(Date.now()).toBeGreaterThan(1_000_000_000_000);
  expect(performance.now()).toBeLessThan(1_000_000_000);
  expect(randomUUID()).not.toBe(randomUUID());
});
