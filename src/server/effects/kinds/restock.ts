import { RestockPayload } from '#core/effects/restock.ts';
import { PartnerError } from '#partners/ports.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';

/**
 * Shopify knows an idempotency key for a day, and nothing else tells whether units were added. So nothing is tried again
 * by itself later than this after the step was written, before which it was not tried.
 */
const LONGEST_MS = 20 * 3600_000;
const ASK_STAFF = 'Shopify may have added these units already: look there before you try again.';

/** Puts returned units back into stock. What the platform doesn't track has no stock to put them into. */
export const restock: EffectKind<EffectDeps> = {
  priority: 'background',
  async run(effect, deps, context) {
    const { claimLineId: _line, ...payload } = RestockPayload.parse(effect.payload);
    const storefront = await deps.storefrontOf(effect.store_id);
    const purposeKey = partnerKey(effect.purpose_key, payload.claimExternalId);
    const isAskedAgain = effect.last_error === ASK_STAFF;
    if (effect.attempts > 1 && !isAskedAgain && Date.now() - effect.created_on.getTime() > LONGEST_MS)
      throw new PartnerError('shopify', 'refused', ASK_STAFF);
    const isRestocked = await storefront.restock({ ...payload, purposeKey }, context);
    return { label: isRestocked ? 'Restocked' : 'Not restocked: the platform does not track this item', url: null };
  },
};
