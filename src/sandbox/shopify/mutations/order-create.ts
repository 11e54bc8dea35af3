import { randomBytes } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { Currencies, Pair } from '../amounts.ts';
import { decimalsOf, fromShop, minorOf, share, ZERO } from '../amounts.ts';
import { customerById, variantById } from '../lookup.ts';
import { addCustomer } from './customers.ts';
import { lineOriginal, orderSums } from '../order-sums.ts';
import type { Address, Customer, LineItem, Order, ShopState, TaxLine } from '../state.ts';
import { nextId, numberOf } from '../state.ts';
import type { Context, View } from '../views/connection.ts';
import { announceOrder, isoNow } from './announce.ts';
import type { AddressInput } from './order-change.ts';
import { readAddress } from './order-change.ts';
import { moveStock } from './stock.ts';

type Money = { amount: unknown; currencyCode: string };
type MoneyBag = { shopMoney: Money; presentmentMoney?: Money | null };
type TaxInput = { title: string; rate: unknown; priceSet?: MoneyBag | null };

export type OrderCreateInput = {
  lineItems?:
    | {
        variantId?: string | null;
        productId?: string | null;
        title?: string | null;
        variantTitle?: string | null;
        quantity: number;
        priceSet?: MoneyBag | null;
        sku?: string | null;
        vendor?: string | null;
        giftCard?: boolean;
        requiresShipping?: boolean;
        taxable?: boolean;
        properties?: { name: string; value: string }[] | null;
        taxLines?: TaxInput[] | null;
      }[]
    | null;
  email?: string | null;
  phone?: string | null;
  note?: string | null;
  name?: string | null;
  tags?: string[] | null;
  test?: boolean;
  currency?: string | null;
  presentmentCurrency?: string | null;
  taxesIncluded?: boolean;
  customerId?: string | null;
  sourceName?: string | null;
  sourceIdentifier?: string | null;
  processedAt?: string | null;
  closedAt?: string | null;
  financialStatus?: string | null;
  fulfillmentStatus?: string | null;
  customAttributes?: { key: string; value: string }[] | null;
  customer?: {
    toUpsert?: {
      id?: string | null;
      email?: string | null;
      firstName?: string | null;
      lastName?: string | null;
      phone?: string | null;
      note?: string | null;
      tags?: string[] | null;
    };
    toAssociate?: { id?: string | null; email?: string | null };
  } | null;
  shippingAddress?: AddressInput | null;
  billingAddress?: AddressInput | null;
  shippingLines?: { title: string; code?: string | null; priceSet: MoneyBag; taxLines?: TaxInput[] | null }[] | null;
  transactions?:
    | {
        kind: Order['transactions'][number]['kind'];
        status: 'SUCCESS' | 'PENDING' | 'FAILURE';
        gateway?: string | null;
        amountSet: MoneyBag;
        giftCardId?: string | null;
      }[]
    | null;
  discountCode?: {
    itemPercentageDiscountCode?: { code: string; percentage?: number | null } | null;
    itemFixedDiscountCode?: { code: string; amountSet?: MoneyBag | null } | null;
    freeShippingDiscountCode?: { code: string } | null;
  } | null;
};

type Problem = { code: string | null; field: string[]; message: string };
const refused = (...userErrors: Problem[]): View => ({ order: null, userErrors });

function readBag(input: MoneyBag, currencies: Currencies): Pair | null {
  const shop = minorOf(input.shopMoney.amount, currencies.shop);
  if (shop === null || input.shopMoney.currencyCode !== currencies.shop) return null;
  if (!input.presentmentMoney) return fromShop(shop, currencies);
  const presentment = minorOf(input.presentmentMoney.amount, currencies.presentment);
  return presentment === null || input.presentmentMoney.currencyCode !== currencies.presentment
    ? null
    : { shop, presentment };
}

