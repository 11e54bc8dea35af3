import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { isActive, unitPools, unitsGone } from '#core/claims/units.ts';
import type { Order, OrderLine } from '#core/orders/order.ts';

/**
 * Of some lines of a claim that are not finalized, those whose units are not all with the shopper any more, each with
 * why it would give for them twice. The first lines take what is left. What staff settled outside may be that very refund.
 */
export function unitsGoneMeanwhile(
  claim: Claim,
  order: Order,
  lines: readonly ClaimLine[],
  otherClaims: readonly Claim[],
): Map<number, string> {
  const earlier = { ...claim, lines: claim.lines.filter((line) => line.finalizedOn !== null) };
  const claims = [...otherClaims.filter(({ id }) => id !== claim.id), earlier];
  const left = new Map<string, number>();
  const gone = new Map<number, string>();
  for (const line of lines.filter(givesForUnits).toSorted((one, other) => one.id - other.id)) {
    const orderLine = order.lines.find((one) => one.idFromPlatform === line.lineIdFromPlatform);
    if (!orderLine) continue;
    const units = left.get(line.lineIdFromPlatform) ?? unitsLeft(order, orderLine, line, claims);
    if (units < line.quantity) gone.set(line.id, goneText(line, units));
    left.set(line.lineIdFromPlatform, units < line.quantity ? units : units - line.quantity);
  }
  return gone;
}

/** Money or goods go out for its units; what is mended for nothing, or worth nothing, goes out for none. */
function givesForUnits(line: ClaimLine): boolean {
  if (!isActive(line) || line.finalizedOn !== null || line.wasResolvedExternally) return false;
  switch (line.method ?? line.requestedMethod) {
    case 'refund':
    case 'storeCredit':
    case 'giftCard':
      return (line.amount ?? line.requestedAmount) > 0;
    case 'variantExchange':
    case 'replacementOrder':
      return true;
    case 'warrantyReview':
    case 'repair':
    case 'other':
      return false;
  }
}

/** Of an order line that was sent, only units that were; which of its parcels a refund was of is the platform's own guess. */
function unitsLeft(order: Order, orderLine: OrderLine, line: ClaimLine, claims: readonly Claim[]): number {
  const { byClaims, byPlatform } = unitsGone(order, orderLine, claims);
  const ofOrder = Math.max(0, orderLine.quantity - byClaims - byPlatform);
  const isSent = order.fulfillments
    .flatMap((sent) => sent.lines)
    .some((sent) => sent.idFromPlatform === line.fulfillmentLineIdFromPlatform);
  if (!isSent) return ofOrder;
  return Math.min(
    ofOrder,
    unitPools(order, orderLine, claims).reduce((sum, pool) => sum + pool.quantity, 0),
  );
}

function goneText({ name, quantity }: ClaimLine, left: number): string {
  const what = `${quantity - left} of ${quantity} units of "${name}" were refunded or taken back at the store meanwhile.`;
  return left === 0
    ? `${what} Approve it as resolved externally, or deny or cancel it.`
    : `${what} Approve it as resolved externally, or cancel it and make a claim for the rest.`;
}
