import { claimEmail, emailValues, textFrom } from '#core/claims/email.ts';
import type { ClaimEmail, EmailType } from '#core/claims/email-wishes.ts';
import { stillOwed } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { paragraphsOf } from '#core/emails/markup.ts';
import type { TemplateCode, TemplateText } from '#core/emails/templates.ts';
import { ENGLISH } from '#core/texts/english.ts';
import { sampleValues, VARIABLES, type EmailValues } from '#core/emails/variables.ts';

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

type Edited = { code: TemplateCode; template: TemplateText; storeName: string };

/** What the email of a template would be for a claim, whatever stage the claim is at. */
export function previewOf(claim: Claim, { code, template, storeName }: Edited): ClaimEmail {
  const values = { ...previewValues(claim), storeName };
  return claimEmail(TYPES[code], claim, textFrom(template, { values }), ENGLISH);
}

/** What a claim has no value for is made up, except for what may be empty. */
export function previewValues(claim: Claim): EmailValues {
  const owed = stillOwed(claim);
  const expiresOn = claim.shipments.findLast(({ canceledOn }) => canceledOn === null)?.expiresOn;
  const { question, ...rest } = claim;
  return emailValues({
    ...rest,
    question: { text: question?.text || VARIABLES.question.sample },
    owed: { amount: owed > 0 ? owed : 1200, currencyCode: claim.currencyCode },
    taken: { amount: 4800, currencyCode: claim.currencyCode },
    repair: { item: claim.lines[0]?.name ?? '', note: VARIABLES.repairNote.sample, step: 'done' },
    ...(expiresOn === undefined ? {} : { sendUntil: expiresOn }),
  });
}

/** The same with made-up values, for a store without a claim. */
export function sampleOf({ template, storeName }: Omit<Edited, 'code'>): ClaimEmail {
  const { subject, header, body } = textFrom(template, { values: sampleValues(storeName) });
  return {
    subject,
    content: {
      heading: header,
      paragraphs: paragraphsOf(body),
      isMarkup: true,
      lines: [{ text: 'Wool sweater - M / Green', detail: 'Refund $48.00.', imgUrl: null }],
      button: { text: 'View your return' },
    },
  };
}
