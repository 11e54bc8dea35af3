import { COVER_SKU } from '#core/protection/cover-product.ts';
import { minus, plus, share, ZERO, type Pair } from '#sandbox/shopify/amounts.ts';
import { lineOriginal, linePaid, orderSums } from '#sandbox/shopify/order-sums.ts';
import { nextId, type LineItem, type Order, type ShopState } from '#sandbox/shopify/state.ts';

/** What is bought in a world, and how it is paid and sent. Each schedule takes place in one of them. */
export type World = {
  currency: string;
  /** Of the price; null where nothing is taxed. */
  tax: { rate: number; isIncluded: boolean } | null;
  /** Off each line in percent, and off the whole order in minor units. */
  lineDiscount: number;
  orderDiscount: number;
  /** Units of each line of the first order, and the price of one where it is not the shop's. */
  bought: readonly { quantity: number; price?: number }[];
  /** Part of the order that a gift card paid, in percent. */
  giftCardShare: number;
  /** The price of delivery, taxed like the goods. */
  delivery: number;
  isSentInParts: boolean;
  /** Covers of the first order, and the price of one; null where it was bought without. */
  cover: { quantity: number; price: number } | null;
};

const ON_TOP = { rate: 0.0825, isIncluded: false };
const VAT = { rate: 0.19, isIncluded: true };
const PLAIN = { lineDiscount: 0, orderDiscount: 0, giftCardShare: 0, delivery: 0, isSentInParts: false, cover: null };

export const WORLDS: readonly World[] = [
  {
    ...PLAIN,
    currency: 'USD',
    tax: ON_TOP,
    lineDiscount: 10,
    bought: [{ quantity: 2 }, { quantity: 1 }, { quantity: 1 }],
  },
  {
    ...PLAIN,
    currency: 'USD',
    tax: ON_TOP,
    orderDiscount: 1000,
    delivery: 695,
    bought: [{ quantity: 3, price: 1999 }, { quantity: 2 }, { quantity: 1 }],
    giftCardShare: 25,
    isSentInParts: true,
    cover: { quantity: 1, price: 249 },
  },
  {
    ...PLAIN,
    currency: 'EUR',
    tax: VAT,
    lineDiscount: 7,
    orderDiscount: 500,
    delivery: 499,
    cover: { quantity: 3, price: 199 },
    bought: [{ quantity: 3, price: 3335 }, { quantity: 1 }, { quantity: 2, price: 4999 }],
  },
  {
    ...PLAIN,
    currency: 'JPY',
    delivery: 601,
    tax: { rate: 0.1, isIncluded: true },
    orderDiscount: 1000,
    bought: [{ quantity: 3, price: 1000 }, { quantity: 2, price: 2801 }, { quantity: 1 }],
    isSentInParts: true,
  },
  {
    ...PLAIN,
    currency: 'KWD',
    tax: null,
    orderDiscount: 100,
    bought: [{ quantity: 3, price: 1000 }, { quantity: 3, price: 10_505 }, { quantity: 1 }],
    giftCardShare: 40,
  },
  {
    ...PLAIN,
    currency: 'TND',
    delivery: 7501,
    tax: { rate: 0.07, isIncluded: false },
    lineDiscount: 3,
    cover: { quantity: 2, price: 3333 },
    bought: [{ quantity: 4, price: 10_505 }, { quantity: 2 }, { quantity: 1 }],
    isSentInParts: true,
  },
];

const both = (minor: number): Pair => ({ shop: minor, presentment: minor });

/** Makes an order of the demo shop one of this world: the goods stay, all amounts are worked out again. */
export function rewrite(shop: ShopState, order: Order, world: World): void {
  order.currencies = { shop: world.currency, presentment: world.currency, rate: 1 };
  order.taxesIncluded = world.tax?.isIncluded ?? false;
  order.lineItems.forEach((line, index) => {
    const { quantity = line.quantity, price = line.unitPrice.shop } = world.bought[index] ?? {};
    Object.assign(line, { quantity, unitPrice: both(price), discounts: [], taxLines: [] });
  });
  if (world.cover) order.lineItems.push(coverLine(shop, world.cover));
  order.shippingLines = order.shippingLines.map((line) => {
    const price = both(world.delivery);
    return { ...line, price, taxLines: taxOn(price, world) };
  });
  discount(order, world);
  for (const line of order.lineItems) line.taxLines = taxOn(linePaid(line), world);
  pay(shop, order, world);
  if (world.isSentInParts) sendInParts(shop, order);
  else
    for (const { lines } of order.fulfillments)
      for (const sent of lines)
        sent.quantity = order.lineItems.find(({ id }) => id === sent.lineItemId)?.quantity ?? sent.quantity;
}

