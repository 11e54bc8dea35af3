import type { Order } from '#core/orders/order.ts';
import { createShopifyStorefront } from '#partners/shopify/adapter.ts';
import { seedShop } from '#sandbox/shopify/seed/demo.ts';
import type { ShopifyInProcess } from '#sandbox/shopify/server.ts';
import { nextId, type ShopState } from '#sandbox/shopify/state.ts';
import { makeTwins } from './partners.ts';
import { ACCESS_TOKEN, PUBLIC_URL, SECRET } from './settings.ts';

const DOMAIN = 'template.myshopify.com';
const ORDERS_OF_DEMO = 7;
const TOPICS = ['ORDERS_UPDATED'];

/** A shop of one delivered order of three lines and four units, with a discount and with stock to exchange for. */
export function makeTemplate(shopify: ShopifyInProcess, now: number): ShopState {
  const shop = shopify.store(DOMAIN);
  const { samples } = seedShop(shop, { orders: ORDERS_OF_DEMO, customers: 1, now: new Date(now) });
  const order = shop.orders.find(({ name }) => name === samples[0]?.orderName);
  if (order === undefined) throw new Error('the demo shop has no first sample');
  shop.orders = [order];
  shop.products = shop.products.filter(({ id }) => order.lineItems.some(({ productId }) => productId === id));
  shop.customers = shop.customers.filter(({ id }) => id === order.customerId);
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
  shop.tokens = [
    { token: ACCESS_TOKEN, kind: 'offline', expiresOn: null, refreshToken: null, refreshExpiresOn: null, scopes: [] },
  ];
  return shop;
}

/** The order as the product's own adapter reads it. */
export async function orderOf(shopify: ShopifyInProcess, shop: ShopState): Promise<Order> {
  const twins = makeTwins(shopify, () => undefined);
  const storefront = createShopifyStorefront({
    shopDomain: shop.domain,
    accessToken: () => Promise.resolve(ACCESS_TOKEN),
    giftCardSecret: SECRET,
    fetch: (input, init) => twins.answer(new URL(input instanceof Request ? input.url : input), init),
  });
  const order = await storefront.fetchOrder(String(shop.orders[0]?.id), { requestId: 'template' });
  if (!order) throw new Error('the platform does not know the order of the template');
  return order;
}
