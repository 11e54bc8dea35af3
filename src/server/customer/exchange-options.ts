import { exchangeOptions } from '#contract/customer/customer.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { exchangeDelta, isOfferedProduct, wantedItem } from '#core/claims/exchange.ts';
import { quoteClaim } from '#core/claims/sums.ts';
import type { Minor } from '#core/money.ts';
import type { Product, Variant } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import { liveVariants } from '#server/customer/live-variants.ts';
import type { PortalProducts } from '#server/customer/portal-products.ts';
import { loadSessionOrder, type SessionOrder } from '#server/customer/session-order.ts';
import { productsById, productsOnSale } from '#server/db/products.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** C9.04. */
const MOST_VARIANTS = 500;

/** What can be had instead of a returned product, or for a shop-now credit. */
export function exchangeOptionsHandler(
  deps: Pick<ServerDeps, 'database' | 'labels' | 'payments'> & { products: PortalProducts },
): Handler {
  return handle(exchangeOptions, async ({ query }, context) => {
    const { portal } = context;
    const { storeId } = portal;
    const loaded = await deps.database.readStore(storeId, (db) => loadSessionOrder(db, portal, deps));
    const { policy, storeCurrencyCode: currencyCode } = loaded;
    const without = ownProduct(loaded, query.lineIdFromPlatform);
    const differenceTo = differences(loaded, query.lineIdFromPlatform, query.quantity);
    const { productIdFromPlatform } = query;
    if (productIdFromPlatform !== undefined) {
      const [product] = await deps.database.readStore(storeId, (db) =>
        productsById(db, storeId, [productIdFromPlatform]),
      );
      if (!product || without.includes(productIdFromPlatform) || !isOfferedProduct(product, policy))
        return { currencyCode, products: [], hasMore: false };
      const variants = await liveVariants(deps.products, context, productIdFromPlatform);
      return {
        currencyCode,
        products: [showProduct(product, variants, currencyCode, differenceTo(product))],
        hasMore: false,
      };
    }
    const found = await deps.database.readStore(storeId, (db) =>
      productsOnSale(db, storeId, { searchTerm: query.searchTerm, without, limit: query.take + 1 }),
    );
    const offered = found.slice(0, query.take).filter((product) => isOfferedProduct(product, policy));
    return {
      currencyCode,
      products: offered.map((product) =>
        showProduct(product, product.variants.filter(isInStock), currencyCode, differenceTo(product)),
      ),
      hasMore: found.length > query.take,
    };
  });
}

/** The product that is not offered for its own line. Refuses EXCHANGE_NOT_OFFERED and LINE_NOT_FOUND. */
function ownProduct({ order, policy }: SessionOrder, lineIdFromPlatform: string | undefined): string[] {
  if (!policy.isAdvancedExchangeEnabled && !policy.isShopNowEnabled)
    throw new Refusal('notAllowed', 'EXCHANGE_NOT_OFFERED', 'Only variants of the same product can be chosen.');
  if (lineIdFromPlatform === undefined) return [];
  const line = order.lines.find((one) => one.idFromPlatform === lineIdFromPlatform);
  if (!line) throw new Refusal('notFound', 'LINE_NOT_FOUND', "This item isn't part of the order.");
  return line.productIdFromPlatform === null ? [] : [line.productIdFromPlatform];
}

/** What a product's variants cost over some units of a line, as the store counts it. */
function differences(
  { order, policy, claims, isGiftReturn }: SessionOrder,
  lineIdFromPlatform: string | undefined,
  quantity: number,
): (product: Product) => (variant: Variant) => Minor | null {
  const line = order.lines.find((one) => one.idFromPlatform === lineIdFromPlatform);
  if (!line || isGiftReturn || !policy.isAdvancedExchangeEnabled) return () => () => null;
  const selection = { lineIdFromPlatform: line.idFromPlatform, quantity, method: 'variantExchange' } as const;
  const [returned] = quoteClaim(order, policy.terms, [selection], claims).lines;
  if (!returned) return () => () => null;
  const { productIdFromPlatform } = line;
  return (product) => (variant) =>
    exchangeDelta(
      { ...returned, productIdFromPlatform, quantity },
      wantedItem(variant, product, line, order, quantity),
      policy.terms,
    );
}

type Shown = RouteAnswer<typeof exchangeOptions>['products'][number];

const isInStock = ({ available }: Variant): boolean => available === null || available > 0;

const showProduct = (
  product: Product,
  variants: readonly Variant[],
  currencyCode: string,
  differenceOf: (variant: Variant) => Minor | null,
): Shown => ({
  idFromPlatform: product.idFromPlatform,
  title: product.title,
  imgUrl: product.imgUrl,
  variants: variants.slice(0, MOST_VARIANTS).map((variant) => {
    const difference = differenceOf(variant);
    return {
      idFromPlatform: variant.idFromPlatform,
      title: variant.title,
      options: variant.options,
      imgUrl: variant.imgUrl,
      price: amountOf(variant.price, currencyCode),
      difference: difference === null ? null : amountOf(difference, currencyCode),
      isAvailable: isInStock(variant),
    };
  }),
});
