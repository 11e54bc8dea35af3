import { z } from 'zod';
import { RefundPayload } from '#core/effects/refund.ts';
import { formatMoney } from '#core/money.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { tellFinalizeFailed } from '#server/effects/finalize-failed.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { inTurn } from '#server/effects/refund-turn.ts';
import type { EffectKind } from '#server/effects/worker.ts';

const Made = z.object({ idFromPlatform: z.string() });

/** Refunds through the platform: to the original payment or as store credit. */
export const refund: EffectKind<EffectDeps> = {
  failed: tellFinalizeFailed,
  async run(effect, deps, context) {
    const { orderIdFromPlatform, claimExternalId, lines, amount, incentiveAmount, to, note } = RefundPayload.parse(
      effect.payload,
    );
    const storefront = await deps.storefrontOf(effect.store_id);
    const made = await inTurn(deps, { effect, orderIdFromPlatform }, () =>
      storefront.refund(
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
      ),
    );
    return { label: `${formatMoney(made.amount)} · ${made.idFromPlatform}`, url: null, ...made };
  },
  async record(db, effect, result) {
    const payload = RefundPayload.parse(effect.payload);
    const { idFromPlatform } = Made.parse(result);
    return changeClaimOfEffect(db, effect, { kind: 'refundMade', input: { payload, idFromPlatform } });
  },
};
