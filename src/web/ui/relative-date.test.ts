import { expect, test } from 'vitest';
import { absoluteDate, relativeDate, untilText, withinSentence } from './relative-date.ts';

const now = new Date(2026, 5, 20, 12, 0);
const on = (...parts: [number, number, number, number, number]): string => new Date(...parts).toISOString();

test.each([
  [on(2026, 5, 20, 0, 5), 'Today 12:05 AM'],
  [on(2026, 5, 20, 12, 5), 'Today 12:05 PM'],
  [on(2026, 5, 20, 17, 0), 'Jun 20, 2026'],
  [on(2026, 5, 19, 23, 59), 'Yesterday 11:59 PM'],
  [on(2026, 5, 14, 9, 0), 'Sunday'],
  [on(2026, 5, 13, 9, 0), 'Jun 13'],
  [on(2026, 4, 20, 9, 0), 'May 20, 2026'],
  [on(2026, 5, 21, 9, 0), 'Jun 21, 2026'],
  ['nonsense', 'Invalid Date'],
])('%s reads %s', (iso, text) => {
  expect(relativeDate(iso, now).replaceAll('\u202f', ' ')).toBe(text);
});

test('in a sentence only what is a name begins with a capital', () => {
  const since = (iso: string): string => `since ${withinSentence(relativeDate(iso, now))}`.replaceAll('\u202f', ' ');
  expect(since(on(2026, 5, 19, 7, 37))).toBe('since yesterday 7:37 AM');
  expect(since(on(2026, 5, 20, 7, 37))).toBe('since today 7:37 AM');
  expect(since(on(2026, 5, 14, 9, 0))).toBe('since Sunday');
});

test('the absolute date names its zone', () => {
  const zone = new Date(2026, 5, 20).toLocaleTimeString('en-US', { timeZoneName: 'short' }).split(/\s/).at(-1);
  expect(absoluteDate(on(2026, 5, 20, 9, 0))).toContain(`${zone}`);
  expect(absoluteDate('')).toBe('Invalid Date');
});

test('what is to come is told by how far away it is', () => {
  const at = new Date('2026-03-10T12:00:00Z');
  const until = (iso: string): string => untilText(iso, at);
  expect(until('2026-03-10T12:00:12Z')).toBe('in 12 seconds');
  expect(until('2026-03-10T12:00:59.1Z')).toBe('in 1 minute');
  expect(until('2026-03-10T12:04:00Z')).toBe('in 4 minutes');
  expect(until('2026-03-10T14:00:00Z')).toBe('in 2 hours');
  expect(until('2026-03-13T12:00:00Z')).toBe('in 3 days');
  expect(until('2026-03-10T11:59:00Z')).toBe('now');
  expect(until('soon')).toBe('Invalid Date');
});
