import { stillOwed } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { payOwed, noteStalePayment } from '#core/claims/owed.ts';
import { claimForChange, saveClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { attachPayment, startedPaymentsFor } from '#server/db/payments.ts';
import { enqueue } from '#server/effects/outbox.ts';
import { asCustomerPayment, type PaymentSeen } from '#server/payments/provider-payment.ts';
import { isLetGo, letGo } from '#server/payments/use-payment.ts';

/**
 * Attaches a started payment to its claim once there is money in it. Whatever the claim doesn't cost now is refunded.
 * This transaction locks the claim, then the payment.
 */
export async function attachOwedPayment(db: Db, seen: PaymentSeen, claimId: number, requestId: string): Promise<void> {
  const { row } = seen;
  const { store_id: storeId, payment_id: paymentId } = row;
  const now = new Date().toISOString();
  const payment = asCustomerPayment(seen, now);
  if (!payment || (await isLetGo(db, row))) return;
  const loaded = await claimForChange(db, storeId, claimId);
  if (!loaded) return;
  const paid = payOwed(loaded.claim, payment, now);
  const { claim, effects } = paid ?? { claim: noteStalePayment(loaded.claim, payment, now), effects: [] };
  if (paid) await attachPayment(db, storeId, paymentId, claimId);
  else await letGo(db, storeId, paymentId, requestId);
  if (!(await saveClaim(db, storeId, loaded, claim, effects.length > 0, 'background')))
    throw new Error(`claim ${claimId} changed while it was held`);
  await enqueue(db, storeId, requestId, effects);
  await releaseStalePayments(db, storeId, claim, requestId);
}

/**
 * Releases started payments of a claim that don't match what the shopper owes now. This transaction holds the claim.
 */
export async function releaseStalePayments(db: Db, storeId: number, claim: Claim, requestId: string): Promise<void> {
  const amount = stillOwed(claim);
  for (const row of await startedPaymentsFor(db, storeId, claim.id))
    if (row.amount !== amount) await letGo(db, storeId, row.payment_id, requestId);
}
