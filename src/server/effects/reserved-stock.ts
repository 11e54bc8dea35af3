import { freeStock } from '#core/claims/reservation.ts';
import type { CallContext } from '#partners/ports.ts';
import { PartnerError } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import { effectStates, type EffectRow } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';

/**
 * Gives free what is kept for a claim under the purpose `reservedBy`. As long as that step may still set something
 * aside this waits ('retry'): what it keeps afterwards nobody would give free again.
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
 * What was kept for goods was given free before they were ordered, so a step that failed to order them leaves none;
 * where it came to an end before that, or staff sent them another way, what is kept goes free now.
 */
export async function freeStockNotSent(
  db: Db,
  effect: EffectRow,
  { reservedBy }: { reservedBy: string | null },
): Promise<void> {
  if (reservedBy !== null) await changeClaimOfEffect(db, effect, freeStock);
}
