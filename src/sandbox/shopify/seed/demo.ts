import { randomCode } from '../gift-card-code.ts';
import type { Customer, Order, Product, ShopState, Variant } from '../state.ts';
import { nextId } from '../state.ts';
import type { Fate, Pick, Plan } from './orders.ts';
import { makeOrder } from './orders.ts';
import type { Buyer } from './people.ts';
import { makeBuyers, PLACES } from './people.ts';
import { makeProducts } from './products.ts';
import { Chance } from './random.ts';

export type SeedOptions = {
  seed?: number;
  customers?: number;
  orders?: number;
  now?: Date;
  /** Which share of the time has passed when a share of the orders was made, both from 0 to 1. By default the same. */
  pace?: (share: number) => number;
};

/** Orders a person can return at once, and what each of them shows. */
export type DemoStore = { samples: { orderName: string; email: string; postalCode: string; what: string }[] };

const DAY = 86_400_000;
const DAYS_BACK = 548;

type Stock = ReturnType<typeof makeProducts>;

/**
 * Fills a shop with about 60 products, 300 customers and 1,000 orders of the last 18 months, the same for the same
 * seed but for dates, which count back from now. A shop that has orders is left alone; its samples are found again.
 */
export function seedShop(shop: ShopState, options: SeedOptions = {}): DemoStore {
  if (shop.orders.length > 0) return { samples: samplesOf(shop) };
  const chance = new Chance(options.seed ?? 20_260_701);
  const now = (options.now ?? new Date()).getTime();
  const opened = `${new Date(now - (DAYS_BACK + 30) * DAY).toISOString().slice(0, 19)}Z`;
  shop.createdAt = opened;
  const stock = makeProducts(shop, chance, opened);
  const buyers = makeBuyers(shop, chance, options.customers ?? 300, opened);
  shop.customers.push(...buyers.map((buyer) => buyer.customer));
  const special = samplePlans(shop, stock, now, opened);
  const count = Math.max(0, (options.orders ?? 1000) - special.length);
  const plans = Array.from({ length: count }, (_unused, index) =>
    planOf(chance, stock, buyers, { now, count, index, pace: options.pace ?? ((share) => share) }),
  );
  const all = [...plans.map((plan) => ({ plan, what: '' })), ...special].sort(
    (left, right) => left.plan.createdAt - right.plan.createdAt,
  );
  for (const { plan, what } of all) {
    const order = makeOrder(shop, chance, plan);
    if (what !== '') order.customAttributes.push({ key: SAMPLE, value: what });
    shop.orders.push(order);
    issueCards(shop, chance, order);
  }
  shop.segments.push(...SEGMENTS.map((each) => ({ id: nextId(shop), ...each, createdAt: opened, updatedAt: opened })));
  return { samples: samplesOf(shop) };
}

const SEGMENTS: readonly { name: string; query: string }[] = [
  { name: 'Customers who have purchased more than once', query: 'number_of_orders > 1' },
  { name: 'Big spenders', query: 'amount_spent >= 500' },
  { name: 'VIP customers', query: "customer_tags CONTAINS 'VIP'" },
];

/** Marks the sample orders within the state, so that they are found again after a restart. */
const SAMPLE = 'Demo';

function samplesOf(shop: ShopState): DemoStore['samples'] {
  return shop.orders
    .flatMap((order) => {
      const what = order.customAttributes.find((each) => each.key === SAMPLE)?.value;
      return what === undefined
        ? []
        : [{ orderName: order.name, email: order.email ?? '', postalCode: order.shippingAddress?.zip ?? '', what }];
    })
    .sort((left, right) => WHATS.indexOf(left.what) - WHATS.indexOf(right.what));
}

/** The youngest orders by their place from the end, so that the rare states are there whatever chance says. */
const LAST_FATES: Readonly<Record<number, Fate>> = { 1: 'new', 2: 'authorized', 3: 'pending', 4: 'cancelled' };

function fateOf(chance: Chance, daysAgo: number): Fate {
  const roll = chance.next();
  if (daysAgo < 2) return roll < 0.06 ? 'pending' : roll < 0.12 ? 'authorized' : roll < 0.17 ? 'cancelled' : 'new';
  if (daysAgo < 5) return roll < 0.05 ? 'cancelled' : roll < 0.1 ? 'pending' : 'transit';
  if (roll < 0.04) return 'cancelled';
  if (daysAgo > 14 && roll < 0.09) return 'refunded';
  if (daysAgo > 14 && roll < 0.14) return 'partlyRefunded';
  return roll < 0.18 ? 'undelivered' : roll < 0.24 ? 'partial' : 'delivered';
}

