import { sql, type QueryCreator, type Selectable } from 'kysely';
import {
  intentOf,
  isPromised,
  PROMISED_KINDS,
  VALUE_KINDS,
  type EffectIntent,
  type EffectKind,
} from '#core/effects/kinds.ts';
import { aboutOrder, claimOfSubject, type Subject } from '#core/effects/subject.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { bookEffect } from '#server/db/journal.ts';
import type { Tables } from '#server/db/tables.ts';
import { makesWork } from '#server/db/work-signal.ts';

export type EffectRow = Selectable<Tables['effect']>;

/** All of them by name: connections keep a prepared statement only where it doesn't say `*`. */
const COLUMNS = [
  'store_id',
  'effect_id',
  'subject_kind',
  'subject_id',
  'kind',
  'purpose_key',
  'payload',
  'summary',
  'state',
  'attempts',
  'last_error',
  'next_try_on',
  'not_before',
  'waits_for',
  'taken_until',
  'result',
  'request_id',
  'created_on',
  'done_on',
  'settled_by',
  'settled_reason',
] as const;
const columnsSql = sql.join(COLUMNS.map((column) => sql.ref(column)));

export type NewEffect = {
  kind: string;
  purposeKey: string;
  subject: Subject;
  payload: object;
  /** What it does, in words people read. */
  summary: string;
  /** It waits for everything promised of its subject that is still to be done. */
  isAfterPromised?: true;
};

/** Adds effects in the transaction of their cause. A purpose that is already there is left as it is: wanting it twice is wanting it once. */
export async function addEffects(
  db: Db,
  storeId: number,
  requestId: string,
  effects: readonly NewEffect[],
): Promise<void> {
  if (effects.length === 0) return;
  const { free = [], waiting = [] } = Object.groupBy(effects, (one) => (one.isAfterPromised ? 'waiting' : 'free'));
  // Sent together, in this order: what waits sees what is promised with it.
  await Promise.all([
    ...(free.length > 0 ? [effectsInsert(db, storeId, requestId, free).execute()] : []),
    ...waiting.map((effect) => waitingInsert(db, storeId, requestId, effect).execute()),
  ]);
  makesWork(db);
}

/** The statement of addEffects for those that don't wait, for use inside a larger one that calls `makesWork`; an empty list is fine. */
export function effectsInsert(
  db: QueryCreator<Tables>,
  storeId: number,
  requestId: string,
  effects: readonly NewEffect[],
) {
  if (effects.some(({ isAfterPromised }) => isAfterPromised))
    throw new Error('an effect that waits is added after what it waits for');
  return db
    .insertInto('effect')
    .columns(['store_id', 'subject_kind', 'subject_id', 'kind', 'purpose_key', 'payload', 'summary', 'request_id'])
    .expression(
      sql`select ${storeId}::integer, subject ->> 'kind', (subject ->> 'id')::bigint, kind, "purposeKey", payload, summary, ${requestId}::text
        from jsonb_to_recordset(${JSON.stringify(effects)}::jsonb)
        as wanted (subject jsonb, kind text, "purposeKey" text, payload jsonb, summary text)`,
    )
    .onConflict((conflict) => conflict.columns(['store_id', 'purpose_key']).doNothing());
}

// As words of the statement: a parameter would make the database plan it again each time.
const PROMISED = sql.join(PROMISED_KINDS.map((kind) => sql.lit(kind)));

/** Alone, by its values: over a list of unknown length the database would also plan it again each time. */
const waitingInsert = (db: Db, storeId: number, requestId: string, { subject, ...effect }: NewEffect) =>
  db
    .insertInto('effect')
    .values({
      store_id: storeId,
      subject_kind: subject.kind,
      subject_id: subject.id,
      kind: effect.kind,
      purpose_key: effect.purposeKey,
      payload: JSON.stringify(effect.payload),
      summary: effect.summary,
      request_id: requestId,
      waits_for: sql<string[]>`array(
        select purpose_key from effect as promised
        where promised.store_id = ${storeId} and promised.subject_kind = ${subject.kind} and promised.subject_id = ${subject.id}
          and promised.kind in (${PROMISED}) and promised.state in ('waiting', 'running', 'failed')
      )`,
    })
    .onConflict((conflict) => conflict.columns(['store_id', 'purpose_key']).doNothing());

