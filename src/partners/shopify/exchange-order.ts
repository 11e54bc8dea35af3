import { z } from 'zod';
import type { Address } from '#core/address.ts';
import type { Minor, Money } from '#core/money.ts';
import { decimalFromMinor, minorFromDecimal } from '#core/money.ts';
import { EXCHANGE_DISCOUNT } from '#core/orders/discount-codes.ts';
import { CHARGES_TITLE } from '#core/orders/exchange-order.ts';
import type { CallContext, ExchangeOrderRequest, InventoryHandling } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused } from './client.ts';
import { gidOf, tailOf } from './gid.ts';
import { ORDER_CREATE, ORDERS_BY_SOURCE } from './operations.ts';
import type { LiveVariants } from './stock.ts';
import { outOfStock, readVariants } from './stock.ts';
import { orderAdminUrl } from './shop-url.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';

/** What orderCreate does with stock, as the platform names it. */
const BEHAVIOR = {
  bypass: 'BYPASS',
  decrementIgnoringPolicy: 'DECREMENT_IGNORING_POLICY',
  decrementObeyingPolicy: 'DECREMENT_OBEYING_POLICY',
} as const satisfies Record<InventoryHandling, string>;
type InventoryBehavior = (typeof BEHAVIOR)[InventoryHandling];

const CreatedOrder = z.object({
  id: z.string(),
  name: z.string(),
  sourceIdentifier: z.string().nullable(),
  cancelledAt: z.string().nullable(),
});
type CreatedOrder = z.infer<typeof CreatedOrder>;
const CreatedOrders = z.object({ nodes: z.array(CreatedOrder) });
const FoundOrders = z.object({ found: CreatedOrders, latest: CreatedOrders });
const OrderCreated = z.object({
  orderCreate: z.object({ order: CreatedOrder.nullable(), userErrors: UserErrors }),
});

export type ExchangeOrderResult = { idFromPlatform: string; orderNo: string; platformAdminUrl: string };
type Caller = { client: ShopifyClient; context: CallContext };

/**
 * Creates the exchange order, once per purpose key. The key is the order's source identifier, which no one edits. The
 * order's total is what the shopper paid for it elsewhere, nothing by default.
 */
export async function exchangeOrderOnce(
  caller: Caller,
  handling: InventoryHandling,
  request: ExchangeOrderRequest,
): Promise<ExchangeOrderResult> {
  const earlier = await findCreated(caller, request.purposeKey);
  return resultOf(caller, earlier ?? (await create(caller, BEHAVIOR[request.inventory ?? handling], request)));
}

/** The fields of an order that callers get. */
export function resultOf({ client }: Caller, created: CreatedOrder): ExchangeOrderResult {
  const idFromPlatform = tailOf(created.id);
  const platformAdminUrl = orderAdminUrl(client.shopUrl, client.shopDomain, idFromPlatform);
  return { idFromPlatform, orderNo: created.name, platformAdminUrl };
}

