import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { WantedItem } from '#core/claims/goods-shapes.ts';
import type { FinalizePolicy } from '#core/policy/policy.ts';
import { keptUnits } from '#core/claims/reservation.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { StoreContext } from '#server/http/context.ts';
import { liveCatalog } from '#server/stores/live-catalog.ts';

/** Units of each variant that can be sent now; null where the platform does not count them. */
export type Stock = Map<string, number | null>;

/**
 * What the lines named would send, as far as it is in stock now. Asks nothing where it decides nothing: a
 * store that sends anyway, and goods kept for the claim or sent already.
 */
export async function stockToSend(
  deps: Pick<ServerDeps, 'database' | 'storefrontOf'>,
  { storeId, requestId }: Pick<StoreContext, 'storeId' | 'requestId'>,
  claim: Claim,
  lineIds: readonly number[],
  policy: FinalizePolicy,
): Promise<Stock> {
  if (policy.outOfStockAtFinalize === 'continue') return new Map();
  const products = notKept(
    claim,
    claim.lines.filter((line) => lineIds.includes(line.id)),
  );
  const { variants } = await liveCatalog(deps, storeId, products, { requestId, priority: 'staff' });
  return new Map([...variants.values()].flat().map((variant) => [variant.idFromPlatform, variant.available]));
}

type Sent = { variantIdFromPlatform: string; productId: string | null; quantity: number };

/** Products of the items to send, beyond what is reserved for the claim. */
function notKept(claim: Claim, lines: readonly ClaimLine[]): string[] {
  const left = keptUnits(claim);
  const sent: Sent[] = [
    ...lines.flatMap((line) => sentBy(line).map((item) => asSent(item, line.productIdFromPlatform))),
    ...(lines.some((line) => line.isShopNow) ? (claim.shopNow?.items ?? []).map((item) => asSent(item, null)) : []),
  ];
  return sent.flatMap(({ variantIdFromPlatform, productId, quantity }) => {
    const units = (left.get(variantIdFromPlatform) ?? 0) - quantity;
    left.set(variantIdFromPlatform, units);
    return units < 0 && productId !== null ? [productId] : [];
  });
}

const asSent = (item: WantedItem, ownProduct: string | null): Sent => ({
  variantIdFromPlatform: item.variantIdFromPlatform,
  productId: item.productIdFromPlatform ?? ownProduct,
  quantity: item.quantity,
});

function sentBy(line: ClaimLine): readonly WantedItem[] {
  if (line.status !== 'approved' || line.wasResolvedExternally || line.exchangeOrderedOn !== null) return [];
  if (line.method === 'replacementOrder') return line.replacementItems;
  return line.method === 'variantExchange' && line.exchange ? [line.exchange] : [];
}
