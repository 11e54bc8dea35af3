import type { Claim } from '#core/claims/claim.ts';
import type { CreateClaimInput } from '#core/claims/create.ts';
import { emailEffect, type EffectIntent } from '#core/claims/effects.ts';
import type { Order } from '#core/orders/order.ts';

const GRAMS_PER_OUNCE = 28.3495;

/** What follows from every new claim: label or packing slip, tags of the order, an e-mail. */
export function creationEffects(claim: Claim, input: CreateClaimInput): EffectIntent[] {
  const effects: EffectIntent[] = [...shipmentEffects(claim, input)];
  if (input.settings.claimOrderTags.length > 0) {
    effects.push({
      kind: 'orderTags',
      purposeKey: `orderTags:created:claim:${claim.id}`,
      payload: {
        claimId: claim.id,
        orderIdFromPlatform: claim.orderIdFromPlatform,
        tags: input.settings.claimOrderTags,
      },
    });
  }
  return [...effects, ...emailEffect('received', claim, `email:received:claim:${claim.id}`)];
}

function shipmentEffects(claim: Claim, input: CreateClaimInput): EffectIntent[] {
  const claimLineIds = claim.lines.map((line) => line.id);
  if (claim.shippingMethod === 'packingSlip') {
    return [
      {
        kind: 'packingSlip',
        purposeKey: `packingSlip:claim:${claim.id}`,
        payload: { claimId: claim.id, claimExternalId: claim.externalId, claimLineIds },
      },
    ];
  }
  const to = input.settings.returnAddress;
  if (claim.shippingMethod !== 'label' || claim.shippingAddress === null || to === null) return [];
  return [
    {
      kind: 'label',
      purposeKey: `label:claim:${claim.id}`,
      payload: {
        claimId: claim.id,
        claimExternalId: claim.externalId,
        claimLineIds,
        from: claim.shippingAddress,
        to,
        weightOunces: weightOunces(claim, input.order),
      },
    },
  ];
}

/** Weight of the units in whole ounces (grams / 28.3495, rounded), at least one: carriers refuse zero. */
function weightOunces(claim: Claim, order: Order): number {
  const grams = claim.lines.reduce(
    (sum, line) =>
      sum + line.quantity * (order.lines.find((one) => one.idFromPlatform === line.lineIdFromPlatform)?.grams ?? 0),
    0,
  );
  return Math.max(1, Math.round(grams / GRAMS_PER_OUNCE));
}
