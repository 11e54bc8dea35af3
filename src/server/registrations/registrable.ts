import { dayIn } from '#core/analytics/period.ts';
import type { Product } from '#core/orders/order.ts';
import { protectionOf } from '#core/policy/protection-of.ts';
import { registrableGroups, type SaidOfPurchase } from '#core/policy/registrable-groups.ts';
import { channelOf, type RegisteredProduct } from '#core/registrations/register.ts';
import type { Db } from '#server/db/connect.ts';
import { keysOfGroups } from '#server/db/product-groups.ts';
import { registrableProducts } from '#server/db/products.ts';
import { liveRules } from '#server/db/rules.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';

/** What is known of a registration while a product is picked for it. */
type KnownOfRegistration = SaidOfPurchase & {
  /** SKUs of shipping protection, which nobody registers. */
  protectionSkus: readonly string[];
};

/** What an owner said so far, in a store; `channel`: empty while they did not say. */
export function knownOf(
  store: Pick<StoreRow, 'settings' | 'time_zone'>,
  { channel, purchasedOn }: { channel: string; purchasedOn: string | null },
): KnownOfRegistration {
  const settings = settingsOf(store);
  const { offeredSalesChannels: channels } = settings.registrations;
  return {
    channel: channelOf(channel, { channels }) || (channels.length > 1 ? null : ''),
    purchasedOn,
    today: dayIn(new Date(), store.time_zone),
    protectionSkus: protectionOf(settings).skus,
  };
}

/** The keys of the product groups that rules offer for registration; null where all products can be registered. */
async function offeredKeys(db: Db, storeId: number, known: KnownOfRegistration): Promise<string[] | null> {
  const groupIds = registrableGroups(await liveRules(db, storeId), known);
  return groupIds && keysOfGroups(db, storeId, groupIds);
}

/** Products that can be registered, found by their name or SKU. */
export const findRegistrable = async (
  db: Db,
  storeId: number,
  { searchTerm, code, known }: { searchTerm: string; code: string | null; known: KnownOfRegistration },
  limit: number,
): Promise<Product[]> =>
  registrableProducts(db, storeId, { searchTerm, code, ...(await offeredTo(db, storeId, known)) }, limit);

/** The products of variants that can be registered, in their order; the rules are asked once. */
export async function registrableVariants(
  db: Db,
  storeId: number,
  variantIds: readonly string[],
  known: KnownOfRegistration,
): Promise<{ product: Product; variantId: string }[]> {
  const offered = await offeredTo(db, storeId, known);
  const found: { product: Product; variantId: string }[] = [];
  for (const variantId of variantIds) {
    const [product] = await registrableProducts(db, storeId, { searchTerm: '', code: variantId, ...offered }, 1);
    if (product) found.push({ product, variantId });
  }
  return found;
}

const offeredTo = async (db: Db, storeId: number, known: KnownOfRegistration) => ({
  withoutSkus: known.protectionSkus,
  groupKeys: await offeredKeys(db, storeId, known),
});

/** The product of a variant, as it would be registered; null where it can't be. */
export async function registrable(
  db: Db,
  storeId: number,
  variantId: string,
  known: KnownOfRegistration,
): Promise<RegisteredProduct | null> {
  const found = await findRegistrable(db, storeId, { searchTerm: '', code: variantId, known }, 5);
  return found.flatMap((product) => asRegistered(product, variantId) ?? [])[0] ?? null;
}

/** One variant of a product as a registration keeps it; null where the product has no such variant. */
export function asRegistered(product: Product, variantId: string): RegisteredProduct | null {
  const variant = product.variants.find(({ idFromPlatform }) => idFromPlatform === variantId);
  if (!variant) return null;
  // The only variant of a product has its name.
  const isNameless = variant.title === product.title;
  return {
    productIdFromPlatform: product.idFromPlatform,
    variantIdFromPlatform: variant.idFromPlatform,
    name: product.title,
    variantTitle: isNameless ? '' : variant.title,
    sku: variant.sku,
    imgUrl: variant.imgUrl ?? product.imgUrl,
    options: isNameless ? [] : variant.options,
    unitListPrice: variant.price,
  };
}
