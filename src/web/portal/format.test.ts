import { expect, test } from 'vitest';
import { minorFactor, percent, variantSubtitle } from './format.ts';

test('a variant is not said twice', () => {
  expect(variantSubtitle({ name: 'Harbor Tee - Navy / M', variantTitle: 'Navy / M' })).toBe('');
  expect(variantSubtitle({ name: 'Harbor Tee', variantTitle: 'Navy / M' })).toBe('Navy / M');
  expect(variantSubtitle({ name: 'Harbor Tee', variantTitle: '' })).toBe('');
});

test('minor units follow the currency', () => {
  expect([minorFactor('USD'), minorFactor('JPY'), minorFactor('KWD')]).toEqual([100, 1, 1000]);
});

test('basis points read as a percentage', () => {
  expect(percent(1000).replace(/\s/g, '')).toBe('10%');
});
