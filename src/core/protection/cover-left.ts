import type { Claim } from '#core/claims/claim.ts';
import { unitsValue, type Minor } from '#core/money.ts';
import { orderBalance, type OrderBalance } from '#core/orders/balance.ts';
import { withTax, type Order } from '#core/orders/order.ts';
import type { ShippingResolution } from '#core/protection/shipping-claim.ts';

type Covered = {
  order: Order;
  claims: readonly Claim[];
  coverLineIds: readonly string[];
  /** As the store has set: every cover of the order, or one. */
  isEveryCoverRefunded: boolean;
};

export type CoverUnits = { lineIdFromPlatform: string; quantity: number; subtotal: Minor; tax: Minor };

/** What no claim holds and nobody paid back of the cover of an order, by line; of each line at most so many units. */
export const coverUnitsLeft = (
  order: Order,
  balance: OrderBalance,
  coverLineIds: readonly string[],
  most = Infinity,
): CoverUnits[] =>
  order.lines
    .filter(({ idFromPlatform }) => coverLineIds.includes(idFromPlatform))
    .flatMap((line) => {
      const { claimed = 0, paidBack = 0 } = balance.lines.get(line.idFromPlatform) ?? {};
      const gone = Math.min(line.quantity, claimed + paidBack);
      const quantity = Math.min(most, line.quantity - gone);
      if (quantity <= 0) return [];
      const subtotal = unitsValue(line.paidTotal, line.quantity, gone, quantity);
      const tax = unitsValue(line.taxTotal, line.quantity, gone, quantity);
      return [{ lineIdFromPlatform: line.idFromPlatform, quantity, subtotal, tax }];
    });

/** Units of the cover that can still be refunded with a shipping claim. */
export function coverLeft({ order, claims, coverLineIds, isEveryCoverRefunded }: Covered): ShippingResolution['cover'] {
  const balance = orderBalance(order, claims);
  const left = coverUnitsLeft(order, balance, coverLineIds, isEveryCoverRefunded ? Infinity : 1).map((units) => ({
    ...units,
    amount: withTax(order, units.subtotal, units.tax),
  }));
  return isEveryCoverRefunded ? left : left.slice(0, 1);
}
