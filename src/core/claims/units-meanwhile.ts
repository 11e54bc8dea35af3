import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { unitsIn } from '#core/claims/platform-refunds.ts';
import { isActive, returnedUnits, unitPools, unitsGone } from '#core/claims/units.ts';
import type { Order, OrderLine } from '#core/orders/order.ts';

/** What happened to units, and what staff can do about a line that is not finalized. */
export type UnitsGone = { what: string; wayOut: string };

/** The claims of an order with of this one only what is carried out. `otherClaims` may hold it as well. */
export const claimsBefore = (claim: Claim, otherClaims: readonly Claim[]): Claim[] => [
  ...otherClaims.filter(({ id }) => id !== claim.id),
  { ...claim, lines: claim.lines.filter((line) => line.finalizedOn !== null) },
];

/**
 * Of some lines of a claim that are not finalized, those whose units are not all with the shopper any more, each with
 * why it would give for them twice. The first lines take what is left. What staff settled outside may be that very refund.
 */
export function unitsGoneMeanwhile(
  claim: Claim,
  order: Order,
  lines: readonly ClaimLine[],
  otherClaims: readonly Claim[],
): Map<number, UnitsGone> {
  const claims = claimsBefore(claim, otherClaims);
  const told = withoutRestocks(order);
  const left = new Map<string, UnitsLeft>();
  const gone = new Map<number, UnitsGone>();
  for (const line of lines.filter(givesForUnits).toSorted((one, other) => one.id - other.id)) {
    const orderLine = told.lines.find((one) => one.idFromPlatform === line.lineIdFromPlatform);
    if (!orderLine) continue;
    const { all, sent } = left.get(line.lineIdFromPlatform) ?? unitsLeft(told, orderLine, claims);
    const isOfSent = isSent(told, line);
    const units = isOfSent ? Math.min(all, sent) : all;
    if (units < line.quantity) gone.set(line.id, goneText(line, units));
    const taken = units < line.quantity ? 0 : line.quantity;
    left.set(line.lineIdFromPlatform, { all: all - taken, sent: sent - (isOfSent ? taken : 0) });
  }
  return gone;
}

/** The order but for what the store took in without giving money for it: goods that are back are no value given. */
function withoutRestocks(order: Order): Order {
  const refunds = order.refunds.filter(({ total }) => total > 0);
  const refunded = (some: Order['refunds'], line: OrderLine): number =>
    some.reduce((sum, refund) => sum + unitsIn(refund.lines, line.idFromPlatform), 0);
  const lines = order.lines.map((line) => {
    const back = Math.max(refunded(order.refunds, line), returnedUnits(order, line));
    const removed = Math.max(0, line.quantity - line.currentQuantity - back);
    return { ...line, currentQuantity: Math.max(0, line.quantity - removed - refunded(refunds, line)) };
  });
  return { ...order, refunds, returns: [], lines };
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

type UnitsLeft = { all: number; sent: number };

function unitsLeft(order: Order, orderLine: OrderLine, claims: readonly Claim[]): UnitsLeft {
  const { byClaims, byPlatform } = unitsGone(order, orderLine, claims);
  return {
    all: Math.max(0, orderLine.quantity - byClaims - byPlatform),
    sent: unitPools(order, orderLine, claims).reduce((sum, pool) => sum + pool.quantity, 0),
  };
}

/** Which of its parcels a refund was of is the platform's own guess; that it was sent is not. */
const isSent = (order: Order, line: ClaimLine): boolean =>
  order.fulfillments
    .flatMap((sent) => sent.lines)
    .some((sent) => sent.idFromPlatform === line.fulfillmentLineIdFromPlatform);

function goneText({ name, quantity }: ClaimLine, left: number): UnitsGone {
  return {
    what: `${quantity - left} of ${quantity} units of "${name}" were refunded or removed at the store meanwhile.`,
    wayOut:
      left === 0
        ? 'Approve it as resolved externally, or deny or cancel it.'
        : 'Approve it as resolved externally, or cancel it and make a claim for the rest.',
  };
}

export const unitsGoneText = ({ what, wayOut }: UnitsGone): string => `${what} ${wayOut}`;
