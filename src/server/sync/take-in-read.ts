import type { Order, Product } from '#core/orders/order.ts';
import { isReadable, type Unreadable } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import { keepProducts, upsertProducts } from '#server/db/products.ts';
import type { ServerDeps } from '#server/deps.ts';
import { takeInOrders } from '#server/protection/take-in-orders.ts';
import { keepUnreadable } from '#server/webhooks/inbox.ts';

type Deps = Pick<ServerDeps, 'log'>;

/** Saves the orders of a sync. */
export async function takeInRead(
  deps: Deps,
  db: Db,
  storeId: number,
  read: readonly (Order | Unreadable)[],
  requestId: string,
): Promise<void> {
  await takeInOrders(db, storeId, read.filter(isReadable), requestId);
  await leaveForInbox(deps, db, storeId, 'order', read.filter(isUnreadable));
}

/** Saves the products of a sync. Of those that can't be read, what is known stays. */
export async function takeInReadProducts(
  deps: Deps,
  db: Db,
  storeId: number,
  read: readonly (Product | Unreadable)[],
): Promise<void> {
  await upsertProducts(db, storeId, read.filter(isReadable));
  const unreadable = read.filter(isUnreadable);
  await keepProducts(
    db,
    storeId,
    unreadable.map(({ idFromPlatform }) => idFromPlatform),
  );
  await leaveForInbox(deps, db, storeId, 'product', unreadable);
}

const isUnreadable = (read: Order | Product | Unreadable): read is Unreadable => !isReadable(read);

/**
 * Puts what can't be read into the inbox, as news that a webhook would have brought: the inbox tries it again for a day
 * and a half and then alerts the store, and the sync goes on.
 */
async function leaveForInbox(
  { log }: Deps,
  db: Db,
  storeId: number,
  kind: 'order' | 'product',
  unreadable: readonly Unreadable[],
): Promise<void> {
  for (const one of unreadable) {
    if (!(await keepUnreadable(db, storeId, kind, one))) continue;
    const { idFromPlatform, reason } = one;
    log.warn({ storeId, idFromPlatform, reason }, `${kind} could not be read; the sync goes on without it`);
  }
}
