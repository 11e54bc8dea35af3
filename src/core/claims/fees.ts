import { feesTaken } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import { isWithdrawal } from '#core/claims/withdrawal-clock.ts';
import { assertOpen } from '#core/claims/resolution.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';

export type ClaimFees = Pick<
  Claim,
  'feeApplied' | 'returnShippingAmountApplied' | 'exchangeOrderShippingAmountApplied'
>;

/** Set the fees of a claim (C5.05). Refuses AMOUNT_INVALID, WITHDRAWAL_WITHOUT_FEES, and FEE_ALREADY_TAKEN below what a finalized line bore. */
export function changeFees(claim: Claim, fees: Partial<ClaimFees>, now: string): Decision {
  assertOpen(claim);
  const next = { ...claim, ...fees };
  for (const amount of Object.values(fees))
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw new Refusal('notAllowed', 'AMOUNT_INVALID', 'Must be zero or a positive number.');
  if (isWithdrawal(claim) && Object.values(fees).some((amount) => amount > 0))
    throw new Refusal(
      'notAllowed',
      'WITHDRAWAL_WITHOUT_FEES',
      'A withdrawal has no fees. Approve a lower amount for an item that lost value.',
    );
  const taken = feesTaken(claim);
  if (
    next.feeApplied < taken.feeApplied ||
    next.returnShippingAmountApplied < taken.returnShippingAmountApplied ||
    next.exchangeOrderShippingAmountApplied < taken.exchangeOrderShippingAmountApplied
  ) {
    throw new Refusal('conflict', 'FEE_ALREADY_TAKEN', 'A finalized item already used this amount.');
  }
  const money = (amount: Minor): string => formatMoney({ amount, currencyCode: claim.currencyCode });
  const changes = [
    [claim.feeName || 'Fee', claim.feeApplied, next.feeApplied] as const,
    ['Return shipping', claim.returnShippingAmountApplied, next.returnShippingAmountApplied] as const,
    ['Exchange shipping', claim.exchangeOrderShippingAmountApplied, next.exchangeOrderShippingAmountApplied] as const,
  ].filter(([, before, after]) => before !== after);
  if (changes.length === 0) return { claim, effects: [] };
  const message = changes.map(([name, before, after]) => `${name}: ${money(before)} to ${money(after)}`).join('. ');
  return { claim: withEntry(next, { type: 'edit', subject: 'Fees changed', message }, now), effects: [] };
}
