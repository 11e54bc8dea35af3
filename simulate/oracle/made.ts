import { split } from './arithmetic.ts';
import type { Bought, BoughtLine, Made } from './story.ts';

/** What was paid for goods sent for a line of a claim, without tax and the tax. */
type PaidGoods = { variant: string; quantity: number; net: number; tax: number };

/** All that was paid for, where that is known of each thing. */
export type Paid = {
  taxesIncluded: boolean;
  /** Others refunded money of the order that these goods were paid in, or staff gave more for its items than they were worth. */
  isDisturbed: boolean;
  /** The store waived some of their price. */
  isWaived: boolean;
  goods: readonly PaidGoods[];
};

/** What was paid for goods as it was taxed: like what came back for them. */
export function taxedLike(price: number, { net, tax }: { net: number; tax: number }): { net: number; tax: number } {
  const [own = 0, onTop = 0] = tax === 0 ? [price] : split(price, [net, tax]);
  return { net: own, tax: onTop };
}

/**
 * An order of exchanged goods as if it had been bought: each thing is worth what came back for it and what was paid on
 * top. Why that cannot be known, where it cannot.
 */
export function asBought(made: Made, { taxesIncluded, isDisturbed, goods }: Paid): Bought | string {
  const lines: Bought['lines'][number][] = [];
  for (const { id, product, variant, quantity } of made.lines) {
    const [paid, ...others] = goods.filter((one) => one.variant === variant && one.quantity === quantity);
    if (!paid || others.length > 0) return 'what was paid for goods that were exchanged is not known';
    lines.push({
      id,
      product,
      sku: null,
      deliveredOn: null,
      quantity,
      price: paid.net,
      tax: paid.tax,
      isShipped: true,
    });
  }
  const paid = lines.reduce((sum, { price, tax }) => sum + price + (taxesIncluded ? 0 : tax), 0);
  return {
    id: made.id,
    taxesIncluded,
    paid,
    delivery: 0,
    isRegistered: false,
    lines,
    isDisturbed: made.isDisturbed || isDisturbed,
  };
}

/** An order with the goods that exchanges added to it, each at what was paid for it where that is known. */
export function withExchanged(order: Bought, paidBy: ReadonlyMap<string, Paid>): Bought {
  const added = (order.exchanged ?? []).flatMap(
    ({ id, claim, product, variant, quantity, shopNet, shopTax }): BoughtLine[] => {
      const goods = paidBy.get(claim)?.goods ?? [];
      const [paid, ...others] = goods.filter((one) => one.variant === variant && one.quantity === quantity);
      if (!paid || others.length > 0) return [];
      const taxed = order.taxesIncluded
        ? { net: paid.net, tax: paid.tax }
        : taxedLike(paid.net + paid.tax, { net: shopNet, tax: shopTax });
      const line = { id, product, sku: null, deliveredOn: null, quantity, isShipped: true };
      return [{ ...line, price: taxed.net, tax: taxed.tax }];
    },
  );
  return { ...order, lines: [...order.lines, ...added] };
}
