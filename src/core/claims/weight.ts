import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { Order } from '#core/orders/order.ts';

const GRAMS_PER_OUNCE = 28.3495;

/** What a customer who sends the claim's goods puts into the parcel. */
export const linesComingBack = (claim: Pick<Claim, 'lines'>): ClaimLine[] =>
  claim.lines.filter((line) => line.canceledOn === null);

/** Weight of the units that come back in whole ounces (grams / 28.3495, rounded), at least one: carriers refuse zero. */
export function weightOunces(claim: Pick<Claim, 'lines'>, order: Pick<Order, 'lines'>): number {
  const gramsOf = new Map(order.lines.map((line) => [line.idFromPlatform, line.grams]));
  const grams = linesComingBack(claim).reduce(
    (sum, line) => sum + line.quantity * (gramsOf.get(line.lineIdFromPlatform) ?? 0),
    0,
  );
  return Math.max(1, Math.round(grams / GRAMS_PER_OUNCE));
}
