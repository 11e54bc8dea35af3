import { z } from 'zod';
import type { EmailContent } from '#core/claims/email-wishes.ts';
import { ShippingClaimEmailPayload, type ShippingNews } from '#core/effects/shipping-claim-email.ts';
import {
  resolvedAmount,
  type ShippingClaim,
  type ShippingStatus,
  wasResolvedExternally,
} from '#core/protection/shipping-claim.ts';
import { withShippingEntry } from '#core/protection/shipping-decision.ts';
import { keptLanguage } from '#core/texts/languages.ts';
import type { Phrase, Words } from '#core/texts/phrase.ts';
import type { Writer } from '#core/texts/writer.ts';
import { amountOf } from '#server/amounts.ts';
import { addMail } from '#server/db/claim-mail.ts';
import { brandOf } from '#server/email/brand.ts';
import { linesAsHtml, renderEmail } from '#server/email/render.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { changeShippingClaimOfEffect } from '#server/effects/note-on-shipping-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';
import { inConversation } from '#server/mail/in-conversation.ts';
import { mailboxOf } from '#server/email/sender.ts';
import { reorderUrl } from '#server/protection/reorder-link.ts';

/** Tells the shopper of a claim of shipping protection what became of it. */
export const shippingClaimEmail: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { shippingClaimId, claimExternalId, to, news } = ShippingClaimEmailPayload.parse(effect.payload);
    const { store_id: storeId } = effect;
    const { store, claim, portal, page, writer, sender } = await deps.database.readStore(storeId, (db) =>
      inConversation(db, { storeId, shippingClaimId, to }, deps),
    );
    const url = news === 'confirmAddress' ? reorderUrl(portal, storeId, claim, deps.secret) : page;
    if (url === null) throw new CalledOff('The address is no longer asked for.');
    if (OUTCOMES[news]?.includes(claim.status) === false) throw new CalledOff('The outcome it describes has changed.');
    const content = contentOf(news, claim, writer);
    const sent = await deps.mail.send(
      {
        purposeKey: partnerKey(effect.purpose_key, claimExternalId),
        ...sender,
        to,
        subject: content.heading,
        ...(await renderEmail(content, brandOf(store), { button: url }, writer)),
      },
      context,
    );
    const text = content.paragraphs.join('\n\n');
    return { label: to, url: null, messageId: sent.messageId, subject: content.heading, text, from: sender.from };
  },
  // Its words are kept with the conversation alone.
  kept: ({ label, url, messageId }) => ({ label, url, messageId }),
  async record(db, effect, result) {
    const { to, news, shippingClaimId } = ShippingClaimEmailPayload.parse(effect.payload);
    const { subject, text, messageId, from } = Sent.parse(result);
    await addMail(db, effect.store_id, {
      shipping_claim_id: shippingClaimId,
      direction: 'out',
      kind: 'news',
      message_id: messageId,
      purpose_key: effect.purpose_key,
      ...mailboxOf(from),
      to_address: to,
      subject,
      html: linesAsHtml(text),
      body_text: text,
      by: null,
    });
    await changeShippingClaimOfEffect(db, effect, (claim, now) => ({
      claim: withShippingEntry(claim, { type: 'email', subject: 'Email sent', message: `${TOLD[news]} to ${to}` }, now),
      effects: [],
      entries: [],
    }));
  },
};

const Sent = z.object({ subject: z.string(), text: z.string(), messageId: z.string(), from: z.string() });

/** The state of a claim that an email tells: how it ended, or that it goes on. */
const OUTCOMES: Partial<Record<ShippingNews, readonly ShippingStatus[]>> = {
  refunded: ['Closed_Refunded'],
  reordered: ['Closed_Reordered'],
  denied: ['Closed_Denied'],
  resolved: ['Closed_Resolved'],
  notSent: ['Open', 'InProgress'],
};

const TOLD: Readonly<Record<ShippingNews, string>> = {
  filed: 'Claim received',
  confirmAddress: 'Link that confirms the address',
  refunded: 'Refund',
  reordered: 'New order',
  notSent: 'New order delayed',
  denied: 'Denial',
  resolved: 'Claim closed',
};

function contentOf(news: ShippingNews, claim: ShippingClaim, { write, language }: Writer): EmailContent {
  const { externalId, orderNo, lines, denial, resolution, currencyCode, reorder } = claim;
  const name: Words = claim.customerName.trim().split(' ')[0] || { id: 'email.there' };
  const values: NonNullable<Phrase['values']> = {
    externalId,
    orderNo,
    amount: { amount: amountOf(resolution ? resolvedAmount(resolution) : 0, currencyCode), currencyCode },
    newOrderNo: resolution?.order?.orderNo ?? '',
    lastDay: { day: reorder?.endsOn ?? claim.updatedOn },
  };
  // Staff don't say how they gave it.
  const isExternal = OUTCOMES[news] !== undefined && wasResolvedExternally(claim);
  const about = write({ id: isExternal ? 'email.shipping.external.about' : `email.shipping.${news}.about`, values });
  return {
    heading: write({ id: `email.shipping.${isExternal ? 'resolved' : news}.heading`, values }),
    paragraphs: [
      write({ id: 'email.hello', values: { name } }),
      about,
      ...(news === 'denied' && denial
        ? [
            write({ id: `shipping.denial.${denial.reason}` }),
            denial.note,
            write({ id: 'email.shipping.denied.answer' }),
          ]
        : []),
    ].filter((text) => text !== ''),
    ...keptLanguage(language),
    lines: lines.map((line) => ({
      text: [line.name, line.variantTitle].filter((part) => part !== '').join(', '),
      detail: write({ id: 'email.shipping.units', values: { count: line.quantity } }),
      imgUrl: line.imgUrl,
    })),
    button: { text: write({ id: news === 'confirmAddress' ? 'email.shipping.confirm' : 'email.shipping.view' }) },
  };
}
