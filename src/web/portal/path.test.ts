import { expect, test } from 'vitest';
import { partOf } from './path.ts';

test('the id of an imported order comes back as it was written', () => {
  expect(partOf(encodeURIComponent('csv:id:990077'))).toBe('csv:id:990077');
  expect(partOf('csv:id:990077')).toBe('csv:id:990077');
});

test('an address that escapes nothing valid is taken as it stands', () => {
  expect(partOf('100%')).toBe('100%');
});
