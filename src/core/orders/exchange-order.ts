import { isActive } from '#core/claims/active.ts';
import { isSentAndDenied } from '#core/claims/claim-money.ts';
import { paidForExchange, paidNoLonger, paidOf } from '#core/claims/paid.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { goodsCost } from '#core/claims/exchange.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { allocate, inProportion, type Minor } from '#core/money.ts';
import { sum } from '#core/orders/movements.ts';
import { taxIn, withoutTax, withTax, type Order, type OrderLine } from '#core/orders/order.ts';

type Sent = { claimLineId: number | null; variantIdFromPlatform: string; quantity: number };

/** Where an order of exchanged or replaced goods comes from. */
export type ExchangeOrigin = {
  /** The claim that had it made, and what its step sent. */
  claim: Claim;
  sent: readonly Sent[];
  /** The order of that claim. */
  original: Order;
  /** What of its worth others gave back already; see borneBy. */
  lost: Minor;
};

/** The claim that had an order made, by the key the order bears; null for an order of no claim. */
export function madeForClaim(purposeKey: string | null | undefined): { claimId: number; stepKey: string } | null {
  const [, stepKey, claimId] =
    /^((?:exchangeOrder|replacementOrder):claim:(\d+):[^:]+):[^:]+$/.exec(purposeKey ?? '') ?? [];
  return stepKey === undefined ? null : { claimId: Number(claimId), stepKey };
}

/** What a step sent, by the line of the order that it made; the lines of one variant in turn. */
function sentByLine({ lines }: Order, sent: readonly Sent[]): ReadonlyMap<string, Sent> {
  const open = [...sent];
  const known = new Set(lines.map(({ variantIdFromPlatform }) => variantIdFromPlatform));
  // The platform forgets a variant that is deleted.
  const isSentAs = ({ variantIdFromPlatform: id, quantity }: Sent, line: OrderLine): boolean =>
    line.variantIdFromPlatform === null
      ? !isOfCharges(line) && !known.has(id) && quantity === line.quantity
      : id === line.variantIdFromPlatform;
  return new Map(
    lines.flatMap((line): [string, Sent][] => {
      const at = open.findIndex((one) => isSentAs(one, line));
      const [goods] = at < 0 ? [] : open.splice(at, 1);
      return goods ? [[line.idFromPlatform, goods]] : [];
    }),
  );
}

/** The items of its order that the lines of a replacement stand for, by its claim; a line that stands for none is left out. */
export function replacedBy(claim: Claim, sent: readonly Sent[], order: Order): ReadonlyMap<string, string> {
  if (claim.claimType !== 'Warranty') return new Map();
  return new Map(
    [...sentByLine(order, sent)].flatMap(([lineId, { claimLineId }]): [string, string][] => {
      const replaced = claim.lines.find(({ id }) => id === claimLineId);
      return replaced ? [[lineId, replaced.lineIdFromPlatform]] : [];
    }),
  );
}

/** Whether an item was sent in exchange for another one: in an order of its own, or on the original order. */
export const isGotByExchange = (
  { purposeKey, returns }: Pick<Order, 'purposeKey' | 'returns'>,
  { idFromPlatform }: Pick<OrderLine, 'idFromPlatform'>,
): boolean =>
  madeForClaim(purposeKey)?.stepKey.startsWith('exchangeOrder:') === true ||
  returns.some(({ sentLines }) => sentLines.some(({ lineIdFromPlatform: id }) => id === idFromPlatform));

/** The line of an exchange order for what its shopper paid beyond the price of the goods. Nobody gets it back. */
export const CHARGES_TITLE = 'Shipping, tax and charges';

const isOfCharges = ({ variantIdFromPlatform, name }: OrderLine): boolean =>
  variantIdFromPlatform === null && name === CHARGES_TITLE;

/**
 * An order of exchanged or replaced goods as if it had been bought: each line is worth what was paid for it, which is the
 * value of what came back plus what was paid on top, less what was given back. The platform was paid nothing for it, so
 * its money is that of the original order.
 */
export function withWorth(order: Order, { claim, sent, original, lost }: ExchangeOrigin): Order {
  const { taxesIncluded } = original;
  const sentAs = sentByLine(order, sent);
  const unsettled: string[] = [];
  const lines = order.lines.map((line): OrderLine => {
    const goods = sentAs.get(line.idFromPlatform);
    if (!goods) return isOfCharges(line) ? { ...line, paidTotal: 0, taxTotal: 0 } : line;
    if (isSentAhead(claim, goods)) unsettled.push(line.idFromPlatform);
    // Taxed like the original, so that what they are exchanged for is, too.
    const { worth, tax } = worthOf({ claim, sent, original }, goods);
    return { ...line, paidTotal: withoutTax(original, worth, tax), taxTotal: tax };
  });
  const worth = sum(lines, ({ paidTotal, taxTotal }) => withTax(original, paidTotal, taxTotal));
  return {
    ...order,
    lines,
    taxesIncluded,
    totalPaid: Math.max(0, worth - lost - paidNoLonger(claim)),
    exchangeOf: {
      orderIdFromPlatform: original.exchangeOf?.orderIdFromPlatform ?? original.idFromPlatform,
      // What a gift is worth is not the buyer's to get back.
      refundable: isGiftReturn(claim) ? 0 : refundableOf(original),
      sentBy: claim.externalId,
      unsettled,
    },
  };
}

