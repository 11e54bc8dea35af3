import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { firstFinalized, isActive, isRefundedAtPlatform } from '#core/claims/units.ts';
import { isBefore } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';
import type { Order } from '#core/orders/order.ts';

/** What an active claim line holds of the order's money: what was decided, else what was asked for. Bonuses are not the order's money. */
export const heldAmount = (line: ClaimLine): Minor =>
  line.method === null ? line.requestedAmount : (line.amount ?? line.requestedAmount);

/**
 * Minor units of the order that claims may still give back: paid, less refunded, less what active
 * claims hold. A finalized refund is counted once, whether or not the platform has reported it:
 * refunds older than the first finalization are the platform's own, and of what came later the
 * larger of the platform's sum and ours counts.
 */
export function moneyLeft(order: Order, priorClaims: readonly Claim[]): Minor {
  const lines = priorClaims.flatMap((claim) => claim.lines).filter(isActive);
  const refunded = lines.filter(isRefundedAtPlatform);
  const held = sumHeld(lines) - sumHeld(refunded);
  const before = refundedBefore(order, firstFinalized(refunded));
  const gone = before + Math.max(order.totalRefunded - before, sumHeld(refunded));
  return Math.max(0, order.totalPaid - gone - held);
}

function refundedBefore(order: Order, instant: string | null): Minor {
  if (instant === null) return order.totalRefunded;
  const total = order.refunds
    .filter((refund) => isBefore(refund.createdOn, instant))
    .reduce((sum, refund) => sum + refund.total, 0);
  return Math.min(order.totalRefunded, total);
}

const sumHeld = (lines: readonly ClaimLine[]): Minor => lines.reduce((sum, line) => sum + heldAmount(line), 0);
