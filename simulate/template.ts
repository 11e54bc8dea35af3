import type { Order, Product as KnownProduct } from '#core/orders/order.ts';
import { createShopifyStorefront } from '#partners/shopify/adapter.ts';
import { seedShop } from '#sandbox/shopify/seed/demo.ts';
import type { ShopifyInProcess } from '#sandbox/shopify/server.ts';
import { nextId, type Product, type ShopState, type Variant } from '#sandbox/shopify/state.ts';
import { makeTwins } from './partners.ts';
import { ACCESS_TOKEN, installedToken, PUBLIC_URL, SECRET } from './settings.ts';
import { rewrite, WORLDS, type World } from './worlds.ts';

const ORDERS_OF_DEMO = 7;
const TOPICS = ['ORDERS_UPDATED'];

/** A shop of two delivered orders, one of several lines and one of a single unit, with stock to exchange for. */
export function makeTemplate(shopify: ShopifyInProcess, now: number, world: World): ShopState {
  const shop = shopify.store(`template-${WORLDS.indexOf(world)}.myshopify.com`);
  shop.currency = world.currency;
  shop.presentmentCurrencies = [world.currency];
  const { samples } = seedShop(shop, { orders: ORDERS_OF_DEMO, customers: 1, now: new Date(now) });
  const orders = samples.slice(0, 2).flatMap(({ orderName }) => shop.orders.filter(({ name }) => name === orderName));
  if (orders.length < 2) throw new Error('the demo shop lacks its first two samples');
  for (const order of orders) rewrite(shop, order, order === orders[0] ? world : { ...world, bought: [] });
  shop.orders = orders;
  const lines = orders.flatMap(({ lineItems }) => lineItems);
  const sold = shop.products.filter(({ id }) => lines.some(({ productId }) => productId === id));
  const others = byPrice(
    shop.products.filter((one) => !sold.includes(one) && !one.isGiftCard && one.variants[0]?.grams),
  );
  // Something that costs less and something that costs more than anything bought.
  shop.products = [...sold, ...others.slice(0, 1), ...others.slice(-1)];
  for (const product of shop.products) {
    const sold = lines.map(({ variantId }) => variantId);
    const [first, others] = [true, false].map((isSold) =>
      product.variants.filter(({ id }) => sold.includes(id) === isSold),
    );
    product.variants = [...(first ?? []), ...(others ?? [])].slice(0, MOST_VARIANTS);
  }
  for (const [index, variant] of shop.products.flatMap(({ variants }) => variants).entries())
    stockUp(variant, index % ONE_SOLD_OUT_OF === 0 ? 0 : (index % MOST_IN_STOCK) + 1);
  shop.customers = shop.customers.filter(({ id }) => orders.some(({ customerId }) => customerId === id));
  shop.giftCards = [];
  const createdAt = new Date(now).toISOString();
  shop.webhookSubscriptions = TOPICS.map((topic) => ({
    id: nextId(shop),
    topic,
    uri: `${PUBLIC_URL}/api/webhooks/shopify`,
    name: null,
    filter: null,
    includeFields: [],
    createdAt,
    updatedAt: createdAt,
  }));
  shop.tokens = [installedToken()];
  return shop;
}

const byPrice = (products: readonly Product[]): Product[] =>
  products.toSorted((one, other) => (one.variants[0]?.price ?? 0) - (other.variants[0]?.price ?? 0));

// Few enough that people take the last of it from each other.
const MOST_IN_STOCK = 9;
// Every answer about a product carries them all.
const MOST_VARIANTS = 4;
const ONE_SOLD_OUT_OF = 9;

function stockUp(variant: Variant, units: number): void {
  variant.quantities = { ...variant.quantities, available: units, on_hand: units };
}

/** The orders and the products as the product's own adapter reads them. */
export async function knownOf(
  shopify: ShopifyInProcess,
  shop: ShopState,
): Promise<{ orders: Order[]; products: KnownProduct[] }> {
  const twins = makeTwins(shopify, () => undefined);
  const storefront = createShopifyStorefront({
    shopDomain: shop.domain,
    accessToken: () => Promise.resolve(ACCESS_TOKEN),
    giftCardSecret: SECRET,
    fetch: (input, init) => twins.answer(new URL(input instanceof Request ? input.url : input), init),
  });
  const context = { requestId: 'template' };
  const orders = await Promise.all(shop.orders.map(({ id }) => storefront.fetchOrder(String(id), context)));
  const found = await Promise.all(shop.products.map(({ id }) => storefront.fetchProduct(String(id), context)));
  return { orders: orders.filter((order) => order !== null), products: found.filter((product) => product !== null) };
}
