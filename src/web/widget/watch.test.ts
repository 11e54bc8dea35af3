import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { spaced } from './watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what happens all the time is looked at once at its begin, then rarely, and once at its end', () => {
  const begin = Date.now();
  const looks: number[] = [];
  const look = spaced(() => looks.push(Date.now() - begin), 2000);
  // A countdown.
  for (let second = 0; second < 10; second += 1) {
    for (let change = 0; change < 10; change += 1) look();
    vi.advanceTimersByTime(1000);
  }
  vi.advanceTimersByTime(60_000);
  expect(looks).toEqual([0, 2000, 4000, 6000, 8000, 10_000]);
  look();
  vi.advanceTimersByTime(0);
  expect(looks).toHaveLength(7);
});
