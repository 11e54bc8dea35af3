import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { law } from '#core/law.fixture.ts';
import { EXPONENTS, exponentOf } from '#core/currency.ts';
import {
  allocate,
  decimalFromMinor,
  formatMoney,
  inProportion,
  minorFromDecimal,
  percentOf,
  unitsValue,
} from '#core/money.ts';

const CURRENCIES = ['USD', 'EUR', 'JPY', 'KRW', 'ISK', 'KWD', 'TND', 'BHD'];
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

describe('decimals', () => {
  test.each(CURRENCIES)('%s has the decimals that the language knows it by', (currency) => {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
    expect(exponentOf(currency)).toBe(maximumFractionDigits);
  });
  // Among them those that the language itself would round, such as RSD, ALL, LBP, MMK, LAK and IQD.
  test.each([...new Set([...Intl.supportedValuesOf('currency'), ...Object.keys(EXPONENTS)])])(
    'every decimal of %s is shown',
    (currencyCode) => {
      for (const amount of [0, 7, 1_234_567]) {
        const [digits] = /\d[\d,.]*/.exec(formatMoney({ amount, currencyCode })) ?? [];
        expect(digits?.replaceAll(',', '')).toBe(decimalFromMinor(amount, currencyCode));
      }
    },
  );
  test('are as many as the currency has, and no others are taken', () => {
    expect(minorFromDecimal('12.5', 'USD')).toBe(1250);
    expect(minorFromDecimal('1200', 'JPY')).toBe(1200);
    expect(minorFromDecimal('1.2', 'KWD')).toBe(1200);
    expect(minorFromDecimal('1200.00', 'JPY')).toBe(1200);
    expect(() => minorFromDecimal('12.555', 'USD')).toThrow('more decimals');
    expect(() => minorFromDecimal('1,200.00', 'USD')).toThrow('not an amount');
    expect([decimalFromMinor(5, 'USD'), decimalFromMinor(-5, 'USD'), decimalFromMinor(1200, 'JPY')]).toEqual([
      '0.05',
      '-0.05',
      '1200',
    ]);
  });
  test('law: an amount written and read again is the same', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.constantFrom(...CURRENCIES),
        (minor, currency) => {
          expect(minorFromDecimal(decimalFromMinor(minor, currency), currency)).toBe(minor);
        },
      ),
      law(2000),
    );
  });
});

describe('splitting', () => {
  test('law: the parts come to the whole, and no part is a minor unit off its share', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.array(fc.nat(1000), { minLength: 1, maxLength: 9 }), (total, weights) => {
        const parts = allocate(total, weights);
        expect(sum(parts)).toBe(total);
        if (sum(weights) === 0) return;
        for (const [index, part] of parts.entries())
          expect(Math.abs(part - (total * (weights[index] ?? 0)) / sum(weights))).toBeLessThan(1);
      }),
      law(2000),
    );
  });
  test('law: unit by unit or at once, units are worth the same, and never more than all of them', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 30 }), fc.nat(30), (total, quantity, taken) => {
        const count = Math.min(taken, quantity);
        const one = (_: unknown, index: number): number => unitsValue(total, quantity, index, 1);
        expect(sum(Array.from({ length: count }, one))).toBe(unitsValue(total, quantity, 0, count));
        expect(unitsValue(total, quantity, 0, count)).toBeLessThanOrEqual((total * count) / quantity);
        expect(unitsValue(total, quantity, 0, quantity)).toBe(total);
      }),
      law(2000),
    );
  });
});

test('parts and percentages are rounded half up', () => {
  expect([percentOf(5, 1000), percentOf(4, 1000), percentOf(105, 1000)]).toEqual([1, 0, 11]);
  expect([inProportion(5, 1, 10), inProportion(4, 1, 10), inProportion(100, 1, 3)]).toEqual([1, 0, 33]);
});
