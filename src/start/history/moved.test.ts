import { expect, test } from 'vitest';
import { movedSeconds, movedText, mover } from './moved.ts';

const ENDS = Date.parse('2026-11-23T18:00:00Z');
const NOW = Date.parse('2027-02-03T09:30:00Z');
const move = mover(ENDS, NOW);
const moved = (instant: string): string => new Date(move(Date.parse(instant))).toISOString();

test('the past moves by whole days, its end to now, and what lies ahead keeps its distance', () => {
  expect(moved('2026-03-01T17:20:30.123Z')).toBe('2026-05-11T17:20:30.123Z');
  expect(moved('2026-11-23T18:00:00.000Z')).toBe('2027-02-03T09:30:00.000Z');
  expect(moved('2026-11-24T18:00:00.000Z')).toBe('2027-02-04T09:30:00.000Z');
});

test('nothing that came before comes after', () => {
  const instants = Array.from({ length: 24 * 5 }, (_unused, hour) => ENDS - (96 - hour) * 3_600_000).map(move);
  expect(instants).toEqual(instants.toSorted((one, other) => one - other));
  expect(new Set(instants).size).toBe(instants.length);
});

test('dates are written as they were', () => {
  const text =
    '{"a":"2026-03-01T17:20:30Z","b":"2026-03-01T17:20:30.123+00:00","c":"2026-03-01","d":"Send it by March 1, 2026.","e":"1Z2026-0301","f":"+1 415-555-0100"}';
  expect(movedText(text, move)).toBe(
    '{"a":"2026-05-11T17:20:30Z","b":"2026-05-11T17:20:30.123+00:00","c":"2026-05-11","d":"Send it by May 11, 2026.","e":"1Z2026-0301","f":"+1 415-555-0100"}',
  );
});

test('seconds move where they stand by themselves', () => {
  expect(movedSeconds('{"created":1772385630,"id":"pi_1772385630","amount":17723}', move)).toBe(
    `{"created":${Math.floor(move(1_772_385_630_000) / 1000)},"id":"pi_1772385630","amount":17723}`,
  );
});
