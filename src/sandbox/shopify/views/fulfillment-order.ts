import { returnsOf } from '../lookup.ts';
import { orderSums, unfulfilledQuantity } from '../order-sums.ts';
import type { LineItem, Order } from '../state.ts';
import { gid } from '../state.ts';
import type { Context, PageArgs, View } from './connection.ts';
import { innerConnection } from './connection.ts';

type Work = { id: number; lines: LineItem[]; createdAt: string; forExchange: boolean };

/** What there is to send: one piece of work for what was ordered, and one more for every exchange processed. */
function workOf(context: Context, order: Order): Work[] {
  const exchanges = returnsOf(context.shop, order.id).flatMap((found) => found.exchanges);
  const exchanged = new Map(exchanges.map((each) => [each.lineItemId, each]));
  const first: Work = {
    id: order.id,
    lines: order.lineItems.filter((line) => !exchanged.has(line.id)),
    createdAt: order.createdAt,
    forExchange: false,
  };
  const further = order.lineItems.flatMap((line) => {
    const exchange = exchanged.get(line.id);
    if (exchange === undefined) return [];
    return [{ id: exchange.id, lines: [line], createdAt: exchange.processedAt ?? order.createdAt, forExchange: true }];
  });
  return [first, ...further];
}

export function fulfillmentOrderConnection(context: Context, order: Order, args: PageArgs): View {
  return innerConnection(context, workOf(context, order), args, (work) => workView(context, order, work));
}

function workView(context: Context, order: Order, work: Work): View {
  const open = work.lines.some((line) => unfulfilledQuantity(order, line) > 0);
  // The goods of an exchange wait for what the shopper still owes.
  const held = open && work.forExchange && orderSums(order).outstanding.presentment > 0;
  const status = order.cancelledAt === null ? (held ? 'ON_HOLD' : open ? 'OPEN' : 'CLOSED') : 'CANCELLED';
  return {
    __typename: 'FulfillmentOrder',
    id: gid('FulfillmentOrder', work.id),
    status,
    fulfillmentHolds: held
      ? [
          {
            __typename: 'FulfillmentHold',
            id: gid('FulfillmentHold', work.id),
            displayReason: 'Awaiting payment',
            reason: 'AWAITING_PAYMENT',
            reasonNotes: null,
          },
        ]
      : [],
    order: () => context.views.order(context, order),
    orderId: gid('Order', order.id),
    orderName: order.name,
    orderProcessedAt: order.processedAt,
    createdAt: work.createdAt,
    updatedAt: order.updatedAt,
    lineItems: (args: PageArgs) =>
      innerConnection(context, work.lines, args, (line) => ({
        __typename: 'FulfillmentOrderLineItem',
        id: gid('FulfillmentOrderLineItem', line.id),
        lineItem: () => context.views.line(context, order, line),
        productTitle: line.title,
        variantTitle: line.variantTitle,
        sku: line.sku,
        requiresShipping: line.requiresShipping,
        totalQuantity: line.quantity,
        remainingQuantity: unfulfilledQuantity(order, line),
      })),
  };
}
