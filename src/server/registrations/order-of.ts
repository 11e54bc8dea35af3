import { matchesLookup } from '#core/orders/lookup.ts';
import { isAtPlatform } from '#core/orders/order-origin.ts';
import { isWorthListPrice } from '#core/policy/registration-form.ts';
import { registrationOrder } from '#core/registrations/registration-order.ts';
import type { Order } from '#core/orders/order.ts';
import type { Registration } from '#core/registrations/registration.ts';
import type { Db } from '#server/db/connect.ts';
import { orderByPlatformId, ordersByNumber, upsertOrders } from '#server/db/orders.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';

/** Whether products were bought on an order of the store platform, by what names it. In full and for null, as `matchesLookup`. */
export const isBoughtOn = (
  order: Order | null,
  { orderNo, email, variantIds }: { orderNo: string; email: string; variantIds: readonly string[] },
): boolean =>
  matchesLookup(order, orderNo, email) &&
  order !== null &&
  isAtPlatform(order.idFromPlatform) &&
  variantIds.every((id) => order.lines.some(({ variantIdFromPlatform }) => variantIdFromPlatform === id));

/**
 * The order on which the products of a registration were bought; null without one. For staff: shoppers could guess, so
 * theirs is guarded (`searchGuarded`).
 */
export async function boughtOn(
  db: Db,
  storeId: number,
  { owner, customerProvidedOrderNumber: orderNo, lines }: Registration,
): Promise<number | null> {
  if (orderNo === null) return null;
  const named = {
    orderNo,
    email: owner.email,
    variantIds: lines.map(({ variantIdFromPlatform }) => variantIdFromPlatform),
  };
  const found = (await ordersByNumber(db, storeId, orderNo)).find(({ document }) => isBoughtOn(document, named));
  return found?.order_id ?? null;
}

/** Writes the order that stands for a registration as the registration is now. Answers its id. */
export async function writeOrder(
  db: Db,
  store: Pick<StoreRow, 'store_id' | 'currency_code' | 'settings'>,
  registration: Registration,
): Promise<number> {
  const order = registrationOrder(registration, {
    currencyCode: store.currency_code,
    isWorthListPrice: isWorthListPrice(settingsOf(store)),
  });
  await upsertOrders(db, store.store_id, [order]);
  const row = await orderByPlatformId(db, store.store_id, order.idFromPlatform);
  if (!row) throw new Error(`the order of the registration ${registration.externalId} was not written`);
  return row.order_id;
}
