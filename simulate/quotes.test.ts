import { expect, test } from 'vitest';
import { Chance } from '#sandbox/shopify/seed/random.ts';
import { Clock } from './clock.ts';
import { Quotes } from './quotes.ts';
import { Scheduler } from './scheduler.ts';
import { NOON } from './settings.ts';

test('of two prices that staff name at once the one that was taken counts, whichever was named first', () => {
  const calm = { stop: 0, fault: 0, loss: 0, wait: 0, longWait: 0 };
  const quotes = new Quotes(new Scheduler(new Chance(1), new Clock(NOON), calm));
  const first = quotes.named('W-1', 1, 20_010);
  quotes.named('W-1', 1, 7_499);
  quotes.taken(first);
  expect(quotes.mostNow('W-1', 1)).toBe(20_010);
  const again = quotes.named('W-1', 1, 5_500);
  expect(quotes.mostNow('W-1', 1)).toBe(20_010);
  quotes.taken(again);
  expect(quotes.mostNow('W-1', 1)).toBe(5_500);
});
