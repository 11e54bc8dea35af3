import type { Pair } from '../amounts.ts';
import { decimalText, fromShop, minorOf, minus, plus, share, ZERO } from '../amounts.ts';
import { lineById, returnById, transactionById } from '../lookup.ts';
import {
  currentQuantity,
  lineDiscount,
  maximumRefundable,
  orderSums,
  refundableShare,
  shippingTaxOf,
} from '../order-sums.ts';
import type { Order, Refund } from '../state.ts';
import { gid, numberOf } from '../state.ts';
import type { Context, PageArgs, View } from './connection.ts';
import { bag, innerConnection, money } from './connection.ts';
import { locationView } from './product.ts';

export function refundTotal(order: Order, refund: Refund): Pair {
  const moved = refund.transactionIds.flatMap((id) => {
    const transaction = transactionById(order, id);
    return transaction?.status === 'SUCCESS' ? [transaction.amount] : [];
  });
  return plus(...moved);
}

export function refundView(context: Context, order: Order, refund: Refund): View {
  const { currencies } = order;
  const found = returnById(context.shop, refund.returnId);
  const total = refundTotal(order, refund);
  const adjustments = refund.discrepancy.presentment === 0 ? [] : [refund.discrepancy];
  const shippingLine = order.shippingLines[0];
  const shippingRows = refund.shipping.presentment === 0 || shippingLine === undefined ? [] : [refund.shipping];
  return {
    __typename: 'Refund',
    id: gid('Refund', refund.id),
    legacyResourceId: String(refund.id),
    createdAt: refund.createdAt,
    processedAt: refund.createdAt,
    updatedAt: refund.createdAt,
    note: refund.note,
    duties: [],
    order: () => context.views.order(context, order),
    return: () => (found === undefined ? null : context.views.return(context, order, found)),
    totalRefunded: money(total.shop, currencies.shop),
    totalRefundedSet: bag(total, currencies),
    refundLineItems: (args: PageArgs) =>
      innerConnection(context, refund.lines, args, (line) => refundLineView(context, order, line)),
    refundShippingLines: (args: PageArgs) =>
      innerConnection(context, shippingRows, args, (amount) => ({
        __typename: 'RefundShippingLine',
        id: gid('RefundShippingLine', refund.id),
        shippingLine: {
          id: gid('ShippingLine', shippingLine?.id ?? 0),
          title: shippingLine?.title ?? '',
          code: shippingLine?.code ?? '',
          custom: false,
          isRemoved: false,
          discountAllocations: [],
          taxLines: [],
        },
        subtotalAmountSet: bag(amount, currencies),
        taxAmountSet: bag(refund.shippingTax, currencies),
      })),
    orderAdjustments: (args: PageArgs) =>
      innerConnection(context, adjustments, args, (amount) => ({
        __typename: 'OrderAdjustment',
        id: gid('OrderAdjustment', refund.id),
        amountSet: bag(amount, currencies),
        taxAmountSet: bag(ZERO, currencies),
        reason: 'REFUND_DISCREPANCY',
      })),
    transactions: (args: PageArgs) => {
      const rows = refund.transactionIds.flatMap((id) => transactionById(order, id) ?? []);
      return innerConnection(context, rows, args, (each) => context.views.transaction(context, order, each));
    },
  };
}

type ShownLine = Omit<Refund['lines'][number], 'id'> & { id: number | null };

function refundLineView(context: Context, order: Order, refunded: ShownLine): View {
  const { currencies } = order;
  const line = lineById(order, refunded.lineItemId);
  if (line === undefined) throw new Error(`refund line of order ${order.name} names a line that the order lacks`);
  const price = share(refunded.subtotal, 0, 1, Math.max(1, refunded.quantity));
  return {
    id: refunded.id === null ? null : gid('RefundLineItem', refunded.id),
    quantity: refunded.quantity,
    restockType: refunded.restockType,
    restocked: refunded.restocked,
    location: refunded.restocked ? locationView(context) : null,
    lineItem: () => context.views.line(context, order, line),
    price: decimalText(price.shop, currencies.shop),
    priceSet: bag(price, currencies),
    subtotal: decimalText(refunded.subtotal.shop, currencies.shop),
    subtotalSet: bag(refunded.subtotal, currencies),
    totalTax: decimalText(refunded.tax.shop, currencies.shop),
    totalTaxSet: bag(refunded.tax, currencies),
  };
}

