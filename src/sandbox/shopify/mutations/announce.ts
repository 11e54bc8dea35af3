import type { Order, Product } from '../state.ts';
import type { Context } from '../views/connection.ts';

/** The present instant with whole seconds, the precision the platform itself shows. */
export function isoNow(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}

/** Stamps the order as changed and lets its subscribers know, once per call. */
export function announceOrder(
  context: Context,
  order: Order,
  topic: 'orders/updated' | 'orders/create' | 'orders/cancelled' = 'orders/updated',
): void {
  order.updatedAt = isoNow();
  if (!context.events.some((each) => each.kind === 'order' && each.id === order.id && each.topic === topic)) {
    context.events.push({ topic, kind: 'order', id: order.id });
  }
}

export function announceProduct(context: Context, product: Product): void {
  product.updatedAt = isoNow();
  context.events.push({ topic: 'products/update', kind: 'product', id: product.id });
}
