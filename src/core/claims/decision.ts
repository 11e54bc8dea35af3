import type { Ruled } from '#core/automations/ruled.ts';
import type { Claim } from '#core/claims/claim.ts';
import { claimEmail, defaultEmailText, type EmailText, type EmailType } from '#core/claims/email.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { aboutClaim } from '#core/effects/subject.ts';

/** The result of a decision: the new claim, the effects to carry out, and what rules of the store had a say in it. */
export type Decision = { claim: Claim; effects: EffectIntent[]; ruled?: readonly Ruled[] };

/** The email that says how the claim ends: sent once what it says was done. */
export const outcomeEmail = (claim: Claim, purposeKey: string, text?: EmailText): EffectIntent[] =>
  emailEffect('finalized', claim, purposeKey, text).map((email) => ({ ...email, isAfterPromised: true }));

/** The email as an effect; none when the customer left no address to write to. */
export function emailEffect(type: EmailType, claim: Claim, purposeKey: string, text?: EmailText): EffectIntent[] {
  if (claim.customerEmail === '') return [];
  const worded: EmailText = text ?? defaultEmailText(type, claim);
  return [
    {
      kind: 'email',
      purposeKey,
      subject: aboutClaim(claim),
      payload: {
        claimExternalId: claim.externalId,
        type,
        to: claim.customerEmail,
        ...claimEmail(type, claim, worded),
        unworded: worded,
      },
    },
  ];
}
