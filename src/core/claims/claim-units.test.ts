import { describe, expect, test } from 'vitest';
import { approveLine, type Approval } from '#core/claims/approve.ts';
import type { Claim, ResolutionMethod } from '#core/claims/claim.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { claimOf, lineOf, orderOf, POLICY, refundOf, selectionOf } from '#core/claims/test-data.ts';
import { moneyLeft, orderBalance } from '#core/orders/balance.ts';
import type { Order } from '#core/orders/order.ts';

const bought = orderOf([
  lineOf({ idFromPlatform: 'a', quantity: 3 }),
  lineOf({ idFromPlatform: 'b', name: 'Scarf', paidTotal: 2000 }),
]);
const ON = {
  asked: '2026-03-17T09:00:00.000Z',
  staff: '2026-03-17T10:00:00.000Z',
  now: '2026-03-17T12:00:00.000Z',
  later: '2026-03-17T13:00:00.000Z',
};

type Made = Parameters<typeof refundOf>[1];
type Units = readonly [lineId: string, quantity: number];
const asked = (id: number, units: readonly Units[], method: ResolutionMethod = 'refund'): Claim =>
  claimOf(bought, {
    ids: { claimId: id, externalId: `R-${id}`, orderId: 1 },
    selections: units.map(([lineIdFromPlatform, quantity]) =>
      selectionOf({
        lineIdFromPlatform,
        quantity,
        method,
        variantIdFromPlatform: method === 'variantExchange' ? 'variant-2' : null,
      }),
    ),
    now: ON.asked,
  });
const approved = (claim: Claim, approval: Approval = {}): Claim =>
  claim.lines.reduce((all, line) => approveLine(all, line.id, approval, ON.now).claim, claim);
const finalize = (claim: Claim, order: Order, otherClaims: Claim[] = [], now = ON.now) =>
  finalizeClaim(claim, order, { policy: POLICY, otherClaims }, now);

/** The order after refunds at the platform, each of a sum and some units. */
const told = (...refunds: { total: number; units: readonly Units[]; createdOn?: string; made?: Made }[]): Order => ({
  ...bought,
  totalRefunded: refunds.reduce((sum, { total }) => sum + total, 0),
  refunds: refunds.map(({ total, units, createdOn = ON.staff, made }, index) =>
    refundOf(
      {
        idFromPlatform: `refund-${index}`,
        createdOn,
        total,
        lines: units.map(([lineIdFromPlatform, quantity]) => ({ lineIdFromPlatform, quantity, subtotal: 0, tax: 0 })),
      },
      made,
    ),
  ),
  lines: bought.lines.map((line) => ({
    ...line,
    currentQuantity: refunds
      .flatMap(({ units }) => units)
      .reduce((left, [id, quantity]) => left - (id === line.idFromPlatform ? quantity : 0), line.quantity),
  })),
});

describe('units that staff refunded at the platform after they were asked for', () => {
  const refunded = told({ total: 2000, units: [['b', 1]] });
  const GONE = '1 of 1 units of "Scarf" were already refunded or removed at the store.';

  test.each(['refund', 'storeCredit', 'giftCard', 'variantExchange'] as const)('are not given for by %s', (method) => {
    const claim = approved(asked(1, [['b', 1]], method));
    expect(finalize(claim, bought).lineErrors).toEqual([]);
    const { lineErrors, effects, claim: after } = finalize(claim, refunded);
    expect(lineErrors).toEqual([{ lineId: 1, errors: [expect.stringContaining(GONE)] }]);
    expect(effects).toEqual([]);
    expect(after.finalizedOn).toBeNull();
  });

  test('stop no other line, and the line itself not once it counts as resolved externally', () => {
    const both = approved(
      asked(1, [
        ['a', 1],
        ['b', 1],
      ]),
    );
    expect(finalize(both, refunded).lineErrors.map(({ lineId }) => lineId)).toEqual([2]);
    const outside = approveLine(both, 2, { wasResolvedExternally: true }, ON.now).claim;
    expect(finalize(outside, refunded).lineErrors).toEqual([]);
  });

  test('leave out a line of which some are gone, and as many units of several lines as are gone', () => {
    const order = told({ total: 1000, units: [['a', 1]] });
    expect(finalize(approved(asked(1, [['a', 3]])), order).lineErrors[0]?.errors[0]).toContain('1 of 3 units of');
    const apart = approved(
      asked(1, [
        ['a', 1],
        ['a', 1],
        ['a', 1],
      ]),
    );
    expect(finalize(apart, order).lineErrors.map(({ lineId }) => lineId)).toEqual([3]);
    expect(finalize(approved(asked(1, [['a', 2]])), order).lineErrors).toEqual([]);
  });

  test('are not those of our own refunds, whether the platform told them or not', () => {
    const first = finalize(approved(asked(1, [['a', 1]])), bought).claim;
    const second = approved(asked(2, [['a', 2]]));
    expect(finalize(second, bought, [first]).lineErrors).toEqual([]);
    const ours = { total: 1000, units: [['a', 1]], made: { way: 'refund', claim: first } } as const;
    expect(finalize(second, told(ours), [first], ON.later).lineErrors).toEqual([]);
    const beside = told({ total: 1000, units: [['a', 1]] }, ours);
    expect(finalize(second, beside, [first], ON.later).lineErrors[0]?.errors[0]).toContain('1 of 2 units of');
  });
});