/** Lets everything go on that waited for an effect which has ended. */
async function letWaitingGoOn(db: Db, ended: SubjectColumns & Pick<EffectRow, 'store_id' | 'kind' | 'purpose_key'>) {
  if (!isPromised(ended.kind)) return;
  await db
    .updateTable('effect')
    .set({ waits_for: sql<string[]>`array_remove(waits_for, ${ended.purpose_key})` })
    .where('store_id', '=', ended.store_id)
    .where('subject_kind', '=', ended.subject_kind)
    .where('subject_id', '=', ended.subject_id)
    .where(sql<boolean>`${ended.purpose_key} = any(waits_for)`)
    .execute();
  makesWork(db);
}

/** Whom a stored effect, task or entry is about. */
export const subjectOf = ({ subject_kind: kind, subject_id: id }: SubjectColumns): Subject => ({ kind, id });
type SubjectColumns = Pick<EffectRow, 'subject_kind' | 'subject_id'>;

/** The claim a stored row is about, or null. */
export const claimIdOf = (row: SubjectColumns): number | null => claimOfSubject(subjectOf(row));

/** What a stored effect is to do; null where this version cannot read it. */
export const readIntent = (row: EffectRow): EffectIntent | null =>
  intentOf({ kind: row.kind, purposeKey: row.purpose_key, subject: subjectOf(row), payload: row.payload });

const effectsAbout = (db: Db, storeId: number, { kind, id }: Subject): Promise<EffectRow[]> =>
  db
    .selectFrom('effect')
    .select(COLUMNS)
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('effect_id')
    .execute();

export const effectsOfClaim = (db: Db, storeId: number, claimId: number): Promise<EffectRow[]> =>
  effectsAbout(db, storeId, { kind: 'claim', id: claimId });

/** Those of the order itself, and of no claim on it. */
export const effectsOfOrder = (db: Db, storeId: number, orderId: number): Promise<EffectRow[]> =>
  effectsAbout(db, storeId, aboutOrder(orderId));

/** What tells the orders of a claim apart that are called after it: the second of its kind ends in "-2", at every try the same. */
export async function ordinalOf(
  db: Db,
  { store_id, subject_kind, subject_id, kind, effect_id }: EffectRow,
): Promise<string> {
  const { count } = await db
    .selectFrom('effect')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('store_id', '=', store_id)
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .where('kind', '=', kind)
    .where('effect_id', '<', effect_id)
    .executeTakeFirstOrThrow();
  return count === 0 ? '' : `-${count + 1}`;
}

/** States of effects by their purpose; of those never wanted there is none. */
export async function effectStates(
  db: Db,
  storeId: number,
  purposeKeys: readonly string[],
): Promise<Map<string, EffectRow['state']>> {
  if (purposeKeys.length === 0) return new Map();
  const rows = await db
    .selectFrom('effect')
    .select(['purpose_key', 'state'])
    .where('store_id', '=', storeId)
    .where('purpose_key', 'in', [...purposeKeys])
    .execute();
  return new Map(rows.map((row) => [row.purpose_key, row.state]));
}

export const effectById = (db: Db, storeId: number, effectId: number): Promise<EffectRow | undefined> =>
  db
    .selectFrom('effect')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('effect_id', '=', effectId)
    .executeTakeFirst();

/** Holds an effect until the end of the transaction. */
export const effectForChange = (db: Db, storeId: number, effectId: number): Promise<EffectRow | undefined> =>
  db
    .selectFrom('effect')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('effect_id', '=', effectId)
    .forUpdate()
    .executeTakeFirst();

