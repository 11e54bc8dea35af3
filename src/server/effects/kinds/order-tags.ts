import { OrderTagsPayload } from '#core/claims/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import type { EffectKind } from '#server/effects/worker.ts';

/** Tags the order at the platform. Adding a tag twice is adding it once there. */
export const orderTags: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { orderIdFromPlatform, tags } = OrderTagsPayload.parse(effect.payload);
    await (await deps.storefrontOf(effect.store_id)).addOrderTags(orderIdFromPlatform, tags, context);
    return { label: tags.join(', '), url: null };
  },
};
