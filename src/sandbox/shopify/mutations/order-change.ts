import { randomUUID } from 'node:crypto';
import { customerById, orderById, productById } from '../lookup.ts';
import { currentQuantity, maximumRefundable, orderSums, unfulfilledQuantity } from '../order-sums.ts';
import { minus, ZERO } from '../amounts.ts';
import type { Address, Order, ShopState } from '../state.ts';
import { gid, numberOf } from '../state.ts';
import type { Context, View } from '../views/connection.ts';
import { customerView } from '../views/customer.ts';
import { productView } from '../views/product.ts';
import { announceOrder, announceProduct, isoNow } from './announce.ts';
import type { RefundPlan } from './refund.ts';
import { applyRefund } from './refund.ts';

export type AddressInput = {
  firstName?: string | null;
  lastName?: string | null;
  company?: string | null;
  address1?: string | null;
  address2?: string | null;
  city?: string | null;
  provinceCode?: string | null;
  province?: string | null;
  zip?: string | null;
  countryCode?: string | null;
  country?: string | null;
  phone?: string | null;
};

const regions = new Intl.DisplayNames(['en'], { type: 'region' });

export function readAddress(input: AddressInput): Address {
  const countryCode = input.countryCode ?? 'US';
  return {
    firstName: input.firstName ?? '',
    lastName: input.lastName ?? '',
    company: input.company ?? null,
    address1: input.address1 ?? '',
    address2: input.address2 ?? null,
    city: input.city ?? '',
    provinceCode: input.provinceCode ?? null,
    province: input.province ?? input.provinceCode ?? null,
    zip: input.zip ?? '',
    country: input.country ?? regions.of(countryCode) ?? countryCode,
    countryCode,
    phone: input.phone ?? null,
  };
}

type UpdateInput = {
  id: string;
  email?: string | null;
  phone?: string | null;
  note?: string | null;
  tags?: string[] | null;
  customAttributes?: { key: string; value: string }[] | null;
  shippingAddress?: AddressInput | null;
};

export function orderUpdate(context: Context, input: UpdateInput, sort: (tags: readonly string[]) => string[]): View {
  const order = orderById(context.shop, numberOf(input.id, 'Order'));
  if (order === undefined) return { order: null, userErrors: [{ field: ['id'], message: 'Order does not exist' }] };
  if (input.email !== undefined) order.email = input.email?.toLowerCase() ?? null;
  if (input.phone !== undefined) order.phone = input.phone;
  if (input.note !== undefined) order.note = input.note;
  if (input.tags) order.tags = sort(input.tags);
  if (input.customAttributes) order.customAttributes = input.customAttributes;
  if (input.shippingAddress) order.shippingAddress = readAddress(input.shippingAddress);
  announceOrder(context, order);
  return { order: context.views.order(context, order), userErrors: [] };
}

export function orderClose(context: Context, id: string): View {
  const order = orderById(context.shop, numberOf(id, 'Order'));
  if (order === undefined)
    return { order: null, userErrors: [{ field: ['input', 'id'], message: 'Order does not exist' }] };
  order.closedAt ??= isoNow();
  announceOrder(context, order);
  return { order: context.views.order(context, order), userErrors: [] };
}

type CancelArgs = {
  orderId: string;
  reason: string;
  restock: boolean;
  refund?: boolean | null;
  refundMethod?: { originalPaymentMethodsRefund?: boolean; storeCreditRefund?: { expiresAt?: string | null } } | null;
};

