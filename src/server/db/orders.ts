import { sql, type QueryCreator, type Selectable } from 'kysely';
import { isFromFile, platformIdOf } from '#core/orders/order-origin.ts';
import type { HeldByProtection } from '#core/orders/held-by-protection.ts';
import type { IneligibleLines } from '#core/orders/ineligible-lines.ts';
import { buyerEmail, type Order } from '#core/orders/order.ts';
import {
  normalizeEmail,
  normalizeOrderNo,
  normalizePostalCode,
  normalizeSku,
  normalizeTrackingCode,
} from '#core/orders/lookup.ts';
import { erasedOrder } from '#core/privacy/erased-order.ts';
import type { Db } from '#server/db/connect.ts';
import { isRecordOf, knownOrders, lockOrders, replaceFileOrders } from '#server/db/file-orders.ts';
import type { Tables } from '#server/db/tables.ts';

export type OrderRow = Selectable<Tables['store_order']>;

/**
 * Saves orders as the platform has them now, replacing data from files; newer rows stay. Returns how many rows changed.
 */
export async function upsertOrders(db: Db, storeId: number, orders: readonly Order[]): Promise<number> {
  await Promise.all([lockOrders(db, storeId), replaceFileOrders(db, storeId, orders)]);
  return writeOrders(db, storeId, orders);
}

/** How many orders of a file were new or changed, unchanged, or better known from the platform. */
export type FileOrdersWritten = { written: number; unchanged: number; synced: number };

/** Saves orders as a file has them. Data from the platform stays. */
export async function upsertFileOrders(db: Db, storeId: number, orders: readonly Order[]): Promise<FileOrdersWritten> {
  if (orders.length === 0) return { written: 0, unchanged: 0, synced: 0 };
  await lockOrders(db, storeId);
  const known = await knownOrders(db, storeId, orders);
  const news = orders.filter(
    (order) => !known.some((one) => !isFromFile(one.id_from_platform) && isRecordOf(one, order)),
  );
  // A file that leaves out the platform's id does not take it from an order that has it.
  const named = news.map((order) => {
    const same = known.find((one) => isRecordOf(one, order) && platformIdOf(one.id_from_platform) !== null);
    return same ? { ...order, idFromPlatform: same.id_from_platform } : order;
  });
  const distinct = [...new Map(named.map((order) => [order.idFromPlatform, order])).values()];
  await replaceFileOrders(db, storeId, distinct);
  const written = await writeOrders(db, storeId, distinct);
  return { written, unchanged: news.length - written, synced: orders.length - news.length };
}

async function writeOrders(db: Db, storeId: number, orders: readonly Order[]): Promise<number> {
  if (orders.length === 0) return 0;
  const stored = await storedAmong(db, storeId, orders);
  const result = await db
    .insertInto('store_order')
    .values(
      orders
        .map((one) => withStored(one, stored.get(one.idFromPlatform)))
        .map((order) => ({
          store_id: storeId,
          id_from_platform: order.idFromPlatform,
          order_no: order.orderNo,
          order_no_key: normalizeOrderNo(order.orderNo),
          email_key: normalizeEmail(buyerEmail(order)),
          postal_key: normalizePostalCode(order.shippingAddress?.postalCode ?? ''),
          tracking_keys: trackingKeys(order),
          sku_keys: skuKeys(order),
          created_on: order.createdOn,
          updated_on: order.updatedOn,
          document: JSON.stringify(order),
        })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'id_from_platform'])
        .doUpdateSet((row) => ({
          order_no: row.ref('excluded.order_no'),
          order_no_key: row.ref('excluded.order_no_key'),
          email_key: row.ref('excluded.email_key'),
          postal_key: row.ref('excluded.postal_key'),
          tracking_keys: row.ref('excluded.tracking_keys'),
          sku_keys: row.ref('excluded.sku_keys'),
          updated_on: row.ref('excluded.updated_on'),
          document: row.ref('excluded.document'),
        }))
        .whereRef('store_order.updated_on', '<=', 'excluded.updated_on')
        .whereRef('store_order.document', '<>', 'excluded.document'),
    )
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0n);
}

/** What an order keeps whatever the platform says of it later. */
type Stored = { erasedOn: Date | null; productTags: Record<string, string[]> | null };

/** Those of these orders that are stored, by the platform's id. Call under lockOrders. */
async function storedAmong(db: Db, storeId: number, orders: readonly Order[]): Promise<Map<string, Stored>> {
  const rows = await db
    .selectFrom('store_order')
    .select((row) => [
      'id_from_platform',
      'erased_on as erasedOn',
      sql<Stored['productTags']>`(select jsonb_object_agg(line ->> 'idFromPlatform', line -> 'productTags')
        from jsonb_array_elements(${row.ref('document')} -> 'lines') as line)`.as('productTags'),
    ])
    .where('store_id', '=', storeId)
    .where(
      'id_from_platform',
      'in',
      orders.map(({ idFromPlatform }) => idFromPlatform),
    )
    .execute();
  return new Map(rows.map((row) => [row.id_from_platform, row]));
}

