import { total, usableOf } from '#core/claims/paid.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import type { JournalEntry } from '#core/books/entry.ts';
import { goodwillEntry, receivedEntry, roundKey, settlementEntry } from '#core/books/journal.ts';
import type { Minor } from '#core/money.ts';

/**
 * What the books must contain for a change of a claim: its payments, rounds of finalizing, and payments refunded
 * although they were used.
 */
export function entriesOfChange(before: Claim | null, after: Claim): JournalEntry[] {
  const settled = new Set(before?.settlements.map((record) => roundKey(before, record)));
  const rounds = after.settlements.filter((record) => !settled.has(roundKey(after, record)));
  const paid = new Set(before?.payments.map(({ id }) => id));
  const given = goodwillOf(after);
  const more = given - (before ? goodwillOf(before) : 0);
  return [
    ...after.payments
      .filter((payment) => !paid.has(payment.id) && isTakenAtOnce(payment))
      .map(({ id, amount, currencyCode }) => receivedEntry(id, { amount, currencyCode })),
    ...rounds.flatMap((record) => settlementEntry(after, record) ?? []),
    ...(more > 0
      ? [goodwillEntry(`claim:${after.id}:to:${given}`, { amount: more, currencyCode: after.currencyCode })]
      : []),
  ];
}

/** A payment no step takes: its provider did when the shopper paid. */
const isTakenAtOnce = ({ provider, captureAsked }: CustomerPayment): boolean =>
  provider === 'platformCheckout' && captureAsked !== null;

/** What was refunded of payments that had already paid for goods and fees. */
export function goodwillOf(claim: Claim): Minor {
  const used = total(claim.settlements, (record) => record.paymentUsed);
  // Refunds made by others at the provider are no effect of ours and in no entry.
  const ours = claim.payments.map(({ refundedByOthers = 0, ...payment }) => ({
    ...payment,
    refundAsked: payment.refundAsked - refundedByOthers,
    refundedAmount: 0,
  }));
  const usable = ours.reduce((sum, payment) => sum + usableOf(payment), 0);
  const asked = ours.reduce((sum, payment) => sum + payment.refundAsked, 0);
  // A hold that lapsed is no gift: it is a payment that is still owed.
  return Math.min(Math.max(0, used - usable), asked);
}
