import type { Claim } from '#core/claims/claim.ts';
import type { ShippingOrder } from '#core/protection/file-claim.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import { isCoverLine, isProtectedOrder, wasSoldProtected, withCoverLines } from '#core/protection/protected-order.ts';
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
  /** Also where the store took the cover back since. */
  wasSoldProtected: boolean;
  /** The lines that are the cover, and whether all of them are refunded at once. */
  coverLineIds: string[];
  isEveryCoverRefunded: boolean;
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
  const coverLineIds = order.lines.filter((line) => isCoverLine(line, marks)).map((line) => line.idFromPlatform);
  return {
    orderId,
    claimsVersion,
    // What the store takes for cover is no item that could be claimed.
    order: withCoverLines(order, coverLineIds),
    store,
    claims: claims.map(({ claim }) => claim),
    shippingClaims: rows.map(({ document }) => document),
    isProtected: isProtectedOrder(order, marks),
    wasSoldProtected: wasSoldProtected(order, marks),
    terms: shippingTermsFor({
      settings,
      timeZone: store.time_zone,
      homeCountryCode: store.return_address?.countryCode ?? '',
    }),
    coverLineIds,
    isEveryCoverRefunded: settings.shippingClaimsAdvanced.isRefundMultipleGspEnabled,
  };
}
