import type { Claim } from '#core/claims/claim.ts';
import { epochOf } from '#core/dates.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { aboutOrder } from '#core/effects/subject.ts';
import { unitsValue, type Minor } from '#core/money.ts';
import { orderBalance } from '#core/orders/balance.ts';
import { isPaidRefund, movementsOf, sum } from '#core/orders/movements.ts';
import { withTax, type CoverRefund, type Order } from '#core/orders/order.ts';
import { isAtPlatform } from '#core/orders/order-origin.ts';
import { parcelsOf } from '#core/orders/parcels.ts';
import { coverUnitsLeft } from '#core/protection/cover-left.ts';

/** An order with its claims, and which of its lines are the cover. */
export type CoveredOrder = { order: Order; claims: readonly Claim[]; coverLineIds: readonly string[] };

/**
 * Whether protection follows an order by itself: it was bought at the platform since the store was connected. Orders that
 * an import or the first sync brings from before are only looked up.
 */
export const isFollowed = ({ idFromPlatform, createdOn }: Order, connectedOn: string): boolean =>
  isAtPlatform(idFromPlatform) && epochOf(createdOn) >= secondOf(connectedOn);

/** The platform tells when an order was bought in whole seconds. */
const secondOf = (instant: string): number => Math.floor(epochOf(instant) / 1000) * 1000;

/** Whether something of an order was sent, or will be; what needs no shipping doesn't count. */
const isAnythingSent = ({ order, coverLineIds }: CoveredOrder): boolean =>
  parcelsOf(order).some(
    ({ lines }) => lines.length === 0 || lines.some(({ lineIdFromPlatform: id }) => !coverLineIds.includes(id)),
  );

/** What is refunded of a cover. */
export type CoverToRefund = Pick<CoverRefund, 'units' | 'money'>;

/**
 * What is to be refunded of the cover of an order that was canceled before anything of it was sent, all that we refunded
 * of it already included; null where others or claims refunded it. A refund that names no items counts as the cover's:
 * once an order is canceled, the platform has no items left to name.
 */
export function coverToRefund({ order: known, claims, coverLineIds }: CoveredOrder): CoverToRefund | null {
  // Ours is known by its key, and takes nothing of what is asked for here.
  const { coverRefund } = known;
  const order = coverRefund ? { ...known, coverRefund: { ...coverRefund, units: [], money: 0 } } : known;
  if (order.canceledOn === null || isAnythingSent({ order, claims, coverLineIds })) return null;
  const balance = orderBalance(order, claims);
  const units = coverUnitsLeft(order, balance, coverLineIds).map((one) => ({
    ...one,
    fulfillmentLineIdFromPlatform: null,
  }));
  const worth = sum(units, ({ subtotal, tax }) => withTax(order, subtotal, tax));
  const money = Math.min(worth - refundedWithoutItems(order, claims), balance.left);
  return money > 0 ? { units, money } : null;
}

/** What others refunded of an order without saying for which items. */
const refundedWithoutItems = (order: Order, claims: readonly Claim[]): Minor =>
  sum(
    movementsOf(order, claims).refunds.filter((one) => isPaidRefund(one) && one.lines.length === 0),
    ({ total }) => total,
  );

/** The refund of a cover as it is kept with its order, and the effect that makes it. */
export function refundCover(
  { idFromPlatform, orderNo, currencyCode }: Order,
  orderId: number,
  { units, money }: CoverToRefund,
  now: string,
): { coverRefund: CoverRefund; effect: EffectIntent<'coverRefund'> } {
  const purposeKey = coverRefundKey(orderId, idFromPlatform);
  return {
    coverRefund: { purposeKey, decidedOn: now, units, money },
    effect: {
      kind: 'coverRefund',
      purposeKey,
      subject: aboutOrder(orderId),
      payload: { orderIdFromPlatform: idFromPlatform, orderNo, amount: { amount: money, currencyCode } },
    },
  };
}

/** Orders count from one in every installation, so the platform's id is in it. One for each order: it is canceled once. */
export const coverRefundKey = (orderId: number, idFromPlatform: string): string =>
  `coverRefund:order:${orderId}:${idFromPlatform}`;

const PAID: ReadonlySet<string> = new Set(['paid', 'partially_refunded', 'refunded']);

/**
 * What was paid for the cover of an order, and what of it neither we nor others gave back; what claims of shipping
 * protection refunded of it stays sold. It depends on the order alone: returns have no cover in them.
 */
export function coverMoney({ order, coverLineIds }: Omit<CoveredOrder, 'claims'>): {
  isPaid: boolean;
  sold: Minor;
  kept: Minor;
} {
  const balance = orderBalance(order, []);
  const lines = order.lines.filter(({ idFromPlatform }) => coverLineIds.includes(idFromPlatform));
  const sold = sum(lines, ({ paidTotal, taxTotal }) => withTax(order, paidTotal, taxTotal));
  const back = sum(lines, ({ idFromPlatform, quantity, paidTotal, taxTotal }) => {
    const units = Math.min(quantity, balance.lines.get(idFromPlatform)?.paidBack ?? 0);
    return withTax(order, unitsValue(paidTotal, quantity, 0, units), unitsValue(taxTotal, quantity, 0, units));
  });
  const isUnsent = order.canceledOn !== null && !isAnythingSent({ order, claims: [], coverLineIds });
  const unnamed = isUnsent ? refundedWithoutItems(order, []) : 0;
  const kept = Math.min(sold - back - unnamed, order.totalPaid - balance.given) - (order.coverRefund?.money ?? 0);
  return { isPaid: PAID.has(order.financialStatus), sold, kept: Math.max(0, kept) };
}
