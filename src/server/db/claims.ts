import { sql, type Selectable } from 'kysely';
import type { Claim } from '#core/claims/claim.ts';
import { rollupOf } from '#core/claims/status.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

// Not the document: a page of fifty would parse fifty aggregates to show a line of each.
const rowColumns = [
  'claim_id',
  'external_id',
  'created_on',
  'order_no',
  'customer_name',
  'customer_email',
  'status_code',
  'status_detail',
  'resolution_methods',
  'requested_total',
  'currency_code',
  'tags',
  'has_error',
  'line_count',
] as const;
/** A claim as lists show it. */
export type ClaimRow = Pick<Selectable<Tables['claim']>, (typeof rowColumns)[number]>;
/** A claim with the version it was read at and the words of its order's tags. */
export type LoadedClaim = {
  claim: Claim;
  version: number;
  tags: string[];
  isEffectsOutstanding: boolean;
  hasError: boolean;
};

const OUTSTANDING = sql<boolean>`exists (select from effect where effect.store_id = claim.store_id and effect.claim_id = claim.claim_id and effect.state <> 'done')`;

type EffectStates = { isEffectsOutstanding: boolean; hasError: boolean };

/** The columns computed from the aggregate, always written with it in one statement. */
function columnsOf(claim: Claim, effects: EffectStates) {
  const status = rollupOf(claim, effects.isEffectsOutstanding);
  const tracking = claim.shipments.map((shipment) => shipment.trackingCode).join(' ');
  const skus = claim.lines.map((line) => line.sku).join(' ');
  return {
    updated_on: claim.updatedOn,
    finalized_on: claim.finalizedOn,
    rollup: status.rollup,
    status_code: status.code,
    status_detail: status.detail,
    has_error: effects.hasError,
    resolution_methods: [...new Set(claim.lines.map((line) => line.method ?? line.requestedMethod))],
    requested_total: claim.lines.reduce((all, line) => all + line.requestedAmount, 0),
    line_count: claim.lines.length,
    search_text: [claim.externalId, claim.orderNo, claim.customerName, claim.customerEmail, tracking, skus]
      .join(' ')
      .toLowerCase(),
    document: JSON.stringify(claim),
  };
}