/** The exchange rate an order states by itself, by its first amount in both currencies. */
function readCurrencies(shop: ShopState, input: OrderCreateInput): Currencies {
  const own = input.currency ?? shop.currency;
  const presentment = input.presentmentCurrency ?? own;
  const bags = [
    ...(input.lineItems ?? []).map((line) => line.priceSet),
    ...(input.transactions ?? []).map((each) => each.amountSet),
  ];
  for (const bag of bags) {
    const from = minorOf(bag?.shopMoney.amount, own);
    const to = minorOf(bag?.presentmentMoney?.amount, presentment);
    if (from !== null && to !== null && from > 0)
      return { shop: own, presentment, rate: to / 10 ** decimalsOf(presentment) / (from / 10 ** decimalsOf(own)) };
  }
  return { shop: own, presentment, rate: 1 };
}

export function orderCreate(context: Context, input: OrderCreateInput, inventoryBehavior: string): View {
  const { shop } = context;
  if (!context.offlineToken)
    throw new GraphQLError('Access denied for orderCreate field. Required access: an offline access token.', {
      extensions: { code: 'ACCESS_DENIED' },
    });
  const currencies = readCurrencies(shop, input);
  if (!input.lineItems || input.lineItems.length === 0)
    return refused({
      code: 'INVALID',
      field: ['order', 'lineItems'],
      message: 'Line items must have at least one line item',
    });
  if (input.customer && input.customerId)
    return refused({
      code: 'REDUNDANT_CUSTOMER_FIELDS',
      field: ['order', 'customer'],
      message: 'Only one of customer and customerId may be given',
    });
  const read = input.lineItems.map((line, index) => readLine(shop, line, currencies, index));
  const problems = read.filter((each): each is Problem => 'message' in each);
  const lines = read.filter((each): each is LineItem => !('message' in each));
  if (inventoryBehavior === 'DECREMENT_OBEYING_POLICY') problems.push(...shortages(shop, lines));
  const moneyProblem = moneyOf(shop, input, currencies);
  if ('message' in moneyProblem) problems.push(moneyProblem);
  if (problems.length > 0 || 'message' in moneyProblem) return refused(...problems);
  const customer = pickCustomer(shop, input);
  if (customer === null)
    return refused({ code: 'INVALID', field: ['order', 'customer'], message: 'Customer could not be found' });
  const order = makeOrder(shop, input, currencies, lines, moneyProblem, customer);
  discount(order, input, currencies);
  settle(order, input);
  shop.orders.push(order);
  if (inventoryBehavior !== 'BYPASS') decrement(context, lines);
  if (input.fulfillmentStatus === 'FULFILLED') fulfil(shop, order);
  announceOrder(context, order, 'orders/create');
  return { order: context.views.order(context, order), userErrors: [] };
}

type LineInput = NonNullable<OrderCreateInput['lineItems']>[number];

function readLine(shop: ShopState, line: LineInput, currencies: Currencies, index: number): LineItem | Problem {
  const field = (name: string) => ['order', 'lineItems', String(index), name];
  if (line.quantity < 1)
    return { code: 'INVALID', field: field('quantity'), message: 'Quantity must be greater than 0' };
  const picked = line.variantId ? variantById(shop, numberOf(line.variantId, 'ProductVariant')) : undefined;
  if (line.variantId && picked === undefined)
    return { code: 'INVALID', field: field('variantId'), message: 'Variant does not exist' };
  const title = line.title ?? picked?.product.title;
  if (title === undefined) return { code: 'INVALID', field: field('title'), message: "Title can't be blank" };
  const unitPrice = line.priceSet
    ? readBag(line.priceSet, currencies)
    : fromShop(picked?.variant.price ?? 0, currencies);
  if (unitPrice === null)
    return { code: 'INVALID', field: field('priceSet'), message: 'Price is not valid for the currency of the order' };
  const variantTitle = line.variantTitle ?? picked?.variant.title ?? null;
  return {
    id: nextId(shop),
    productId: picked?.product.id ?? numberOf(line.productId, 'Product'),
    variantId: picked?.variant.id ?? null,
    title,
    variantTitle: variantTitle === 'Default Title' ? null : variantTitle,
    sku: line.sku ?? picked?.variant.sku ?? null,
    vendor: line.vendor ?? picked?.product.vendor ?? null,
    quantity: line.quantity,
    unitPrice,
    discounts: [],
    taxLines: readTaxes(line.taxLines, currencies),
    grams: picked?.variant.grams ?? 0,
    taxable: line.taxable !== false,
    requiresShipping: line.requiresShipping === true || picked !== undefined,
    isGiftCard: line.giftCard === true || picked?.product.isGiftCard === true,
    properties: (line.properties ?? []).map((each) => ({ key: each.name, value: each.value })),
  };
}