/** Says yes at once and cancels later, as a job. */
export function orderCancel(
  context: Context,
  args: CancelArgs,
  later: (work: (context: Context) => void) => void,
): View {
  const { shop } = context;
  const refused = (code: string, message: string): View => ({
    job: null,
    userErrors: [{ field: ['orderId'], message }],
    orderCancelUserErrors: [{ code, field: ['orderId'], message }],
  });
  const order = orderById(shop, numberOf(args.orderId, 'Order'));
  if (order === undefined) return refused('NOT_FOUND', 'Order does not exist');
  if (order.cancelledAt !== null) return refused('INVALID', 'Cannot cancel an order that has already been canceled');
  if (order.fulfillments.some((each) => each.status === 'SUCCESS'))
    return refused('INVALID', 'Cannot cancel an order with fulfilled line items');
  if (args.refundMethod?.storeCreditRefund && order.customerId === null)
    return refused('STORE_CREDIT_REFUND_MISSING_CUSTOMER', 'Order has no customer to give store credit to');
  const job = { id: randomUUID(), done: false };
  shop.jobs.push(job);
  later((afterwards) => {
    cancel(afterwards, order, args);
    job.done = true;
  });
  return { job: { id: gid('Job', job.id), done: false }, userErrors: [], orderCancelUserErrors: [] };
}

function cancel(context: Context, order: Order, args: CancelArgs): void {
  const now = isoNow();
  const { net, shipping, refundedShipping } = orderSums(order);
  const toPayments = args.refund === true || args.refundMethod?.originalPaymentMethodsRefund === true;
  const credit = args.refundMethod?.storeCreditRefund;
  const plan: RefundPlan = {
    lines: order.lineItems
      .filter((line) => currentQuantity(order, line) > 0)
      .map((line) => ({
        lineItemId: line.id,
        quantity: unfulfilledQuantity(order, line),
        restockType: args.restock ? 'CANCEL' : 'NO_RESTOCK',
      })),
    shipping: minus(shipping, refundedShipping),
    transfers: toPayments
      ? order.transactions.map((each) => ({ parentId: each.id, amount: maximumRefundable(order, each) }))
      : [],
    storeCredit: credit && net.presentment > 0 ? { amount: net, expiresAt: credit.expiresAt ?? null } : null,
    note: null,
    returnId: null,
    allowOverRefunding: false,
  };
  order.cancelledAt = now;
  order.closedAt = now;
  order.cancelReason = args.reason;
  if (toPayments || credit || args.restock)
    applyRefund(context, order, { ...plan, shipping: toPayments || credit ? plan.shipping : ZERO });
  announceOrder(context, order);
  announceOrder(context, order, 'orders/cancelled');
}

type Tagged = { tags: string[]; view: () => View; touched: () => void };

function tagged(context: Context, id: string): Tagged | undefined {
  const { shop } = context;
  const order = orderById(shop, numberOf(id, 'Order'));
  if (order !== undefined)
    return {
      tags: order.tags,
      view: () => context.views.order(context, order),
      touched: () => announceOrder(context, order),
    };
  const product = productById(shop, numberOf(id, 'Product'));
  if (product !== undefined)
    return {
      tags: product.tags,
      view: () => productView(context, product),
      touched: () => announceProduct(context, product),
    };
  return taggedCustomer(context, shop, id);
}

function taggedCustomer(context: Context, shop: ShopState, id: string): Tagged | undefined {
  const customer = customerById(shop, numberOf(id, 'Customer'));
  if (customer === undefined) return undefined;
  return {
    tags: customer.tags,
    view: () => customerView(context, customer),
    touched: () => void (customer.updatedAt = isoNow()),
  };
}

/** Replaces the tags of an order, a product or a customer by what `change` makes of them. */
export function changeTags(context: Context, id: string, change: (tags: readonly string[]) => string[]): View {
  const found = tagged(context, id);
  if (found === undefined) return { node: null, userErrors: [{ field: ['id'], message: 'Invalid id' }] };
  const tags = change(found.tags);
  const longest = tags.find((tag) => tag.length > 255);
  if (longest !== undefined)
    return { node: null, userErrors: [{ field: ['tags'], message: 'Tag is too long (maximum is 255 characters)' }] };
  found.tags.splice(0, found.tags.length, ...tags);
  found.touched();
  return { node: found.view(), userErrors: [] };
}
