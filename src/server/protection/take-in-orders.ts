import { coverRefundKey, coverToRefund, isFollowed, refundCover } from '#core/protection/cover-of-order.ts';
import { confirmCover, isConfirmed } from '#core/protection/purchase-confirmation.ts';
import { wasSoldProtected } from '#core/protection/protected-order.ts';
import type { CoverRefund, Order } from '#core/orders/order.ts';
import { protectionOf } from '#core/policy/protection-of.ts';
import { languageFor } from '#core/texts/languages.ts';
import { billedOrders } from '#server/db/billing-lines.ts';
import type { Db } from '#server/db/connect.ts';
import { keepCoverRefund } from '#server/db/cover-refunds.ts';
import { effectStates } from '#server/db/effects.ts';
import { upsertOrders } from '#server/db/orders.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import { enqueue } from '#server/effects/outbox.ts';
import { billOrder } from '#server/protection/bill.ts';
import { orderToProtect, type OrderToProtect } from '#server/protection/order-to-protect.ts';

/**
 * Saves orders as the platform has them now, with what follows for those that are protected. It depends only on what is
 * known of an order, so that it is the same whichever news of it came first, and how often.
 */
export async function takeInOrders(
  db: Db,
  storeId: number,
  orders: readonly Order[],
  requestId: string,
): Promise<void> {
  await upsertOrders(db, storeId, orders);
  if (orders.length === 0) return;
  const store = await storeById(db, storeId);
  if (!store) return;
  const marks = protectionOf(settingsOf(store));
  const connectedOn = store.created_on.toISOString();
  const bought = orders.filter((order) => isFollowed(order, connectedOn));
  const billed = await billedOrders(
    db,
    storeId,
    bought.map(({ idFromPlatform }) => idFromPlatform),
  );
  const followed = bought.filter((order) => wasSoldProtected(order, marks) || billed.has(order.idFromPlatform));
  for (const { order_id: orderId } of await lockedOrders(db, storeId, followed)) {
    const at = await orderToProtect(db, storeId, orderId);
    if (at) await follow(db, { store, at, requestId });
  }
}

/** In one order, so that two processes can't wait for each other. */
const lockedOrders = async (db: Db, storeId: number, orders: readonly Order[]): Promise<{ order_id: number }[]> =>
  orders.length === 0
    ? []
    : db
        .selectFrom('store_order')
        .select('order_id')
        .where('store_id', '=', storeId)
        .where(
          'id_from_platform',
          'in',
          orders.map(({ idFromPlatform }) => idFromPlatform),
        )
        .orderBy('order_id')
        .forUpdate()
        .execute();

type Followed = { store: StoreRow; at: OrderToProtect; requestId: string };

async function follow(db: Db, { store, at, requestId }: Followed): Promise<void> {
  const now = new Date().toISOString();
  const coverRefund = await refundIfCanceled(db, { store, at, requestId }, now);
  await billOrder(db, store.store_id, coverRefund ? { ...at, order: { ...at.order, coverRefund } } : at);
  const { shippingClaims, languages } = settingsOf(store);
  if (!shippingClaims.shouldSendPurchaseConfirmation || !at.terms.isOffered || !isConfirmed(at, now)) return;
  const language = languageFor([at.order.locale ?? ''], languages.portalLanguages, languages.defaultLanguage);
  await enqueue(db, store.store_id, requestId, [confirmCover(at.order, at.orderId, language)]);
}

/** What is refunded of its cover from now on; null where nothing new is. */
async function refundIfCanceled(db: Db, { store, at, requestId }: Followed, now: string): Promise<CoverRefund | null> {
  const { orderId, order } = at;
  if (!settingsOf(store).shippingClaims.isCoverRefundedWhenCanceled) return null;
  const toRefund = order.coverRefund === undefined ? coverToRefund(at) : null;
  if (toRefund === null) return null;
  // One that was canceled, because others refunded the cover meanwhile, isn't wanted again.
  const key = coverRefundKey(orderId, order.idFromPlatform);
  if ((await effectStates(db, store.store_id, [key])).size > 0) return null;
  const { coverRefund, effect } = refundCover(order, orderId, toRefund, now);
  await keepCoverRefund(db, store.store_id, orderId, coverRefund);
  await enqueue(db, store.store_id, requestId, [effect]);
  return coverRefund;
}
