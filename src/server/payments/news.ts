import type { Claim } from '#core/claims/claim.ts';
import { holdAgainKey } from '#core/claims/payments.ts';
import { claimOfSubject } from '#core/effects/subject.ts';
import { formatMoney } from '#core/money.ts';
import { PAYMENT_PROVIDERS } from '#core/payments/providers.ts';
import { PartnerError, type CallContext, type ProviderPayment } from '#partners/ports.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import { holdClaim } from '#server/db/claims.ts';
import { effectStates, subjectOf } from '#server/db/effects.ts';
import {
  claimOfPayment,
  claimWaitingFor,
  paymentById,
  paymentForChange,
  recordProviderPayment,
  type PaymentRow,
} from '#server/db/payments.ts';
import { raiseTask, type NewTask } from '#server/db/tasks.ts';
import type { ServerDeps } from '#server/deps.ts';
import { attachOwedPayment } from '#server/payments/owed.ts';
import { seenPayment } from '#server/payments/provider-payment.ts';
import { watchHolds } from '#server/payments/watch-holds.ts';

/** Looks a payment up at its provider and writes what has become of it. False when that has to be done again soon. */
export async function refreshPayment(
  deps: Pick<ServerDeps, 'database' | 'paymentsOf'>,
  row: PaymentRow,
  context: CallContext,
): Promise<boolean> {
  const payments = await deps.paymentsOf(row.store_id, row.provider);
  const payment = await payments?.find(row.id_from_platform, context);
  return payment ? recordNews(deps, row, payment, context.requestId) : true;
}

/**
 * Looks up the captured payments of a claim, which somebody may have refunded at the provider since: a store's checkout
 * sends no news of that. Where the provider will not tell, what we know stays; where it does not answer, that is an error.
 */
export async function refreshCaptured(
  deps: Pick<ServerDeps, 'database' | 'paymentsOf'>,
  { storeId, requestId }: { storeId: number; requestId: string },
  { payments }: Claim,
): Promise<void> {
  for (const { id } of payments.filter(({ status }) => status === 'Captured')) {
    const row = await deps.database.inStore(storeId, (db) => paymentById(db, storeId, id));
    try {
      if (row) await refreshPayment(deps, row, { requestId, priority: 'staff' });
    } catch (error) {
      if (!(error instanceof PartnerError) || error.kind !== 'refused') throw error;
    }
  }
}

/**
 * Writes what a provider said of a payment as it was read before, to its row and its claim, which gets it once it is
 * made, asks people to look at a dispute, and looks after the hold. False, and nothing is written, when the payment has
 * changed since it was read or is just held again.
 */
export async function recordNews(
  { database }: Pick<ServerDeps, 'database'>,
  seen: PaymentRow,
  payment: ProviderPayment,
  requestId: string,
): Promise<boolean> {
  const { store_id: storeId, payment_id: paymentId } = seen;
  return database.inStore(storeId, async (db) => {
    const claimId = claimOfSubject(subjectOf(seen));
    if (claimId !== null) await holdClaim(db, storeId, claimId);
    const row = await paymentForChange(db, storeId, paymentId);
    if (!row || row.updated_on.getTime() !== seen.updated_on.getTime()) return false;
    const again = holdAgainKey({ id: paymentId, idFromPlatform: row.id_from_platform });
    const state = (await effectStates(db, storeId, [again])).get(again);
    // The old hold is released before the answer with the new one is saved.
    if (state === 'waiting' || state === 'running') return false;
    await recordProviderPayment(db, storeId, paymentId, payment);
    if (payment.isDisputed) await raiseTask(db, storeId, taskOfDispute(row, payment));
    const waiting = claimWaitingFor(row);
    if (waiting !== null) await attachOwedPayment(db, { row, payment }, waiting, requestId);
    const owner = claimOfPayment(row);
    if (owner === null) return true;
    const at = { storeId, claimId: owner, requestId, by: BACKGROUND };
    await changeClaim(db, at, { kind: 'paymentSeen', input: seenPayment(paymentId, payment) });
    await watchHolds(db, storeId, owner, new Date(), requestId);
    return true;
  });
}

/** Once for a payment: how its dispute ends, staff read at the provider. */
const taskOfDispute = (row: PaymentRow, { captured, amount: { currencyCode } }: ProviderPayment): NewTask => ({
  subject: subjectOf(row),
  purposeKey: `disputed:payment:${row.payment_id}`,
  kind: 'paymentDisputed',
  message:
    `The customer disputed the payment of ${formatMoney({ amount: captured, currencyCode })} at their bank, which may take it back. ` +
    `Answer the dispute at ${PAYMENT_PROVIDERS[row.provider].name}, and decide whether the claim should go on.`,
});
