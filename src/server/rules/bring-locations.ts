import type { CallContext, StockLocation } from '#partners/ports.ts';
import { keepLocations } from '#server/db/stock-locations.ts';
import type { ServerDeps } from '#server/deps.ts';

/** The locations of a store at its platform. What was found is kept, for rules that name one that is gone. */
export async function locationsOfStore(
  { database, storefrontOf }: Pick<ServerDeps, 'database' | 'storefrontOf'>,
  storeId: number,
  context: CallContext,
): Promise<StockLocation[]> {
  const locations = await (await storefrontOf(storeId)).locations(context);
  await database.inStore(storeId, (db) => keepLocations(db, storeId, locations));
  return locations;
}
