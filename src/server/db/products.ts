import type { Product } from '#core/orders/order.ts';
import type { Db } from '#server/db/connect.ts';

/** Writes products as the platform has them now; a row that is already newer stays. */
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
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'id_from_platform'])
        .doUpdateSet((row) => ({ updated_on: row.ref('excluded.updated_on'), document: row.ref('excluded.document') }))
        .whereRef('product.updated_on', '<=', 'excluded.updated_on'),
    )
    .execute();
}

export const removeProduct = (db: Db, storeId: number, idFromPlatform: string): Promise<unknown> =>
  db.deleteFrom('product').where('store_id', '=', storeId).where('id_from_platform', '=', idFromPlatform).execute();
