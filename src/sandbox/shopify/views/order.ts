import type { Pair } from '../amounts.ts';
import { decimalText, minus, plus, share, ZERO } from '../amounts.ts';
import { isManual } from '../gateways.ts';
import { customerById, productById, returnsOf } from '../lookup.ts';
import {
  currentQuantity,
  financialStatus,
  fulfillmentStatus,
  lineDiscount,
  lineDiscounted,
  lineOriginal,
  linePaid,
  lineTax,
  maximumRefundable,
  orderSums,
  returnStatus,
  unfulfilledQuantity,
} from '../order-sums.ts';
import type { DiscountApplication, LineItem, Order, ShippingLine, TaxLine, Transaction } from '../state.ts';
import { gid } from '../state.ts';
import type { Context, PageArgs, View } from './connection.ts';
import { bag, connection, firstOf, innerConnection, money } from './connection.ts';
import { addressView, customerView } from './customer.ts';
import { fulfillmentOrderConnection } from './fulfillment-order.ts';
import { fulfillmentView } from './fulfillment.ts';
import { imageView, productView, variantImageView, variantView } from './product.ts';
import { orderRiskView } from './order-risk.ts';
import { refundView, suggestedRefundView } from './refund.ts';
import { returnView } from './return.ts';

export type OrderArgs = PageArgs & { query?: string | null; sortKey: string };

export function orderConnection(context: Context, rows: readonly Order[], args: OrderArgs): View {
  const value = (order: Order): string | number => {
    if (args.sortKey === 'UPDATED_AT') return order.updatedAt;
    if (args.sortKey === 'CREATED_AT') return order.createdAt;
    if (args.sortKey === 'PROCESSED_AT') return order.processedAt;
    return args.sortKey === 'ORDER_NUMBER' ? order.number : order.id;
  };
  return connection(
    context,
    rows,
    args,
    (order) => [value(order), order.id],
    (order) => orderView(context, order),
  );
}

export function orderView(context: Context, order: Order): View {
  return { ...orderHead(context, order), ...orderMoney(order), ...orderParts(context, order) };
}

function orderHead(context: Context, order: Order): View {
  const { shop } = context;
  const address = (which: 'shippingAddress' | 'billingAddress', role: string) => {
    const found = order[which];
    return found === null ? null : addressView(found, order.id, role);
  };
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: String(order.id),
    name: order.name,
    number: order.number,
    email: order.email,
    phone: order.phone,
    note: order.note,
    tags: order.tags,
    customAttributes: order.customAttributes,
    test: order.test,
    app: {
      id: gid('OrderApp', 580111),
      name: 'Online Store',
      icon: {
        url: `${context.baseUrl}/${shop.domain}/pictures/1-1.svg`,
        src: `${context.baseUrl}/${shop.domain}/pictures/1-1.svg`,
        originalSrc: `${context.baseUrl}/${shop.domain}/pictures/1-1.svg`,
      },
    },
    merchantOfRecordApp: null,
    sourceName: order.sourceName,
    sourceIdentifier: order.sourceIdentifier,
    registeredSourceUrl: null,
    confirmationNumber: order.confirmationNumber,
    confirmed: true,
    clientIp: null,
    customerLocale: order.customerLocale ?? 'en',
    customerAcceptsMarketing: false,
    currencyCode: order.currencies.shop,
    presentmentCurrencyCode: order.currencies.presentment,
    taxesIncluded: order.taxesIncluded,
    taxExempt: false,
    dutiesIncluded: false,
    estimatedTaxes: false,
    edited: false,
    createdAt: order.createdAt,
    processedAt: order.processedAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    cancelReason: order.cancelReason,
    cancellation: order.cancelledAt === null ? null : { staffNote: null },
    closed: order.closedAt !== null,
    closedAt: order.closedAt,
    shippingAddress: address('shippingAddress', 'Address'),
    billingAddress: address('billingAddress', 'Address'),
    billingAddressMatchesShippingAddress:
      JSON.stringify(order.billingAddress) === JSON.stringify(order.shippingAddress),
    customer: () => {
      const customer = customerById(shop, order.customerId);
      return customer === undefined ? null : customerView(context, customer);
    },
    displayFinancialStatus: () => financialStatus(order),
    displayFulfillmentStatus: () => fulfillmentStatus(order),
    returnStatus: () => returnStatus(shop, order),
    risk: () => orderRiskView(order),
    statusPageUrl: () =>
      `${context.baseUrl}/${shop.domain}/orders/${order.confirmationNumber.toLowerCase()}/authenticate`,
    canNotifyCustomer: order.email !== null,
    fulfillable: () =>
      order.cancelledAt === null && order.lineItems.some((line) => unfulfilledQuantity(order, line) > 0),
    requiresShipping: order.lineItems.some((line) => line.requiresShipping),
    restockable: order.lineItems.some((line) => currentQuantity(order, line) > 0),
    discountCodes: codes(order),
    discountCode: codes(order)[0] ?? null,
  };
}

