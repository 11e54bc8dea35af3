import { CLAIM_TYPES } from '#core/claims/types.ts';
import { StaffEmailPayload } from '#core/effects/staff-email.ts';
import { emailAboutClaim } from '#server/email/about-claim.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import type { EffectKind } from '#server/effects/worker.ts';

/** Emails somebody of the store what its settings send them. */
export const staffEmail: EffectKind<EffectDeps> = {
  run(effect, deps, context) {
    const payload = StaffEmailPayload.parse(effect.payload);
    const { claimExternalId: id, claimType, news } = payload;
    const { noun } = CLAIM_TYPES[claimType];
    const words =
      news === 'newClaim'
        ? { subject: `New ${noun} ${id}`, paragraphs: [`A customer submitted the ${noun} ${id}.`] }
        : { subject: `${id} has arrived`, paragraphs: [`Everything of the ${noun} ${id} has arrived.`] };
    return emailAboutClaim(effect, payload, words, deps, context);
  },
};
