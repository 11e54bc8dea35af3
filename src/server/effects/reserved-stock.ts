import type { CallContext } from '#partners/ports.ts';
import { PartnerError } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import { effectStates, type EffectRow } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';

/**
 * Releases the stock reserved for a claim under the purpose `reservedBy`. Waits ('retry') while that effect may still
 * reserve something, because no one would release it later.
 */
export async function releaseReservedStock(
  deps: Pick<EffectDeps, 'database' | 'storefrontOf'>,
  { store_id: storeId }: Pick<EffectRow, 'store_id'>,
  { reservedBy, claimExternalId }: { reservedBy: string; claimExternalId: string },
  context: CallContext,
): Promise<void> {
  const states = await deps.database.inStore(storeId, (db) => effectStates(db, storeId, [reservedBy]));
  const state = states.get(reservedBy);
  if (state === 'waiting' || state === 'running')
    throw new PartnerError('shopify', 'retry', 'The stock is being reserved right now.');
  await (await deps.storefrontOf(storeId)).releaseStock(partnerKey(reservedBy, claimExternalId), context);
}

/**
 * Reserved stock is released before the items are ordered, so a failed order leaves none. If the order ended earlier,
 * or staff sent the items another way, the stock is released now.
 */
export async function freeStockNotSent(
  db: Db,
  effect: EffectRow,
  { reservedBy }: { reservedBy: string | null },
): Promise<void> {
  if (reservedBy !== null) await changeClaimOfEffect(db, effect, { kind: 'stockNotNeeded', input: {} });
}
