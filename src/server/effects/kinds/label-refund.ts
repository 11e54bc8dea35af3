import { sellerOf } from '#server/labels/providers.ts';
import { z } from 'zod';
import { LabelRefundPayload } from '#core/effects/label-refund.ts';
import { LABEL_REFUND_WORDS, VoidedLabel } from '#core/effects/label-refund.ts';
import { Money } from '#core/money.ts';
import { PartnerError } from '#partners/ports.ts';
import { effectsOfClaim } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import type { EffectKind } from '#server/effects/worker.ts';
import { tellLabelRefund } from '#server/labels/refund-news.ts';

const Bought = z.object({
  cost: Money,
  shipment: z.object({ shipmentIdFromProvider: z.string(), trackingCode: z.string() }),
});

/** Voids an unused label at its provider. Whether it is refunded is reported later; see labels/refund-news.ts. */
export const labelRefund: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { shipmentIdFromProvider } = LabelRefundPayload.parse(effect.payload);
    const labels = await sellerOf(deps.labels, shipmentIdFromProvider, context);
    if (!labels) throw new PartnerError('labels', 'refused', 'No shipping label provider is set up.');
    const status = await labels.refundLabel(shipmentIdFromProvider, context);
    const effects = await deps.database.inStore(effect.store_id, (db) =>
      effectsOfClaim(db, effect.store_id, effect.subject_id),
    );
    const bought = effects
      .flatMap(({ result }) => Bought.safeParse(result).data ?? [])
      .find(({ shipment }) => shipment.shipmentIdFromProvider === shipmentIdFromProvider);
    return {
      label: LABEL_REFUND_WORDS[status],
      url: null,
      status,
      ...(bought ? { cost: bought.cost, trackingCode: bought.shipment.trackingCode } : {}),
    };
  },
  record: (db, effect, result) => tellLabelRefund(db, effect, VoidedLabel.parse(result)),
};
