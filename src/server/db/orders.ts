import { sql, type Selectable } from 'kysely';
import type { Order } from '#core/orders/order.ts';
import { normalizeEmail, normalizeOrderNo, normalizePostalCode } from '#core/orders/lookup.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type OrderRow = Selectable<Tables['store_order']>;

/** Writes orders as the platform has them now; a row that is already newer stays. Returns how many rows changed. */
export async function upsertOrders(db: Db, storeId: number, orders: readonly Order[]): Promise<number> {
  if (orders.length === 0) return 0;
  const result = await db
    .insertInto('store_order')
    .values(
      orders.map((order) => ({
        store_id: storeId,
        id_from_platform: order.idFromPlatform,
        order_no: order.orderNo,
        order_no_key: normalizeOrderNo(order.orderNo),
        email_key: normalizeEmail(order.email),
        postal_key: normalizePostalCode(order.shippingAddress?.postalCode ?? ''),
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
          updated_on: row.ref('excluded.updated_on'),
          document: row.ref('excluded.document'),
        }))
        .whereRef('store_order.updated_on', '<=', 'excluded.updated_on'),
    )
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0n);
}

export const orderById = (db: Db, storeId: number, orderId: number): Promise<OrderRow | undefined> =>
  db
    .selectFrom('store_order')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();

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

/** Claims the order for one more claim; false when another claim on it was made since `version` was read. */
export async function bumpClaimsVersion(db: Db, storeId: number, orderId: number, version: number): Promise<boolean> {
  const bumped = await db
    .updateTable('store_order')
    .set({ claims_version: sql`claims_version + 1` })
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where('claims_version', '=', version)
    .executeTakeFirst();
  return bumped.numUpdatedRows === 1n;
}
