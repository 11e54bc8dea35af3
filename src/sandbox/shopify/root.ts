import { accountView, customerConnection, customerView, giftCardView } from './views/customer.ts';
import type { Context, PageArgs, View, Views } from './views/connection.ts';
import { connection, innerConnection } from './views/connection.ts';
import { fulfillmentView, returnableConnection, returnableView } from './views/fulfillment.ts';
import { lineView, orderConnection, orderView, transactionView } from './views/order.ts';
import { bulkView, draftView, installationView, shopView, subscriptionView } from './views/platform.ts';
import {
  inventoryItemView,
  locationView,
  productConnection,
  productView,
  variantConnection,
  variantView,
} from './views/product.ts';
import { refundView } from './views/refund.ts';
import { membershipView, segmentConnection, segmentView } from './views/segment.ts';
import { returnView } from './views/return.ts';
import { customerById, orderById, productById, returnById, variantById, variantOfItem } from './lookup.ts';
import { customerCreate, findCustomer, type CustomerInput } from './mutations/customers.ts';
import { giftCardCreate, giftCardDeactivate } from './mutations/gift-cards.ts';
import { draftOrderComplete, draftOrderCreate, draftOrderDelete } from './mutations/draft-orders.ts';
import { adjustQuantities } from './mutations/inventory.ts';
import { metafieldsSet } from './mutations/metafields.ts';
import { changeTags, orderCancel, orderClose, orderUpdate } from './mutations/order-change.ts';
import type { OrderCreateInput } from './mutations/order-create.ts';
import { orderCreate, sortedTags } from './mutations/order-create.ts';
import { productSet, publicationConnection, publishablePublish } from './mutations/products.ts';
import { refundOnce } from './mutations/refund.ts';
import type { ReturnProcessInput } from './mutations/return-process.ts';
import { returnProcess } from './mutations/return-process.ts';
import {
  returnApproveRequest,
  returnCancel,
  returnClose,
  returnCreate,
  returnDeclineRequest,
  returnReopen,
  returnRequest,
} from './mutations/returns.ts';
import { scriptTagConnection, scriptTagCreate, scriptTagDelete, scriptTagView } from './mutations/script-tags.ts';
import { storeCreditAccountCredit, storeCreditAccountDebit } from './mutations/store-credit.ts';
import {
  webhookSubscriptionCreate,
  webhookSubscriptionDelete,
  webhookSubscriptionUpdate,
} from './mutations/subscriptions.ts';
import { searchDrafts, searchGiftCards, searchOrders } from './search.ts';
import { gid, numberOf } from './state.ts';

export const views: Views = {
  order: orderView,
  orders: orderConnection,
  line: lineView,
  transaction: transactionView,
  refund: refundView,
  return: returnView,
};

/** Work that goes on after the answer: the sandbox's asynchronous jobs and bulk exports. */
export type Later = {
  job: (work: (context: Context) => void) => void;
  runBulk: (context: Context, query: string) => View;
  cancelBulk: (context: Context, id: string) => View;
};

type ById = { id: string };
type Search = PageArgs & { query?: string | null; sortKey: string };

const shown = <T>(found: T | undefined, view: (found: T) => View): View | null =>
  found === undefined ? null : view(found);

function refundById(context: Context, id: string): View | null {
  const number = numberOf(id, 'Refund');
  const order = context.shop.orders.find((each) => each.refunds.some((refund) => refund.id === number));
  const refund = order?.refunds.find((each) => each.id === number);
  return order === undefined || refund === undefined ? null : refundView(context, order, refund);
}

/** By the id of the fulfillment, or of what can be returned of it. */
const fulfillmentBy =
  (type: string, view: typeof fulfillmentView) =>
  (context: Context, id: string): View | null => {
    const number = numberOf(id, type);
    const order = context.shop.orders.find((each) => each.fulfillments.some((sent) => sent.id === number));
    const fulfillment = order?.fulfillments.find((each) => each.id === number);
    return order === undefined || fulfillment === undefined ? null : view(context, order, fulfillment);
  };