const readTaxes = (taxes: TaxInput[] | null | undefined, currencies: Currencies): TaxLine[] =>
  (taxes ?? []).map((tax) => ({
    title: tax.title,
    rate: Number(tax.rate),
    price: (tax.priceSet ? readBag(tax.priceSet, currencies) : null) ?? ZERO,
  }));

function shortages(shop: ShopState, lines: readonly LineItem[]): Problem[] {
  return lines.flatMap((line) => {
    const variant = variantById(shop, line.variantId)?.variant;
    if (variant === undefined || !variant.tracked || (variant.quantities['available'] ?? 0) >= line.quantity) return [];
    return [{ code: 'INVENTORY_CLAIM_FAILED', field: ['order', 'lineItems'], message: 'Unable to reserve inventory' }];
  });
}

type OrderMoney = Pick<Order, 'shippingLines' | 'transactions'>;

function moneyOf(shop: ShopState, input: OrderCreateInput, currencies: Currencies): OrderMoney | Problem {
  const now = isoNow();
  const shippingLines: Order['shippingLines'] = [];
  for (const [index, each] of (input.shippingLines ?? []).entries()) {
    const price = readBag(each.priceSet, currencies);
    if (price === null)
      return {
        code: 'INVALID',
        field: ['order', 'shippingLines', String(index), 'priceSet'],
        message: 'Price is not valid for the currency of the order',
      };
    shippingLines.push({
      id: nextId(shop),
      title: each.title,
      code: each.code ?? each.title,
      price,
      taxLines: readTaxes(each.taxLines, currencies),
    });
  }
  const transactions: Order['transactions'] = [];
  for (const [index, each] of (input.transactions ?? []).entries()) {
    const amount = readBag(each.amountSet, currencies);
    if (amount === null)
      return {
        code: 'INVALID',
        field: ['order', 'transactions', String(index), 'amountSet'],
        message: 'Amount is not valid for the currency of the order',
      };
    transactions.push({
      id: nextId(shop),
      kind: each.kind,
      status: each.status,
      gateway: each.gateway ?? 'manual',
      amount,
      parentId: null,
      createdAt: now,
      test: input.test === true,
    });
  }
  return { shippingLines, transactions };
}

/** undefined: no customer wanted; null: one wanted that does not exist. */
function pickCustomer(shop: ShopState, input: OrderCreateInput): Customer | undefined | null {
  const wantedId = input.customerId ?? input.customer?.toAssociate?.id ?? input.customer?.toUpsert?.id;
  const wantedEmail = input.customer?.toAssociate?.email ?? input.customer?.toUpsert?.email ?? input.email;
  const found = wantedId
    ? customerById(shop, numberOf(wantedId, 'Customer'))
    : shop.customers.find((each) => each.email !== '' && each.email === wantedEmail?.toLowerCase());
  if (found !== undefined) return found;
  const upsert = input.customer?.toUpsert;
  if (upsert === undefined) return wantedId || input.customer?.toAssociate ? null : undefined;
  return addCustomer(shop, upsert);
}

export function confirmationNumber(): string {
  return randomBytes(5).toString('hex').toUpperCase().slice(0, 9);
}

