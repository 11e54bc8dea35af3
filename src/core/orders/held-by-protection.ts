import type { CoverRefund, HeldByShippingClaim, Order } from '#core/orders/order.ts';

/** What shipping protection holds of an order, as it is kept with it. */
export type HeldByProtection = { shipping_claims: HeldByShippingClaim[]; cover_refund: CoverRefund | null };

/** The order with what shipping protection holds of it, which no platform or file knows of. */
export const withProtection = (
  order: Order,
  { shipping_claims: shippingClaims, cover_refund: coverRefund }: HeldByProtection,
): Order => ({
  ...order,
  ...(shippingClaims.length === 0 ? {} : { shippingClaims }),
  ...(coverRefund === null ? {} : { coverRefund }),
});

/** What a claim of shipping protection holds of an order, or the cover that we refund. */
export type Held = HeldByShippingClaim | CoverRefund;

export const heldByProtection = ({
  shippingClaims = [],
  coverRefund,
}: Pick<Order, 'shippingClaims' | 'coverRefund'>): Held[] => [...shippingClaims, ...(coverRefund ? [coverRefund] : [])];
