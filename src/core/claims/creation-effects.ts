import { aboutClaim } from '#core/effects/subject.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import { staffEmails } from '#core/claims/staff-news.ts';
import { copyEffects } from '#core/claims/withdrawal.ts';
import { emailEffect, type Wanted } from '#core/claims/decision.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { weightOunces } from '#core/claims/weight.ts';

/** What follows from every new claim: label or packing slip, tags of the order, an email. */
export function creationEffects(claim: Claim, input: CreateClaimInput): Wanted[] {
  const isHeld = claim.lines.some((line) => line.isHeldForReview);
  const effects: EffectIntent[] = isHeld ? [] : [...shipmentEffects(claim, input)];
  if (input.policy.claimOrderTags.length > 0) {
    effects.push({
      kind: 'orderTags',
      purposeKey: `orderTags:created:claim:${claim.id}`,
      subject: aboutClaim(claim),
      payload: {
        orderIdFromPlatform: claim.orderIdFromPlatform,
        tags: input.policy.claimOrderTags,
      },
    });
  }
  const { asker, staffNews } = input.policy;
  return [
    ...effects,
    ...(claim.withdrawal
      ? copyEffects(claim, claim.withdrawal, input.withdrawal?.writer)
      : emailEffect('received', claim, `email:received:claim:${claim.id}`)),
    // Staff know of what they make themselves.
    ...(asker === 'staff' ? [] : staffEmails(claim, 'newClaim', staffNews.newClaim)),
  ];
}

function shipmentEffects(claim: Claim, input: CreateClaimInput): EffectIntent[] {
  const claimLineIds = claim.lines.map((line) => line.id);
  if (claim.shippingMethod === 'packingSlip') {
    return [
      {
        kind: 'packingSlip',
        purposeKey: `packingSlip:claim:${claim.id}`,
        subject: aboutClaim(claim),
        payload: { claimExternalId: claim.externalId, claimLineIds, from: null, to: input.ruledAddress ?? null },
      },
    ];
  }
  const { returnAddress: to = null } = input;
  if (claim.shippingMethod !== 'label' || claim.shippingAddress === null || to === null) return [];
  return [
    {
      kind: 'label',
      purposeKey: `label:claim:${claim.id}`,
      subject: aboutClaim(claim),
      payload: {
        claimExternalId: claim.externalId,
        claimLineIds,
        from: claim.shippingAddress,
        to,
        weightOunces: weightOunces(claim, input.order),
        quoted: null,
      },
    },
  ];
}
