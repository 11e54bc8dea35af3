import { sql } from 'kysely';
import { MOST_ALERTS, type SeenAlert } from '#contract/merchant/alerts.ts';
import { WARNING_KINDS, type AlertKind } from '#core/alerts/alerts.ts';
import type { Subject, SubjectKind } from '#core/effects/subject.ts';
import type { Db } from '#server/db/connect.ts';

/**
 * Alerts the admins of a store in the transaction of the cause. While no one has read the alert of a kind, repeats
 * raise its count. The alert row stays locked until the end of the transaction, so lock the claim first if you need
 * both.
 */
export async function raiseAlert(
  db: Db,
  storeId: number,
  kind: AlertKind,
  message: string,
  subject: Subject | null = null,
): Promise<void> {
  const about = { subject_kind: subject?.kind ?? null, subject_id: subject?.id ?? null };
  await db
    .insertInto('alert')
    .values({ store_id: storeId, kind, message, ...about })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'kind'])
        // As a value it would be a parameter, and a plan made for any value knows no such index.
        .where(sql<boolean>`is_open`)
        .doUpdateSet({ message, ...about, occurrences: sql<number>`alert.occurrences + 1`, created_on: sql`now()` }),
    )
    .execute();
}

export type AlertRow = {
  alert_id: number;
  kind: AlertKind;
  message: string;
  occurrences: number;
  created_on: Date;
  read_on: Date | null;
  subject_kind: SubjectKind | null;
  subject_id: number | null;
  claim_type: string | null;
};

const readBy = (db: Db, storeId: number, userId: number) =>
  db
    .selectFrom('alert')
    .leftJoin('alert_read as read', (join) =>
      join
        .onRef('read.store_id', '=', 'alert.store_id')
        .onRef('read.alert_id', '=', 'alert.alert_id')
        .on('read.user_id', '=', userId),
    )
    .where('alert.store_id', '=', storeId);

/** The newest alerts as one user has read them. */
export const alertsOf = (db: Db, storeId: number, userId: number, isUnreadOnly: boolean): Promise<AlertRow[]> =>
  readBy(db, storeId, userId)
    .leftJoin('claim', (join) =>
      join
        .onRef('claim.store_id', '=', 'alert.store_id')
        .onRef('claim.claim_id', '=', 'alert.subject_id')
        .on('alert.subject_kind', '=', 'claim'),
    )
    .select(['alert.alert_id', 'kind', 'message', 'occurrences', 'alert.created_on', 'read.read_on'])
    .select(['subject_kind', 'subject_id', 'claim_type'])
    .$if(isUnreadOnly, (query) => query.where('read.read_on', 'is', null))
    .orderBy('alert.created_on', 'desc')
    .orderBy('alert.alert_id', 'desc')
    .limit(MOST_ALERTS)
    .execute();

/** How many alerts a user has not read, and how many of those are warnings. */
export async function countUnread(
  db: Db,
  storeId: number,
  userId: number,
): Promise<{ unreadCount: number; unreadWarningCount: number }> {
  const { all, warnings } = await readBy(db, storeId, userId)
    .where('read.read_on', 'is', null)
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where kind = any(${[...WARNING_KINDS]}))`.as('warnings'),
    ])
    .executeTakeFirstOrThrow();
  return { unreadCount: Number(all), unreadWarningCount: Number(warnings) };
}

/** Alerts to mark: one, or all with a null id. `seen`: as they were listed to the reader; null where that isn't known. */
type AlertsToMark = { alertId: number | null; seen: readonly SeenAlert[] | null };

/**
 * Marks alerts as read by a user, or as unread with null. What was raised after it was listed stays unread. False when
 * there is no such alert.
 */
export async function markRead(
  db: Db,
  storeId: number,
  userId: number,
  { alertId, seen }: AlertsToMark,
  readOn: Date | null,
): Promise<boolean> {
  if (readOn === null) {
    await db
      .deleteFrom('alert_read')
      .where('store_id', '=', storeId)
      .where('user_id', '=', userId)
      .$if(alertId !== null, (query) => query.where('alert_id', '=', alertId ?? 0))
      .execute();
    return alertId === null || (await isAlert(db, storeId, alertId));
  }
  // A transaction that raises one of them again ends first, and that one is left out.
  const marked = await db
    .selectFrom('alert')
    .select('alert_id')
    .where('store_id', '=', storeId)
    .$if(alertId !== null, (query) => query.where('alert_id', '=', alertId ?? 0))
    .$if(seen !== null, (query) => query.where(isAsSeen(seen ?? [])))
    .orderBy('alert_id')
    .forUpdate()
    .execute();
  if (marked.length === 0) return alertId === null || (await isAlert(db, storeId, alertId));
  const ids = marked.map((row) => row.alert_id);
  await db
    .insertInto('alert_read')
    .columns(['store_id', 'alert_id', 'user_id', 'read_on'])
    .expression(
      db
        .selectFrom('alert')
        .select(['store_id', 'alert_id', sql<number>`${userId}::integer`.as('user_id')])
        .select(sql<Date>`${readOn}::timestamptz`.as('read_on'))
        .where('store_id', '=', storeId)
        .where((alert) => alert('alert_id', '=', alert.fn.any(alert.val(ids)))),
    )
    .onConflict((conflict) => conflict.columns(['store_id', 'alert_id', 'user_id']).doUpdateSet({ read_on: readOn }))
    .execute();
  // The next one is a new alert.
  await db
    .updateTable('alert')
    .set({ is_open: false })
    .where('store_id', '=', storeId)
    .where('is_open', '=', true)
    .where((alert) => alert('alert_id', '=', alert.fn.any(alert.val(ids))))
    .execute();
  return true;
}

/** Alerts that weren't raised again since they were listed; where the list was full, also those older than all of it. */
function isAsSeen(seen: readonly SeenAlert[]) {
  const instants = seen.map(({ createdOn }) => createdOn);
  // They are listed to the millisecond.
  const raisedOn = sql<Date>`date_trunc('milliseconds', alert.created_on)`;
  const isListed = sql<boolean>`(alert.alert_id, ${raisedOn}) in
    (select * from unnest(${seen.map(({ id }) => id)}::bigint[], ${instants}::timestamptz[]))`;
  if (seen.length < MOST_ALERTS) return isListed;
  return sql<boolean>`(${isListed} or ${raisedOn} < (select min(one) from unnest(${instants}::timestamptz[]) as one))`;
}

const isAlert = async (db: Db, storeId: number, alertId: number): Promise<boolean> =>
  (await db
    .selectFrom('alert')
    .select('alert_id')
    .where('store_id', '=', storeId)
    .where('alert_id', '=', alertId)
    .executeTakeFirst()) !== undefined;
