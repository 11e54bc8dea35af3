import { shortOf } from '#core/protection/decide-shipping.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { CallContext } from '#partners/ports.ts';
import type { ServerDeps } from '#server/deps.ts';
import { liveCatalog } from '#server/stores/live-catalog.ts';

/** What is short at the platform of what a reorder sends; null where all can be sent. Outside of transactions. */
export async function shortAtPlatform(
  deps: Pick<ServerDeps, 'database' | 'storefrontOf'>,
  storeId: number,
  claim: ShippingClaim,
  context: CallContext,
): Promise<string | null> {
  const products = claim.lines.flatMap(({ productIdFromPlatform }) => productIdFromPlatform ?? []);
  const { variants } = await liveCatalog(deps, storeId, products, context);
  return shortOf(
    claim,
    new Map([...variants.values()].flat().map(({ idFromPlatform, available }) => [idFromPlatform, available])),
  );
}
