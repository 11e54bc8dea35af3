import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import {
  isOlder,
  surelyOthers,
  platformRefunds,
  unitsIn,
  type PlatformRefunds,
} from '#core/claims/platform-refunds.ts';
import { byInstant } from '#core/dates.ts';
import type { Fulfillment, Order, OrderLine, OrderRefund } from '#core/orders/order.ts';

/** A claim line that holds its units: neither canceled nor denied. */
export const isActive = (line: ClaimLine): boolean =>
  line.canceledOn === null && line.status !== 'denied' && line.status !== 'closed';

/** Units of an order line that came in one fulfilment and have not gone back. */
export type UnitPool = {
  fulfillmentLineIdFromPlatform: string;
  createdOn: string;
  deliveredOn: string | null;
  quantity: number;
};

/** How many units of an order line are gone, by whose doing: our claims, or the platform on its own. */
export type UnitsGone = { byClaims: number; byPlatform: number };

const NEVER_SENT = new Set(['cancelled', 'canceled', 'error', 'failure']);
const NEVER_RETURNED = new Set(['canceled', 'cancelled', 'declined']);

export const activeClaimLines = (priorClaims: readonly Claim[], lineIdFromPlatform: string): ClaimLine[] =>
  priorClaims
    .flatMap((claim) => claim.lines)
    .filter((line) => line.lineIdFromPlatform === lineIdFromPlatform && isActive(line));

/**
 * Units gone from an order line. A claim that refunded shows up at the platform as well: its units are
 * counted once. While a refund of ours is not among the platform's and its id is not known either, what is
 * older than it was the platform's own doing, and of what came later only what is more than ours.
 */
export function unitsGone(order: Order, line: OrderLine, priorClaims: readonly Claim[]): UnitsGone {
  const id = line.idFromPlatform;
  const byClaims = unitsOf(activeClaimLines(priorClaims, id));
  const refunds = platformRefunds(order, priorClaims);
  const unitsRefunded = (some: readonly OrderRefund[]): number => sum(some.map((refund) => unitsIn(refund.lines, id)));
  const byOthers = Math.max(0, platformUnits(order, line) - unitsRefunded(refunds.ours));
  const older = Math.min(byOthers, unitsRefunded(surelyOthers(refunds)));
  const missing = sum(refunds.missing.map((asked) => unitsIn(asked.lines, id)));
  const taken = takenInOfClaims(refunds, order, line, priorClaims);
  const surely = Math.max(0, older - taken.surely);
  return {
    byClaims,
    byPlatform: surely + Math.max(0, byOthers - older - taken.maybe - Math.max(0, missing - taken.ofMissing)),
  };
}

/** `surely`: by what is no refund of ours that is missing, `ofMissing` of them for such a one; `maybe`: by all else. */
type TakenIn = { surely: number; ofMissing: number; maybe: number };

/**
 * Units the store took in without money for them that claims hold and the platform is not told of: given for as a gift
 * card, as goods of another order or by the sum alone, they come back and are restocked by hand, or their return is
 * noted. What is worth nothing, or of an order whose money is all given back, is given back for nothing.
 */
function takenInOfClaims(
  refunds: PlatformRefunds,
  order: Order,
  line: OrderLine,
  priorClaims: readonly Claim[],
): TakenIn {
  const id = line.idFromPlatform;
  const isWorth = (units: number): boolean => line.paidTotal * units >= line.quantity;
  const none = { surely: 0, ofMissing: 0, maybe: 0 };
  if (order.totalRefunded >= order.totalPaid) return none;
  const missing = refunds.missing.flatMap(({ lines }) => lines);
  const holding = priorClaims.map(({ createdOn, lines }): Holding => {
    const held = lines.filter((one) => one.lineIdFromPlatform === id && isActive(one));
    const otherwise = held.filter((one) => !one.isReturnedAtPlatform && !one.wasResolvedExternally);
    return { createdOn, otherwise: unitsOf(otherwise), missing: unitsOf(held.filter((one) => missing.includes(one))) };
  });
  const restocks = (some: readonly OrderRefund[]): OrderRefund[] =>
    some.filter(({ total, lines }) => total === 0 && isWorth(unitsIn(lines, id)));
  const certain = restocks(surelyOthers(refunds));
  const otherwise = (one: Holding): number => one.otherwise;
  const surely = restockedOf(certain, id, holding, (one) => one.otherwise + one.missing);
  const certainOtherwise = restockedOf(certain, id, holding, otherwise);
  const restocked = restockedOf(restocks(refunds.others), id, holding, otherwise);
  const ofMissing = surely - certainOtherwise;
  // A refund may have come by a return; and a return without one may be that of a refund of ours.
  const told = sum(order.refunds.map(({ lines }) => unitsIn(lines, id))) + unitsIn(missing, id) - ofMissing;
  const noted = Math.max(0, returnedUnits(order, line) - told);
  const open = sum(holding.map(otherwise)) - restocked;
  const notedOtherwise = isWorth(noted) ? Math.min(noted, open) : 0;
  return { surely, ofMissing, maybe: restocked - certainOtherwise + notedOtherwise };
}

/** Units of one order line that a claim holds: `missing` those of refunds the platform does not tell, `otherwise` those it refunds not at all. */
type Holding = { createdOn: string; otherwise: number; missing: number };

/** Units of restocks that claims hold which are not younger. */
function restockedOf(
  restocks: readonly OrderRefund[],
  lineIdFromPlatform: string,
  holding: readonly Holding[],
  unitsOfOne: (one: Holding) => number,
): number {
  let counted = 0;
  for (const refund of restocks) {
    const since = sum(holding.map((one) => (isOlder(refund, one.createdOn) ? 0 : unitsOfOne(one))));
    counted += Math.max(0, Math.min(unitsIn(refund.lines, lineIdFromPlatform), since - counted));
  }
  return counted;
}

