import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Order } from '#core/orders/order.ts';
import { isReadable, type ReturnedLine, type Storefront } from '#partners/ports.ts';
import { startShopifySandbox } from '#sandbox/shopify/server.ts';
import { createShopifyStorefront, type ShopifyStorefrontOptions } from './adapter.ts';

export const SHOP = 'demo-shop.myshopify.com';
export const CONTEXT = { requestId: 'test' };
export const API_SECRET = 'secret';

export type DemoShop = {
  sandbox: Awaited<ReturnType<typeof startShopifySandbox>>;
  connection: ShopifyStorefrontOptions;
  store: Storefront;
  /** The next call of an operation or a root field goes wrong in this way. */
  fault: (match: string, mode: 'dropAnswer' | 'drop' | 'fail' | 'internalError' | 'delay') => Promise<unknown>;
  clearFaults: () => Promise<unknown>;
  /** A paid, delivered order of a known customer that no other test has touched; in US dollars unless said. */
  takeOrder: (currencyCode?: string) => Order;
  /** The order as it is at the platform. */
  now: (order: { idFromPlatform: string }) => Promise<Order>;
  /** A variant with this much stock and a price other than the excluded one. */
  takeVariant: (available: number) => { id: string; price: number; available: () => number };
  close: () => Promise<void>;
};

export const newKey = (purpose: string): string => `${purpose}:claim:${randomUUID()}`;

/** A seeded shop behind HTTP and our adapter connected to it. */
export async function openDemoShop(): Promise<DemoShop> {
  const sandbox = await startShopifySandbox({ port: 0, apiKey: 'key', apiSecret: API_SECRET, plan: 'plus' });
  sandbox.seedDemo(SHOP, { orders: 60, customers: 20 });
  const post = (path: string, body: object) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const answer = await post('/_control/token', { shop: SHOP });
  const { access_token } = z.object({ access_token: z.string() }).parse(await answer.json());
  const connection: ShopifyStorefrontOptions = {
    shopDomain: SHOP,
    shopUrl: (domain) => `${sandbox.url}/${domain}`,
    accessToken: () => Promise.resolve(access_token),
    giftCardSecret: 'cards',
    pollMs: 10,
    backoffMs: 5,
  };
  const store = createShopifyStorefront(connection);
  const untouched = (await Array.fromAsync(store.exportOrders(CONTEXT)))
    .filter(isReadable)
    .filter(
      (order) =>
        order.financialStatus === 'paid' &&
        order.customer !== null &&
        order.returns.length === 0 &&
        order.totalPaid > 2000 &&
        order.fulfillments.some(({ status, lines }) => status === 'SUCCESS' && lines.length > 0),
    );
  const variants = sandbox.store(SHOP).products.flatMap((product) => (product.isGiftCard ? [] : product.variants));
  return {
    sandbox,
    connection,
    store,
    fault: (match, mode) => post('/_control/faults', { shop: SHOP, match, mode, times: 1 }),
    clearFaults: () => fetch(`${sandbox.url}/_control/faults`, { method: 'DELETE' }),
    takeOrder(currencyCode = 'USD') {
      const place = untouched.findIndex((order) => order.currencyCode === currencyCode);
      const [order] = place < 0 ? [] : untouched.splice(place, 1);
      if (!order) throw new Error('the demo shop has too few orders that can be returned');
      return order;
    },
    async now({ idFromPlatform }) {
      const order = await store.fetchOrder(idFromPlatform, CONTEXT);
      if (!order) throw new Error('the order is gone');
      return order;
    },
    takeVariant(available) {
      const variant = variants.pop();
      if (!variant) throw new Error('the demo shop has too few variants');
      variant.tracked = true;
      variant.quantities = { available, on_hand: available, committed: 0 };
      return { id: String(variant.id), price: variant.price, available: () => variant.quantities['available'] ?? 0 };
    },
    close: () => sandbox.close(),
  };
}

/** The first unit that was sent with an order, as what comes back. */
export function firstUnit(order: Order): ReturnedLine {
  const sent = order.fulfillments.flatMap(({ lines }) => lines)[0];
  if (!sent) throw new Error('nothing was sent');
  return {
    lineIdFromPlatform: sent.lineIdFromPlatform,
    fulfillmentLineIdFromPlatform: sent.idFromPlatform,
    quantity: 1,
  };
}
