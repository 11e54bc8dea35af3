import { sql } from 'kysely';
import { groupKeysOf } from '#core/orders/product-groups.ts';
import type { Product } from '#core/orders/order.ts';
import { gtin14 } from '#core/registrations/gtin.ts';
import type { Db } from '#server/db/connect.ts';

/** Writes products as the platform has them now; what is already newer stays. */
export async function upsertProducts(db: Db, storeId: number, products: readonly Product[]): Promise<void> {
  if (products.length === 0) return;
  await db
    .insertInto('product')
    .values(
      products.map((product) => ({
        store_id: storeId,
        id_from_platform: product.idFromPlatform,
        updated_on: product.updatedOn,
        document: JSON.stringify(product),
        group_keys: groupKeysOf(product),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'id_from_platform']).doUpdateSet({
        written_on: sql`now()`,
        updated_on: sql`greatest(product.updated_on, excluded.updated_on)`,
        document: newer('document'),
        group_keys: newer('group_keys'),
      }),
    )
    .execute();
}

const newer = (column: 'document' | 'group_keys') => {
  const [known, read] = [sql.ref(`product.${column}`), sql.ref(`excluded.${column}`)];
  return sql<never>`case when product.updated_on <= excluded.updated_on then ${read} else ${known} end`;
};

/** Products as they were last synced; those not synced are left out. */
export async function productsById(db: Db, storeId: number, idsFromPlatform: readonly string[]): Promise<Product[]> {
  if (idsFromPlatform.length === 0) return [];
  const rows = await db
    .selectFrom('product')
    .select('document')
    .where('store_id', '=', storeId)
    .where('id_from_platform', 'in', [...idsFromPlatform])
    .execute();
  return rows.map((row) => row.document);
}

/** The products of these variants, as they were last synced. */
export async function productsWithVariants(db: Db, storeId: number, variantIds: readonly string[]): Promise<Product[]> {
  if (variantIds.length === 0) return [];
  const rows = await db
    .selectFrom('product')
    .select('document')
    .where('store_id', '=', storeId)
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(product.document -> 'variants') as variant
        where variant ->> 'idFromPlatform' = any(${[...variantIds]}::text[]))`,
    )
    .execute();
  return rows.map((row) => row.document);
}

const MOST_FOUND = 500;

/** Products whose title or a SKU has the words, by title, of those that are wanted. */
export async function findProducts(
  db: Db,
  storeId: number,
  searchTerm: string,
  isWanted: (product: Product) => boolean,
): Promise<Product[]> {
  const rows = await named(db, storeId, searchTerm)
    .select('document')
    .orderBy(sql`lower(product.document ->> 'title')`)
    .orderBy('id_from_platform')
    .limit(MOST_FOUND)
    .execute();
  return rows.map((row) => row.document).filter(isWanted);
}

const named = (db: Db, storeId: number, words: string) => {
  const pattern = patternOf(words);
  return db
    .selectFrom('product')
    .where('store_id', '=', storeId)
    .where(
      sql<boolean>`(product.document ->> 'title' ilike ${pattern}
        or jsonb_path_query_array(product.document, '$.variants[*].sku')::text ilike ${pattern})`,
    );
};

/**
 * Products that owners may have, also those no longer sold, by title. `code`: a variant's id, SKU or GTIN.
 * `groupKeys`: only products in a group with one of these keys; null for all.
 */
export async function registrableProducts(
  db: Db,
  storeId: number,
  wanted: {
    searchTerm: string;
    code: string | null;
    withoutSkus: readonly string[];
    groupKeys: readonly string[] | null;
  },
  limit: number,
): Promise<Product[]> {
  const { searchTerm, code, withoutSkus, groupKeys } = wanted;
  const rows = await named(db, storeId, searchTerm)
    .select('document')
    .where(sql<boolean>`product.document ->> 'status' <> 'DRAFT'`)
    .where(sql<boolean>`product.document ->> 'isGiftCard' is distinct from 'true'`)
    .where(
      sql<boolean>`not exists (select from jsonb_array_elements(product.document -> 'variants') as variant
        where variant ->> 'sku' = any(${withoutSkus}::text[]))`,
    )
    .$if(groupKeys !== null, (query) => query.where(sql<boolean>`product.group_keys && ${groupKeys}::text[]`))
    .$if(code !== null, (query) =>
      query.where(
        sql<boolean>`exists (select from jsonb_array_elements(product.document -> 'variants') as variant
          where variant ->> 'idFromPlatform' = ${code} or lower(variant ->> 'sku') = lower(${code})
            or lpad(variant ->> 'barcode', 14, '0') = ${gtin14(code ?? '') ?? ''})`,
      ),
    )
    .orderBy(sql`lower(product.document ->> 'title')`)
    .orderBy('id_from_platform')
    .limit(limit)
    .execute();
  return rows.map((row) => row.document);
}

const patternOf = (words: string): string => `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

type VariantOption = { name: string; value: string };

/** What is looked for among the products for sale. */
export type Wanted = {
  searchTerm: string;
  /** Ids left out. */
  without: readonly string[];
  /** Only products in a group with one of these keys; null for all. */
  groupKeys: readonly string[] | null;
  /** Units of one variant that have to be there. */
  leastInStock: number;
  /** What one variant has to be, all together. */
  options: readonly VariantOption[];
  isNewestFirst: boolean;
};

const onSale = (db: Db, storeId: number, { searchTerm, without, groupKeys, leastInStock, options }: Wanted) =>
  named(db, storeId, searchTerm)
    .where(sql<boolean>`product.document ->> 'status' = 'ACTIVE'`)
    .where(sql<boolean>`product.document ->> 'isGiftCard' is distinct from 'true'`)
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(product.document -> 'variants') as variant
        where (variant -> 'available' = 'null'::jsonb or (variant ->> 'available')::integer >= ${leastInStock})
          and variant -> 'options' @> ${JSON.stringify(options)}::jsonb)`,
    )
    .$if(without.length > 0, (query) => query.where('id_from_platform', 'not in', [...without]))
    .$if(groupKeys !== null, (query) => query.where(sql<boolean>`product.group_keys && ${groupKeys}::text[]`));

/** Products for sale and in stock whose title or a SKU has the words, by title or the newest first. */
export async function productsOnSale(db: Db, storeId: number, wanted: Wanted, limit: number): Promise<Product[]> {
  const rows = await onSale(db, storeId, wanted)
    .select('document')
    .$if(wanted.isNewestFirst, (query) =>
      query.orderBy(sql`coalesce(product.document ->> 'createdOn', product.document ->> 'updatedOn')`, 'desc'),
    )
    .orderBy(sql`lower(product.document ->> 'title')`)
    .orderBy('id_from_platform')
    .limit(limit)
    .execute();
  return rows.map((row) => row.document);
}

const MOST_OPTIONS = 200;

/** The options of those products, each value once, the names in the order in which their products have them. */
export async function optionsOnSale(db: Db, storeId: number, wanted: Wanted): Promise<VariantOption[]> {
  const { rows } = await sql<VariantOption>`
    select option.value ->> 'name' as name, option.value ->> 'value' as value
    from (${onSale(db, storeId, wanted).select('document').limit(MOST_FOUND)}) as product,
      jsonb_array_elements(product.document -> 'variants') as variant,
      jsonb_array_elements(variant -> 'options') with ordinality as option(value, place)
    group by 1, 2 order by min(option.place), 1, lower(option.value ->> 'value') limit ${MOST_OPTIONS}`.execute(db);
  return rows;
}

/** Says of products that could not be read that the platform still has them. */
export const keepProducts = (db: Db, storeId: number, idsFromPlatform: readonly string[]): Promise<unknown> =>
  db
    .updateTable('product')
    .set({ written_on: sql`now()` })
    .where('store_id', '=', storeId)
    .where('id_from_platform', '=', sql<string>`any(${[...idsFromPlatform]}::text[])`)
    .execute();

/** After all were written: what is left of before is gone at the platform. Returns the ids of what was removed. */
export async function removeProductsUnwrittenSince(db: Db, storeId: number, instant: string): Promise<string[]> {
  const removed = await db
    .deleteFrom('product')
    .where('store_id', '=', storeId)
    .where('written_on', '<', new Date(instant))
    .returning('id_from_platform')
    .execute();
  return removed.map((row) => row.id_from_platform);
}

export const removeProduct = (db: Db, storeId: number, idFromPlatform: string): Promise<unknown> =>
  db.deleteFrom('product').where('store_id', '=', storeId).where('id_from_platform', '=', idFromPlatform).execute();
