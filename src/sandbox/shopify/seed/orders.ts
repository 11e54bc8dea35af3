import type { Currencies, Pair } from '../amounts.ts';
import { fromShop, minus, rateOf, share, ZERO } from '../amounts.ts';
import { BANK_DEPOSIT } from '../gateways.ts';
import { lineOriginal, linePaid, orderSums, refundableShare, shippingTaxOf } from '../order-sums.ts';
import type { Fulfillment, LineItem, Order, Product, ShopState, TaxLine, Variant } from '../state.ts';
import { nextId } from '../state.ts';
import type { Buyer } from './people.ts';
import type { Chance } from './random.ts';

const DAY = 86_400_000;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const TAXES: Readonly<Record<string, { title: string; rate: number; included: boolean }>> = {
  USD: { title: 'State Tax', rate: 0.0825, included: false },
  CAD: { title: 'HST', rate: 0.13, included: false },
  EUR: { title: 'VAT', rate: 0.19, included: true },
  GBP: { title: 'VAT', rate: 0.2, included: true },
  JPY: { title: 'Consumption tax', rate: 0.1, included: true },
};

export type Fate =
  | 'new'
  | 'transit'
  | 'delivered'
  | 'undelivered'
  | 'partial'
  | 'cancelled'
  | 'refunded'
  | 'partlyRefunded'
  | 'pending'
  | 'authorized';
export type Pick = { product: Product; variant: Variant; quantity: number };
export type Plan = {
  createdAt: number;
  buyer: Buyer;
  picks: Pick[];
  discount: 'none' | 'code' | 'automatic' | 'fixed';
  fate: Fate;
  gateway: string;
  gift: boolean;
};

const iso = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

function taxOf(amount: Pair, currency: string): TaxLine[] {
  const tax = TAXES[currency];
  if (tax === undefined || amount.presentment === 0) return [];
  const part = tax.included ? tax.rate / (1 + tax.rate) : tax.rate;
  return [
    {
      title: tax.title,
      rate: tax.rate,
      price: { shop: Math.round(amount.shop * part), presentment: Math.round(amount.presentment * part) },
    },
  ];
}

function lines(shop: ShopState, plan: Plan, currencies: Currencies): LineItem[] {
  return plan.picks.map(({ product, variant, quantity }) => ({
    id: nextId(shop),
    productId: product.id,
    variantId: variant.id,
    title: product.title,
    variantTitle: variant.title === 'Default Title' ? null : variant.title,
    sku: variant.sku,
    vendor: product.vendor,
    quantity,
    unitPrice: fromShop(variant.price, currencies),
    discounts: [],
    taxLines: [],
    grams: variant.grams,
    taxable: !product.isGiftCard,
    requiresShipping: variant.grams > 0,
    isGiftCard: product.isGiftCard,
    properties: plan.gift && variant.grams > 0 ? [{ key: 'Gift note', value: 'Happy birthday!' }] : [],
  }));
}

const FIXED_CENTS = 1500;

/** Puts the plan's discount on the goods; gift cards and cover are never reduced. */
function applyDiscount(order: Order, kind: Plan['discount']): void {
  const goods = order.lineItems.filter((line) => line.requiresShipping);
  if (kind === 'none' || goods.length === 0) return;
  if (kind === 'automatic') {
    order.discountApplications.push({
      kind: 'automatic',
      code: '',
      title: 'Autumn sale',
      allocation: 'EACH',
      selection: 'ENTITLED',
      value: { percentage: 20 },
    });
    const first = goods[0];
    if (first !== undefined) first.discounts.push({ application: 0, amount: share(lineOriginal(first), 0, 20, 100) });
    return;
  }
  const whole = goods.reduce((sum, line) => sum + lineOriginal(line).presentment, 0);
  const off = fromShop(FIXED_CENTS, order.currencies);
  const fixed = kind === 'fixed' && off.presentment < whole;
  order.discountApplications.push({
    kind: 'code',
    code: fixed ? 'THANKYOU15' : 'WELCOME10',
    title: fixed ? 'THANKYOU15' : 'WELCOME10',
    allocation: 'ACROSS',
    selection: 'ALL',
    value: fixed ? { amount: off } : { percentage: 10 },
  });
  let before = 0;
  for (const line of goods) {
    const own = lineOriginal(line);
    line.discounts.push({
      application: 0,
      amount: fixed ? share(off, before, own.presentment, whole) : share(own, 0, 10, 100),
    });
    before += own.presentment;
  }
}

