import { describe, expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { cancelClaim, cancelLine, restoreClaim } from '#core/claims/cancel.ts';
import type { Claim } from '#core/claims/claim.ts';
import { claimLedger, shopNowGoods, stillOwed } from '#core/claims/claim-money.ts';
import { changeFees } from '#core/claims/fees.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { refundPayment } from '#core/claims/payments.ts';
import { denyLine } from '#core/claims/resolution.ts';
import {
  claimOf,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  POLICY as policy,
  refusalOf,
  selectionOf,
  settingsOf,
  variantOf,
} from '#core/claims/test-data.ts';
import { englishEmail } from '#core/emails/worded.fixture.ts';

const order = orderOf(['a', 'b'].map((idFromPlatform) => lineOf({ idFromPlatform })));
const variants = new Map([['product-1', [variantOf({ price: 1500 })]]]);
const settings = settingsOf({ isInstantExchangeEnabled: true, paymentProvider: 'stripe', exchangeShippingFee: 400 });
const exchange = selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' });
const credits = ['a', 'b'].map((lineIdFromPlatform) =>
  selectionOf({ lineIdFromPlatform, method: 'giftCard', isShopNow: true }),
);
const shopNow = claimOf(order, {
  variants,
  selections: credits,
  shopNowItems: [{ productIdFromPlatform: 'product-1', variantIdFromPlatform: 'variant-2', quantity: 1 }],
});
const ordersIn = (effects: readonly { kind: string }[]) => effects.filter(({ kind }) => kind === 'exchangeOrder');

const PAYS_FOR_OTHERS = ['Its value pays for new items that are left out.'];
const errorsOf = ({ lineErrors }: { lineErrors: { lineId: number; errors: string[] }[] }) =>
  Object.fromEntries(lineErrors.map(({ lineId, errors }) => [lineId, errors]));

test('a refund waits for a denied line whose goods were sent, which it helps to pay, and the hold with it', () => {
  const selections = [selectionOf({ lineIdFromPlatform: 'b' }), exchange];
  const payment = paymentOf({ amount: 5000 });
  const asked = claimOf(order, { settings, variants, selections, isInstantExchange: true, payment });
  const decided = denyLine(approveLine(asked, 1, {}, NOW).claim, 2, 'Item_Not_Returned', '', NOW).claim;
  const half = finalizeClaim(decided, order, { policy, lineIds: [1] }, NOW);
  expect(errorsOf(half)).toEqual({ 1: PAYS_FOR_OTHERS });
  expect(half.effects).toEqual([]);
  const done = finalizeClaim(half.claim, order, { policy }, NOW);
  const capture = done.effects.find(({ kind }) => kind === 'paymentCapture');
  // The refund of 1000 pays for the goods that never came back, the hold for their shipping.
  expect(capture?.payload).toMatchObject({ amount: { amount: 400 } });
  expect(done.claim.settlements).toMatchObject([{ goods: 1000, issued: { refund: 0 }, paymentUsed: 400 }]);
});

test('a claim is finalized only when its denied line is carried out too', () => {
  const selections = ['a', 'b'].map((lineIdFromPlatform) => selectionOf({ lineIdFromPlatform }));
  const approved = approveLine(claimOf(order, { selections }), 1, {}, NOW).claim;
  const decided = denyLine(approved, 2, 'Wrong_Item', '', NOW).claim;
  const half = finalizeClaim(decided, order, { policy, lineIds: [1] }, NOW).claim;
  expect(half.finalizedOn).toBe(null);
  const done = finalizeClaim(half, order, { policy }, NOW).claim;
  expect(done.finalizedOn).toBe(NOW);
  expect(done.lines.map(({ finalizedOn }) => finalizedOn)).toEqual([NOW, NOW]);
});

test('shipping of even exchange that nobody paid for is not given away unasked', () => {
  const asked = claimOf(order, { settings, source: 'Merchant_App', variants, selections: [exchange] });
  const decided = approveLine(asked, 1, {}, NOW).claim;
  expect(claimLedger(decided).balance).toBe(-400);
  expect(finalizeClaim(decided, order, { policy }, NOW).lineErrors).toHaveLength(1);
  expect(finalizeClaim(decided, order, { policy, waiveBalance: true }, NOW).claim.finalizedOn).toBe(NOW);
});

test('shipping of goods sent in two rounds is taken once', () => {
  const three = orderOf(['a', 'b', 'c'].map((idFromPlatform) => lineOf({ idFromPlatform })));
  const selections = [
    exchange,
    selectionOf({ ...exchange, lineIdFromPlatform: 'b' }),
    selectionOf({ lineIdFromPlatform: 'c' }),
  ];
  const asked = claimOf(three, { settings, source: 'Merchant_App', variants, selections });
  const decided = [1, 2, 3].reduce((claim, id) => approveLine(claim, id, {}, NOW).claim, asked);
  const half = finalizeClaim(decided, three, { policy, lineIds: [1, 3] }, NOW).claim;
  const done = finalizeClaim(half, three, { policy }, NOW);
  expect(done.lineErrors).toEqual([]);
  expect(done.claim.settlements.map((round) => round.exchangeShipping)).toEqual([400, 0]);
});

test('what helps to pay for goods that wait for the rest of their price waits with them; what is denied does not', () => {
  const dearer = new Map([['product-1', [variantOf({ price: 5000 })]]]);
  const pays = settingsOf({ paymentProvider: 'stripe', variantExchangePricing: 'PAYMENT' });
  const three = orderOf(['a', 'b', 'c'].map((idFromPlatform) => lineOf({ idFromPlatform })));
  const [returned, denied] = ['b', 'c'].map((lineIdFromPlatform) => selectionOf({ lineIdFromPlatform }));
  const asked = claimOf(three, {
    settings: pays,
    source: 'Merchant_App',
    variants: dearer,
    selections: [exchange, ...(returned && denied ? [returned, denied] : [])],
  });
  const approved = [1, 2].reduce((claim, id) => approveLine(claim, id, {}, NOW).claim, asked);
  const decided = denyLine(approved, 3, 'Wrong_Item', '', NOW).claim;
  const owed = stillOwed(decided);
  expect(owed).toBeGreaterThan(0);
  const done = finalizeClaim(decided, three, { policy }, NOW);
  expect(done.lineErrors.map(({ lineId }) => lineId)).toEqual([1, 2]);
  expect(done.settlement.issued.refund).toBe(0);
  expect(done.claim.lines.map(({ finalizedOn }) => finalizedOn !== null)).toEqual([false, false, true]);
  expect(stillOwed(done.claim)).toBe(owed);
  expect(finalizeClaim(decided, three, { policy, waiveBalance: true }, NOW).lineErrors).toEqual([]);
});

describe('goods that are left out for stock', () => {
  const pays = settingsOf({ paymentProvider: 'stripe', variantExchangePricing: 'PAYMENT' });
  const dearer = new Map([['product-1', [variantOf({ price: 3000 })]]]);
  const card = selectionOf({ lineIdFromPlatform: 'b', method: 'giftCard' });
  const asked = claimOf(order, {
    settings: pays,
    source: 'Merchant_App',
    variants: dearer,
    selections: [exchange, card],
    payment: paymentOf({ amount: 1000, captureAsked: 1000, capturedAmount: 1000, status: 'Captured' }),
  });
  const decided = [1, 2].reduce((claim, id) => approveLine(claim, id, {}, NOW).claim, asked);
  const soldOut = new Map([['variant-2', 0]]);
  const stops = { ...policy, outOfStockAtFinalize: 'fail' as const };

  test('keep back what pays for them, so that nobody who has paid is asked again', () => {
    expect(stillOwed(decided)).toBe(0);
    const round = finalizeClaim(decided, order, { policy: stops, stock: soldOut }, NOW);
    expect(errorsOf(round)).toEqual({ 1: [expect.stringContaining('out of stock')], 2: PAYS_FOR_OTHERS });
    expect(round.effects).toEqual([]);
    expect(claimLedger(round.claim)).toEqual(claimLedger(decided));
  });

  test('and so by choice of lines, either of them', () => {
    const alone = (lineId: number, waiveBalance = false) =>
      finalizeClaim(decided, order, { policy: stops, lineIds: [lineId], waiveBalance }, NOW);
    expect(errorsOf(alone(2))).toEqual({ 2: PAYS_FOR_OTHERS });
    expect(errorsOf(alone(1))).toEqual({ 1: ['The item that pays for it is left out.'] });
    expect(errorsOf(alone(1, true))).toEqual({ 1: ['The item that pays for it is left out.'] });
  });

  test('keep back nothing they do not need', () => {
    const variantsAtPar = new Map([['product-1', [variantOf({ price: 1000 })]]]);
    const even = claimOf(order, { settings: pays, variants: variantsAtPar, selections: [exchange, card] });
    const approved = [1, 2].reduce((claim, id) => approveLine(claim, id, {}, NOW).claim, even);
    const round = finalizeClaim(approved, order, { policy: stops, stock: soldOut }, NOW);
    expect(Object.keys(errorsOf(round))).toEqual(['1']);
  });
});

test('shop-now items of a canceled or denied credit are neither owed nor sent', () => {
  expect(claimLedger(cancelClaim(shopNow, NOW).claim).balance).toBe(0);
  const denied = [1, 2].reduce((claim, id) => denyLine(claim, id, 'Wrong_Item', '', NOW).claim, shopNow);
  const { claim, settlement } = finalizeClaim({ ...denied, payments: [paymentOf()] }, order, { policy }, NOW);
  expect(settlement).toMatchObject({ owed: 0, goods: 0, paymentUsed: 0 });
  expect(claim.settlements[0]?.shopNowCost).toBe(0);
});

test('shop-now items go out once, though their credit is finalized in parts', () => {
  const cheaper: Claim = {
    ...shopNow,
    shopNow: { items: shopNowGoods(shopNow).map((item) => ({ ...item, unitPrice: 600 })) },
  };
  const decided = [1, 2].reduce((claim, id) => approveLine(claim, id, {}, NOW).claim, cheaper);
  const first = finalizeClaim(decided, order, { policy, lineIds: [1] }, NOW);
  const second = finalizeClaim(first.claim, order, { policy, lineIds: [2] }, NOW);
  expect([ordersIn(first.effects), ordersIn(second.effects)].map((orders) => orders.length)).toEqual([1, 0]);
});

test('shop-now items that one credit does not pay for wait for the other, though what is owed is waived', () => {
  const decided = [1, 2].reduce((claim, id) => approveLine(claim, id, {}, NOW).claim, shopNow);
  for (const id of [1, 2])
    expect(errorsOf(finalizeClaim(decided, order, { policy, lineIds: [id], waiveBalance: true }, NOW))).toEqual({
      [id]: ['The item that pays for it is left out.'],
    });
});

test('shop-now items that are out of stock hold back whichever credit is chosen', () => {
  const stops = { ...policy, outOfStockAtFinalize: 'fail' as const };
  const cheaper: Claim = {
    ...shopNow,
    shopNow: { items: shopNowGoods(shopNow).map((item) => ({ ...item, unitPrice: 600 })) },
  };
  const decided = [1, 2].reduce((claim, id) => approveLine(claim, id, {}, NOW).claim, cheaper);
  const stock = new Map([['variant-2', 0]]);
  for (const id of [1, 2])
    expect(errorsOf(finalizeClaim(decided, order, { policy: stops, lineIds: [id], stock }, NOW))).toEqual({
      [id]: [expect.stringContaining('out of stock')],
    });
});

test('what is left of a shop-now credit goes out as it was approved, and brings no other goods', () => {
  const one = approveLine(approveLine(shopNow, 1, { method: 'refund' }, NOW).claim, 2, { method: 'refund' }, NOW).claim;
  // Of 2000 with a bonus of 100, 1500 are spent, of which the bonus pays its part.
  expect(finalizeClaim(one, order, { policy }, NOW).settlement).toMatchObject({
    issued: { refund: 571, giftCard: 0 },
    shopNowIncentive: 71,
  });
  expect(refusalOf(() => approveLine(shopNow, 1, { method: 'replacementOrder' }, NOW))).toBe('METHOD_NOT_ALLOWED');
});

test('a used payment that staff gave back all the same is no debt of the shopper', () => {
  const paid = paymentOf({ amount: 500, captureAsked: 500, capturedAmount: 500, status: 'Captured' });
  const dearer = settingsOf({ paymentProvider: 'stripe', variantExchangePricing: 'PAYMENT' });
  const asked = claimOf(order, { settings: dearer, variants, selections: [exchange], payment: paid });
  const done = finalizeClaim(approveLine(asked, 1, {}, NOW).claim, order, { policy }, NOW).claim;
  expect(done.settlements[0]?.paymentUsed).toBe(500);
  expect(claimLedger(refundPayment(done, { paymentId: paid.id, left: paid.capturedAmount }, NOW).claim).balance).toBe(
    0,
  );
});

describe('fees that a round has nothing to take from', () => {
  const pays = settingsOf({ paymentProvider: 'stripe', variantExchangePricing: 'PAYMENT' });
  const asked = claimOf(order, {
    settings: pays,
    source: 'Merchant_App',
    variants,
    selections: [exchange, selectionOf({ lineIdFromPlatform: 'b' })],
    fees: { feeApplied: 200, returnShippingAmountApplied: 80 },
  });
  const approved = approveLine(asked, 1, {}, NOW).claim;
  const denied = denyLine(approved, 2, 'Wrong_Item', '', NOW).claim;

  test('stay owed for the goods that are left, and are in no mail before', () => {
    const owed = stillOwed(denied);
    const round = finalizeClaim(denied, order, { policy }, NOW);
    expect(round.lineErrors.map(({ lineId }) => lineId)).toEqual([1]);
    expect(round.claim.settlements).toMatchObject([{ fee: 0, returnShipping: 0, waived: 0 }]);
    expect(stillOwed(round.claim)).toBe(owed);
    expect(claimLedger(round.claim)).toEqual(claimLedger(denied));
    expect(englishEmail('finalized', round.claim).content.sums).toEqual([]);
    expect(changeFees(round.claim, { feeApplied: 0 }, NOW).claim.feeApplied).toBe(0);
  });

  test('are taken by the refund that is left, as at once', () => {
    const decided = approveLine(denyLine(asked, 1, 'Wrong_Item', '', NOW).claim, 2, {}, NOW).claim;
    const first = finalizeClaim(decided, order, { policy, lineIds: [1] }, NOW).claim;
    const second = finalizeClaim(first, order, { policy }, NOW);
    expect(second.settlement.issued.refund).toBe(720);
    expect(claimLedger(second.claim)).toEqual(claimLedger(finalizeClaim(decided, order, { policy }, NOW).claim));
  });

  test('cannot be lowered below what a round took of them, each by itself', () => {
    const selections = order.lines.map(({ idFromPlatform }) => selectionOf({ lineIdFromPlatform: idFromPlatform }));
    const fees = { feeApplied: 200, returnShippingAmountApplied: 80 };
    const both = claimOf(order, { source: 'Merchant_App', selections, fees });
    const decided = both.lines.reduce((so, { id }) => approveLine(so, id, {}, NOW).claim, both);
    const { claim } = finalizeClaim(decided, order, { policy, lineIds: [1] }, NOW);
    const lowered = (fees: Parameters<typeof changeFees>[1]) => refusalOf(() => changeFees(claim, fees, NOW));
    expect(claim.settlements).toMatchObject([{ fee: 200, returnShipping: 80 }]);
    expect(lowered({ feeApplied: 199 })).toBe('FEE_ALREADY_TAKEN');
    expect(lowered({ returnShippingAmountApplied: 79 })).toBe('FEE_ALREADY_TAKEN');
  });

  test('are taken by a denied item that is approved after all', () => {
    const none = denyLine(denyLine(asked, 1, 'Wrong_Item', '', NOW).claim, 2, 'Wrong_Item', '', NOW).claim;
    const first = finalizeClaim(none, order, { policy, lineIds: [1] }, NOW).claim;
    expect(first.settlements).toMatchObject([{ fee: 0, returnShipping: 0, waived: 0 }]);
    const second = finalizeClaim(approveLine(first, 2, {}, NOW).claim, order, { policy }, NOW);
    expect(second.settlement.issued.refund).toBe(720);
    const ended = finalizeClaim(first, order, { policy }, NOW).claim;
    expect(ended.settlements).toMatchObject([{ waived: 0 }, { fee: 200, returnShipping: 80, waived: 280 }]);
  });

  test('are taken by a canceled item of a warranty claim that is restored', () => {
    const selections = order.lines.map(({ idFromPlatform }) => selectionOf({ lineIdFromPlatform: idFromPlatform }));
    const source = 'Merchant_App' as const;
    const both = claimOf(order, { claimType: 'Warranty', source, selections, fees: { feeApplied: 300 } });
    const decided = approveLine(cancelLine(both, 2, NOW).claim, 1, { amount: 100 }, NOW).claim;
    const first = finalizeClaim(decided, order, { policy }, NOW).claim;
    expect(first).toMatchObject({ finalizedOn: NOW, settlements: [{ fee: 100, waived: 0 }] });
    expect(claimLedger(first)).toEqual(claimLedger(decided));
    const restored = restoreClaim(first, () => true, NOW).claim;
    const second = finalizeClaim(approveLine(restored, 2, {}, NOW).claim, order, { policy }, NOW);
    expect(second.settlement).toMatchObject({ issued: { refund: 800 }, fee: 200 });
  });

  test('are waived by the round that ends the claim', () => {
    const none = denyLine(denied, 1, 'Wrong_Item', '', NOW).claim;
    const { claim } = finalizeClaim(none, order, { policy }, NOW);
    expect(claim.settlements).toMatchObject([{ fee: 200, returnShipping: 80, waived: 280 }]);
  });
});
