import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Claim } from '#core/claims/claim.ts';
import { allShipments } from '#core/claims/shipments.ts';
import { ClaimType } from '#core/claims/types.ts';
import { claimIndex, indexVersion, type Surroundings } from '#core/lists/claim-index.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

/** A claim with its version and the columns outside its document. */
export type LoadedClaim = {
  claim: Claim;
  version: number;
  tags: string[];
  /** Where its order was bought. */
  channel: string;
  isEffectsOutstanding: boolean;
  hasError: boolean;
};

const OUTSTANDING = sql<boolean>`exists (select from effect where effect.store_id = claim.store_id and effect.subject_kind = 'claim' and effect.subject_id = claim.claim_id and effect.state not in ('done', 'doneElsewhere', 'calledOff'))`;

const FAILED = sql<boolean>`exists (select from effect where effect.store_id = claim.store_id and effect.subject_kind = 'claim' and effect.subject_id = claim.claim_id and effect.state = 'failed')`;

const NEVER = 'infinity';

/** The columns computed from the aggregate, always written with it in one statement. */
export function columnsOf(claim: Claim, around: Surroundings) {
  const { status, hasError, facets, methods, glance, words, ...index } = claimIndex(claim, around);
  return {
    updated_on: claim.updatedOn,
    finalized_on: claim.finalizedOn,
    customer_name: claim.customerName,
    customer_email: claim.customerEmail,
    rollup: status.rollup,
    status_code: status.code,
    status_detail: status.detail,
    has_error: hasError,
    tags: [...around.tags],
    channel: around.channel,
    inspected_on: index.inspectedOn,
    stuck_from: index.stuckFrom ?? NEVER,
    return_given_on: index.returnGivenOn,
    return_expires_on: index.returnExpiresOn ?? NEVER,
    withdrawal_due_from: index.withdrawalDueFrom ?? NEVER,
    facets,
    facets_version: indexVersion(),
    resolution_methods: methods,
    glance: JSON.stringify(glance),
    requested_total: index.requestedTotal,
    line_count: claim.lines.length,
    search_text: sql<string>`folded(${words}::text)`,
    document: JSON.stringify(claim),
  };
}

/**
 * Writes the aggregate over the version it was read at; false when someone wrote first: then the transaction is to be
 * undone. Only the door of claims (server/claims/change.ts) calls it. `hasNewEffects`: effects are added in this transaction.
 */
