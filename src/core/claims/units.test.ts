import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim, ResolutionMethod } from '#core/claims/claim.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { claimOf, lineOf, orderOf, POLICY, selectionOf } from '#core/claims/test-data.ts';
import { unitsGone } from '#core/claims/units.ts';
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

const refundOf = (total: number, quantity: number, createdOn: string): Order['refunds'][number] => ({
  idFromPlatform: `${total}-${createdOn}`,
  createdOn,
  note: '',
  total,
  lines: quantity === 0 ? [] : [{ lineIdFromPlatform: 'a', quantity, subtotal: total, tax: 0 }],
});
const gone = (claims: Claim[], refunds: Order['refunds'], returned = 0) =>
  unitsGone(
    {
      ...bought,
      refunds,
      totalRefunded: refunds.reduce((sum, { total }) => sum + total, 0),
      returns:
        returned === 0
          ? []
          : [
              {
                idFromPlatform: 'return-1',
                name: '',
                status: 'CLOSED',
                lines: [{ idFromPlatform: 'back-1', lineIdFromPlatform: 'a', quantity: returned }],
              },
            ],
    },
    line,
    claims,
  );

test('a unit that a claim gave a gift card for and whose return staff note is gone once', () => {
  const card = [done(1, 'giftCard')];
  const restock = refundOf(0, 1, ON.after);
  expect(gone(card, [], 1)).toEqual({ byClaims: 1, byPlatform: 0 });
  expect(gone(card, [restock], 1)).toEqual({ byClaims: 1, byPlatform: 0 });
  expect(gone(card, [], 2)).toEqual({ byClaims: 1, byPlatform: 1 });
  expect(gone(card, [refundOf(1000, 1, ON.after)], 1)).toEqual({ byClaims: 1, byPlatform: 1 });
  // The return may be that of the refund that the platform has yet to tell.
  expect(gone([...card, done(2, 'refund')], [], 1)).toEqual({ byClaims: 2, byPlatform: 0 });
  expect(gone([...card, done(2, 'refund')], [refundOf(1000, 1, ON.before)], 2)).toEqual({ byClaims: 2, byPlatform: 1 });
});

test('a unit restocked before its refund, which staff then gave by the sum alone, is gone once', () => {
  const restock = refundOf(0, 1, ON.restocked);
  expect(gone([asked(1, 'refund')], [restock])).toEqual({ byClaims: 1, byPlatform: 0 });
  const refunded = [done(1, 'refund')];
  expect(gone(refunded, [restock])).toEqual({ byClaims: 1, byPlatform: 0 });
  expect(gone(refunded, [restock, refundOf(1000, 0, ON.after)])).toEqual({ byClaims: 1, byPlatform: 0 });
  // Told by its units, it is another that was restocked.
  expect(gone(refunded, [restock, refundOf(1000, 1, ON.after)])).toEqual({ byClaims: 1, byPlatform: 1 });
  // One of each is one too many, whichever of them was the claim's.
  expect(gone(refunded, [refundOf(1000, 1, ON.before), refundOf(0, 1, ON.after)])).toEqual({
    byClaims: 1,
    byPlatform: 1,
  });
  expect(gone([...refunded, done(2, 'giftCard')], [refundOf(1000, 1, ON.before), refundOf(0, 1, ON.after)])).toEqual({
    byClaims: 2,
    byPlatform: 1,
  });
});
