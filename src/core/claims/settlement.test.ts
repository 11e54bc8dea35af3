import { law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settle, type Settlement, type SettlementInput, type SettlementLine } from '#core/claims/settlement.ts';

const lineOf = (changes: Partial<SettlementLine> = {}): SettlementLine => ({
  id: 1,
  method: 'refund',
  isShopNow: false,
  wasResolvedExternally: false,
  amount: 1000,
  incentive: 0,
  incentiveBasisPoints: 1000,
  exchangeDeltaAmount: 0,
  exchangeRemainderMethod: 'refund',
  ...changes,
});
const settled = (lines: readonly SettlementLine[], changes: Partial<SettlementInput> = {}): Settlement =>
  settle({ lines, shopNowCost: 0, fee: 0, returnShipping: 0, exchangeShipping: 0, paid: 0, ...changes });

describe('sending back', () => {
  test('gives each line by its method, bonus beside it', () => {
    const { issued, incentive } = settled([
      lineOf(),
      lineOf({ id: 2, method: 'giftCard', amount: 500, incentive: 50 }),
      lineOf({ id: 3, method: 'storeCredit', amount: 300, incentive: 30 }),
    ]);
    expect(issued).toEqual({ refund: 1000, giftCard: 500, storeCredit: 300 });
    expect(incentive).toEqual({ giftCard: 50, storeCredit: 30 });
  });
  test('takes fees from refunds before credit, and the bonus follows what is left', () => {
    const { lines, issued, incentive } = settled(
      [lineOf({ amount: 300 }), lineOf({ id: 2, method: 'giftCard', amount: 1000, incentive: 100 })],
      { fee: 500, returnShipping: 300 },
    );
    expect(issued).toEqual({ refund: 0, giftCard: 500, storeCredit: 0 });
    expect(incentive.giftCard).toBe(50);
    expect(lines[0]).toMatchObject({ deducted: 300, wasZeroedThroughDeduction: true });
  });
  test('takes fees from store credit before gift cards', () => {
    const { issued } = settled(
      [lineOf({ method: 'giftCard', amount: 300 }), lineOf({ id: 2, method: 'storeCredit', amount: 300 })],
      { fee: 400 },
    );
    expect(issued).toEqual({ refund: 0, storeCredit: 0, giftCard: 200 });
  });
  test('never asks the shopper to pay a fee', () => {
    expect(settled([lineOf({ amount: 300 })], { fee: 500, exchangeShipping: 900 })).toMatchObject({
      owed: 0,
      waived: 200,
      exchangeShipping: 0,
    });
  });
});

describe('fees of a round after which lines are left', () => {
  const fees = { fee: 500, returnShipping: 300, areLinesLeft: true };
  test('stay due as far as nothing covers them, the fee taken first', () => {
    expect(settled([], fees)).toMatchObject({ fee: 0, returnShipping: 0, waived: 0 });
    expect(settled([lineOf({ amount: 600 })], fees)).toMatchObject({ fee: 500, returnShipping: 100, waived: 0 });
  });
  test('are asked for with goods that are sent, but for sums too small to be taken', () => {
    const even = lineOf({ method: 'variantExchange' });
    expect(settled([even], fees)).toMatchObject({ fee: 500, returnShipping: 300, owed: 800, waived: 0 });
    const dearer = lineOf({ method: 'variantExchange', exchangeDeltaAmount: 20 });
    expect(settled([dearer], { fee: 10, leastCharge: 50, areLinesLeft: true })).toMatchObject({ fee: 0, waived: 20 });
  });
});

describe('exchanging', () => {
  const dearer = lineOf({ id: 2, method: 'variantExchange', exchangeDeltaAmount: 700 });
  test('a dearer item is paid by what else comes back, then by the shopper', () => {
    expect(settled([lineOf({ amount: 400 }), dearer], { exchangeShipping: 100, fee: 50 })).toMatchObject({
      issued: { refund: 0 },
      goods: 1700,
      owed: 450,
      stillOwed: 450,
    });
    expect(settled([dearer], { paid: 1000 })).toMatchObject({ owed: 700, paymentUsed: 700, paymentReturned: 300 });
  });
  test('what a cheaper item leaves goes out as chosen, after fees', () => {
    const cheaper = lineOf({
      method: 'variantExchange',
      exchangeDeltaAmount: -400,
      exchangeRemainderMethod: 'giftCard',
    });
    expect(settled([cheaper], { fee: 100 })).toMatchObject({ issued: { giftCard: 300 }, goods: 600, owed: 0 });
  });
});

describe('shop now', () => {
  const credit = lineOf({ method: 'giftCard', isShopNow: true, incentive: 100, exchangeRemainderMethod: 'giftCard' });
  test('the bonus is used in step with the credit', () => {
    expect(settled([credit], { shopNowCost: 550 })).toMatchObject({ shopNowIncentive: 50, issued: { giftCard: 500 } });
  });
  test('the bonus of a line is its percentage once another line was denied', () => {
    const one = { ...credit, amount: 3333, incentive: 166, incentiveBasisPoints: 500 };
    const other = { ...credit, id: 2, amount: 3334, incentive: 167, incentiveBasisPoints: 500 };
    expect(settled([one, other], { shopNowCost: 12_800 })).toMatchObject({ shopNowIncentive: 333, owed: 5800 });
    expect(settled([one], { shopNowCost: 12_800, paid: 5800 })).toMatchObject({
      shopNowIncentive: 167,
      stillOwed: 3500,
    });
  });
  test('what the credit does not cover is owed', () => {
    expect(settled([credit], { shopNowCost: 1500 })).toMatchObject({ shopNowIncentive: 100, owed: 400 });
  });
});