function planOf(
  chance: Chance,
  stock: Stock,
  buyers: readonly Buyer[],
  { now, count, index, pace }: { now: number; count: number; index: number; pace: (share: number) => number },
): Plan {
  const daysAgo = DAYS_BACK * (1 - pace((index + chance.next()) / count)) + 0.05;
  const picks: Pick[] = Array.from({ length: chance.pick([1, 1, 1, 2, 2, 3, 4]) }, () => {
    const product = chance.pick(stock.wares);
    return { product, variant: chance.pick(product.variants), quantity: chance.under(0.15) ? 2 : 1 };
  });
  if (chance.under(0.04))
    picks.push({ product: stock.giftCard, variant: chance.pick(stock.giftCard.variants), quantity: 1 });
  if (chance.under(0.2))
    picks.push({ product: stock.protection, variant: chance.pick(stock.protection.variants), quantity: 1 });
  const roll = chance.next();
  return {
    createdAt: now - daysAgo * DAY,
    buyer: chance.pick(buyers),
    picks,
    discount: roll < 0.22 ? 'code' : roll < 0.3 ? 'automatic' : roll < 0.36 ? 'fixed' : 'none',
    fate: LAST_FATES[count - index] ?? fateOf(chance, daysAgo),
    gateway: chance.pick([
      'shopify_payments',
      'shopify_payments',
      'shopify_payments',
      'shopify_payments',
      'paypal',
      'gift_card',
    ]),
    gift: chance.under(0.05),
  };
}

const WHATS = [
  'Three lines of clothing with a discount code; every size in stock for an exchange',
  'A single jacket, delivered five days ago',
  'Two items paid in euros, tax included',
  'One sweater paid in yen',
  'With a final sale item, a gift card and shipping protection, which cannot be returned',
  'Sent in part: the rest has not left the warehouse',
];

function samplePlans(shop: ShopState, stock: Stock, now: number, createdAt: string): { plan: Plan; what: string }[] {
  const buy = (title: string, option: string, quantity = 1): Pick => {
    const product = stock.wares.find((each) => each.title === title);
    if (product === undefined) throw new Error(`the catalog has no ${title}`);
    refill(product);
    return { product, variant: variantWith(product, option), quantity };
  };
  const extra = (product: Product): Pick => ({ product, variant: variantWith(product, ''), quantity: 1 });
  const person = (firstName: string, lastName: string, currency: string): Buyer => {
    const place = PLACES[currency]?.[0];
    if (place === undefined) throw new Error(`nobody lives where ${currency} is paid`);
    const email = `${firstName}.${lastName}@example.com`.toLowerCase();
    const address = {
      firstName,
      lastName,
      company: null,
      address1: '12 Harbor Road',
      address2: null,
      ...place,
      phone: null,
    };
    const customer: Customer = {
      id: nextId(shop),
      firstName,
      lastName,
      email,
      phone: null,
      note: null,
      tags: [],
      address,
      createdAt,
      updatedAt: createdAt,
    };
    shop.customers.push(customer);
    return { customer, currency };
  };
  const plan = (daysAgo: number, buyer: Buyer, picks: Pick[], rest: Partial<Plan> = {}): Plan => ({
    createdAt: now - daysAgo * DAY,
    buyer,
    picks,
    discount: 'none',
    fate: 'delivered',
    gateway: 'shopify_payments',
    gift: false,
    ...rest,
  });
  const plans = [
    plan(
      9,
      person('Nora', 'Lind', 'USD'),
      [buy('Harbor Tee', 'Navy / M', 2), buy('Relaxed Chino', 'Olive / 32'), buy('Merino Crew', 'Camel / L')],
      { discount: 'code' },
    ),
    plan(9, person('Theo', 'Marsh', 'USD'), [buy('Rain Shell', 'Yellow / M')]),
    plan(10, person('Emil', 'Krause', 'EUR'), [
      buy('Fisherman Sweater', 'Cream / S'),
      buy('Court Sneaker', 'White / 41'),
    ]),
    plan(11, person('Hana', 'Mori', 'JPY'), [buy('Cotton Hoodie', 'Sage / M')], { discount: 'code' }),
    plan(8, person('Iris', 'Cole', 'USD'), [
      buy('Oxford Shirt', 'White / M'),
      buy('Archive Parka', 'Olive / L'),
      extra(stock.giftCard),
      extra(stock.protection),
    ]),
    plan(12, person('Owen', 'Park', 'USD'), [buy('Linen Camp Shirt', 'Sage / M'), buy('Day Pack', 'Navy')], {
      fate: 'partial',
    }),
  ];
  return plans.map((each, index) => ({ plan: each, what: WHATS[index] ?? '' }));
}

function variantWith(product: Product, title: string): Variant {
  const found = product.variants.find((each) => each.title === title) ?? product.variants[0];
  if (found === undefined) throw new Error(`${product.title} has no variants`);
  return found;
}

function refill(product: Product): void {
  for (const variant of product.variants) {
    variant.quantities['available'] = Math.max(12, variant.quantities['available'] ?? 0);
    variant.quantities['on_hand'] = Math.max(12, variant.quantities['on_hand'] ?? 0);
  }
}

/** A paid gift card line becomes a card of that value. */
function issueCards(shop: ShopState, chance: Chance, order: Order): void {
  if (
    order.cancelledAt !== null ||
    order.transactions.some((each) => each.status === 'PENDING' || each.kind === 'AUTHORIZATION')
  )
    return;
  for (const line of order.lineItems.filter((each) => each.isGiftCard)) {
    const value = line.unitPrice.shop;
    shop.giftCards.push({
      id: nextId(shop),
      code: randomCode((size) => chance.between(0, size - 1)),
      currency: shop.currency,
      initialValue: value,
      balance: chance.under(0.4) ? 0 : value,
      customerId: order.customerId,
      orderId: order.id,
      note: null,
      expiresOn: null,
      createdAt: order.createdAt,
      updatedAt: order.createdAt,
      deactivatedAt: null,
      templateSuffix: null,
    });
  }
}
