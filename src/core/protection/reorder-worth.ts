import { refundableOf } from '#core/orders/exchange-order.ts';
import { sum } from '#core/orders/movements.ts';
import { taxIn, withoutTax, withTax, type Order, type OrderLine } from '#core/orders/order.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';

/** The claim of shipping protection that had an order made, by the key the order bears; null for any other order. */
export function madeForShippingClaim(purposeKey: string | null): { id: number; externalId: string } | null {
  const [, id, externalId] = /^reorder:shippingClaim:(\d+):[^:]+:([^:]+)$/.exec(purposeKey ?? '') ?? [];
  return id === undefined || externalId === undefined ? null : { id: Number(id), externalId };
}

/**
 * An order that sent items once more as if it had been bought: each line is worth what was paid for the item that was
 * lost, and its money is that of the first order. `left`: what is left of that, below zero where others gave back what
 * the reorder stands for.
 */
export function withReorderWorth(
  order: Order,
  { lines: lost, externalId }: ShippingClaim,
  { original, left }: { original: Order; left: number },
): Order {
  const { taxesIncluded } = original;
  const open = [...lost];
  const lines = order.lines.map((line): OrderLine => {
    const at = open.findIndex(
      ({ variantIdFromPlatform, quantity }) =>
        variantIdFromPlatform === line.variantIdFromPlatform && quantity === line.quantity,
    );
    const [goods] = at < 0 ? [] : open.splice(at, 1);
    if (!goods) return line;
    const taxTotal = taxIn(original, goods, goods.amount);
    return { ...line, paidTotal: withoutTax(original, goods.amount, taxTotal), taxTotal };
  });
  const worth = sum(lines, ({ paidTotal, taxTotal }) => withTax(original, paidTotal, taxTotal));
  return {
    ...order,
    lines,
    taxesIncluded,
    totalPaid: Math.max(0, worth - Math.max(0, 0 - left)),
    exchangeOf: {
      orderIdFromPlatform: original.exchangeOf?.orderIdFromPlatform ?? original.idFromPlatform,
      refundable: refundableOf(original),
      sentBy: externalId,
      unsettled: [],
    },
  };
}
