import { sql, type QueryCreator, type Selectable } from 'kysely';
import type { Database, Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type InboxRow = Selectable<Tables['webhook_inbox']>;

const LEASE_SECONDS = 60;
const MOST_ATTEMPTS = 12;

/** Keeps an event to be worked on; false when it is already there. */
export async function keepEvent(
  database: Database,
  row: { store_id: number; partner: string; webhook_id: string; topic: string; body: string },
): Promise<boolean> {
  const kept = await database.changeInStore(row.store_id, (db) =>
    db
      .insertInto('webhook_inbox')
      .values({ ...row, last_error: null })
      .onConflict((conflict) => conflict.columns(['store_id', 'partner', 'webhook_id']).doNothing())
      .returning('webhook_id'),
  );
  return kept.length === 1;
}

/**
 * As keepEvent, of a shop's platform, by the name the platform has for the shop; null when no store is that shop's.
 * Owner only: which store it is of has to be found first.
 */
export async function keepShopEvent(
  database: Database,
  { shopDomain, webhook_id, topic, body }: { shopDomain: string; webhook_id: string; topic: string; body: string },
): Promise<{ storeId: number; isNew: boolean } | null> {
  const [kept] = await database.rowsAsOwner<{ storeId: number; isNew: boolean }>((db) =>
    db
      .with('shop', (one) => one.selectFrom('store').select('store_id').where('shop_domain', '=', shopDomain))
      .with('kept', (one) =>
        one
          .insertInto('webhook_inbox')
          .columns(['store_id', 'partner', 'webhook_id', 'topic', 'body'])
          .expression((from) =>
            from
              .selectFrom('shop')
              .select([
                'store_id',
                sql<string>`'shopify'`.as('partner'),
                sql<string>`${webhook_id}::text`.as('webhook_id'),
                sql<string>`${topic}::text`.as('topic'),
                sql<string>`${body}::text`.as('body'),
              ]),
          )
          .onConflict((conflict) => conflict.columns(['store_id', 'partner', 'webhook_id']).doNothing())
          .returning('webhook_id'),
      )
      .selectFrom('shop')
      .select(['store_id as storeId', sql<boolean>`exists (select from kept)`.as('isNew')]),
  );
  return kept ?? null;
}

/** Takes what is due, of all stores. While it is worked on it is not due; if we die it is again. Owner only. */
export async function takeDueEvents(database: Database, limit: number): Promise<InboxRow[]> {
  const taken = await database.rowsAsOwner(
    () => sql<InboxRow>`
      update webhook_inbox set attempts = attempts + 1, next_try_on = now() + ${LEASE_SECONDS} * interval '1 second'
      where (store_id, partner, webhook_id) in (
        select store_id, partner, webhook_id from webhook_inbox
        where state = 'waiting' and next_try_on <= now()
        order by next_try_on limit ${limit} for update skip locked
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

/** The same of events of one store's platform. */
export const eventsDone = (db: QueryCreator<Tables>, storeId: number, rows: readonly InboxRow[]) =>
  db
    .updateTable('webhook_inbox')
    .set(DONE)
    .where('store_id', '=', storeId)
    .where('partner', '=', 'shopify')
    .where('webhook_id', '=', sql<string>`any(${rows.map((row) => row.webhook_id)})`);

const EARLY_SECONDS = 3;

/** Looked at again soon, as often as it takes: what the event is about is not here yet. */
export const eventTooEarly = (db: Db, row: InboxRow): Promise<unknown> =>
  one(db, row)
    .set({ attempts: row.attempts - 1, next_try_on: sql`now() + ${EARLY_SECONDS} * interval '1 second'` })
    .execute();

/** Tried again later, ever more rarely; given up after a dozen tries, when reconciliation has long had its turn. */
export async function eventFailed(db: Db, row: InboxRow, error: string): Promise<void> {
  const isOver = row.attempts >= MOST_ATTEMPTS;
  const delaySeconds = Math.min(600, 2 ** row.attempts);
  await one(db, row)
    .set({
      state: isOver ? 'failed' : 'waiting',
      last_error: error,
      next_try_on: sql`now() + ${delaySeconds} * interval '1 second'`,
    })
    .execute();
}
