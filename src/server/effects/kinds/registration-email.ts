import { RegistrationEmailPayload } from '#core/effects/registration-email.ts';
import type { EmailContent } from '#core/claims/email-wishes.ts';
import { keptLanguage } from '#core/texts/languages.ts';
import type { Words } from '#core/texts/phrase.ts';
import type { Writer } from '#core/texts/writer.ts';
import { PartnerError } from '#partners/ports.ts';
import { registrationById, type RegistrationRow } from '#server/db/registrations.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { storeSender } from '#server/email/sender.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';
import { certificateDocument, termsUrlOf } from '#server/registrations/certificate.ts';
import { coverageOf, coverageText, type Coverage } from '#server/registrations/coverage.ts';
import { certificateUrl, registrationToken } from '#server/registrations/link.ts';
import { writerFor } from '#server/texts.ts';

/** Emails the owner of a registration, with the certificate while it stands. */
export const registrationEmail: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { registrationId, externalId, news } = RegistrationEmailPayload.parse(effect.payload);
    const storeId = effect.store_id;
    const now = new Date();
    const { store, row, coverage } = await deps.database.readStore(storeId, async (db) => {
      const found = await registrationById(db, storeId, registrationId);
      return {
        store: await storeById(db, storeId),
        row: found,
        coverage: found ? await coverageOf(db, found, now.toISOString()) : [],
      };
    });
    if (!store) throw new PartnerError('mail', 'refused', 'The store of this email no longer exists.');
    if (!row || row.document.erasedOn !== undefined) throw new CalledOff('The registration is no longer there.');
    if (news !== 'canceled' && row.canceled_on !== null) throw new CalledOff('The registration was canceled.');
    if (news === 'registered' && row.document.transferredOn.length > 0)
      throw new CalledOff('The registration was transferred.');
    const url = certificateUrl(deps.config.PUBLIC_URL, store.slug, registrationToken(deps.secret, row, now));
    const { writer, sender } = await deps.database.readStore(storeId, async (db) => ({
      writer: await writerFor(db, store, row.document.language ?? 'en'),
      sender: await storeSender(db, store, deps),
    }));
    const publicUrl = deps.config.PUBLIC_URL;
    const termsUrl = termsUrlOf(store, publicUrl);
    const content = contentOf(news, { store, row, coverage, termsUrl, writer });
    const sent = await deps.mail.send(
      {
        purposeKey: partnerKey(effect.purpose_key, externalId),
        ...sender,
        to: row.customer_email,
        subject: content.heading,
        ...(await renderEmail(content, brandOf(store), { button: url }, writer)),
        ...(news === 'canceled'
          ? {}
          : {
              attachments: [
                {
                  filename: `${externalId}.pdf`,
                  contentType: 'application/pdf',
                  content: await certificateDocument(deps.documents, store, row, coverage, { url, publicUrl, writer }),
                },
              ],
            }),
      },
      context,
    );
    return { label: externalId, url: null, messageId: sent.messageId };
  },
};

type Said = {
  store: StoreRow;
  row: RegistrationRow;
  coverage: readonly Coverage[];
  termsUrl: string;
  writer: Writer;
};

function contentOf(
  news: RegistrationEmailPayload['news'],
  { store, row, coverage, termsUrl, writer }: Said,
): EmailContent {
  const { write, language } = writer;
  const name: Words = row.document.owner.firstName || { id: 'email.there' };
  return {
    heading: write({ id: `email.registration.${news}.heading`, values: { externalId: row.external_id } }),
    paragraphs: [
      write({ id: 'email.hello', values: { name } }),
      write({ id: `email.registration.${news}.about`, values: { store: store.name } }),
    ],
    ...keptLanguage(language),
    lines: coverage.map((one) => ({
      text: [one.line.name, one.line.variantTitle].filter((part) => part !== '').join(', '),
      detail: news === 'canceled' ? '' : coverageText(one, writer),
      imgUrl: one.line.imgUrl,
    })),
    ...(news === 'canceled' || termsUrl === ''
      ? {}
      : { notes: [`${write({ id: 'items.warrantyPolicy' })}: ${termsUrl}`] }),
    button: news === 'canceled' ? null : { text: write({ id: 'email.registration.button' }) },
  };
}
