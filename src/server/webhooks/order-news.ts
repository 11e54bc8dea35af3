import type { Order } from '#core/orders/order.ts';
import type { CallContext } from '#partners/ports.ts';
import type { ServerDeps } from '#server/deps.ts';
import { takeInOrders } from '#server/protection/take-in-orders.ts';
import { eventsDone, type InboxRow } from '#server/webhooks/inbox.ts';

export type OrderNews = { row: InboxRow; idFromPlatform: string; updatedOn: string };
type Deps = Pick<ServerDeps, 'database' | 'storefrontOf'>;

/**
 * Handles news about a store's orders. One event sends several webhooks and the order is read again anyway, so each
 * order is read once for all of them. `failed` receives those whose order couldn't be read; the others are done.
 */
export async function ordersChanged(
  { database, storefrontOf }: Deps,
  storeId: number,
  news: readonly OrderNews[],
  context: CallContext,
  failed: (row: InboxRow, error: unknown) => Promise<void>,
): Promise<void> {
  const byOrder = Map.groupBy(news, ({ idFromPlatform }) => idFromPlatform);
  const known = await database.rowsInStore(storeId, (db) =>
    db
      .selectFrom('store_order')
      .select(['id_from_platform', 'updated_on'])
      .where('store_id', '=', storeId)
      .where('id_from_platform', 'in', [...byOrder.keys()]),
  );
  const isOld = ({ idFromPlatform, updatedOn }: OrderNews): boolean =>
    known.some((row) => row.id_from_platform === idFromPlatform && row.updated_on.getTime() > Date.parse(updatedOn));
  const read: { order: Order | null; rows: InboxRow[] }[] = await Promise.all(
    [...byOrder].map(async ([idFromPlatform, ofOrder]) => {
      const rows = ofOrder.map(({ row }) => row);
      if (ofOrder.every(isOld)) return { order: null, rows };
      try {
        return { order: await (await storefrontOf(storeId)).fetchOrder(idFromPlatform, context), rows };
      } catch (error) {
        for (const row of rows) await failed(row, error);
        return { order: null, rows: [] };
      }
    }),
  );
  const done = read.flatMap(({ rows }) => rows);
  if (done.length === 0) return;
  const orders = read.flatMap(({ order }) => order ?? []);
  await database.inStore(storeId, (db) =>
    Promise.all([takeInOrders(db, storeId, orders, context.requestId), eventsDone(db, storeId, done).execute()]),
  );
}
