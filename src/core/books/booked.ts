import { z } from 'zod';
import { total, usableOf } from '#core/claims/claim-money.ts';
import type { Claim, CustomerPayment } from '#core/claims/claim.ts';
import type { EffectIntent } from '#core/claims/effects.ts';
import { isPaidBack, LabelGivenBack } from '#core/claims/label-refund.ts';
import {
  effectEntry,
  goodwillEntry,
  labelEntry,
  receivedEntry,
  roundKey,
  settlementEntry,
  type JournalEntry,
} from '#core/books/journal.ts';
import { Money, type Minor } from '#core/money.ts';

/** What the books must hold of a change of a claim: payments that came with it, rounds of finalizing, and payments given back though they were used. */
export function entriesOfChange(before: Claim | null, after: Claim): JournalEntry[] {
  const settled = new Set(before?.settlements.map(roundKey));
  const rounds = after.settlements.filter((record) => !settled.has(roundKey(record)));
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

/** Of payments that had gone into goods and fees, what was given back all the same. */
export function goodwillOf(claim: Claim): Minor {
  const used = total(claim.settlements, (record) => record.paymentUsed);
  // What the provider was told by others is no step of ours, and in no entry.
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

const Moved = z.object({ amount: Money });
const Bought = z.object({ cost: Money });

/** What really moved, where the partner's answer said so. */
export const movedBy = (result: unknown): Money | null => Moved.safeParse(result).data?.amount ?? null;

/** What the books must hold of an effect that is done; null for what moves no value. `result`: as the effect keeps it. */
export function entryOfEffect(intent: EffectIntent, isElsewhere: boolean, result: unknown): JournalEntry | null {
  switch (intent.kind) {
    case 'label': {
      const cost = isElsewhere ? undefined : Bought.safeParse(result).data?.cost;
      return cost && cost.amount > 0 ? labelEntry(intent.purposeKey, cost, false) : null;
    }
    case 'labelRefund': {
      const back = isElsewhere ? undefined : LabelGivenBack.safeParse(result).data;
      const cost = back && isPaidBack(back.status) ? back.cost : undefined;
      return cost && cost.amount > 0 ? labelEntry(intent.purposeKey, cost, true) : null;
    }
    default:
      return effectEntry(intent, isElsewhere, isElsewhere ? undefined : movedBy(result)?.amount);
  }
}