/** The order made for a purpose key, unless it was canceled since. */
export async function findCreated({ client, context }: Caller, purposeKey: string): Promise<CreatedOrder | undefined> {
  const query = `source_identifier:"${purposeKey.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  const { found, latest } = await client.run(ORDERS_BY_SOURCE, { query }, FoundOrders, context);
  // A search may match loosely and lags behind creation; the identifier itself decides.
  return [...found.nodes, ...latest.nodes].find(
    (order) => order.sourceIdentifier === purposeKey && order.cancelledAt === null,
  );
}

async function create(
  caller: Caller,
  inventoryBehavior: InventoryBehavior,
  request: ExchangeOrderRequest,
): Promise<CreatedOrder> {
  if (request.lines.length === 0) throw refused('an exchange order needs at least one line');
  const variants = await readVariants(caller, request.lines);
  const { originalOrder } = request;
  const order = {
    ...(request.name ? { name: request.name } : {}),
    sourceIdentifier: request.purposeKey,
    note: request.note,
    tags: request.tags,
    financialStatus: 'PAID',
    ...chargesOf(request, variants),
    ...shippingOf(request, variants.currencyCode),
    ...(originalOrder.email ? { email: originalOrder.email } : {}),
    ...(originalOrder.customerIdFromPlatform
      ? { customer: { toAssociate: { id: gidOf('Customer', originalOrder.customerIdFromPlatform) } } }
      : {}),
    ...(originalOrder.shippingAddress ? { shippingAddress: mailingAddressOf(originalOrder.shippingAddress) } : {}),
  };
  const options = { inventoryBehaviour: inventoryBehavior, sendReceipt: false, sendFulfillmentReceipt: true };
  return createOrder(caller, order, options, () => readShortage(caller, request));
}

/** Sends an order. When the platform lacks the goods `onShortage` says which, and nothing was made. */
export async function createOrder(
  { client, context }: Caller,
  order: object,
  options: object,
  onShortage: () => Promise<Error>,
): Promise<CreatedOrder> {
  const { orderCreate } = await client.run(ORDER_CREATE, { order, options }, OrderCreated, context);
  if (orderCreate.userErrors.some(({ code }) => code === 'INVENTORY_CLAIM_FAILED')) throw await onShortage();
  refuseUserErrors(ORDER_CREATE, orderCreate.userErrors);
  if (!orderCreate.order) throw refused('Shopify created no order and gave no reason');
  return orderCreate.order;
}

const readShortage = async (caller: Caller, { lines }: ExchangeOrderRequest): Promise<Error> =>
  outOfStock(lines, await readVariants(caller, lines));

/** Lines, discount and payment: together they come to exactly what the shopper paid elsewhere. */
function chargesOf(request: ExchangeOrderRequest, variants: LiveVariants): object {
  const { currencyCode, paid } = request;
  const code = `${EXCHANGE_DISCOUNT}${request.originalOrder.orderNo.replace(/^#/, '')}`;
  if (!paid || paid.amount === 0) {
    return {
      lineItems: request.lines.map((line) => ({
        ...goodsOf(line, variants),
        ...(line.unitPrice ? { priceSet: bagOf(line.unitPrice) } : {}),
      })),
      ...(request.lines.some(({ unitPrice }) => unitPrice) ? { currency: currencyCode } : {}),
      ...(request.lines.every(({ unitPrice }) => unitPrice?.amount === 0)
        ? {}
        : { discountCode: { itemPercentageDiscountCode: { code, percentage: 100 } } }),
    };
  }
  if (paid.currencyCode !== currencyCode) throw refused(`paid in ${paid.currencyCode}, ordered in ${currencyCode}`);
  const priced = request.lines.map((line) => ({ ...line, unitPrice: priceOf(line, currencyCode, variants) }));
  const worth = priced.reduce((sum, { unitPrice, quantity }) => sum + unitPrice.amount * quantity, 0);
  const money = (amount: Minor): object => bagOf({ amount, currencyCode });
  const extra = { title: CHARGES_TITLE, quantity: 1, requiresShipping: false, taxable: false };
  return {
    currency: currencyCode,
    lineItems: [
      ...priced.map((line) => ({ ...goodsOf(line, variants), priceSet: bagOf(line.unitPrice) })),
      ...(paid.amount > worth ? [{ ...extra, priceSet: money(paid.amount - worth) }] : []),
    ],
    ...(paid.amount < worth
      ? { discountCode: { itemFixedDiscountCode: { code, amountSet: money(worth - paid.amount) } } }
      : {}),
    transactions: [{ kind: 'SALE', status: 'SUCCESS', gateway: 'Makegood', amountSet: money(paid.amount) }],
  };
}

/** Warehouses choose how they ship by the name of this line. */
function shippingOf({ shippingTitle, currencyCode, paid, lines }: ExchangeOrderRequest, shopCurrency: string): object {
  if (!shippingTitle) return {};
  const isInOrderCurrency = (paid && paid.amount > 0) || lines.some(({ unitPrice }) => unitPrice);
  const free = { amount: 0, currencyCode: isInOrderCurrency ? currencyCode : shopCurrency };
  return { shippingLines: [{ title: shippingTitle, priceSet: bagOf(free) }] };
}

type Line = ExchangeOrderRequest['lines'][number];

const goodsOf = ({ variantIdFromPlatform, quantity }: Line, variants: LiveVariants): object => ({
  variantId: gidOf('ProductVariant', variantIdFromPlatform),
  quantity,
  // Left out, the platform takes a line for one that is not shipped.
  requiresShipping: variants.byId.get(variantIdFromPlatform)?.inventoryItem.requiresShipping ?? true,
});

function priceOf({ variantIdFromPlatform, unitPrice }: Line, currencyCode: string, variants: LiveVariants): Money {
  const price = unitPrice ?? {
    amount: minorFromDecimal(variants.byId.get(variantIdFromPlatform)?.price ?? '0', variants.currencyCode),
    currencyCode: variants.currencyCode,
  };
  if (price.currencyCode !== currencyCode) {
    throw refused(`the shop's prices are in ${price.currencyCode}: a paid order in ${currencyCode} needs unit prices`);
  }
  return price;
}

/** An amount as orders take it. */
export const bagOf = ({ amount, currencyCode }: Money): object => ({
  shopMoney: { amount: decimalFromMinor(amount, currencyCode), currencyCode },
});

function mailingAddressOf(address: Address): object {
  const fields = {
    firstName: address.firstName,
    lastName: address.lastName,
    company: address.company,
    address1: address.line1,
    address2: address.line2,
    city: address.city,
    provinceCode: address.stateOrProvinceCode,
    zip: address.postalCode,
    countryCode: address.countryCode,
    phone: address.phone,
  };
  // An empty code is not a member of the platform's list of countries.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}