export function makeOrder(shop: ShopState, chance: Chance, plan: Plan): Order {
  const { customer, currency } = plan.buyer;
  const currencies: Currencies = { shop: shop.currency, presentment: currency, rate: rateOf(shop.currency, currency) };
  const createdAt = iso(plan.createdAt);
  const number = shop.nextOrderNumber;
  shop.nextOrderNumber += 1;
  const order: Order = {
    id: nextId(shop),
    name: `#${number}`,
    number,
    email: customer.email,
    phone: null,
    customerId: customer.id,
    currencies,
    taxesIncluded: TAXES[currency]?.included === true,
    createdAt,
    processedAt: createdAt,
    updatedAt: createdAt,
    cancelledAt: null,
    cancelReason: null,
    closedAt: null,
    shippingAddress: customer.address,
    billingAddress: customer.address,
    tags: plan.gift ? ['gift'] : [],
    note: plan.gift ? 'Please wrap as a gift.' : null,
    customAttributes: [],
    discountApplications: [],
    lineItems: lines(shop, plan, currencies),
    shippingLines: [],
    transactions: [],
    fulfillments: [],
    refunds: [],
    sourceName: 'web',
    sourceIdentifier: null,
    confirmationNumber: Array.from({ length: 9 }, () => LETTERS.charAt(chance.between(0, LETTERS.length - 1))).join(''),
    test: false,
  };
  applyDiscount(order, plan.discount);
  for (const line of order.lineItems) if (line.taxable) line.taxLines = taxOf(linePaid(line), currency);
  ship(shop, order, currency);
  pay(shop, order, plan, createdAt);
  fulfil(shop, order, plan);
  settleFate(shop, chance, order, plan);
  return order;
}

function ship(shop: ShopState, order: Order, currency: string): void {
  if (!order.lineItems.some((line) => line.requiresShipping)) return;
  const goods = order.lineItems.reduce((sum, line) => sum + linePaid(line).shop, 0);
  const price = goods >= 15_000 ? ZERO : fromShop(695, order.currencies);
  order.shippingLines.push({
    id: nextId(shop),
    title: goods >= 15_000 ? 'Free shipping' : 'Standard',
    code: 'standard',
    price,
    taxLines: taxOf(price, currency),
  });
}

function pay(shop: ShopState, order: Order, plan: Plan, createdAt: string): void {
  const { total } = orderSums(order);
  const kind = plan.fate === 'authorized' ? 'AUTHORIZATION' : 'SALE';
  const add = (gateway: string, amount: Pair) =>
    order.transactions.push({
      id: nextId(shop),
      kind,
      status: plan.fate === 'pending' ? 'PENDING' : 'SUCCESS',
      gateway,
      amount,
      parentId: null,
      createdAt,
      test: false,
    });
  // Who pays at a checkout has paid; what is pending is awaited by other ways.
  if (plan.gateway !== 'gift_card') add(plan.fate === 'pending' ? BANK_DEPOSIT : plan.gateway, total);
  else {
    // Paid in part with a gift card, the rest by card: a refund then has two payments to go back to.
    const part = share(total, 0, 1, 3);
    add('gift_card', part);
    add('shopify_payments', minus(total, part));
  }
}

