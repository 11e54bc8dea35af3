import { z } from 'zod';
import { LabelRefundPayload } from '#core/claims/effects.ts';
import { Money } from '#core/money.ts';
import { PartnerError } from '#partners/ports.ts';
import { effectsOfClaim } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import type { EffectKind } from '#server/effects/worker.ts';

const OUTCOMES = {
  submitted: { words: 'The refund of the label was asked for', isBack: true },
  refunded: { words: 'The label was refunded', isBack: true },
  rejected: { words: 'The provider does not refund this label', isBack: false },
  notApplicable: { words: 'This label is paid only when it is used', isBack: true },
} as const;

const Bought = z.object({ cost: Money, shipment: z.object({ shipmentIdFromProvider: z.string() }) });

/** Gives an unused label back to its provider. */
export const labelRefund: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    if (!deps.labels) throw new PartnerError('labels', 'refused', 'No provider of shipping labels is set up.');
    const { claimId, shipmentIdFromProvider } = LabelRefundPayload.parse(effect.payload);
    const { words, isBack } = OUTCOMES[await deps.labels.refundLabel(shipmentIdFromProvider, context)];
    const effects = await deps.database.inStore(effect.store_id, (db) => effectsOfClaim(db, effect.store_id, claimId));
    const bought = effects
      .flatMap(({ result }) => Bought.safeParse(result).data ?? [])
      .find(({ shipment }) => shipment.shipmentIdFromProvider === shipmentIdFromProvider);
    return { label: words, url: null, ...(bought && isBack ? { cost: bought.cost } : {}) };
  },
};
