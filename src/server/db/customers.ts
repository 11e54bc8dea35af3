import type { Selectable } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type CustomerOrderRow = Pick<
  Selectable<Tables['store_order']>,
  'order_id' | 'order_no' | 'id_from_platform' | 'created_on' | 'document'
>;

/** The newest orders under an email, at most `take`. */
export const ordersOfCustomer = (
  db: Db,
  storeId: number,
  emailKey: string,
  take: number,
): Promise<CustomerOrderRow[]> =>
  db
    .selectFrom('store_order')
    .select(['order_id', 'order_no', 'id_from_platform', 'created_on', 'document'])
    .where('store_id', '=', storeId)
    .where('email_key', '=', emailKey)
    .orderBy('created_on', 'desc')
    .orderBy('order_id', 'desc')
    .limit(take)
    .execute();

/** What a card shows of the claims on these orders, the newest first. */
export async function claimsOfCustomer(db: Db, storeId: number, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('claim')
    .select([
      'claim_id',
      'order_id',
      'external_id',
      'claim_type',
      'created_on',
      'status_code',
      'status_detail',
      'finalized_on',
    ])
    .where('store_id', '=', storeId)
    .where('order_id', 'in', [...orderIds])
    .orderBy('created_on', 'desc')
    .orderBy('claim_id', 'desc')
    .execute();
}
