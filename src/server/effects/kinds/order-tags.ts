import { OrderTagsPayload } from '#core/effects/order-tags.ts';
import { isFromFile, platformIdOf } from '#core/orders/order-origin.ts';
import { PartnerError } from '#partners/ports.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import type { EffectKind } from '#server/effects/worker.ts';

const NOT_TAGGED = { label: "Not tagged: the store platform doesn't have this order", url: null };

/** Tags the order at the platform, where it is there. Adding a tag twice is adding it once. */
export const orderTags: EffectKind<EffectDeps> = {
  priority: 'background',
  async run(effect, deps, context) {
    const { orderIdFromPlatform, tags } = OrderTagsPayload.parse(effect.payload);
    const idAtPlatform = platformIdOf(orderIdFromPlatform);
    if (idAtPlatform === null) return NOT_TAGGED;
    try {
      await (await deps.storefrontOf(effect.store_id)).addOrderTags(idAtPlatform, tags, context);
    } catch (error) {
      const isUnknown = error instanceof PartnerError && error.kind === 'refused' && isFromFile(orderIdFromPlatform);
      if (isUnknown) return NOT_TAGGED;
      throw error;
    }
    return { label: tags.join(', '), url: null };
  },
};
