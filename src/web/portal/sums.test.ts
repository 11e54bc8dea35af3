import { expect, test } from 'vitest';
import { emptyDraft, reduceDraft, type Draft, type Method } from './draft.ts';
import { portalLine, portalOrder } from './portal-order.fixture.ts';
import {
  addAmounts,
  bonusOf,
  bonusOfLine,
  estimate,
  fromQuote,
  headline,
  isOnlyHeld,
  outcome,
  priceOf,
  type Ledger,
  type SumLine,
  type Sums,
} from './sums.ts';
import { loadTexts } from './texts.ts';

await loadTexts('return', 'claim');

const sums = (...lines: Partial<SumLine>[]): Sums => ({
  currencyCode: 'USD',
  isExact: false,
  ledger: null,
  prices: new Map(),
  lines: lines.map((line, index) => ({
    lineId: String(index),
    name: 'Item',
    quantity: 1,
    method: null,
    amount: 0,
    incentive: 0,
    deducted: 0,
    ...line,
  })),
});

test('amounts add up without binary fractions', () => {
  expect(addAmounts([0.1, 0.2], 'USD')).toBe(0.3);
  expect(addAmounts([1200, 34], 'JPY')).toBe(1234);
  expect(addAmounts([1.005, 0.001], 'KWD')).toBe(1.006);
});

test('a bonus rounds half up to the minor unit, by the rate of its method', () => {
  const order = (currencyCode: string) => portalOrder({ currencyCode });
  expect(bonusOf('giftCard', 40, order('USD'))).toBe(4);
  expect(bonusOf('giftCard', 0.05, order('USD'))).toBe(0.01);
  expect(bonusOf('storeCredit', 0.04, order('USD'))).toBe(0);
  expect(bonusOf('storeCredit', 1005, order('JPY'))).toBe(101);
  expect(bonusOf('shopNow', 40, order('USD'))).toBe(2);
  expect(bonusOf('refund', 40, order('USD'))).toBe(0);
});

test('a bonus that is an amount is promised once for a return, for the first line that brings it', () => {
  const order = portalOrder({ incentiveAmount: 5, lineItems: [portalLine('A'), portalLine('B'), portalLine('C')] });
  const draft = (['A', 'B'] as const).reduce(
    (before, lineId) => reduceDraft(before, { type: 'quantity', lineId, quantity: 1 }),
    emptyDraft(order, 'key'),
  );
  const chosen = reduceDraft(draft, { type: 'method', lineId: 'A', method: 'storeCredit' });
  const promised = (of: Draft, lineId: string, method: Method) => bonusOfLine(method, portalLine(lineId), of, order);
  expect([promised(draft, 'A', 'giftCard'), promised(draft, 'B', 'giftCard')]).toEqual([5, 5]);
  expect([promised(chosen, 'A', 'storeCredit'), promised(chosen, 'B', 'giftCard')]).toEqual([5, 0]);
  expect(promised(chosen, 'B', 'shopNow')).toBe(1);
  const both = reduceDraft(chosen, { type: 'method', lineId: 'B', method: 'giftCard' });
  expect(estimate(both, order).lines.map(({ incentive }) => incentive)).toEqual([5, 0]);
  // What is worth nothing brings none.
  const worthless = { ...order, lineItems: [portalLine('A', { unitValue: 0 }), portalLine('B')] };
  expect(estimate(both, worthless).lines.map(({ incentive }) => incentive)).toEqual([0, 5]);
});

test('the headline says what is known', () => {
  expect(headline(sums({ amount: 20 }, { amount: 10, method: 'refund' }))).toEqual({
    label: 'Value of your items',
    amount: 30,
  });
  expect(headline(sums({ amount: 20, incentive: 2, method: 'giftCard' }))).toEqual({
    label: 'Gift Card',
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
    label: 'Exchange value',
    amount: 10,
  });
});

const side = { total: 0, lineItems: [], sections: [] };
const ledger = (change: Partial<Ledger>): Ledger => ({
  currencyCode: 'EUR',
  credits: side,
  deductions: side,
  balance: 0,
  owed: 0,
  held: 0,
  issued: { refund: 0, storeCredit: 0, giftCard: 0 },
  paymentIntent: null,
  ...change,
});

test('a ledger comes to one figure in words', () => {
  expect(outcome(ledger({ balance: -7, owed: 7, held: 7 }))).toEqual({ kind: 'pay', label: 'You pay', amount: 7 });
  expect(outcome(ledger({ balance: 4, issued: { refund: 0, storeCredit: 0, giftCard: 4 } }))).toEqual({
    kind: 'giftCard',
    label: 'You get back as a gift card',
    amount: 4,
  });
  expect(outcome(ledger({ balance: 9, issued: { refund: 5, storeCredit: 0, giftCard: 4 } }))).toEqual({
    kind: 'back',
    label: 'You get back',
    amount: 9,
  });
  expect(outcome(ledger({}))).toEqual({ kind: 'nothing', label: 'Nothing to pay', amount: 0 });
});

test('what is held beyond what is owed is only held', () => {
  expect(isOnlyHeld(ledger({ held: 40, owed: 7 }))).toBe(true);
  expect(isOnlyHeld(ledger({ held: 7, owed: 7 }))).toBe(false);
});

test('a quote reads as exact sums, its lines as they were wished for', () => {
  const read = fromQuote(
    {
      currencyCode: 'EUR',
      lines: [
        {
          lineIdFromPlatform: 'A',
          name: 'Item',
          quantity: 1,
          method: 'giftCard',
          subtotal: 10,
          tax: 2,
          amount: 12,
          incentive: 0.6,
          deducted: 2,
        },
      ],
      totals: { refund: 0, storeCredit: 0, giftCard: 12, exchange: 0, incentive: 0.6 },
      ledger: ledger({ balance: 4.5, issued: { refund: 0, storeCredit: 0, giftCard: 4.5 } }),
      fees: [],
      shopNowItems: [{ variantIdFromPlatform: 'V', price: 7 }],
      shippingMethods: [],
      sumsKey: 'key',
    },
    () => 'shopNow',
  );
  expect(read.isExact).toBe(true);
  const item = { productId: 'P', title: 'Cup', variantTitle: 'Blue', imgUrl: null, price: 5, quantity: 1 };
  // Its price rose since it was put into the cart, and the sums count it as it is.
  expect(priceOf({ ...item, variantId: 'V' }, read)).toBe(7);
  expect(priceOf({ ...item, variantId: 'W' }, read)).toBe(5);
  expect(read.lines[0]).toMatchObject({ method: 'shopNow', deducted: 2 });
  expect(headline(read)).toEqual({ label: 'You get back as a gift card', amount: 4.5 });
});
