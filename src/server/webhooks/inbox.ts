import { sql, type QueryCreator, type RawBuilder, type Selectable } from 'kysely';
import type { PartnerCall, Unreadable } from '#partners/ports.ts';
import type { Database, Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Concerned, News } from '#server/webhooks/concerned.ts';

export type InboxRow = Selectable<Tables['webhook_inbox']>;

const LEASE_SECONDS = 60;

/** What became of a call at one store it concerns. */
export type KeptCall = { storeId: number; isNew: boolean; isReplay: boolean };

/**
 * Keeps a call for every store it concerns, once, in one statement: a store found here cannot be overtaken by what
 * makes another one the right one. A proof that was good for another shop makes it a replay, which is not kept. Owner
 * only: partners do not know our stores.
 */
export const keepCall = (
  database: Database,
  partner: string,
  { id, topic, proof }: Pick<PartnerCall, 'id' | 'topic' | 'proof'>,
  concerned: RawBuilder<Concerned>,
): Promise<KeptCall[]> =>
  database.rowsAsOwner<KeptCall>(
    () => sql`
      with concerned (store_id, body) as materialized (${concerned}),
      judged as (
        select store_id, body, exists (
          select from webhook_inbox other
          where other.partner = ${partner} and other.proof = ${proof}::text and other.store_id <> concerned.store_id
        ) as is_replay
        from concerned
      ),
      kept as (
        insert into webhook_inbox (store_id, partner, webhook_id, topic, body, proof)
        select store_id, ${partner}, ${id}, ${topic}, body, ${proof}::text from judged where not is_replay
        on conflict (store_id, partner, webhook_id) do nothing
        returning store_id
      )
      select store_id as "storeId", is_replay as "isReplay", store_id in (select store_id from kept) as "isNew" from judged`,
  );

/** Keeps what a sync could not read, as news of it; false if the same version of it was kept before. */
export async function keepUnreadable(
  db: Db,
  storeId: number,
  kind: 'order' | 'product',
  { idFromPlatform, updatedOn }: Unreadable,
): Promise<boolean> {
  const news: News = { kind, idFromPlatform, updatedOn };
  const kept = await db
    .insertInto('webhook_inbox')
    .values({
      store_id: storeId,
      partner: 'sync',
      webhook_id: `${idFromPlatform}:${updatedOn}`,
      topic: `${kind}s/unreadable`,
      body: JSON.stringify(news),
    })
    .onConflict((conflict) => conflict.columns(['store_id', 'partner', 'webhook_id']).doNothing())
    .executeTakeFirst();
  return (kept.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Takes what is due, of all stores. While it is worked on it is not due; if we die it is again, and then is taken by
 * itself: it may be what we died of. Owner only.
 */
export async function takeDueEvents(database: Database, limit: number): Promise<InboxRow[]> {
  const taken = await database.rowsAsOwner(
    () => sql<InboxRow>`
      with due as materialized (
        select store_id, partner, webhook_id, next_try_on, attempts > 0 and last_error is null as is_unfinished
        from webhook_inbox where state = 'waiting' and next_try_on <= now()
        order by next_try_on limit ${limit} for update skip locked
      ),
      in_order as (
        select *, row_number() over after as place, bool_or(is_unfinished) over after as is_after_unfinished
        from due window after as (order by next_try_on, store_id, partner, webhook_id rows unbounded preceding)
      )
      update webhook_inbox set attempts = attempts + 1, last_error = null, next_try_on = now() + ${LEASE_SECONDS} * interval '1 second'
      where (store_id, partner, webhook_id) in (
        select store_id, partner, webhook_id from in_order where place = 1 or not is_after_unfinished
      )
      returning *`,
  );
  // What a statement returns comes in no order.
  return taken.toSorted(
    (one, other) =>
      one.received_on.getTime() - other.received_on.getTime() || (one.webhook_id < other.webhook_id ? -1 : 1),
  );
}

const one = (db: QueryCreator<Tables>, row: InboxRow) =>
  db
    .updateTable('webhook_inbox')
    .where('store_id', '=', row.store_id)
    .where('partner', '=', row.partner)
    .where('webhook_id', '=', row.webhook_id);

const DONE = { state: 'done', done_on: sql<Date>`now()`, last_error: null } as const;

/** The statement that says so. */
export const eventDone = (db: QueryCreator<Tables>, row: InboxRow) => one(db, row).set(DONE);

/** As eventDone, of one whose words are not to be kept. */
export const eventForgotten = (db: QueryCreator<Tables>, row: InboxRow) => one(db, row).set({ ...DONE, body: '' });

/** The same of events of one store's platform. */
export const eventsDone = (db: QueryCreator<Tables>, storeId: number, rows: readonly InboxRow[]) =>
  db
    .updateTable('webhook_inbox')
    .set(DONE)
    .where('store_id', '=', storeId)
    .where('partner', '=', sql<string>`any(${rows.map((row) => row.partner)})`)
    .where('webhook_id', '=', sql<string>`any(${rows.map((row) => row.webhook_id)})`);

const EARLY_SECONDS = 3;

/** Looked at again soon, as often as it takes: what the event is about is not here yet. */
export const eventTooEarly = (db: Db, row: InboxRow): Promise<unknown> =>
  one(db, row)
    .set({
      attempts: row.attempts - 1,
      last_error: 'What it is about is not here yet.',
      next_try_on: sql`now() + ${EARLY_SECONDS} * interval '1 second'`,
    })
    .execute();

/** Tried again after the delay. */
export const eventFailed = (db: Db, row: InboxRow, error: string, delayMs: number): Promise<unknown> =>
  one(db, row)
    .set({ last_error: error, next_try_on: sql`now() + ${delayMs} * interval '1 millisecond'` })
    .execute();

export const eventGivenUp = (db: Db, row: InboxRow, error: string): Promise<unknown> =>
  one(db, row).set({ state: 'failed', last_error: error }).execute();
