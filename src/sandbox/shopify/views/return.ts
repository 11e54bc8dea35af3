import { share } from '../amounts.ts';
import { fulfilledLine, lineById, transactionById } from '../lookup.ts';
import { linePaid } from '../order-sums.ts';
import type { Order, Return, ReturnLine } from '../state.ts';
import { gid } from '../state.ts';
import type { Context, PageArgs, View } from './connection.ts';
import { bag, innerConnection } from './connection.ts';
import { fulfilledLineView } from './fulfillment.ts';
import { locationView } from './product.ts';

type Processing = { processingStatus?: 'PROCESSED' | 'PROCESSABLE' | null };

const shown = (args: Processing, row: { quantity: number; processedQuantity: number }): boolean => {
  if (args.processingStatus === 'PROCESSED') return row.processedQuantity > 0;
  return args.processingStatus === 'PROCESSABLE' ? row.processedQuantity < row.quantity : true;
};

export function returnView(context: Context, order: Order, found: Return): View {
  const refunds = order.refunds.filter((refund) => refund.returnId === found.id);
  return {
    __typename: 'Return',
    id: gid('Return', found.id),
    name: found.name,
    status: found.status,
    createdAt: found.createdAt,
    closedAt: found.closedAt,
    requestApprovedAt: found.approvedAt,
    decline: found.decline,
    order: () => context.views.order(context, order),
    totalQuantity: found.lines.reduce((sum, line) => sum + line.quantity, 0),
    returnLineItems: (args: PageArgs & Processing) =>
      innerConnection(
        context,
        found.lines.filter((line) => shown(args, line)),
        args,
        (line) => returnLineView(context, order, found, line),
      ),
    exchangeLineItems: (args: PageArgs & Processing) =>
      innerConnection(
        context,
        found.exchanges.filter((line) => shown(args, line)),
        args,
        (each) => exchangeView(context, order, found, each),
      ),
    returnShippingFees: found.shippingFees.map((fee) => ({
      __typename: 'ReturnShippingFee',
      id: gid('ReturnShippingFee', fee.id),
      amountSet: bag(fee.amount, order.currencies),
    })),
    refunds: (args: PageArgs) =>
      innerConnection(context, refunds, args, (refund) => context.views.refund(context, order, refund)),
    transactions: (args: PageArgs) => {
      const rows = refunds.flatMap((refund) => refund.transactionIds).flatMap((id) => transactionById(order, id) ?? []);
      return innerConnection(context, rows, args, (each) => context.views.transaction(context, order, each));
    },
    reverseFulfillmentOrders: (args: PageArgs) =>
      innerConnection(context, found.status === 'REQUESTED' || found.status === 'DECLINED' ? [] : [found], args, () =>
        reverseOrderView(context, order, found),
      ),
  };
}

function exchangeView(context: Context, order: Order, found: Return, exchange: Return['exchanges'][number]): View {
  const line = lineById(order, exchange.lineItemId);
  const view = () => (line === undefined ? null : context.views.line(context, order, line));
  const left = exchange.quantity - exchange.processedQuantity;
  return {
    __typename: 'ExchangeLineItem',
    id: gid('ExchangeLineItem', exchange.id),
    variantId: gid('ProductVariant', exchange.variantId),
    quantity: exchange.quantity,
    processedQuantity: exchange.processedQuantity,
    processableQuantity: found.status === 'OPEN' ? left : 0,
    unprocessedQuantity: left,
    lineItem: view,
    lineItems: () => (line === undefined ? [] : [view()]),
  };
}

function returnLineView(context: Context, order: Order, found: Return, line: ReturnLine): View {
  const fulfilled = fulfilledLine(order, line.fulfillmentLineId);
  const sold = lineById(order, fulfilled?.line.lineItemId ?? null);
  const left = line.quantity - line.processedQuantity;
  const paid =
    sold === undefined ? { shop: 0, presentment: 0 } : share(linePaid(sold), 0, line.quantity, sold.quantity);
  return {
    __typename: 'ReturnLineItem',
    id: gid('ReturnLineItem', line.id),
    quantity: line.quantity,
    processedQuantity: line.processedQuantity,
    processableQuantity: found.status === 'OPEN' ? left : 0,
    unprocessedQuantity: left,
    refundedQuantity: line.refundedQuantity,
    refundableQuantity: line.quantity - line.refundedQuantity,
    returnReason: line.reason,
    returnReasonNote: line.note,
    customerNote: line.customerNote,
    totalWeight: { unit: 'GRAMS', value: (sold?.grams ?? 0) * line.quantity },
    withCodeDiscountedTotalPriceSet: bag(paid, order.currencies),
    fulfillmentLineItem: () => (fulfilled === undefined ? null : fulfilledLineView(context, order, fulfilled.line)),
    restockingFee:
      line.restockingFee === null
        ? null
        : {
            __typename: 'RestockingFee',
            id: gid('RestockingFee', line.restockingFee.id),
            percentage: line.restockingFee.percentage,
            amountSet: bag(line.restockingFee.amount, order.currencies),
          },
  };
}

function reverseOrderView(context: Context, order: Order, found: Return): View {
  const status =
    found.status === 'CANCELED'
      ? 'CANCELED'
      : found.lines.every((line) => line.processedQuantity === line.quantity)
        ? 'CLOSED'
        : 'OPEN';
  return {
    __typename: 'ReverseFulfillmentOrder',
    id: gid('ReverseFulfillmentOrder', found.reverseOrderId),
    status,
    order: () => context.views.order(context, order),
    lineItems: (args: PageArgs) =>
      innerConnection(context, found.lines, args, (line) => ({
        __typename: 'ReverseFulfillmentOrderLineItem',
        id: gid('ReverseFulfillmentOrderLineItem', line.reverseLineId),
        totalQuantity: line.quantity,
        fulfillmentLineItem: () => {
          const fulfilled = fulfilledLine(order, line.fulfillmentLineId);
          return fulfilled === undefined ? null : fulfilledLineView(context, order, fulfilled.line);
        },
        dispositions: line.dispositions.map((each) => ({
          __typename: 'ReverseFulfillmentOrderDisposition',
          id: gid('ReverseFulfillmentOrderDisposition', each.id),
          type: each.type,
          quantity: each.quantity,
          createdAt: each.createdAt,
          location: each.locationId === null ? null : locationView(context),
        })),
      })),
  };
}
