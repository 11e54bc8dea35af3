import { expect, test } from 'vitest';
import { dayIn, daysBefore, daysOf, isTimeZone, Period, stepOf, stepsOf } from '#core/analytics/period.ts';

test('a span that moves with today is the one the lists mean by the same words', () => {
  expect(daysOf(Period.parse({}), '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  expect(daysOf(Period.parse({ period: '12m' }), '2026-03-01')).toEqual({ from: '2025-03-02', to: '2026-03-01' });
});

test('the period before has as many days, up to the day before', () => {
  expect(daysBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  expect(daysBefore({ from: '2026-01-31', to: '2026-03-01' })).toEqual({ from: '2026-01-01', to: '2026-01-30' });
});

test.each([
  [{ period: 'custom' }, 'A custom period has a start and an end'],
  [{ period: '7d', from: '2026-01-01', to: '2026-01-02' }, 'A custom period has a start and an end'],
  [{ period: 'custom', from: '2026-01-02', to: '2026-01-01' }, 'Start cannot be after end'],
  [{ period: 'custom', from: '2026-02-30', to: '2026-03-01' }, 'Invalid Date'],
  [{ period: 'custom', from: '0001-01-01', to: '0001-01-02' }, 'Invalid Date'],
  [{ period: 'custom', from: '2016-01-01', to: '2026-01-01' }, 'A period can be up to five years long'],
])('%o is refused: %s', (period, message) =>
  expect(Period.safeParse(period).error?.issues.map((issue) => issue.message)).toContain(message),
);

test('days, weeks from Monday and months, each of the period in exactly one', () => {
  const week = { from: '2026-02-26', to: '2026-03-03' };
  expect(stepOf(week)).toBe('day');
  expect(stepsOf(week, 'day')).toHaveLength(6);
  expect(stepsOf(week, 'week')).toEqual(['2026-02-23', '2026-03-02']);
  expect(stepsOf({ from: '2025-11-30', to: '2026-01-01' }, 'month')).toEqual([
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
  ]);
  expect(stepOf({ from: '2026-01-01', to: '2026-04-01' })).toBe('week');
  expect(stepOf({ from: '2025-01-01', to: '2026-01-01' })).toBe('month');
});

test('the day it is depends on where', () => {
  const instant = new Date('2026-01-01T02:00:00Z');
  expect(dayIn(instant, 'America/Los_Angeles')).toBe('2025-12-31');
  expect(dayIn(instant, 'UTC')).toBe('2026-01-01');
  expect(isTimeZone('America/Los_Angeles')).toBe(true);
  expect(isTimeZone('Nowhere/Else')).toBe(false);
  expect(isTimeZone('')).toBe(false);
});
