import { z } from 'zod';
import type { Order } from '#core/orders/order.ts';
import type { CallContext, InventoryHandling, Storefront } from '#partners/ports.ts';
import { cancelOrderOnce, cancelReturnOnce } from './cancel.ts';
import type { ShopifyConnection } from './client.ts';
import { createShopifyClient } from './client.ts';
import { keepCover, keepScripts } from './cover.ts';
import { missingScopes } from './scopes.ts';
import { completeOrder, completeProduct } from './complete.ts';
import { customerOnce } from './customer.ts';
import { exchangeOrderOnce, findCreated, resultOf } from './exchange-order.ts';
import { exportOrders, exportProducts } from './export.ts';
import { gidOf, tailOf } from './gid.ts';
import { giftCardOnce } from './gift-card.ts';
import { giftCardOrderOnce } from './gift-card-order.ts';
import { movementsOf } from './movements.ts';
import {
  CHANGED_ORDERS,
  ORDER_BY_ID,
  ORDER_OF_RETURN,
  ORDER_UPDATED,
  PRODUCT_BY_ID,
  SHOP,
  TAGS_ADD,
} from './operations.ts';
import { refundOnce } from './refund.ts';
import { releaseStock, reserveStockOnce } from './reserve.ts';
import { locationsOf, restockOnce } from './restock.ts';
import { returnExchangeOnce } from './return-exchange.ts';
import { segmentsOf, segmentsOfCustomer } from './segments.ts';
import { storeCreditOnce } from './store-credit.ts';
import { subscribeOnce } from './subscribe.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';
import { asReadFrom, connection, Head, orderFromWire, readableOrder, unreadable, WireOrder } from './wire.ts';
import { productFromWire, WireProduct } from './wire-product.ts';

export type ShopifyStorefrontOptions = ShopifyConnection & {
  /** Gift card codes follow from it and the purpose key. Once cards were issued it must not change. */
  giftCardSecret: string;
  /** What an exchange order does with stock; by default it is refused when there is none. */
  inventory?: InventoryHandling | undefined;
  /** Longest first pause between looks at a running export, and every one at a job. */
  pollMs?: number | undefined;
};

// One call may cost 1000 points, and an order with all its lists is counted as about 240.
const CHANGED_ORDERS_PER_PAGE = 3;

// Made once: making a schema takes as long as reading seventy answers with it.
const ProductAnswer = z.object({ shop: z.object({ currencyCode: z.string() }), product: WireProduct.nullable() });
const OrderAnswer = z.object({ order: WireOrder.nullable() });
const UpdatedAnswer = z.object({ order: z.object({ updatedAt: z.string() }).nullable() });
const OfReturnAnswer = z.object({ return: z.object({ order: z.object({ id: z.string() }) }).nullable() });
const ChangedOrders = z.object({ orders: connection(Head) });
const TagsAdded = z.object({ tagsAdd: z.object({ userErrors: UserErrors }) });

