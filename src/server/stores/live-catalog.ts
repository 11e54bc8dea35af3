import type { Variant } from '#core/orders/order.ts';
import { groupKeysOf, groupsOf } from '#core/orders/product-groups.ts';
import type { CallContext } from '#partners/ports.ts';
import type { Database } from '#server/db/connect.ts';
import { productGroups } from '#server/db/product-groups.ts';
import { productsById } from '#server/db/products.ts';
import type { ServerDeps } from '#server/deps.ts';

/** Variants with their stock and prices of now, with the names and groups of their products, all by product. */
export type LiveCatalog = {
  variants: ReadonlyMap<string, readonly Variant[]>;
  productTitles: ReadonlyMap<string, string>;
  productGroups: ReadonlyMap<string, readonly number[]>;
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
  if (ids.length === 0) return { variants: new Map(), productTitles: new Map(), productGroups: new Map() };
  const variants = await Promise.all(ids.map(async (id) => [id, await variantsOf(id)] as const));
  const [products, groups] = await database.inStore(storeId, async (db) => [
    await productsById(db, storeId, ids),
    await productGroups(db, storeId),
  ]);
  const keyed = groups.map((row) => ({ id: row.group_id, groupKeys: row.group_keys }));
  return {
    variants: new Map(variants),
    productTitles: new Map(products.map((product) => [product.idFromPlatform, product.title])),
    productGroups: new Map(
      products.map((product) => [product.idFromPlatform, groupsOf({ groupKeys: groupKeysOf(product) }, keyed)]),
    ),
  };
}
