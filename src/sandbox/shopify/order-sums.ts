import type { Pair } from './amounts.ts';
import { minus, plus, share, times, ZERO } from './amounts.ts';
import { returnsOf } from './lookup.ts';
import type { LineItem, Order, ShopState, Transaction } from './state.ts';

const ended = new Set(['CANCELED', 'DECLINED']);

export const lineTax = (line: LineItem): Pair => plus(...line.taxLines.map((tax) => tax.price));
export const lineOriginal = (line: LineItem): Pair => times(line.unitPrice, line.quantity);
export const lineDiscount = (line: LineItem): Pair => plus(...line.discounts.map((each) => each.amount));
/** What the line costs after every discount; holds the tax when the order's taxes are included. */
export const linePaid = (line: LineItem): Pair => minus(lineOriginal(line), lineDiscount(line));

/** Discounts given to the line itself; `withCodes` adds what codes and order-wide discounts took off it. */
export function lineDiscounted(order: Order, line: LineItem, withCodes: boolean): Pair {
  const taken = line.discounts.filter((each) => {
    const application = order.discountApplications[each.application];
    return withCodes || (application?.kind !== 'code' && application?.selection === 'ENTITLED');
  });
  return minus(lineOriginal(line), plus(...taken.map((each) => each.amount)));
}

export function refundedQuantity(order: Order, lineId: number): number {
  let sum = 0;
  for (const refund of order.refunds)
    for (const line of refund.lines) if (line.lineItemId === lineId) sum += line.quantity;
  return sum;
}

export const currentQuantity = (order: Order, line: LineItem): number =>
  Math.max(0, line.quantity - refundedQuantity(order, line.id));

export function fulfilledQuantity(order: Order, lineId: number): number {
  let sum = 0;
  for (const fulfillment of order.fulfillments) {
    if (fulfillment.status !== 'SUCCESS') continue;
    for (const line of fulfillment.lines) if (line.lineItemId === lineId) sum += line.quantity;
  }
  return sum;
}

export function unfulfilledQuantity(order: Order, line: LineItem): number {
  const cancelled = order.refunds
    .flatMap((refund) => refund.lines)
    .filter((each) => each.lineItemId === line.id && each.restockType === 'CANCEL');
  const removed = cancelled.reduce((sum, each) => sum + each.quantity, 0);
  return Math.max(0, line.quantity - fulfilledQuantity(order, line.id) - removed);
}

/** Goods and tax of `quantity` further units of a line, after the units refunded before. */
export function refundableShare(order: Order, line: LineItem, quantity: number): { subtotal: Pair; tax: Pair } {
  const before = refundedQuantity(order, line.id);
  const tax = share(lineTax(line), before, quantity, line.quantity);
  const paid = share(linePaid(line), before, quantity, line.quantity);
  return { subtotal: paid, tax };
}

/** The tax that goes back with a part of the shipping paid. */
export function shippingTaxOf(order: Order, shipping: Pair): Pair {
  const paid = plus(...order.shippingLines.map((line) => line.price));
  const tax = plus(...order.shippingLines.flatMap((line) => line.taxLines.map((each) => each.price)));
  return paid.presentment === 0 ? ZERO : share(tax, 0, shipping.presentment, paid.presentment);
}

/** Units of one fulfilled line that no return or refund has taken yet. */
export function returnableQuantity(shop: ShopState, order: Order, fulfillmentLineId: number): number {
  const line = order.fulfillments
    .flatMap((each) => (each.status === 'SUCCESS' ? each.lines : []))
    .find((each) => each.id === fulfillmentLineId);
  if (line === undefined || order.cancelledAt !== null) return 0;
  let taken = 0;
  for (const each of returnsOf(shop, order.id)) {
    if (ended.has(each.status)) continue;
    for (const returned of each.lines) {
      if (returned.fulfillmentLineId !== fulfillmentLineId) continue;
      // A closed return releases the units that were never sent in.
      taken +=
        each.status === 'CLOSED' ? Math.max(returned.processedQuantity, returned.refundedQuantity) : returned.quantity;
    }
  }
  const refundedOutside = order.refunds.filter((refund) => refund.returnId === null).flatMap((refund) => refund.lines);
  const direct = refundedOutside.reduce(
    (sum, each) => (each.lineItemId === line.lineItemId && each.restockType !== 'CANCEL' ? sum + each.quantity : sum),
    0,
  );
  return Math.max(0, line.quantity - taken - direct);
}

const money = (order: Order, kinds: readonly Transaction['kind'][]): Pair =>
  plus(
    ...order.transactions
      .filter((each) => each.status === 'SUCCESS' && kinds.includes(each.kind))
      .map((each) => each.amount),
  );

export type OrderSums = {
  original: Pair;
  subtotal: Pair;
  discounts: Pair;
  tax: Pair;
  shipping: Pair;
  total: Pair;
  currentSubtotal: Pair;
  currentTax: Pair;
  currentTotal: Pair;
  currentDiscounts: Pair;
  refundedShipping: Pair;
  received: Pair;
  refunded: Pair;
  net: Pair;
  outstanding: Pair;
};

