import { sql } from 'kysely';
import type { Database, Db } from '#server/db/connect.ts';

export type SyncKind = 'products' | 'orders';

// A run whose process died is taken over after this long without progress; two at once would only do the work twice.
const STALE_MINUTES = 3;

/** Begins a run; false when another process is at it. */
export async function beginSync(db: Db, storeId: number, kind: SyncKind): Promise<{ cursor: string | null } | null> {
  const begun = await sql<{ cursor: string | null }>`
    insert into sync_state (store_id, kind, state) values (${storeId}, ${kind}, 'running')
    on conflict (store_id, kind) do update set state = 'running', updated_on = now()
    where sync_state.state <> 'running' or sync_state.updated_on < now() - ${STALE_MINUTES} * interval '1 minute'
    returning cursor`.execute(db);
  return begun.rows[0] ?? null;
}

const one = (db: Db, storeId: number, kind: SyncKind) =>
  db.updateTable('sync_state').where('store_id', '=', storeId).where('kind', '=', kind);

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
