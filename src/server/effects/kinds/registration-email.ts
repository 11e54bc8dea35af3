import { RegistrationEmailPayload } from '#core/effects/registration-email.ts';
import type { EmailContent } from '#core/claims/email.ts';
import { PartnerError } from '#partners/ports.ts';
import { registrationById, type RegistrationRow } from '#server/db/registrations.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { storeSender } from '#server/email/sender.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';
import { certificateDocument } from '#server/registrations/certificate.ts';
import { coverageOf, coverageText, type Coverage } from '#server/registrations/coverage.ts';
import { certificateUrl, registrationToken } from '#server/registrations/link.ts';

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
    const url = certificateUrl(deps.config.PUBLIC_URL, store.slug, registrationToken(deps.secret, row, now));
    const content = contentOf(news, store, row, coverage);
    const sender = await deps.database.readStore(storeId, (db) => storeSender(db, store, deps));
    const sent = await deps.mail.send(
      {
        purposeKey: partnerKey(effect.purpose_key, externalId),
        ...sender,
        to: row.customer_email,
        subject: content.heading,
        ...(await renderEmail(content, brandOf(store), { button: url })),
        ...(news === 'canceled'
          ? {}
          : {
              attachments: [
                {
                  filename: `${externalId}.pdf`,
                  contentType: 'application/pdf',
                  content: await certificateDocument(deps.documents, store, row, coverage, url),
                },
              ],
            }),
      },
      context,
    );
    return { label: externalId, url: null, messageId: sent.messageId };
  },
};

function contentOf(
  news: RegistrationEmailPayload['news'],
  { name }: StoreRow,
  { external_id: externalId, document: { owner } }: RegistrationRow,
  coverage: readonly Coverage[],
): EmailContent {
  const greeting = owner.firstName === '' ? 'Hello,' : `Hello ${owner.firstName},`;
  const lines = coverage.map((one) => ({
    text: [one.line.name, one.line.variantTitle].filter((part) => part !== '').join(', '),
    detail: coverageText(one),
    imgUrl: one.line.imgUrl,
  }));
  switch (news) {
    case 'registered':
      return {
        heading: `Your registration ${externalId}`,
        paragraphs: [greeting, `You registered your product with ${name}. Your certificate is attached.`],
        lines,
        button: { text: 'View my registration' },
      };
    case 'transferred':
      return {
        heading: `Registration ${externalId} is yours`,
        paragraphs: [
          greeting,
          `${name} transferred this registration to you. Its warranty stays as it was. Your certificate is attached.`,
        ],
        lines,
        button: { text: 'View my registration' },
      };
    case 'canceled':
      return {
        heading: `Registration ${externalId} was canceled`,
        paragraphs: [greeting, `${name} canceled this registration. You can no longer claim on its warranty.`],
        lines: lines.map(({ text, imgUrl }) => ({ text, detail: '', imgUrl })),
        button: null,
      };
  }
}
