import { expect, test } from 'vitest';
import fc from 'fast-check';
import {
  addDays,
  dayAfter,
  dayIn,
  DAY_MS,
  daysBetween,
  endOfDay,
  endOfDayIn,
  epochOf,
  formatDate,
  hourIn,
  isAfter,
  isWithinIn,
  LIFETIME,
  LIFETIME_DAYS,
  windowEnd,
  windowEndIn,
} from '#core/dates.ts';
import { law } from '#core/law.fixture.ts';

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

test.for([
  ['2026-09-05', 'America/Santiago', '2026-09-06T03:59:59.999Z'],
  ['2026-04-04', 'America/Santiago', '2026-04-05T03:59:59.999Z'],
  ['2026-03-07', 'America/Havana', '2026-03-08T04:59:59.999Z'],
  ['2026-10-31', 'America/Havana', '2026-11-01T03:59:59.999Z'],
  ['2026-03-28', 'Atlantic/Azores', '2026-03-29T00:59:59.999Z'],
  ['2026-03-28', 'Asia/Beirut', '2026-03-28T21:59:59.999Z'],
  ['2026-10-24', 'Asia/Beirut', '2026-10-24T21:59:59.999Z'],
] as const)('%s ends when it ends in %s, whose clocks change at midnight', ([day, zone, end]) => {
  expect(endOfDayIn(day, zone)).toBe(end);
});

test('an hour that the clocks of a time zone leave out is that at which they do', () => {
  expect(hourIn('2026-09-06', 0, 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z');
  expect(hourIn('2026-03-08', 2, 'America/New_York')).toBe('2026-03-08T07:00:00.000Z');
  expect(hourIn('2026-03-08', 9, 'America/New_York')).toBe('2026-03-08T13:00:00.000Z');
});

const ZONES = [
  'UTC',
  'America/Los_Angeles',
  'America/Santiago',
  'America/Havana',
  'America/Asuncion',
  'Atlantic/Azores',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];

/** The days of twenty years on which the clocks of a time zone change. */
function changesOf(zone: string): string[] {
  const days: string[] = [];
  const from = Temporal.PlainDate.from('2020-01-01').toZonedDateTime(zone);
  for (let at = from.getTimeZoneTransition('next'); at && at.year < 2040; at = at.getTimeZoneTransition('next'))
    days.push(at.toPlainDate().toString());
  return days;
}

/** Days of a time zone, every other one next to a change of its clocks. */
const anyDay = fc.oneof(
  ...ZONES.map((zone) => {
    const days = fc.integer({ min: 0, max: 366 * 20 }).map((count) => dayAfter('2020-01-01', count));
    const changes = changesOf(zone);
    const around = fc
      .tuple(fc.nat(Math.max(0, changes.length - 1)), fc.integer({ min: -1, max: 1 }))
      .map(([at, off]) => dayAfter(changes[at] ?? '2020-01-01', off));
    return fc.record({ zone: fc.constant(zone), day: fc.oneof(days, around) });
  }),
);

test('law: a day of a time zone ends with the last millisecond on which its clocks show it', () => {
  fc.assert(
    fc.property(anyDay, ({ zone, day }) => {
      const end = endOfDayIn(day, zone);
      expect(dayIn(end, zone)).toBe(day);
      expect(dayIn(new Date(epochOf(end) + 1).toISOString(), zone)).toBe(dayAfter(day, 1));
    }),
    law(4000),
  );
});

test('a lifetime window ends at the sentinel', () => expect(windowEnd('2026-03-06T10:00:00Z', 999_999)).toBe(LIFETIME));

test('the last day of a window is one of the store, to its end there', () => {
  // At ten in the evening of March 5 in Los Angeles.
  expect(windowEndIn('2026-03-06T06:00:00Z', 30, 'America/Los_Angeles')).toEqual({
    instant: '2026-04-05T06:59:59.999Z',
    shown: '2026-04-04T23:59:59.999Z',
  });
  expect(windowEndIn('2026-03-06T20:00:00Z', 30, 'Australia/Sydney')).toEqual({
    instant: '2026-04-06T13:59:59.999Z',
    shown: '2026-04-06T23:59:59.999Z',
  });
});

test('law: a window has not ended until the instant that is written as its end', () => {
  const instants = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
  const offs = fc.integer({ min: -DAY_MS, max: DAY_MS });
  const windows = fc.oneof(
    fc.record({
      zone: fc.constantFrom(...ZONES),
      count: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constant(LIFETIME_DAYS)),
      from: instants.map((at) => new Date(at.getTime() % Date.parse('2200-01-01')).toISOString()),
    }),
    // Windows whose last day may be one on which the clocks change.
    fc.tuple(anyDay, fc.integer({ min: 0, max: 400 }), fc.nat(DAY_MS - 1)).map(([{ zone, day }, count, time]) => ({
      zone,
      count,
      from: new Date(epochOf(`${dayAfter(day, -count)}T00:00:00Z`) + time).toISOString(),
    })),
  );
  fc.assert(
    fc.property(windows, instants, offs, fc.boolean(), ({ zone, count, from }, at, off, isNear) => {
      const end = windowEndIn(from, count, zone).instant;
      const now = isNear && count < LIFETIME_DAYS ? new Date(epochOf(end) + off).toISOString() : at.toISOString();
      expect(isWithinIn(now, from, count, zone)).toBe(!isAfter(now, end));
    }),
    law(4000),
  );
  const from = '2026-03-06T10:00:00Z';
  for (const zone of ['UTC', 'America/Los_Angeles'])
    expect(isWithinIn(windowEndIn(from, 30, zone).instant, from, 30, zone)).toBe(true);
});

test('a window whose last day a time zone left out ends when that zone says', () => {
  // Kiritimati went from December 30, 1994 straight to January 1, 1995.
  const from = '1994-02-16T12:00:00.001Z';
  const zone = 'Pacific/Kiritimati';
  const end = windowEndIn(from, 318, zone).instant;
  expect(isWithinIn(end, from, 318, zone)).toBe(true);
  expect(isWithinIn(new Date(epochOf(end) + 1).toISOString(), from, 318, zone)).toBe(false);
});

test('what is not an instant is refused', () => expect(() => epochOf('yesterday')).toThrow(RangeError));

test('dates read as people write them', () => expect(formatDate('2026-03-12T23:59:59Z')).toBe('March 12, 2026'));

test('the year is the same in every way of writing', () => {
  for (const locale of ['ar-SA', 'th-TH', 'fa-IR', 'de-DE'])
    expect(formatDate('2026-03-12T23:59:59Z', `${locale}-u-nu-latn`)).toContain('2026');
});