function makeOrder(
  shop: ShopState,
  input: OrderCreateInput,
  currencies: Currencies,
  lineItems: LineItem[],
  money: OrderMoney,
  customer: Customer | undefined,
): Order {
  const now = isoNow();
  const number = shop.nextOrderNumber;
  shop.nextOrderNumber += 1;
  const address = (given: AddressInput | null | undefined): Address | null => (given ? readAddress(given) : null);
  return {
    id: nextId(shop),
    name: input.name ?? `#${number}`,
    number,
    email: input.email?.toLowerCase() ?? customer?.email ?? null,
    phone: input.phone ?? null,
    customerId: customer?.id ?? null,
    currencies,
    taxesIncluded: input.taxesIncluded === true,
    createdAt: now,
    processedAt: input.processedAt ?? now,
    updatedAt: now,
    cancelledAt: null,
    cancelReason: null,
    closedAt: input.closedAt ?? null,
    shippingAddress: address(input.shippingAddress),
    billingAddress: address(input.billingAddress ?? input.shippingAddress),
    tags: sortedTags(input.tags ?? []),
    note: input.note ?? null,
    customAttributes: input.customAttributes ?? [],
    discountApplications: [],
    lineItems,
    ...money,
    fulfillments: [],
    refunds: [],
    sourceName: input.sourceName ?? 'sandbox-app',
    sourceIdentifier: input.sourceIdentifier ?? null,
    confirmationNumber: confirmationNumber(),
    test: input.test === true,
  };
}

/** Tags as the platform keeps them: trimmed, each once whatever its letter case, in alphabetical order. */
export function sortedTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const tag of tags.map((each) => each.trim()).filter((each) => each !== ''))
    if (!kept.has(tag.toLowerCase())) kept.set(tag.toLowerCase(), tag);
  return [...kept.values()].sort((left, right) => left.localeCompare(right));
}

function discount(order: Order, input: OrderCreateInput, currencies: Currencies): void {
  const percentage = input.discountCode?.itemPercentageDiscountCode;
  const fixed = input.discountCode?.itemFixedDiscountCode;
  const free = input.discountCode?.freeShippingDiscountCode;
  if (free) for (const line of order.shippingLines) line.price = ZERO;
  const code = percentage ?? fixed;
  if (!code) return;
  const amount = fixed?.amountSet ? (readBag(fixed.amountSet, currencies) ?? ZERO) : ZERO;
  const value = percentage ? { percentage: percentage.percentage ?? 0 } : { amount };
  order.discountApplications.push({
    kind: 'code',
    code: code.code,
    title: code.code,
    allocation: 'ACROSS',
    selection: 'ALL',
    value,
  });
  const whole = order.lineItems.reduce((sum, line) => sum + lineOriginal(line).presentment, 0);
  let before = 0;
  for (const line of order.lineItems) {
    const own = lineOriginal(line);
    const off = percentage
      ? share(own, 0, Math.round((percentage.percentage ?? 0) * 100), 10_000)
      : share(amount, before, own.presentment, Math.max(1, whole));
    before += own.presentment;
    line.discounts.push({ application: 0, amount: off });
  }
}

/** An order said to be paid without transactions is paid in full by hand; one of nothing needs no payment. */
function settle(order: Order, input: OrderCreateInput): void {
  const { total } = orderSums(order);
  if (input.financialStatus !== 'PAID' || order.transactions.length > 0 || total.presentment === 0) return;
  order.transactions.push({
    id: order.id + 1_000_000_000,
    kind: 'SALE',
    status: 'SUCCESS',
    gateway: 'manual',
    amount: total,
    parentId: null,
    createdAt: order.createdAt,
    test: order.test,
  });
}

function decrement(context: Context, lines: readonly LineItem[]): void {
  for (const line of lines) {
    moveStock(context, line.variantId, 'committed', line.quantity);
  }
}

function fulfil(shop: ShopState, order: Order): void {
  order.fulfillments.push({
    id: nextId(shop),
    name: `${order.name}-F1`,
    status: 'SUCCESS',
    createdAt: order.createdAt,
    updatedAt: order.createdAt,
    tracking: null,
    events: [],
    lines: order.lineItems.map((line) => ({ id: nextId(shop), lineItemId: line.id, quantity: line.quantity })),
  });
}
