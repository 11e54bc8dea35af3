import { sql } from 'kysely';
import { normalizeEmail } from '#core/orders/lookup.ts';
import type { ShippingReason } from '#core/protection/reasons.ts';
import type { Language } from '#core/texts/languages.ts';
import type { Db } from '#server/db/connect.ts';

export type FilingReminder = {
  orderId: number;
  reason: ShippingReason;
  email: string;
  language: Language;
  /** ISO instant from which it can be filed. */
  remindOn: string;
};

/** Keeps that somebody wants to be told; asking again moves the day. */
export const keepFilingReminder = (db: Db, storeId: number, reminder: FilingReminder): Promise<unknown> =>
  db
    .insertInto('filing_reminder')
    .values({
      store_id: storeId,
      order_id: reminder.orderId,
      reason: reminder.reason,
      email_key: normalizeEmail(reminder.email),
      email: reminder.email,
      language: reminder.language,
      remind_on: reminder.remindOn,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'order_id', 'email_key'])
        .doUpdateSet({ reason: reminder.reason, language: reminder.language, remind_on: reminder.remindOn }),
    )
    .execute();

/**
 * How many reminders an order has had or waits for, without the one that waits for this email. Locks the order, so that
 * requests at the same time count each other.
 */
export async function otherFilingReminders(db: Db, storeId: number, orderId: number, email: string): Promise<number> {
  await db
    .selectFrom('store_order')
    .select('order_id')
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .forUpdate()
    .execute();
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from filing_reminder
        where store_id = ${storeId} and order_id = ${orderId} and email_key <> ${normalizeEmail(email)})
      + (select count(*) from effect
        where store_id = ${storeId} and subject_kind = 'order' and subject_id = ${orderId} and kind = 'filingReminder')
    )::integer as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Those of an email, on whatever order. */
export const removeFilingReminders = (db: Db, storeId: number, email: string): Promise<unknown> =>
  db
    .deleteFrom('filing_reminder')
    .where('store_id', '=', storeId)
    .where('email_key', '=', normalizeEmail(email))
    .execute();

/** Takes those that are due out of the table. */
export async function takeDueReminders(db: Db, storeId: number): Promise<Omit<FilingReminder, 'remindOn'>[]> {
  const rows = await db
    .deleteFrom('filing_reminder')
    .where('store_id', '=', storeId)
    .where('remind_on', '<=', sql<Date>`now()`)
    .returning(['order_id', 'reason', 'email', 'language'])
    .execute();
  return rows.map(({ order_id: orderId, ...row }) => ({ orderId, ...row }));
}
