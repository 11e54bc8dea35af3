import type { HeldByShippingClaim, Order } from '#core/orders/order.ts';

/** The order with what claims of shipping protection hold of it, which no platform or file knows of. */
export const withShippingClaims = (order: Order, shippingClaims: HeldByShippingClaim[]): Order =>
  shippingClaims.length === 0 ? order : { ...order, shippingClaims };
