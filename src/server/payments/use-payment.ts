import { stillOwed } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { releaseKey, releaseUnused } from '#core/claims/payments.ts';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { effectStates } from '#server/db/effects.ts';
import {
  attachPayment,
  paymentForChange,
  startedPaymentsFor,
  recordProviderPayment,
  type PaymentRow,
} from '#server/db/payments.ts';
import { enqueue } from '#server/effects/outbox.ts';
import type { PaymentSeen } from '#server/payments/provider-payment.ts';

/**
 * Attaches a payment to the claim created in this transaction, for good. Refuses PAYMENT_USED if another claim has it,
 * and PAYMENT_ENDED if it was canceled.
 */
export async function usePayment(
  db: Db,
  storeId: number,
  { row, payment }: PaymentSeen,
  claimId: number,
): Promise<void> {
  const held = await paymentForChange(db, storeId, row.payment_id);
  if (!held || held.attached_on !== null || held.subject_kind === 'claim')
    throw new Refusal('conflict', 'PAYMENT_USED', 'This payment was already used for another return.');
  // Read in its own statement: the code that released it held the row before.
  if (await isReleased(db, held))
    throw new Refusal('conflict', 'PAYMENT_ENDED', 'This payment was canceled. Please pay again.');
  await recordProviderPayment(db, storeId, row.payment_id, payment);
  await attachPayment(db, storeId, row.payment_id, claimId);
}

export const isReleased = async (db: Db, row: PaymentRow): Promise<boolean> =>
  (await effectStates(db, row.store_id, [releaseKey(row.payment_id)])).size > 0;

/** Releases a payment unless a claim has it by now; captured money is refunded. */
export async function releasePayment(db: Db, storeId: number, paymentId: number, requestId: string): Promise<boolean> {
  const row = await paymentForChange(db, storeId, paymentId);
  if (!row || row.attached_on !== null || (await isReleased(db, row))) return false;
  const { payment_id: id, order_id: orderId, id_from_platform: idFromPlatform, provider } = row;
  await enqueue(db, storeId, requestId, [releaseUnused(orderId, { id, idFromPlatform, provider })]);
  return true;
}

/** Releases what was begun for a claim and is not what it costs its shopper now. The claim is held by this transaction. */
export async function releaseStalePayments(db: Db, storeId: number, claim: Claim, requestId: string): Promise<void> {
  const amount = stillOwed(claim);
  for (const row of await startedPaymentsFor(db, storeId, claim.id))
    if (row.amount !== amount) await releasePayment(db, storeId, row.payment_id, requestId);
}
