import { LabelRefundPayload } from '#core/claims/effects.ts';
import { PartnerError } from '#partners/ports.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import type { EffectKind } from '#server/effects/worker.ts';

const OUTCOMES = {
  submitted: 'The refund of the label was asked for',
  refunded: 'The label was refunded',
  rejected: 'The provider does not refund this label',
  notApplicable: 'This label is paid only when it is used',
} as const;

/** Gives an unused label back to its provider. */
export const labelRefund: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    if (!deps.labels) throw new PartnerError('labels', 'refused', 'No provider of shipping labels is set up.');
    const { shipmentIdFromProvider } = LabelRefundPayload.parse(effect.payload);
    return { label: OUTCOMES[await deps.labels.refundLabel(shipmentIdFromProvider, context)], url: null };
  },
};