/** Saves news about a done effect in addition to its result, and books what it moved. */
export async function amendResult(
  db: Db,
  { store_id, effect_id }: Pick<EffectRow, 'store_id' | 'effect_id'>,
  amended: Record<string, unknown>,
): Promise<void> {
  const effect = await db
    .updateTable('effect')
    .set({ result: sql`result || ${JSON.stringify(amended)}::jsonb` })
    .where('store_id', '=', store_id)
    .where('effect_id', '=', effect_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await bookEffect(db, effect);
}

/** Whether a label may have been bought whose claim does not know it yet. */
export async function isBuyingLabel(db: Db, storeId: number): Promise<boolean> {
  const buying = await db
    .selectFrom('effect')
    .select('effect_id')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'label')
    .where('state', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst();
  return buying !== undefined;
}

/**
 * Takes what is due, of all stores, for as long as the lease lasts; an effect whose taker died is due
 * again when its lease ends. Owner only: it looks across stores.
 */
export async function takeDueEffects(database: Database, limit: number, leaseMs: number): Promise<EffectRow[]> {
  const taken = await database.rowsAsOwner(
    () => sql<EffectRow>`
    update effect set state = 'running', attempts = attempts + 1, taken_until = now() + ${leaseMs} * interval '1 millisecond'
    where (store_id, effect_id) in (
      select store_id, effect_id from effect
      where waits_for = '{}' and ((state = 'waiting' and next_try_on <= now()) or (state = 'running' and taken_until < now()))
      order by next_try_on, effect_id limit ${limit} for update skip locked
    )
    returning ${columnsSql}`,
  );
  // What a statement returns comes in no order.
  return taken.toSorted((one, other) => one.effect_id - other.effect_id);
}

/** The attempt that was taken; a later taker has raised `attempts`, and this one may no longer write. */
type Attempt = Pick<EffectRow, 'store_id' | 'effect_id' | 'attempts'>;

const ofAttempt = (db: Db, attempt: Attempt) =>
  db
    .updateTable('effect')
    .where('store_id', '=', attempt.store_id)
    .where('effect_id', '=', attempt.effect_id)
    .where('attempts', '=', attempt.attempts)
    .where('state', '=', 'running');

/** Extends the lease; false if another worker has taken the effect since. */
export async function renewLease(db: Db, attempt: Attempt, leaseMs: number): Promise<boolean> {
  const renewed = await ofAttempt(db, attempt)
    .set({ taken_until: sql`now() + ${leaseMs} * interval '1 millisecond'` })
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n;
}

/** Thrown when another worker has taken the effect since: its answer counts, and the transaction of this one is undone. */
export class TakenByAnother extends Error {}

/** Books with it what it moved. Throws TakenByAnother. */
export async function markDone(db: Db, attempt: Attempt, result: Record<string, unknown>): Promise<void> {
  const done = await ofAttempt(db, attempt)
    .set({ state: 'done', done_on: sql`now()`, result: JSON.stringify(result), last_error: null, taken_until: null })
    .returning(COLUMNS)
    .executeTakeFirst();
  if (!done) throw new TakenByAnother();
  await Promise.all([bookEffect(db, done), letWaitingGoOn(db, done)]);
}

const afterMs = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** What a failed attempt leaves: its words, and for how long the partner must not be asked again. */
type Failure = { words: string; pauseMs: number };

const failedAttempt = ({ words, pauseMs }: Failure) => ({
  last_error: words,
  not_before: pauseMs > 0 ? afterMs(pauseMs) : null,
  taken_until: null,
});

export const markForRetry = (db: Db, attempt: Attempt, failure: Failure, delayMs: number): Promise<unknown> =>
  ofAttempt(db, attempt)
    .set({ ...failedAttempt(failure), state: 'waiting', next_try_on: afterMs(delayMs) })
    .execute();

/** False when another worker has taken it since. */
export async function markFailed(db: Db, attempt: Attempt, failure: Failure): Promise<boolean> {
  const failed = await ofAttempt(db, attempt)
    .set({ ...failedAttempt(failure), state: 'failed' })
    .executeTakeFirst();
  return failed.numUpdatedRows === 1n;
}

/** Cancels an effect that is no longer needed. False if another worker has taken it since. */
export async function markCalledOff(db: Db, attempt: Attempt, reason: string): Promise<boolean> {
  const ended = await ofAttempt(db, attempt).set(calledOff(reason)).returningAll().executeTakeFirst();
  if (ended) await letWaitingGoOn(db, ended);
  return ended !== undefined;
}

const calledOff = (reason: string) =>
  ({ state: 'calledOff', done_on: sql<Date>`now()`, settled_reason: reason, taken_until: null }) as const;

/** Cancels failed effects of a claim that must not be retried, each with its reason. True if there were any. */
export async function callOffFailed(
  db: Db,
  storeId: number,
  claimId: number,
  kinds: readonly EffectKind[],
  reasonOf: (intent: EffectIntent) => string | null,
): Promise<boolean> {
  const failed = await db
    .selectFrom('effect')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'claim')
    .where('subject_id', '=', claimId)
    .where('kind', 'in', [...kinds])
    .where('state', '=', 'failed')
    .forUpdate()
    .execute();
  let isAny = false;
  for (const row of failed) {
    const intent = readIntent(row);
    const reason = intent && reasonOf(intent);
    if (reason === null) continue;
    isAny = true;
    await db
      .updateTable('effect')
      .set(calledOff(reason))
      .where('store_id', '=', storeId)
      .where('effect_id', '=', row.effect_id)
      .execute();
    await letWaitingGoOn(db, row);
  }
  return isAny;
}

