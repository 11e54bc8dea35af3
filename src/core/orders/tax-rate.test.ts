import { expect, test } from 'vitest';
import { lineOf } from '#core/claims/test-data.ts';
import { taxRateOf } from '#core/orders/tax-rate.ts';

const line = (paidTotal: number, taxTotal: number) => lineOf({ idFromPlatform: '1', paidTotal, taxTotal });

test('the tax of an order is a part of its price without tax, whether it stands in the price or on top', () => {
  expect(taxRateOf({ lines: [line(10_000, 1900)], taxesIncluded: false })).toBe(0.19);
  expect(taxRateOf({ lines: [line(11_900, 1900)], taxesIncluded: true })).toBe(0.19);
});

test('items of several rates give what they come to together, to four decimals', () => {
  expect(taxRateOf({ lines: [line(10_000, 1900), line(5000, 350)], taxesIncluded: false })).toBe(0.15);
  expect(taxRateOf({ lines: [line(333, 19)], taxesIncluded: false })).toBe(0.0571);
});

test('no tax is a rate of nothing; what cost nothing has none', () => {
  expect(taxRateOf({ lines: [line(10_000, 0)], taxesIncluded: true })).toBe(0);
  expect(taxRateOf({ lines: [line(0, 0)], taxesIncluded: false })).toBeNull();
});
