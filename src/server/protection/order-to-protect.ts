import type { Claim } from '#core/claims/claim.ts';
import type { ShippingOrder } from '#core/protection/file-claim.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import { isCoverLine, isTaggedAsProtected } from '#core/protection/protected-order.ts';
import { protectionOf } from '#core/policy/protection-of.ts';
import { shippingTermsFor } from '#core/policy/shipping-terms.ts';
import { coverLinesBilled } from '#server/db/billing-lines.ts';
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
  /** The lines that are the cover, and whether all of them are refunded at once. */
  coverLineIds: string[];
  isEveryCoverRefunded: boolean;
};

export async function orderToProtect(db: Db, storeId: number, orderId: number): Promise<OrderToProtect | undefined> {
  const [found, rows, billed] = await Promise.all([
    orderWithClaims(db, storeId, orderId),
    shippingClaimsOfOrder(db, storeId, orderId),
    coverLinesBilled(db, storeId, orderId),
  ]);
  if (!found) return undefined;
  const { order, claims, store, claimsVersion } = found;
  const settings = settingsOf(store);
  const marks = protectionOf(settings);
  // What was sold as the cover stays it, whatever the store calls its cover since.
  const cover = order.lines.filter((line) => isCoverLine(line, marks) || billed.includes(line.idFromPlatform));
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
    isEveryCoverRefunded: settings.shippingClaimsAdvanced.isRefundMultipleGspEnabled,
  };
}
