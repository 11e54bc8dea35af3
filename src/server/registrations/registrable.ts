import { dayIn } from '#core/analytics/period.ts';
import { productRegistrationSelection } from '#core/automations/actions/product-registration-selection.ts';
import { registrationFacts } from '#core/automations/order-facts.ts';
import type { Product } from '#core/orders/order.ts';
import { protectionOf } from '#core/policy/protection-of.ts';
import { channelOf, type RegisteredProduct } from '#core/registrations/register.ts';
import type { Db } from '#server/db/connect.ts';
import { keysOfGroups } from '#server/db/product-groups.ts';
import { registrableProducts } from '#server/db/products.ts';
import { liveRules } from '#server/db/rules.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';

const HOOK = 'registrationProductSelection';

/** What is known of a registration while a product is picked for it. */
type KnownOfRegistration = {
  channel: string;
  purchasedOn: string | null;
  today: string;
  /** SKUs of shipping protection, which nobody registers. */
  protectionSkus: readonly string[];
};

type Said = { channel: string; purchasedOn: string | null };

/** What an owner said so far, in a store. */
export function knownOf(
  store: Pick<StoreRow, 'settings' | 'time_zone'>,
  { channel, purchasedOn }: Said,
): KnownOfRegistration {
  const settings = settingsOf(store);
  return {
    channel: channelOf(channel, { channels: settings.registrations.offeredSalesChannels }),
    purchasedOn,
    today: dayIn(new Date(), store.time_zone),
    protectionSkus: protectionOf(settings).skus,
  };
}

/**
 * The keys of the product groups that rules offer for registration; null where no rule has a say, and all products can
 * be registered.
 */
async function offeredKeys(db: Db, storeId: number, known: KnownOfRegistration): Promise<string[] | null> {
  const rules = await liveRules(db, storeId);
  if (!rules.hasRulesAt(HOOK)) return null;
  const { channel, purchasedOn, today } = known;
  const facts = registrationFacts(channel, purchasedOn, today);
  const offered = rules.ask(HOOK, [{ subject: 'registration', facts }]).of(productRegistrationSelection);
  return keysOfGroups(db, storeId, offered?.productGroupIds ?? []);
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
