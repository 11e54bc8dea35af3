import type { Variant } from '#core/orders/order.ts';
import type { CallContext } from '#partners/ports.ts';
import type { Database } from '#server/db/connect.ts';
import { productsById } from '#server/db/products.ts';
import type { ServerDeps } from '#server/deps.ts';

/** Variants with their stock and prices of now, and the names of their products, both by product. */
export type LiveCatalog = {
  variants: ReadonlyMap<string, readonly Variant[]>;
  productTitles: ReadonlyMap<string, string>;
};

type Deps = { database: Database } & Pick<ServerDeps, 'storefrontOf'>;

/** Asks the platform for the variants of some products. To be called outside of transactions, which no partner may hold up. */
export async function liveCatalog(
  deps: Deps,
  storeId: number,
  productIds: Iterable<string>,
  context: CallContext,
): Promise<LiveCatalog> {
  return catalogOf(deps.database, storeId, productIds, async (id) =>
    (await deps.storefrontOf(storeId)).fetchVariants(id, context),
  );
}

/** The same by answers of `variantsOf`. */
export async function catalogOf(
  database: Database,
  storeId: number,
  productIds: Iterable<string>,
  variantsOf: (productId: string) => Promise<readonly Variant[]>,
): Promise<LiveCatalog> {
  const ids = [...new Set(productIds)];
  if (ids.length === 0) return { variants: new Map(), productTitles: new Map() };
  const variants = await Promise.all(ids.map(async (id) => [id, await variantsOf(id)] as const));
  const products = await database.inStore(storeId, (db) => productsById(db, storeId, ids));
  return {
    variants: new Map(variants),
    productTitles: new Map(products.map((product) => [product.idFromPlatform, product.title])),
  };
}
