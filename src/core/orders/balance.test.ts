import { describe, expect, test } from 'vitest';
import { orderFacts } from '#core/books/facts.ts';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim, ResolutionMethod } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import { lineEligibility } from '#core/claims/eligibility.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { quoteClaim } from '#core/claims/sums.ts';
import {
  claimOf,
  lineOf,
  orderOf,
  paymentOf,
  POLICY,
  policyOf,
  refundOf,
  selectionOf,
  termsBy,
  variantOf,
} from '#core/claims/test-data.ts';
import { moneyLeft, orderBalance } from '#core/orders/balance.ts';
import { unnamedRefunds, withRefund } from '#core/orders/movements.ts';
import type { Order } from '#core/orders/order.ts';

const bought = orderOf(['a', 'b', 'c'].map((idFromPlatform) => lineOf({ idFromPlatform })));
const ON = {
  first: '2026-03-17T10:00:00.000Z',
  between: '2026-03-17T11:00:00.000Z',
  second: '2026-03-17T12:00:00.000Z',
};

function returned(
  id: number,
  line: string,
  method: ResolutionMethod,
  now: string,
  changes: Partial<Claim> = {},
): Claim {
  const asked = claimOf(bought, {
    ids: { claimId: id, externalId: `R-${id}`, orderId: 1 },
    selections: [selectionOf({ lineIdFromPlatform: line, method })],
  });
  return finalizeClaim({ ...approveLine(asked, 1, {}, now).claim, ...changes }, bought, { policy: POLICY }, now).claim;
}

type Refund = Order['refunds'][number];
const refund = (line: string, total: number, createdOn: string, made?: Parameters<typeof refundOf>[1]): Refund =>
  refundOf(
    {
      idFromPlatform: `${line}-${createdOn}`,
      createdOn,
      total,
      lines: [{ lineIdFromPlatform: line, quantity: 1, subtotal: total, tax: 0 }],
    },
    made,
  );
/** A sum alone. */
const money = (id: string, total: number, made?: Parameters<typeof refundOf>[1]): Refund =>
  refundOf({ idFromPlatform: id, createdOn: ON.between, total }, made);
const unitsOf = (order: Order, line: string, claims: Claim[]) => {
  const { claimed, back } = orderBalance(order, claims).lines.get(line) ?? {};
  return { claimed, back };
};
const told = (...refunds: Order['refunds']): Order => ({
  ...bought,
  refunds,
  totalRefunded: refunds.reduce((sum, refund) => sum + refund.total, 0),
  lines: bought.lines.map((line) => ({
    ...line,
    currentQuantity: refunds.some((refund) => refund.lines[0]?.lineIdFromPlatform === line.idFromPlatform) ? 0 : 1,
  })),
});

test('the bonus on store credit is not money of the order, before and after the platform tells the refund', () => {
  const claim = returned(1, 'a', 'storeCredit', ON.first);
  expect(claim.settlements[0]?.incentive.storeCredit).toBe(100);
  expect(moneyLeft(bought, [claim])).toBe(2000);
  expect(moneyLeft(told(refund('a', 1100, ON.first, { way: 'storeCredit', claim })), [claim])).toBe(2000);
});

test('a refund that staff made for a claim of shipping protection counts once, whenever the platform tells of it', () => {
  const ofA = { fulfillmentLineIdFromPlatform: null, quantity: 1, subtotal: 1000, tax: 0 };
  const held = { id: 7, externalId: 'S-7', units: [{ lineIdFromPlatform: 'a', ...ofA }], money: 1000 };
  const made = refund('a', 1000, ON.first);
  const named = { ...held, refundIdByHand: made.idFromPlatform };
  for (const order of [bought, told(made), told(refundOf({ ...made, lines: [] }))]) {
    const known = { ...order, shippingClaims: [named] };
    expect(moneyLeft(known, [])).toBe(2000);
    expect(unitsOf(known, 'a', [])).toEqual({ claimed: 1, back: 0 });
    expect(unnamedRefunds(known, [])).toEqual([]);
    expect(orderFacts(known, [], [])).toMatchObject({ byClaims: order.totalRefunded, byOthers: 0 });
  }
  // What it gave over the claim is the store's own.
  const more = { ...told(refund('a', 1000, ON.first)), shippingClaims: [{ ...named, money: 600 }] };
  expect(moneyLeft(more, [])).toBe(2000);
  // Unnamed it is another one.
  expect(moneyLeft({ ...told(made), shippingClaims: [held] }, [])).toBe(1000);
});

