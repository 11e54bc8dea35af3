import { randomUUID } from 'node:crypto';
import { aboutOrder } from '#core/effects/subject.ts';
import { takeDueReminders } from '#server/db/filing-reminders.ts';
import type { ServerDeps } from '#server/deps.ts';
import { enqueue } from '#server/effects/outbox.ts';

/** Tells those who asked for it that their parcel can be claimed from now on. */
export const remindOfFiling = ({ database }: Pick<ServerDeps, 'database'>, storeId: number): Promise<void> =>
  database.inStore(storeId, async (db) => {
    const due = await takeDueReminders(db, storeId);
    await enqueue(
      db,
      storeId,
      `reminders-${randomUUID()}`,
      due.map(({ orderId, email, language }) => ({
        kind: 'filingReminder' as const,
        purposeKey: `filing-reminder:order:${orderId}:${randomUUID()}`,
        subject: aboutOrder(orderId),
        payload: { to: email, language },
      })),
    );
  });
