import type { Order } from '#core/orders/order.ts';
import { COVER_SKU } from '#core/protection/cover-product.ts';

/** What tells that an order was protected: SKUs of covers, ours first, and a tag of the order; empty for none. */
export type ProtectionMarks = { skus: readonly string[]; orderTag: string };

export const protectionMarks = (skus: readonly string[], orderTag: string): ProtectionMarks => ({
  skus: [COVER_SKU, ...skus],
  orderTag: orderTag.trim(),
});

/** Whether a line is cover for the way and no goods; in SQL it is `isProtection`. */
export const isCoverLine = (
  { isProtection, sku }: { isProtection: boolean; sku: string },
  { skus }: Pick<ProtectionMarks, 'skus'>,
): boolean => isProtection || (sku !== '' && skus.includes(sku));

/** Whether an order has shipping protection: a cover was bought with it, or it has the tag that the store names. */
export const isProtectedOrder = (order: Pick<Order, 'lines' | 'tags'>, marks: ProtectionMarks): boolean =>
  order.lines.some((line) => isCoverLine(line, marks)) || isTaggedAsProtected(order, marks);

/** Tags are the same whatever their case, as the platform has it. */
export const isTaggedAsProtected = (
  { tags }: { tags: readonly string[] },
  { orderTag }: Pick<ProtectionMarks, 'orderTag'>,
): boolean => orderTag !== '' && tags.some((tag) => tag.toLowerCase() === orderTag.toLowerCase());