/** The id of the claim about to be made, so that its effects can be named before it is written. */
export async function nextClaimId(db: Db): Promise<number> {
  const next = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('claim', 'claim_id')) as id`.execute(db);
  const id = next.rows[0]?.id;
  if (id === undefined) throw new Error('the sequence of claims gave no number');
  return id;
}

/** Throws the database's unique violation when the request key or external id was used before. */
export async function insertClaim(
  db: Db,
  storeId: number,
  claim: Claim,
  requestKey: string | null,
  hasEffects: boolean,
): Promise<void> {
  await db
    .insertInto('claim')
    .values({
      store_id: storeId,
      claim_id: claim.id,
      external_id: claim.externalId,
      order_id: claim.orderId,
      claim_type: claim.claimType,
      created_on: claim.createdOn,
      order_no: claim.orderNo,
      customer_name: claim.customerName,
      customer_email: claim.customerEmail,
      currency_code: claim.currencyCode,
      request_key: requestKey,
      ...columnsOf(claim, { isEffectsOutstanding: hasEffects, hasError: false }),
    })
    .execute();
}

/**
 * Saves the aggregate over the version it was read at; false when someone saved first. Read it with
 * claimForChange: background news (an e-mail sent, a parcel moving) leaves the version as it is, so that
 * it never stops a person's decision, and only the held row keeps the two from losing each other.
 * `hasNewEffects`: effects are added in this transaction.
 */
export async function saveClaim(
  db: Db,
  storeId: number,
  loaded: LoadedClaim,
  claim: Claim,
  hasNewEffects: boolean,
  by: 'person' | 'background' = 'person',
): Promise<boolean> {
  const saved = await db
    .updateTable('claim')
    .set({
      version: by === 'person' ? loaded.version + 1 : loaded.version,
      ...columnsOf(claim, {
        isEffectsOutstanding: loaded.isEffectsOutstanding || hasNewEffects,
        hasError: loaded.hasError,
      }),
    })
    .where('store_id', '=', storeId)
    .where('claim_id', '=', claim.id)
    .where('version', '=', loaded.version)
    .executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

const loadedColumns = ['document', 'version', 'tags', 'has_error'] as const;
type LoadedRow = Pick<Selectable<Tables['claim']>, (typeof loadedColumns)[number]> & { outstanding: boolean };
const asLoaded = (row: LoadedRow): LoadedClaim => ({
  claim: row.document,
  version: row.version,
  tags: row.tags,
  isEffectsOutstanding: row.outstanding,
  hasError: row.has_error,
});

const selectLoaded = (db: Db, storeId: number) =>
  db.selectFrom('claim').select(loadedColumns).select(OUTSTANDING.as('outstanding')).where('store_id', '=', storeId);

export async function claimById(db: Db, storeId: number, claimId: number): Promise<LoadedClaim | undefined> {
  const row = await selectLoaded(db, storeId).where('claim_id', '=', claimId).executeTakeFirst();
  return row && asLoaded(row);
}

/** As claimById, holding the row until the transaction ends: whoever wants to change it too waits. */
export async function claimForChange(db: Db, storeId: number, claimId: number): Promise<LoadedClaim | undefined> {
  const row = await selectLoaded(db, storeId).where('claim_id', '=', claimId).forUpdate().executeTakeFirst();
  return row && asLoaded(row);
}

export async function claimByExternalId(db: Db, storeId: number, externalId: string): Promise<LoadedClaim | undefined> {
  const row = await selectLoaded(db, storeId).where('external_id', '=', externalId).executeTakeFirst();
  return row && asLoaded(row);
}

export async function claimByRequestKey(db: Db, storeId: number, requestKey: string): Promise<LoadedClaim | undefined> {
  const row = await selectLoaded(db, storeId).where('request_key', '=', requestKey).executeTakeFirst();
  return row && asLoaded(row);
}

export async function claimsOfOrder(db: Db, storeId: number, orderId: number): Promise<LoadedClaim[]> {
  const rows = await selectLoaded(db, storeId).where('order_id', '=', orderId).orderBy('claim_id').execute();
  return rows.map(asLoaded);
}

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
    .find(({ claim }) => claim.shipments.some((shipment) => shipment.trackingCode === trackingCode));
}

/** Computes the status columns anew after an effect of the claim changed its state. */
export async function refreshClaim(db: Db, storeId: number, claimId: number): Promise<void> {
  const loaded = await claimForChange(db, storeId, claimId);
  if (!loaded) return;
  const failed = await db
    .selectFrom('effect')
    .select('effect_id')
    .where('store_id', '=', storeId)
    .where('claim_id', '=', claimId)
    .where('state', '=', 'failed')
    .limit(1)
    .executeTakeFirst();
  await db
    .updateTable('claim')
    .set(columnsOf(loaded.claim, { isEffectsOutstanding: loaded.isEffectsOutstanding, hasError: failed !== undefined }))
    .where('store_id', '=', storeId)
    .where('claim_id', '=', claimId)
    .execute();
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

export type ClaimsSearch = {
  kind: string;
  orderBy: 'newest' | 'oldest';
  take: number;
  cursor: { direction: 'prev' | 'next'; createdOn: string; claimId: number } | null;
  statusCodes: readonly string[];
  hasError: boolean | undefined;
  searchTerm: string;
};

/**
 * One page by keyset, so that page 1,000 costs what the first costs and rows that arrive meanwhile move
 * nothing. Returns the page in the order asked for, and whether there is more on either side.
 */
export async function searchClaims(
  db: Db,
  storeId: number,
  search: ClaimsSearch,
): Promise<{ rows: ClaimRow[]; hasPrev: boolean; hasNext: boolean }> {
  const isBackward = search.cursor?.direction === 'prev';
  const isDescending = (search.orderBy === 'newest') !== isBackward;
  const direction = isDescending ? 'desc' : 'asc';
  let query = db
    .selectFrom('claim')
    .select(rowColumns)
    .where('store_id', '=', storeId)
    .where('claim_type', '=', search.kind);
  if (search.statusCodes.length > 0) query = query.where('rollup', 'in', [...search.statusCodes]);
  if (search.hasError !== undefined) query = query.where('has_error', '=', search.hasError);
  const term = search.searchTerm.trim().toLowerCase();
  if (term !== '') {
    query = query.where(
      'claim_id',
      'in',
      sql<number>`(select claim_ids_matching(${`%${escapeLike(term.replace(/^#/, ''))}%`}))`,
    );
  }
  if (search.cursor) {
    const { createdOn, claimId } = search.cursor;
    const comparison = isDescending ? sql`<` : sql`>`;
    query = query.where(
      sql<boolean>`(created_on, claim_id) ${comparison} (${createdOn}::timestamptz, ${claimId}::bigint)`,
    );
  }
  const found = await query
    .orderBy('created_on', direction)
    .orderBy('claim_id', direction)
    .limit(search.take + 1)
    .execute();
  const hasMore = found.length > search.take;
  const page = found.slice(0, search.take);
  if (isBackward) page.reverse();
  return {
    rows: page,
    hasPrev: isBackward ? hasMore : search.cursor !== null,
    hasNext: isBackward ? true : hasMore,
  };
}

/** Number of claims by rollup name, and how many have a failed effect. */
export async function countClaims(
  db: Db,
  storeId: number,
  kind: string,
): Promise<{ counts: Record<string, number>; withError: number }> {
  const rows = await db
    .selectFrom('claim')
    .select(['rollup', sql<number>`count(*)`.as('count'), sql<number>`count(*) filter (where has_error)`.as('errors')])
    .where('store_id', '=', storeId)
    .where('claim_type', '=', kind)
    .groupBy('rollup')
    .execute();
  return {
    counts: Object.fromEntries(rows.map((row) => [row.rollup, row.count])),
    withError: rows.reduce((all, row) => all + row.errors, 0),
  };
}
