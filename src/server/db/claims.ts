import { sql, type RawBuilder, type SelectQueryBuilder, type Selectable } from 'kysely';
import type { Claim } from '#core/claims/claim.ts';
import { rollupOf } from '#core/claims/status.ts';
import type { ClaimsFilters, ClaimsQuery, ListCursor } from '#core/lists/claims-list.ts';
import type { Db } from '#server/db/connect.ts';
import { bookSettlements } from '#server/db/journal.ts';
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

const OUTSTANDING = sql<boolean>`exists (select from effect where effect.store_id = claim.store_id and effect.claim_id = claim.claim_id and effect.state not in ('done', 'doneElsewhere'))`;

const FAILED = sql<boolean>`exists (select from effect where effect.store_id = claim.store_id and effect.claim_id = claim.claim_id and effect.state = 'failed')`;

type EffectStates = { isEffectsOutstanding: boolean; hasError: boolean };

/** The columns computed from the aggregate, always written with it in one statement. */
export function columnsOf(claim: Claim, effects: EffectStates) {
  const status = rollupOf(claim, effects.isEffectsOutstanding);
  const tracking = claim.shipments.map((shipment) => shipment.trackingCode).join(' ');
  const skus = claim.lines.map((line) => line.sku).join(' ');
  return {
    updated_on: claim.updatedOn,
    finalized_on: claim.finalizedOn,
    customer_name: claim.customerName,
    customer_email: claim.customerEmail,
    rollup: status.rollup,
    status_code: status.code,
    status_detail: status.detail,
    has_error: effects.hasError || claim.lines.some((line) => line.errors.length > 0),
    resolution_methods: [...new Set(claim.lines.map((line) => line.method ?? line.requestedMethod))],
    requested_total: claim.lines.reduce((all, line) => all + line.requestedAmount, 0),
    line_count: claim.lines.length,
    search_text: [claim.externalId, claim.orderNo, claim.customerName, claim.customerEmail, tracking, skus]
      .join(' ')
      .toLowerCase(),
    document: JSON.stringify(claim),
  };
}

/**
 * Saves the aggregate over the version it was read at; false when someone saved first. Read it with
 * claimForChange: background news (an e-mail sent, a parcel moving) leaves the version as it is, so that
 * it never stops a person's decision, and only the held row keeps the two from losing each other.
 * `hasNewEffects`: effects are added in this transaction. What the change decided of money is booked with it.
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
  if (saved.numUpdatedRows !== 1n) return false;
  await bookSettlements(db, storeId, loaded.claim, claim);
  return true;
}

const loadedColumns = ['document', 'version', 'tags'] as const;
type LoadedRow = Pick<Selectable<Tables['claim']>, (typeof loadedColumns)[number]> & {
  outstanding: boolean;
  failed: boolean;
};
export const asLoaded = (row: LoadedRow): LoadedClaim => ({
  claim: row.document,
  version: row.version,
  tags: row.tags,
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

/** As claimById, holding the row until the transaction ends: whoever wants to change it too waits. */
export async function claimForChange(db: Db, storeId: number, claimId: number): Promise<LoadedClaim | undefined> {
  // Held first: a statement that waited for the row would see the effects as they were before it waited.
  await db
    .selectFrom('claim')
    .select('claim_id')
    .where('store_id', '=', storeId)
    .where('claim_id', '=', claimId)
    .forUpdate()
    .executeTakeFirst();
  return claimById(db, storeId, claimId);
}

export async function claimByExternalId(db: Db, storeId: number, externalId: string): Promise<LoadedClaim | undefined> {
  const row = await selectLoaded(db, storeId).where('external_id', '=', externalId).executeTakeFirst();
  return row && asLoaded(row);
}

/** Every claim of an order, the oldest first; a statement to be made part of a larger one. */
export const selectClaimsOfOrder = (db: Db, storeId: number, orderId: number) =>
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
    .find(({ claim }) => claim.shipments.some((shipment) => shipment.trackingCode === trackingCode));
}

/** Computes the status columns anew after an effect of the claim changed its state. */
export async function refreshClaim(db: Db, storeId: number, claimId: number): Promise<void> {
  const loaded = await claimForChange(db, storeId, claimId);
  if (!loaded) return;
  await db
    .updateTable('claim')
    .set(columnsOf(loaded.claim, loaded))
    .where('store_id', '=', storeId)
    .where('claim_id', '=', claimId)
    .execute();
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

export type ClaimsSearch = ClaimsFilters &
  Pick<ClaimsQuery, 'orderBy' | 'take'> & {
    kind: Claim['claimType'];
    cursor: { direction: ListCursor['direction']; createdOn: string; claimId: number } | null;
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
  const rowsOfStore = db.selectFrom('claim').select(rowColumns).where('store_id', '=', storeId);
  const query =
    search.searchTerm.trim() === ''
      ? narrowed(rowsOfStore, search, isDescending)
      : rowsOfStore.where('claim_id', 'in', pageMatching(search, isDescending));
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

/** Every filter of the search but its words, and where the page starts. What is added here goes into claim_page_matching too. */
function narrowed<Row>(
  all: SelectQueryBuilder<Tables, 'claim', Row>,
  { kind, statusCodes, hasError, cursor }: ClaimsSearch,
  isDescending: boolean,
): SelectQueryBuilder<Tables, 'claim', Row> {
  let query = all.where('claim_type', '=', kind);
  if (statusCodes.length > 0) query = query.where('rollup', 'in', [...statusCodes]);
  if (hasError !== undefined) query = query.where('has_error', '=', hasError);
  if (cursor === null) return query;
  const comparison = isDescending ? sql`<` : sql`>`;
  return query.where(
    sql<boolean>`(created_on, claim_id) ${comparison} (${cursor.createdOn}::timestamptz, ${cursor.claimId}::bigint)`,
  );
}

/** The same page of the claims that have the words too, found by the index of words. */
function pageMatching(search: ClaimsSearch, isDescending: boolean): RawBuilder<number> {
  const { kind, statusCodes, hasError = null, cursor, take } = search;
  const pattern = `%${escapeLike(search.searchTerm.trim().toLowerCase().replace(/^#/, ''))}%`;
  return sql`(select claim_page_matching(${pattern}, ${kind}, ${[...statusCodes]}::text[], ${hasError}::boolean,
    ${cursor?.createdOn ?? null}::timestamptz, ${cursor?.claimId ?? null}::bigint, ${isDescending}::boolean, ${take + 1}::integer))`;
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