/**
 * Ends a failed step in whose place something else is done, and what was to be said of it. `by`: who decided so; null
 * for no person. False when it is not, or no more, failed.
 */
export async function replaceFailed(
  db: Db,
  storeId: number,
  effectId: number,
  { by, reason }: { by: string | null; reason: string },
): Promise<boolean> {
  const ended = await db
    .updateTable('effect')
    .set({ ...calledOff(reason), settled_by: by })
    .where('store_id', '=', storeId)
    .where('effect_id', '=', effectId)
    .where('state', '=', 'failed')
    .returningAll()
    .executeTakeFirst();
  if (!ended) return false;
  await db
    .updateTable('effect')
    .set(calledOff('The outcome it describes has changed.'))
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', ended.subject_kind)
    .where('subject_id', '=', ended.subject_id)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`${ended.purpose_key} = any(waits_for)`)
    .execute();
  return true;
}

/** Orders of goods in one of these states. */
const ordersIn = (
  db: Db,
  storeId: number,
  claimId: number,
  states: readonly EffectRow['state'][],
): Promise<Pick<EffectRow, 'purpose_key' | 'payload'>[]> =>
  db
    .selectFrom('effect')
    .select(['purpose_key', 'payload'])
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'claim')
    .where('subject_id', '=', claimId)
    .where('kind', '=', 'exchangeOrder')
    .where('state', 'in', states)
    .execute();

/** Canceled exchange orders. */
export const calledOffOrders = (db: Db, storeId: number, claimId: number): ReturnType<typeof ordersIn> =>
  ordersIn(db, storeId, claimId, ['calledOff']);

/** Orders of goods that have not ended. */
export const ordersUnderWay = (db: Db, storeId: number, claimId: number): ReturnType<typeof ordersIn> =>
  ordersIn(db, storeId, claimId, ['waiting', 'running']);

/** Reorders of a shipping claim that were canceled. */
export const calledOffReorders = (
  db: Db,
  storeId: number,
  shippingClaimId: number,
): Promise<Pick<EffectRow, 'effect_id' | 'purpose_key' | 'payload'>[]> =>
  db
    .selectFrom('effect')
    .select(['effect_id', 'purpose_key', 'payload'])
    .where('store_id', '=', storeId)
    .where('subject_kind', '=', 'shippingClaim')
    .where('subject_id', '=', shippingClaimId)
    .where('kind', '=', 'reorder')
    .where('state', '=', 'calledOff')
    .execute();

/** Takes up again what was canceled and turned out to be done at its partner: the next try finds it there. */
export async function takeUpAgain(db: Db, storeId: number, effectId: number): Promise<void> {
  await db
    .updateTable('effect')
    .set({ state: 'waiting', done_on: null, settled_by: null, settled_reason: null, next_try_on: sql<Date>`now()` })
    .where('store_id', '=', storeId)
    .where('effect_id', '=', effectId)
    .where('state', '=', 'calledOff')
    .execute();
  makesWork(db);
}

/** Returns effects that were taken but not started, when the process stops. */
export const giveBack = (db: Db, attempt: Attempt): Promise<unknown> =>
  ofAttempt(db, attempt)
    .set({ state: 'waiting', attempts: attempt.attempts - 1, taken_until: null })
    .execute();

