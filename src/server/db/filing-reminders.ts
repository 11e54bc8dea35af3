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
