import { describe, expect, test } from 'vitest';
import { orderFacts } from '#core/books/facts.ts';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim, ResolutionMethod } from '#core/claims/claim.ts';
import { lineEligibility } from '#core/claims/eligibility.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { moneyLeft } from '#core/claims/money-left.ts';
import { quoteClaim } from '#core/claims/sums.ts';
import { claimOf, lineOf, orderOf, POLICY, selectionOf, variantOf } from '#core/claims/test-data.ts';
import { unitsGone } from '#core/claims/units.ts';
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

const refundOf = (line: string, total: number, createdOn: string): Order['refunds'][number] => ({
  idFromPlatform: `${line}-${createdOn}`,
  createdOn,
  note: '',
  total,
  lines: [{ lineIdFromPlatform: line, quantity: 1, subtotal: total, tax: 0 }],
});
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
  expect(moneyLeft(told(refundOf('a', 1100, ON.first)), [claim])).toBe(2000);
});

test('a fee that was taken off stays taken, whoever refunds something else', () => {
  const claim = returned(1, 'a', 'refund', ON.first, { feeApplied: 300 });
  const order = told(refundOf('a', 700, ON.first), refundOf('b', 1000, ON.between));
  expect(moneyLeft(order, [claim])).toBe(1000);
});

test('what staff refunded at the platform between two claims counts while the second is not told yet', () => {
  const claims = [returned(1, 'a', 'refund', ON.first), returned(2, 'b', 'refund', ON.second)];
  const order = told(refundOf('a', 1000, ON.first), refundOf('c', 1000, ON.between));
  expect(moneyLeft(order, claims)).toBe(0);
  const [, , line] = order.lines;
  expect(line && unitsGone(order, line, claims)).toEqual({ byClaims: 0, byPlatform: 1 });
});

test('a refund of ours that staff gave by hand in several sums counts once; sums that do not come to it are others', () => {
  const claims = [returned(1, 'a', 'refund', ON.first)];
  const sums = (...totals: number[]): Order =>
    told(...totals.map((total, at) => ({ ...refundOf(`${at}`, total, ON.between), lines: [] })));
  expect(moneyLeft(sums(600, 400), claims)).toBe(2000);
  expect(moneyLeft(sums(200, 600, 400), claims)).toBe(1800);
  expect(moneyLeft(sums(600, 300), claims)).toBe(1100);
  const before = sums(600, 400).refunds.map((refund) => ({ ...refund, createdOn: '2026-03-17T09:00:00.000Z' }));
  expect(moneyLeft({ ...sums(600, 400), refunds: before }, claims)).toBe(1000);
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
        errors: ['Only $20.00 of what was paid for this order is left to give back: some of it is kept for R-2.'],
      },
    ]);
    const done = finalize(other, [generous]).claim;
    expect(done.finalizedOn).toBe(ON.second);
    expect(finalize(generous, [done]).lineErrors[0]?.errors).toEqual([
      'Only $20.00 of what was paid for this order is left to give back.',
    ]);
  });
});

