import { expect, test } from 'vitest';
import fc from 'fast-check';
import {
  addDays,
  DAY_MS,
  daysBetween,
  endOfDay,
  endOfDayIn,
  epochOf,
  formatDate,
  isAfter,
  isWithin,
  LIFETIME,
  LIFETIME_DAYS,
  windowEnd,
} from '#core/dates.ts';

test('days are counted across a month end and a leap day', () => {
  expect(addDays('2028-02-28T23:30:00Z', 2)).toBe('2028-03-01T23:30:00.000Z');
  expect(daysBetween('2028-02-28T00:00:00Z', '2028-03-01T00:00:00Z')).toBe(2);
  expect(daysBetween('2028-03-01T00:00:00Z', '2028-02-28T00:00:01Z')).toBe(-2);
});

test('offsets are understood', () => expect(addDays('2026-03-01T01:00:00+02:00', 0)).toBe('2026-02-28T23:00:00.000Z'));

test('the last day of a window counts whole', () => {
  expect(windowEnd('2026-03-06T10:00:00Z', 30)).toBe('2026-04-05T23:59:59.999Z');
  expect(endOfDay('2026-04-05T23:59:59.999Z')).toBe('2026-04-05T23:59:59.999Z');
});

test('a day ends when it ends in its time zone, on days on which clocks change too', () => {
  expect(endOfDayIn('2026-03-08', 'America/New_York')).toBe('2026-03-09T03:59:59.999Z');
  expect(endOfDayIn('2026-11-01', 'America/New_York')).toBe('2026-11-02T04:59:59.999Z');
  expect(endOfDayIn('2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T21:59:59.999Z');
  expect(endOfDayIn('2026-01-01', 'UTC')).toBe('2026-01-01T23:59:59.999Z');
});

test('a lifetime window ends at the sentinel', () => expect(windowEnd('2026-03-06T10:00:00Z', 999_999)).toBe(LIFETIME));

test('law: a window has not ended until the instant that is written as its end', () => {
  const instants = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
  const days = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constant(LIFETIME_DAYS));
  fc.assert(
    fc.property(instants, days, fc.integer({ min: -DAY_MS, max: DAY_MS }), fc.boolean(), (at, count, off, isNear) => {
      const from = new Date(at.getTime() % Date.parse('2200-01-01')).toISOString();
      const end = windowEnd(from, count);
      const now = isNear && count < LIFETIME_DAYS ? new Date(epochOf(end) + off).toISOString() : at.toISOString();
      expect(isWithin(now, from, count)).toBe(!isAfter(now, end));
    }),
  );
  expect(isWithin(windowEnd('2026-03-06T10:00:00Z', 30), '2026-03-06T10:00:00Z', 30)).toBe(true);
});

test('what is not an instant is refused', () => expect(() => epochOf('yesterday')).toThrow(RangeError));

test('dates read as people write them', () => expect(formatDate('2026-03-12T23:59:59Z')).toBe('March 12, 2026'));
