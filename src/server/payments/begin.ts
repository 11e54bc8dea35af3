import type * as contract from '#contract/customer/customer.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { claimOfSubject, type Subject } from '#core/effects/subject.ts';
import { formatMoney, type Money } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';
import type { StorePolicy } from '#core/policy/policy.ts';
import { PartnerError, type PaymentRequest, type Payments, type PaymentStart } from '#partners/ports.ts';
import { amountOf } from '#server/amounts.ts';
import { claimForChange, holdClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { insertPayment, paymentByPurpose, paymentsOfOrder, type PaymentRow } from '#server/db/payments.ts';
import type { ServerDeps } from '#server/deps.ts';
import { keyUsed } from '#server/sent-request.ts';
import { takeAttempt } from '#server/stores/attempts.ts';
import { releaseStalePayments } from '#server/payments/use-payment.ts';
import { isReleased, releasePayment } from '#server/payments/use-payment.ts';

/** The payment provider of a store. Refuses PAYMENT_NOT_OFFERED, with what the shopper can do instead. */
export async function providerOf(
  { paymentsOf }: Pick<ServerDeps, 'paymentsOf'>,
  { paymentProvider }: Pick<StorePolicy, 'paymentProvider'>,
  storeId: number,
  wayOut: string,
): Promise<Payments> {
  const payments = paymentProvider === 'none' ? null : await paymentsOf(storeId, paymentProvider);
  if (!payments)
    throw new Refusal('notAllowed', 'PAYMENT_NOT_OFFERED', `The store can't take payments here. ${wayOut}`);
  return payments;
}

export type WantedPayment = {
  storeId: number;
  orderId: number;
  /** The claim it is for, or the order that none is made for yet. */
  subject: Subject;
  /** What purpose keys of payments for the same thing begin with; the amount follows. */
  purpose: string;
  request: Omit<PaymentRequest, 'purposeKey'>;
};

/**
 * The payment for a purpose and amount: an existing one, or a new one. Payments of other amounts are released. Refuses
 * PAYMENT_NOT_NEEDED, PAYMENT_REFUSED, TOO_MANY_ATTEMPTS and REQUEST_KEY_USED.
 */
export async function beginPayment(
  { database, secret }: Pick<ServerDeps, 'database' | 'secret'>,
  payments: Payments,
  { storeId, orderId, subject, purpose, request }: WantedPayment,
  requestId: string,
): Promise<PaymentRow> {
  const { amount } = request;
  if (amount.amount === 0) throw new Refusal('conflict', 'PAYMENT_NOT_NEEDED', "There's nothing to pay.");
  const claimId = claimOfSubject(subject);
  const begun = await database.inStore(storeId, async (db) => {
    if (claimId !== null) await holdClaim(db, storeId, claimId);
    const ofOrder = await paymentsOfOrder(db, storeId, orderId);
    const rows = ofOrder.filter((row) => row.purpose_key.startsWith(purpose));
    const fitting = await firstUsable(db, rows, payments, amount);
    for (const row of rows) if (row !== fitting) await releasePayment(db, storeId, row.payment_id, requestId);
    return { fitting, ended: rows.filter((row) => row.amount === amount.amount).length };
  });
  if (begun.fitting) return begun.fitting;
  // Counted before the provider is asked: otherwise those that are asked for at once would all be made.
  const bucket = `payment ${storeId} ${orderId}`;
  if (!(await takeAttempt(database, secret, [{ bucket, most: MOST_PER_HOUR, windowSeconds: HOUR_SECONDS }])))
    throw new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Too many payments started. Please try again in an hour.').naming(
      { kind: 'payment' },
    );
  const purposeKey = `${purpose}${amount.amount}${begun.ended === 0 ? '' : `:${begun.ended + 1}`}`;
  const started = await start(payments, { ...request, purposeKey }, requestId);
  return database.inStore(storeId, async (db) => {
    const loaded = claimId === null ? undefined : await claimForChange(db, storeId, claimId);
    const made = await insertPayment(db, {
      store_id: storeId,
      order_id: orderId,
      subject_kind: subject.kind,
      subject_id: subject.id,
      purpose_key: purposeKey,
      provider: payments.provider,
      id_from_platform: started.idFromPlatform,
      amount: amount.amount,
      currency_code: amount.currencyCode,
      status: 'requiresPayment',
      reusable_method: null,
      client_secret: started.clientSecret,
      pay_url: started.payUrl,
    });
    const row = made ?? (await paymentByPurpose(db, storeId, purposeKey));
    if (!row) throw new Error(`the payment ${purposeKey} is neither new nor known`);
    if (row.order_id !== orderId) throw keyUsed();
    // Staff may have changed the sum while the provider was asked.
    if (loaded) await releaseStalePayments(db, storeId, loaded.claim, requestId);
    return row;
  });
}

// Testing stolen cards takes many payments; a shopper needs one, and another for each change.
const MOST_PER_HOUR = 30;
const HOUR_SECONDS = 3600;

const ENDED: ReadonlySet<string> = new Set(['released', 'expired', 'failed']);

async function firstUsable(
  db: Db,
  rows: readonly PaymentRow[],
  payments: Payments,
  { amount, currencyCode }: Money,
): Promise<PaymentRow | null> {
  for (const row of rows) {
    const isFitting = row.amount === amount && row.currency_code === currencyCode && row.provider === payments.provider;
    if (isFitting && row.attached_on === null && !ENDED.has(row.status) && !(await isReleased(db, row))) return row;
  }
  return null;
}

async function start(payments: Payments, request: PaymentRequest, requestId: string): Promise<PaymentStart> {
  try {
    return await payments.start(request, { requestId, priority: 'shopper' });
  } catch (error) {
    if (!(error instanceof PartnerError) || error.kind !== 'refused') throw error;
    throw new Refusal('notAllowed', 'PAYMENT_REFUSED', `${formatMoney(request.amount)} can't be paid here.`).naming({
      amount: {
        amount: amountOf(request.amount.amount, request.amount.currencyCode),
        currencyCode: request.amount.currencyCode,
      },
    });
  }
}

/** A payment with what its payer needs. */
export const showBegun = (row: PaymentRow, payments: Payments): RouteAnswer<typeof contract.createPaymentIntent> => ({
  paymentId: row.payment_id,
  amount: amountOf(row.amount, row.currency_code),
  currencyCode: row.currency_code,
  provider: row.provider,
  clientSecret: row.client_secret,
  payUrl: row.pay_url,
  browser: payments.browser,
});