export async function saveClaim(
  db: Db,
  storeId: number,
  loaded: LoadedClaim,
  claim: Claim,
  { version, hasNewEffects }: { version: number; hasNewEffects: boolean },
): Promise<boolean> {
  const isEffectsOutstanding = loaded.isEffectsOutstanding || hasNewEffects;
  const saved = await db
    .updateTable('claim')
    .set({
      version,
      ...columnsOf(claim, { ...loaded, isEffectsOutstanding }),
      // A digest would confirm a good guess of what was asked for.
      ...(claim.erasedOn !== undefined && { request_digest: null }),
    })
    .where('store_id', '=', storeId)
    .where('claim_id', '=', claim.id)
    .where('version', '=', loaded.version)
    .executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

/** Writes a claim whose tags staff changed. Tags are not part of what a decision is made on, so the version stays. */
export const saveTags = (db: Db, storeId: number, { claim, ...around }: LoadedClaim): Promise<unknown> =>
  db
    .updateTable('claim')
    .set(columnsOf(claim, around))
    .where('store_id', '=', storeId)
    .where('claim_id', '=', claim.id)
    .execute();

/** Writes a claim that points at another record of its order, which decides nothing: the version stays. */
export const saveMoved = (db: Db, storeId: number, claim: Claim): Promise<unknown> =>
  db
    .updateTable('claim')
    .set({ order_id: claim.orderId, document: JSON.stringify(claim) })
    .where('store_id', '=', storeId)
    .where('claim_id', '=', claim.id)
    .execute();

const loadedColumns = ['document', 'version', 'tags', 'channel'] as const;
type LoadedRow = Pick<Selectable<Tables['claim']>, (typeof loadedColumns)[number]> & {
  outstanding: boolean;
  failed: boolean;
};
export const asLoaded = (row: LoadedRow): LoadedClaim => ({
  claim: row.document,
  version: row.version,
  tags: row.tags,
  channel: row.channel,
  isEffectsOutstanding: row.outstanding,
  hasError: row.failed,
});

const selectLoaded = (db: Db, storeId: number) =>
  db
    .selectFrom('claim')
    .select(loadedColumns)
    .select([OUTSTANDING.as('outstanding'), FAILED.as('failed')])
    .where('store_id', '=', storeId);

export async function claimById(db: Db, storeId: number, claimId: number): Promise<LoadedClaim | undefined> {
  const row = await selectLoaded(db, storeId).where('claim_id', '=', claimId).executeTakeFirst();
  return row && asLoaded(row);
}

/**
 * Locks the row of a claim until the transaction ends. Lock the claim before writing its effects or payments, as code
 * does that moves claims and effects to another order; any other order could deadlock.
 */
export const holdClaim = (db: Db, storeId: number, claimId: number): Promise<unknown> =>
  db
    .selectFrom('claim')
    .select('claim_id')
    .where('store_id', '=', storeId)
    .where('claim_id', '=', claimId)
    .forUpdate()
    .execute();

/** Like claimById, but locks the row until the transaction ends. */
export async function claimForChange(db: Db, storeId: number, claimId: number): Promise<LoadedClaim | undefined> {
  // Held first: a statement that waited for the row would see the effects as they were before it waited.
  const [, loaded] = await Promise.all([holdClaim(db, storeId, claimId), claimById(db, storeId, claimId)]);
  return loaded;
}

export async function claimByExternalId(db: Db, storeId: number, externalId: string): Promise<LoadedClaim | undefined> {
  const row = await selectLoaded(db, storeId).where('external_id', '=', externalId).executeTakeFirst();
  return row && asLoaded(row);
}

/** The id of an order, or what finds it. */
export type OrderId = number | RawBuilder<number>;

/** Every claim of an order, the oldest first; a statement to be made part of a larger one. */
export const selectClaimsOfOrder = (db: Db, storeId: number, orderId: OrderId) =>
  selectLoaded(db, storeId).where('order_id', '=', orderId).orderBy('claim_id');

/** The claim a parcel belongs to, by its tracking code. */
export async function claimByTrackingCode(
  db: Db,
  storeId: number,
  trackingCode: string,
): Promise<LoadedClaim | undefined> {
  const rows = await selectLoaded(db, storeId)
    .where('claim_id', 'in', sql<number>`(select claim_ids_matching(${`%${escapeLike(trackingCode.toLowerCase())}%`}))`)
    .execute();
  return rows
    .map(asLoaded)
    .find(({ claim }) => allShipments(claim).some((shipment) => shipment.trackingCode === trackingCode));
}

/**
 * Recomputes the columns of a claim that is held already, after an effect changed its state. The document stays, and
 * writing one again costs the database the most.
 */
export async function refreshClaim(db: Db, storeId: number, claimId: number): Promise<void> {
  const loaded = await claimById(db, storeId, claimId);
  if (!loaded) return;
  const { document: _document, ...columns } = columnsOf(loaded.claim, loaded);
  await db.updateTable('claim').set(columns).where('store_id', '=', storeId).where('claim_id', '=', claimId).execute();
}

/** Claims whose index other definitions computed, of all stores. Owner only. */
export const outdatedClaims = (db: Db, limit: number): Promise<{ store_id: number; claim_id: number }[]> =>
  db
    .selectFrom('claim')
    .select(['store_id', 'claim_id'])
    .where(sql<boolean>`(facets_version < ${indexVersion()} or facets_version > ${indexVersion()})`)
    .limit(limit)
    .execute();

/** The text with what LIKE reads as a sign marked as itself. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** What these claims are called, for pointing to them. */
export async function claimNames(
  db: Db,
  storeId: number,
  ids: readonly number[],
): Promise<{ id: number; externalId: string; claimType: Claim['claimType'] }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('claim')
    .select(['claim_id', 'external_id', 'claim_type'])
    .where('store_id', '=', storeId)
    .where('claim_id', 'in', [...ids])
    .orderBy('claim_id')
    .execute();
  return rows.map((row) => ({
    id: row.claim_id,
    externalId: row.external_id,
    claimType: ClaimType.parse(row.claim_type),
  }));
}
