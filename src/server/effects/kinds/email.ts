import { EmailPayload, GIFT_CARD_CODE } from '#core/effects/email.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { PartnerError } from '#partners/ports.ts';
import { claimLinkUrl } from '#server/customer/claim-link.ts';
import { claimById } from '#server/db/claims.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { senderName } from '#server/email/sender.ts';
import { aboutCode } from '#server/effects/about-code.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { noteOnClaim } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';
import { unseal } from '#server/stores/seal.ts';
import type { EmailContent } from '#core/claims/email.ts';

/**
 * Writes to the shopper in the store's name: at least once, since mail servers know no "once". A mail sent
 * again after a lost answer carries the Message-ID of the first, by which mailboxes can tell.
 */
export const email: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { type, to, subject, content, sealedCode } = EmailPayload.parse(effect.payload);
    const [store, loaded] = await deps.database.readStore(effect.store_id, (db) =>
      Promise.all([storeById(db, effect.store_id), claimById(db, effect.store_id, effect.subject_id)]),
    );
    const claim = loaded?.claim;
    if (!store || !claim) throw new PartnerError('mail', 'refused', 'The claim of this email no longer exists.');
    const link = {
      storeId: effect.store_id,
      orderId: claim.orderId,
      orderIdFromPlatform: claim.orderIdFromPlatform,
      externalId: claim.externalId,
      isGift: isGiftReturn(claim),
      email: to,
    };
    const url = claimLinkUrl(deps.config.PUBLIC_URL, store.slug, link, deps.secret, new Date());
    const document =
      type === 'labelReady' ? claim.shipments.findLast((shipment) => shipment.canceledOn === null) : undefined;
    const file = document === undefined ? null : await deps.files.get(document.documentKey);
    const { supportEmail } = settingsOf(store).email;
    const sent = await deps.mail.send(
      {
        purposeKey: partnerKey(effect.purpose_key, claim.externalId),
        from: senderName(store.name, deps.config.MAIL_FROM),
        to,
        subject,
        ...(supportEmail === '' ? {} : { replyTo: supportEmail }),
        ...renderEmail(
          sealedCode === undefined
            ? content
            : withCode(content, unseal(deps.secret, aboutCode(effect.store_id, claim.externalId), sealedCode)),
          brandOf(store),
          url,
        ),
        ...(file === null || document === undefined
          ? {}
          : {
              attachments: [
                {
                  filename: `${document.type === 'Label' ? 'label' : 'packing-slip'}-${claim.externalId}.pdf`,
                  contentType: file.contentType,
                  content: file.content,
                },
              ],
            }),
      },
      context,
    );
    return { label: to, url: null, messageId: sent.messageId };
  },
  async record(db, effect) {
    const { subject, to } = EmailPayload.parse(effect.payload);
    return noteOnClaim(db, effect, { type: 'email', subject: 'Email sent', message: `“${subject}” to ${to}` });
  },
};

const withCode = (content: EmailContent, code: string): EmailContent => ({
  ...content,
  paragraphs: content.paragraphs.map((text) => text.replaceAll(GIFT_CARD_CODE, () => code)),
});
