import { holdsUnits, isOpen } from '#core/claims/active.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { paidForExchange, paidNoLonger } from '#core/claims/paid.ts';
import { byInstant } from '#core/dates.ts';
import { allocate, formatMoney, unitsValue, type Minor } from '#core/money.ts';
import { heldByProtection } from '#core/orders/held-by-protection.ts';
import { isOlder, isPaidRefund, movementsOf, sum, unitsOf, type Movements } from '#core/orders/movements.ts';
import { wasSent } from '#core/orders/parcels.ts';
import { taxIn, withoutTax, type Order, type OrderLine, type OrderRefund } from '#core/orders/order.ts';

/** Units of an order line that came in one fulfillment and are still with the shopper. */
export type UnitPool = {
  fulfillmentLineIdFromPlatform: string;
  createdOn: string;
  deliveredOn: string | null;
  quantity: number;
};

export type LineBalance = {
  /** Units bought, and how many of them were sent. */
  bought: number;
  sent: number;
  /** Units that claims hold. */
  claimed: number;
  /** Units that others took back or removed; `paidBack` leaves out those that only came back, without money for them. */
  back: number;
  paidBack: number;
  /** What is still with the shopper, the oldest fulfillment first; `left` in all. */
  pools: UnitPool[];
  left: number;
};

/** Items that an exchange added to the order itself. Their line's money stays held until they are refunded. */
type Goods = {
  claimId: number;
  lineId: number;
  lineIdFromPlatform: string;
  quantity: number;
  worth: Minor;
  /** Units that were refunded, and units that an open claim asks for in addition. */
  back: number;
  asked: number;
};

/** The remaining balance of an order, in minor units of its currency. */
export type OrderBalance = {
  lines: ReadonlyMap<string, LineBalance>;
  paid: Minor;
  /** Kept for what claims were given or ask for. */
  held: Minor;
  /** Refunded by others. */
  given: Minor;
  /** Below zero where others gave more than was left. */
  left: Minor;
  goods: readonly Goods[];
};

/**
 * The only answer to what is left of an order: what was bought and paid, minus what claims hold, minus what others took
 * back and refunded. What the platform did for a claim counts once, by what the claim holds, reported or not.
 */
export function orderBalance(order: Order, claims: readonly Claim[]): OrderBalance {
  const movements = movementsOf(order, claims);
  const lines = new Map(
    order.lines.map((line) => [line.idFromPlatform, lineBalance(order, line, claims, movements)] as const),
  );
  const goods = goodsOf(order, claims, lines);
  const held =
    sum(claims, ({ lines: all }) => sum(all.filter(holdsUnits), heldAmount)) -
    released(goods, claims) +
    sum(heldByProtection(order), ({ money }) => money);
  const { given } = movements;
  return { lines, paid: order.totalPaid, held, given, left: order.totalPaid - held - given, goods };
}

/** Minor units of the order that can still be refunded, for anything except exchange items. */
export const moneyLeft = (order: Order, claims: readonly Claim[]): Minor =>
  Math.max(0, orderBalance(order, claims).left);

export const onlyLeftText = ({ currencyCode }: Claim, left: Minor): string =>
  `Only ${formatMoney({ amount: left, currencyCode })} of what was paid for this order is left to refund`;

/**
 * What a claim line holds of the order's money: what was issued, and before that no more than was requested, so
 * that an open decision takes nothing from the other items. Bonuses aren't the order's money.
 */
const heldAmount = ({ amount, requestedAmount, finalizedOn }: ClaimLine): Minor =>
  finalizedOn === null ? Math.min(amount ?? requestedAmount, requestedAmount) : (amount ?? requestedAmount);

/** Whether decisions of a claim that are not carried out hold some of the order's money. */
export const isHoldingMoney = ({ lines }: Claim): boolean => lines.some((line) => isOpen(line) && heldAmount(line) > 0);

const isAsked = ({ finalizedOn }: ClaimLine): boolean => finalizedOn === null;

/** The lines of all claims that hold units of an order line. */
export const activeClaimLines = (claims: readonly Claim[], lineIdFromPlatform: string): ClaimLine[] =>
  claims
    .flatMap((claim) => claim.lines)
    .filter((line) => line.lineIdFromPlatform === lineIdFromPlatform && holdsUnits(line));

type HeldUnits = Pick<ClaimLine, 'fulfillmentLineIdFromPlatform' | 'quantity' | 'subtotal' | 'tax'>;

/** The units of an order line that claims hold, those of shipping protection too, and the cover that we refund. */
export const unitsHeld = (
  order: Pick<Order, 'shippingClaims' | 'coverRefund'>,
  claims: readonly Claim[],
  lineIdFromPlatform: string,
): HeldUnits[] => [
  ...activeClaimLines(claims, lineIdFromPlatform),
  ...heldByProtection(order).flatMap(({ units }) =>
    units.filter((one) => one.lineIdFromPlatform === lineIdFromPlatform),
  ),
];

