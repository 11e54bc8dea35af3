import { expect, test } from 'vitest';
import { minorFactor, money, percent, variantSubtitle } from './format.ts';

test('a variant is not said twice', () => {
  expect(variantSubtitle({ name: 'Harbor Tee - Navy / M', variantTitle: 'Navy / M' })).toBe('');
  expect(variantSubtitle({ name: 'Harbor Tee', variantTitle: 'Navy / M' })).toBe('Navy / M');
  expect(variantSubtitle({ name: 'Harbor Tee', variantTitle: '' })).toBe('');
});

test('minor units follow the currency', () => {
  expect(['USD', 'JPY', 'KWD', 'RSD', 'IQD'].map(minorFactor)).toEqual([100, 1, 1000, 100, 1000]);
  expect(['RSD', 'IQD'].map((code) => money(12.3, code).replace(/[^\d.]/g, ''))).toEqual(['12.30', '12.300']);
});

test('basis points read as a percentage', () => {
  expect(percent(1000).replace(/\s/g, '')).toBe('10%');
});
