import { sql } from 'kysely';
import type { CoverRefund } from '#core/orders/order.ts';
import type { Db } from '#server/db/connect.ts';

/** Keeps with its order what is refunded of its cover, or that nothing is. Claims decided on the order before are decided again. */
export const keepCoverRefund = (
  db: Db,
  storeId: number,
  orderId: number,
  coverRefund: CoverRefund | null,
): Promise<unknown> =>
  db
    .updateTable('store_order')
    .set({
      cover_refund: coverRefund === null ? null : JSON.stringify(coverRefund),
      claims_version: sql`claims_version + 1`,
    })
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .execute();

/** What is refunded of the cover of an order, which is locked until the end of the transaction. */
export async function coverRefundForChange(db: Db, storeId: number, orderId: number): Promise<CoverRefund | null> {
  const row = await db
    .selectFrom('store_order')
    .select('cover_refund')
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  return row?.cover_refund ?? null;
}
