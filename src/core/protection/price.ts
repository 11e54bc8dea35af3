import { z } from 'zod';
import { Minor } from '#core/money.ts';

/** A row of the price table: what the cover costs for carts worth at most so much; null for any worth. In minor units. */
export const CoverPrice = z.object({
  upTo: Minor.min(1).nullable(),
  price: Minor.min(1, 'Must be a positive number.'),
});
export type CoverPrice = z.infer<typeof CoverPrice>;

export const MOST_COVER_PRICES = 50;

/** About 2 percent. Carts worth more aren't covered until the store says so. */
export const USUAL_COVER_PRICES: readonly CoverPrice[] = [
  { upTo: 5_000, price: 129 },
  { upTo: 10_000, price: 229 },
  { upTo: 20_000, price: 399 },
  { upTo: 35_000, price: 699 },
  { upTo: 50_000, price: 999 },
  { upTo: 100_000, price: 1_999 },
];

/** What the cover of a cart costs; null where it isn't offered, as for a cart in which nothing is shipped. */
export function coverPriceOf(prices: readonly CoverPrice[], cartValue: Minor): Minor | null {
  if (cartValue <= 0) return null;
  return prices.find(({ upTo }) => upTo === null || cartValue <= upTo)?.price ?? null;
}

/** What is wrong with a price table, by the path of its rows; empty where nothing is. */
export function priceTableProblems(prices: readonly CoverPrice[]): Readonly<Record<string, string>> {
  const wrong = prices.flatMap(({ upTo }, row): [string, string][] => {
    const before = prices[row - 1];
    if (before === undefined) return [];
    if (before.upTo === null) return [[`${row - 1}.upTo`, 'Only the last row can be for all other carts.']];
    return upTo !== null && upTo <= before.upTo ? [[`${row}.upTo`, 'Must be higher than in the row above.']] : [];
  });
  return Object.fromEntries(wrong);
}
