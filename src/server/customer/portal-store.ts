import { Refusal } from '#core/refusal.ts';
import type { StoreSettings } from '#core/settings/settings.ts';
import type { Labels } from '#partners/ports.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { settingsOf, storeById, storeBySlug, type StoreRow } from '#server/db/stores.ts';

/** The store of a portal's address. Refuses STORE_NOT_FOUND. */
export async function storeOfSlug(database: Database, slug: string): Promise<StoreRow> {
  const store = await database.asOwner((db) => storeBySlug(db, slug));
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', 'There is no store here.');
  return store;
}

/** Settings as the portal may offer them: a label only where one can be made. */
export async function portalSettings(db: Db, storeId: number, labels: Labels | null): Promise<StoreSettings> {
  const store = await storeById(db, storeId);
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', 'There is no store here.');
  const settings = settingsOf(store);
  const possible = settings.shippingMethods.filter(
    (method) => method === 'packingSlip' || (labels !== null && settings.returnAddress !== null),
  );
  return { ...settings, shippingMethods: possible.length > 0 ? possible : ['packingSlip'] };
}
