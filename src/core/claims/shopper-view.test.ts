import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { claimLedger, openSettlement, stillOwed } from '#core/claims/claim-money.ts';
import { WantedItem } from '#core/claims/goods-shapes.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { rollupOf } from '#core/claims/status.ts';
import {
  claimOf,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  POLICY,
  selectionOf,
  settingsOf,
  variantOf,
} from '#core/claims/test-data.ts';
import { requestPayment } from '#core/claims/owed.ts';
import { owedByShopper, shopperView } from '#core/claims/shopper-view.ts';
import { englishEmail } from '#core/emails/worded.fixture.ts';

const order = orderOf(['a', 'b'].map((idFromPlatform) => lineOf({ idFromPlatform })));
const asked = claimOf(order, {
  selections: ['a', 'b'].map((lineIdFromPlatform) => selectionOf({ lineIdFromPlatform })),
});
const decided = denyLine(approveLine(asked, 1, { amount: 500 }, NOW).claim, 2, 'Wrong_Item', 'Not ours', NOW).claim;

test('what staff decided is told when it is carried out, not before', () => {
  const told = shopperView(decided);
  expect(told.lines.map(({ status, amount, noteToCustomer }) => [status, amount, noteToCustomer])).toEqual([
    ['open', null, ''],
    ['open', null, ''],
  ]);
  expect(claimLedger(told).balance).toBe(2000);
  expect(englishEmail('labelReady', decided).content.lines.map(({ detail }) => detail)).toEqual([
    'Refund $10.00.',
    'Refund $10.00.',
  ]);
  const done = finalizeClaim(decided, order, { policy: POLICY }, NOW).claim;
  expect(shopperView(done)).toEqual(done);
});

test('a claim that is denied and not finalized is still looked at', () => {
  const denied = denyLine(denyLine(asked, 1, 'Wrong_Item', '', NOW).claim, 2, 'Wrong_Item', '', NOW).claim;
  expect(rollupOf(denied, false).code).toBe('Denied');
  expect(rollupOf(shopperView(denied), false).code).toBe('Open');
});

test('of a claim that is finalized all is told, also a denied line that was not', () => {
  expect(shopperView({ ...decided, finalizedOn: NOW }).lines[1]?.status).toBe('denied');
});

test('what is to be paid is told with what it is for', () => {
  const dearer = claimOf(order, {
    settings: settingsOf({ paymentProvider: 'stripe', variantExchangePricing: 'PAYMENT' }),
    source: 'Merchant_App',
    variants: new Map([['product-1', [variantOf({ price: 5000 })]]]),
    selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
  });
  const approved = approveLine(dearer, 1, {}, NOW).claim;
  expect(shopperView(approved)).toBe(approved);
});

test('what was paid for a decision is told with it; what was paid for as asked for is not', () => {
  const settings = settingsOf({ paymentProvider: 'stripe', variantExchangePricing: 'PAYMENT' });
  const pricing = { ...settings, exchangeRemainderMethod: 'refund' } as const;
  const exchange = WantedItem.parse({ variantIdFromPlatform: 'variant-2', title: 'L', unitPrice: 5000 });
  const approved = approveLine(asked, 1, { method: 'variantExchange', exchange, pricing }, NOW).claim;
  const all = approveLine(approved, 2, {}, NOW).claim;
  const owed = stillOwed(all);
  expect(owed).toBeGreaterThan(0);
  const paid = { ...all, payments: [paymentOf({ amount: owed, status: 'Captured', capturedAmount: owed })] };
  expect(stillOwed(paid)).toBe(0);
  expect(shopperView(paid)).toBe(paid);
  expect(englishEmail('labelReady', paid).content.sums?.at(-1)).toMatchObject({
    label: 'You get back',
    amount: '$0.00',
  });
  const back = approveLine(paid, 1, { method: 'refund', amount: 500 }, NOW).claim;
  expect(shopperView(back).lines[0]).toMatchObject({ status: 'open', amount: null });
});

test('what is not owed as decided is in no mail', () => {
  const unpaid = claimOf(order, {
    settings: settingsOf({ paymentProvider: 'stripe', variantExchangePricing: 'PAYMENT' }),
    source: 'Merchant_App',
    variants: new Map([['product-1', [variantOf({ price: 5000 })]]]),
    selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
  });
  expect(englishEmail('labelReady', unpaid).content.sums?.at(-1)).toMatchObject({ label: 'You owe' });
  const denied = denyLine(unpaid, 1, 'Wrong_Item', '', NOW).claim;
  expect(englishEmail('labelReady', denied).content.sums).toEqual([]);
});

test('what is held for goods sent ahead was paid for no decision; what is paid beside it was', () => {
  const asked = claimOf(order, {
    settings: settingsOf({ paymentProvider: 'stripe', isInstantExchangeEnabled: true, returnFee: 300 }),
    isInstantExchange: true,
    payment: paymentOf({ amount: 1300 }),
    selections: [
      selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' }),
      selectionOf({ lineIdFromPlatform: 'b' }),
    ],
  });
  const nothing = approveLine(asked, 2, { amount: 0 }, NOW).claim;
  expect(openSettlement(nothing).paymentUsed).toBe(300);
  expect(shopperView(nothing).lines[1]).toMatchObject({ status: 'open', amount: null });
  const exchange = WantedItem.parse({ variantIdFromPlatform: 'variant-3', title: 'XL', unitPrice: 5000 });
  const pricing = { ...settingsOf({ variantExchangePricing: 'PAYMENT' }), exchangeRemainderMethod: 'refund' } as const;
  const dearer = approveLine(asked, 2, { method: 'variantExchange', exchange, pricing }, NOW).claim;
  const owed = stillOwed(dearer);
  expect(owed).toBeGreaterThan(0);
  const beside = paymentOf({ id: 32, amount: owed, captureAsked: owed, status: 'Captured', capturedAmount: owed });
  const paid = { ...dearer, payments: [...dearer.payments, beside] };
  expect(shopperView(paid)).toBe(paid);
  const back = approveLine(paid, 2, { method: 'refund', amount: 0 }, NOW).claim;
  expect(shopperView(back).lines[1]).toMatchObject({ status: 'open', amount: null });
});

test('a denial that is not finalized asks for no payment, although the items sent for it would have to be paid', () => {
  const instant = claimOf(order, {
    settings: settingsOf({ paymentProvider: 'stripe', isInstantExchangeEnabled: true }),
    isInstantExchange: true,
    payment: paymentOf({ amount: 1000 }),
    selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
  });
  const gone = { ...instant, payments: [paymentOf({ amount: 1000, status: 'Expired' })] };
  const denied = denyLine(gone, 1, 'Item_Not_Returned', 'Not here', NOW).claim;
  expect(stillOwed(denied)).toBe(1000);
  expect(owedByShopper(denied)).toBe(0);
  expect(shopperView(denied).lines[0]).toMatchObject({ status: 'open', noteToCustomer: '' });
  const asked = requestPayment(denied, NOW).claim;
  expect(owedByShopper(asked)).toBe(1000);
  expect(shopperView(asked)).toBe(asked);
});
