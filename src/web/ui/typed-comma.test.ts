import { expect, test } from 'vitest';
import { pastedAmount, regrouped } from './typed-comma.ts';

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

test.each([
  ['1234', '1234'],
  ['$1,234.50', '1234.50'],
  ['1.234,50 €', '1234.50'],
  ['1 234,50', '1234.50'],
  ['12,50', '12.50'],
  ['1,500', '1500'],
  ['1.5', '1.5'],
  ['1,234,567', '1234567'],
  ['1,234,567.89', '1234567.89'],
])('the pasted amount %s is %s', (text, amount) => {
  expect(pastedAmount(text, 2)).toBe(amount);
});

test('a pasted comma before three digits is a decimal one where amounts have three decimals', () => {
  expect(pastedAmount('1,500', 3)).toBe('1.500');
});

test('what is no amount is not read as one', () => {
  for (const text of ['', 'ten', '-5', '1-2', '12 and 5']) expect(pastedAmount(text, 2)).toBeNull();
});
