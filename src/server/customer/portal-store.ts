import { Refusal } from '#core/refusal.ts';
import type { Database } from '#server/db/connect.ts';
import { storeBySlug, type StoreRow } from '#server/db/stores.ts';

/** The store of a portal's address. Refuses STORE_NOT_FOUND. */
export async function storeOfSlug(database: Database, slug: string): Promise<StoreRow> {
  const [store] = await database.rowsAsOwner((db) => storeBySlug(db, slug));
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "We can't find this store.");
  return store;
}
