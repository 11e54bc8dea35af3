import { RestockPayload } from '#core/effects/restock.ts';
import { PartnerError } from '#partners/ports.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';

/**
 * Shopify knows an idempotency key for a day, and nothing else tells whether units were added: so the last try comes less
 * than a day after the first. This many, at most five and a half minutes apart, take at most 23 hours.
 */
const MOST_TRIES = 250;

/** Puts returned units back into stock. What the platform doesn't track has no stock to put them into. */
export const restock: EffectKind<EffectDeps> = {
  priority: 'background',
  async run(effect, deps, context) {
    const { claimLineId: _line, ...payload } = RestockPayload.parse(effect.payload);
    const storefront = await deps.storefrontOf(effect.store_id);
    const purposeKey = partnerKey(effect.purpose_key, payload.claimExternalId);
    const isRestocked = await storefront.restock({ ...payload, purposeKey }, context).catch((error: unknown) => {
      if (!(error instanceof PartnerError) || error.kind !== 'retry' || effect.attempts < MOST_TRIES) throw error;
      const words = 'Shopify may have added these units already: look there before you try again.';
      throw new PartnerError(error.partner, 'refused', `${error.message}. ${words}`);
    });
    return { label: isRestocked ? 'Restocked' : 'Not restocked: the platform does not track this item', url: null };
  },
};