/** What an exchange holds for these units of its items, after `before` of them: no other claim can have it. */
export function keptFor(
  { goods }: OrderBalance,
  { lineIdFromPlatform, quantity }: { lineIdFromPlatform: string; quantity: number },
  before = 0,
): Minor {
  const some = goods.find((one) => one.lineIdFromPlatform === lineIdFromPlatform);
  return some ? worthOf(some, some.back + some.asked + before, quantity) : 0;
}

/** Goods of an exchange on the order that cost more than its payment can still refund: the rest was paid apart from it. */
export const isPaidApart = (
  { goods }: OrderBalance,
  { totalPaid, totalRefunded }: Order,
  lineIdFromPlatform: string,
): boolean =>
  goods.some((one) => one.lineIdFromPlatform === lineIdFromPlatform && one.worth > totalPaid - totalRefunded);

/** What exchanges on the order no longer hold, since their goods came back; by claim. */
export const worthOfGoodsBack = ({ goods }: OrderBalance, claimId: number): Minor =>
  sum(
    goods.filter((one) => one.claimId === claimId),
    (one) => worthOf(one, 0, one.back),
  );

function worthOf({ worth, quantity }: Goods, before: number, units: number): Minor {
  const from = Math.min(before, quantity);
  return unitsValue(worth, quantity, from, Math.min(units, quantity - from));
}

/** An exchange and an open claim for its goods hold the same money: the claim may be denied, so it frees only its own. */
function released(goods: readonly Goods[], claims: readonly Claim[]): Minor {
  return sum(goods, (one) => {
    const open = activeClaimLines(claims, one.lineIdFromPlatform).filter(isAsked);
    return worthOf(one, 0, one.back) + Math.min(sum(open, heldAmount), worthOf(one, one.back, one.asked));
  });
}

/** The platform names the lines it added for an exchange with the return it took in for them. */
function goodsOf(order: Order, claims: readonly Claim[], lines: ReadonlyMap<string, LineBalance>): Goods[] {
  const variantOf = new Map(order.lines.map((line) => [line.idFromPlatform, line.variantIdFromPlatform]));
  return claims.flatMap((claim) => {
    const exchanged = claim.lines.filter((line) => line.isReturnedAtPlatform && line.method === 'variantExchange');
    if (exchanged.length === 0) return [];
    const added = order.returns.flatMap(({ purposeKey, sentLines }) => {
      const lineIds = exchangedBy(claim, purposeKey);
      return sentLines.map((sent) => ({ ...sent, lineIds }));
    });
    const prices = exchanged.map((line) => paidForExchange(claim, line, goodsPrice(line)));
    const lost = allocate(
      Math.min(
        paidNoLonger(claim),
        sum(prices, (price) => price),
      ),
      prices,
    );
    return exchanged.flatMap((line, index): Goods[] => {
      const at = added.findIndex(
        ({ lineIdFromPlatform: id, lineIds }) =>
          lineIds.includes(line.id) && variantOf.get(id) === line.exchange?.variantIdFromPlatform,
      );
      const [sent] = at < 0 ? [] : added.splice(at, 1);
      if (!sent) return [];
      const { lineIdFromPlatform, quantity } = sent;
      const claimed = activeClaimLines(claims, lineIdFromPlatform);
      const asked = sum(claimed.filter(isAsked), (one) => one.quantity);
      return [
        {
          claimId: claim.id,
          lineId: line.id,
          lineIdFromPlatform,
          quantity,
          worth: (prices[index] ?? 0) - (lost[index] ?? 0),
          back: sum(claimed, (one) => one.quantity) - asked + (lines.get(lineIdFromPlatform)?.back ?? 0),
          asked,
        },
      ];
    });
  });
}

const goodsPrice = ({ amount, requestedAmount, exchangeDeltaAmount }: ClaimLine): Minor =>
  (amount ?? requestedAmount) + exchangeDeltaAmount;

/** An item as its value counts: one that an exchange added is worth what was paid for it, whatever the platform asks for it. */
export function asWorth({ goods }: OrderBalance, order: Order, line: OrderLine): OrderLine {
  const some = goods.find((one) => one.lineIdFromPlatform === line.idFromPlatform);
  if (!some || some.quantity !== line.quantity) return line;
  const tax = taxIn(order, { subtotal: line.paidTotal, tax: line.taxTotal }, some.worth);
  return { ...line, paidTotal: withoutTax(order, some.worth, tax), taxTotal: tax };
}

/** The lines of the claim that an exchange on the order was for, by its key: those of its round. */
function exchangedBy({ id, externalId, settlements }: Claim, key: string | null): readonly number[] {
  const index = settlements.findIndex((_, at) => key === `returnExchange:claim:${id}:${at + 1}:${externalId}`);
  return settlements[index]?.lineIds ?? [];
}

function lineBalance(order: Order, line: OrderLine, claims: readonly Claim[], movements: Movements): LineBalance {
  const id = line.idFromPlatform;
  const sentPools = sentUnits(order, line);
  const claimed = unitsHeld(order, claims, id);
  const { back, paidBack } = unitsBack(order, line, claims, movements);
  const returned = movements.returned.get(id) ?? 0;
  const pools = poolsLeft(line, sentPools, claimed, { back, returned });
  return {
    bought: line.quantity,
    sent: sum(sentPools, (pool) => pool.quantity),
    claimed: sum(claimed, (one) => one.quantity),
    back,
    paidBack,
    pools,
    left: sum(pools, (pool) => pool.quantity),
  };
}