/** What the platform says is gone: removed or refunded units, or units in its own returns, whichever is more. */
function platformUnits(order: Order, line: OrderLine): number {
  const refunded = sum(order.refunds.map((refund) => unitsIn(refund.lines, line.idFromPlatform)));
  return Math.min(line.quantity, Math.max(line.quantity - line.currentQuantity, refunded, returnedUnits(order, line)));
}

/** Units in returns at the platform, under way or done. */
export function returnedUnits(order: Order, line: OrderLine): number {
  const lines = order.returns
    .filter((back) => !NEVER_RETURNED.has(back.status.toLowerCase()))
    .flatMap((back) => back.lines)
    .filter((back) => back.lineIdFromPlatform === line.idFromPlatform);
  return sum(lines.map((back) => back.quantity));
}

/**
 * The units of an order line still with the shopper, by fulfilment, oldest first. Claims take from
 * the fulfilment they name; what the platform took on its own comes off units never sent, then off
 * the oldest, so that the shopper keeps the units with the longest window.
 */
export function unitPools(order: Order, line: OrderLine, priorClaims: readonly Claim[]): UnitPool[] {
  const pools = sentUnits(order, line);
  const sent = sum(pools.map((pool) => pool.quantity));
  const loose = takeClaimed(pools, activeClaimLines(priorClaims, line.idFromPlatform));
  const gone = unitsGone(order, line, priorClaims);
  const returned = Math.min(gone.byPlatform, returnedUnits(order, line));
  const neverSent = Math.max(0, line.quantity - sent);
  takeOldest(pools, loose + returned + Math.max(0, gone.byPlatform - returned - neverSent));
  trimTo(pools, line.quantity - gone.byClaims - gone.byPlatform);
  return pools.filter((pool) => pool.quantity > 0);
}

function sentUnits(order: Order, line: OrderLine): UnitPool[] {
  return order.fulfillments
    .filter((fulfillment) => !NEVER_SENT.has(fulfillment.status.toLowerCase()))
    .toSorted((one, other) => byInstant(one.createdOn, other.createdOn))
    .flatMap((fulfillment) => poolsOf(fulfillment, line.idFromPlatform));
}

const poolsOf = (fulfillment: Fulfillment, lineId: string): UnitPool[] =>
  fulfillment.lines
    .filter((line) => line.lineIdFromPlatform === lineId)
    .map((line) => ({
      fulfillmentLineIdFromPlatform: line.idFromPlatform,
      createdOn: fulfillment.createdOn,
      deliveredOn: fulfillment.deliveredOn,
      quantity: line.quantity,
    }));

/** Takes the claimed units from the pools they name; returns how many found no pool. */
function takeClaimed(pools: UnitPool[], lines: readonly ClaimLine[]): number {
  let loose = 0;
  for (const line of lines) {
    const pool = pools.find((one) => one.fulfillmentLineIdFromPlatform === line.fulfillmentLineIdFromPlatform);
    const taken = Math.min(pool?.quantity ?? 0, line.quantity);
    if (pool) pool.quantity -= taken;
    loose += line.quantity - taken;
  }
  return loose;
}

function takeOldest(pools: UnitPool[], units: number): void {
  let left = units;
  for (const pool of pools) {
    const taken = Math.min(pool.quantity, left);
    pool.quantity -= taken;
    left -= taken;
  }
}

const trimTo = (pools: UnitPool[], most: number): void =>
  takeOldest(pools, Math.max(0, sum(pools.map((pool) => pool.quantity)) - Math.max(0, most)));

export type AllocatedUnits = { fulfillmentLineIdFromPlatform: string; quantity: number };

/**
 * Which fulfilment lines a number of units come from, oldest first, among the pools that `accepts`
 * takes. Gives fewer units than asked when there are not enough; the caller refuses.
 */
export function allocateFulfillmentLines(
  order: Order,
  lineIdFromPlatform: string,
  quantity: number,
  priorClaims: readonly Claim[],
  accepts: (pool: UnitPool) => boolean = () => true,
): AllocatedUnits[] {
  const line = order.lines.find((one) => one.idFromPlatform === lineIdFromPlatform);
  if (!line) return [];
  const allocated: AllocatedUnits[] = [];
  let left = quantity;
  for (const pool of unitPools(order, line, priorClaims).filter(accepts)) {
    const taken = Math.min(pool.quantity, left);
    if (taken > 0)
      allocated.push({ fulfillmentLineIdFromPlatform: pool.fulfillmentLineIdFromPlatform, quantity: taken });
    left -= taken;
  }
  return allocated;
}

/**
 * Lines of a claim that hold no units now, being canceled or denied, and whose units are all still with the
 * shopper; each sees what the ones before it would take. `claims`: every claim of the order.
 */
export function linesWithFreeUnits(order: Order, claims: readonly Claim[], lines: readonly ClaimLine[]): Set<number> {
  const pools = new Map<string, UnitPool[]>();
  const free = new Set<number>();
  for (const line of lines) {
    const orderLine = order.lines.find((one) => one.idFromPlatform === line.lineIdFromPlatform);
    if (!orderLine) continue;
    const left = pools.get(orderLine.idFromPlatform) ?? unitPools(order, orderLine, claims);
    pools.set(orderLine.idFromPlatform, left);
    const pool = left.find((one) => one.fulfillmentLineIdFromPlatform === line.fulfillmentLineIdFromPlatform);
    if (!pool || pool.quantity < line.quantity) continue;
    pool.quantity -= line.quantity;
    free.add(line.id);
  }
  return free;
}

const unitsOf = (lines: readonly ClaimLine[]): number => sum(lines.map((line) => line.quantity));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
