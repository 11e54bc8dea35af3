import type { Claim } from '#core/claims/claim.ts';
import { unitsValue } from '#core/money.ts';
import { orderBalance } from '#core/orders/balance.ts';
import type { Order } from '#core/orders/order.ts';
import type { ShippingResolution } from '#core/protection/shipping-claim.ts';

type Covered = {
  order: Order;
  claims: readonly Claim[];
  coverLineIds: readonly string[];
  /** As the store has set: every cover of the order, or one. */
  isEveryCoverRefunded: boolean;
};

/** Units of the cover that can still be refunded with a shipping claim. */
export function coverLeft({ order, claims, coverLineIds, isEveryCoverRefunded }: Covered): ShippingResolution['cover'] {
  const balance = orderBalance(order, claims);
  const left = order.lines
    .filter(({ idFromPlatform }) => coverLineIds.includes(idFromPlatform))
    .flatMap((line) => {
      const { claimed = 0, paidBack = 0 } = balance.lines.get(line.idFromPlatform) ?? {};
      const gone = Math.min(line.quantity, claimed + paidBack);
      const quantity = isEveryCoverRefunded ? line.quantity - gone : Math.min(1, line.quantity - gone);
      if (quantity <= 0) return [];
      const subtotal = unitsValue(line.paidTotal, line.quantity, gone, quantity);
      const tax = unitsValue(line.taxTotal, line.quantity, gone, quantity);
      return [
        {
          lineIdFromPlatform: line.idFromPlatform,
          quantity,
          subtotal,
          tax,
          amount: subtotal + (order.taxesIncluded ? 0 : tax),
        },
      ];
    });
  return isEveryCoverRefunded ? left : left.slice(0, 1);
}
