import { isAskedForReview } from '#core/claims/against-rules.ts';
import { formatDate } from '#core/dates.ts';
import { z } from 'zod';
import {
  proceedsOf,
  claimLedger,
  feesTaken,
  refundedAmountOf,
  isSentAndDenied,
  remainderOf,
} from '#core/claims/claim-money.ts';
import { isCreditedBy } from '#core/claims/credited.ts';
import { denialWords } from '#core/claims/denial-words.ts';
import { deniedGoods } from '#core/claims/goods-progress.ts';
import type { Claim, ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import type { RemainderMethod } from '#core/claims/goods-shapes.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import type { SectionType } from '#core/claims/ledger.ts';
import { methodName } from '#core/claims/method-names.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { english } from '#core/texts/english.ts';
import { isLedgerShown, shopperView } from '#core/claims/shopper-view.ts';
import { asMarkup, paragraphsOf } from '#core/emails/markup.ts';
import { filledTemplate, TemplateCode, usualText, type TemplateText } from '#core/emails/templates.ts';
import { VARIABLE_NAMES, type EmailValues } from '#core/emails/variables.ts';
import { formatMoney, type Minor } from '#core/money.ts';

export const EmailType = z.enum([
  'received',
  'withdrawal',
  'needsInformation',
  'labelReady',
  'paymentDue',
  'paymentTaken',
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
  lines: z.array(z.object({ text: z.string(), detail: z.string(), imgUrl: z.string().nullable() })),
  /** Deductions and the remaining amounts, as text; absent if the lines say it all. */
  sums: z.array(z.object({ label: z.string(), amount: z.string() })).exactOptional(),
  /** The server puts the claim's own expiring link behind it. */
  button: z.object({ text: z.string() }).nullable(),
});
export type EmailContent = z.infer<typeof EmailContent>;
type Sum = NonNullable<EmailContent['sums']>[number];

/** How the usual text of an email came to be: a store with another template words it again. */
export const UsualText = z.object({
  code: TemplateCode,
  values: z.partialRecord(z.enum(VARIABLE_NAMES), z.string()),
  /** Paragraphs after those of the template. */
  note: z.string().exactOptional(),
});
export type UsualText = z.infer<typeof UsualText>;

/** The part staff may edit: text in which simple HTML is allowed. An empty line in `body` starts a new paragraph. */
export type EmailText = {
  subject: string;
  /** The large line above the text; the type's own when left out. */
  header?: string;
  body: string;
  /** Whether the items and sums of the claim stand below it; left out, they do. */
  claimSummary?: boolean;
  /** Absent where staff wrote it. */
  usual?: UsualText;
};
export type DefaultEmailText = Required<Omit<EmailText, 'claimSummary'>>;
export type ClaimEmail = { subject: string; content: EmailContent };

/** What a claim's email is worded from. */
export type EmailFacts = Pick<
  Claim,
  'claimType' | 'externalId' | 'orderNo' | 'customerName' | 'shippingMethod' | 'finalizedOn'
> & {
  /** For the email that asks it. */
  question?: { text: string };
  /** For the email about the outcome, which says so if nothing was approved. */
  lines?: readonly Pick<ClaimLine, 'status' | 'canceledOn' | 'exchangeOrderedOn' | 'isHeldForReview' | 'refusal'>[];
  shipments?: Claim['shipments'];
  payments?: Claim['payments'];
  returnRequired?: boolean;
  /** The amount owed, in words; for the email that asks for it. */
  owed?: string;
  /** The amount captured from a hold while sent items are out, in words; for the email that reports it. */
  taken?: string;
  /** Its label or packing slip may be used until then. Left out where goods are sent ahead: those have an earlier deadline. */
  sendUntil?: string;
  /** When the return must arrive, and the amount held until then, in words; for items sent ahead. */
  sentAhead?: { backBy: string; held: string | null };
};

/** As it stands in the body of an email. */
export const shopperGreeting = (claim: Pick<Claim, 'customerName'>): string => `Hello ${asMarkup(nameOf(claim))},`;

const nameOf = ({ customerName }: Pick<Claim, 'customerName'>): string => customerName.trim() || 'there';

/** The default subject, header and body of a claim's email. */
export function defaultEmailText(type: EmailType, claim: EmailFacts): DefaultEmailText {
  const usual = { code: codeFor(type, claim), values: emailValues(claim) };
  return { ...textFrom(usualText(usual.code), usual), usual };
}

/** A template with the values of an email, and what stands after it. */
export function textFrom(template: TemplateText, { values, note }: UsualText): TemplateText {
  const { body, ...lines } = filledTemplate(template, values);
  // A paragraph of values that are empty is none.
  const all = [...paragraphsOf(body), ...(note === undefined ? [] : [note])];
  return { ...lines, body: all.join('\n\n') };
}

/** Which template words an email. */
export function codeFor(type: EmailType, claim: EmailFacts): TemplateCode {
  if (type !== 'finalized') return CODES[type];
  if (isCanceled(claim)) return 'Claim_Canceled';
  if (claim.finalizedOn === null) return 'Partly_Complete';
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
  returnReminder: 'Return_Reminder',
  returnExpiring: 'Return_Expiring',
  returnExpired: 'Return_Expired',
};

/** Everything that templates can name, as far as it is known of a claim; the store's name is added when it is sent. */
export function emailValues(claim: EmailFacts): EmailValues {
  const sendUntil = claim.sendUntil && !claim.sentAhead ? formatDate(claim.sendUntil) : '';
  const shipment = claim.shipments?.findLast(({ canceledOn }) => canceledOn === null);
  return {
    customerName: nameOf(claim),
    claimNumber: claim.externalId,
    orderNumber: claim.orderNo,
    claimType: CLAIM_TYPES[claim.claimType].noun,
    request: CLAIM_TYPES[claim.claimType].request,
    nextStep: RECEIVED_NEXT[nextOf(claim)],
    howToShip: labelNext(claim),
    shipmentDocument: claim.shippingMethod === 'label' ? 'shipping label' : 'packing slip',
    expirationDate: sendUntil,
    shipByNote: sendUntil === '' ? '' : `Please ship the package by ${sendUntil}.`,
    trackingNumber: shipment?.trackingCode ?? '',
    sentAheadNote: claim.sentAhead ? sentAheadText(claim.sentAhead) : '',
    amountOwed: claim.owed ?? 'an amount',
    amountCharged: claim.taken ?? 'the amount on hold',
    question: claim.question?.text ?? '',
    goodsNote: deniedNext(claim),
    unusedLabelNote: claim.shipments?.some(({ type }) => type === 'Label')
      ? "Please don't use the shipping label we sent you."
      : '',
    paymentNote: claim.payments?.length ? 'We refund what you paid for it, and release any hold on your card.' : '',
  };
}

/** Only the shopper's own cancellation of everything is confirmed. */
const isCanceled = ({ lines = [] }: EmailFacts): boolean =>
  lines.length > 0 && lines.every(({ canceledOn }) => canceledOn !== null);

/** Nothing of the claim was approved, and something was denied. */
const isDenied = ({ lines = [] }: EmailFacts): boolean =>
  lines.some(({ status, canceledOn }) => status === 'denied' && canceledOn === null) &&
  lines.every(({ status, canceledOn }) => status === 'denied' || canceledOn !== null);

const deniedNext = ({ lines = [], shipments = [], returnRequired = false }: EmailFacts): string =>
  lines.some(({ exchangeOrderedOn }) => exchangeOrderedOn !== null)
    ? ''
    : english(deniedGoods({ shipments, returnRequired }));

const nextOf = ({ lines = [], shippingMethod }: EmailFacts): keyof typeof RECEIVED_NEXT =>
  lines.some(({ refusal }) => refusal)
    ? 'review'
    : lines.some(({ isHeldForReview }) => isHeldForReview)
      ? 'held'
      : shippingMethod;

const RECEIVED_NEXT: Readonly<Record<Claim['shippingMethod'] | 'held' | 'review', string>> = {
  review:
    "You asked us for an exception to our rules. Nothing is decided yet. Please keep your items for now. We'll review your request and email you.",
  held: "Please keep your items for now. We'll review your request and email you.",
  label: "We're preparing your shipping label and will email it to you shortly.",
  packingSlip: "We're preparing your packing slip and will email it to you shortly.",
  none: "You don't need to send anything back. We'll review your request and email you.",
};

const labelNext = (claim: EmailFacts): string =>
  claim.shippingMethod === 'label'
    ? 'Print the label, attach it to your package and drop it off with the carrier.'
    : 'Print the packing slip, put it inside your package and ship it to the address on the slip.';

const sentAheadText = ({ backBy, held }: NonNullable<EmailFacts['sentAhead']>): string =>
  `We're sending your new items now. Your return must arrive by ${formatDate(backBy)}.` +
  (held === null
    ? ''
    : ` We've placed a ${held} hold on your card. We charge it if your return doesn't arrive in time, or when the hold is about to end. Once your return is here, we refund what you don't owe.`);

const BUTTONS: Readonly<Record<EmailType, (noun: string) => string>> = {
  received: (noun) => `View your ${noun}`,
  withdrawal: () => 'View your withdrawal',
  needsInformation: () => 'Answer',
  labelReady: () => 'View label and instructions',
  paymentDue: () => 'View and pay',
  paymentTaken: (noun) => `View your ${noun}`,
  returnReminder: () => 'View label and instructions',
  returnExpiring: () => 'View label and instructions',
  returnExpired: (noun) => `View your ${noun}`,
  finalized: (noun) => `View your ${noun}`,
};

/** An email of a claim, with the default text unless another is given. */
export function claimEmail(type: EmailType, claim: Claim, text: EmailText = defaultEmailText(type, claim)): ClaimEmail {
  const told = type === 'finalized' ? claim : shopperView(claim);
  const isSummed = text.claimSummary !== false;
  return {
    subject: lineOf(text.subject),
    content: {
      heading: lineOf(text.header ?? '') || defaultEmailText(type, claim).header,
      paragraphs: paragraphsOf(text.body),
      isMarkup: true,
      lines: isSummed ? told.lines.map((line) => emailLine(told, line, type === 'finalized')) : [],
      sums:
        isSummed && isLedgerShown(claim, told) && !told.lines.some(isAskedForReview)
          ? sumsOf(told, type === 'finalized')
          : [],
      button: { text: BUTTONS[type](CLAIM_TYPES[claim.claimType].noun) },
    },
  };
}

const lineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** `isOutcome`: only finalized lines show their result. */
function emailLine(claim: Claim, line: ClaimLine, isOutcome: boolean): EmailContent['lines'][number] {
  const title = line.variantTitle === '' ? line.name : `${line.name} - ${line.variantTitle}`;
  const note = line.noteToCustomer === '' ? '' : ` ${line.noteToCustomer}`;
  return {
    text: line.quantity === 1 ? title : `${line.quantity} x ${title}`,
    detail: isOutcome && isLeft(line) ? "We're still working on it." : outcomeText(claim, line) + note,
    imgUrl: line.imgUrl,
  };
}

const isLeft = (line: ClaimLine): boolean => line.finalizedOn === null && line.canceledOn === null;

/** How a line ends, or is requested to end, in words ("Gift Card $22.00"), after deductions. */
export function outcomeText(claim: Claim, line: ClaimLine): string {
  if (line.canceledOn !== null) return 'Canceled.';
  if (isAskedForReview(line)) return 'Review requested.';
  if (line.status === 'denied')
    return `Not approved. ${denialWords(line.denialDetail)}${isChargedFor(claim, line) ? ' We charge you for your new item.' : ''}`;
  const method = line.method ?? line.requestedMethod;
  const rest = line.finalizedOn !== null && !line.wasResolvedExternally ? restText(claim, line) : '';
  if (line.isShopNow && !line.wasResolvedExternally) return `Credit toward your new items.${rest}`;
  if (method === 'variantExchange') return `Exchange for ${line.exchange?.title ?? 'another option'}.${rest}`;
  // What a gift is worth is what the buyer paid.
  if (!isCreditedBy(method) || isGiftReturn(claim)) return `${methodName(method)}.`;
  return givenText(claim, line, method);
}

/** Whether goods were sent ahead for a line that was denied, and paid for. */
const isChargedFor = ({ settlements }: Claim, line: ClaimLine): boolean =>
  isSentAndDenied(line) && settlements.some(({ lineIds, paymentUsed }) => lineIds.includes(line.id) && paymentUsed > 0);

const moneyText = ({ currencyCode }: Claim, amount: Minor): string => formatMoney({ amount, currencyCode });

function givenText(claim: Claim, line: ClaimLine, method: ResolutionMethod): string {
  const { issued, bonus, deducted } = proceedsOf(claim, line);
  const given = issued + bonus;
  if (deducted === 0) return `${methodName(method)} ${moneyText(claim, given)}.`;
  const taken = `${moneyText(claim, deducted)} in deductions`;
  return given === 0
    ? `${methodName(method)} ${moneyText(claim, 0)}, after ${taken}.`
    : `${methodName(method)} ${moneyText(claim, given)}, after ${taken}.`;
}

const LEFT_AS: Readonly<Record<RemainderMethod, string>> = {
  refund: 'a refund',
  storeCredit: 'store credit',
  giftCard: 'a gift card',
};

/** What goods wanted instead have left over. */
function restText(claim: Claim, line: ClaimLine): string {
  if (!line.issuedAmount || isGiftReturn(claim)) return '';
  return ` You get the ${moneyText(claim, line.issuedAmount)} difference as ${LEFT_AS[remainderOf(line)]}.`;
}

/**
 * The amounts of what was finalized so far, or of the claim as it stands. Empty if there are no deductions, no leftover
 * exchange value and no payment, and for gifts, whose value isn't shown.
 */
function sumsOf(claim: Claim, isOutcome: boolean): Sum[] {
  const counted = claim.lines.filter((line) => !isOutcome || line.finalizedOn !== null);
  if (isGiftReturn(claim) || counted.length === 0) return [];
  const payments = isOutcome ? claim.payments.map(asTaken) : claim.payments;
  const { credits, deductions, balance } = claimLedger({
    ...claim,
    lines: counted,
    payments,
    // The rest of the fees is due with the other lines.
    ...(isOutcome ? feesTaken(claim) : {}),
  });
  const moving = isOutcome ? movingPayments(claim) : [];
  const isEven = balance === 0 && [...credits.sections, ...deductions.sections].every(isOfItems);
  if (moving.length === 0 && (deductions.total === 0 || isEven)) return [];
  const rows = ({ lineItems, sections }: typeof credits, sign: string): Sum[] =>
    [...lineItems, ...sections.filter((one) => !isOfItems(one))].map(({ label, amount }) => ({
      label,
      amount: `${sign}${moneyText(claim, amount)}`,
    }));
  return [
    ...rows(credits, ''),
    ...rows(deductions, '−'),
    balance < 0
      ? { label: 'You owe', amount: moneyText(claim, -balance) }
      : { label: 'You get back', amount: moneyText(claim, balance) },
    ...moving,
  ];
}

/** A hold that is about to be captured counts as captured: the email is read later. */
const asTaken = (payment: CustomerPayment): CustomerPayment =>
  payment.status === 'Authorized' && payment.captureAsked !== null
    ? { ...payment, status: 'Captured', capturedAmount: payment.captureAsked }
    : payment;

/** What is captured now, and what is refunded to the payments. */
function movingPayments(claim: Claim): Sum[] {
  const rowOf = (label: string, amounts: readonly Minor[]): Sum[] => {
    const amount = amounts.reduce((sum, one) => sum + one, 0);
    return amount > 0 ? [{ label, amount: moneyText(claim, amount) }] : [];
  };
  return [
    ...rowOf(
      'Charged to your card',
      claim.payments.map((one) => (one.status === 'Authorized' ? (one.captureAsked ?? 0) : 0)),
    ),
    ...rowOf(
      'Refunded to your payment method',
      claim.payments.map((one) => refundedAmountOf(one) - one.refundedAmount),
    ),
  ];
}

const isOfItems = ({ type }: { type: SectionType }): boolean => type === 'SUBTOTAL' || type === 'TAX';