describe('goods of an exchange on the order', () => {
  const policy = { ...POLICY, exchangeOrderType: 'platformReturn' } as const;
  const added = (id: string, changes: Partial<Order['lines'][number]> = {}) =>
    lineOf({ idFromPlatform: id, variantIdFromPlatform: `variant-${id}`, ...changes });
  const asked = (id: number, order: Order, lines: readonly string[], into: readonly string[] = []): Claim =>
    claimOf(order, {
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
      { policy, otherClaims },
      now,
    );
  /** An order that these lines came with, and some were added to, as refunds are told of it. */
  const toldOf = (lines: Order['lines'], totalPaid: number, ...refunds: Order['refunds']): Order =>
    orderOf(
      lines.map((line) => ({
        ...line,
        currentQuantity: refunds
          .flatMap((refund) => refund.lines)
          .reduce(
            (left, one) => left - (one.lineIdFromPlatform === line.idFromPlatform ? one.quantity : 0),
            line.quantity,
          ),
      })),
      { totalPaid, refunds, totalRefunded: refunds.reduce((sum, { total }) => sum + total, 0) },
    );

  test('that were refunded leave what they stood for to the other items', () => {
    const lines = [...['a', 'b'].map((idFromPlatform) => lineOf({ idFromPlatform })), added('x')];
    const exchanged = toldOf(lines, 2000, refundOf('a', 0, ON.first));
    const first = done(bought, asked(1, bought, ['a'], ['x']), ON.first).claim;
    const second = done(exchanged, asked(2, exchanged, ['x']), ON.between, [first]).claim;
    const order = toldOf(lines, 2000, refundOf('a', 0, ON.first), refundOf('x', 1000, ON.between));
    expect(moneyLeft(order, [first, second])).toBe(1000);
    const third = asked(3, order, ['b']);
    expect(done(order, third, ON.second, [first, second]).lineErrors).toEqual([]);
    expect(done(order, third, ON.second, [first, second], true).lineErrors).toEqual([]);
  });

  test('of several lines in one claim came back when the refund of nothing for them all is told', () => {
    const lines = [...['a', 'b'].map((idFromPlatform) => lineOf({ idFromPlatform })), added('x'), added('y')];
    const first = done(bought, asked(1, bought, ['a', 'b'], ['x', 'y']), ON.first).claim;
    const exchanged = {
      ...refundOf('a', 0, ON.first),
      lines: ['a', 'b'].flatMap((id) => refundOf(id, 0, ON.first).lines),
    };
    const oneByOne = ['a', 'b'].map((id) => refundOf(id, 0, ON.first));
    for (const refunds of [[], oneByOne.slice(1), oneByOne, [exchanged]])
      expect(moneyLeft(toldOf(lines, 2500, ...refunds), [first])).toBe(500);
    const byHand = toldOf(lines, 2500, ...oneByOne.slice(1), refundOf('y', 1000, ON.between));
    expect(moneyLeft(byHand, [first])).toBe(500);
    const back = toldOf(lines, 2500, exchanged, refundOf('y', 1000, ON.between));
    expect(moneyLeft(back, [first])).toBe(500);
    expect(orderFacts(back, [first], [])).toMatchObject({ byClaims: 1000, byOthers: 1000 });
  });
  test('came back when the platform tells the return alone, or several parcels of one line in one refund', () => {
    const two = orderOf([lineOf({ idFromPlatform: 'a', quantity: 2 })]);
    const [parcel] = two.fulfillments;
    if (!parcel) throw new Error('it was sent');
    const inParcels = {
      ...two,
      fulfillments: ['one', 'two'].map((id) => ({
        ...parcel,
        idFromPlatform: id,
        lines: [{ idFromPlatform: `sent-${id}`, lineIdFromPlatform: 'a', quantity: 1 }],
      })),
    };
    const asks = claimOf(inParcels, {
      variants: new Map([['product-1', [variantOf({ idFromPlatform: 'variant-x' })]]]),
      selections: [selectionOf({ quantity: 2, method: 'variantExchange', variantIdFromPlatform: 'variant-x' })],
    });
    expect(asks.lines.map(({ quantity }) => quantity)).toEqual([1, 1]);
    const first = done(inParcels, asks, ON.first).claim;
    const lines = [...two.lines, added('x'), added('x2', { variantIdFromPlatform: 'variant-x' })];
    const both = { lineIdFromPlatform: 'a', quantity: 2, subtotal: 0, tax: 0 };
    const exchanged = { ...refundOf('a', 0, ON.first), lines: [both] };
    const goods = [refundOf('x', 1000, ON.between), refundOf('x2', 1000, ON.between)];
    expect(moneyLeft(toldOf(lines, 2500, exchanged, ...goods), [first])).toBe(500);
    const returns = [
      { idFromPlatform: 'return-1', name: '', status: 'CLOSED', lines: [{ idFromPlatform: 'back-1', ...both }] },
    ];
    expect(moneyLeft({ ...toldOf(lines, 2500, ...goods), returns }, [first])).toBe(500);
    expect(moneyLeft({ ...toldOf(lines, 2500, ...goods.slice(1)), returns }, [first])).toBe(500);
    expect(moneyLeft({ ...toldOf(lines, 2500), returns }, [first])).toBe(500);
  });

  test('are quoted, judged and given for with what is held for them, which the other items cannot have', () => {
    const lines = [lineOf({ idFromPlatform: 'a' }), added('x')];
    const alone = toldOf(lines, 1000, refundOf('a', 0, ON.first));
    const first = done(bought, asked(1, bought, ['a'], ['x']), ON.first).claim;
    const quote = (order: Order, ids: string[], claims: Claim[]) =>
      quoteClaim(
        order,
        POLICY,
        ids.map((lineIdFromPlatform) => selectionOf({ lineIdFromPlatform })),
        claims,
      ).lines.map(({ requestedAmount, isLimited }) => [requestedAmount, isLimited]);
    expect(moneyLeft(alone, [first])).toBe(0);
    expect(quote(alone, ['x'], [first])).toEqual([[1000, false]]);
    const eligible = lineEligibility(alone, POLICY, [first], ON.between).map((one) => one.methods.refund.reason);
    expect(eligible).toEqual(['ALREADY_RETURNED', null]);
    const second = asked(2, alone, ['x']);
    const given = done(alone, second, ON.second, [first]);
    expect(given.lineErrors).toEqual([]);
    expect(moneyLeft(alone, [first, given.claim])).toBe(0);
    // What staff gave beside it is gone all the same.
    const goodwill = toldOf(lines, 1000, refundOf('a', 0, ON.first), { ...refundOf('', 400, ON.between), lines: [] });
    expect(quote(goodwill, ['x'], [first])).toEqual([[600, true]]);

    const both = toldOf(
      [...lines.slice(0, 1), lineOf({ idFromPlatform: 'b' }), ...lines.slice(1)],
      2000,
      refundOf('a', 0, ON.first),
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
});