export const codes = (order: Order): string[] =>
  order.discountApplications.filter((each) => each.kind === 'code').map((each) => each.code);

function orderMoney(order: Order): View {
  const { currencies } = order;
  let known: ReturnType<typeof orderSums> | undefined;
  const sums = () => (known ??= orderSums(order));
  const set = (read: () => Pair) => () => bag(read(), currencies);
  const plain = (read: () => Pair) => () => decimalText(read().shop, currencies.shop);
  const orderDiscounts = () =>
    plus(...order.lineItems.map((line) => minus(lineDiscounted(order, line, false), linePaid(line))));
  const weight = String(order.lineItems.reduce((sum, line) => sum + line.grams * line.quantity, 0));
  return {
    originalTotalPriceSet: set(() => sums().total),
    originalTotalDutiesSet: null,
    subtotalPrice: plain(() => sums().subtotal),
    subtotalPriceSet: set(() => sums().subtotal),
    totalPrice: plain(() => sums().total),
    totalPriceSet: set(() => sums().total),
    totalTax: plain(() => sums().tax),
    totalTaxSet: set(() => sums().tax),
    totalDiscounts: plain(() => sums().discounts),
    totalDiscountsSet: set(() => sums().discounts),
    cartDiscountAmount: plain(orderDiscounts),
    cartDiscountAmountSet: set(orderDiscounts),
    currentCartDiscountAmountSet: set(orderDiscounts),
    totalShippingPrice: plain(() => sums().shipping),
    totalShippingPriceSet: set(() => sums().shipping),
    currentShippingPriceSet: set(() => minus(sums().shipping, sums().refundedShipping)),
    currentSubtotalPriceSet: set(() => sums().currentSubtotal),
    currentTotalPriceSet: set(() => sums().currentTotal),
    currentTotalTaxSet: set(() => sums().currentTax),
    currentTotalDiscountsSet: set(() => sums().currentDiscounts),
    currentTotalDutiesSet: null,
    totalReceived: plain(() => sums().received),
    totalReceivedSet: set(() => sums().received),
    totalRefunded: plain(() => sums().refunded),
    totalRefundedSet: set(() => sums().refunded),
    totalRefundedShippingSet: set(() => sums().refundedShipping),
    refundDiscrepancySet: set(() => plus(...order.refunds.map((refund) => refund.discrepancy))),
    netPayment: plain(() => sums().net),
    netPaymentSet: set(() => sums().net),
    totalOutstandingSet: set(() => sums().outstanding),
    totalCapturable: plain(() => ZERO),
    totalCapturableSet: set(() => ZERO),
    totalTipReceived: money(0, currencies.shop),
    totalTipReceivedSet: set(() => ZERO),
    capturable: false,
    canMarkAsPaid: () => financialStatus(order) === 'PENDING',
    fullyPaid: () => sums().outstanding.presentment === 0,
    unpaid: () => sums().received.presentment === 0,
    refundable: () => sums().net.presentment > 0,
    totalWeight: weight,
    currentTotalWeight: weight,
    taxLines: () => mergedTaxes(order).map((tax) => taxView(order, tax)),
    currentTaxLines: () => mergedTaxes(order).map((tax) => taxView(order, tax)),
    paymentGatewayNames: [...new Set(order.transactions.map((each) => each.gateway))],
  };
}

export function mergedTaxes(order: Order): TaxLine[] {
  const merged = new Map<string, TaxLine>();
  for (const tax of [...order.lineItems, ...order.shippingLines].flatMap((line) => line.taxLines)) {
    const key = `${tax.title} ${tax.rate}`;
    const before = merged.get(key);
    merged.set(key, { ...tax, price: before === undefined ? tax.price : plus(before.price, tax.price) });
  }
  return [...merged.values()];
}