test('a refund that staff made in place of that of the cover counts once, and what it gave over the cover is their own', () => {
  const units = [{ lineIdFromPlatform: 'a', fulfillmentLineIdFromPlatform: null, quantity: 1, subtotal: 1000, tax: 0 }];
  const made = refundOf({ ...refund('a', 1000, ON.first), lines: [] });
  const coverRefund = { purposeKey: 'coverRefund:order:7:1', decidedOn: ON.first, units, money: 1000 };
  const named = { ...coverRefund, refundIdByHand: made.idFromPlatform };
  for (const order of [bought, told(made), told(refund('a', 1000, ON.first))]) {
    const known = { ...order, coverRefund: named };
    expect(moneyLeft(known, [])).toBe(2000);
    expect(unnamedRefunds(known, [])).toEqual([]);
    expect(orderFacts(known, [], [])).toMatchObject({ byClaims: order.totalRefunded, byOthers: 0 });
  }
  expect(moneyLeft({ ...told(made), coverRefund: { ...named, money: 600 } }, [])).toBe(2000);
  expect(moneyLeft({ ...told(made), coverRefund }, [])).toBe(1000);
});

test('a fee that was taken off stays taken, whoever refunds something else', () => {
  const claim = returned(1, 'a', 'refund', ON.first, { feeApplied: 300 });
  const order = told(refund('a', 700, ON.first, { way: 'refund', claim }), refund('b', 1000, ON.between));
  expect(moneyLeft(order, [claim])).toBe(1000);
});

test('what staff refunded at the platform between two claims counts while the second is not told yet', () => {
  const claims = [returned(1, 'a', 'refund', ON.first), returned(2, 'b', 'refund', ON.second)];
  const [claim] = claims;
  if (!claim) throw new Error('there is a first');
  const order = told(refund('a', 1000, ON.first, { way: 'refund', claim }), refund('c', 1000, ON.between));
  expect(moneyLeft(order, claims)).toBe(0);
  expect(unitsOf(order, 'c', claims)).toEqual({ claimed: 0, back: 1 });
});

test.each(['success', 'CANCELLED', 'canceled', 'error', 'failure'])(
  'units count as sent only while their fulfillment stands: %s',
  (status) => {
    const order = { ...bought, fulfillments: bought.fulfillments.map((parcel) => ({ ...parcel, status })) };
    const units = status === 'success' ? 1 : 0;
    expect(orderBalance(order, []).lines.get('a')).toMatchObject({ bought: 1, sent: units, left: units });
  },
);

test('a claim holds its units though the fulfillment it names has another name now, and the rest is not sent yet', () => {
  const three = orderOf([lineOf({ idFromPlatform: 'a', quantity: 3 })]);
  const sentAs = (id: string): Order => ({
    ...three,
    fulfillments: three.fulfillments.map((parcel) => ({
      ...parcel,
      lines: parcel.lines.map((line) => ({ ...line, idFromPlatform: id, quantity: 2 })),
    })),
  });
  const claim = claimOf(sentAs('before'), { selections: [selectionOf({ lineIdFromPlatform: 'a' })] });
  for (const id of ['before', 'after'])
    expect(orderBalance(sentAs(id), [claim]).lines.get('a')).toMatchObject({ sent: 2, claimed: 1, left: 1 });
});

