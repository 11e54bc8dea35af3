import { expect, test } from 'vitest';
import { effectFacts, orderFacts, type OrderFacts, type Step } from '#core/books/facts.ts';
import { movementDifferences } from '#core/books/reconcile-movements.ts';
import { orderDifferences } from '#core/books/reconcile-orders.ts';
import { worldOf } from '#core/books/world.fixture.ts';
import { approveLine } from '#core/claims/approve.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { quoteRepair } from '#core/claims/repair.ts';
import {
  agreeToQuotes,
  claimOf,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  POLICY,
  selectionOf,
  variantOf,
} from '#core/claims/test-data.ts';
import { moneyLeft } from '#core/orders/balance.ts';
import type { Order, OrderRefund } from '#core/orders/order.ts';
import { bonusOf } from '#core/settings/settings.fixture.ts';

const LATER = '2026-03-20T12:00:00Z';
const bought = orderOf([lineOf({ idFromPlatform: 'a' })]);

const refundOf = (idFromPlatform: string, total: number, line?: string): OrderRefund => ({
  idFromPlatform,
  purposeKey: null,
  createdOn: LATER,
  note: '',
  total,
  lines: line === undefined ? [] : [{ lineIdFromPlatform: line, quantity: 1, subtotal: total, tax: 0 }],
});
const toldOf = (lines: Order['lines'], ...refunds: OrderRefund[]): Order => ({
  ...bought,
  lines: lines.map((line) => ({
    ...line,
    currentQuantity: refunds.some((one) => one.lines[0]?.lineIdFromPlatform === line.idFromPlatform) ? 0 : 1,
  })),
  refunds,
  totalRefunded: refunds.reduce((sum, { total }) => sum + total, 0),
});

/** The platform's return that brought back line a and sent another one instead. */
const exchangedFor = (purposeKey: string): Order['returns'][number] => ({
  idFromPlatform: 'return-1',
  purposeKey,
  name: '',
  status: 'CLOSED',
  lines: [{ idFromPlatform: 'back-1', lineIdFromPlatform: 'a', quantity: 1 }],
  sentLines: [{ lineIdFromPlatform: 'added', quantity: 1 }],
});

test('goods of an exchange on the order that came back are given no more: a refund for them is no excess', () => {
  const asked = claimOf(bought, {
    settings: { isReturnProcessApiEnabled: true },
    selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
    variants: new Map([['product-1', [variantOf()]]]),
  });
  const { claim } = finalizeClaim(approveLine(asked, 1, {}, NOW).claim, bought, { policy: POLICY }, NOW);
  const lines = [...bought.lines, lineOf({ idFromPlatform: 'added', variantIdFromPlatform: 'variant-2' })];
  const purposeKey = `returnExchange:claim:${claim.id}:1:${claim.externalId}`;
  const exchanged = { ...refundOf('exchange', 0, 'a'), purposeKey };
  const told = (...of: Parameters<typeof toldOf>): Order => ({
    ...toldOf(...of),
    returns: [exchangedFor(purposeKey)],
  });
  expect(orderFacts(told(lines, exchanged), [claim], [])).toMatchObject({ byClaims: 1000, byOthers: 0 });
  const back = told(lines, exchanged, refundOf('by-hand', 1000, 'added'));
  expect(orderFacts(back, [claim], [])).toMatchObject({ byClaims: 0, byOthers: 1000 });
  const besides = (order: Order): Order => ({ ...order, totalPaid: 1500 });
  expect(moneyLeft(besides(told(lines, exchanged)), [claim])).toBe(500);
  expect(moneyLeft(besides(back), [claim])).toBe(500);
  // Of what was exchanged, though, nothing is left.
  const twice = told(lines, exchanged, refundOf('by-hand', 1000));
  expect(orderFacts(twice, [claim], [])).toMatchObject({ byClaims: 1000, byOthers: 1000 });
  expect(moneyLeft(besides(twice), [claim])).toBe(0);
});

