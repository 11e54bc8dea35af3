import type { Claim } from '#core/claims/claim.ts';
import { Refusal } from '#core/refusal.ts';
import { columnsOf } from '#server/db/claims.ts';
import { originInsert } from '#server/db/claim-origin.ts';
import type { Db } from '#server/db/connect.ts';
import { isUniqueViolation } from '#server/db/contention.ts';
import { effectsInsert, type NewEffect } from '#server/db/effects.ts';
import { mediaAttach } from '#server/db/media.ts';
import { claimsVersionRaise } from '#server/db/orders.ts';
import { makesWork } from '#server/db/work-signal.ts';
import type { ClaimOrigin } from '#server/risk/origin.ts';
import type { SentRequest } from '#server/sent-request.ts';

export type NewClaim = {
  claim: Claim;
  /** Null where none asked for it: what was made before, or of another claim. */
  request: SentRequest | null;
  /** Put on by rules. */
  tags: readonly string[];
  /** Where its order was bought. */
  channel: string;
  /** Of its order, as it was when the claim was decided on. */
  claimsVersion: number;
  effects: readonly NewEffect[];
  /** Uploads that belong to the claim from now on. */
  mediaIds: readonly string[];
  requestId: string;
  /** Where the claim was sent from; absent for claims by staff. */
  origin?: ClaimOrigin;
};

/** Another claim on the order was made or changed since its version was read. Who saw the claim as it was looks at it again. */
export class OrderChanged extends Refusal {
  override name = 'OrderChanged';
  constructor() {
    super(
      'conflict',
      'CLAIM_CHANGED',
      'Another claim on this order changed at the same time. Please review this claim again.',
    );
  }
}

// Each lost attempt means that another claim on the same order was made or changed in between.
const MOST_TRIES = 5;

/**
 * Makes or changes a claim, in a new transaction each time, until no other claim on its order comes first. Refuses
 * ORDER_BUSY.
 */
export async function untilFirst<T>(make: () => Promise<T>): Promise<T> {
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    try {
      return await make();
    } catch (error) {
      // The same request sent side by side is found made by the next try.
      if (!(error instanceof OrderChanged || isUniqueViolation(error))) throw error;
    }
  }
  throw new Refusal('conflict', 'ORDER_BUSY', 'This order is being changed right now. Please try again.');
}

/**
 * Writes a new claim with its effects, takes its uploads, and raises the claims version of its order, in
 * one statement. Throws OrderChanged, and the database's unique violation when the request key or external
 * id was used before; either way the transaction must end.
 */
export async function insertClaim(db: Db, storeId: number, made: NewClaim): Promise<void> {
  const { claim, claimsVersion, effects, mediaIds, requestId, origin } = made;
  const start = origin ? db.with('came', (also) => originInsert(also, storeId, claim.id, origin)) : db;
  const raised = await start
    .with('raised', (also) => claimsVersionRaise(also, storeId, claim.orderId, claimsVersion).returning('order_id'))
    .with('made', (also) => also.insertInto('claim').values(rowOf(storeId, made)))
    .with('enqueued', (also) => effectsInsert(also, storeId, requestId, effects))
    .with('attached', (also) => mediaAttach(also, storeId, claim.id, mediaIds))
    .selectFrom('raised')
    .select('order_id')
    .executeTakeFirst();
  if (effects.length > 0) makesWork(db);
  if (!raised) throw new OrderChanged();
}

/** What a request made, on whatever order of the store. */
export const madeByRequest = (db: Db, storeId: number, requestKey: string) =>
  db
    .selectFrom('claim')
    .select(['order_id as orderId', 'external_id as externalId', 'request_digest as digest'])
    .where('store_id', '=', storeId)
    .where('request_key', '=', requestKey);

const rowOf = (storeId: number, { claim, request, tags, channel, effects }: NewClaim) => ({
  store_id: storeId,
  claim_id: claim.id,
  external_id: claim.externalId,
  order_id: claim.orderId,
  claim_type: claim.claimType,
  created_on: claim.createdOn,
  order_no: claim.orderNo,
  currency_code: claim.currencyCode,
  request_key: request?.key ?? null,
  request_digest: request?.digest ?? null,
  ...columnsOf(claim, {
    isEffectsOutstanding: effects.length > 0,
    hasError: false,
    tags,
    channel,
  }),
});
