import { CLAIM_TYPES } from '#core/claims/types.ts';
import { FailureEmailPayload } from '#core/effects/failure-email.ts';
import { PartnerError } from '#partners/ports.ts';
import { storeById } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { senderName } from '#server/email/sender.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';

/** Emails somebody whom a rule names that a claim couldn't be finalized, with the way to it. */
export const failureEmail: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { claimId, claimType, claimExternalId, to, reason } = FailureEmailPayload.parse(effect.payload);
    const storeId = effect.store_id;
    const store = await deps.database.readStore(storeId, (db) => storeById(db, storeId));
    if (!store) throw new PartnerError('mail', 'refused', 'The store of this email no longer exists.');
    const url = new URL(`/${storeId}/claims/${CLAIM_TYPES[claimType].path}/${claimId}`, deps.config.PUBLIC_URL);
    const subject = `${claimExternalId} couldn't be finalized`;
    const content = {
      heading: subject,
      paragraphs: [reason, 'Open the claim to try again or to finalize it another way.'],
      lines: [],
      button: { text: 'Open the claim' },
    };
    const sent = await deps.mail.send(
      {
        purposeKey: partnerKey(effect.purpose_key, claimExternalId),
        from: senderName(store.name, deps.config.MAIL_FROM),
        to,
        subject,
        ...renderEmail(content, brandOf(store), url.href),
      },
      context,
    );
    return { label: to, url: null, messageId: sent.messageId };
  },
};