function returnOf(context: Context, id: string): View | null {
  const found = returnById(context.shop, numberOf(id, 'Return'));
  const order = orderById(context.shop, found?.orderId ?? null);
  return found === undefined || order === undefined ? null : returnView(context, order, found);
}

const byId: Readonly<Record<string, (context: Context, id: string) => View | null>> = {
  Order: (context, id) => shown(orderById(context.shop, numberOf(id, 'Order')), (each) => orderView(context, each)),
  Product: (context, id) =>
    shown(productById(context.shop, numberOf(id, 'Product')), (each) => productView(context, each)),
  ProductVariant: (context, id) =>
    shown(variantById(context.shop, numberOf(id, 'ProductVariant')), (each) =>
      variantView(context, each.product, each.variant),
    ),
  InventoryItem: (context, id) =>
    shown(variantOfItem(context.shop, numberOf(id, 'InventoryItem')), (each) =>
      inventoryItemView(context, each.product, each.variant),
    ),
  Customer: (context, id) =>
    shown(customerById(context.shop, numberOf(id, 'Customer')), (each) => customerView(context, each)),
  GiftCard: (context, id) =>
    shown(
      context.shop.giftCards.find((each) => each.id === numberOf(id, 'GiftCard')),
      (each) => giftCardView(context, each),
    ),
  StoreCreditAccount: (context, id) =>
    shown(
      context.shop.storeCreditAccounts.find((each) => each.id === numberOf(id, 'StoreCreditAccount')),
      (each) => accountView(context, each),
    ),
  DraftOrder: (context, id) =>
    shown(
      context.shop.draftOrders.find((each) => each.id === numberOf(id, 'DraftOrder')),
      (each) => draftView(context, each),
    ),
  BulkOperation: (context, id) =>
    shown(
      context.shop.bulkOperations.find((each) => each.id === numberOf(id, 'BulkOperation')),
      (each) => bulkView(context, each),
    ),
  WebhookSubscription: (context, id) =>
    shown(
      context.shop.webhookSubscriptions.find((each) => each.id === numberOf(id, 'WebhookSubscription')),
      subscriptionView,
    ),
  ScriptTag: (context, id) =>
    shown(
      context.shop.scriptTags?.find((each) => each.id === numberOf(id, 'ScriptTag')),
      scriptTagView,
    ),
  Location: (context, id) => (numberOf(id, 'Location') === context.shop.locationId ? locationView(context) : null),
  Segment: (context, id) =>
    shown(
      context.shop.segments.find((each) => each.id === numberOf(id, 'Segment')),
      segmentView,
    ),
  Refund: refundById,
  Fulfillment: fulfillmentBy('Fulfillment', fulfillmentView),
  ReturnableFulfillment: fulfillmentBy('ReturnableFulfillment', returnableView),
  Return: returnOf,
};

const named = (type: string) => (args: ById, context: Context) => byId[type]?.(context, args.id) ?? null;

function node(context: Context, id: string): View | null {
  const type = /^gid:\/\/shopify\/(\w+)\//.exec(id)?.[1] ?? '';
  return byId[type]?.(context, id) ?? null;
}

