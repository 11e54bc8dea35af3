import { sql } from 'kysely';
import type { Product } from '#core/orders/order.ts';
import { gtin14 } from '#core/registrations/gtin.ts';
import type { RegisteredProduct } from '#core/registrations/register.ts';
import { PRODUCT_COLUMNS } from '#core/imports/kinds.ts';
import type { Database } from '#server/db/connect.ts';
import type { Row } from '#server/import/csv-row.ts';
import { asRegistered } from '#server/registrations/registrable.ts';

/** What a row names its product by, as it is compared. */
type Name = { column: (typeof PRODUCT_COLUMNS)[number]; value: string };
export type NamedProduct = RegisteredProduct | { problem: string };

/** More are asked for again: memory does not grow with the file. */
const MOST_KEPT = 5_000;

/** Finds the products that the rows of a file name, each asked for once. */
export function namedProducts(database: Database, storeId: number): (rows: readonly Row[]) => Promise<NamedProduct[]> {
  const kept = new Map<string, NamedProduct>();
  return async (rows) => {
    const names = rows.map(nameOf);
    const wanted = new Map(names.flatMap((name) => (name && !kept.has(keyOf(name)) ? [[keyOf(name), name]] : [])));
    if (kept.size + wanted.size > MOST_KEPT) {
      kept.clear();
      for (const name of names) if (name) wanted.set(keyOf(name), name);
    }
    const found = await find(database, storeId, [...wanted.values()]);
    for (const [key, name] of wanted) kept.set(key, pick(found, name));
    return names.map((name) => (name && kept.get(keyOf(name))) ?? { problem: NAMELESS });
  };
}

const NAMELESS = `Names no product. Fill in one of ${PRODUCT_COLUMNS.join(', ')}.`;
const keyOf = ({ column, value }: Name): string => `${column}:${value}`;

function nameOf({ cell }: Row): Name | null {
  for (const column of PRODUCT_COLUMNS) {
    const text = cell(column);
    if (text !== '')
      return {
        column,
        value: column === 'SKU' ? text.toLowerCase() : column === 'GTIN' ? (gtin14(text) ?? text) : text,
      };
  }
  return null;
}

async function find(database: Database, storeId: number, names: readonly Name[]): Promise<Product[]> {
  if (names.length === 0) return [];
  const valuesOf = (column: Name['column']) => names.flatMap((name) => (name.column === column ? name.value : []));
  const rows = await database.readStore(storeId, (db) =>
    db
      .selectFrom('product')
      .select('document')
      .where('store_id', '=', storeId)
      .where(
        sql<boolean>`exists (select from jsonb_array_elements(product.document -> 'variants') as variant
          where lower(variant ->> 'sku') = any(${valuesOf('SKU')}::text[])
            or lpad(variant ->> 'barcode', 14, '0') = any(${valuesOf('GTIN')}::text[])
            or variant ->> 'idFromPlatform' = any(${valuesOf('Variant ID')}::text[]))`,
      )
      .execute(),
  );
  return rows.map(({ document }) => document);
}

function pick(products: readonly Product[], { column, value }: Name): NamedProduct {
  const found = products.flatMap((product) =>
    product.variants.flatMap((variant) => {
      const its =
        column === 'SKU'
          ? variant.sku.toLowerCase()
          : column === 'GTIN'
            ? gtin14(variant.barcode ?? '')
            : variant.idFromPlatform;
      return its === value ? (asRegistered(product, variant.idFromPlatform) ?? []) : [];
    }),
  );
  const [first, second] = found;
  if (!first) return { problem: `Your store has no product with this ${column}.` };
  return second ? { problem: `Several products have this ${column}. Use Variant ID.` } : first;
}
