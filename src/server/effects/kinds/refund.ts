import { z } from 'zod';
import { RefundPayload } from '#core/effects/refund.ts';
import { formatMoney } from '#core/money.ts';
import { PartnerError } from '#partners/ports.ts';
import { endRefundTurn, takeRefundTurn, type RefundTurn } from '#server/db/refund-turns.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { tellFinalizeFailed } from '#server/effects/finalize-failed.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';

const Made = z.object({ idFromPlatform: z.string() });

/** One refund of an order after the other. Where it is not known what became of one, the others wait until it is or its turn is over. */
async function inTurn<T>({ database }: EffectDeps, turn: RefundTurn, give: () => Promise<T>): Promise<T> {
  if (!(await takeRefundTurn(database, turn)))
    throw new PartnerError('shopify', 'retry', 'Another refund on this order is in progress.');
  try {
    const made = await give();
    await endRefundTurn(database, turn);
    return made;
  } catch (error) {
    if (error instanceof PartnerError && error.kind === 'refused') await endRefundTurn(database, turn);
    throw error;
  }
}

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
