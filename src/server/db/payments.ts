import { sql, type ExpressionBuilder, type Insertable, type Selectable } from 'kysely';
import type { ProviderPayment } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type PaymentRow = Selectable<Tables['customer_payment']>;
type Pays = Pick<PaymentRow, 'subject_kind' | 'subject_id' | 'attached_on'>;

/** The claim that has a payment for its own, or null. */
export const claimOfPayment = ({ subject_kind, subject_id, attached_on }: Pays): number | null =>
  subject_kind === 'claim' && attached_on !== null ? subject_id : null;

/** The claim that a payment was started for and that doesn't have it yet, or null. */
export const claimWaitingFor = ({ subject_kind, subject_id, attached_on }: Pays): number | null =>
  subject_kind === 'claim' && attached_on === null ? subject_id : null;

/** Saves a payment that was started; null when one with its purpose key exists, which then counts. */
export const insertPayment = (
  db: Db,
  payment: Insertable<Tables['customer_payment']>,
): Promise<PaymentRow | undefined> =>
  db
    .insertInto('customer_payment')
    .values(payment)
    .onConflict((conflict) => conflict.columns(['store_id', 'purpose_key']).doNothing())
    .returningAll()
    .executeTakeFirst();

export const paymentByPurpose = (db: Db, storeId: number, purposeKey: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('customer_payment')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('purpose_key', '=', purposeKey)
    .executeTakeFirst();

export const paymentById = (db: Db, storeId: number, paymentId: number): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('customer_payment')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();

/** As paymentById, holding the row until the transaction ends. Its claim is held before it, never after (see holdClaim). */
export const paymentForChange = (db: Db, storeId: number, paymentId: number): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('customer_payment')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();

/** Payments started for an order, with or without a claim; the oldest first. */
export const paymentsOfOrder = (db: Db, storeId: number, orderId: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('customer_payment')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .orderBy('payment_id')
    .execute();

/** Payments of a store at its own checkout that were started since an instant, whatever has become of them. */
export const checkoutPaymentsSince = (db: Db, storeId: number, since: Date): Promise<PaymentRow[]> =>
  db
    .selectFrom('customer_payment')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('provider', '=', 'platformCheckout')
    .where('created_on', '>=', since)
    .execute();

export const attachPayment = (db: Db, storeId: number, paymentId: number, claimId: number): Promise<unknown> =>
  db
    .updateTable('customer_payment')
    .set({ subject_kind: 'claim', subject_id: claimId, attached_on: new Date(), updated_on: new Date() })
    .where('store_id', '=', storeId)
    .where('payment_id', '=', paymentId)
    .execute();

const NOTHING_LEFT = ['released', 'expired', 'failed'] as const;

/** Nobody asked for its release. */
const isNotReleased = (where: ExpressionBuilder<Tables, 'customer_payment'>) =>
  where.not(
    where.exists(
      where
        .selectFrom('effect')
        .select('effect_id')
        .whereRef('effect.store_id', '=', 'customer_payment.store_id')
        .where('effect.purpose_key', '=', sql<string>`'paymentRelease:payment:' || customer_payment.payment_id`),
    ),
  );

/** Payments without a claim that may still hold or have money and weren't canceled. */
const selectUnused = (db: Db) =>
  db
    .selectFrom('customer_payment')
    .selectAll()
    .where('attached_on', 'is', null)
    .where('status', 'not in', [...NOTHING_LEFT])
    .where(isNotReleased);

/** Payments a shopper started for an existing claim that are not attached to it yet; the oldest first. */
export const startedPaymentsFor = (db: Db, storeId: number, claimId: number): Promise<PaymentRow[]> =>
  selectUnused(db)
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'claim')
    .where('subject_id', '=', claimId)
    .orderBy('payment_id')
    .execute();

/**
 * Unused payments started before an instant for a claim that was not created, or before another for one that was.
 * Owner only.
 */
export const orphanedPayments = (
  db: Db,
  { before, beforeOfClaim }: { before: Date; beforeOfClaim: Date },
  limit: number,
): Promise<PaymentRow[]> =>
  selectUnused(db)
    .where((where) =>
      where.or([
        where('created_on', '<', before).and('subject_kind', '<>', 'claim'),
        where('created_on', '<', beforeOfClaim),
      ]),
    )
    .orderBy('created_on')
    .limit(limit)
    .execute();

/** Payments of a provider that may still change by themselves and were not looked at since an instant; the longest ago first. Owner only. */
export const paymentsToLookAt = (db: Db, before: Date, limit: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('customer_payment')
    .selectAll()
    .where('subject_kind', '=', 'claim')
    .where('status', 'in', ['requiresPayment', 'processing', 'authorized'])
    .where('updated_on', '<', before)
    .orderBy('updated_on')
    .limit(limit)
    .execute();

/**
 * Since when, by store, payments at stores' own checkouts have been open that were started after an instant and are not
 * canceled. Owner only.
 */
export const openCheckouts = (db: Db, after: Date): Promise<{ store_id: number; since: Date }[]> =>
  db
    .selectFrom('customer_payment')
    .select(['store_id', (each) => each.fn.min<Date>('created_on').as('since')])
    .where('provider', '=', 'platformCheckout')
    .where('status', 'in', ['requiresPayment', 'processing'])
    .where('created_on', '>', after)
    .where(isNotReleased)
    .groupBy('store_id')
    .execute();

/** Writes what the provider said of a payment. */
export async function recordProviderPayment(
  db: Db,
  storeId: number,
  paymentId: number,
  payment: ProviderPayment,
): Promise<void> {
  await db
    .updateTable('customer_payment')
    .set({
      id_from_platform: payment.idFromPlatform,
      status: payment.status,
      capture_before: payment.captureBefore,
      captured: payment.captured,
      refunded: payment.refunded,
      reusable_method: payment.reusableMethod,
      updated_on: new Date(),
    })
    .where('store_id', '=', storeId)
    .where('payment_id', '=', paymentId)
    .execute();
}