describe('whose refund it is', () => {
  const claim = returned(1, 'a', 'refund', ON.first);

  test('is said by the key in its note, whatever its sum, its units and its time', () => {
    const ours = { way: 'refund', claim } as const;
    for (const one of [
      refund('a', 1000, ON.second, ours),
      refund('a', 900, '2026-03-16T10:00:00.000Z', ours),
      money('x', 1000, ours),
    ]) {
      expect(moneyLeft(told(one), [claim])).toBe(2000);
      expect(unitsOf(told(one), 'a', [claim])).toEqual({ claimed: 1, back: 0 });
    }
    expect(moneyLeft(told(refund('a', 600, ON.second, ours), money('x', 400, ours)), [claim])).toBe(2000);
  });

  test('one that only looks like ours counts beside it, before and after ours is reported', () => {
    const alike = refund('a', 1000, ON.first);
    expect(moneyLeft(told(alike), [claim])).toBe(1000);
    const ours = refund('a', 1000, ON.second, { way: 'refund', claim });
    expect(moneyLeft(told(alike, ours), [claim])).toBe(1000);
    expect(unitsOf(told(refund('b', 1000, ON.first), ours), 'b', [claim])).toEqual({ claimed: 0, back: 1 });
  });

  test('one for a claim of the same number in another installation is not ours', () => {
    const elsewhere = { ...claim, externalId: 'R-OTHER' };
    expect(moneyLeft(told(refund('b', 1000, ON.second, { way: 'refund', claim: elsewhere })), [claim])).toBe(1000);
  });

  test('our step may know it by the answer of the platform alone', () => {
    const order = told(refund('a', 1000, ON.second));
    const [{ idFromPlatform } = { idFromPlatform: '' }] = order.refunds;
    const answered = withRefund(claim, { idFromPlatform, amount: 1000, lineIds: [1] });
    expect(moneyLeft(order, [answered])).toBe(2000);
    expect(unitsOf(order, 'a', [answered])).toEqual({ claimed: 1, back: 0 });
  });

  test("one that staff made by hand for it is the claim's once they said so, and what it gave besides is not", () => {
    const byHand = (id: string) =>
      withRefund(claim, { idFromPlatform: id, amount: 1000, lineIds: [1], isByHand: true });
    expect(moneyLeft(told(money('x', 1000)), [byHand('x')])).toBe(2000);
    expect(moneyLeft(told(money('x', 900)), [byHand('x')])).toBe(2000);
    expect(moneyLeft(told(money('x', 1500)), [byHand('x')])).toBe(1500);
    expect(moneyLeft(told(money('x', 1000), money('y', 1000)), [byHand('x')])).toBe(1000);
  });

  test("a sum refunded without its refunds, as files tell it, is everybody else's", () => {
    expect(moneyLeft({ ...bought, totalRefunded: 1000 }, [claim])).toBe(1000);
  });
});

describe('a decision above what was asked for', () => {
  const asked = (id: number, line: string): Claim =>
    claimOf(bought, {
      ids: { claimId: id, externalId: `R-${id}`, orderId: 1 },
      selections: [selectionOf({ lineIdFromPlatform: line })],
    });
  const generous = approveLine(asked(1, 'a'), 1, { amount: 2900 }, ON.first).claim;
  const finalize = (claim: Claim, otherClaims: Claim[]) =>
    finalizeClaim(claim, bought, { policy: POLICY, otherClaims }, ON.second);

  test('takes nothing from the other items while it is not carried out, and then all of it', () => {
    expect(moneyLeft(bought, [generous])).toBe(2000);
    expect(moneyLeft(bought, [approveLine(asked(1, 'a'), 1, { amount: 400 }, ON.first).claim])).toBe(2600);
    expect(moneyLeft(bought, [finalize(generous, []).claim])).toBe(100);
  });

  test('is left out where other claims need some of it, and they are named', () => {
    const other = approveLine(asked(2, 'b'), 1, {}, ON.first).claim;
    expect(finalize(generous, [other]).lineErrors).toEqual([
      {
        lineId: 1,
        errors: ['Only $20.00 of what was paid for this order is left to refund: some of it is reserved for R-2.'],
      },
    ]);
    const done = finalize(other, [generous]).claim;
    expect(done.finalizedOn).toBe(ON.second);
    expect(finalize(generous, [done]).lineErrors[0]?.errors).toEqual([
      'Only $20.00 of what was paid for this order is left to refund.',
    ]);
  });
});

