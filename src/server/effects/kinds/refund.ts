import { RefundPayload } from '#core/claims/effects.ts';
import { formatMoney } from '#core/money.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { noteOnClaim } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';

/** Gives money back through the platform: to the original payment or as store credit. */
export const refund: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { orderIdFromPlatform, claimExternalId, lines, amount, incentiveAmount, to, note } = RefundPayload.parse(
      effect.payload,
    );
    const storefront = await deps.storefrontOf(effect.store_id);
    const made = await storefront.refund(
      {
        purposeKey: partnerKey(effect, claimExternalId),
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
  async record(db, effect) {
    const { amount, to } = RefundPayload.parse(effect.payload);
    const where = to === 'storeCredit' ? 'as store credit' : 'to the original payment';
    await noteOnClaim(db, effect, {
      type: 'money',
      subject: `Refunded ${formatMoney(amount)}`,
      message: `Given back ${where}.`,
    });
  },
};