/** Staff's word that it was done another way; it counts as done from now on, in the books too. False when it is done or running. */
export async function markDoneElsewhere(
  db: Db,
  storeId: number,
  effectId: number,
  by: string,
  reason: string,
): Promise<boolean> {
  const marked = await db
    .updateTable('effect')
    .set({ state: 'doneElsewhere', done_on: sql`now()`, settled_by: by, settled_reason: reason, taken_until: null })
    .where('store_id', '=', storeId)
    .where('effect_id', '=', effectId)
    .where('state', 'in', ['waiting', 'failed'])
    .returningAll()
    .executeTakeFirst();
  if (marked) await Promise.all([bookEffect(db, marked), letWaitingGoOn(db, marked)]);
  return marked !== undefined;
}

export type StoreEffectRow = EffectRow & {
  claim_external_id: string | null;
  claim_order_no: string | null;
  claim_finalized_on: Date | null;
};

/** Effects of the whole store in some states, newest first, older than `before`. */
export const effectsOfStore = (
  db: Db,
  storeId: number,
  wanted: { states: readonly EffectRow['state'][]; before: number | undefined; take: number },
): Promise<StoreEffectRow[]> =>
  db
    .selectFrom('effect')
    .leftJoin('claim', (join) =>
      join
        .onRef('claim.store_id', '=', 'effect.store_id')
        .onRef('claim.claim_id', '=', 'effect.subject_id')
        .on('effect.subject_kind', '=', 'claim'),
    )
    .selectAll('effect')
    .select([
      'claim.external_id as claim_external_id',
      'claim.order_no as claim_order_no',
      'claim.finalized_on as claim_finalized_on',
    ])
    .where('effect.store_id', '=', storeId)
    .where('effect.state', 'in', [...wanted.states])
    .$if(wanted.before !== undefined, (query) => query.where('effect.effect_id', '<', wanted.before ?? 0))
    .orderBy('effect.effect_id', 'desc')
    .limit(wanted.take)
    .execute();

/** How many effects of the store are not done, by state. */
export async function countOpenEffects(
  db: Db,
  storeId: number,
): Promise<{ waiting: number; running: number; failed: number }> {
  const rows = await db
    .selectFrom('effect')
    .select(['state', sql<number>`count(*)`.as('count')])
    .where('store_id', '=', storeId)
    .where('state', 'in', ['waiting', 'running', 'failed'])
    .groupBy('state')
    .execute();
  const of = (state: EffectRow['state']): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { waiting: of('waiting'), running: of('running'), failed: of('failed') };
}

/** What is being retried after it failed, what gives shoppers value apart from the rest, and when the next try is. */
export async function retriedEffects(
  db: Db,
  storeId: number,
): Promise<{ payouts: number; others: number; nextTryOn: string | null }> {
  const isPayout = sql`kind = any(${[...VALUE_KINDS]}::text[])`;
  const { payouts, others, next } = await db
    .selectFrom('effect')
    .select([
      sql<number>`count(*) filter (where ${isPayout})`.as('payouts'),
      sql<number>`count(*) filter (where not ${isPayout})`.as('others'),
      sql<Date | null>`min(next_try_on)`.as('next'),
    ])
    .where('store_id', '=', storeId)
    .where(sql<boolean>`((state = 'waiting' and attempts > 0) or (state = 'running' and attempts > 1))`)
    .executeTakeFirstOrThrow();
  return { payouts: Number(payouts), others: Number(others), nextTryOn: next?.toISOString() ?? null };
}

/** Staff's retry: due as soon as its partner may be asked again. False when it is done or running. */
export async function retryNow(db: Db, storeId: number, effectId: number): Promise<boolean> {
  const retried = await db
    .updateTable('effect')
    .set({ state: 'waiting', next_try_on: sql`greatest(now(), not_before)` })
    .where('store_id', '=', storeId)
    .where('effect_id', '=', effectId)
    .where('state', 'in', ['waiting', 'failed'])
    .executeTakeFirst();
  makesWork(db);
  return retried.numUpdatedRows === 1n;
}
