import { stillOwed } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import { emailEffect, type Decision } from '#core/claims/decision.ts';
import { usualEmail, type EmailText } from '#core/claims/email-wishes.ts';
import { askCapture } from '#core/claims/payments.ts';
import { quotesAgreed } from '#core/claims/repair.ts';
import { assertOpen } from '#core/claims/resolution.ts';
import { shopperName, withEntry } from '#core/claims/timeline.ts';
import { formatMoney } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';

const textOf = ({ amount, currencyCode }: Pick<CustomerPayment, 'amount' | 'currencyCode'>): string =>
  formatMoney({ amount, currencyCode });

/** Whether a payment is exactly what the shopper still owes. */
export const isOwed = (claim: Claim, { amount, currencyCode }: CustomerPayment): boolean =>
  amount === stillOwed(claim) && currencyCode === claim.currencyCode;

/**
 * A submitted claim with its shopper's payment; null if the payment isn't exactly what is owed, so that no one pays a
 * different amount.
 */
export function payOwed(claim: Claim, payment: CustomerPayment, now: string): Decision | null {
  if (!isOwed(claim, payment)) return null;
  const paid = withEntry(
    { ...claim, payments: [...claim.payments, payment] },
    {
      type: 'money',
      subject: `The customer paid ${textOf(payment)}`,
      message: '',
      by: shopperName(claim.customerName),
    },
    now,
  );
  // By paying for a repair the shopper agrees to it.
  return askCapture(quotesAgreed(paid, now), payment, payment.amount);
}

/** The claim with a note about a payment that no longer matches what is owed and is refunded. */
export const noteStalePayment = (claim: Claim, payment: CustomerPayment, now: string): Claim =>
  withEntry(
    claim,
    {
      type: 'money',
      subject: `A payment of ${textOf(payment)} is being refunded`,
      message: 'The amount owed changed after they started paying.',
    },
    now,
  );

/**
 * Asks the shopper for what is still owed; the email leads to where it is paid. Refuses CLAIM_ALREADY_FINALIZED,
 * CLAIM_CANCELED, EMAIL_MISSING and PAYMENT_NOT_NEEDED.
 */
export function requestPayment(claim: Claim, now: string, email?: EmailText): Decision {
  assertOpen(claim);
  if (claim.customerEmail === '')
    throw new Refusal('conflict', 'EMAIL_MISSING', "There's no email address. Add one under Customer.");
  const amount = stillOwed(claim);
  if (amount === 0) throw new Refusal('conflict', 'PAYMENT_NOT_NEEDED', 'The customer owes nothing.');
  const owed = { amount, currencyCode: claim.currencyCode };
  const asked = withEntry(
    { ...claim, paymentRequested: amount },
    { type: 'email', subject: `Payment of ${textOf(owed)} requested`, message: '' },
    now,
  );
  return {
    claim: asked,
    effects: emailEffect(
      'paymentDue',
      asked,
      `email:paymentDue:${asked.timeline.length}:claim:${claim.id}`,
      email ?? usualEmail('paymentDue', { ...asked, owed }),
    ),
  };
}
