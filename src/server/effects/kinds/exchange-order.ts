import { z } from 'zod';
import { ExchangeOrderPayload } from '#core/claims/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { noteOnClaim } from '#server/effects/note-on-claim.ts';
import type { EffectKind } from '#server/effects/worker.ts';

const Made = z.object({ orderNo: z.string() });

/** Orders the new items at the platform, at no charge. */
export const exchangeOrder: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { originalOrder, lines, currencyCode, note, tags } = ExchangeOrderPayload.parse(effect.payload);
    const storefront = await deps.storefrontOf(effect.store_id);
    const made = await storefront.createExchangeOrder(
      {
        purposeKey: effect.purpose_key,
        originalOrder,
        currencyCode,
        note,
        tags,
        lines: lines.map(({ variantIdFromPlatform, quantity }) => ({ variantIdFromPlatform, quantity })),
      },
      context,
    );
    return { label: `Order ${made.orderNo}`, url: made.platformAdminUrl, ...made };
  },
  async record(db, effect, result) {
    const { orderNo } = Made.parse(result);
    await noteOnClaim(db, effect, { type: 'shopify', subject: `Exchange order ${orderNo} created`, message: '' });
  },
};
