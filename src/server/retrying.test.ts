import { expect, test } from 'vitest';
import { retryDelayMs } from '#server/retrying.ts';

test('the wait doubles up to five minutes and never goes beyond', () => {
  expect([1, 2, 3, 4].map((tries) => retryDelayMs(tries, 0.5))).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect(retryDelayMs(300, 1)).toBeLessThanOrEqual(5 * 60_000 * 1.1);
});
