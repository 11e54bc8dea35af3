import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { withIneligibleLines, type IneligibleLines } from '#core/orders/ineligible-lines.ts';
import type { Order } from '#core/orders/order.ts';
import { asLoaded, selectClaimsOfOrder, type LoadedClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { SETTINGS } from '#server/db/settings.ts';
import { RETURN_ADDRESS, type StoreRow } from '#server/db/stores.ts';

/** An order with all that decides what can be returned of it. */
export type OrderWithClaims = {
  orderId: number;
  order: Order;
  claimsVersion: number;
  store: StoreRowPart;
  /** Every claim on it, the oldest first. */
  claims: LoadedClaim[];
};

/** One statement, so that order, settings and claims are of the same moment. */
export async function orderWithClaims(db: Db, storeId: number, orderId: number): Promise<OrderWithClaims | undefined> {
  const row = await selectOrder(db, storeId, orderId).executeTakeFirst();
  return row && asOrderWithClaims(row);
}

export type OrderForClaim = OrderWithClaims & {
  /** The id of the claim about to be made, so that its effects can be named before it is written. */
  nextClaimId: number;
  /** The claim the request key has already made, on whatever order of the store. */
  made: { orderId: number; externalId: string } | null;
};

/** Like orderWithClaims, plus what creating a claim needs, in the same statement. */
export async function orderForClaim(
  db: Db,
  storeId: number,
  orderId: number,
  requestKey: string,
): Promise<OrderForClaim | undefined> {
  const made = db
    .selectFrom('claim')
    .select(['order_id as orderId', 'external_id as externalId'])
    .where('store_id', '=', storeId)
    .where('request_key', '=', requestKey);
  const row = await selectOrder(db, storeId, orderId)
    .select(NEXT_CLAIM_ID.as('nextClaimId'))
    .select(jsonObjectFrom(made).as('made'))
    .executeTakeFirst();
  return row && { ...asOrderWithClaims(row), nextClaimId: row.nextClaimId, made: row.made };
}

const NEXT_CLAIM_ID = sql<number>`nextval(pg_get_serial_sequence('claim', 'claim_id'))`;

const selectOrder = (db: Db, storeId: number, orderId: number) =>
  db
    .selectFrom('store_order')
    .innerJoin('store', 'store.store_id', 'store_order.store_id')
    .select([
      'store_order.order_id as orderId',
      'store_order.document as order',
      'store_order.ineligible_lines as ineligibleLines',
      'store_order.claims_version as claimsVersion',
      'store.currency_code',
      RETURN_ADDRESS.as('return_address'),
      SETTINGS.as('settings'),
    ])
    .select(jsonArrayFrom(selectClaimsOfOrder(db, storeId, orderId)).as('claims'))
    .where('store_order.store_id', '=', storeId)
    .where('store_order.order_id', '=', orderId);

type Row = Omit<OrderWithClaims, 'store' | 'claims'> &
  StoreRowPart & { ineligibleLines: IneligibleLines; claims: Parameters<typeof asLoaded>[0][] };
type StoreRowPart = Pick<StoreRow, 'settings' | 'currency_code' | 'return_address'>;

const asOrderWithClaims = ({
  orderId,
  order,
  ineligibleLines,
  claimsVersion,
  settings,
  currency_code,
  return_address,
  claims,
}: Row): OrderWithClaims => ({
  orderId,
  order: withIneligibleLines(order, ineligibleLines),
  claimsVersion,
  store: { settings, currency_code, return_address },
  claims: claims.map(asLoaded),
});
