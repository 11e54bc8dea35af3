import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import { onClaim, only } from '#core/claims/commands/define.ts';
import { payOwed, noteStalePayment } from '#core/claims/owed.ts';
import { capturedByOthers, recordPayment, takenElsewhere, takenEmail } from '#core/claims/payments.ts';
import type { Minor } from '#core/money.ts';

// What shoppers paid, and what providers say of it.

/** A payment as its provider shows it. */
export type PaymentSeen = {
  paymentId: number;
  seen: Pick<CustomerPayment, 'status' | 'capturedAmount' | 'refundedAmount' | 'authorizationExpiresOn'> & {
    idFromPlatform: string;
  };
  /** What an effect has just captured of it; absent where none did. */
  captured?: Minor;
};

export const paymentSeen = onClaim((claim, { paymentId, seen, captured }: PaymentSeen, now) => {
  const known = claim.payments.find((one) => one.id === paymentId);
  const capturedOn = seen.capturedAmount > 0 ? (known?.capturedOn ?? now) : null;
  const told = recordPayment(claim, paymentId, { ...seen, capturedOn }, now);
  const emails = captured === undefined ? [] : takenEmail(told, paymentId, captured);
  const taken = capturedByOthers(told, paymentId);
  return { claim: taken.claim, effects: [...emails, ...taken.effects] };
});

/** A shopper paid what was owed; where it is not owed any more, the payment goes back. */
export const owedPaid = onClaim(
  (claim, payment: CustomerPayment, now) => payOwed(claim, payment, now) ?? only(noteStalePayment(claim, payment, now)),
);

export const paymentTakenElsewhere = onClaim((claim, { paymentId }: { paymentId: number }) =>
  only(takenElsewhere(claim, paymentId)),
);