function orderParts(context: Context, order: Order): View {
  const { shop } = context;
  return {
    lineItems: (args: PageArgs) =>
      innerConnection(context, order.lineItems, args, (line) => lineView(context, order, line)),
    subtotalLineItemsQuantity: order.lineItems.reduce((sum, line) => sum + line.quantity, 0),
    currentSubtotalLineItemsQuantity: () =>
      order.lineItems.reduce((sum, line) => sum + currentQuantity(order, line), 0),
    discountApplications: (args: PageArgs) =>
      innerConnection(
        context,
        order.discountApplications.map((application, index) => ({ application, index })),
        args,
        (each) => applicationView(order, each.application, each.index),
      ),
    shippingLine: () => (order.shippingLines[0] === undefined ? null : shippingView(order, order.shippingLines[0])),
    shippingLines: (args: PageArgs) =>
      innerConnection(context, order.shippingLines, args, (line) => shippingView(order, line)),
    fulfillments: (args: { first?: number | null }) =>
      firstOf(order.fulfillments, args.first).map((each) => fulfillmentView(context, order, each)),
    fulfillmentOrders: (args: PageArgs) => fulfillmentOrderConnection(context, order, args),
    fulfillmentsCount: { count: order.fulfillments.length, precision: 'EXACT' },
    transactions: (args: { first?: number | null; capturable?: boolean | null }) =>
      firstOf(args.capturable === true ? [] : order.transactions, args.first).map((each) =>
        transactionView(context, order, each),
      ),
    transactionsCount: { count: order.transactions.length, precision: 'EXACT' },
    refunds: (args: { first?: number | null }) =>
      firstOf(order.refunds, args.first).map((each) => refundView(context, order, each)),
    returns: (args: PageArgs & { query?: string | null }) => {
      const status = /status:\s*'?"?(\w+)/i.exec(args.query ?? '')?.[1]?.toUpperCase();
      const rows = returnsOf(shop, order.id).filter((each) => status === undefined || each.status === status);
      return innerConnection(context, rows, args, (each) => returnView(context, order, each));
    },
    suggestedRefund: (args: Parameters<typeof suggestedRefundView>[2]) => suggestedRefundView(context, order, args),
  };
}

export function taxView(order: Order, tax: TaxLine): View {
  return {
    channelLiable: false,
    price: decimalText(tax.price.shop, order.currencies.shop),
    priceSet: bag(tax.price, order.currencies),
    rate: tax.rate,
    ratePercentage: Math.round(tax.rate * 1e6) / 1e4,
    source: 'Shopify',
    title: tax.title,
  };
}

function applicationView(order: Order, application: DiscountApplication, index: number): View {
  const typename = {
    code: 'DiscountCodeApplication',
    automatic: 'AutomaticDiscountApplication',
    manual: 'ManualDiscountApplication',
  }[application.kind];
  const value =
    'percentage' in application.value
      ? { __typename: 'PricingPercentageValue', percentage: application.value.percentage }
      : { __typename: 'MoneyV2', ...money(application.value.amount.shop, order.currencies.shop) };
  return {
    __typename: typename,
    index,
    allocationMethod: application.allocation,
    targetSelection: application.selection,
    targetType: 'LINE_ITEM',
    value,
    code: application.code,
    title: application.title,
    description: null,
  };
}

function allocationViews(order: Order, line: LineItem): View[] {
  return line.discounts.flatMap((each) => {
    const application = order.discountApplications[each.application];
    if (application === undefined) return [];
    return [
      {
        allocatedAmount: money(each.amount.shop, order.currencies.shop),
        allocatedAmountSet: bag(each.amount, order.currencies),
        discountApplication: () => applicationView(order, application, each.application),
      },
    ];
  });
}

export function shippingView(order: Order, line: ShippingLine): View {
  const { currencies } = order;
  return {
    id: gid('ShippingLine', line.id),
    title: line.title,
    code: line.code,
    source: 'shopify',
    custom: false,
    isRemoved: false,
    carrierIdentifier: null,
    deliveryCategory: null,
    phone: null,
    discountAllocations: [],
    price: decimalText(line.price.shop, currencies.shop),
    originalPrice: money(line.price.shop, currencies.shop),
    originalPriceSet: bag(line.price, currencies),
    discountedPrice: money(line.price.shop, currencies.shop),
    discountedPriceSet: bag(line.price, currencies),
    currentDiscountedPriceSet: bag(line.price, currencies),
    taxLines: line.taxLines.map((tax) => taxView(order, tax)),
  };
}

