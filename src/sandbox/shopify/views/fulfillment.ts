import { deliveredAt, lineOriginal, linePaid, returnableQuantity } from '../order-sums.ts';
import { share } from '../amounts.ts';
import { lineById } from '../lookup.ts';
import type { Fulfillment, Order } from '../state.ts';
import { gid } from '../state.ts';
import type { Context, PageArgs, View } from './connection.ts';
import { bag, firstOf, innerConnection } from './connection.ts';
import { decimalText } from '../amounts.ts';
import { locationView } from './product.ts';

function displayStatus(fulfillment: Fulfillment): string {
  if (fulfillment.status === 'CANCELLED') return 'CANCELED';
  return fulfillment.events.at(-1)?.status ?? 'FULFILLED';
}

export function fulfillmentView(context: Context, order: Order, fulfillment: Fulfillment): View {
  return {
    __typename: 'Fulfillment',
    id: gid('Fulfillment', fulfillment.id),
    legacyResourceId: String(fulfillment.id),
    name: fulfillment.name,
    status: fulfillment.status,
    displayStatus: displayStatus(fulfillment),
    createdAt: fulfillment.createdAt,
    updatedAt: fulfillment.updatedAt,
    deliveredAt: deliveredAt(fulfillment.events),
    inTransitAt: fulfillment.events.find((event) => event.status === 'IN_TRANSIT')?.happenedAt ?? null,
    estimatedDeliveryAt: null,
    requiresShipping: true,
    location: () => locationView(context),
    order: () => context.views.order(context, order),
    totalQuantity: fulfillment.lines.reduce((sum, line) => sum + line.quantity, 0),
    trackingInfo: (args: { first?: number | null }) =>
      firstOf(fulfillment.tracking === null ? [] : [fulfillment.tracking], args.first),
    fulfillmentLineItems: (args: PageArgs) =>
      innerConnection(context, fulfillment.lines, args, (line) => fulfilledLineView(context, order, line)),
    events: (args: PageArgs & { sortKey: string }) =>
      innerConnection(context, fulfillment.events, args, (event) => ({
        __typename: 'FulfillmentEvent',
        id: gid('FulfillmentEvent', event.id),
        status: event.status,
        happenedAt: event.happenedAt,
        createdAt: event.happenedAt,
        message: event.message,
        city: order.shippingAddress?.city ?? null,
        zip: order.shippingAddress?.zip ?? null,
      })),
  };
}

export function fulfilledLineView(context: Context, order: Order, fulfilled: Fulfillment['lines'][number]): View {
  const { currencies } = order;
  const line = lineById(order, fulfilled.lineItemId);
  if (line === undefined) throw new Error(`fulfillment line ${fulfilled.id} names a line that its order lacks`);
  const original = share(lineOriginal(line), 0, fulfilled.quantity, line.quantity);
  const discounted = share(linePaid(line), 0, fulfilled.quantity, line.quantity);
  return {
    __typename: 'FulfillmentLineItem',
    id: gid('FulfillmentLineItem', fulfilled.id),
    quantity: fulfilled.quantity,
    lineItem: () => context.views.line(context, order, line),
    originalTotal: decimalText(original.shop, currencies.shop),
    originalTotalSet: bag(original, currencies),
    discountedTotal: decimalText(discounted.shop, currencies.shop),
    discountedTotalSet: bag(discounted, currencies),
  };
}

/** What of an order can still be put into a return, fulfillment by fulfillment. */
export function returnableConnection(context: Context, order: Order | undefined, args: PageArgs): View {
  const views =
    order?.fulfillments
      .filter((each) => open(context, order, each).length > 0)
      .map((each) => returnableView(context, order, each)) ?? [];
  return innerConnection(context, views, args, (view) => view);
}

export const returnableView = (context: Context, order: Order, fulfillment: Fulfillment): View => ({
  __typename: 'ReturnableFulfillment',
  id: gid('ReturnableFulfillment', fulfillment.id),
  fulfillment: () => fulfillmentView(context, order, fulfillment),
  returnableFulfillmentLineItems: (inner: PageArgs) =>
    innerConnection(context, open(context, order, fulfillment), inner, (each) => ({
      quantity: each.quantity,
      fulfillmentLineItem: () => fulfilledLineView(context, order, each.line),
    })),
});

function open(context: Context, order: Order, fulfillment: Fulfillment) {
  return fulfillment.lines
    .map((line) => ({ line, quantity: returnableQuantity(context.shop, order, line.id) }))
    .filter((each) => each.quantity > 0);
}
