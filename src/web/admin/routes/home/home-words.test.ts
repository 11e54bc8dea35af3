import { perType } from '#core/claims/types.ts';
import { expect, test } from 'vitest';
import { isAllDone, moneyThisWeek, weekDays, weekLabel, type Dashboard, type Money, type Week } from './home-words.ts';

const money = (currencyCode: string, total: number): Money => ({
  currencyCode,
  refunds: total,
  storeCredit: 0,
  giftCards: 0,
  outside: 0,
  total,
});
const week = (startsOn: string, moneyOut: Week['moneyOut']): Week => ({
  startsOn,
  start: '',
  end: '',
  made: perType(() => 0),
  moneyOut,
});

test('a week is named after its Monday, in whatever zone the reader is', () => {
  expect(weekLabel('2026-11-16')).toBe('Nov 16');
});

test('a week is seven days, over the end of a month too', () => {
  expect(weekDays({ startsOn: '2026-11-30' })).toEqual({ period: 'custom', from: '2026-11-30', to: '2026-12-06' });
});

test('the running week stands beside the one before, also for a currency that moved in only one of them', () => {
  const weeks = [week('a', [money('JPY', 5)]), week('b', [money('EUR', 7)]), week('c', [money('USD', 3)])];
  expect(moneyThisWeek(weeks).map(({ now, before }) => [now.currencyCode, now.total, before])).toEqual([
    ['EUR', 0, 7],
    ['USD', 3, 0],
  ]);
  expect(moneyThisWeek([week('a', null), week('b', null)])).toEqual([]);
});

test('all is done when nobody has to do anything', () => {
  const kind = { kind: 'Return' as const, statuses: [], withError: 0, waiting: 0, stuck: 0 };
  const quiet: Dashboard = {
    asOf: '2026-11-21T00:00:00Z',
    kinds: [kind],
    oldestWaiting: [],
    effects: { failed: 0, waiting: 3, retried: { payouts: 0, others: 0, nextTryOn: null } },
    openTasks: 0,
    registrations: null,
    repairs: [{ due: 'answer', count: 2, since: '2026-11-20T00:00:00Z' }],
    longestStuck: [],
    weeks: [],
  };
  expect(isAllDone(quiet)).toBe(true);
  expect(isAllDone({ ...quiet, openTasks: 1 })).toBe(false);
  const since = '2026-11-20T00:00:00Z';
  expect(isAllDone({ ...quiet, repairs: [{ due: 'sendBack', count: 1, since }] })).toBe(false);
  expect(isAllDone({ ...quiet, kinds: [{ ...kind, waiting: 1 }] })).toBe(false);
  expect(isAllDone({ ...quiet, kinds: [{ ...kind, stuck: 1 }] })).toBe(false);
  expect(isAllDone({ ...quiet, effects: { ...quiet.effects, failed: 1 } })).toBe(false);
  const retried = { payouts: 1, others: 0, nextTryOn: null };
  expect(isAllDone({ ...quiet, effects: { ...quiet.effects, retried } })).toBe(false);
});
