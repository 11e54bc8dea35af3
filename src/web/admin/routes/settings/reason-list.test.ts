import { expect, test } from 'vitest';
import { moved, replaced } from './reason-list.ts';

test('moves by one place and stays within its ends', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
});

test('replaces one place', () => expect(replaced(['a', 'b'], 1, 'x')).toEqual(['a', 'x']));
