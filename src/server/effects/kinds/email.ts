import { EmailPayload, GIFT_CARD_CODE } from '#core/effects/email.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { PartnerError } from '#partners/ports.ts';
import { claimLinkUrl } from '#server/customer/claim-link.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import { claimById } from '#server/db/claims.ts';
import { suppressionOf } from '#server/db/email-suppressions.ts';
import { storeById } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { storeSender } from '#server/email/sender.ts';
import { unsubscribeLink } from '#server/email/unsubscribe-link.ts';
import { aboutCode } from '#server/effects/about-code.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { noteOnClaim } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';
import { unseal } from '#server/stores/seal.ts';
import { writerFor } from '#server/texts.ts';
import type { EmailContent, EmailType } from '#core/claims/email-wishes.ts';
import { whyNeedless } from '#core/claims/late-email.ts';
import { offeredShipment } from '#core/claims/shipments.ts';

/**
 * Writes to the shopper in the store's name: at least once, since mail servers know no "once". A mail sent
 * again after a lost answer carries the Message-ID of the first, by which mailboxes can tell.
 */
export const email: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const payload = EmailPayload.parse(effect.payload);
    const { type, to, subject, content, sealedCode, shipmentId } = payload;
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
    const url = claimLinkUrl(portalAddress(deps.config.PUBLIC_URL, store), link, deps.secret, new Date());
    const needless = whyNeedless(payload, claim);
    if (needless !== null) throw new CalledOff(needless);
    const isReminder = REMINDERS.has(type);
    if (isReminder) await refuseSuppressed(deps, store.store_id, to);
    const document = type === 'labelReady' ? offeredShipment(claim, shipmentId) : null;
    const file = document === null ? null : await deps.files.get(document.documentKey);
    const { sender, writer } = await deps.database.readStore(store.store_id, async (db) => ({
      sender: await storeSender(db, store, deps),
      writer: await writerFor(db, store, content.language ?? 'en'),
    }));
    const unsubscribeUrl = isReminder ? unsubscribeLink(deps, store, to) : undefined;
    const sent = await deps.mail.send(
      {
        purposeKey: partnerKey(effect.purpose_key, claim.externalId),
        ...sender,
        to,
        subject,
        ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
        ...(await renderEmail(
          sealedCode === undefined
            ? content
            : withCode(content, unseal(deps.secret, aboutCode(effect.store_id, claim.externalId), sealedCode)),
          brandOf(store),
          { button: url, ...(unsubscribeUrl === undefined ? {} : { unsubscribe: unsubscribeUrl }) },
          writer,
        )),
        ...(file === null || document === null
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

const REMINDERS: ReadonlySet<EmailType> = new Set(['returnReminder', 'returnExpiring', 'quoteReminder']);

/** A reminder isn't sent to a recipient who wants none. */
async function refuseSuppressed(deps: EffectDeps, storeId: number, email: string): Promise<void> {
  const of = { storeId, secret: deps.secret, email };
  if (await deps.database.readStore(storeId, (db) => suppressionOf(db, of)))
    throw new CalledOff('This address gets no reminders.');
}

const withCode = (content: EmailContent, code: string): EmailContent => ({
  ...content,
  paragraphs: content.paragraphs.map((text) => text.replaceAll(GIFT_CARD_CODE, () => code)),
});
