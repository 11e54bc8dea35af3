import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { ReturnShipment } from '#core/claims/shipment-shapes.ts';
import { LabelRefundPayload } from '#core/effects/label-refund.ts';
import { LabelPayload } from '#core/effects/label.ts';
import { VoidedLabel } from '#core/effects/label-refund.ts';
import type { LabelRefund } from '#core/effects/label-refund-state.ts';
import { canCancelLabel, inTransitOn, linesSentIn } from '#core/claims/shipments.ts';
import { linesComingBack } from '#core/claims/weight.ts';
import { Money } from '#core/money.ts';
import type { Files } from '#partners/ports.ts';
import { amountOf } from '#server/amounts.ts';
import { showShipment } from '#server/claim-view.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { z } from 'zod';

type StaffShipment = ClaimShown['claimReturnShipments'][number];

/** A shipment with what only staff see of it: who sold its label, at what rate, and what became of it (C3.20). */
export async function showStaffShipment(
  shipment: ReturnShipment,
  claim: Claim,
  effects: readonly EffectRow[],
  files: Files,
): Promise<StaffShipment> {
  const out = claim.sentBack?.find(({ id }) => id === shipment.id);
  return {
    ...(await showShipment(shipment, files, out === undefined)),
    fromAddress: shipment.fromAddress,
    toAddress: shipment.toAddress,
    provider: shipment.provider,
    rate: rateOf(shipment, effects),
    inTransitOn: inTransitOn(shipment),
    canCancelLabel: canCancelLabel(shipment),
    labelRefund: labelRefundOf(shipment.id, effects),
    rmaId: null,
    rmaNumber: null,
    rmaProvider: null,
    claimLineItems: (out ? linesSentIn(claim, out) : linesComingBack(claim)).map(({ id, name, quantity }) => ({
      id,
      name,
      quantity,
    })),
  };
}

const BoughtLabel = z.object({ cost: Money, shipment: z.object({ documentKey: z.string() }) });

// A label may cost another currency than the claim's: the step that bought it keeps which.
function rateOf({ carrier, service, documentKey }: ReturnShipment, effects: readonly EffectRow[]) {
  for (const { kind, state, result, payload } of effects) {
    const bought = kind === 'label' && state === 'done' ? BoughtLabel.safeParse(result).data : undefined;
    if (bought?.shipment.documentKey !== documentKey) continue;
    const { amount, currencyCode: currency } = bought.cost;
    const id = LabelPayload.parse(payload).quoted?.rateId ?? null;
    return { id, carrier, service, cost: amountOf(amount, currency), currency, carrierAccountId: null };
  }
  return null;
}

/** How far the refund of a shipment's label has come. */
function labelRefundOf(shipmentId: number, effects: readonly EffectRow[]): LabelRefund | null {
  const step = effects.find(
    ({ kind, state, payload }) =>
      kind === 'labelRefund' && state === 'done' && LabelRefundPayload.parse(payload).shipmentId === shipmentId,
  );
  return step ? VoidedLabel.parse(step.result).status : null;
}