describe('goods of an exchange on the order', () => {
  const settings = { isReturnProcessApiEnabled: true } as const;
  const added = (id: string, changes: Partial<Order['lines'][number]> = {}) =>
    lineOf({ idFromPlatform: id, variantIdFromPlatform: `variant-${id}`, ...changes });
  const asked = (id: number, order: Order, lines: readonly string[], into: readonly string[] = []): Claim =>
    claimOf(order, {
      settings,
      ids: { claimId: id, externalId: `R-${id}`, orderId: 1 },
      variants: new Map([['product-1', into.map((one) => variantOf({ idFromPlatform: `variant-${one}` }))]]),
      selections: lines.map((lineIdFromPlatform, at) =>
        selectionOf({
          lineIdFromPlatform,
          ...(into[at] === undefined
            ? {}
            : { method: 'variantExchange', variantIdFromPlatform: `variant-${into[at]}` }),
        }),
      ),
    });
  const done = (order: Order, claim: Claim, now: string, otherClaims: Claim[] = [], isOutside = false) =>
    finalizeClaim(
      claim.lines.reduce(
        (all, line) => approveLine(all, line.id, isOutside ? { wasResolvedExternally: true } : {}, now).claim,
        claim,
      ),
      order,
      { policy: POLICY, otherClaims },
      now,
    );
  type Exchange = { returns: Order['returns']; refunds: Order['refunds'] };
  /** How the platform reports an exchange: the return, the lines it added, and a zero refund. */
  const exchangeOf = (claim: Claim, into: readonly string[]): Exchange => {
    const lines = claim.lines.map((line) => ({ idFromPlatform: `back-${line.id}`, ...line }));
    const made = refundOf({ idFromPlatform: `exchange-${claim.id}` }, { way: 'returnExchange', claim });
    const { purposeKey } = made;
    const sentLines = into.map((lineIdFromPlatform) => ({ lineIdFromPlatform, quantity: 1 }));
    return {
      returns: [{ idFromPlatform: 'return-1', purposeKey, name: '', status: 'CLOSED', lines, sentLines }],
      refunds: [{ ...made, lines: lines.map((line) => ({ ...line, subtotal: 0, tax: 0 })) }],
    };
  };
  const NOTHING: Exchange = { returns: [], refunds: [] };
  /** An order with these lines, some added by an exchange, in the form refunds are reported on. */
  const toldOf = (
    lines: Order['lines'],
    totalPaid: number,
    { returns, refunds: of }: Exchange,
    ...by: Order['refunds']
  ): Order => {
    const refunds = [...of, ...by];
    return orderOf(
      lines.map((line) => ({
        ...line,
        currentQuantity: refunds
          .flatMap((refund) => refund.lines)
          .reduce(
            (left, one) => left - (one.lineIdFromPlatform === line.idFromPlatform ? one.quantity : 0),
            line.quantity,
          ),
      })),
      { totalPaid, returns, refunds, totalRefunded: refunds.reduce((sum, { total }) => sum + total, 0) },
    );
  };

  /** An order whose one line came in parcels of these units, and a claim that asks for the same variant for all of them. */
  const askedInParcels = (units: readonly number[]): { order: Order; claim: Claim } => {
    const quantity = units.reduce((all, one) => all + one, 0);
    const sent = orderOf([lineOf({ idFromPlatform: 'a', quantity })]);
    const [parcel] = sent.fulfillments;
    if (!parcel) throw new Error('it was sent');
    const fulfillments = units.map((of, at) => ({
      ...parcel,
      idFromPlatform: `parcel-${at}`,
      lines: [{ idFromPlatform: `sent-${at}`, lineIdFromPlatform: 'a', quantity: of }],
    }));
    const order = { ...sent, fulfillments };
    const claim = claimOf(order, {
      settings,
      variants: new Map([['product-1', [variantOf({ idFromPlatform: 'variant-x' })]]]),
      selections: [selectionOf({ quantity, method: 'variantExchange', variantIdFromPlatform: 'variant-x' })],
    });
    return { order, claim };
  };

  test('that were refunded leave what they stood for to the other items', () => {
    const lines = [...['a', 'b'].map((idFromPlatform) => lineOf({ idFromPlatform })), added('x')];
    const first = done(bought, asked(1, bought, ['a'], ['x']), ON.first).claim;
    const exchanged = toldOf(lines, 2000, exchangeOf(first, ['x']));
    const second = done(exchanged, asked(2, exchanged, ['x']), ON.between, [first]).claim;
    const order = toldOf(
      lines,
      2000,
      exchangeOf(first, ['x']),
      refund('x', 1000, ON.between, { way: 'refund', claim: second }),
    );
    expect(moneyLeft(order, [first, second])).toBe(1000);
    const third = asked(3, order, ['b']);
    expect(done(order, third, ON.second, [first, second]).lineErrors).toEqual([]);
    expect(done(order, third, ON.second, [first, second], true).lineErrors).toEqual([]);
  });

  test('came back when somebody refunded them at the platform, which told of the exchange as a whole or of its return alone', () => {
    const lines = [...['a', 'b'].map((idFromPlatform) => lineOf({ idFromPlatform })), added('x'), added('y')];
    const first = done(bought, asked(1, bought, ['a', 'b'], ['x', 'y']), ON.first).claim;
    const whole = exchangeOf(first, ['x', 'y']);
    for (const exchange of [NOTHING, whole, { ...whole, refunds: [] }])
      expect(moneyLeft(toldOf(lines, 2500, exchange), [first])).toBe(500);
    for (const exchange of [whole, { ...whole, refunds: [] }]) {
      const back = toldOf(lines, 2500, exchange, refund('y', 1000, ON.between));
      expect(moneyLeft(back, [first])).toBe(500);
      expect(orderFacts(back, [first], [])).toMatchObject({ byClaims: 1000, byOthers: 1000 });
    }
  });

  test('are told apart where several parcels of one line were exchanged for the same variant', () => {
    const { order: inParcels, claim: asks } = askedInParcels([1, 1]);
    expect(asks.lines.map(({ quantity }) => quantity)).toEqual([1, 1]);
    const first = done(inParcels, asks, ON.first).claim;
    const lines = [...inParcels.lines, added('x'), added('x2', { variantIdFromPlatform: 'variant-x' })];
    const exchange = exchangeOf(first, ['x', 'x2']);
    const goods = [refund('x', 1000, ON.between), refund('x2', 1000, ON.between)];
    for (const refunds of [[], goods.slice(1), goods])
      expect(moneyLeft(toldOf(lines, 2500, exchange, ...refunds), [first])).toBe(500);
  });

  test('are told apart where rounds exchanged several parcels for the same variant, the last one first', () => {
    const { order: inParcels, claim: asks } = askedInParcels([1, 2]);
    const approved = [1, 2].reduce((claim, lineId) => approveLine(claim, lineId, {}, ON.first).claim, asks);
    const first = [2, 1].reduce(
      (claim, lineId) =>
        finalizeClaim(claim, inParcels, { policy: POLICY, otherClaims: [], lineIds: [lineId] }, ON.first).claim,
      approved,
    );
    const rounds = [
      { round: 1, sent: 'x2', quantity: 2 },
      { round: 2, sent: 'x1', quantity: 1 },
    ];
    const returns = rounds.map(({ round, sent, quantity }) => ({
      idFromPlatform: `return-${round}`,
      purposeKey: refundOf({}, { way: 'returnExchange', claim: first, round }).purposeKey,
      name: '',
      status: 'CLOSED',
      lines: [{ idFromPlatform: `back-${round}`, lineIdFromPlatform: 'a', quantity }],
      sentLines: [{ lineIdFromPlatform: sent, quantity }],
    }));
    const goods = rounds.map(({ sent, quantity }) => added(sent, { variantIdFromPlatform: 'variant-x', quantity }));
    for (const inTurn of [returns, returns.toReversed()]) {
      const order = toldOf([...inParcels.lines, ...goods], 3000, { returns: inTurn, refunds: [] });
      const worths = orderBalance(order, [first]).goods.map((one) => [one.lineIdFromPlatform, one.quantity, one.worth]);
      expect(worths).toEqual([
        ['x1', 1, 1000],
        ['x2', 2, 2000],
      ]);
    }
  });

  test('are quoted, judged and given for with what is held for them, which the other items cannot have', () => {
    const lines = [lineOf({ idFromPlatform: 'a' }), added('x')];
    const first = done(bought, asked(1, bought, ['a'], ['x']), ON.first).claim;
    const alone = toldOf(lines, 1000, exchangeOf(first, ['x']));
    const quote = (order: Order, ids: string[], claims: Claim[]) =>
      quoteClaim(
        order,
        termsBy(),
        ids.map((lineIdFromPlatform) => selectionOf({ lineIdFromPlatform })),
        claims,
      ).lines.map(({ requestedAmount, isLimited }) => [requestedAmount, isLimited]);
    expect(moneyLeft(alone, [first])).toBe(0);
    expect(quote(alone, ['x'], [first])).toEqual([[1000, false]]);
    const eligible = lineEligibility(alone, policyOf(alone), [first], ON.between).map(
      (one) => one.methods.refund.reason,
    );
    expect(eligible).toEqual(['ALREADY_RETURNED', null]);
    const second = asked(2, alone, ['x']);
    const given = done(alone, second, ON.second, [first]);
    expect(given.lineErrors).toEqual([]);
    expect(moneyLeft(alone, [first, given.claim])).toBe(0);
    // What staff refunded in addition is gone in any case.
    const goodwill = toldOf(lines, 1000, exchangeOf(first, ['x']), money('goodwill', 400));
    expect(quote(goodwill, ['x'], [first])).toEqual([[600, true]]);

    const both = toldOf(
      [...lines.slice(0, 1), lineOf({ idFromPlatform: 'b' }), ...lines.slice(1)],
      2000,
      exchangeOf(first, ['x']),
    );
    for (const ids of [
      ['x', 'b'],
      ['b', 'x'],
    ])
      expect(quote(both, ids, [first])).toEqual([
        [1000, false],
        [1000, false],
      ]);
    const open = claimOf(both, {
      ids: { claimId: 2, externalId: 'R-2', orderId: 1 },
      priorClaims: [first],
      selections: ['x', 'b'].map((lineIdFromPlatform) => selectionOf({ lineIdFromPlatform })),
    });
    expect(moneyLeft(both, [first, open])).toBe(0);
    expect(done(both, open, ON.second, [first]).lineErrors).toEqual([]);
    const onlyGoods = { ...open, lines: open.lines.slice(0, 1) };
    expect(moneyLeft(both, [first, onlyGoods])).toBe(1000);
    expect(quote(both, ['b'], [first, onlyGoods])).toEqual([[1000, false]]);
    expect(moneyLeft(both, [first, done(both, onlyGoods, ON.second, [first]).claim])).toBe(1000);
  });

  test('that cost more than was paid for the order are worth it, but not by its payment', () => {
    const lines = [lineOf({ idFromPlatform: 'a' }), added('x', { unitListPrice: 6000, paidTotal: 6000 })];
    const plain = done(bought, asked(1, bought, ['a'], ['x']), ON.first).claim;
    const dearer = { ...plain, lines: plain.lines.map((line) => ({ ...line, exchangeDeltaAmount: 5000 })) };
    const order = toldOf(lines, 1000, exchangeOf(dearer, ['x']));
    const quote = quoteClaim(order, termsBy(), [selectionOf({ lineIdFromPlatform: 'x' })], [dearer]);
    expect(quote.lines[0]?.requestedAmount).toBe(6000);
    const [, line] = lineEligibility(order, policyOf(order), [dearer], ON.between);
    expect(line?.methods).toMatchObject({ refund: { reason: 'PAID_APART' }, giftCard: { isEligible: true } });
    const given = (method: 'refund' | 'giftCard') => {
      const claim = claimOf(order, {
        ids: { claimId: 2, externalId: 'R-2', orderId: 1 },
        priorClaims: [dearer],
        selections: [selectionOf({ lineIdFromPlatform: 'x', method: 'giftCard' })],
      });
      const approved = approveLine(claim, 1, { method }, ON.second).claim;
      return finalizeClaim(approved, order, { policy: POLICY, otherClaims: [dearer] }, ON.second).lineErrors;
    };
    expect(given('refund')).toEqual([{ lineId: 1, errors: [expect.stringContaining('paid separately')] }]);
    expect(given('giftCard')).toEqual([]);
  });

  /** An exchange of "a" for "x" at a price, carried out with what is still owed waived. */
  const swapped = (price: number, pricing: 'PAYMENT' | 'NO_PAYMENT_OR_REFUND', payment: CustomerPayment | null) => {
    const swap = claimOf(bought, {
      settings: { ...settings, variantExchangePricing: pricing, paymentProvider: 'stripe' },
      ids: { claimId: 1, externalId: 'R-1', orderId: 1 },
      variants: new Map([['product-1', [variantOf({ idFromPlatform: 'variant-x', price })]]]),
      selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-x' })],
      ...(payment ? { payment } : { source: 'Merchant_App' as const }),
    });
    const approved = approveLine(swap, 1, {}, ON.first).claim;
    return finalizeClaim(approved, bought, { policy: POLICY, waiveBalance: true }, ON.first).claim;
  };
  const worthOfGoods = (claim: Claim, price: number): number | undefined => {
    const lines = [...bought.lines, added('x', { unitListPrice: price, paidTotal: price })];
    const order = toldOf(lines, 3000, exchangeOf(claim, ['x']));
    return quoteClaim(order, termsBy(), [selectionOf({ lineIdFromPlatform: 'x' })], [claim]).lines[0]?.requestedAmount;
  };

  test('are worth what was paid for them: neither what the store waived nor what it gave back of the payment', () => {
    const taken = paymentOf({ amount: 500, captureAsked: 500, capturedAmount: 500, status: 'Captured' });
    const paid = swapped(1500, 'PAYMENT', taken);
    expect(worthOfGoods(paid, 1500)).toBe(1500);
    expect(worthOfGoods(swapped(1500, 'PAYMENT', null), 1500)).toBe(1000);
    const back = paid.payments.map((payment) => ({ ...payment, refundAsked: 500, refundedAmount: 500 }));
    expect(worthOfGoods({ ...paid, payments: back }, 1500)).toBe(1000);
  });

  test('are worth what came back for them where they cost less in an even swap', () => {
    expect(worthOfGoods(swapped(800, 'NO_PAYMENT_OR_REFUND', null), 800)).toBe(1000);
  });
});
