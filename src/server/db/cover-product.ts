import type { CoverProduct } from '#core/protection/cover-product.ts';
import type { Db } from '#server/db/connect.ts';

/** The product of a store's cover; null while the platform has none. */
export async function coverProductOf(db: Db, storeId: number): Promise<CoverProduct | null> {
  const row = await db
    .selectFrom('cover_product')
    .select(['id_from_platform', 'handle', 'variants', 'problem'])
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  if (!row || row.id_from_platform === null) return null;
  return {
    idFromPlatform: row.id_from_platform,
    handle: row.handle,
    variants: row.variants,
    problem: row.problem,
  };
}
