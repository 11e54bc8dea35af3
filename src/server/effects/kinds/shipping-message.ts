import { z } from 'zod';
import { ShippingMessagePayload } from '#core/effects/shipping-message.ts';
import { withShippingEntry } from '#core/protection/shipping-decision.ts';
import type { KeptAttachment } from '#core/mail/attachments.ts';
import { keptLanguage } from '#core/texts/languages.ts';
import { mailById, mailSent } from '#server/db/claim-mail.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { changeShippingClaimOfEffect } from '#server/effects/note-on-shipping-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';
import { inConversation } from '#server/mail/in-conversation.ts';
import { mediaKey } from '#server/uploads.ts';

/** Sends what staff wrote to the shopper of a claim of shipping protection. */
export const shippingMessage: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { shippingClaimId, claimExternalId, to, mailId } = ShippingMessagePayload.parse(effect.payload);
    const { store_id: storeId } = effect;
    const { store, page, writer, sender, mail } = await deps.database.readStore(storeId, async (db) => ({
      ...(await inConversation(db, { storeId, shippingClaimId, to }, deps)),
      mail: await mailById(db, storeId, mailId),
    }));
    if (!mail) throw new CalledOff("The customer's data was erased.");
    const content = {
      heading: mail.subject.replace(/^(?:re:\s*)+/i, ''),
      paragraphs: mail.body_text.split(/\n{2,}/),
      ...keptLanguage(writer.language),
      lines: [],
      button: { text: writer.write({ id: 'email.shipping.view' }) },
    };
    const sent = await deps.mail.send(
      {
        purposeKey: partnerKey(effect.purpose_key, claimExternalId),
        ...sender,
        to,
        subject: mail.subject,
        isWrittenByPerson: true,
        attachments: await Promise.all(mail.attachments.map((file) => contentOf(storeId, file, deps))),
        ...(await renderEmail(content, brandOf(store), { button: page }, writer)),
      },
      context,
    );
    return { label: to, url: null, messageId: sent.messageId };
  },
  async record(db, effect, result) {
    const { mailId, to } = ShippingMessagePayload.parse(effect.payload);
    await mailSent(db, effect.store_id, mailId, Sent.parse(result).messageId);
    await changeShippingClaimOfEffect(db, effect, (claim, now) => ({
      claim: withShippingEntry(claim, { type: 'email', subject: 'Email sent', message: `Message to ${to}` }, now),
      effects: [],
      entries: [],
    }));
  },
};

async function contentOf(storeId: number, { filename, contentType, mediaId }: KeptAttachment, { files }: EffectDeps) {
  const kept = mediaId === null ? null : await files.get(mediaKey(storeId, mediaId));
  if (!kept) throw new CalledOff(`The file ${filename} is gone.`);
  return { filename, contentType, content: kept.content };
}

const Sent = z.object({ messageId: z.string() });