export function queryRoot(): View {
  return {
    shop: (_args: object, context: Context) => shopView(context),
    currentAppInstallation: (_args: object, context: Context) => installationView(context),
    node: (args: ById, context: Context) => node(context, args.id),
    nodes: (args: { ids: string[] }, context: Context) => args.ids.map((id) => node(context, id)),
    order: named('Order'),
    product: named('Product'),
    productVariant: named('ProductVariant'),
    inventoryItem: named('InventoryItem'),
    customer: named('Customer'),
    customerByIdentifier: (args: { identifier: Parameters<typeof findCustomer>[1] }, context: Context) =>
      shown(findCustomer(context.shop, args.identifier), (each) => customerView(context, each)),
    customerSegmentMembership: (args: { customerId: string; segmentIds: string[] }, context: Context) =>
      membershipView(context, args),
    segment: named('Segment'),
    segments: (args: Search, context: Context) => segmentConnection(context, args),
    giftCard: named('GiftCard'),
    storeCreditAccount: named('StoreCreditAccount'),
    draftOrder: named('DraftOrder'),
    bulkOperation: named('BulkOperation'),
    webhookSubscription: named('WebhookSubscription'),
    refund: named('Refund'),
    fulfillment: named('Fulfillment'),
    return: named('Return'),
    location: (args: { id?: string | null }, context: Context) =>
      byId['Location']?.(context, args.id ?? gid('Location', context.shop.locationId)) ?? null,
    locations: (args: PageArgs, context: Context) => innerConnection(context, [0], args, () => locationView(context)),
    orders: (args: Search, context: Context) =>
      orderConnection(context, searchOrders(context.shop, context.shop.orders, args.query), args),
    ordersCount: (args: { query?: string | null }, context: Context) => ({
      count: searchOrders(context.shop, context.shop.orders, args.query).length,
      precision: 'EXACT',
    }),
    products: (args: Search, context: Context) => productConnection(context, args),
    productVariants: (args: Search, context: Context) => variantConnection(context, args),
    productByIdentifier: (args: { identifier: { handle?: string; id?: string } }, context: Context) => {
      const { handle, id } = args.identifier;
      return shown(
        context.shop.products.find((each) => each.handle === handle || each.id === numberOf(id, 'Product')),
        (each) => productView(context, each),
      );
    },
    publications: (args: PageArgs, context: Context) => publicationConnection(context, args),
    scriptTags: (args: PageArgs & { src?: string | null }, context: Context) => scriptTagConnection(context, args),
    customers: (args: Search, context: Context) => customerConnection(context, args),
    giftCards: (args: Search, context: Context) =>
      connection(
        context,
        searchGiftCards(context.shop, context.shop.giftCards, args.query),
        args,
        (each) => [args.sortKey === 'CREATED_AT' ? each.createdAt : each.id, each.id],
        (each) => giftCardView(context, each),
      ),
    draftOrders: (args: Search, context: Context) =>
      connection(
        context,
        searchDrafts(context.shop, context.shop.draftOrders, args.query),
        args,
        (each) => [args.sortKey === 'UPDATED_AT' ? each.updatedAt : each.id, each.id],
        (each) => draftView(context, each),
      ),
    returnableFulfillments: (args: PageArgs & { orderId: string }, context: Context) =>
      returnableConnection(context, orderById(context.shop, numberOf(args.orderId, 'Order')), args),
    job: (args: ById, context: Context) => {
      const job = context.shop.jobs.find((each) => gid('Job', each.id) === args.id);
      return job === undefined ? null : { id: args.id, done: job.done, query: queryRoot };
    },
    currentBulkOperation: (_args: object, context: Context) =>
      shown(context.shop.bulkOperations.at(-1), (each) => bulkView(context, each)),
    bulkOperations: (args: PageArgs, context: Context) =>
      connection(
        context,
        context.shop.bulkOperations,
        args,
        (each) => [each.createdAt, each.id],
        (each) => bulkView(context, each),
      ),
    webhookSubscriptions: (
      args: PageArgs & { topics?: string[] | null; callbackUrl?: string | null; uri?: string | null },
      context: Context,
    ) => {
      const uri = args.uri ?? args.callbackUrl;
      const rows = context.shop.webhookSubscriptions.filter(
        (each) => (!args.topics || args.topics.includes(each.topic)) && (!uri || each.uri === uri),
      );
      return connection(context, rows, args, (each) => [each.createdAt, each.id], subscriptionView);
    },
  };
}

/** An argument as graphql-js hands it over once the schema has checked it. */
type Input<F extends (context: Context, input: never) => View> = { input: Parameters<F>[1] };

