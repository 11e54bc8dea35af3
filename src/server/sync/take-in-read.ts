import type { Order } from '#core/orders/order.ts';
import { isReadable, type UnreadableOrder } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import type { ServerDeps } from '#server/deps.ts';
import { takeInOrders } from '#server/protection/take-in-orders.ts';
import { keepUnreadable } from '#server/webhooks/inbox.ts';

/**
 * Saves the orders of a sync. Those that can't be read go to the inbox, as news that a webhook would have brought:
 * the inbox tries them again for a day and a half and then alerts the store, and the sync goes on.
 */
export async function takeInRead(
  { log }: Pick<ServerDeps, 'log'>,
  db: Db,
  storeId: number,
  read: readonly (Order | UnreadableOrder)[],
  requestId: string,
): Promise<void> {
  await takeInOrders(db, storeId, read.filter(isReadable), requestId);
  for (const order of read) {
    if (isReadable(order) || !(await keepUnreadable(db, storeId, order))) continue;
    const { idFromPlatform, reason } = order;
    log.warn({ storeId, idFromPlatform, reason }, 'an order could not be read; the sync goes on without it');
  }
}
