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
  test('law: from minor units to decimals and back is where it began, with as many decimals as the currency has', () => {
    const anyMinor = fc.oneof(fc.integer({ min: -5000, max: 5000 }), fc.maxSafeInteger());
    fc.assert(
      fc.property(anyMinor, fc.constantFrom(...CURRENCIES), (amount, currencyCode) => {
        const text = decimalFromMinor(amount, currencyCode);
        expect(minorFromDecimal(text, currencyCode)).toBe(amount);
        expect((text.split('.')[1] ?? '').length).toBe(exponentOf(currencyCode));
      }),
      law(5000),
    );
  });
});

describe('splitting', () => {
  test('law: parts come to the whole, each within one unit of its share, and nothing goes to what weighs nothing', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 12), fc.array(fc.nat(10_000), { minLength: 1, maxLength: 24 }), (total, weights) => {
        const parts = allocate(total, weights);
        expect(sum(parts)).toBe(total);
        const all = sum(weights);
        if (all === 0) return;
        parts.forEach((part, index) => {
          const off = BigInt(part) * BigInt(all) - BigInt(total) * BigInt(weights[index] ?? 0);
          expect(off > -BigInt(all) && off < BigInt(all)).toBe(true);
          if (weights[index] === 0) expect(part).toBe(0);
        });
      }),
      law(5000),
    );
  });
  test('law: units are worth the same one by one, in two parts or at once, and never more than their share', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.integer({ min: 1, max: 500 }), fc.nat(), fc.nat(), (total, quantity, a, b) => {
        const before = a % quantity;
        const count = b % (quantity - before + 1);
        const oneByOne = Array.from({ length: count }, (_, index) => unitsValue(total, quantity, before + index, 1));
        expect(sum(oneByOne)).toBe(unitsValue(total, quantity, before, count));
        expect(unitsValue(total, quantity, 0, before) + unitsValue(total, quantity, before, quantity - before)).toBe(
          total,
        );
        expect(unitsValue(total, quantity, 0, count) * quantity).toBeLessThanOrEqual(total * count);
      }),
      law(5000),
    );
  });
});

test('law: a percentage is rounded half up, once', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat(10_000), (amount, basisPoints) => {
      const exact = BigInt(amount) * BigInt(basisPoints);
      const above = exact - BigInt(percentOf(amount, basisPoints)) * 10_000n;
      expect(above >= -5000n && above < 5000n).toBe(true);
    }),
    law(5000),
  );
});

test('parts and percentages are rounded half up', () => {
  expect([percentOf(5, 1000), percentOf(4, 1000), percentOf(105, 1000)]).toEqual([1, 0, 11]);
  expect([inProportion(5, 1, 10), inProportion(4, 1, 10), inProportion(100, 1, 3)]).toEqual([1, 0, 33]);
});
