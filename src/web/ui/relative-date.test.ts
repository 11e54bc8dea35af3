import { expect, test } from 'vitest';
import { absoluteDate, relativeDate } from './relative-date.ts';

const now = new Date(2026, 5, 20, 12, 0);
const on = (...parts: [number, number, number, number, number]): string => new Date(...parts).toISOString();

test.each([
  [on(2026, 5, 20, 0, 5), 'Today 12:05 AM'],
  [on(2026, 5, 20, 23, 5), 'Today 11:05 PM'],
  [on(2026, 5, 19, 23, 59), 'Yesterday 11:59 PM'],
  [on(2026, 5, 14, 9, 0), 'Sunday'],
  [on(2026, 5, 13, 9, 0), 'Jun 13'],
  [on(2026, 4, 20, 9, 0), 'May 20, 2026'],
  [on(2026, 5, 21, 9, 0), 'Jun 21, 2026'],
  ['nonsense', 'Invalid Date'],
])('%s reads %s', (iso, text) => {
  expect(relativeDate(iso, now).replaceAll('\u202f', ' ')).toBe(text);
});

test('the absolute date names its zone', () => {
  const zone = new Date(2026, 5, 20).toLocaleTimeString('en-US', { timeZoneName: 'short' }).split(/\s/).at(-1);
  expect(absoluteDate(on(2026, 5, 20, 9, 0))).toContain(`${zone}`);
  expect(absoluteDate('')).toBe('Invalid Date');
});
