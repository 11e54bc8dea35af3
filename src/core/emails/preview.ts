import { claimEmail, emailValues, textFrom } from '#core/claims/email.ts';
import type { ClaimEmail, EmailFacts, EmailType } from '#core/claims/email-wishes.ts';
import { stillOwed } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { lastDayOf } from '#core/claims/shipments.ts';
import { paragraphsOf } from '#core/emails/markup.ts';
import type { TemplateCode, TemplateText } from '#core/emails/templates.ts';
import type { EmailValues } from '#core/emails/variables.ts';
import { languageOf, wordsOf, type EmailsOfStore, type Worded, type WriterIn } from '#core/emails/worded.ts';
import { keptLanguage, type Language } from '#core/texts/languages.ts';
import type { Writer } from '#core/texts/writer.ts';

const TYPES: Readonly<Record<TemplateCode, EmailType>> = {
  Claim_Created: 'received',
  Claim_Shipment_Created: 'labelReady',
  Return_Reminder: 'returnReminder',
  Return_Expiring: 'returnExpiring',
  Return_Expired: 'returnExpired',
  Claim_Canceled: 'finalized',
  Claim_Payment_Requested: 'paymentDue',
  Claim_Payment_Taken: 'paymentTaken',
  Claim_Repair_Quoted: 'repairQuoted',
  Claim_Repair_News: 'repairNews',
  Complete: 'finalized',
  Partly_Complete: 'finalized',
  Repair_Approved: 'finalized',
  Not_Approved: 'finalized',
  Needs_More_Info: 'needsInformation',
};

/** A template while it is edited; staff choose one of their own that stands for no usual email. */
export type EditedTemplate = TemplateText & { code: TemplateCode; isChosenByStaff: boolean };

/** `language`: that of its text, which is the store's where the store didn't say it in the reader's. */
type Preview = ClaimEmail & { language: Language };
type Reading = { store: EmailsOfStore; writerIn: WriterIn };

/** What the email of a template would be for a claim in the language of its reader, whatever stage the claim is at. */
export function previewOf(claim: Claim, edited: EditedTemplate, reading: Reading): Preview {
  const { text, writer, around } = readBy(claim, edited, reading);
  const values = { ...previewValues(claim, writer), storeName: reading.store.storeName };
  return { ...claimEmail(TYPES[edited.code], claim, textFrom(text, { values }), around), language: writer.language };
}

/** The same with a made-up claim, for a store without one. */
export function sampleOf(language: Language, edited: EditedTemplate, reading: Reading): Preview {
  const { text, writer, around } = readBy({ language }, edited, reading);
  const values = { ...sampleValues(writer), storeName: reading.store.storeName };
  const { subject, header, body } = textFrom(text, { values });
  const refund = { method: { id: 'method.refund' }, amount: { amount: 48, currencyCode: 'USD' } } as const;
  return {
    language: writer.language,
    subject,
    content: {
      heading: header,
      paragraphs: paragraphsOf(body),
      isMarkup: true,
      ...keptLanguage(around.language),
      lines: [
        {
          text: 'Wool sweater - M / Green',
          detail: around.write({ id: 'email.line.given', values: refund }),
          imgUrl: null,
        },
      ],
      button: { text: around.write({ id: 'email.button.view.Return' }) },
    },
  };
}

/** What stands around a text that staff choose is in the language of the reader. */
function readBy(
  claim: Pick<Claim, 'language'>,
  { code, isChosenByStaff, ...text }: EditedTemplate,
  { store, writerIn }: Reading,
): Worded<TemplateText> & { around: Writer } {
  const worded = wordsOf({ ...text, usedFor: isChosenByStaff ? null : code }, claim, store, writerIn);
  return { ...worded, around: isChosenByStaff ? writerIn(languageOf(claim)) : worded.writer };
}

/** What a claim has no value for is made up, except for what may be empty. */
function previewValues(claim: Claim, writer: Writer): EmailValues {
  const owed = stillOwed(claim);
  const shipment = claim.shipments.findLast(({ canceledOn }) => canceledOn === null);
  const { question, ...rest } = claim;
  const { currencyCode } = claim;
  return emailValues(
    {
      ...rest,
      question: { text: question?.text || SAMPLE.question.text },
      owed: { amount: owed > 0 ? owed : SAMPLE.owed.amount, currencyCode },
      taken: { ...SAMPLE.taken, currencyCode },
      repair: { item: claim.lines[0]?.name ?? '', note: SAMPLE.repair.note, step: 'done' },
      ...(shipment && lastDayOf(shipment)),
    },
    writer,
  );
}

const TRACKING_NUMBER = '9400100000000000000000';

const SAMPLE = {
  claimType: 'Return',
  externalId: 'R-7K2M9QXD',
  orderNo: '#1001',
  customerName: 'Ada Byron',
  shippingMethod: 'label',
  finalizedOn: null,
  question: { text: 'Could you send us a photo of the seam?' },
  owed: { amount: 1200, currencyCode: 'USD' },
  taken: { amount: 4800, currencyCode: 'USD' },
  sendUntil: '2026-03-31T12:00:00.000Z',
  repair: {
    item: 'Wool sweater',
    note: 'The zipper has to be replaced.',
    step: 'done',
    carrier: 'USPS',
    trackingCode: TRACKING_NUMBER,
  },
} as const satisfies EmailFacts;

const sampleValues = (writer: Writer): EmailValues => ({
  ...emailValues(SAMPLE, writer),
  trackingNumber: TRACKING_NUMBER,
  unusedLabelNote: writer.write({ id: 'email.unusedLabel' }),
});
