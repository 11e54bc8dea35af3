import { sql } from 'kysely';
import { fileOrderId } from '#core/orders/order-origin.ts';
import { normalizeEmail } from '#core/orders/lookup.ts';
import type { Order } from '#core/orders/order.ts';
import type { PrivacySubject } from '#core/privacy/requests.ts';
import type { Db } from '#server/db/connect.ts';

export type FoundOrder = { orderId: number; isErased: boolean; document: Order; segmentIds: string[] | null };
export type FoundClaim = { claimId: number; orderId: number; isErased: boolean };
/** What the store holds of a customer: their orders with every claim on them, and claims they made on orders of others. */
export type Held = { orders: FoundOrder[]; claims: FoundClaim[]; shippingClaims: FoundClaim[] };

/** Finds a customer by what is known of them: the listed orders, their id at the platform, their email. */
export async function findCustomer(db: Db, storeId: number, about: PrivacySubject): Promise<Held> {
  const email = normalizeEmail(about.email);
  const customerIds = about.customerIdFromPlatform === '' ? [] : [about.customerIdFromPlatform];
  const byName = await ordersOf(db, storeId, { email, customerIds, orderIds: about.orderIdsFromPlatform });
  // An email may know the account under which other orders were made with another email.
  const accounts = byName.flatMap(({ document: { customer } }) =>
    customer && email !== '' && normalizeEmail(customer.email) === email ? [customer.idFromPlatform] : [],
  );
  const orders = accounts.some((id) => !customerIds.includes(id))
    ? await ordersOf(db, storeId, {
        email,
        customerIds: [...new Set([...customerIds, ...accounts])],
        orderIds: about.orderIdsFromPlatform,
      })
    : byName;
  const claims = await db
    .selectFrom('claim')
    .select(['claim_id', 'order_id', sql<boolean>`document ? 'erasedOn'`.as('is_erased')])
    .where('store_id', '=', storeId)
    .where((claim) =>
      claim.or([
        claim('order_id', '=', claim.fn.any(claim.val(orders.map(({ orderId }) => orderId)))),
        ...(email === '' ? [] : [claim(sql<string>`lower(btrim(customer_email))`, '=', email)]),
      ]),
    )
    .orderBy('claim_id')
    .execute();
  const shippingClaims = await db
    .selectFrom('shipping_claim')
    .select(['shipping_claim_id as claimId', 'order_id as orderId', sql<boolean>`document ? 'erasedOn'`.as('isErased')])
    .where('store_id', '=', storeId)
    .where((claim) =>
      claim.or([
        claim('order_id', '=', claim.fn.any(claim.val(orders.map(({ orderId }) => orderId)))),
        ...(email === '' ? [] : [claim('email_key', '=', email)]),
      ]),
    )
    .orderBy('shipping_claim_id')
    .execute();
  return {
    orders,
    claims: claims.map((row) => ({ claimId: row.claim_id, orderId: row.order_id, isErased: row.is_erased })),
    shippingClaims,
  };
}

type Names = { email: string; customerIds: readonly string[]; orderIds: readonly string[] };

async function ordersOf(db: Db, storeId: number, { email, customerIds, orderIds }: Names): Promise<FoundOrder[]> {
  const listed = orderIds.flatMap((id) => [id, fileOrderId('', id)]);
  const customerId = sql<string>`document #>> '{customer,idFromPlatform}'`;
  const customerEmail = sql<string>`lower(btrim(document #>> '{customer,email}'))`;
  const rows = await db
    .selectFrom('store_order')
    .select(['order_id', 'erased_on', 'document', 'segment_ids'])
    .where('store_id', '=', storeId)
    .where((order) =>
      order.or([
        ...(listed.length === 0 ? [] : [order('id_from_platform', 'in', listed)]),
        ...(customerIds.length === 0 ? [] : [order(customerId, 'in', [...customerIds])]),
        ...(email === '' ? [] : [order('email_key', '=', email), order(customerEmail, '=', email)]),
      ]),
    )
    .orderBy('order_id')
    .execute();
  return rows.map((row) => ({
    orderId: row.order_id,
    isErased: row.erased_on !== null,
    document: row.document,
    segmentIds: row.segment_ids,
  }));
}
