import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { StockLocation } from '#partners/ports.ts';

/** The locations of the store's platform as they were last asked for; null while nobody asked. */
export async function keptLocations(db: Db, storeId: number): Promise<StockLocation[] | null> {
  const store = await db
    .selectFrom('store')
    .select('stock_locations')
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  return store?.stock_locations ?? null;
}

/** What the platform has, so that rules which name one that is gone are found. */
export async function keepLocations(db: Db, storeId: number, locations: readonly StockLocation[]): Promise<void> {
  const kept = JSON.stringify(locations);
  await db
    .updateTable('store')
    .set({ stock_locations: kept })
    .where('store_id', '=', storeId)
    .where(sql<boolean>`stock_locations is distinct from ${kept}::jsonb`)
    .execute();
}
