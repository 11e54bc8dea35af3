import { z } from 'zod';
import { isUnderRepair } from '#core/claims/repair-state.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { TemplateCode } from '#core/emails/templates.ts';
import type { Money } from '#core/money.ts';
import { LANGUAGE_CODES } from '#core/texts/languages.ts';
import type { Words } from '#core/texts/phrase.ts';

export const EmailType = z.enum([
  'received',
  'withdrawal',
  'needsInformation',
  'labelReady',
  'paymentDue',
  'paymentTaken',
  'repairQuoted',
  'quoteReminder',
  'repairNews',
  'returnReminder',
  'returnExpiring',
  'returnExpired',
  'finalized',
]);
export type EmailType = z.infer<typeof EmailType>;

/** What an email says, apart from how it looks; the server renders it as HTML and as text. */
export const EmailContent = z.object({
  heading: z.string(),
  paragraphs: z.array(z.string()),
  /** The paragraphs may hold simple HTML, which is made safe when the email is made; absent where they are text. */
  isMarkup: z.literal(true).exactOptional(),
  /** Of the reader; absent for English. */
  language: z.enum(LANGUAGE_CODES).exactOptional(),
  lines: z.array(z.object({ text: z.string(), detail: z.string(), imgUrl: z.string().nullable() })),
  /** Deductions and the remaining amounts, as text; absent if the lines say it all. */
  sums: z.array(z.object({ label: z.string(), amount: z.string() })).exactOptional(),
  /** Paragraphs below the sums; absent where there are none. */
  notes: z.array(z.string()).exactOptional(),
  /** The server puts the claim's own expiring link behind it. */
  button: z.object({ text: z.string() }).nullable(),
});
export type EmailContent = z.infer<typeof EmailContent>;
/** The usual words of an email: which they are, and what is known of its moment. */
export type UsualText = {
  code: TemplateCode;
  facts: FactsOfMoment;
  /** Paragraphs after those of the template. */
  note?: string;
};

type Summed = {
  /** Whether the items and sums of the claim stand below it; left out, they do. */
  claimSummary?: boolean;
};

/** The part staff may edit: text in which simple HTML is allowed. An empty line in `body` starts a new paragraph. */
export type EmailText<Text = Words> = Summed & {
  subject: Text;
  /** The large line above the text; the type's own when left out. */
  header?: Text;
  body: Text;
};

/** What an email is to say: what somebody wrote, or the usual words for its moment. */
export type EmailWish<Text = Words> = EmailText<Text> | (Summed & { usual: UsualText });
export type ClaimEmail = { subject: string; content: EmailContent };

/** What is known of the moment of an email, besides its claim. */
type FactsOfMoment = Pick<EmailFacts, 'question' | 'owed' | 'taken' | 'sendUntil' | 'sentAhead' | 'repair'>;

/** What a claim's email is worded from. */
export type EmailFacts = Pick<
  Claim,
  'claimType' | 'externalId' | 'orderNo' | 'customerName' | 'shippingMethod' | 'finalizedOn'
> & {
  /** For the email that asks it. */
  question?: { text: string };
  /** For the email about the outcome, which says so if nothing was approved. */
  lines?: readonly Pick<
    ClaimLine,
    'status' | 'method' | 'repair' | 'canceledOn' | 'exchangeOrderedOn' | 'isHeldForReview' | 'refusal'
  >[];
  shipments?: Claim['shipments'];
  payments?: Claim['payments'];
  returnRequired?: boolean;
  /** The amount owed; for the email that asks for it. */
  owed?: Money;
  /** The amount captured from a hold while sent items are out; for the email that reports it. */
  taken?: Money;
  /** Its label or packing slip may be used until then. Left out where goods are sent ahead: those have an earlier deadline. */
  sendUntil?: string;
  /** When the return must arrive, and the amount held until then; for items sent ahead. */
  sentAhead?: { backBy: string; held: Money | null };
  /** For emails about a repair. */
  repair?: RepairNews;
};

/** What an email says of the repair of items; `note` is what staff wrote with the quote. */
export type RepairNews = {
  item: string;
  note: string;
  /** `returned`: the items go back as they came. */
  step: 'quoted' | 'inRepair' | 'done' | 'sentBack' | 'returned';
  /** Of the package that is on its way, where it can be followed. */
  carrier?: string;
  trackingCode?: string;
};

/** The usual email of a claim. */
export function usualEmail(type: EmailType, claim: EmailFacts): { usual: UsualText } {
  const { question, owed, taken, sendUntil, sentAhead, repair } = claim;
  return {
    usual: {
      code: codeFor(type, claim),
      facts: {
        ...(question ? { question: { text: question.text } } : {}),
        ...(owed ? { owed } : {}),
        ...(taken ? { taken } : {}),
        ...(sendUntil === undefined ? {} : { sendUntil }),
        ...(sentAhead ? { sentAhead } : {}),
        ...(repair ? { repair } : {}),
      },
    },
  };
}

/** Which template words an email. */
export function codeFor(type: EmailType, claim: EmailFacts): TemplateCode {
  if (type !== 'finalized') return CODES[type];
  if (isCanceled(claim)) return 'Claim_Canceled';
  if (claim.finalizedOn === null) return 'Partly_Complete';
  if (claim.lines?.some(isUnderRepair)) return 'Repair_Approved';
  return isDenied(claim) ? 'Not_Approved' : 'Complete';
}

const CODES: Readonly<Record<Exclude<EmailType, 'finalized'>, TemplateCode>> = {
  received: 'Claim_Created',
  // Its words are the shopper's statement, so no template of the store words it.
  withdrawal: 'Claim_Created',
  needsInformation: 'Needs_More_Info',
  labelReady: 'Claim_Shipment_Created',
  paymentDue: 'Claim_Payment_Requested',
  paymentTaken: 'Claim_Payment_Taken',
  repairQuoted: 'Claim_Repair_Quoted',
  quoteReminder: 'Claim_Repair_Quoted',
  repairNews: 'Claim_Repair_News',
  returnReminder: 'Return_Reminder',
  returnExpiring: 'Return_Expiring',
  returnExpired: 'Return_Expired',
};

/** Only the shopper's own cancellation of everything is confirmed. */
const isCanceled = ({ lines = [] }: EmailFacts): boolean =>
  lines.length > 0 && lines.every(({ canceledOn }) => canceledOn !== null);

/** Nothing of the claim was approved, and something was denied. */
const isDenied = ({ lines = [] }: EmailFacts): boolean =>
  lines.some(({ status, canceledOn }) => status === 'denied' && canceledOn === null) &&
  lines.every(({ status, canceledOn }) => status === 'denied' || canceledOn !== null);