export function orderSums(order: Order): OrderSums {
  const original = plus(...order.lineItems.map(lineOriginal));
  const discounts = plus(...order.lineItems.map(lineDiscount));
  const subtotal = minus(original, discounts);
  const shipping = plus(...order.shippingLines.map((line) => line.price));
  const shippingTax = plus(...order.shippingLines.flatMap((line) => line.taxLines.map((tax) => tax.price)));
  const tax = plus(shippingTax, ...order.lineItems.map(lineTax));
  const total = plus(subtotal, shipping, order.taxesIncluded ? ZERO : tax);
  const refundLines = order.refunds.flatMap((refund) => refund.lines);
  const refundedGoods = plus(...refundLines.map((line) => line.subtotal));
  const refundedTax = plus(
    ...refundLines.map((line) => line.tax),
    ...order.refunds.map((refund) => refund.shippingTax),
  );
  const refundedShipping = plus(...order.refunds.map((refund) => refund.shipping));
  const removedDiscounts = plus(
    ...order.lineItems.map((line) =>
      share(lineDiscount(line), 0, Math.min(line.quantity, refundedQuantity(order, line.id)), line.quantity),
    ),
  );
  const received = money(order, ['SALE', 'CAPTURE']);
  const refunded = money(order, ['REFUND']);
  const currentSubtotal = minus(subtotal, refundedGoods);
  const currentTax = minus(tax, refundedTax);
  const currentTotal = plus(
    currentSubtotal,
    minus(shipping, refundedShipping),
    order.taxesIncluded ? ZERO : currentTax,
  );
  const net = minus(received, refunded);
  const owed = minus(currentTotal, net);
  const outstanding = order.cancelledAt !== null || owed.presentment < 0 ? ZERO : owed;
  return {
    original,
    subtotal,
    discounts,
    tax,
    shipping,
    total,
    currentSubtotal,
    currentTax,
    currentTotal,
    currentDiscounts: minus(discounts, removedDiscounts),
    refundedShipping,
    received,
    refunded,
    net,
    outstanding,
  };
}

export function financialStatus(order: Order): string {
  const { received, refunded, total } = orderSums(order);
  const succeeded = order.transactions.filter((each) => each.status === 'SUCCESS');
  if (received.presentment === 0) {
    if (succeeded.some((each) => each.kind === 'VOID')) return 'VOIDED';
    if (succeeded.some((each) => each.kind === 'AUTHORIZATION')) return 'AUTHORIZED';
    return total.presentment === 0 ? 'PAID' : 'PENDING';
  }
  if (refunded.presentment >= received.presentment) return 'REFUNDED';
  if (refunded.presentment > 0) return 'PARTIALLY_REFUNDED';
  return received.presentment < total.presentment ? 'PARTIALLY_PAID' : 'PAID';
}

export function fulfillmentStatus(order: Order): string {
  const shippable = order.lineItems.filter((line) => line.requiresShipping);
  const lines = shippable.length > 0 ? shippable : order.lineItems;
  const fulfilled = lines.reduce((sum, line) => sum + fulfilledQuantity(order, line.id), 0);
  const open = lines.reduce((sum, line) => sum + unfulfilledQuantity(order, line), 0);
  if (fulfilled === 0) return 'UNFULFILLED';
  return open === 0 ? 'FULFILLED' : 'PARTIALLY_FULFILLED';
}

export function returnStatus(shop: ShopState, order: Order): string {
  const live = returnsOf(shop, order.id).filter((each) => !ended.has(each.status));
  if (live.length === 0) return 'NO_RETURN';
  if (live.some((each) => each.status === 'OPEN')) return 'IN_PROGRESS';
  if (live.some((each) => each.status === 'REQUESTED')) return 'RETURN_REQUESTED';
  return 'RETURNED';
}

/** What goes back once its payment provider has carried it out; no sum of the order counts it before. */
export const pendingRefunds = ({ transactions }: Order): Pair =>
  plus(
    ...transactions.filter(({ kind, status }) => kind === 'REFUND' && status === 'PENDING').map(({ amount }) => amount),
  );

/** What a sale or capture can still refund, after earlier refunds, also those under way. */
export function maximumRefundable(order: Order, transaction: Transaction): Pair {
  if ((transaction.kind !== 'SALE' && transaction.kind !== 'CAPTURE') || transaction.status !== 'SUCCESS') return ZERO;
  const given = order.transactions.filter(
    (each) => each.kind === 'REFUND' && each.status !== 'FAILURE' && each.parentId === transaction.id,
  );
  return minus(transaction.amount, plus(...given.map((each) => each.amount)));
}

export function deliveredAt(events: readonly { status: string; happenedAt: string }[]): string | null {
  return events.find((event) => event.status === 'DELIVERED')?.happenedAt ?? null;
}