/** One shop through its Admin GraphQL. Keep one per shop and process: it remembers the shop's rate limit. */
export function createShopifyStorefront(options: ShopifyStorefrontOptions): Storefront {
  const client = createShopifyClient(options);
  const pollMs = options.pollMs ?? 2000;

  async function readProduct(idFromPlatform: string, context: CallContext) {
    const variables = { id: gidOf('Product', idFromPlatform) };
    const { shop, product } = await client.run(PRODUCT_BY_ID, variables, ProductAnswer, context);
    if (!product) return null;
    return productFromWire(await completeProduct({ client, context }, product), shop.currencyCode);
  }

  async function readOrder(idFromPlatform: string, context: CallContext): Promise<Order | null> {
    const from = Date.now();
    const variables = { id: gidOf('Order', idFromPlatform) };
    const { order } = await client.run(ORDER_BY_ID, variables, OrderAnswer, context);
    const ours = order && orderFromWire(await completeOrder({ client, context }, order));
    return ours && asReadFrom(ours, from);
  }

  return {
    fetchOrder: readOrder,
    async fetchOrderSince(idFromPlatform, sinceIso, context) {
      const variables = { id: gidOf('Order', idFromPlatform) };
      const { order } = await client.run(ORDER_UPDATED, variables, UpdatedAnswer, context);
      if (!order) return null;
      return Date.parse(order.updatedAt) > Date.parse(sinceIso) ? readOrder(idFromPlatform, context) : null;
    },
    async fetchOrderOfReturn(returnIdFromPlatform, context) {
      const variables = { id: gidOf('Return', returnIdFromPlatform) };
      const { return: found } = await client.run(ORDER_OF_RETURN, variables, OfReturnAnswer, context);
      return found ? readOrder(tailOf(found.order.id), context) : null;
    },
    fetchProduct: readProduct,
    async fetchVariants(productIdFromPlatform, context) {
      return (await readProduct(productIdFromPlatform, context))?.variants ?? [];
    },
    exportOrders: (context, began) => exportOrders({ client, context, pollMs, began }),
    exportProducts: (context, began) => exportProducts({ client, context, pollMs, began }),
    async changedOrders(sinceIso, cursor, context) {
      const variables = {
        first: CHANGED_ORDERS_PER_PAGE,
        after: cursor,
        query: `updated_at:>='${new Date(sinceIso).toISOString()}'`,
      };
      const from = Date.now();
      const { orders } = await client.run(CHANGED_ORDERS, variables, ChangedOrders, context);
      const items = [];
      for (const head of orders.nodes) {
        const { data: order, error } = WireOrder.safeParse(head);
        const ours = order
          ? readableOrder(await completeOrder({ client, context }, order), from)
          : unreadable(head, error);
        if (ours) items.push(ours);
      }
      return { items, nextCursor: orders.pageInfo.hasNextPage ? orders.pageInfo.endCursor : null };
    },
    subscribe: (callbackUrl, context) => subscribeOnce({ client, context }, callbackUrl),
    refund: (request, context) => refundOnce({ client, context }, request),
    customerOf: (person, context) => customerOnce({ client, context }, person),
    issueGiftCard(request, context) {
      if (request.type === 'Store_Credit') return storeCreditOnce({ client, context }, request);
      if (request.type === 'Gift_Card_Order') return giftCardOrderOnce({ client, context }, request);
      return giftCardOnce({ client, context }, options.giftCardSecret, request);
    },
    createExchangeOrder: (request, context) =>
      exchangeOrderOnce({ client, context }, options.inventory ?? 'decrementObeyingPolicy', request),
    async findExchangeOrder(purposeKey, context) {
      const caller = { client, context };
      const made = await findCreated(caller, purposeKey);
      return made ? resultOf(caller, made) : null;
    },
    processReturnExchange: (request, context) => returnExchangeOnce({ client, context }, request),
    reserveStock: (request, context) => reserveStockOnce({ client, context }, request),
    releaseStock: (purposeKey, context) => releaseStock({ client, context }, purposeKey),
    cancelOrder: (request, context) => cancelOrderOnce({ client, context }, Math.min(pollMs, 500), request),
    cancelReturn: (returnIdFromPlatform, context) => cancelReturnOnce({ client, context }, returnIdFromPlatform),
    movementsOf: (wanted, cursor, context) => movementsOf({ client, context }, wanted, cursor),
    restock: (request, context) => restockOnce({ client, context }, request),
    locations: (context) => locationsOf({ client, context }),
    segments: (context) => segmentsOf({ client, context }),
    segmentsOf: (customerIdFromPlatform, context) => segmentsOfCustomer({ client, context }, customerIdFromPlatform),
    keepCoverProduct: (request, context) => keepCover({ client, context }, request),
    missingScopes: (context) => missingScopes({ client, context }),
    keepScripts: (wanted, context) => keepScripts({ client, context }, wanted),
    async addOrderTags(orderIdFromPlatform, tags, context) {
      if (tags.length === 0) return;
      const variables = { id: gidOf('Order', orderIdFromPlatform), tags };
      const { tagsAdd } = await client.run(TAGS_ADD, variables, TagsAdded, context);
      refuseUserErrors(TAGS_ADD, tagsAdd.userErrors);
    },
    async shop(context) {
      const Shop = z.object({
        name: z.string(),
        myshopifyDomain: z.string(),
        currencyCode: z.string(),
        ianaTimezone: z.string(),
        email: z.string(),
        plan: z.object({ publicDisplayName: z.string() }),
      });
      const { shop } = await client.run(SHOP, {}, z.object({ shop: Shop }), context);
      const { name, myshopifyDomain: domain, currencyCode, ianaTimezone: timeZone, email, plan } = shop;
      return { name, domain, currencyCode, timeZone, plan: plan.publicDisplayName, email };
    },
  };
}
