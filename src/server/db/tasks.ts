import { sql, type Selectable } from 'kysely';
import type { Subject } from '#core/effects/subject.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type TaskRow = Selectable<Tables['task']>;
export type NewTask = { subject: Subject; purposeKey: string; kind: string; message: string };

/** Asks people to look at something; asking twice under one purpose key is asking once. */
export async function raiseTask(db: Db, storeId: number, task: NewTask): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('task')
    .values({
      store_id: storeId,
      subject_kind: task.subject.kind,
      subject_id: task.subject.id,
      purpose_key: task.purposeKey,
      kind: task.kind,
      message: task.message,
    })
    .onConflict((conflict) => conflict.columns(['store_id', 'purpose_key']).doNothing())
    .executeTakeFirstOrThrow();
  if ((numInsertedOrUpdatedRows ?? 0n) > 0n) await raiseAlert(db, storeId, 'taskRaised', task.message, task.subject);
}

/** Of these purpose keys, those under which a task was ever raised, seen to or not. */
export async function raisedTasks(db: Db, storeId: number, purposeKeys: readonly string[]): Promise<Set<string>> {
  if (purposeKeys.length === 0) return new Set();
  const rows = await db
    .selectFrom('task')
    .select('purpose_key')
    .where('store_id', '=', storeId)
    .where('purpose_key', 'in', [...purposeKeys])
    .execute();
  return new Set(rows.map((row) => row.purpose_key));
}

/** What is still to be looked at about a claim, oldest first. */
export const openTasks = (db: Db, storeId: number, claimId: number): Promise<TaskRow[]> =>
  db
    .selectFrom('task')
    .select([
      'store_id',
      'task_id',
      'subject_kind',
      'subject_id',
      'purpose_key',
      'kind',
      'message',
      'created_on',
      'done_on',
      'done_by',
      'done_note',
    ])
    .where('store_id', '=', storeId)
    .where('done_on', 'is', null)
    .where('subject_kind', '=', 'claim')
    .where('subject_id', '=', claimId)
    .orderBy('created_on')
    .orderBy('task_id')
    .limit(200)
    .execute();

/** Everything still to be looked at in the store, oldest first, with the claims it is about. */
export const openTasksOfStore = (
  db: Db,
  storeId: number,
): Promise<(TaskRow & { claim_external_id: string | null })[]> =>
  db
    .selectFrom('task')
    .leftJoin('claim', (join) =>
      join
        .onRef('claim.store_id', '=', 'task.store_id')
        .onRef('claim.claim_id', '=', 'task.subject_id')
        .on('task.subject_kind', '=', 'claim'),
    )
    .selectAll('task')
    .select('claim.external_id as claim_external_id')
    .where('task.store_id', '=', storeId)
    .where('task.done_on', 'is', null)
    .orderBy('task.created_on')
    .orderBy('task.task_id')
    .limit(200)
    .execute();

/** Mark a task as done; false when there is no such open one. */
export async function finishTask(db: Db, storeId: number, taskId: number, by: string, note: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('task')
    .set({ done_on: sql`now()`, done_by: by, done_note: note })
    .where('store_id', '=', storeId)
    .where('task_id', '=', taskId)
    .where('done_on', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countOpenTasks(db: Db, storeId: number): Promise<number> {
  const { count } = await db
    .selectFrom('task')
    .select(sql<number>`count(*)`.as('count'))
    .where('store_id', '=', storeId)
    .where('done_on', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
