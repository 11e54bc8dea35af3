import type { Claim } from '#core/claims/claim.ts';
import { unitsValue } from '#core/money.ts';
import { orderBalance } from '#core/orders/balance.ts';
import type { ShippingOrder } from '#core/protection/file-claim.ts';
import type { ShippingClaim, ShippingResolution } from '#core/protection/shipping-claim.ts';
import { isCoverLine, isTaggedAsProtected } from '#core/protection/protected-order.ts';
import { protectionOf } from '#core/policy/protection-of.ts';
import { shippingTermsFor } from '#core/policy/shipping-terms.ts';
import type { Db } from '#server/db/connect.ts';
import { orderWithClaims, type OrderWithClaims } from '#server/db/order-with-claims.ts';
import { settingsOf } from '#server/db/settings.ts';
import { shippingClaimsOfOrder } from '#server/db/shipping-claims.ts';

/** An order with all that decides what may be claimed of its parcels. */
export type OrderToProtect = ShippingOrder & {
  orderId: number;
  claimsVersion: number;
  store: OrderWithClaims['store'];
  claims: Claim[];
  shippingClaims: ShippingClaim[];
  /** The lines that are the cover. */
  coverLineIds: string[];
};

export async function orderToProtect(db: Db, storeId: number, orderId: number): Promise<OrderToProtect | undefined> {
  const [found, rows] = await Promise.all([
    orderWithClaims(db, storeId, orderId),
    shippingClaimsOfOrder(db, storeId, orderId),
  ]);
  if (!found) return undefined;
  const { order, claims, store, claimsVersion } = found;
  const settings = settingsOf(store);
  const marks = protectionOf(settings);
  const cover = order.lines.filter((line) => isCoverLine(line, marks));
  return {
    orderId,
    claimsVersion,
    // What the store takes for cover is no item that could be claimed.
    order: {
      ...order,
      lines: order.lines.map((line) => (cover.includes(line) ? { ...line, isProtection: true } : line)),
    },
    store,
    claims: claims.map(({ claim }) => claim),
    shippingClaims: rows.map(({ document }) => document),
    isProtected: cover.length > 0 || isTaggedAsProtected(order, marks),
    terms: shippingTermsFor({
      settings,
      timeZone: store.time_zone,
      homeCountryCode: store.return_address?.countryCode ?? '',
    }),
    coverLineIds: cover.map(({ idFromPlatform }) => idFromPlatform),
  };
}

/** Units of the cover that can still be refunded: every cover of the order, or one, as the store has set. */
export function coverLeft({ order, claims, coverLineIds, store }: OrderToProtect): ShippingResolution['cover'] {
  const { isRefundMultipleGspEnabled } = settingsOf(store).shippingClaimsAdvanced;
  const balance = orderBalance(order, claims);
  const left = order.lines
    .filter(({ idFromPlatform }) => coverLineIds.includes(idFromPlatform))
    .flatMap((line) => {
      const { claimed = 0, paidBack = 0 } = balance.lines.get(line.idFromPlatform) ?? {};
      const gone = Math.min(line.quantity, claimed + paidBack);
      const quantity = isRefundMultipleGspEnabled ? line.quantity - gone : Math.min(1, line.quantity - gone);
      if (quantity <= 0) return [];
      const subtotal = unitsValue(line.paidTotal, line.quantity, gone, quantity);
      const tax = unitsValue(line.taxTotal, line.quantity, gone, quantity);
      return [
        {
          lineIdFromPlatform: line.idFromPlatform,
          quantity,
          subtotal,
          tax,
          amount: subtotal + (order.taxesIncluded ? 0 : tax),
        },
      ];
    });
  return isRefundMultipleGspEnabled ? left : left.slice(0, 1);
}
