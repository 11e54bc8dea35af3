import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim, ResolutionMethod } from '#core/claims/claim.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { claimOf, lineOf, orderOf, POLICY, refundOf as refund, selectionOf } from '#core/claims/test-data.ts';
import { orderBalance } from '#core/orders/balance.ts';
import { withRefund } from '#core/orders/movements.ts';
import type { Order } from '#core/orders/order.ts';

const line = lineOf({ idFromPlatform: 'a', quantity: 4, paidTotal: 4000 });
const bought = orderOf([line]);
const ON = {
  before: '2026-03-16T11:00:00.000Z',
  asked: '2026-03-16T12:00:00.000Z',
  restocked: '2026-03-17T12:00:00.000Z',
  done: '2026-03-18T12:00:00.000Z',
  after: '2026-03-19T12:00:00.000Z',
};

const asked = (id: number, method: ResolutionMethod): Claim =>
  claimOf(bought, {
    ids: { claimId: id, externalId: `R-${id}`, orderId: 1 },
    selections: [selectionOf({ method })],
    now: ON.asked,
  });
const done = (id: number, method: ResolutionMethod): Claim =>
  finalizeClaim(approveLine(asked(id, method), 1, {}, ON.done).claim, bought, { policy: POLICY }, ON.done).claim;

const refundOf = (total: number, quantity: number, createdOn: string, claim?: Claim): Order['refunds'][number] =>
  refund(
    {
      idFromPlatform: `${total}-${createdOn}`,
      createdOn,
      total,
      lines: quantity === 0 ? [] : [{ lineIdFromPlatform: 'a', quantity, subtotal: total, tax: 0 }],
    },
    claim && { way: 'refund', claim },
  );
const gone = (claims: Claim[], refunds: Order['refunds'], returned = 0) => {
  const order: Order = {
    ...bought,
    refunds,
    totalRefunded: refunds.reduce((sum, { total }) => sum + total, 0),
    returns:
      returned === 0
        ? []
        : [
            {
              idFromPlatform: 'return-1',
              purposeKey: null,
              name: '',
              status: 'CLOSED',
              lines: [{ idFromPlatform: 'back-1', lineIdFromPlatform: 'a', quantity: returned }],
              sentLines: [],
            },
          ],
  };
  const { claimed, back } = orderBalance(order, claims).lines.get(line.idFromPlatform) ?? {};
  return { claimed, back };
};

test('a unit that a claim gave a gift card for and whose return staff note is gone once', () => {
  const card = [done(1, 'giftCard')];
  const restock = refundOf(0, 1, ON.after);
  expect(gone(card, [], 1)).toEqual({ claimed: 1, back: 0 });
  expect(gone(card, [restock], 1)).toEqual({ claimed: 1, back: 0 });
  expect(gone(card, [], 2)).toEqual({ claimed: 1, back: 1 });
  expect(gone(card, [refundOf(1000, 1, ON.after)], 1)).toEqual({ claimed: 1, back: 1 });
  // The return may be that of the refund that the platform has yet to tell.
  expect(gone([...card, done(2, 'refund')], [], 1)).toEqual({ claimed: 2, back: 0 });
  expect(gone([...card, done(2, 'refund')], [refundOf(1000, 1, ON.before)], 2)).toEqual({ claimed: 2, back: 1 });
});

test('a unit restocked before its refund, which staff then gave by the sum alone, is gone once', () => {
  const restock = refundOf(0, 1, ON.restocked);
  expect(gone([asked(1, 'refund')], [restock])).toEqual({ claimed: 1, back: 0 });
  const refunded = [done(1, 'refund')];
  expect(gone(refunded, [restock])).toEqual({ claimed: 1, back: 0 });
  const sum = refundOf(1000, 0, ON.after);
  const named = refunded.map((claim) =>
    withRefund(claim, { idFromPlatform: sum.idFromPlatform, amount: 1000, lineIds: [1], isByHand: true }),
  );
  expect(gone(named, [restock, sum])).toEqual({ claimed: 1, back: 0 });
  // By its units, another refund was the restocked one.
  expect(gone(refunded, [restock, refundOf(1000, 1, ON.after, refunded[0])])).toEqual({ claimed: 1, back: 1 });
  // One of each is one too many, whichever of them was the claim's.
  expect(gone(refunded, [refundOf(1000, 1, ON.before), refundOf(0, 1, ON.after)])).toEqual({
    claimed: 1,
    back: 1,
  });
  expect(gone([...refunded, done(2, 'giftCard')], [refundOf(1000, 1, ON.before), refundOf(0, 1, ON.after)])).toEqual({
    claimed: 2,
    back: 1,
  });
});

test('a unit restocked by hand is not one for which a gift card was given before it was restocked, nor one given money for', () => {
  const card = [done(1, 'giftCard')];
  expect(gone(card, [refundOf(0, 1, ON.restocked)])).toEqual({ claimed: 1, back: 0 });
  expect(gone(card, [refundOf(0, 2, ON.restocked)])).toEqual({ claimed: 1, back: 1 });
  expect(gone(card, [refundOf(0, 1, ON.before)])).toEqual({ claimed: 1, back: 1 });
  expect(gone(card, [refundOf(1000, 1, ON.restocked)])).toEqual({ claimed: 1, back: 1 });
});
