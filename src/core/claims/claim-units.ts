import { isOpen } from '#core/claims/active.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { orderBalance, unitsToGiveFor, type OrderBalance, type UnitPool } from '#core/orders/balance.ts';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';

/** What happened to units, and what staff can do about a line that is not finalized. */
export type UnitsGone = { what: string; wayOut: string };

/** The claims of an order with of this one only what is carried out. `otherClaims` may hold it as well. */
export const claimsBefore = (claim: Claim, otherClaims: readonly Claim[]): Claim[] => [
  ...otherClaims.filter(({ id }) => id !== claim.id),
  { ...claim, lines: claim.lines.filter((line) => line.finalizedOn !== null) },
];

/**
 * Of some open lines of a claim, those with units that the shopper no longer has, each with the reason. The first lines
 * take the remaining units.
 */
export function unitsGoneMeanwhile(
  claim: Claim,
  order: Order,
  lines: readonly ClaimLine[],
  otherClaims: readonly Claim[],
): Map<number, UnitsGone> {
  const claims = claimsBefore(claim, otherClaims);
  const left = new Map<string, { all: number; sent: number }>();
  const gone = new Map<number, UnitsGone>();
  for (const line of lines.filter(givesForUnits).toSorted((one, other) => one.id - other.id)) {
    const orderLine = order.lines.find((one) => one.idFromPlatform === line.lineIdFromPlatform);
    if (!orderLine) continue;
    const { all, sent } = left.get(line.lineIdFromPlatform) ?? unitsToGiveFor(order, orderLine, claims);
    const isOfSent = isSent(order, line);
    const units = isOfSent ? Math.min(all, sent) : all;
    if (units < line.quantity) gone.set(line.id, goneText(line, units));
    const taken = units < line.quantity ? 0 : line.quantity;
    left.set(line.lineIdFromPlatform, { all: all - taken, sent: sent - (isOfSent ? taken : 0) });
  }
  return gone;
}

/** Money or goods go out for its units; what is mended for nothing, or worth nothing, goes out for none. */
function givesForUnits(line: ClaimLine): boolean {
  if (!isOpen(line) || line.wasResolvedExternally) return false;
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

/** Which of its parcels a refund was of is the platform's own guess; that it was sent is not. */
const isSent = (order: Order, line: ClaimLine): boolean =>
  order.fulfillments
    .flatMap((sent) => sent.lines)
    .some((sent) => sent.idFromPlatform === line.fulfillmentLineIdFromPlatform);

function goneText({ name, quantity }: ClaimLine, left: number): UnitsGone {
  return {
    what: `${quantity - left} of ${quantity} units of "${name}" were already refunded or removed at the store.`,
    wayOut:
      left === 0
        ? 'Approve it as resolved externally, or deny or cancel it.'
        : 'Approve it as resolved externally, or cancel it and make a claim for the rest.',
  };
}

/** Units of an item that was given up are no longer free. */
export const unitsTaken = ({ name }: Pick<ClaimLine, 'name'>): Refusal =>
  new Refusal('conflict', 'UNITS_TAKEN', `"${name}" is now part of another claim or was already returned.`);

export const unitsGoneText = ({ what, wayOut }: UnitsGone): string => `${what} ${wayOut}`;

export type AllocatedUnits = { fulfillmentLineIdFromPlatform: string; quantity: number };

/** Units that were allocated already, by fulfillment line: an item may be asked for twice. */
export type TakenUnits = Map<string, number>;

/**
 * Which fulfillment lines a number of units come from, oldest first, among the pools that `accepts` takes, past those
 * in `taken`, where they are noted. Gives fewer units than asked when there are not enough; the caller refuses.
 */
export function allocateFulfillmentLines(
  { lines }: OrderBalance,
  lineIdFromPlatform: string,
  quantity: number,
  taken: TakenUnits,
  accepts: (pool: UnitPool) => boolean = () => true,
): AllocatedUnits[] {
  const allocated: AllocatedUnits[] = [];
  let left = quantity;
  for (const { fulfillmentLineIdFromPlatform: id, ...pool } of (lines.get(lineIdFromPlatform)?.pools ?? []).filter(
    accepts,
  )) {
    const before = taken.get(id) ?? 0;
    const units = Math.min(pool.quantity - before, left);
    if (units <= 0) continue;
    taken.set(id, before + units);
    allocated.push({ fulfillmentLineIdFromPlatform: id, quantity: units });
    left -= units;
  }
  return allocated;
}

/**
 * Lines of a claim that hold no units now, being canceled or denied, and whose units are all still with the
 * shopper; each sees what the ones before it would take. `claims`: every claim of the order.
 */
export function linesWithFreeUnits(
  order: Order,
  claims: readonly Claim[],
  lines: readonly Pick<ClaimLine, 'id' | 'lineIdFromPlatform' | 'fulfillmentLineIdFromPlatform' | 'quantity'>[],
): Set<number> {
  const balance = orderBalance(order, claims);
  const free = new Set<number>();
  for (const line of lines) {
    const pool = balance.lines
      .get(line.lineIdFromPlatform)
      ?.pools.find((one) => one.fulfillmentLineIdFromPlatform === line.fulfillmentLineIdFromPlatform);
    if (!pool || pool.quantity < line.quantity) continue;
    pool.quantity -= line.quantity;
    free.add(line.id);
  }
  return free;
}