describe('what staff refunded before they marked it as resolved externally counts once, where they name it', () => {
  const outside = (claim: Claim, order: Order, externalRefundId: string | null = 'refund-0') =>
    finalize(approved(claim, { wasResolvedExternally: true, externalRefundId }), order).claim;
  const left = (order: Order, claim: Claim) => ({
    money: moneyLeft(order, [claim]),
    units: [...orderBalance(order, [claim]).lines.values()].map(({ back }) => back),
  });

  test.each(['refund', 'giftCard', 'variantExchange'] as const)('asked for as %s', (method) => {
    const order = told({ total: 1000, units: [['a', 1]] });
    expect(left(order, outside(asked(1, [['a', 1]], method), order))).toEqual({ money: 4000, units: [0, 0] });
    expect(left(order, outside(asked(1, [['a', 1]], method), order, null))).toEqual({ money: 3000, units: [1, 0] });
  });

  test('in another sum, with more beside it, or for several lines at once', () => {
    const less = told({ total: 900, units: [['a', 1]] });
    expect(left(less, outside(asked(1, [['a', 1]]), less))).toEqual({ money: 4000, units: [0, 0] });
    const more = told({ total: 1500, units: [['a', 2]] });
    expect(left(more, outside(asked(1, [['a', 1]]), more))).toEqual({ money: 3500, units: [1, 0] });
    const units = [
      ['a', 1],
      ['b', 1],
    ] as const;
    const atOnce = told({ total: 3000, units });
    expect(left(atOnce, outside(asked(1, units), atOnce))).toEqual({ money: 2000, units: [0, 0] });
  });

  test('of a refund that names a line twice by all its units, not by each row', () => {
    const rows = [1, 1].map((quantity) => ({ lineIdFromPlatform: 'a', quantity, subtotal: 0, tax: 0 }));
    const order = told({ total: 2000, units: [['a', 2]] });
    const twice = { ...order, refunds: order.refunds.map((refund) => ({ ...refund, lines: rows })) };
    const second = approved(asked(2, [['a', 2]]));
    expect(finalize(second, twice, [outside(asked(1, [['a', 1]]), twice)]).lineErrors).toHaveLength(1);
  });

  test('and leaves what else the claim gives for its due', () => {
    const order = told({ total: 4000, units: [['a', 1]] });
    const both = asked(1, [
      ['a', 1],
      ['b', 1],
    ]);
    const settled = (externalRefundId: string | null) =>
      approveLine(approved(both), 1, { wasResolvedExternally: true, externalRefundId }, ON.now).claim;
    expect(finalize(settled('refund-0'), order).lineErrors).toEqual([
      { lineId: 2, errors: [expect.stringContaining('Only $10.00')] },
    ]);
    const exact = told({ total: 1000, units: [['a', 1]] });
    expect(finalize(settled('refund-0'), exact).lineErrors).toEqual([]);
  });
});

describe('while a refund of ours is not known at the platform', () => {
  test('nothing is given beyond what was paid, and what others give counts at once', () => {
    const waiting = finalize(approved(asked(1, [['a', 1]])), bought).claim;
    const others = [asked(2, [['a', 1]], 'giftCard'), asked(3, [['b', 1]], 'giftCard')].map((claim) => approved(claim));
    const order = told({ total: 400, units: [], createdOn: ON.later });
    for (const claim of others)
      expect(finalize(claim, order, [waiting, ...others], ON.later).lineErrors).toHaveLength(0);
    const [last] = [asked(4, [['a', 1]], 'giftCard')].map((claim) => approved(claim));
    expect(last && finalize(last, order, [waiting, ...others], ON.later).lineErrors[0]?.errors).toEqual([
      'Only $6.00 of what was paid for this order is left to refund: some of it is reserved for R-2, R-3.',
    ]);
  });
});

describe('what the store took in without giving money for it is no value given', () => {
  const restocked = (how: 'return' | 'refund of nothing', status = 'CLOSED'): Order => ({
    ...bought,
    lines: bought.lines.map((line) => (line.idFromPlatform === 'a' ? { ...line, currentQuantity: 2 } : line)),
    ...(how === 'return'
      ? {
          returns: [
            {
              idFromPlatform: 'return-1',
              purposeKey: null,
              name: '',
              status,
              lines: [{ idFromPlatform: 'back-1', lineIdFromPlatform: 'a', quantity: 1 }],
              sentLines: [],
            },
          ],
        }
      : { refunds: told({ total: 0, units: [['a', 1]], createdOn: ON.later }).refunds }),
  });
  const ways = ['return', 'refund of nothing'] as const;

  test.each(['giftCard', 'variantExchange', 'refund'] as const)('of the very unit of a claim: %s', (method) => {
    const claim = approved(asked(1, [['a', 3]], method));
    for (const how of ways) expect(finalize(claim, restocked(how), [], ON.later).lineErrors).toEqual([]);
    expect(finalize(claim, restocked('return', 'OPEN'), [], ON.later).lineErrors).toEqual([]);
  });

  test.each(ways)('of a unit that an earlier claim gave for: %s', (how) => {
    const first = finalize(approved(asked(1, [['a', 1]], 'giftCard')), bought).claim;
    const second = approved(asked(2, [['a', 2]], 'giftCard'));
    expect(finalize(second, restocked(how), [first], ON.later).lineErrors).toEqual([]);
  });
});
