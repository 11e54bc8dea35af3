import { FailureEmailPayload } from '#core/effects/failure-email.ts';
import { emailAboutClaim } from '#server/email/about-claim.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import type { EffectKind } from '#server/effects/worker.ts';

/** Emails somebody whom a rule names that a claim couldn't be finalized. */
export const failureEmail: EffectKind<EffectDeps> = {
  run(effect, deps, context) {
    const payload = FailureEmailPayload.parse(effect.payload);
    const subject = `${payload.claimExternalId} couldn't be finalized`;
    const paragraphs = [payload.reason, 'Open the claim to try again or to finalize it another way.'];
    return emailAboutClaim(effect, payload, { subject, paragraphs }, deps, context);
  },
};
