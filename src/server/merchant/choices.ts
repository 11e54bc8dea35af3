import * as contract from '#contract/merchant/merchant.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { exchangePricing, isOfferedProduct, rateOnTop, wantedItem, withoutShopPrice } from '#core/claims/exchange.ts';
import { remainderWithin, withheldMethods } from '#core/claims/store-credit.ts';
import type { Order, OrderLine } from '#core/orders/order.ts';
import type { ClaimPolicy } from '#core/policy/claim-policy.ts';
import { protectionOf } from '#core/policy/protection-of.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { inChain } from '#server/db/order-with-claims.ts';
import { orderById } from '#server/db/orders.ts';
import { findProducts } from '#server/db/products.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { liveCatalog } from '#server/stores/live-catalog.ts';

type Deps = Pick<ServerDeps, 'database' | 'storefrontOf'>;

/** What staff choose from while they decide: variants and products. */
export const choiceHandlers = (deps: Deps): Handler[] => [
  handle(contract.claimVariants, async ({ params, query }, { storeId, requestId }) => {
    const line = await deps.database.readStore(storeId, (db) => lineOfClaim(db, storeId, params));
    return variantsInstead(deps, { ...line, storeId, requestId, productId: query.productIdFromPlatform ?? null });
  }),

  handle(contract.searchProducts, async ({ query }, { storeId }) => {
    const found = await deps.database.inStore(storeId, async (db) => {
      const { skus: protectionSkus } = protectionOf(settingsOf(await knownStore(db, storeId)));
      return findProducts(db, storeId, query.searchTerm, (product) => isOfferedProduct(product, { protectionSkus }));
    });
    const products = found.slice(0, query.take).map(({ idFromPlatform, title, imgUrl, variants }) => ({
      idFromPlatform,
      title,
      imgUrl,
      variantCount: variants.length,
    }));
    return { products, hasMore: found.length > products.length };
  }),
];

async function knownStore(db: Db, storeId: number): Promise<StoreRow> {
  const store = await storeById(db, storeId);
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
  return store;
}

type LineInOrder = {
  order: Order;
  orderLine: OrderLine;
  store: Pick<StoreRow, 'currency_code'>;
  /** What binds the claim, or one that is still to be made. */
  terms: ClaimPolicy;
};

async function lineOfClaim(
  db: Db,
  storeId: number,
  { claimId, lineId }: { claimId: number; lineId: number },
): Promise<LineInOrder> {
  const loaded = await claimById(db, storeId, claimId);
  const line = loaded?.claim.lines.find((one) => one.id === lineId);
  const row = loaded && (await orderById(db, storeId, loaded.claim.orderId));
  const order = row && loaded && (await inChain(db, storeId, row, [loaded.claim]));
  const orderLine = order?.lines.find((one) => one.idFromPlatform === line?.lineIdFromPlatform);
  if (!order || !loaded || !orderLine) throw claimNotFound();
  return { order, orderLine, store: await knownStore(db, storeId), terms: loaded.claim.policy };
}

// A product with more of them is found by a more telling search at the platform.
const MOST_VARIANTS = 500;

type Asked = LineInOrder & { storeId: number; productId: string | null; requestId: string };

/** What can be had instead of an order line: variants of its own product, or of `productId`. */
export async function variantsInstead(
  deps: Deps,
  { order, orderLine, store, terms, storeId, productId, requestId }: Asked,
): Promise<RouteAnswer<typeof contract.claimVariants>> {
  const own = orderLine.productIdFromPlatform;
  const chosen = productId ?? own;
  const isOther = chosen !== own;
  const isPriced = store.currency_code === order.currencyCode;
  const catalog = await liveCatalog(deps, storeId, chosen === null ? [] : [chosen], { requestId, priority: 'staff' });
  const title = catalog.productTitles.get(chosen ?? '') ?? '';
  const product = isOther && chosen !== null ? { idFromPlatform: chosen, title } : null;
  return {
    productIdFromPlatform: chosen,
    productTitle: title,
    pricing: exchangePricing(terms, orderLine.idFromPlatform, !isOther),
    remainderMethod: remainderWithin(withheldMethods({}, order, terms), terms.exchangeRemainderMethod),
    isPriced: isPriced || !isOther,
    taxRate: rateOnTop(orderLine, order),
    variants: (catalog.variants.get(chosen ?? '') ?? []).slice(0, MOST_VARIANTS).map((variant) => {
      const priced = isPriced ? variant : withoutShopPrice(variant, orderLine, isOther);
      const item = wantedItem(priced, product, orderLine, order, 1);
      return {
        idFromPlatform: variant.idFromPlatform,
        title: variant.title,
        sku: variant.sku,
        options: variant.options,
        isCurrent: variant.idFromPlatform === orderLine.variantIdFromPlatform,
        imgUrl: variant.imgUrl,
        available: variant.available,
        unitPrice: amountOf(item.unitPrice, order.currencyCode),
        unitTax: amountOf(item.unitTax, order.currencyCode),
      };
    }),
  };
}