export function mutationRoot(later: Later): View {
  return {
    returnCreate: (args: { returnInput: Parameters<typeof returnCreate>[1] }, context: Context) =>
      returnCreate(context, args.returnInput),
    returnRequest: (args: Input<typeof returnRequest>, context: Context) => returnRequest(context, args.input),
    returnApproveRequest: (args: Input<typeof returnApproveRequest>, context: Context) =>
      returnApproveRequest(context, args.input),
    returnDeclineRequest: (args: Input<typeof returnDeclineRequest>, context: Context) =>
      returnDeclineRequest(context, args.input),
    returnProcess: (args: { input: ReturnProcessInput }, context: Context) =>
      returnProcess(context, args.input, later.job),
    returnCancel: (args: ById, context: Context) => returnCancel(context, args.id),
    returnClose: (args: ById, context: Context) => returnClose(context, args.id),
    returnReopen: (args: ById, context: Context) => returnReopen(context, args.id),
    productSet: (args: Parameters<typeof productSet>[1], context: Context) => productSet(context, args),
    publishablePublish: (args: Parameters<typeof publishablePublish>[1], context: Context) =>
      publishablePublish(context, args),
    scriptTagCreate: (args: Input<typeof scriptTagCreate>, context: Context) => scriptTagCreate(context, args.input),
    scriptTagDelete: (args: ById, context: Context) => scriptTagDelete(context, args.id),
    refundCreate: (args: Input<typeof refundOnce>, context: Context) => refundOnce(context, args.input),
    inventoryAdjustQuantities: (args: Input<typeof adjustQuantities>, context: Context) =>
      adjustQuantities(context, args.input),
    giftCardCreate: (args: Input<typeof giftCardCreate>, context: Context) => giftCardCreate(context, args.input),
    giftCardDeactivate: (args: ById, context: Context) => giftCardDeactivate(context, args.id),
    storeCreditAccountCredit: (args: Parameters<typeof storeCreditAccountCredit>[1], context: Context) =>
      storeCreditAccountCredit(context, args),
    storeCreditAccountDebit: (args: Parameters<typeof storeCreditAccountDebit>[1], context: Context) =>
      storeCreditAccountDebit(context, args),
    orderCreate: (
      args: { order: OrderCreateInput; options?: { inventoryBehaviour: string } | null },
      context: Context,
    ) => orderCreate(context, args.order, args.options?.inventoryBehaviour ?? 'BYPASS'),
    orderUpdate: (args: { input: Parameters<typeof orderUpdate>[1] }, context: Context) =>
      orderUpdate(context, args.input, sortedTags),
    orderClose: (args: { input: ById }, context: Context) => orderClose(context, args.input.id),
    orderCancel: (args: Parameters<typeof orderCancel>[1], context: Context) => orderCancel(context, args, later.job),
    tagsAdd: (args: ById & { tags: string[] }, context: Context) =>
      changeTags(context, args.id, (before) => sortedTags([...before, ...args.tags.flatMap((tag) => tag.split(','))])),
    tagsRemove: (args: ById & { tags: string[] }, context: Context) => {
      const gone = new Set(args.tags.map((tag) => tag.trim().toLowerCase()));
      return changeTags(context, args.id, (before) => before.filter((tag) => !gone.has(tag.toLowerCase())));
    },
    bulkOperationRunQuery: (args: { query: string }, context: Context) => later.runBulk(context, args.query),
    bulkOperationCancel: (args: ById, context: Context) => later.cancelBulk(context, args.id),
    webhookSubscriptionCreate: (
      args: { topic: string; webhookSubscription: Parameters<typeof webhookSubscriptionCreate>[2] },
      context: Context,
    ) => webhookSubscriptionCreate(context, args.topic, args.webhookSubscription),
    webhookSubscriptionUpdate: (
      args: ById & { webhookSubscription: Parameters<typeof webhookSubscriptionUpdate>[2] },
      context: Context,
    ) => webhookSubscriptionUpdate(context, args.id, args.webhookSubscription),
    webhookSubscriptionDelete: (args: ById, context: Context) => webhookSubscriptionDelete(context, args.id),
    customerCreate: (args: { input: CustomerInput }, context: Context) => customerCreate(context, args.input),
    draftOrderCreate: (args: Input<typeof draftOrderCreate>, context: Context) => draftOrderCreate(context, args.input),
    draftOrderDelete: (args: { input: ById }, context: Context) => draftOrderDelete(context, args.input.id),
    metafieldsSet: (args: { metafields: Parameters<typeof metafieldsSet>[1] }, context: Context) =>
      metafieldsSet(context, args.metafields),
    draftOrderComplete: (args: Parameters<typeof draftOrderComplete>[1], context: Context) =>
      draftOrderComplete(context, args),
  };
}