const excessOf = (order: OrderFacts) => orderDifferences({ ...worldOf([]), orders: [order] });

/** An item of 1000 was exchanged on the order for one of 3000, which came back. */
function dearerThatCameBack({ isPaid, isExternal }: { isPaid: boolean; isExternal: boolean }) {
  const payment = paymentOf({ amount: 2000, capturedAmount: 2000, status: 'Captured', captureAsked: 2000 });
  const asked = claimOf(bought, {
    settings: { isReturnProcessApiEnabled: true, variantExchangePricing: 'PAYMENT', paymentProvider: 'stripe' },
    selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
    variants: new Map([['product-1', [variantOf({ price: 3000 })]]]),
    ...(isPaid ? { payment } : { source: 'Merchant_App' as const }),
  });
  const { claim, lineErrors } = finalizeClaim(
    approveLine(asked, 1, {}, NOW).claim,
    bought,
    { policy: POLICY, waiveBalance: !isPaid },
    NOW,
  );
  expect(lineErrors).toEqual([]);
  const added = { idFromPlatform: 'added', variantIdFromPlatform: 'variant-2', paidTotal: 3000 };
  const purposeKey = `returnExchange:claim:${claim.id}:1:${claim.externalId}`;
  const order: Order = {
    ...orderOf([lineOf({ idFromPlatform: 'a' }), lineOf(added)]),
    totalPaid: bought.totalPaid,
    returns: [exchangedFor(purposeKey)],
  };
  const again = claimOf(order, {
    ids: { claimId: claim.id + 1, externalId: 'R-AGAIN', orderId: 1 },
    settings: { ...bonusOf(0) },
    selections: [selectionOf({ lineIdFromPlatform: 'added', method: 'giftCard' })],
    priorClaims: [claim],
  });
  const { claim: approved } = approveLine(again, 1, { wasResolvedExternally: isExternal }, NOW);
  const back = finalizeClaim(approved, order, { policy: POLICY, otherClaims: [claim] }, NOW).claim;
  return orderFacts(order, [claim, back], []);
}

test('what the shopper paid on top for goods on the order is given back with them: it is no excess', () => {
  expect(dearerThatCameBack({ isPaid: true, isExternal: false })).toMatchObject({ paid: 3000, byClaims: 3000 });
});

test('what the shopper paid on top for goods on the order may be given back elsewhere, too; what the store waived may not', () => {
  const paid = dearerThatCameBack({ isPaid: true, isExternal: true });
  expect(paid).toMatchObject({ paid: 3000, byClaims: 0, outside: 3000 });
  expect(excessOf(paid)).toEqual([]);
  expect(excessOf({ ...paid, outside: 3001 })).toHaveLength(1);
  const waived = dearerThatCameBack({ isPaid: false, isExternal: true });
  expect(waived).toMatchObject({ paid: 1000, byClaims: 0, outside: 1000 });
  expect(excessOf(waived)).toEqual([]);
  expect(excessOf({ ...waived, outside: 1001 })).toHaveLength(1);
});