describe('sums too small to be taken', () => {
  const dearerBy = (cents: number) => lineOf({ method: 'variantExchange', exchangeDeltaAmount: cents });
  test('are waived, to the last cent below the least charge', () => {
    expect(settled([dearerBy(49)], { leastCharge: 50 })).toMatchObject({ owed: 0, stillOwed: 0, waived: 49 });
    expect(settled([dearerBy(50)], { leastCharge: 50 })).toMatchObject({ owed: 50, stillOwed: 50, waived: 0 });
  });
  test('are used when they were paid already, but not taken from a mere hold', () => {
    expect(settled([dearerBy(49)], { leastCharge: 50, paid: 900 })).toMatchObject({ paymentUsed: 49, waived: 0 });
    expect(settled([dearerBy(49)], { leastCharge: 50, paid: 900, isOnlyHeld: true })).toMatchObject({
      paymentUsed: 0,
      paymentReturned: 900,
      waived: 49,
    });
  });
  test('count after what was paid', () => {
    expect(settled([dearerBy(700)], { leastCharge: 50, paid: 660 })).toMatchObject({
      paymentUsed: 660,
      stillOwed: 0,
      waived: 40,
    });
  });
});

test('what staff settled outside moves nothing', () => {
  expect(settled([lineOf({ wasResolvedExternally: true })], { fee: 100 })).toMatchObject({
    external: 1000,
    issued: { refund: 0 },
    waived: 100,
  });
});

const minor = fc.integer({ min: 0, max: 2_000_000 });
const line = fc
  .record({
    method: fc.constantFrom('refund', 'giftCard', 'storeCredit', 'variantExchange', 'replacementOrder', 'repair'),
    isShopNow: fc.boolean(),
    wasResolvedExternally: fc.boolean(),
    amount: minor,
    incentive: minor,
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
    delta: fc.integer({ min: -2_000_000, max: 2_000_000 }),
    remainder: fc.constantFrom('refund', 'giftCard', 'storeCredit'),
  })
  .map((each): Omit<SettlementLine, 'id'> => ({
    method: each.isShopNow ? 'giftCard' : each.method,
    isShopNow: each.isShopNow,
    wasResolvedExternally: each.wasResolvedExternally,
    amount: each.amount,
    incentive: each.isShopNow || each.method === 'giftCard' || each.method === 'storeCredit' ? each.incentive : 0,
    incentiveBasisPoints: each.basisPoints,
    // Goods never cost less than nothing.
    exchangeDeltaAmount: each.method === 'variantExchange' ? Math.max(-each.amount, each.delta) : 0,
    exchangeRemainderMethod: each.remainder,
  }));
const anyInput = fc.record({
  lines: fc
    .array(line, { minLength: 1, maxLength: 8 })
    .map((lines) => lines.map((each, index) => ({ ...each, id: index + 1 }))),
  shopNowCost: fc.oneof(fc.constant(0), minor),
  fee: fc.oneof(fc.constant(0), minor),
  returnShipping: fc.oneof(fc.constant(0), minor),
  exchangeShipping: fc.oneof(fc.constant(0), minor),
  paid: fc.oneof(fc.constant(0), minor),
  leastCharge: fc.constantFrom(0, 1, 50, 1000),
  isOnlyHeld: fc.boolean(),
  areLinesLeft: fc.boolean(),
});
const MONEY = new Set(['refund', 'giftCard', 'storeCredit', 'variantExchange']);
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

test('law: what comes in is what goes out, to the minor unit', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const result = settle(input);
      const credited = input.lines.filter((each) => !each.wasResolvedExternally && MONEY.has(each.method));
      const credits =
        sum(credited.map((each) => each.amount)) +
        result.shopNowIncentive +
        result.paymentUsed +
        result.stillOwed +
        result.waived;
      const given =
        sum(Object.values(result.issued)) + result.goods + result.fee + result.returnShipping + result.exchangeShipping;
      expect(given).toBe(credits);
      expect(result.paymentUsed + result.paymentReturned).toBe(input.paid);
      const asked = settle({ ...input, areLinesLeft: false });
      const stillDue = asked.fee - result.fee + asked.returnShipping - result.returnShipping;
      expect(result).toMatchObject({ issued: asked.issued, owed: asked.owed, waived: asked.waived - stillDue });
      if (result.stillOwed > 0) expect(result.stillOwed).toBeGreaterThanOrEqual(input.leastCharge);
      for (const each of result.lines) {
        expect(each.issued).toBeGreaterThanOrEqual(0);
        expect(each.deducted).toBeGreaterThanOrEqual(0);
        expect(each.incentive).toBeGreaterThanOrEqual(0);
      }
    }),
    law(5000),
  );
});

test('law: the order of the lines changes no total', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const turned = settle({ ...input, lines: input.lines.toReversed() });
      const result = settle(input);
      expect(turned.issued).toEqual(result.issued);
      expect(turned.owed).toBe(result.owed);
      expect(turned.waived).toBe(result.waived);
    }),
    law(2000),
  );
});

test('a unit that cannot be split goes the same way however the lines are listed', () => {
  const lines = [
    lineOf({ method: 'giftCard', isShopNow: true, amount: 1, exchangeRemainderMethod: 'refund' }),
    lineOf({ id: 2, method: 'giftCard', isShopNow: true, amount: 1, exchangeRemainderMethod: 'giftCard' }),
  ];
  const turned = settled(lines.toReversed(), { shopNowCost: 1 });
  expect(turned.issued).toEqual(settled(lines, { shopNowCost: 1 }).issued);
});
