import { law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exchangeDelta, goodsCost, goodsTax, goodsTitle, wantedItem } from '#core/claims/exchange.ts';
import { lineOf, variantOf } from '#core/claims/test-data.ts';
import { unitsValue } from '#core/money.ts';
import type { ProductExchange } from '#core/policy/claim-policy.ts';

const PRICED = {
  variantExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND',
  advancedExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND',
  exchangeRemainderMethod: 'refund',
} as const;

describe('the tax of goods that are sent instead', () => {
  test('is at the rate of the line, and rounded once', () => {
    const bought = lineOf({ idFromPlatform: 'a', paidTotal: 100_000, taxTotal: 8875 });
    const item = wantedItem(variantOf({ price: 100_000 }), null, bought, { taxesIncluded: false }, 1);
    expect(goodsTax(item)).toBe(8875);
    expect(goodsCost({ ...item, unitPrice: 333, quantity: 3 })).toBe(999 + 89);
  });
  test('law: a swap for the same price is even', () => {
    fc.assert(
      fc.property(
        fc.record({ price: fc.integer({ min: 1, max: 1_000_000 }), units: fc.integer({ min: 1, max: 9 }) }),
        fc.nat(2_000_000),
        fc.nat(8),
        fc.nat(8),
        ({ price, units }, taxTotal, from, more) => {
          const before = from % units;
          const quantity = 1 + (more % (units - before));
          const bought = lineOf({ idFromPlatform: 'a', quantity: units, paidTotal: price * units, taxTotal });
          const item = wantedItem(variantOf({ price }), null, bought, { taxesIncluded: false }, quantity);
          const subtotal = unitsValue(bought.paidTotal, units, before, quantity);
          const tax = unitsValue(taxTotal, units, before, quantity);
          const back = {
            lineIdFromPlatform: 'a',
            productIdFromPlatform: 'product-1',
            quantity,
            subtotal,
            tax,
            requestedAmount: subtotal + tax,
          };
          expect(exchangeDelta(back, item, PRICED)).toBe(0);
          if (quantity === units) expect(goodsCost(item)).toBe(subtotal + tax);
        },
      ),
      law(2000),
    );
  });
});

test('units for which nothing is sent are left over, whatever the store does about prices', () => {
  const back = {
    lineIdFromPlatform: 'a',
    productIdFromPlatform: 'product-1',
    quantity: 3,
    subtotal: 2500,
    tax: 200,
    requestedAmount: 2700,
  };
  const item = wantedItem(variantOf({ price: 900 }), null, lineOf({ idFromPlatform: 'a' }), { taxesIncluded: true }, 2);
  const under = (variantExchangePricing: 'NO_PAYMENT_OR_REFUND' | 'PAYMENT' | 'PAYMENT_AND_PARTIAL_REFUND') =>
    exchangeDelta(back, item, { ...PRICED, variantExchangePricing });
  expect(under('NO_PAYMENT_OR_REFUND')).toBe(-900);
  expect(under('PAYMENT')).toBe(-900);
  expect(under('PAYMENT_AND_PARTIAL_REFUND')).toBe(1800 - 2700);
  expect(exchangeDelta(back, { ...item, quantity: 3 }, { ...PRICED, variantExchangePricing: 'PAYMENT' })).toBe(0);
});

test('goods are named by product and variant, those without variants by the product alone', () => {
  expect(goodsTitle('Silk Blouse', 'Ivory / M')).toBe('Silk Blouse - Ivory / M');
  expect(goodsTitle('Beeswax Candle', 'Beeswax Candle')).toBe('Beeswax Candle');
  expect(goodsTitle('Beeswax Candle', '')).toBe('Beeswax Candle');
});

test('what a rule says of a line is what becomes of its price differences, and of no other line', () => {
  const productExchange = {
    ruleId: 7,
    pricing: 'PAYMENT',
    isVariantEven: true,
    productGroupIds: [1],
    leastInStock: 0,
    kind: 'product',
    sort: 'ALPHABETICAL',
    isSearchable: true,
    unfilteredOptions: [],
  } satisfies ProductExchange;
  const ruled = { ...PRICED, lines: [{ lineIdFromPlatform: 'a', productExchange }] };
  const back = (lineIdFromPlatform: string) => ({
    lineIdFromPlatform,
    productIdFromPlatform: 'product-1',
    quantity: 1,
    subtotal: 1000,
    tax: 0,
    requestedAmount: 1000,
  });
  const delta = (lineId: string, price: number, product: string) =>
    exchangeDelta(
      back(lineId),
      wantedItem(
        variantOf({ price }),
        { idFromPlatform: product, title: '' },
        lineOf({ idFromPlatform: lineId, productIdFromPlatform: 'product-1' }),
        { taxesIncluded: true },
        1,
      ),
      ruled,
    );
  expect([delta('a', 1300, 'product-2'), delta('a', 700, 'product-2')]).toEqual([300, 0]);
  expect([delta('a', 1300, 'product-1'), delta('a', 700, 'product-1')]).toEqual([0, 0]);
  expect([delta('b', 1300, 'product-2'), delta('b', 700, 'product-2')]).toEqual([300, -300]);
  expect([delta('b', 1300, 'product-1'), delta('b', 700, 'product-1')]).toEqual([300, -300]);
});