test('what an item paid for a repair was given by its order, and not what the shopper paid on top', () => {
  const lines = [lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b', paidTotal: 3000 })];
  const order = orderOf(lines);
  const asked = claimOf(order, {
    claimType: 'Warranty',
    source: 'Merchant_App',
    selections: [
      selectionOf({ lineIdFromPlatform: 'a', method: 'repair' }),
      selectionOf({ lineIdFromPlatform: 'b', method: 'refund' }),
    ],
    shippingMethod: 'none',
  });
  const { claim: quoted } = quoteRepair(asked, 1, { price: 2000, note: '' }, NOW);
  const agreed = agreeToQuotes(approveLine(quoted, 2, {}, NOW).claim, NOW).claim;
  const { claim, settlement } = finalizeClaim(agreed, order, { policy: POLICY }, NOW);
  expect(settlement).toMatchObject({ repairs: 2000, issued: { refund: 1000 } });
  expect(orderFacts(order, [claim], [])).toMatchObject({ byClaims: 3000 });
});

test('what staff refunded by hand in place of a step that was not made was given, and by them', () => {
  const { claim, effects } = finalizeClaim(
    approveLine(claimOf(bought), 1, {}, NOW).claim,
    bought,
    { policy: POLICY },
    NOW,
  );
  const refund = effects.find(({ kind }) => kind === 'refund');
  if (!refund) throw new Error('it is refunded');
  const step: Step = {
    ...refund,
    summary: '',
    state: 'doneElsewhere',
    result: null,
    doneOn: LATER,
    settledBy: 'Ada',
    settledReason: 'by hand',
  };
  for (const refunds of [[refundOf('one', 1000, 'a')], [refundOf('one', 600), refundOf('two', 400)]])
    expect(orderFacts(toldOf(bought.lines, ...refunds), [claim], [step])).toMatchObject({
      byClaims: 0,
      byOthers: 1000,
    });
  const ours = { ...refundOf('one', 1000, 'a'), purposeKey: `${refund.purposeKey}:${claim.externalId}` };
  expect(orderFacts(toldOf(bought.lines, ours), [claim], [])).toMatchObject({
    byClaims: 1000,
    byOthers: 0,
  });
});

test('what shipping protection refunded counts beside what claims gave', () => {
  const asked = claimOf(bought, { selections: [selectionOf({ method: 'storeCredit' })] });
  const { claim } = finalizeClaim(approveLine(asked, 1, {}, NOW).claim, bought, { policy: POLICY }, NOW);
  const held = { id: 7, externalId: 'S-7', units: [], money: 600 };
  const refund = { ...refundOf('shipping', 600), purposeKey: 'shippingRefund:shippingClaim:7:1:S-7' };
  const order = { ...toldOf(bought.lines, refund), shippingClaims: [held] };
  const facts = orderFacts(order, [claim], []);
  expect(facts).toMatchObject({ paid: 1000, byClaims: 1600, byOthers: 0 });
  expect(excessOf(facts)).toMatchObject([{ code: 'ORDER_GAVE_MORE_THAN_PAID' }]);
  expect(excessOf(orderFacts(order, [], []))).toEqual([]);
});

const REFUNDS = {
  refund: {
    subject: { kind: 'claim', id: 1 },
    payload: {
      claimExternalId: 'R-1',
      to: 'originalPayment',
      claimLineIds: [1],
      lines: [],
      incentiveAmount: 0,
      note: '',
    },
  },
  shippingRefund: {
    subject: { kind: 'shippingClaim', id: 7 },
    payload: { shippingClaimId: 7, claimExternalId: 'S-7', lines: [], shippingFee: 0, note: '' },
  },
} as const;

test.each(['refund', 'shippingRefund'] as const)(
  'a %s that a payment provider declined in part, before or after it was done, differs',
  (kind) => {
    const [decided, moved] = [600, 400].map((amount) => ({ amount, currencyCode: 'USD' }));
    if (!decided || !moved) throw new Error('there are two amounts');
    const { subject, payload } = REFUNDS[kind];
    for (const amount of [decided, moved]) {
      const effect = effectFacts({
        kind,
        purposeKey: `${kind}:${subject.kind}:${subject.id}:1`,
        subject,
        payload: { ...payload, orderIdFromPlatform: 'order-1', amount: decided },
        summary: '',
        state: 'done',
        result: { idFromPlatform: 'refund-1', amount },
        doneOn: LATER,
        settledBy: null,
        settledReason: null,
      });
      const movement = { kind: 'refund' as const, idFromPlatform: 'refund-1', orderIdFromPlatform: 'order-1' };
      const shown = { ...movement, purposeKey: null, amount: moved, createdOn: LATER, isCanceled: false };
      const { differences } = movementDifferences({ ...worldOf([]), effects: [effect], movements: [shown] });
      expect(differences).toMatchObject([{ code: 'AMOUNT_DIFFERS', ours: 600, theirs: 400 }]);
    }
  },
);