/**
 * What each of the orders that stand for goods of one order bears of what others gave back beyond what was left of that:
 * in proportion to their worth, and no more than it has not given back itself. What none can bear counts against each:
 * their goods may have been exchanged again. `worths` and `lefts`: of each, before it bears anything.
 */
export function borneBy(lost: Minor, worths: readonly Minor[], lefts: readonly Minor[]): Minor[] {
  const borne = worths.map(() => 0);
  const roomOf = (index: number): Minor => Math.max(0, (lefts[index] ?? 0) - (borne[index] ?? 0));
  let open = lost;
  while (open > 0 && worths.some((worth, index) => worth > 0 && roomOf(index) > 0)) {
    const shares = allocate(
      open,
      worths.map((worth, index) => (roomOf(index) > 0 ? worth : 0)),
    );
    for (const [index, share] of shares.entries()) {
      const part = Math.min(share, roomOf(index));
      borne[index] = (borne[index] ?? 0) + part;
      open -= part;
    }
  }
  return borne.map((part) => part + open);
}

/** What the payments of the original order can still give back for goods of its exchanges. */
export const refundableOf = (order: Order): Minor =>
  order.exchangeOf?.refundable ??
  order.totalPaid -
    order.totalRefunded +
    sum(
      order.refunds.filter(({ isForExchange }) => isForExchange === true),
      ({ total }) => total,
    );

/** Sent by an instant exchange that is not carried out: what pays for them may still come back, or be charged. */
function isSentAhead({ lines }: Claim, { claimLineId }: Sent): boolean {
  const line = lines.find(({ id }) => id === claimLineId);
  return line !== undefined && line.exchangeOrderedOn !== null && line.finalizedOn === null && line.canceledOn === null;
}

type Worth = { worth: Minor; tax: Minor };
const NOTHING: Worth = { worth: 0, tax: 0 };

type Exchanged = Omit<ExchangeOrigin, 'lost'>;

function worthOf({ claim, sent, original }: Exchanged, item: Sent): Worth {
  const line = claim.lines.find(({ id }) => id === item.claimLineId);
  if (item.claimLineId === null) return worthOfPurchase(claim, original, item);
  if (!line) return NOTHING;
  // As agreed when they were sent: neither approval nor denial changes the price of what was ordered.
  if (isSentAhead(claim, item)) return taxedLike(original, line, line.requestedAmount + line.exchangeDeltaAmount);
  if (line.finalizedOn === null) return NOTHING;
  const amount = line.amount ?? line.requestedAmount;
  if (line.method === 'replacementOrder' && isActive(line)) {
    const all = sent.filter(({ claimLineId }) => claimLineId === line.id);
    const parts = allocate(
      amount,
      all.map(({ quantity }) => quantity),
    );
    return taxedLike(original, line, parts[all.indexOf(item)] ?? 0);
  }
  if (isSentAndDenied(line))
    return taxedLike(original, line, paidForExchange(claim, line, line.requestedAmount + line.exchangeDeltaAmount));
  if (line.method !== 'variantExchange' || !isActive(line)) return NOTHING;
  return taxedLike(original, line, paidForExchange(claim, line, amount + line.exchangeDeltaAmount));
}

/** Goods bought with the credit of a claim. */
function worthOfPurchase(claim: Claim, original: Order, { variantIdFromPlatform: id, quantity }: Sent): Worth {
  const item = claim.shopNow?.items.find((one) => one.variantIdFromPlatform === id && one.quantity === quantity);
  const record = claim.settlements.find(({ shopNowCost }) => shopNowCost > 0);
  const credit = claim.lines.find((line) => line.isShopNow);
  if (!item || !record || !credit) return NOTHING;
  // The bonus for spending the credit is no money of the shopper.
  const { shopNowCost, shopNowIncentive } = record;
  const price = inProportion(goodsCost(item), Math.max(0, shopNowCost - shopNowIncentive), shopNowCost);
  return taxedLike(original, credit, paidOf(record, price));
}

const taxedLike = (original: Order, line: ClaimLine, worth: Minor): Worth => ({
  worth,
  tax: taxIn(original, line, worth),
});
