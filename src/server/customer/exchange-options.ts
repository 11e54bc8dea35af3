import { exchangeOptions } from '#contract/customer/customer.ts';
import type { RouteAnswer, RouteParsed } from '#contract/route.ts';
import { reasonsChosen } from '#core/claims/choices-of.ts';
import { exchangeDelta, isOfferedProduct, isStocked, wantedItem } from '#core/claims/exchange.ts';
import { quoteClaim } from '#core/claims/sums.ts';
import type { Minor } from '#core/money.ts';
import type { OrderLine, Product, Variant } from '#core/orders/order.ts';
import { groupKeysOf } from '#core/orders/product-groups.ts';
import type { ProductExchange } from '#core/policy/claim-policy.ts';
import { linePolicy, type Policy } from '#core/policy/policy.ts';
import { mayOfferShopNow } from '#core/policy/ruled-offers.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import { liveVariants } from '#server/customer/live-variants.ts';
import type { PortalProducts } from '#server/customer/portal-products.ts';
import { loadSessionOrder, type SessionOrder } from '#server/customer/session-order.ts';
import type { Db } from '#server/db/connect.ts';
import { keysOfGroups } from '#server/db/product-groups.ts';
import { optionsOnSale, productsById, productsOnSale, type Wanted } from '#server/db/products.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** C9.04. */
const MOST_VARIANTS = 500;

type Query = RouteParsed<typeof exchangeOptions>['query'];

/** What can be had instead of a returned product, or for a shop-now credit. */
export function exchangeOptionsHandler(
  deps: Pick<ServerDeps, 'database' | 'labels' | 'payments'> & { products: PortalProducts },
): Handler {
  return handle(exchangeOptions, async ({ query }, context) => {
    const { portal } = context;
    const { storeId } = portal;
    const loaded = await deps.database.readStore(storeId, (db) => loadSessionOrder(db, portal, deps));
    const instead = insteadOf(loaded, query);
    const { policy, storeCurrencyCode: currencyCode } = loaded;
    const differenceTo = differences(loaded, instead, query.quantity);
    const show = (product: Product, variants: readonly Variant[]): Shown =>
      showProduct(product, variants, { currencyCode, differenceOf: differenceTo(product), instead });
    const { productIdFromPlatform } = query;
    if (productIdFromPlatform !== undefined) {
      const [product, keys] = await deps.database.readStore(storeId, async (db) => [
        (await productsById(db, storeId, [productIdFromPlatform]))[0],
        await offeredKeys(db, storeId, instead),
      ]);
      const isOffered =
        product &&
        !instead.without.includes(productIdFromPlatform) &&
        isOfferedProduct(product, policy) &&
        (keys === null || groupKeysOf(product).some((key) => keys.includes(key)));
      if (!isOffered) return { currencyCode, products: [], hasMore: false, filters: [] };
      const variants = await liveVariants(deps.products, context, productIdFromPlatform);
      return { currencyCode, products: [show(product, variants)], hasMore: false, filters: [] };
    }
    const { found, filters } = await deps.database.readStore(storeId, async (db) => {
      const wanted = wantedOf(instead, query, await offeredKeys(db, storeId, instead));
      return {
        found: await productsOnSale(db, storeId, wanted, query.take + 1),
        filters: await filtersOf(db, storeId, instead, wanted),
      };
    });
    const offered = found.slice(0, query.take).filter((product) => isOfferedProduct(product, policy));
    const options = optionsOf(query);
    const hasAll = (variant: Variant): boolean =>
      options.every(({ name, value }) => variant.options.some((one) => one.name === name && one.value === value));
    return {
      currencyCode,
      products: offered.flatMap((product) => {
        const variants = product.variants.filter((variant) => isThere(variant, instead) && hasAll(variant));
        if (instead.ruled?.kind !== 'variant') return [show(product, variants)];
        return variants.map((variant) => ({
          ...show(product, [variant]),
          imgUrl: variant.imgUrl ?? product.imgUrl,
        }));
      }),
      hasMore: found.length > query.take,
      filters,
    };
  });
}

