import { isOwed } from '#core/claims/owed.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import type { Db } from '#server/db/connect.ts';
import { attachPayment } from '#server/db/payments.ts';
import { asCustomerPayment, type PaymentSeen } from '#server/payments/provider-payment.ts';
import { isReleased, releasePayment, releaseStalePayments } from '#server/payments/use-payment.ts';

/**
 * Attaches a started payment to its claim once there is money in it. Whatever the claim doesn't cost now is refunded.
 * This transaction locks the claim, then the payment.
 */
export async function attachOwedPayment(db: Db, seen: PaymentSeen, claimId: number, requestId: string): Promise<void> {
  const { row } = seen;
  const { store_id: storeId, payment_id: paymentId } = row;
  const now = new Date().toISOString();
  const payment = asCustomerPayment(seen, now);
  if (!payment || (await isReleased(db, row))) return;
  const changed = await changeClaim(db, { storeId, claimId, requestId, by: BACKGROUND, now }, async (claim) => {
    if (isOwed(claim, payment)) await attachPayment(db, storeId, paymentId, claimId);
    else await releasePayment(db, storeId, paymentId, requestId);
    return { kind: 'owedPaid', input: payment };
  });
  if (changed) await releaseStalePayments(db, storeId, changed.claim, requestId);
}
