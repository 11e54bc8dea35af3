import type { Order } from '#core/orders/order.ts';

/** Marks an order that the platform's checkout made only to take a shopper's payment towards a claim. */
export const PAYMENT_ORDER_TAG = 'makegood-payment';

/** Whether an order is such a payment: nothing of it was bought to be kept or returned. */
export const isPaymentOrder = (order: Pick<Order, 'tags'>): boolean =>
  order.tags.some((tag) => tag.trim().toLowerCase() === PAYMENT_ORDER_TAG);