/** The line that is exchanged, with what a rule offers instead of it, given its reason. */
type Instead = { policy: Policy; line: OrderLine | null; ruled: ProductExchange | undefined; without: string[] };

/** Refuses EXCHANGE_NOT_OFFERED and LINE_NOT_FOUND. */
function insteadOf(loaded: SessionOrder, { lineIdFromPlatform, quantity, reasonId, reasonDetail }: Query): Instead {
  const { order, claims: priorClaims } = loaded;
  const line = order.lines.find((one) => one.idFromPlatform === lineIdFromPlatform) ?? null;
  if (lineIdFromPlatform !== undefined && !line)
    throw new Refusal('notFound', 'LINE_NOT_FOUND', "This item isn't part of the order.");
  const policy =
    line && reasonId !== ''
      ? loaded.policyWith('Return', (its) => {
          const selections = [{ lineIdFromPlatform: line.idFromPlatform, quantity, reasonId, reasonDetail }];
          return reasonsChosen({ order, policy: its, priorClaims, selections });
        })
      : loaded.policy;
  const ruled = line ? linePolicy(policy.terms, line).productExchange : undefined;
  if (!ruled && !policy.isAdvancedExchangeEnabled && !mayOfferShopNow(policy, loaded.rules))
    throw new Refusal('notAllowed', 'EXCHANGE_NOT_OFFERED', 'Only variants of the same product can be chosen.');
  const own = line?.productIdFromPlatform ?? null;
  return { policy, line, ruled, without: own === null ? [] : [own] };
}

const offeredKeys = async (db: Db, storeId: number, { ruled }: Instead): Promise<string[] | null> =>
  ruled ? keysOfGroups(db, storeId, ruled.productGroupIds) : null;

const optionsOf = ({ options }: Query) => [...new URLSearchParams(options)].map(([name, value]) => ({ name, value }));

const wantedOf = ({ without, ruled, policy }: Instead, query: Query, groupKeys: string[] | null): Wanted => ({
  searchTerm: query.searchTerm,
  without,
  groupKeys,
  leastInStock: Math.max(1, ruled?.leastInStock ?? policy.leastInStock),
  options: optionsOf(query),
  isNewestFirst: ruled?.sort === 'NEWEST_FIRST',
});

/** What the products that a rule offers can be filtered by, of which there is a choice. */
async function filtersOf(db: Db, storeId: number, { ruled }: Instead, wanted: Wanted) {
  if (!ruled?.isSearchable) return [];
  const left = new Set(ruled.unfilteredOptions.map((name) => name.toLowerCase()));
  const all = await optionsOnSale(db, storeId, { ...wanted, searchTerm: '', options: [] });
  return [...Map.groupBy(all, ({ name }) => name)]
    .map(([name, values]) => ({ name, values: values.map(({ value }) => value) }))
    .filter(({ name, values }) => values.length > 1 && !left.has(name.toLowerCase()));
}

/** What a product's variants cost over some units of a line, as the store counts it. */
function differences(
  { order, claims, isGiftReturn }: SessionOrder,
  { policy, line, ruled }: Instead,
  quantity: number,
): (product: Product) => (variant: Variant) => Minor | null {
  if (!line || isGiftReturn || !(ruled || policy.isAdvancedExchangeEnabled)) return () => () => null;
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

/** Of other products a rule that offers them says how many have to be there. */
const isThere = (variant: Variant, { ruled, policy }: Pick<Instead, 'ruled' | 'policy'>): boolean =>
  isStocked(ruled ? { leastInStock: Math.max(1, ruled.leastInStock) } : policy, variant);

type Around = {
  currencyCode: string;
  differenceOf: (variant: Variant) => Minor | null;
  instead: Pick<Instead, 'ruled' | 'policy'>;
};

const showProduct = (
  product: Product,
  variants: readonly Variant[],
  { currencyCode, differenceOf, instead }: Around,
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
      isAvailable: isThere(variant, instead),
    };
  }),
});
