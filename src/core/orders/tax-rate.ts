import type { Order } from '#core/orders/order.ts';

/** Tax of all an order's items as a part of their price without it, to four decimals (0.19); null where they cost nothing. */
export function taxRateOf({ lines, taxesIncluded }: Pick<Order, 'lines' | 'taxesIncluded'>): number | null {
  const tax = lines.reduce((sum, line) => sum + line.taxTotal, 0);
  const paid = lines.reduce((sum, line) => sum + line.paidTotal, 0);
  const withoutTax = taxesIncluded ? paid - tax : paid;
  return withoutTax > 0 ? Math.round((tax / withoutTax) * 10_000) / 10_000 : null;
}