export function lineView(context: Context, order: Order, line: LineItem): View {
  const { currencies } = order;
  const product = () => productById(context.shop, line.productId);
  const current = () => currentQuantity(order, line);
  const open = () => unfulfilledQuantity(order, line);
  return {
    __typename: 'LineItem',
    id: gid('LineItem', line.id),
    name: line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`,
    title: line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    vendor: line.vendor,
    quantity: line.quantity,
    currentQuantity: current,
    refundableQuantity: current,
    unfulfilledQuantity: open,
    fulfillableQuantity: open,
    nonFulfillableQuantity: () => line.quantity - open(),
    isGiftCard: line.isGiftCard,
    requiresShipping: line.requiresShipping,
    taxable: line.taxable,
    restockable: line.variantId !== null,
    canRestock: line.variantId !== null,
    merchantEditable: () => open() > 0,
    customAttributes: line.properties,
    weight: { unit: 'GRAMS', value: line.grams },
    taxLines: (args: { first?: number | null }) => firstOf(line.taxLines, args.first).map((tax) => taxView(order, tax)),
    discountAllocations: () => allocationViews(order, line),
    ...lineMoney(order, line),
    unfulfilledOriginalTotal: () =>
      decimalText(share(lineOriginal(line), 0, open(), line.quantity).shop, currencies.shop),
    unfulfilledOriginalTotalSet: () => bag(share(lineOriginal(line), 0, open(), line.quantity), currencies),
    unfulfilledDiscountedTotal: () =>
      decimalText(share(linePaid(line), 0, open(), line.quantity).shop, currencies.shop),
    unfulfilledDiscountedTotalSet: () => bag(share(linePaid(line), 0, open(), line.quantity), currencies),
    image: () => {
      const found = product();
      if (found === undefined) return null;
      const bought = found.variants.find(({ id }) => id === line.variantId);
      return bought === undefined ? imageView(context, found) : variantImageView(context, found, bought);
    },
    product: () => {
      const found = product();
      return found === undefined ? null : productView(context, found);
    },
    variant: () => {
      const found = product();
      const variant = found?.variants.find((each) => each.id === line.variantId);
      return found === undefined || variant === undefined ? null : variantView(context, found, variant);
    },
  };
}

function lineMoney(order: Order, line: LineItem): View {
  const { currencies } = order;
  const both = (name: string, read: (all: boolean) => Pair): View => ({
    [name]: () => decimalText(read(false).shop, currencies.shop),
    [`${name}Set`]: (args: { withCodeDiscounts?: boolean }) => bag(read(args.withCodeDiscounts === true), currencies),
  });
  const each = (pair: Pair) => share(pair, 0, 1, line.quantity);
  return {
    ...both('originalUnitPrice', () => line.unitPrice),
    ...both('originalTotal', () => lineOriginal(line)),
    ...both('totalDiscount', () => lineDiscount(line)),
    ...both('discountedTotal', (all) => lineDiscounted(order, line, all)),
    ...both('discountedUnitPrice', () => each(lineDiscounted(order, line, false))),
    discountedUnitPriceAfterAllDiscountsSet: () => bag(each(linePaid(line)), currencies),
    priceAfterAllDiscountsBeforeTaxesSet: () =>
      bag(order.taxesIncluded ? minus(linePaid(line), lineTax(line)) : linePaid(line), currencies),
  };
}

export function transactionView(context: Context, order: Order, transaction: Transaction): View {
  const { currencies } = order;
  const incoming = transaction.kind === 'SALE' || transaction.kind === 'CAPTURE';
  const formatted = transaction.gateway
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
  return {
    __typename: 'OrderTransaction',
    id: gid('OrderTransaction', transaction.id),
    kind: transaction.kind,
    status: transaction.status,
    gateway: transaction.gateway,
    formattedGateway: formatted,
    manualPaymentGateway: isManual(transaction.gateway),
    manuallyCapturable: false,
    multiCapturable: false,
    accountNumber: transaction.gateway === 'shopify_payments' ? '•••• •••• •••• 4242' : null,
    authorizationCode: null,
    paymentId: `${order.confirmationNumber.toLowerCase()}.${transaction.id % 1000}`,
    receiptJson: '{}',
    test: transaction.test,
    amount: decimalText(transaction.amount.shop, currencies.shop),
    amountSet: bag(transaction.amount, currencies),
    amountV2: money(transaction.amount.shop, currencies.shop),
    maximumRefundable: () =>
      incoming ? decimalText(maximumRefundable(order, transaction).presentment, currencies.presentment) : null,
    maximumRefundableV2: () =>
      incoming ? money(maximumRefundable(order, transaction).presentment, currencies.presentment) : null,
    totalUnsettled: () => decimalText(0, currencies.shop),
    totalUnsettledSet: () => bag(ZERO, currencies),
    location: null,
    order: () => orderView(context, order),
    parentTransaction: () => {
      const parent = order.transactions.find((each) => each.id === transaction.parentId);
      return parent === undefined ? null : transactionView(context, order, parent);
    },
    createdAt: transaction.createdAt,
    processedAt: transaction.createdAt,
  };
}
