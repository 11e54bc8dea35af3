import { isAtPlatform } from '#core/orders/order-origin.ts';
import type { Order } from '#core/orders/order.ts';
import { PartnerError, type CallPriority } from '#partners/ports.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { StoreContext } from '#server/http/context.ts';
import { takeInOrders } from '#server/protection/take-in-orders.ts';

/**
 * Writes an order as the platform has it now, where that is newer than what we know. To be called outside of
 * transactions. Where the platform will not tell, what we know stays; where it does not answer, that is an error.
 */
export async function bringOrder(
  { database, storefrontOf }: Pick<ServerDeps, 'database' | 'storefrontOf'>,
  { storeId, requestId, priority = 'staff' }: Pick<StoreContext, 'storeId' | 'requestId'> & { priority?: CallPriority },
  { idFromPlatform, updatedOn }: Pick<Order, 'idFromPlatform' | 'updatedOn'>,
): Promise<void> {
  if (!isAtPlatform(idFromPlatform)) return;
  try {
    const storefront = await storefrontOf(storeId);
    const order = await storefront.fetchOrderSince(idFromPlatform, updatedOn, { requestId, priority });
    if (order) await database.inStore(storeId, (db) => takeInOrders(db, storeId, [order], requestId));
  } catch (error) {
    if (!(error instanceof PartnerError) || error.kind !== 'refused') throw error;
  }
}
