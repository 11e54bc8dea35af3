import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { Refusal } from '#core/refusal.ts';
import type { Minor } from '#core/money.ts';

/** C7.11: the groups in which lines are finalized. */
export const FINALIZE_GROUPS = [
  'refunds',
  'giftCards',
  'variantExchanges',
  'replacementOrders',
  'other',
  'repairs',
  'approvedWithExternalResolution',
  'denied',
] as const;
export type FinalizeGroup = (typeof FINALIZE_GROUPS)[number];

const GROUP_OF = {
  refund: 'refunds',
  giftCard: 'giftCards',
  storeCredit: 'giftCards',
  variantExchange: 'variantExchanges',
  replacementOrder: 'replacementOrders',
  repair: 'repairs',
  warrantyReview: 'other',
  other: 'other',
} as const satisfies Record<NonNullable<ClaimLine['method']>, FinalizeGroup>;

/** The group of a decided line, by its decision; null when it has none. */
export function finalizeGroupOf(line: ClaimLine): FinalizeGroup | null {
  if (line.status === 'denied') return line.denialDetail === null ? null : 'denied';
  if (line.status !== 'approved' || line.method === null) return null;
  return line.wasResolvedExternally ? 'approvedWithExternalResolution' : GROUP_OF[line.method];
}

/** A line as it is sent to be finalized. `deductedAmount` as it was shown, minor units; null when it was not. */
export type ChosenLine = { id: number; group: FinalizeGroup; quantity: number; deductedAmount: Minor | null };

/** Refuses NOTHING_CHOSEN, LINE_UNKNOWN, LINE_LOCKED, LINE_UNRESOLVED, GROUP_WRONG and QUANTITY_WRONG. */
export function checkGroups(claim: Claim, chosen: readonly ChosenLine[]): void {
  if (chosen.length === 0) throw new Refusal('notAllowed', 'NOTHING_CHOSEN', 'Choose what to finalize.');
  const seen = new Set<number>();
  for (const { id, group, quantity } of chosen) {
    const line = claim.lines.find((one) => one.id === id);
    if (!line) throw new Refusal('notFound', 'LINE_UNKNOWN', "This item isn't part of the claim.");
    if (line.finalizedOn !== null || line.canceledOn !== null)
      throw new Refusal('conflict', 'LINE_LOCKED', `"${line.name}" is already finalized or canceled.`);
    const own = finalizeGroupOf(line);
    if (own === null) throw new Refusal('conflict', 'LINE_UNRESOLVED', 'Approve, deny or cancel every item first.');
    if (own !== group || seen.has(id))
      throw new Refusal(
        'conflict',
        'GROUP_WRONG',
        `"${line.name}" now has a different decision. Please review it again.`,
      );
    if (quantity !== line.quantity)
      throw new Refusal(
        'notAllowed',
        'QUANTITY_WRONG',
        `"${line.name}" must be finalized with its full quantity, ${line.quantity}.`,
      );
    seen.add(id);
  }
}

/** Refuses SUMS_CHANGED when a line that was carried out bears another amount than was shown. */
export function checkDeductions(finalized: Claim, chosen: readonly ChosenLine[]): void {
  for (const { id, deductedAmount } of chosen) {
    const line = finalized.lines.find((one) => one.id === id);
    if (deductedAmount === null || !line || line.finalizedOn === null || line.deductedAmount === deductedAmount)
      continue;
    throw new Refusal(
      'conflict',
      'SUMS_CHANGED',
      `The deductions for "${line.name}" have changed. Please review them again.`,
    );
  }
}
