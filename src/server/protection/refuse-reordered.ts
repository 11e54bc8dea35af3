import { ReorderPayload } from '#core/effects/reorder.ts';
import { reorderMadeAfterAll, type Decider } from '#core/protection/decide-shipping.ts';
import { Refusal } from '#core/refusal.ts';
import type { CallPriority } from '#partners/ports.ts';
import { calledOffReorders, takeUpAgain } from '#server/db/effects.ts';
import type { ServerDeps } from '#server/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { changeShippingClaim } from '#server/protection/change.ts';

/**
 * Before staff decide about an open claim whose reorder failed, makes sure that the order wasn't created after all: the
 * answers may have been lost. If it was, the claim ends with it. Refuses GOODS_SENT. Outside of transactions.
 */
export async function refuseReordered(
  { database, storefrontOf }: Pick<ServerDeps, 'database' | 'storefrontOf'>,
  { storeId, ...context }: { storeId: number; requestId: string; priority: CallPriority },
  id: number,
  by: Decider,
): Promise<void> {
  const failed = await database.readStore(storeId, (db) => calledOffReorders(db, storeId, id));
  for (const { effect_id: effectId, purpose_key: reorderKey, payload } of failed) {
    const { claimExternalId } = ReorderPayload.parse(payload);
    const storefront = await storefrontOf(storeId);
    const made = await storefront.findExchangeOrder(partnerKey(reorderKey, claimExternalId), context);
    if (!made) continue;
    const { orderNo } = made;
    await database.inStore(storeId, async (db) => {
      await takeUpAgain(db, storeId, effectId);
      const change = { storeId, id, requestId: context.requestId, by: { kind: 'person', version: null } } as const;
      await changeShippingClaim(db, change, (claim) =>
        reorderMadeAfterAll(claim, { reorderKey, orderNo }, by, new Date().toISOString()),
      );
    });
    throw new Refusal(
      'conflict',
      'GOODS_SENT',
      `Order ${orderNo} was created after all, so this claim is closed as reordered.`,
    );
  }
}