type SuggestArgs = {
  refundLineItems?: { lineItemId: string; quantity: number; restockType?: string | null }[] | null;
  refundShipping?: boolean | null;
  shippingAmount?: string | null;
  suggestFullRefund?: boolean | null;
  refundMethodAllocation?: string | null;
};

/** What Shopify proposes to refund for some lines: goods, their tax and, if asked, shipping. */
export function suggestedRefundView(context: Context, order: Order, args: SuggestArgs): View {
  const { currencies } = order;
  const asked =
    args.suggestFullRefund === true
      ? order.lineItems.map((line) => ({
          lineItemId: gid('LineItem', line.id),
          quantity: currentQuantity(order, line),
        }))
      : (args.refundLineItems ?? []);
  const lines = asked.flatMap((each) => {
    const line = lineById(order, numberOf(each.lineItemId, 'LineItem'));
    if (line === undefined || each.quantity <= 0) return [];
    const quantity = Math.min(each.quantity, currentQuantity(order, line));
    return [
      {
        line,
        row: {
          id: null,
          lineItemId: line.id,
          quantity,
          restockType: 'NO_RESTOCK' as const,
          restocked: false,
          ...refundableShare(order, line, quantity),
        },
      },
    ];
  });
  const sums = orderSums(order);
  const openShipping = minus(sums.shipping, sums.refundedShipping);
  const wantedShipping =
    typeof args.shippingAmount === 'string'
      ? fromShop(minorOf(args.shippingAmount, currencies.shop) ?? 0, currencies)
      : ZERO;
  const shipping = args.refundShipping === true || args.suggestFullRefund === true ? openShipping : wantedShipping;
  const subtotal = plus(...lines.map((each) => each.row.subtotal));
  const shippingTax = shippingTaxOf(order, shipping);
  const tax = plus(shippingTax, ...lines.map((each) => each.row.tax));
  const maximum = sums.net;
  const wanted = plus(subtotal, shipping, order.taxesIncluded ? ZERO : tax);
  const amount = wanted.presentment > maximum.presentment ? maximum : wanted;
  const cart = plus(...lines.map((each) => share(lineDiscount(each.line), 0, each.row.quantity, each.line.quantity)));
  const toCredit = args.refundMethodAllocation === 'STORE_CREDIT';
  const set = (pair: Pair) => bag(pair, currencies);
  const plain = (pair: Pair) => decimalText(pair.shop, currencies.shop);
  return {
    amount: plain(amount),
    amountSet: set(amount),
    subtotal: plain(subtotal),
    subtotalSet: set(subtotal),
    discountedSubtotalSet: set(subtotal),
    maximumRefundable: plain(maximum),
    maximumRefundableSet: set(maximum),
    totalTaxes: plain(tax),
    totalTaxSet: set(tax),
    totalDutiesSet: set(ZERO),
    totalCartDiscountAmountSet: set(cart),
    refundDuties: [],
    refundLineItems: lines.map((each) => refundLineView(context, order, each.row)),
    shipping: {
      amount: plain(shipping),
      amountSet: set(shipping),
      maximumRefundable: plain(openShipping),
      maximumRefundableSet: set(openShipping),
      tax: plain(shippingTax),
      taxSet: set(shippingTax),
    },
    suggestedRefundMethods: toCredit
      ? [
          {
            __typename: 'SuggestedStoreCreditRefund',
            amount: set(amount),
            maximumRefundable: set(maximum),
            expiresAt: null,
          },
        ]
      : [],
    suggestedTransactions: toCredit ? [] : suggestedTransactions(context, order, amount),
  };
}

function suggestedTransactions(context: Context, order: Order, amount: Pair): View[] {
  const { currencies } = order;
  let left = amount;
  return order.transactions.flatMap((parent) => {
    const open = maximumRefundable(order, parent);
    if (open.presentment <= 0) return [];
    const part = left.presentment > open.presentment ? open : left;
    left = minus(left, part);
    return [
      {
        accountNumber: '',
        amount: decimalText(part.shop, currencies.shop),
        amountSet: bag(part, currencies),
        gateway: parent.gateway,
        formattedGateway: parent.gateway,
        kind: 'SUGGESTED_REFUND',
        maximumRefundable: decimalText(open.shop, currencies.shop),
        maximumRefundableSet: bag(open, currencies),
        parentTransaction: () => context.views.transaction(context, order, parent),
      },
    ];
  });
}
