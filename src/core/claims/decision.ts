import type { Ruled } from '#core/automations/ruled.ts';
import type { Claim } from '#core/claims/claim.ts';
import { usualEmail, type EmailType, type EmailWish } from '#core/claims/email-wishes.ts';
import type { WantedEmail } from '#core/effects/email.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { aboutClaim } from '#core/effects/subject.ts';

/** What a decision wants done: effects, and emails that are still to be worded. */
export type Wanted = EffectIntent | WantedEmail;

/** The result of a decision: the new claim, what it wants done, and what rules of the store had a say in it. */
export type Decision = { claim: Claim; effects: Wanted[]; ruled?: readonly Ruled[] };

/** The email that says how the claim ends: sent once what it says was done. */
export const outcomeEmail = (claim: Claim, purposeKey: string, wish?: EmailWish): WantedEmail[] =>
  emailEffect('finalized', claim, purposeKey, wish).map((email) => ({ ...email, isAfterPromised: true }));

/** The email, the usual one where none is given; none when the customer left no address to write to. */
export function emailEffect(type: EmailType, claim: Claim, purposeKey: string, wish?: EmailWish): WantedEmail[] {
  if (claim.customerEmail === '') return [];
  return [
    {
      kind: 'email',
      purposeKey,
      subject: aboutClaim(claim),
      payload: {
        claimExternalId: claim.externalId,
        type,
        to: claim.customerEmail,
        wish: wish ?? usualEmail(type, claim),
      },
    },
  ];
}
