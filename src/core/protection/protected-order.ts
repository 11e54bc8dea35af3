import { orderBalance } from '#core/orders/balance.ts';
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

/** What was sold as the cover stays it, whatever the store calls its cover since. */
export const withCoverLines = (order: Order, coverLineIds: readonly string[]): Order =>
  coverLineIds.length === 0
    ? order
    : {
        ...order,
        lines: order.lines.map((line) =>
          coverLineIds.includes(line.idFromPlatform) ? { ...line, isProtection: true } : line,
        ),
      };

/** Whether an order was sold with shipping protection, also where the store took its cover back since. */
export const wasSoldProtected = (order: Pick<Order, 'lines' | 'tags'>, marks: ProtectionMarks): boolean =>
  order.lines.some((line) => isCoverLine(line, marks)) || isTaggedAsProtected(order, marks);

/** Whether an order has shipping protection: a cover that the store didn't take back, or the tag that the store names. */
export const isProtectedOrder = (order: Order, marks: ProtectionMarks): boolean =>
  isTaggedAsProtected(order, marks) || isCoverKept(order, marks);

/** A unit that a claim of shipping protection refunded stays sold. */
function isCoverKept(order: Order, marks: ProtectionMarks): boolean {
  const covers = order.lines.filter((line) => isCoverLine(line, marks));
  if (covers.length === 0) return false;
  const { lines } = orderBalance(order, []);
  return covers.some(({ idFromPlatform: id, quantity }) => {
    const ours = order.coverRefund?.units.find(({ lineIdFromPlatform }) => lineIdFromPlatform === id)?.quantity ?? 0;
    return quantity > (lines.get(id)?.paidBack ?? 0) + ours;
  });
}

/** Tags are the same whatever their case, as the platform has it. */
export const isTaggedAsProtected = (
  { tags }: { tags: readonly string[] },
  { orderTag }: Pick<ProtectionMarks, 'orderTag'>,
): boolean => orderTag !== '' && tags.some((tag) => tag.toLowerCase() === orderTag.toLowerCase());
