import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { law } from '#core/law.fixture.ts';
import { coverPriceOf, priceTableProblems, USUAL_COVER_PRICES, type CoverPrice } from '#core/protection/price.ts';

const TABLE: CoverPrice[] = [
  { upTo: 5_000, price: 129 },
  { upTo: 10_000, price: 199 },
];

test.for([
  [0, null],
  [-1, null],
  [1, 129],
  [5_000, 129],
  [5_001, 199],
  [10_000, 199],
  [10_001, null],
] as const)('a cart worth %i pays %s', ([value, price]) => {
  expect(coverPriceOf(TABLE, value)).toBe(price);
});

test('a last row without a limit is for all other carts', () => {
  expect(coverPriceOf([...TABLE, { upTo: null, price: 999 }], 1_000_000)).toBe(999);
});

test('without a table nothing is covered', () => {
  expect(coverPriceOf([], 5_000)).toBeNull();
});

describe('a price table', () => {
  test('is right at first, with the price that the preview shows', () => {
    expect(priceTableProblems(USUAL_COVER_PRICES)).toEqual({});
    expect(USUAL_COVER_PRICES[0]?.price).toBe(129);
  });

  test('names the rows that are out of order', () => {
    expect(
      priceTableProblems([
        { upTo: 5_000, price: 129 },
        { upTo: 5_000, price: 199 },
        { upTo: null, price: 299 },
        { upTo: 9_000, price: 399 },
      ]),
    ).toEqual({
      '1.upTo': 'Must be higher than in the row above.',
      '2.upTo': 'Only the last row can be for all other carts.',
    });
  });

  test('gives each cart the price of the first row that reaches it', () => {
    const table = fc
      .uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 20 })
      .map((limits) => limits.toSorted((one, other) => one - other).map((upTo) => ({ upTo, price: upTo })));
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 120_000 }), (prices, value) => {
        expect(priceTableProblems(prices)).toEqual({});
        const reaching = prices.map(({ upTo }) => upTo).filter((upTo) => upTo >= value);
        expect(coverPriceOf(prices, value)).toBe(reaching.length === 0 ? null : Math.min(...reaching));
      }),
      law(4000),
    );
  });
});