function fulfil(shop: ShopState, order: Order, plan: Plan): void {
  if (plan.fate === 'new' || plan.fate === 'cancelled' || plan.fate === 'pending' || plan.fate === 'authorized') return;
  const goods = order.lineItems.filter((line) => line.requiresShipping);
  const sent = plan.fate === 'partial' ? goods.slice(0, Math.max(1, Math.ceil(goods.length / 2))) : goods;
  if (sent.length === 0) return;
  const at = (days: number) => iso(plan.createdAt + days * DAY);
  const steps: [string, number, string][] = [
    ['CONFIRMED', 0.9, 'Shipment information received'],
    ['IN_TRANSIT', 1.6, 'In transit'],
    ['OUT_FOR_DELIVERY', 3.8, 'Out for delivery'],
    ['DELIVERED', 4, 'Delivered, left with the resident'],
  ];
  const count = plan.fate === 'transit' || plan.fate === 'undelivered' ? 2 : 4;
  const code = `1Z${String(order.id).padStart(16, '0')}`;
  const events = steps
    .slice(0, count)
    .map(([status, days, message]) => ({ id: nextId(shop), status, happenedAt: at(days), message }));
  const fulfillment: Fulfillment = {
    id: nextId(shop),
    name: `${order.name}-F1`,
    status: 'SUCCESS',
    createdAt: at(0.8),
    updatedAt: events.at(-1)?.happenedAt ?? at(0.8),
    tracking: { company: 'UPS', number: code, url: `https://www.ups.com/track?tracknum=${code}` },
    events,
    lines: sent.map((line) => ({
      id: nextId(shop),
      lineItemId: line.id,
      quantity: plan.fate === 'partial' && line.quantity > 1 ? line.quantity - 1 : line.quantity,
    })),
  };
  order.fulfillments.push(fulfillment);
  order.updatedAt = fulfillment.updatedAt;
}

function settleFate(shop: ShopState, chance: Chance, order: Order, plan: Plan): void {
  if (plan.fate === 'cancelled') {
    order.cancelledAt = iso(plan.createdAt + 0.02 * DAY);
    order.closedAt = order.cancelledAt;
    order.cancelReason = chance.pick(['CUSTOMER', 'INVENTORY', 'FRAUD', 'OTHER']);
    refund(shop, order, order.lineItems, 'CANCEL', order.cancelledAt, 'Order cancelled');
  }
  if (plan.fate === 'refunded')
    refund(shop, order, order.lineItems, 'RETURN', iso(plan.createdAt + 12 * DAY), 'Returned by the customer');
  if (plan.fate === 'partlyRefunded')
    refund(shop, order, order.lineItems.slice(0, 1), 'RETURN', iso(plan.createdAt + 10 * DAY), 'One item returned');
}

function refund(
  shop: ShopState,
  order: Order,
  taken: readonly LineItem[],
  restockType: 'CANCEL' | 'RETURN',
  createdAt: string,
  note: string,
): void {
  const whole = taken.length === order.lineItems.length;
  const rows = taken.map((line) => {
    const quantity = whole ? line.quantity : 1;
    return {
      id: nextId(shop),
      lineItemId: line.id,
      quantity,
      restockType,
      restocked: true,
      ...refundableShare(order, line, quantity),
    };
  });
  const shipping = whole ? orderSums(order).shipping : ZERO;
  const wanted = whole
    ? orderSums(order).total
    : rows.reduce(
        (sum, row) => ({
          shop: sum.shop + row.subtotal.shop + (order.taxesIncluded ? 0 : row.tax.shop),
          presentment: sum.presentment + row.subtotal.presentment + (order.taxesIncluded ? 0 : row.tax.presentment),
        }),
        ZERO,
      );
  let left = wanted;
  const transactionIds: number[] = [];
  for (const parent of order.transactions.filter((each) => each.kind === 'SALE')) {
    const amount = left.presentment > parent.amount.presentment ? parent.amount : left;
    if (amount.presentment === 0) continue;
    left = minus(left, amount);
    const id = nextId(shop);
    order.transactions.push({
      id,
      kind: 'REFUND',
      status: 'SUCCESS',
      gateway: parent.gateway,
      amount,
      parentId: parent.id,
      createdAt,
      test: false,
    });
    transactionIds.push(id);
  }
  order.refunds.push({
    id: nextId(shop),
    createdAt,
    note,
    returnId: null,
    lines: rows,
    shipping,
    shippingTax: shippingTaxOf(order, shipping),
    discrepancy: ZERO,
    transactionIds,
  });
  order.updatedAt = createdAt;
}
