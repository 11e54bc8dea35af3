import { expect, test } from 'vitest';
import { lastWeeks } from '#core/dashboard/weeks.ts';

test.each([
  ['2026-11-16T00:00:00Z', '2026-11-16'],
  ['2026-11-21T19:00:00Z', '2026-11-16'],
  ['2026-11-22T23:59:59.999Z', '2026-11-16'],
  ['2026-11-23T00:00:00Z', '2026-11-23'],
  ['2027-01-01T12:00:00Z', '2026-12-28'],
])('the week of %s begins on %s', (now, monday) => expect(lastWeeks(now, 1)).toEqual([monday]));

test('weeks follow each other over the end of a year, the running one last', () => {
  expect(lastWeeks('2027-01-06T08:00:00Z', 3)).toEqual(['2026-12-21', '2026-12-28', '2027-01-04']);
});
