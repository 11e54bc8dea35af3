import type { HeldByShippingClaim } from '#core/orders/order.ts';
import {
  linesAmount,
  resolvedAmount,
  SHIPPING_STATUSES,
  type ShippingClaim,
  wasResolvedExternally,
} from '#core/protection/shipping-claim.ts';

/** What a claim holds of its order; null where it was denied, or solved without anything given. */
export function heldBy(claim: ShippingClaim): HeldByShippingClaim | null {
  if (!SHIPPING_STATUSES[claim.status].holds) return null;
  const { id, externalId, lines, resolution } = claim;
  return {
    id,
    externalId,
    units: [
      ...lines.map(({ lineIdFromPlatform, fulfillmentLineIdFromPlatform, quantity, subtotal, tax }) => ({
        lineIdFromPlatform,
        fulfillmentLineIdFromPlatform,
        quantity,
        subtotal,
        tax,
      })),
      ...(resolution?.cover ?? []).map(({ lineIdFromPlatform, quantity, subtotal, tax }) => ({
        lineIdFromPlatform,
        fulfillmentLineIdFromPlatform: null,
        quantity,
        subtotal,
        tax,
      })),
    ],
    money: resolution?.method === 'Refund' ? resolvedAmount(resolution) : linesAmount(claim),
    ...(resolution !== null && resolution.shippingFee > 0 ? { delivery: resolution.shippingFee } : {}),
    ...(wasResolvedExternally(claim) && resolution !== null && resolution.refundIdFromPlatform !== null
      ? { refundIdByHand: resolution.refundIdFromPlatform }
      : {}),
  };
}
