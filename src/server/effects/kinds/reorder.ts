import { z } from 'zod';
import { ReorderPayload } from '#core/effects/reorder.ts';
import { awaitsReorder, reorderKnown, reorderRefused } from '#core/protection/decide-shipping.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import { replaceFailed, subjectOf } from '#server/db/effects.ts';
import { shippingClaimById } from '#server/db/shipping-claims.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { changeShippingClaimOfEffect, noteResolvedExternally } from '#server/effects/note-on-shipping-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';

const Made = z.object({ idFromPlatform: z.string(), orderNo: z.string(), platformAdminUrl: z.string() });

/** Orders the items of a claim of shipping protection once more, for nothing, as far as there is stock. */
export const reorder: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { shippingClaimId, claimExternalId, originalOrder, lines, isZeroPriced, currencyCode, note, tags } =
      ReorderPayload.parse(effect.payload);
    const { store_id: storeId, purpose_key: purposeKey } = effect;
    const row = await deps.database.readStore(storeId, (db) => shippingClaimById(db, storeId, shippingClaimId));
    if (!row || !awaitsReorder(row.document, purposeKey))
      throw new CalledOff('The claim was decided otherwise, so nothing is sent.');
    const storefront = await deps.storefrontOf(storeId);
    const made = await storefront.createExchangeOrder(
      {
        purposeKey: partnerKey(purposeKey, claimExternalId),
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
  doneElsewhere: noteResolvedExternally,
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
