import { sql, type Selectable } from 'kysely';
import { normalizeEmail } from '#core/orders/lookup.ts';
import { hasUnansweredMessage } from '#core/protection/claim-messages.ts';
import { heldBy } from '#core/protection/held.ts';
import { LIFETIME } from '#core/dates.ts';
import { isClosed, owedFrom, type ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';
import type { SentRequest } from '#server/sent-request.ts';

export type ShippingClaimRow = Selectable<Tables['shipping_claim']>;

const columnsOf = (claim: ShippingClaim) => ({
  updated_on: claim.updatedOn,
  status: claim.status,
  reason: claim.reason,
  resolution_method: claim.resolution?.method ?? claim.requestedMethod,
  source: claim.source,
  customer_name: claim.customerName,
  customer_email: claim.customerEmail,
  email_key: normalizeEmail(claim.customerEmail),
  products: claim.lines
    .map(({ name, variantTitle, sku }) => [name, variantTitle, sku].filter((word) => word !== '').join(' · '))
    .join(', '),
  assignee_id: claim.assignee?.userId ?? null,
  last_message_from_customer_on: claim.lastMessageFromCustomerOn ?? null,
  has_unanswered_message: hasUnansweredMessage(claim),
  assignee_name: claim.assignee?.name ?? null,
  held_until: isClosed(claim) ? null : (claim.assignee?.endsOn ?? null),
  owed_from: owedFrom(claim) ?? LIFETIME,
  document: JSON.stringify(claim),
});

/** The id of the next one, so that its effects can be named before it is written. */
export async function nextShippingClaimId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('shipping_claim', 'shipping_claim_id')) as id`.execute(db);
  return Number(rows[0]?.id);
}

/** Throws the database's unique violation where the request made one meanwhile. */
export const insertShippingClaim = (
  db: Db,
  storeId: number,
  claim: ShippingClaim,
  request: SentRequest,
): Promise<unknown> =>
  db
    .insertInto('shipping_claim')
    .values({
      store_id: storeId,
      shipping_claim_id: claim.id,
      external_id: claim.externalId,
      order_id: claim.orderId,
      created_on: claim.createdOn,
      request_key: request.key,
      request_digest: request.digest,
      order_no: claim.orderNo,
      ...columnsOf(claim),
    })
    .execute();

/** Writes a claim over the version that was read; false where someone saved first. */
export async function saveShippingClaim(
  db: Db,
  { store_id: storeId, shipping_claim_id: id, version }: ShippingClaimRow,
  claim: ShippingClaim,
  newVersion: number,
): Promise<boolean> {
  const saved = await db
    .updateTable('shipping_claim')
    .set({
      ...columnsOf(claim),
      version: newVersion,
      // A digest would confirm a good guess of what was asked for.
      ...(claim.erasedOn !== undefined && { request_digest: null }),
    })
    .where('store_id', '=', storeId)
    .where('shipping_claim_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

/** Writes a claim that points at another record of its order, which decides nothing: the version stays. */
export const saveMovedShippingClaim = (db: Db, storeId: number, claim: ShippingClaim): Promise<unknown> =>
  db
    .updateTable('shipping_claim')
    .set({ order_id: claim.orderId, document: JSON.stringify(claim) })
    .where('store_id', '=', storeId)
    .where('shipping_claim_id', '=', claim.id)
    .execute();

const select = (db: Db, storeId: number) => db.selectFrom('shipping_claim').selectAll().where('store_id', '=', storeId);

export const shippingClaimById = (db: Db, storeId: number, id: number): Promise<ShippingClaimRow | undefined> =>
  select(db, storeId).where('shipping_claim_id', '=', id).executeTakeFirst();

export const shippingClaimByExternalId = (
  db: Db,
  storeId: number,
  externalId: string,
): Promise<ShippingClaimRow | undefined> =>
  select(db, storeId).where('external_id', '=', externalId.trim().toUpperCase()).executeTakeFirst();

export const shippingClaimByRequest = (
  db: Db,
  storeId: number,
  requestKey: string,
): Promise<ShippingClaimRow | undefined> =>
  select(db, storeId).where('request_key', '=', requestKey).executeTakeFirst();

/** Locked until the end of the transaction. */
export const shippingClaimForChange = (db: Db, storeId: number, id: number): Promise<ShippingClaimRow | undefined> =>
  select(db, storeId).where('shipping_claim_id', '=', id).forUpdate().executeTakeFirst();

/** Those of an order, the oldest first. */
export const shippingClaimsOfOrder = (db: Db, storeId: number, orderId: number): Promise<ShippingClaimRow[]> =>
  select(db, storeId).where('order_id', '=', orderId).orderBy('shipping_claim_id').execute();

/** Those of several orders, the newest first. */
export async function shippingClaimsOfOrders(
  db: Db,
  storeId: number,
  orderIds: readonly number[],
): Promise<ShippingClaim[]> {
  const rows = await db
    .selectFrom('shipping_claim')
    .select('document')
    .where('store_id', '=', storeId)
    .where(sql<boolean>`order_id = any(${[...orderIds]}::bigint[])`)
    .orderBy('shipping_claim_id', 'desc')
    .execute();
  return rows.map(({ document }) => document);
}

/**
 * Keeps with the order what its claims of shipping protection hold, and raises its claims version; false when another
 * claim on it was made or decided since `version` was read. `claims`: all of the order, as they are from now on.
 */
export async function keepHeld(
  db: Db,
  storeId: number,
  orderId: number,
  version: number,
  claims: readonly ShippingClaim[],
): Promise<boolean> {
  const kept = await db
    .updateTable('store_order')
    .set({
      claims_version: sql`claims_version + 1`,
      shipping_claims: JSON.stringify(claims.flatMap((claim) => heldBy(claim) ?? [])),
    })
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where('claims_version', '=', version)
    .executeTakeFirst();
  return kept.numUpdatedRows === 1n;
}

/** Filings that may be decided without people take turns. */
const HISTORY_LOCK = 7_303;

/**
 * How many claims these email addresses filed in the last year, or were filed of their orders whatever address was typed;
 * others that file have to wait from then on.
 */
export async function shippingClaimsLastYear(db: Db, storeId: number, emails: readonly string[]): Promise<number> {
  // Of claims filed at the same moment, each counts those before it.
  await sql`select pg_advisory_xact_lock(${sql.lit(HISTORY_LOCK)}, ${storeId})`.execute(db);
  // Orders without an address are not all of one buyer.
  const keys = emails.map(normalizeEmail).filter((key) => key !== '');
  const areTheirs = sql<boolean>`email_key = any(${keys}::text[])`;
  const ordersOfTheirs = db
    .selectFrom('store_order')
    .select('order_id')
    .where('store_id', '=', storeId)
    .where(areTheirs);
  const counted = await db
    .selectFrom('shipping_claim')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('store_id', '=', storeId)
    .where((where) => where.or([areTheirs, where('order_id', 'in', ordersOfTheirs)]))
    .where('created_on', '>', sql<Date>`now() - interval '1 year'`)
    .executeTakeFirst();
  return counted?.count ?? 0;
}
