import { sql } from 'kysely';
import type { Database, Db } from '#server/db/connect.ts';

export type SyncKind = 'products' | 'orders';

// A run tells every few seconds that it lives. One that has not for this long died with its process and is taken over;
// two at once would only do the work twice.
const STALE_SECONDS = 15;
const BEAT_MS = 4_000;

/** Begins a run; false when another process is at it. */
export async function beginSync(db: Db, storeId: number, kind: SyncKind): Promise<{ cursor: string | null } | null> {
  const begun = await sql<{ cursor: string | null }>`
    insert into sync_state (store_id, kind, state) values (${storeId}, ${kind}, 'running')
    on conflict (store_id, kind) do update set state = 'running', updated_on = now()
    where sync_state.state <> 'running' or sync_state.updated_on < now() - ${STALE_SECONDS} * interval '1 second'
    returning cursor`.execute(db);
  return begun.rows[0] ?? null;
}

const one = (db: Db, storeId: number, kind: SyncKind) =>
  db.updateTable('sync_state').where('store_id', '=', storeId).where('kind', '=', kind);

/** Does the work of a run and keeps its heartbeat. */
export async function whileAlive<T>(
  database: Database,
  storeId: number,
  kind: SyncKind,
  work: () => Promise<T>,
): Promise<T> {
  const touch = (db: Db): Promise<unknown> =>
    one(db, storeId, kind)
      .set({ updated_on: sql`now()` })
      .execute();
  // A beat that fails is made good by the next; a database that is gone ends the work itself.
  const beat = setInterval(() => void database.inStore(storeId, touch).catch(() => undefined), BEAT_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

/** Asks for a run in the background, unless one is under way. */
export const wantSync = (db: Db, storeId: number, kind: SyncKind): Promise<unknown> =>
  db
    .insertInto('sync_state')
    .values({ store_id: storeId, kind, state: 'wanted', cursor: null, last_error: null })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'kind'])
        .doUpdateSet({ state: 'wanted', done_count: 0, last_error: null, updated_on: sql`now()` })
        .where('sync_state.state', '<>', 'running'),
    )
    .execute();

export type SyncShown = {
  isUnderWay: boolean;
  /** What the run under way has brought in so far. */
  doneCount: number;
  /** When the last run ended or failed; null while none did. */
  endedOn: string | null;
  lastError: string | null;
};

export async function syncShown(db: Db, storeId: number, kind: SyncKind): Promise<SyncShown> {
  const row = await db
    .selectFrom('sync_state')
    .select(['state', 'done_count', 'last_error', 'updated_on'])
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  const isUnderWay = row?.state === 'wanted' || row?.state === 'running';
  return {
    isUnderWay,
    doneCount: row?.done_count ?? 0,
    endedOn: row && !isUnderWay ? row.updated_on.toISOString() : null,
    lastError: row?.state === 'failed' ? row.last_error : null,
  };
}

const FAILED_AGAIN_SECONDS = 10 * 60;

/**
 * Runs that somebody asked for, those whose process died, and syncs of products that failed, of all stores. Orders that
 * failed are reconciled anyway. Owner only.
 */
export async function dueSyncs(db: Db): Promise<{ storeId: number; kind: SyncKind }[]> {
  const found = await sql<{ storeId: number; kind: SyncKind }>`
    select store_id as "storeId", kind from sync_state
    where state = 'wanted' or state = 'running' and updated_on < now() - ${STALE_SECONDS} * interval '1 second'
      or state = 'failed' and kind = 'products' and updated_on < now() - ${FAILED_AGAIN_SECONDS} * interval '1 second'
        and exists (select from store_connection where store_connection.store_id = sync_state.store_id)
    order by store_id, kind desc`.execute(db);
  return found.rows;
}

/** For a database that only this process has open: every run under way died with the previous process. Owner only. */
export const abandonAllSyncs = (db: Db): Promise<unknown> =>
  db
    .updateTable('sync_state')
    .set({ updated_on: sql`now() - ${STALE_SECONDS + 1} * interval '1 second'` })
    .where('state', '=', 'running')
    .execute();

export const syncProgress = (db: Db, storeId: number, kind: SyncKind, doneCount: number): Promise<unknown> =>
  one(db, storeId, kind)
    .set({ done_count: doneCount, updated_on: sql`now()` })
    .execute();

/** `cursor` is the instant up to which changes are known. */
export const endSync = (db: Db, storeId: number, kind: SyncKind, cursor: string): Promise<unknown> =>
  one(db, storeId, kind)
    .set({ state: 'done', cursor, last_error: null, updated_on: sql`now()` })
    .execute();

export const failSync = (database: Database, storeId: number, kind: SyncKind, error: string): Promise<unknown> =>
  database.inStore(storeId, (db) =>
    one(db, storeId, kind)
      .set({ state: 'failed', last_error: error, updated_on: sql`now()` })
      .execute(),
  );

/** Instant up to which changes of a kind are known, null before its first sync ended. */
export async function syncCursor(db: Db, storeId: number, kind: SyncKind): Promise<string | null> {
  const row = await db
    .selectFrom('sync_state')
    .select('cursor')
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.cursor ?? null;
}
