import type { Minor } from '#core/money.ts';
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
 * An order that sent items once more as if it had been bought: each line is worth what was paid for the item that went
 * missing, and its money is that of the first order. `lost`: what of its worth others gave back already; see borneBy.
 */
export function withReorderWorth(
  order: Order,
  { lines: missing, externalId }: ShippingClaim,
  { original, lost }: { original: Order; lost: Minor },
): Order {
  const { taxesIncluded } = original;
  const open = [...missing];
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
    totalPaid: Math.max(0, worth - lost),
    exchangeOf: {
      orderIdFromPlatform: original.exchangeOf?.orderIdFromPlatform ?? original.idFromPlatform,
      refundable: refundableOf(original),
      sentBy: externalId,
      unsettled: [],
    },
  };
}
