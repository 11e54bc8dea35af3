import { isAskedForReview } from '#core/claims/against-rules.ts';
import { proceedsOf, claimLedger, feesTaken, isSentAndDenied, remainderOf } from '#core/claims/claim-money.ts';
import { refundedAmountOf } from '#core/claims/paid.ts';
import type { RemainderMethod } from '#core/claims/goods-shapes.ts';
import { carrierOf } from '#core/claims/carriers.ts';
import { isCreditedBy } from '#core/claims/credited.ts';
import { deniedGoods } from '#core/claims/goods-progress.ts';
import type { Claim, ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { METHOD_TEXTS } from '#core/claims/method-texts.ts';
import { sectionText, type SectionType } from '#core/claims/ledger.ts';
import type { ClaimType } from '#core/claims/types.ts';
import {
  codeFor,
  type ClaimEmail,
  type EmailContent,
  type EmailFacts,
  type EmailText,
  type EmailType,
  type RepairNews,
} from '#core/claims/email-wishes.ts';
import { ENGLISH } from '#core/texts/english.ts';
import { keptLanguage } from '#core/texts/languages.ts';
import type { PortalTextId } from '#core/texts/ids.ts';
import type { PhraseValue } from '#core/texts/phrase.ts';
import type { Writer } from '#core/texts/writer.ts';
import { isLedgerShown, shopperView } from '#core/claims/shopper-view.ts';
import { paragraphsOf } from '#core/emails/markup.ts';
import { filledTemplate, usualTextIn, type TemplateText } from '#core/emails/templates.ts';
import type { EmailValues } from '#core/emails/variables.ts';
import { decimalFromMinor, type Minor, type Money } from '#core/money.ts';

type Sum = NonNullable<EmailContent['sums']>[number];

type Say = (id: PortalTextId, values?: Readonly<Record<string, PhraseValue>>) => string;
const saying =
  ({ write }: Writer): Say =>
  (id, values) =>
    write(values === undefined ? { id } : { id, values });

const amountOf = ({ amount, currencyCode }: Money): PhraseValue => ({
  amount: Number(decimalFromMinor(amount, currencyCode)),
  currencyCode,
});

/** The words of a usual email where no store has changed them. */
export const usualWords = (type: EmailType, claim: EmailFacts, writer: Writer): TemplateText =>
  textFrom(usualTextIn(codeFor(type, claim), writer), { values: emailValues(claim, writer) });

/** A template with the values of an email, and what stands after it. */
export function textFrom(
  template: TemplateText,
  { values, note }: { values: EmailValues; note?: string },
): TemplateText {
  const { body, ...lines } = filledTemplate(template, values);
  // A paragraph of values that are empty is none.
  const all = [...paragraphsOf(body), ...(note === undefined ? [] : [note])];
  return { ...lines, body: all.join('\n\n') };
}

/** What a shopper is greeted by. */
export const greetedName = ({ customerName }: Pick<Claim, 'customerName'>, { write }: Writer = ENGLISH): string =>
  customerName.trim() || write({ id: 'email.there' });

/** Everything that templates can name, as far as it is known of a claim; the store's name is added when it is sent. */
export function emailValues(claim: EmailFacts, writer = ENGLISH): EmailValues {
  const say = saying(writer);
  const sendUntil = claim.sendUntil && !claim.sentAhead ? { day: claim.sendUntil } : null;
  const shipment = claim.shipments?.findLast(({ canceledOn }) => canceledOn === null);
  const document = claim.shippingMethod === 'label' ? 'label' : 'packingSlip';
  return {
    customerName: greetedName(claim, writer),
    claimNumber: claim.externalId,
    orderNumber: claim.orderNo,
    claimType: say(`email.noun.${claim.claimType}`),
    request: say(`email.request.${claim.claimType}`),
    nextStep: say(`email.next.${nextOf(claim)}`),
    howToShip: [say(`email.howToShip.${document}`), ...dropOffText(shipment, say)].join(' '),
    shipmentDocument: say(`email.document.${document}`),
    expirationDate: sendUntil === null ? '' : writer.date(sendUntil.day),
    shipByNote: sendUntil === null ? '' : say('email.shipBy', { date: sendUntil }),
    trackingNumber: shipment?.trackingCode ?? '',
    sentAheadNote: claim.sentAhead ? sentAheadText(claim.sentAhead, say) : '',
    amountOwed: claim.owed ? writer.money(claim.owed) : say('email.anAmount'),
    amountCharged: claim.taken ? writer.money(claim.taken) : say('email.amountOnHold'),
    question: claim.question?.text ?? '',
    goodsNote: deniedNext(claim, writer),
    unusedLabelNote: claim.shipments?.some(({ type }) => type === 'Label') ? say('email.unusedLabel') : '',
    paymentNote: claim.payments?.length ? say('email.paid') : '',
    ...repairValues(claim.repair, say),
  };
}

/** Where the carrier of a label takes packages, if it tells that on a page. */
function dropOffText(shipment: Claim['shipments'][number] | undefined, say: Say): string[] {
  if (shipment?.type !== 'Label') return [];
  const { name, dropOffUrl } = carrierOf(shipment.carrier);
  return dropOffUrl === null ? [] : [say('email.howToShip.dropOff', { carrier: name, url: dropOffUrl })];
}

const repairValues = (repair: RepairNews | undefined, say: Say): EmailValues =>
  repair === undefined
    ? {}
    : {
        itemName: repair.item,
        repairNote: repair.note,
        repairStep: repair.step === 'quoted' ? '' : say(`email.repair.${repair.step}`, { item: repair.item }),
        parcelNote:
          repair.trackingCode === undefined
            ? ''
            : say('email.repair.parcel', { carrier: repair.carrier ?? '', number: repair.trackingCode }),
      };

const deniedNext = ({ lines = [], shipments = [], returnRequired = false }: EmailFacts, { write }: Writer): string =>
  lines.some(({ exchangeOrderedOn }) => exchangeOrderedOn !== null)
    ? ''
    : write(deniedGoods({ shipments, returnRequired }));

const nextOf = ({ lines = [], shippingMethod }: EmailFacts): Claim['shippingMethod'] | 'held' | 'review' =>
  lines.some(({ refusal }) => refusal)
    ? 'review'
    : lines.some(({ isHeldForReview }) => isHeldForReview)
      ? 'held'
      : shippingMethod;

const sentAheadText = ({ backBy, held }: NonNullable<EmailFacts['sentAhead']>, say: Say): string =>
  [
    say('email.sentAhead', { date: { day: backBy } }),
    ...(held === null ? [] : [say('email.sentAhead.held', { amount: amountOf(held) })]),
  ].join(' ');

const BUTTONS: Readonly<Record<EmailType, PortalTextId | ((claimType: ClaimType) => PortalTextId)>> = {
  received: (claimType) => `email.button.view.${claimType}`,
  withdrawal: 'email.button.withdrawal',
  needsInformation: 'email.button.answer',
  labelReady: 'email.button.ship',
  paymentDue: 'email.button.pay',
  paymentTaken: (claimType) => `email.button.view.${claimType}`,
  repairQuoted: 'email.button.quote',
  quoteReminder: 'email.button.quote',
  repairNews: (claimType) => `email.button.view.${claimType}`,
  returnReminder: 'email.button.ship',
  returnExpiring: 'email.button.ship',
  returnExpired: (claimType) => `email.button.view.${claimType}`,
  finalized: (claimType) => `email.button.view.${claimType}`,
};

/** An email of a claim, with what stands around its text in the words of `writer`. */
export function claimEmail(type: EmailType, claim: Claim, text: EmailText<string>, writer: Writer): ClaimEmail {
  const told = type === 'finalized' ? claim : shopperView(claim);
  const isSummed = text.claimSummary !== false;
  const button = BUTTONS[type];
  return {
    subject: lineOf(text.subject),
    content: {
      heading: lineOf(text.header ?? '') || usualWords(type, claim, writer).header,
      paragraphs: paragraphsOf(text.body),
      isMarkup: true,
      ...keptLanguage(writer.language),
      lines: isSummed ? told.lines.map((line) => emailLine(told, line, type === 'finalized', writer)) : [],
      sums:
        isSummed && isLedgerShown(claim, told) && !told.lines.some(isAskedForReview)
          ? sumsOf(told, type === 'finalized', writer)
          : [],
      ...(isSummed && type === 'finalized' ? notesOf(told, writer) : {}),
      button: { text: saying(writer)(typeof button === 'string' ? button : button(claim.claimType)) },
    },
  };
}

/** How long each way of giving money takes until the shopper sees it. */
function notesOf({ settlements, policy }: Claim, writer: Writer): Pick<EmailContent, 'notes'> {
  const say = saying(writer);
  const isIssued = (method: RemainderMethod): boolean => settlements.some(({ issued }) => issued[method] > 0);
  const areCardsCredit = policy.giftCardType === 'Store_Credit';
  const ways: readonly (readonly [isTrue: boolean, id: PortalTextId])[] = [
    [isIssued('refund'), 'email.when.refund'],
    [isIssued('storeCredit') || (areCardsCredit && isIssued('giftCard')), 'email.when.storeCredit'],
    [!areCardsCredit && isIssued('giftCard'), 'email.when.giftCard'],
  ];
  const notes = ways.flatMap(([isTrue, id]) => (isTrue ? [say(id)] : []));
  return notes.length === 0 ? {} : { notes };
}

const lineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** `isOutcome`: only finalized lines show their result. */
function emailLine(claim: Claim, line: ClaimLine, isOutcome: boolean, writer: Writer): EmailContent['lines'][number] {
  const say = saying(writer);
  const title = line.variantTitle === '' ? line.name : `${line.name} - ${line.variantTitle}`;
  const note = line.noteToCustomer === '' ? '' : ` ${line.noteToCustomer}`;
  return {
    text: line.quantity === 1 ? title : say('email.line.several', { quantity: line.quantity, item: title }),
    detail: isOutcome && isLeft(line) ? say('email.line.working') : outcomeText(claim, line, say) + note,
    imgUrl: line.imgUrl,
  };
}

const isLeft = (line: ClaimLine): boolean => line.finalizedOn === null && line.canceledOn === null;

/** How a line ends, or is requested to end, in words ("Gift Card $22.00"), after deductions. */
function outcomeText(claim: Claim, line: ClaimLine, say: Say): string {
  if (line.canceledOn !== null) return say('email.line.canceled');
  if (isAskedForReview(line)) return say('email.line.review');
  if (line.status === 'denied')
    return [
      say('email.line.denied', { why: { id: `denial.${line.denialDetail ?? 'No_Action_Taken'}` } }),
      ...(isChargedFor(claim, line) ? [say('email.line.charged')] : []),
    ].join(' ');
  const method = line.method ?? line.requestedMethod;
  const rest = line.finalizedOn !== null && !line.wasResolvedExternally ? restText(claim, line, say) : [];
  if (line.isShopNow && !line.wasResolvedExternally) return [say('email.line.shopNow'), ...rest].join(' ');
  if (method === 'variantExchange') {
    const item = line.exchange?.title ?? { id: 'email.line.otherOption' as const };
    return [say('email.line.exchange', { item }), ...rest].join(' ');
  }
  // What a gift is worth is what the buyer paid.
  if (!isCreditedBy(method) || isGiftReturn(claim))
    return say('email.line.method', { method: { id: METHOD_TEXTS[method] } });
  return givenText(claim, line, method, say);
}

/** Whether goods were sent ahead for a line that was denied, and paid for. */
const isChargedFor = ({ settlements }: Claim, line: ClaimLine): boolean =>
  isSentAndDenied(line) && settlements.some(({ lineIds, paymentUsed }) => lineIds.includes(line.id) && paymentUsed > 0);

const moneyOf = ({ currencyCode }: Claim, amount: Minor): PhraseValue => amountOf({ amount, currencyCode });

function givenText(claim: Claim, line: ClaimLine, method: ResolutionMethod, say: Say): string {
  const { issued, bonus, deducted } = proceedsOf(claim, line);
  const given = { method: { id: METHOD_TEXTS[method] }, amount: moneyOf(claim, issued + bonus) };
  return deducted === 0
    ? say('email.line.given', given)
    : say('email.line.deducted', { ...given, deducted: moneyOf(claim, deducted) });
}

/** What goods wanted instead have left over. */
function restText(claim: Claim, line: ClaimLine, say: Say): string[] {
  if (!line.issuedAmount || isGiftReturn(claim)) return [];
  return [say(`email.line.rest.${remainderOf(line)}`, { amount: moneyOf(claim, line.issuedAmount) })];
}

/**
 * The amounts of what was finalized so far, or of the claim as it stands. Empty if there are no deductions, no leftover
 * exchange value and no payment, and for gifts, whose value isn't shown.
 */
function sumsOf(claim: Claim, isOutcome: boolean, writer: Writer): Sum[] {
  const say = saying(writer);
  const money = (amount: Minor): string => writer.money({ amount, currencyCode: claim.currencyCode });
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
  const moving = isOutcome ? movingPayments(claim, say, money) : [];
  const isEven = balance === 0 && [...credits.sections, ...deductions.sections].every(isOfItems);
  if (moving.length === 0 && (deductions.total === 0 || isEven)) return [];
  const rows = ({ lineItems, sections }: typeof credits, sign: string): Sum[] =>
    [
      ...lineItems,
      ...sections
        .filter((one) => !isOfItems(one))
        .map(({ type, label, amount }) => ({ label: labelOf(type, label, say), amount })),
    ].map(({ label, amount }) => ({ label, amount: `${sign}${money(amount)}` }));
  return [
    ...rows(credits, ''),
    ...rows(deductions, '−'),
    balance < 0
      ? { label: say('email.sum.owe'), amount: money(-balance) }
      : { label: say('email.sum.back'), amount: money(balance) },
    ...moving,
  ];
}

/** A hold that is about to be captured counts as captured: the email is read later. */
const asTaken = (payment: CustomerPayment): CustomerPayment =>
  payment.status === 'Authorized' && payment.captureAsked !== null
    ? { ...payment, status: 'Captured', capturedAmount: payment.captureAsked }
    : payment;

/** What is captured now, and what is refunded to the payments. */
function movingPayments(claim: Claim, say: Say, money: (amount: Minor) => string): Sum[] {
  const rowOf = (label: string, amounts: readonly Minor[]): Sum[] => {
    const amount = amounts.reduce((sum, one) => sum + one, 0);
    return amount > 0 ? [{ label, amount: money(amount) }] : [];
  };
  return [
    ...rowOf(
      say('email.sum.charged'),
      claim.payments.map((one) => (one.status === 'Authorized' ? (one.captureAsked ?? 0) : 0)),
    ),
    ...rowOf(
      say('email.sum.refunded'),
      claim.payments.map((one) => refundedAmountOf(one) - one.refundedAmount),
    ),
  ];
}

const isOfItems = ({ type }: { type: SectionType }): boolean => type === 'SUBTOTAL' || type === 'TAX';

/** A fee has the store's own name. */
function labelOf(type: SectionType, label: string, say: Say): string {
  const text = sectionText(type, label);
  return text === null ? label : say(text);
}
