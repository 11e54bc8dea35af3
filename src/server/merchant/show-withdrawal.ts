import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { Claim } from '#core/claims/claim.ts';
import { withdrawalClock } from '#core/claims/withdrawal-clock.ts';
import { amountOf } from '#server/amounts.ts';

/** The statement of a withdrawal, and where the deadline of its refund stands; null of other claims. */
export function showWithdrawal(claim: Claim, now: string): ClaimShown['withdrawal'] {
  const { withdrawal } = claim;
  const clock = withdrawalClock(claim, now);
  if (!withdrawal || !clock) return null;
  const { statedOn, name, email, timeZone, lastDay, refundDueDay, statement } = withdrawal;
  const deliveryAmount = claim.lines.reduce((sum, line) => sum + (line.deliveryAmount ?? 0), 0);
  return {
    statedOn,
    name,
    email,
    timeZone,
    lastDay,
    refundDueDay,
    state: clock.state,
    deliveryAmount: amountOf(deliveryAmount, claim.currencyCode),
    statement,
  };
}
