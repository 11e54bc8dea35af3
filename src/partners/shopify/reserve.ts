import type { CallContext, ReserveStockRequest } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused } from './client.ts';
import { deleteDraft, draftOnce, findDraft } from './draft.ts';
import { gidOf, tailOf } from './gid.ts';
import { outOfStock, readVariants } from './stock.ts';

type Caller = { client: ShopifyClient; context: CallContext };

/** Reserves stock with a draft order that no one pays, once per purpose key. */
export async function reserveStockOnce(
  caller: Caller,
  request: ReserveStockRequest,
): Promise<{ idFromPlatform: string; until: string | null }> {
  if (request.lines.length === 0) throw refused('there is nothing to set aside');
  const draft = await draftOnce(caller, request.purposeKey, async () => {
    // Asked before, because a draft order is taken on whatever the stock is.
    const shortage = outOfStock(request.lines, await readVariants(caller, request.lines));
    if (shortage.short.length > 0) throw shortage;
    return {
      note: `Set aside for ${request.claimExternalId}`,
      reserveInventoryUntil: request.until,
      ...(request.order.email ? { email: request.order.email } : {}),
      lineItems: request.lines.map(({ variantIdFromPlatform, quantity }) => ({
        variantId: gidOf('ProductVariant', variantIdFromPlatform),
        quantity,
      })),
    };
  });
  return { idFromPlatform: tailOf(draft.id), until: draft.reserveInventoryUntil };
}

/** Releases reserved stock. If the search finds nothing, there is none or it expires by itself. */
export async function releaseStock(caller: Caller, purposeKey: string): Promise<void> {
  const draft = await findDraft(caller, purposeKey);
  if (draft && draft.status !== 'COMPLETED') await deleteDraft(caller, draft);
}
