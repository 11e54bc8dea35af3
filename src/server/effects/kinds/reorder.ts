import { z } from 'zod';
import { ReorderPayload } from '#core/effects/reorder.ts';
import { reorderKnown, reorderRefused } from '#core/protection/decide-shipping.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import { replaceFailed, subjectOf } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { changeShippingClaimOfEffect } from '#server/effects/note-on-shipping-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';

const Made = z.object({ idFromPlatform: z.string(), orderNo: z.string(), platformAdminUrl: z.string() });

/** Orders the items of a claim of shipping protection once more, for nothing, as far as there is stock. */
export const reorder: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { claimExternalId, originalOrder, lines, isZeroPriced, currencyCode, note, tags } = ReorderPayload.parse(
      effect.payload,
    );
    const storefront = await deps.storefrontOf(effect.store_id);
    const made = await storefront.createExchangeOrder(
      {
        purposeKey: partnerKey(effect.purpose_key, claimExternalId),
        originalOrder,
        currencyCode,
        note,
        tags,
        lines: lines.map(({ variantIdFromPlatform, quantity }) => ({
          variantIdFromPlatform,
          quantity,
          ...(isZeroPriced ? { unitPrice: { amount: 0, currencyCode } } : {}),
        })),
        inventory: 'decrementObeyingPolicy',
        paid: null,
      },
      context,
    );
    return { label: `Order ${made.orderNo}`, url: made.platformAdminUrl, ...made };
  },
  async record(db, effect, result) {
    const order = Made.parse(result);
    await changeShippingClaimOfEffect(db, effect, (claim, now) => ({
      claim: reorderKnown(claim, order, now),
      effects: [],
      entries: [],
    }));
  },
  async failed(db, effect, reason) {
    await changeShippingClaimOfEffect(db, effect, (claim, now) => reorderRefused(claim, reason, now));
    // Tried again after staff decided otherwise, it would give the value twice.
    await replaceFailed(db, effect.store_id, effect.effect_id, {
      by: null,
      reason: `${reason} The claim is with staff again.`,
    });
    const { claimExternalId } = ReorderPayload.parse(effect.payload);
    await raiseAlert(db, effect.store_id, 'reorderRefused', `Claim ${claimExternalId}: ${reason}`, subjectOf(effect));
    return true;
  },
};
