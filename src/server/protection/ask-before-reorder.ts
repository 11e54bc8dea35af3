import { shortOf } from '#core/protection/decide-shipping.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { CallPriority } from '#partners/ports.ts';
import { bringOrder } from '#server/claims/bring-order.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { OrderToProtect } from '#server/protection/order-to-protect.ts';
import { liveCatalog } from '#server/stores/live-catalog.ts';

/**
 * What only the store platform knows for certain before it is asked for a reorder. Writes the order as it is there now,
 * for a refund may be news yet to come, and answers what is short of what the reorder sends; null where all can be sent.
 * Outside of transactions.
 */
export async function askBeforeReorder(
  deps: Pick<ServerDeps, 'database' | 'storefrontOf'>,
  { storeId, ...context }: { storeId: number; requestId: string; priority: CallPriority },
  { lines }: Pick<ShippingClaim, 'lines'>,
  { order }: Pick<OrderToProtect, 'order'>,
): Promise<string | null> {
  const products = lines.flatMap(({ productIdFromPlatform }) => productIdFromPlatform ?? []);
  const [{ variants }] = await Promise.all([
    liveCatalog(deps, storeId, products, context),
    bringOrder(deps, { storeId, ...context }, order),
  ]);
  return shortOf(
    { lines },
    new Map([...variants.values()].flat().map(({ idFromPlatform, available }) => [idFromPlatform, available])),
  );
}