/** The same bought again with covers, and nothing of it sent. */
export function boughtWithCover(
  shop: ShopState,
  pattern: Order,
  { world, covers }: { world: World; covers: number },
): Order {
  const now = instant(Date.now());
  const [payment] = pattern.transactions.slice(-1);
  const number = Math.max(...shop.orders.map((one) => one.number)) + 1;
  const order: Order = {
    ...structuredClone(pattern),
    id: nextId(shop),
    number,
    name: `#${number}`,
    createdAt: now,
    processedAt: now,
    updatedAt: now,
    lineItems: pattern.lineItems
      .filter(({ sku }) => sku !== COVER_SKU)
      .map((line) => ({ ...structuredClone(line), id: nextId(shop) })),
    transactions: payment ? [{ ...payment, id: nextId(shop), createdAt: now }] : [],
    fulfillments: [],
  };
  rewrite(shop, order, { ...world, cover: { price: 249, ...world.cover, quantity: covers }, isSentInParts: false });
  return order;
}

const coverLine = (shop: ShopState, { quantity, price }: NonNullable<World['cover']>): LineItem => ({
  id: nextId(shop),
  productId: null,
  variantId: null,
  title: 'Delivery Guarantee',
  variantTitle: null,
  sku: COVER_SKU,
  vendor: null,
  quantity,
  unitPrice: both(price),
  discounts: [],
  taxLines: [],
  grams: 0,
  taxable: true,
  requiresShipping: false,
  isGiftCard: false,
  properties: [],
});

function discount(order: Order, { lineDiscount, orderDiscount }: World): void {
  order.discountApplications = [];
  if (lineDiscount > 0) {
    const value = { percentage: lineDiscount };
    order.discountApplications.push({
      kind: 'automatic',
      code: '',
      title: 'Sale',
      allocation: 'EACH',
      selection: 'ENTITLED',
      value,
    });
    for (const line of order.lineItems)
      line.discounts.push({ application: 0, amount: share(lineOriginal(line), 0, lineDiscount, 100) });
  }
  if (orderDiscount === 0) return;
  const application = order.discountApplications.length;
  order.discountApplications.push({
    kind: 'code',
    code: 'THANKYOU',
    title: 'THANKYOU',
    allocation: 'ACROSS',
    selection: 'ALL',
    value: { amount: both(orderDiscount) },
  });
  const whole = plus(...order.lineItems.map(linePaid)).presentment;
  let before = 0;
  for (const line of order.lineItems) {
    const own = linePaid(line).presentment;
    line.discounts.push({ application, amount: share(both(orderDiscount), before, own, whole) });
    before += own;
  }
}

function taxOn({ presentment }: Pair, { tax }: World): LineItem['taxLines'] {
  if (tax === null) return [];
  const part = tax.isIncluded ? tax.rate / (1 + tax.rate) : tax.rate;
  return [{ title: 'Tax', rate: tax.rate, price: both(Math.round(presentment * part)) }];
}

/** By card, or partly by gift card and the rest by card. */
function pay(shop: ShopState, order: Order, { giftCardShare }: World): void {
  const [sale] = order.transactions;
  if (!sale) return;
  const { total } = orderSums(order);
  const byGiftCard = giftCardShare === 0 ? ZERO : share(total, 0, giftCardShare, 100);
  order.transactions = [
    ...(giftCardShare === 0 ? [] : [{ ...sale, id: nextId(shop), gateway: 'gift_card', amount: byGiftCard }]),
    { ...sale, amount: minus(total, byGiftCard) },
  ];
}

/** The first unit of every line in one parcel, the others in a second one. */
function sendInParts(shop: ShopState, order: Order): void {
  const [parcel] = order.fulfillments;
  if (!parcel) return;
  const sent = (lineItemId: number, quantity: number) => ({ id: nextId(shop), lineItemId, quantity });
  const second = order.lineItems.filter(({ quantity }) => quantity > 1);
  order.fulfillments = [
    { ...parcel, lines: order.lineItems.map(({ id }) => sent(id, 1)) },
    {
      ...parcel,
      id: nextId(shop),
      name: `${order.name}-F2`,
      events: [],
      lines: second.map(({ id, quantity }) => sent(id, quantity - 1)),
    },
  ];
}

const DAY_MS = 86_400_000;
const instant = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** How a package fares: it arrived, the carrier gave it up, or nothing was heard of it for a while. */
type Fare = { end: 'delivered' | 'givenUp' | 'silent'; sentDaysAgo: number; heardDaysAgo: number };

/** Writes over what the shop knows of a package. */
export function fare(
  { fulfillments }: Order,
  index: number,
  { end, sentDaysAgo, heardDaysAgo }: Fare,
  now: number,
): void {
  const parcel = fulfillments[index];
  if (!parcel) return;
  const [sent, heard] = [now - sentDaysAgo * DAY_MS, now - Math.min(sentDaysAgo, heardDaysAgo) * DAY_MS].map(instant);
  const [pattern] = parcel.events;
  if (!pattern || sent === undefined || heard === undefined) return;
  const event = (status: string, happenedAt: string) => ({ ...pattern, status, happenedAt });
  const last = { delivered: 'DELIVERED', givenUp: 'NOT_DELIVERED', silent: 'IN_TRANSIT' } as const;
  Object.assign(parcel, {
    createdAt: sent,
    updatedAt: heard,
    events: [event('IN_TRANSIT', sent), event(last[end], heard)],
  });
}
