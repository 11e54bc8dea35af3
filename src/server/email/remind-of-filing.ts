import { randomUUID } from 'node:crypto';
import { reminderHour } from '#core/claims/reminders.ts';
import { aboutOrder } from '#core/effects/subject.ts';
import { filingOfOrder } from '#core/protection/file-claim.ts';
import type { Db } from '#server/db/connect.ts';
import { keepFilingReminder, takeDueReminders, type FilingReminder } from '#server/db/filing-reminders.ts';
import type { ServerDeps } from '#server/deps.ts';
import { enqueue } from '#server/effects/outbox.ts';
import { orderToProtect } from '#server/protection/order-to-protect.ts';

/** Tells those who asked for it that their parcel can be claimed from now on. */
export const remindOfFiling = ({ database }: Pick<ServerDeps, 'database'>, storeId: number): Promise<void> =>
  database.inStore(storeId, async (db) => {
    for (const reminder of await takeDueReminders(db, storeId)) {
      if (await isPutOff(db, storeId, reminder)) continue;
      const { orderId, email, language, reason } = reminder;
      await enqueue(db, storeId, `reminders-${randomUUID()}`, [
        {
          kind: 'filingReminder',
          purposeKey: `filing-reminder:order:${orderId}:${randomUUID()}`,
          subject: aboutOrder(orderId),
          payload: { to: email, language, reason },
        },
      ]);
    }
  });

/** A parcel that moved since it was asked for can be reported as lost later: the reminder waits for that day. */
async function isPutOff(db: Db, storeId: number, reminder: Omit<FilingReminder, 'remindOn'>): Promise<boolean> {
  const at = await orderToProtect(db, storeId, reminder.orderId);
  const filing = at && filingOfOrder(at, reminder.reason, new Date().toISOString());
  if (!at || filing?.state !== 'early' || filing.from === null) return false;
  await keepFilingReminder(db, storeId, { ...reminder, remindOn: reminderHour(filing.from, 0, at.terms.timeZone) });
  return true;
}
