import { z } from 'zod';
import { RefundPayload } from '#core/claims/effects.ts';
import { withRefundId } from '#core/claims/platform-refunds.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { formatMoney } from '#core/money.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';

const Made = z.object({ idFromPlatform: z.string() });

/** Gives money back through the platform: to the original payment or as store credit. */
export const refund: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { orderIdFromPlatform, claimExternalId, lines, amount, incentiveAmount, to, note } = RefundPayload.parse(
      effect.payload,
    );
    const storefront = await deps.storefrontOf(effect.store_id);
    const made = await storefront.refund(
      {
        purposeKey: partnerKey(effect.purpose_key, claimExternalId),
        orderIdFromPlatform,
        claimExternalId,
        amount,
        incentiveAmount,
        to,
        note,
        lines: lines.map(({ lineIdFromPlatform, fulfillmentLineIdFromPlatform, quantity }) => ({
          lineIdFromPlatform,
          fulfillmentLineIdFromPlatform,
          quantity,
        })),
      },
      context,
    );
    return { label: `${formatMoney(made.amount)} · ${made.idFromPlatform}`, url: null, ...made };
  },
  async record(db, effect, result) {
    const payload = RefundPayload.parse(effect.payload);
    const { idFromPlatform } = Made.parse(result);
    const where = payload.to === 'storeCredit' ? 'as store credit' : 'to the original payment';
    const subject = `Refunded ${formatMoney(payload.amount)}`;
    return changeClaimOfEffect(db, effect, (claim, now) => ({
      claim: withEntry(
        withRefundId(claim, payload, idFromPlatform),
        { type: 'money', subject, message: `Given back ${where}.` },
        now,
      ),
      effects: [],
    }));
  },
};
