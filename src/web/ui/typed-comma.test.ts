import { expect, test } from 'vitest';
import { regrouped } from './typed-comma.ts';

test('a comma sets thousands apart once a third digit follows it', () => {
  expect(regrouped('1.23', '4', 2)).toBe('1234');
  expect(regrouped('1,234.56', '7', 2)).toBe('1234567');
  expect(regrouped('1.50', '0', 0)).toBe('1500');
});

test('a comma is a decimal one before', () => {
  expect(regrouped('12.', '5', 2)).toBeNull();
  expect(regrouped('12.5', '0', 2)).toBeNull();
  expect(regrouped('12.50', 'Tab', 2)).toBeNull();
  expect(regrouped('1234', '5', 2)).toBeNull();
});

test('where amounts have three decimals, only a point after them tells', () => {
  expect(regrouped('1.23', '4', 3)).toBeNull();
  expect(regrouped('1.234', '.', 3)).toBe('1234.');
  expect(regrouped('1.23', '.', 3)).toBeNull();
});
