import { sql, type Selectable } from 'kysely';
import type { Difference } from '#core/books/differences.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type RunRow = Selectable<Tables['reconciliation_run']>;

/** Begins a run over a number of days up to now, by the database's clock. */
export const beginRun = (db: Db, storeId: number, days: number): Promise<RunRow> =>
  db
    .insertInto('reconciliation_run')
    .values({
      store_id: storeId,
      from_on: sql`now() - ${days} * interval '1 day'`,
      to_on: sql`now()`,
      finished_on: null,
      last_error: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

const RUNS_LOCK = 7_302;

/** Begins a run unless another of the store is under way; null then. A run whose process died counts for an hour. */
export async function beginOnlyRun(db: Db, storeId: number, days: number): Promise<RunRow | null> {
  await sql`select pg_advisory_xact_lock(${sql.lit(RUNS_LOCK)}, ${storeId})`.execute(db);
  const underWay = await db
    .selectFrom('reconciliation_run')
    .select('run_id')
    .where('store_id', '=', storeId)
    .where('finished_on', 'is', null)
    .where(sql<boolean>`started_on > now() - interval '1 hour'`)
    .limit(1)
    .executeTakeFirst();
  return underWay ? null : beginRun(db, storeId, days);
}

/** Begins the run of the day; null when one was made or is being made. A run whose process died counts for an hour. */
export async function beginDailyRun(db: Db, storeId: number, days: number): Promise<RunRow | null> {
  await sql`select pg_advisory_xact_lock(${sql.lit(RUNS_LOCK)}, ${storeId})`.execute(db);
  const made = await db
    .selectFrom('reconciliation_run')
    .select('run_id')
    .where('store_id', '=', storeId)
    .where(
      sql<boolean>`(finished_on > now() - interval '1 day' and last_error is null) or started_on > now() - interval '1 hour'`,
    )
    .limit(1)
    .executeTakeFirst();
  return made ? null : beginRun(db, storeId, days);
}

/** Keeps what a run found, or why it found nothing. */
export async function endRun(
  db: Db,
  run: RunRow,
  found: { compared: Record<string, number>; differences: readonly Difference[] } | { lastError: string },
): Promise<RunRow> {
  return db
    .updateTable('reconciliation_run')
    .set({
      finished_on: sql`now()`,
      ...('lastError' in found
        ? { last_error: found.lastError }
        : { compared: JSON.stringify(found.compared), differences: JSON.stringify(found.differences) }),
    })
    .where('store_id', '=', run.store_id)
    .where('run_id', '=', run.run_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const lastRuns = (db: Db, storeId: number, take: number): Promise<RunRow[]> =>
  db
    .selectFrom('reconciliation_run')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('run_id', 'desc')
    .limit(take)
    .execute();
