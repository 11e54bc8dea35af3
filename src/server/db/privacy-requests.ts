import { sql, type Selectable } from 'kysely';
import type { OpenClaim, PrivacyCounts, PrivacyRequestKind, PrivacySubject } from '#core/privacy/requests.ts';
import type { Database, Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type PrivacyRequestRow = Selectable<Tables['privacy_request']>;

const SHOWN = 100;
const LEASE_SECONDS = 60;
const LONGEST_DELAY_SECONDS = 3600;

export type NewPrivacyRequest = {
  purposeKey: string;
  kind: PrivacyRequestKind;
  requestedBy: string;
  about: PrivacySubject | null;
};

/** Keeps a request; null when it was kept before. */
export async function addPrivacyRequest(
  db: Db,
  storeId: number,
  { purposeKey, kind, requestedBy, about }: NewPrivacyRequest,
): Promise<PrivacyRequestRow | null> {
  const row = await db
    .insertInto('privacy_request')
    .values({
      store_id: storeId,
      purpose_key: purposeKey,
      kind,
      requested_by: requestedBy,
      about: about && JSON.stringify(about),
    })
    .onConflict((conflict) => conflict.columns(['store_id', 'purpose_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export const latestPrivacyRequests = (db: Db, storeId: number): Promise<PrivacyRequestRow[]> =>
  db
    .selectFrom('privacy_request')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('request_id', 'desc')
    .limit(SHOWN)
    .execute();

/** Takes one request that is due, of any store. It is due again if we die. Owner only. */
export async function takeDueRequest(database: Database): Promise<PrivacyRequestRow | undefined> {
  const [taken] = await database.rowsAsOwner<PrivacyRequestRow>(
    () => sql`
      update privacy_request
      set attempts = attempts + 1, next_try_on = now() + ${LEASE_SECONDS} * interval '1 second'
      where (store_id, request_id) in (
        select store_id, request_id from privacy_request
        where state = 'waiting' and next_try_on <= now()
        order by next_try_on limit 1 for update skip locked
      )
      returning *`,
  );
  return taken;
}

const one = (db: Db, { store_id, request_id }: Pick<PrivacyRequestRow, 'store_id' | 'request_id'>) =>
  db.updateTable('privacy_request').where('store_id', '=', store_id).where('request_id', '=', request_id);

/** The request is carried out. An erasure forgets who it was about. */
export const requestDone = (
  db: Db,
  row: PrivacyRequestRow,
  { counts, fileKey = null }: { counts: PrivacyCounts; fileKey?: string | null },
): Promise<unknown> =>
  one(db, row)
    .set({
      state: 'done',
      done_on: sql`now()`,
      counts: JSON.stringify(counts),
      waits_for: '[]',
      last_error: null,
      file_key: fileKey,
      ...(row.kind === 'export' ? {} : { about: null }),
    })
    .execute();

/** What could be erased is; the rest waits until these claims are closed. */
export const requestWaits = (
  db: Db,
  row: PrivacyRequestRow,
  { counts, waitsFor, delaySeconds }: { counts: PrivacyCounts; waitsFor: readonly OpenClaim[]; delaySeconds: number },
): Promise<unknown> =>
  one(db, row)
    .set({
      counts: JSON.stringify(counts),
      waits_for: JSON.stringify(waitsFor),
      last_error: null,
      next_try_on: sql`now() + ${delaySeconds} * interval '1 second'`,
    })
    .execute();

export const requestRefused = (db: Db, row: PrivacyRequestRow, reason: string): Promise<unknown> =>
  one(db, row)
    .set({ state: 'refused', done_on: sql`now()`, last_error: reason })
    .execute();

/** Tried again ever more rarely, at least once an hour. */
export const requestFailed = (db: Db, row: PrivacyRequestRow, error: string): Promise<unknown> => {
  const delaySeconds = Math.min(LONGEST_DELAY_SECONDS, 2 ** Math.min(row.attempts, 12));
  return one(db, row)
    .set({ last_error: error, next_try_on: sql`now() + ${delaySeconds} * interval '1 second'` })
    .execute();
};

/** Has a waiting request tried now; false when there is none. */
export async function requestNow(db: Db, storeId: number, requestId: number): Promise<boolean> {
  const due = await one(db, { store_id: storeId, request_id: requestId })
    .set({ next_try_on: sql`now()` })
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return due.numUpdatedRows > 0n;
}
