import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim } from '#core/claims/claim.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { moneyLeft } from '#core/claims/money-left.ts';
import { withRefundId } from '#core/claims/platform-refunds.ts';
import { unitsGone } from '#core/claims/units.ts';
import { claimOf, lineOf, orderOf, POLICY, selectionOf } from '#core/claims/test-data.ts';

test('a refund that the platform dates to the second it was asked for in is ours, not another one', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a', quantity: 2, paidTotal: 2000 })]);
  const asked = claimOf(order);
  const now = '2026-03-16T12:00:00.400Z';
  const done = finalizeClaim(approveLine(asked, 1, {}, now).claim, order, { policy: POLICY }, now).claim;
  const refunded = (createdOn: string) => ({
    ...order,
    totalRefunded: 1000,
    refunds: [
      {
        idFromPlatform: 'refund-1',
        createdOn,
        note: '',
        total: 1000,
        lines: [{ lineIdFromPlatform: 'a', quantity: 1, subtotal: 1000, tax: 0 }],
      },
    ],
  });
  expect(moneyLeft(refunded('2026-03-16T12:00:00Z'), [done])).toBe(1000);
  expect(moneyLeft(refunded('2026-03-16T11:59:59Z'), [done])).toBe(0);
});

test('a refund by staff like one of ours that the platform has not told yet counts beside it', () => {
  const line = lineOf({ idFromPlatform: 'a', quantity: 3, paidTotal: 3000 });
  const order = orderOf([line]);
  const now = '2026-03-16T12:00:00.400Z';
  const done = finalizeClaim(approveLine(claimOf(order), 1, {}, now).claim, order, { policy: POLICY }, now).claim;
  const answered = withRefundId(done, { to: 'originalPayment', claimLineIds: [1] }, 'refund-1');
  const refundOf = (idFromPlatform: string) => ({
    idFromPlatform,
    createdOn: '2026-03-16T12:00:01Z',
    note: '',
    total: 1000,
    lines: [{ lineIdFromPlatform: 'a', quantity: 1, subtotal: 1000, tax: 0 }],
  });
  const left = (claim: Claim, ...ids: string[]) => {
    const lines = [{ ...line, currentQuantity: 3 - ids.length }];
    const told = { ...order, lines, totalRefunded: 1000 * ids.length, refunds: ids.map(refundOf) };
    return { money: moneyLeft(told, [claim]), gone: unitsGone(told, line, [claim]) };
  };
  expect(left(done, 'refund-2')).toMatchObject({ money: 2000, gone: { byPlatform: 0 } });
  expect(left(answered)).toMatchObject({ money: 2000, gone: { byPlatform: 0 } });
  expect(left(answered, 'refund-2')).toMatchObject({ money: 1000, gone: { byPlatform: 1 } });
  expect(left(answered, 'refund-1')).toMatchObject({ money: 2000, gone: { byPlatform: 0 } });
  expect(left(answered, 'refund-1', 'refund-2')).toMatchObject({ money: 1000, gone: { byPlatform: 1 } });
});

test('a unit that a claim gave a gift card for and that is restocked by hand is gone once; one restocked before is another', () => {
  const line = lineOf({ idFromPlatform: 'a', quantity: 3, paidTotal: 3000 });
  const order = orderOf([line]);
  const now = '2026-03-16T12:00:00.400Z';
  const asked = claimOf(order, { selections: [selectionOf({ method: 'giftCard' })], now });
  const done = finalizeClaim(approveLine(asked, 1, {}, now).claim, order, { policy: POLICY }, now).claim;
  const gone = (units: number, createdOn: string, total = 0) => {
    const lines = [{ lineIdFromPlatform: 'a', quantity: units, subtotal: 0, tax: 0 }];
    const told = {
      ...order,
      lines: [{ ...line, currentQuantity: 3 - units }],
      totalRefunded: total,
      refunds: [{ idFromPlatform: 'by-hand', createdOn, note: '', total, lines }],
    };
    return unitsGone(told, line, [done]);
  };
  expect(gone(1, '2026-03-18T12:00:00Z')).toEqual({ byClaims: 1, byPlatform: 0 });
  expect(gone(2, '2026-03-18T12:00:00Z')).toEqual({ byClaims: 1, byPlatform: 1 });
  expect(gone(1, '2026-03-16T11:00:00Z')).toEqual({ byClaims: 1, byPlatform: 1 });
  // With money it was given for.
  expect(gone(1, '2026-03-18T12:00:00Z', 1000)).toEqual({ byClaims: 1, byPlatform: 1 });
});
