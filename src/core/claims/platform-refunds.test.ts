import { expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { moneyLeft } from '#core/claims/money-left.ts';
import { claimOf, lineOf, orderOf, POLICY } from '#core/claims/test-data.ts';

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
