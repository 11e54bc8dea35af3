import type { CallContext, Labels } from '#partners/ports.ts';
import type { Database } from '#server/db/connect.ts';
import { storeById } from '#server/db/stores.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { ServerDeps } from '#server/deps.ts';

/** Who sells labels to a store with these settings; null when that provider is not set up. */
export const labelsFor = (
  labels: readonly Labels[],
  { labelProvider }: { labelProvider: Labels['provider'] },
): Labels | null => labels.find(({ provider }) => provider === labelProvider) ?? null;

export const labelProviders =
  (labels: readonly Labels[], database: Database): ServerDeps['labelsOf'] =>
  async (storeId) => {
    const store = await database.inStore(storeId, (db) => storeById(db, storeId));
    return store ? labelsFor(labels, settingsOf(store).returnShipping) : null;
  };

/** Who sold the label of a shipment: the store may buy its labels elsewhere by now. Null when nobody knows it. */
export async function sellerOf(
  labels: readonly Labels[],
  shipmentIdFromProvider: string,
  context: CallContext,
): Promise<Labels | null> {
  const [only, ...others] = labels;
  if (only && others.length === 0) return only;
  for (const one of labels) if (await one.find(shipmentIdFromProvider, context)) return one;
  return null;
}
