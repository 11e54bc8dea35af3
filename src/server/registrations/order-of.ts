import { matchesLookup } from '#core/orders/lookup.ts';
import { isAtPlatform } from '#core/orders/order-origin.ts';
import { isWorthListPrice } from '#core/policy/registration-form.ts';
import { registrationOrder } from '#core/registrations/registration-order.ts';
import type { Registration } from '#core/registrations/registration.ts';
import type { Db } from '#server/db/connect.ts';
import { orderByPlatformId, ordersByNumber, upsertOrders } from '#server/db/orders.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';

/** The order of the store platform on which the registered products were bought, by its number and email; null without one. */
export async function boughtOn(
  db: Db,
  storeId: number,
  { owner, customerProvidedOrderNumber: orderNo, lines }: Registration,
): Promise<number | null> {
  if (orderNo === null) return null;
  const found = (await ordersByNumber(db, storeId, orderNo)).find(
    ({ document: order }) =>
      isAtPlatform(order.idFromPlatform) &&
      matchesLookup(order, orderNo, owner.email) &&
      lines.every(({ variantIdFromPlatform: variant }) =>
        order.lines.some(({ variantIdFromPlatform }) => variantIdFromPlatform === variant),
      ),
  );
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
