import { labelsFor } from '#server/labels/providers.ts';
import { isInstantExchangeOffered } from '#core/claims/exchange.ts';
import { Refusal } from '#core/refusal.ts';
import type { StoreSettings } from '#core/settings/settings.ts';
import type { Labels, Payments } from '#partners/ports.ts';
import type { Database } from '#server/db/connect.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeBySlug, type StoreRow } from '#server/db/stores.ts';
import { paymentProviderOf } from '#server/payments/providers.ts';

/** The store of a portal's address. Refuses STORE_NOT_FOUND. */
export async function storeOfSlug(database: Database, slug: string): Promise<StoreRow> {
  const [store] = await database.rowsAsOwner((db) => storeBySlug(db, slug));
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "We can't find this store.");
  return store;
}

/** What decides whether something a store has switched on can be offered. */
export type Offered = { labels: readonly Labels[]; payments: Payments | null };

/** Settings as the portal may offer them: a label only where one can be made, cards only where someone takes them. */
export function portalSettings(
  store: Pick<StoreRow, 'settings' | 'return_address'>,
  { labels, payments }: Offered,
): StoreSettings {
  const saved = settingsOf(store);
  const settings: StoreSettings = { ...saved, paymentProvider: paymentProviderOf(saved, payments) };
  const possible = settings.shippingMethods.filter(
    (method) => method === 'packingSlip' || (labelsFor(labels, saved) !== null && store.return_address !== null),
  );
  return {
    ...settings,
    isInstantExchangeEnabled: isInstantExchangeOffered(settings),
    shippingMethods: possible.length > 0 ? possible : ['packingSlip'],
  };
}
