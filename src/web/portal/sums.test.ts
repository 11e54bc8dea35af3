import { expect, test } from 'vitest';
import { addAmounts, bonusOn, fromQuote, headline, type SumLine, type Sums } from './sums.ts';

const sums = (...lines: Partial<SumLine>[]): Sums => ({
  currencyCode: 'USD',
  isExact: false,
  lines: lines.map((line, index) => ({
    lineId: String(index),
    name: 'Item',
    quantity: 1,
    method: null,
    amount: 0,
    incentive: 0,
    ...line,
  })),
});

test('amounts add up without binary fractions', () => {
  expect(addAmounts([0.1, 0.2], 'USD')).toBe(0.3);
  expect(addAmounts([1200, 34], 'JPY')).toBe(1234);
  expect(addAmounts([1.005, 0.001], 'KWD')).toBe(1.006);
});

test('a bonus rounds half up to the minor unit', () => {
  expect(bonusOn(40, 1000, 'USD')).toBe(4);
  expect(bonusOn(0.05, 1000, 'USD')).toBe(0.01);
  expect(bonusOn(0.04, 1000, 'USD')).toBe(0);
  expect(bonusOn(1005, 1000, 'JPY')).toBe(101);
});

test('the headline says what is known', () => {
  expect(headline(sums({ amount: 20 }, { amount: 10, method: 'refund' }))).toEqual({
    label: 'Value of your items',
    amount: 30,
  });
  expect(headline(sums({ amount: 20, incentive: 2, method: 'giftCard' }))).toEqual({
    label: 'Gift card',
    amount: 22,
  });
  expect(headline(sums({ amount: 20, method: 'refund' }, { amount: 10, method: 'giftCard', incentive: 1 }))).toEqual({
    label: 'You get back',
    amount: 31,
  });
});

test('an exchange is not counted as money that comes back', () => {
  expect(headline(sums({ amount: 20, method: 'refund' }, { amount: 10, method: 'variantExchange' }))).toEqual({
    label: 'Refund, plus an exchange',
    amount: 20,
  });
  expect(headline(sums({ amount: 10, method: 'variantExchange' }))).toEqual({
    label: 'Exchange worth',
    amount: 10,
  });
});

test('a quote reads as exact sums', () => {
  const read = fromQuote({
    currencyCode: 'EUR',
    lines: [
      {
        lineIdFromPlatform: 'A',
        name: 'Item',
        quantity: 1,
        method: 'storeCredit',
        subtotal: 10,
        tax: 2,
        amount: 12,
        incentive: 1.2,
      },
    ],
    totals: { refund: 0, storeCredit: 12, giftCard: 0, exchange: 0, incentive: 1.2 },
  });
  expect(read.isExact).toBe(true);
  expect(headline(read)).toEqual({ label: 'Store credit', amount: 13.2 });
});
