import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type EffectRow = Selectable<Tables['effect']>;
export type NewEffect = {
  claimId: number | null;
  kind: string;
  purposeKey: string;
  payload: object;
  /** What it does, in words people read. */
  summary: string;
};

/** Adds effects in the transaction of their cause. A purpose that is already there is left as it is: wanting it twice is wanting it once. */
export async function addEffects(
  db: Db,
  storeId: number,
  requestId: string,
  effects: readonly NewEffect[],
): Promise<void> {
  if (effects.length === 0) return;
  await db
    .insertInto('effect')
    .values(
      effects.map((effect) => ({
        store_id: storeId,
        claim_id: effect.claimId,
        kind: effect.kind,
        purpose_key: effect.purposeKey,
        payload: JSON.stringify(effect.payload),
        summary: effect.summary,
        last_error: null,
        request_id: requestId,
      })),
    )
    .onConflict((conflict) => conflict.columns(['store_id', 'purpose_key']).doNothing())
    .execute();
}

export const effectsOfClaim = (db: Db, storeId: number, claimId: number): Promise<EffectRow[]> =>
  db
    .selectFrom('effect')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('claim_id', '=', claimId)
    .orderBy('effect_id')
    .execute();

export const effectById = (db: Db, storeId: number, effectId: number): Promise<EffectRow | undefined> =>
  db
    .selectFrom('effect')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('effect_id', '=', effectId)
    .executeTakeFirst();

/**
 * Takes what is due, of all stores, for as long as the lease lasts; an effect whose taker died is due
 * again when its lease ends. Owner only: it looks across stores.
 */
export async function takeDueEffects(db: Db, limit: number, leaseMs: number): Promise<EffectRow[]> {
  const taken = await sql<EffectRow>`
    update effect set state = 'running', attempts = attempts + 1, taken_until = now() + ${leaseMs} * interval '1 millisecond'
    where (store_id, effect_id) in (
      select store_id, effect_id from effect
      where (state = 'waiting' and next_try_on <= now()) or (state = 'running' and taken_until < now())
      order by next_try_on, effect_id limit ${limit} for update skip locked
    )
    returning *`.execute(db);
  return taken.rows;
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

/** False when another worker has taken it since: then that one's answer counts. */
export async function markDone(db: Db, attempt: Attempt, result: Record<string, unknown>): Promise<boolean> {
  const done = await ofAttempt(db, attempt)
    .set({ state: 'done', done_on: sql`now()`, result: JSON.stringify(result), last_error: null, taken_until: null })
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export const markForRetry = (db: Db, attempt: Attempt, error: string, delayMs: number): Promise<unknown> =>
  ofAttempt(db, attempt)
    .set({
      state: 'waiting',
      last_error: error,
      next_try_on: sql`now() + ${delayMs} * interval '1 millisecond'`,
      taken_until: null,
    })
    .execute();

export const markFailed = (db: Db, attempt: Attempt, error: string): Promise<unknown> =>
  ofAttempt(db, attempt).set({ state: 'failed', last_error: error, taken_until: null }).execute();

/** Gives back what was taken and not begun, when the process stops. */
export const giveBack = (db: Db, attempt: Attempt): Promise<unknown> =>
  ofAttempt(db, attempt)
    .set({ state: 'waiting', attempts: attempt.attempts - 1, taken_until: null })
    .execute();

/** Staff's retry: due now. False when it is done or running. */
export async function retryNow(db: Db, storeId: number, effectId: number): Promise<boolean> {
  const retried = await db
    .updateTable('effect')
    .set({ state: 'waiting', next_try_on: sql`now()` })
    .where('store_id', '=', storeId)
    .where('effect_id', '=', effectId)
    .where('state', 'in', ['waiting', 'failed'])
    .executeTakeFirst();
  return retried.numUpdatedRows === 1n;
}