/**
 * The platform and files may still hold a buyer who was erased here. A product may have other tags than at the purchase:
 * a line keeps those it was first seen with.
 */
function withStored(order: Order, stored: Stored | undefined): Order {
  if (!stored) return order;
  const { erasedOn, productTags } = stored;
  const tagged = {
    ...order,
    lines: order.lines.map((line) => ({
      ...line,
      productTags: productTags?.[line.idFromPlatform] ?? line.productTags,
    })),
  };
  return erasedOn === null ? tagged : erasedOrder(tagged, erasedOn.toISOString());
}

const distinctKeys = (keys: readonly string[]): string[] => [...new Set(keys.filter((key) => key !== ''))];
const trackingKeys = ({ fulfillments }: Order): string[] =>
  distinctKeys(fulfillments.flatMap((sent) => sent.trackingCodes.map(normalizeTrackingCode)));
const skuKeys = ({ lines }: Order): string[] => distinctKeys(lines.map((line) => normalizeSku(line.sku)));

export const orderById = (db: Db, storeId: number, orderId: number): Promise<OrderRow | undefined> =>
  db
    .selectFrom('store_order')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();

/** The order a claim is on. */
export const orderOfClaim = (
  db: Db,
  storeId: number,
  claimId: number,
): Promise<Pick<OrderRow, 'document' | keyof HeldByProtection> | undefined> =>
  db
    .selectFrom('store_order')
    .select(['document', 'shipping_claims', 'cover_refund'])
    .where('store_id', '=', storeId)
    .where('order_id', '=', (of) =>
      of.selectFrom('claim').select('order_id').where('store_id', '=', storeId).where('claim_id', '=', claimId),
    )
    .executeTakeFirst();

/** Claims that were decided on the order as it is now are decided again. */
export const holdOrder = (db: Db, storeId: number, orderId: number): Promise<unknown> =>
  db
    .updateTable('store_order')
    .set({ claims_version: sql`claims_version + 1` })
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .execute();

export const orderByPlatformId = (db: Db, storeId: number, idFromPlatform: string): Promise<OrderRow | undefined> =>
  db
    .selectFrom('store_order')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id_from_platform', '=', idFromPlatform)
    .executeTakeFirst();

/** Order numbers are not unique across sales channels, so several may answer; newest first. */
export const ordersByNumber = (db: Db, storeId: number, orderNo: string): Promise<OrderRow[]> =>
  db
    .selectFrom('store_order')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('order_no_key', '=', normalizeOrderNo(orderNo))
    .orderBy('created_on', 'desc')
    .limit(20)
    .execute();

/** Orders a gift's recipient may mean: by their number, a tracking number, or their id at the platform. */
export async function ordersOfGift(db: Db, storeId: number, number: string): Promise<OrderRow[]> {
  const tracked = sql<number>`(select order_ids_tracked(${normalizeTrackingCode(number)}))`;
  const byTracking = await db
    .selectFrom('store_order')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('order_id', 'in', tracked)
    .execute();
  const byId = await orderByPlatformId(db, storeId, number.trim());
  return [...(await ordersByNumber(db, storeId, number)), ...byTracking, ...(byId ? [byId] : [])];
}

/** Claims the order for one more claim; false when another claim on it was made since `version` was read. */
export async function bumpClaimsVersion(db: Db, storeId: number, orderId: number, version: number): Promise<boolean> {
  const bumped = await claimsVersionRaise(db, storeId, orderId, version).executeTakeFirst();
  return bumped.numUpdatedRows === 1n;
}

/** The statement of bumpClaimsVersion, for use inside a larger one. */
export const claimsVersionRaise = (db: QueryCreator<Tables>, storeId: number, orderId: number, version: number) =>
  db
    .updateTable('store_order')
    .set({ claims_version: sql`claims_version + 1` })
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where('claims_version', '=', version);

/** Makes a line ineligible, or resets it (null). A claim being created at the same time starts over. */
export async function markLine(
  db: Db,
  storeId: number,
  orderId: number,
  lineId: string,
  mark: IneligibleLines[string] | null,
): Promise<void> {
  const rest = sql`ineligible_lines - ${lineId}::text`;
  const marked = JSON.stringify(mark === null ? {} : { [lineId]: mark });
  await db
    .updateTable('store_order')
    .set({ ineligible_lines: sql`(${rest}) || ${marked}::jsonb`, claims_version: sql`claims_version + 1` })
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .execute();
}
