import { z } from 'zod';
import { ShippingRefundPayload } from '#core/effects/shipping-refund.ts';
import { formatMoney } from '#core/money.ts';
import { refundKnown } from '#core/protection/decide-shipping.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { inTurn } from '#server/effects/refund-turn.ts';
import { changeShippingClaimOfEffect, noteResolvedExternally } from '#server/effects/note-on-shipping-claim.ts';
import type { EffectKind } from '#server/effects/worker.ts';

const Made = z.object({ idFromPlatform: z.string() });

/** Refunds a claim of shipping protection through the platform, which takes nothing back for it. */
export const shippingRefund: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { claimExternalId, orderIdFromPlatform, lines, amount, shippingFee, note } = ShippingRefundPayload.parse(
      effect.payload,
    );
    const storefront = await deps.storefrontOf(effect.store_id);
    const made = await inTurn(deps, { effect, orderIdFromPlatform }, () =>
      storefront.refund(
        {
          purposeKey: partnerKey(effect.purpose_key, claimExternalId),
          orderIdFromPlatform,
          claimExternalId,
          lines: [],
          notReturned: lines,
          amount,
          shippingFee,
          to: 'originalPayment',
          note,
        },
        context,
      ),
    );
    return { label: `${formatMoney(made.amount)} · ${made.idFromPlatform}`, url: null, ...made };
  },
  async record(db, effect, result) {
    const { idFromPlatform } = Made.parse(result);
    await changeShippingClaimOfEffect(db, effect, (claim, now) => ({
      claim: refundKnown(claim, idFromPlatform, now),
      effects: [],
      entries: [],
    }));
  },
  doneElsewhere: noteResolvedExternally,
};