/**
 * Units that others took back: refunded, in returns, or removed from the order. Units that came back without money for
 * them are those of claims that the platform took nothing back for, as far as there are such: a gift card was given,
 * say, and staff restocked the goods by hand or noted their return.
 */
function unitsBack(
  order: Order,
  line: OrderLine,
  claims: readonly Claim[],
  { refunds, returned, ofClaims }: Movements,
): Pick<LineBalance, 'back' | 'paidBack'> {
  const id = line.idFromPlatform;
  const unitsIn = (some: readonly OrderRefund[]): number => unitsOf(some.flatMap(({ lines }) => lines)).get(id) ?? 0;
  const refunded = unitsIn(refunds);
  const noted = Math.max(0, (returned.get(id) ?? 0) - refunded);
  const missing = line.quantity - line.currentQuantity - (ofClaims.refunded.get(id) ?? 0);
  const all = Math.min(line.quantity, Math.max(missing, refunded + noted));
  const removed = Math.max(0, missing - refunded - noted);
  const paidBack = Math.min(line.quantity, removed + unitsIn(refunds.filter(isPaidRefund)));
  // Units of a fully refunded order, and of worthless items, are returned for nothing.
  const isWorth = (units: number): boolean =>
    order.totalRefunded < order.totalPaid && line.paidTotal * units >= line.quantity;
  const notTold = claims.map(({ id: claimId, createdOn, lines }) => {
    const held = lines.filter((one) => one.lineIdFromPlatform === id && holdsUnits(one));
    const told = ofClaims.byClaim.get(claimId)?.get(id) ?? 0;
    return { createdOn, units: Math.max(0, sum(held, (one) => one.quantity) - told) };
  });
  let ofOpen = 0;
  for (const refund of refunds.filter((one) => !isPaidRefund(one) && isWorth(unitsIn([one])))) {
    const since = sum(notTold, ({ createdOn, units }) => (isOlder(refund, createdOn) ? 0 : units));
    ofOpen += Math.max(0, Math.min(unitsIn([refund]), since - ofOpen));
  }
  if (isWorth(noted)) ofOpen += Math.min(noted, Math.max(0, sum(notTold, ({ units }) => units) - ofOpen));
  return { back: Math.max(0, all - ofOpen), paidBack };
}

const sentUnits = (order: Order, { idFromPlatform }: OrderLine): UnitPool[] =>
  order.fulfillments
    .filter(wasSent)
    .toSorted((one, other) => byInstant(one.createdOn, other.createdOn))
    .flatMap(({ createdOn, deliveredOn, lines }) =>
      lines
        .filter((line) => line.lineIdFromPlatform === idFromPlatform)
        .map((line) => ({
          fulfillmentLineIdFromPlatform: line.idFromPlatform,
          createdOn,
          deliveredOn,
          quantity: line.quantity,
        })),
    );

/**
 * Claims take from the fulfillment they name. What others took comes off units never sent, then off the oldest, so that
 * the shopper keeps the units with the longest window.
 */
function poolsLeft(
  line: OrderLine,
  sent: readonly UnitPool[],
  claimed: readonly HeldUnits[],
  { back, returned }: { back: number; returned: number },
): UnitPool[] {
  const pools = sent.map((pool) => ({ ...pool }));
  let loose = 0;
  for (const one of claimed) {
    const pool = pools.find(({ fulfillmentLineIdFromPlatform: id }) => id === one.fulfillmentLineIdFromPlatform);
    const taken = Math.min(pool?.quantity ?? 0, one.quantity);
    if (pool) pool.quantity -= taken;
    loose += one.quantity - taken;
  }
  const neverSent = Math.max(0, line.quantity - sum(sent, (pool) => pool.quantity));
  const ofSent = Math.min(back, returned);
  takeOldest(pools, loose + ofSent + Math.max(0, back - ofSent - neverSent));
  const most = Math.max(0, line.quantity - sum(claimed, (one) => one.quantity) - back);
  takeOldest(pools, Math.max(0, sum(pools, (pool) => pool.quantity) - most));
  return pools.filter((pool) => pool.quantity > 0);
}

function takeOldest(pools: readonly UnitPool[], units: number): void {
  let left = units;
  for (const pool of pools) {
    const taken = Math.min(pool.quantity, left);
    pool.quantity -= taken;
    left -= taken;
  }
}

/** The units left of an order line if only paid units count as gone: returned items alone are no refund. */
export function unitsToGiveFor(order: Order, line: OrderLine, claims: readonly Claim[]): { all: number; sent: number } {
  const claimed = unitsHeld(order, claims, line.idFromPlatform);
  const { paidBack: back } = unitsBack(order, line, claims, movementsOf(order, claims));
  const sent = poolsLeft(line, sentUnits(order, line), claimed, { back, returned: 0 });
  return {
    all: Math.max(0, line.quantity - sum(claimed, (one) => one.quantity) - back),
    sent: sum(sent, (pool) => pool.quantity),
  };
}
