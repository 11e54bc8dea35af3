import type { Pair } from '../amounts.ts';
import { fromShop, plus, ZERO } from '../amounts.ts';
import { announceOrder, isoNow } from '../mutations/announce.ts';
import { addCustomer, findCustomer } from '../mutations/customers.ts';
import { readAddress } from '../mutations/order-change.ts';
import { confirmationNumber } from '../mutations/order-create.ts';
import { moveStock } from '../mutations/stock.ts';
import type { Address, Cart, DiscountApplication, LineItem, Order } from '../state.ts';
import { nextId } from '../state.ts';
import type { Context } from '../views/connection.ts';
import type { PricedLine } from './carts.ts';
import { forgetCart, needsShipping, pricedLines, totalOf } from './carts.ts';
import type { Visitor } from './visitor.ts';

export type Rate = { code: string; title: string; price: number };

/** In minor units of the shop's currency. */
export const RATES: readonly Rate[] = [
  { code: 'Standard', title: 'Standard (3 to 5 days)', price: 500 },
  { code: 'Express', title: 'Express (1 to 2 days)', price: 1500 },
];

/** What the shopper fills in. */
export type CheckoutForm = {
  email: string;
  first_name: string;
  last_name: string;
  address1: string;
  city: string;
  zip: string;
  rate: string;
};

export const shipsAnything = (lines: readonly PricedLine[]): boolean =>
  lines.some(({ product, variant }) => needsShipping(product, variant));

function lineItem(context: Context, priced: PricedLine, codes: readonly string[]): LineItem {
  const { line, product, variant, unit, lineDiscounts, cartDiscounts } = priced;
  return {
    id: nextId(context.shop),
    productId: product.id,
    variantId: variant.id,
    title: product.title,
    variantTitle: variant.title === 'Default Title' ? null : variant.title,
    sku: variant.sku,
    vendor: product.vendor,
    quantity: line.quantity,
    unitPrice: unit,
    discounts: [...lineDiscounts, ...cartDiscounts].map(({ code, amount }) => ({
      application: codes.indexOf(code),
      amount,
    })),
    taxLines: [],
    grams: variant.grams,
    taxable: !product.isGiftCard,
    requiresShipping: needsShipping(product, variant),
    isGiftCard: product.isGiftCard,
    properties: Object.entries(line.properties).map(([key, value]) => ({ key, value })),
  };
}

function applications(context: Context, lines: readonly PricedLine[]): DiscountApplication[] {
  const used = new Set(lines.flatMap((each) => [...each.lineDiscounts, ...each.cartDiscounts].map(({ code }) => code)));
  return (context.shop.discountCodes ?? [])
    .filter(({ code }) => used.has(code))
    .map(({ code, percentage }) => ({
      kind: 'code',
      code,
      title: code,
      allocation: 'ACROSS',
      selection: 'ALL',
      value: { percentage },
    }));
}

/** Pays for a cart: its order, as the checkout makes it, and an empty cart. Null where nothing is in it. */
export function payCart(context: Context, cart: Cart, visitor: Visitor, form: CheckoutForm): Order | null {
  const { shop } = context;
  const lines = pricedLines(shop, cart, visitor);
  if (lines.length === 0) return null;
  const email = form.email.trim().toLowerCase();
  const names = { firstName: form.first_name, lastName: form.last_name };
  const customer = findCustomer(shop, { emailAddress: email }) ?? addCustomer(shop, { email, ...names });
  const address: Address = readAddress({ ...form, ...names, countryCode: visitor.country });
  const rate = shipsAnything(lines) ? (RATES.find(({ code }) => code === form.rate) ?? RATES[0]) : undefined;
  const shipping: Pair = rate === undefined ? ZERO : fromShop(rate.price, visitor.currencies);
  const discountApplications = applications(context, lines);
  const codes = discountApplications.map(({ code }) => code);
  const now = isoNow();
  const number = shop.nextOrderNumber;
  shop.nextOrderNumber += 1;
  const order: Order = {
    id: nextId(shop),
    name: `#${number}`,
    number,
    email,
    phone: null,
    customerId: customer.id,
    currencies: visitor.currencies,
    taxesIncluded: shop.taxesIncluded,
    createdAt: now,
    processedAt: now,
    updatedAt: now,
    cancelledAt: null,
    cancelReason: null,
    closedAt: null,
    shippingAddress: rate === undefined ? null : address,
    billingAddress: address,
    tags: [],
    note: cart.note,
    customAttributes: Object.entries(cart.attributes).map(([key, value]) => ({ key, value })),
    discountApplications,
    lineItems: lines.map((each) => lineItem(context, each, codes)),
    shippingLines:
      rate === undefined
        ? []
        : [{ id: nextId(shop), title: rate.title, code: rate.code, price: shipping, taxLines: [] }],
    transactions: [],
    fulfillments: [],
    refunds: [],
    sourceName: 'web',
    sourceIdentifier: null,
    confirmationNumber: confirmationNumber(),
    test: false,
  };
  const total = plus(totalOf(lines), shipping);
  if (total.presentment > 0)
    order.transactions.push({
      id: nextId(shop),
      kind: 'SALE',
      status: 'SUCCESS',
      gateway: 'shopify_payments',
      amount: total,
      parentId: null,
      createdAt: now,
      test: false,
    });
  shop.orders.push(order);
  for (const line of order.lineItems) moveStock(context, line.variantId, 'committed', line.quantity);
  forgetCart(shop, cart);
  announceOrder(context, order, 'orders/create');
  return order;
}
