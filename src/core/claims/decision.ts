import type { Claim } from '#core/claims/claim.ts';
import { claimEmail, type EmailText, type EmailType } from '#core/claims/email.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { aboutClaim } from '#core/effects/subject.ts';

/** What a decision gives back: the claim as it is now, and what has to happen in the world. */
export type Decision = { claim: Claim; effects: EffectIntent[] };

/** The email as an effect; none when the customer left no address to write to. */
export function emailEffect(type: EmailType, claim: Claim, purposeKey: string, text?: EmailText): EffectIntent[] {
  if (claim.customerEmail === '') return [];
  return [
    {
      kind: 'email',
      purposeKey,
      subject: aboutClaim(claim),
      payload: { claimExternalId: claim.externalId, type, to: claim.customerEmail, ...claimEmail(type, claim, text) },
    },
  ];
}
