import { RestockPayload } from '#core/effects/restock.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';

/** Puts returned units back into stock. What the platform doesn't track has no stock to put them into. */
export const restock: EffectKind<EffectDeps> = {
  priority: 'background',
  async run(effect, deps, context) {
    const { claimLineId: _line, ...payload } = RestockPayload.parse(effect.payload);
    const storefront = await deps.storefrontOf(effect.store_id);
    const purposeKey = partnerKey(effect.purpose_key, payload.claimExternalId);
    const isRestocked = await storefront.restock({ ...payload, purposeKey }, context);
    return { label: isRestocked ? 'Restocked' : 'Not restocked: the platform does not track this item', url: null };
  },
};
