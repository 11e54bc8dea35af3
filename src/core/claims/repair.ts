import { approveLine } from '#core/claims/approve.ts';
import { stillOwed } from '#core/claims/claim-money.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { emailEffect, type Decision } from '#core/claims/decision.ts';
import { usualEmail, type RepairNews } from '#core/claims/email-wishes.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { areGoodsBack } from '#core/claims/goods-progress.ts';
import {
  canGoOnTo,
  goneOnTo,
  isQuoteOpen,
  isToGoBackAsItIs,
  isUnderRepair,
  wasRepaired,
} from '#core/claims/repair-state.ts';
import type { SentBack } from '#core/claims/shipment-shapes.ts';
import type { Repair } from '#core/claims/repair-shapes.ts';
import { decidableLine, denyLine, finalMethodsOf, isDecidable, withLine } from '#core/claims/resolution.ts';
import { linesSentIn, sentTo, type NewShipment } from '#core/claims/shipments.ts';
import { shopperName, withEntry } from '#core/claims/timeline.ts';
import type { WantedEmail } from '#core/effects/email.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { leastCharge } from '#core/payments/least-charge.ts';
import { Refusal } from '#core/refusal.ts';

const moneyText = ({ currencyCode }: Claim, amount: Minor): string => formatMoney({ amount, currencyCode });

/** Whether staff can say what repairing a line costs. */
export const canQuote = (claim: Claim, line: ClaimLine): boolean =>
  isDecidable(claim, line) && finalMethodsOf(claim, line).includes('repair') && canGoOnTo(line.repair, 'quoted');

export type Quote = { price: Minor; note: string };

/**
 * What repairing an item costs. The shopper is asked, unless it is free or they agreed to as much before. A quote takes
 * the place of the one before. Refuses as decidableLine, and METHOD_NOT_ALLOWED, REPAIR_STATE, AMOUNT_INVALID and
 * QUOTE_TOO_SMALL.
 */
export function quoteRepair(claim: Claim, lineId: number, { price, note }: Quote, now: string): Decision {
  const line = decidableLine(claim, lineId);
  if (!finalMethodsOf(claim, line).includes('repair'))
    throw new Refusal('notAllowed', 'METHOD_NOT_ALLOWED', "This item can't be approved as a repair.");
  if (!canQuote(claim, line))
    throw new Refusal('conflict', 'REPAIR_STATE', 'The item is repaired, so its price stands.');
  checkPrice(claim, price);
  const { repair: before } = line;
  const agreed = { price, note: note.trim() };
  if (price <= (before?.agreedPrice ?? 0)) return { claim: agreedOn(claim, lineId, agreed, now), effects: [] };
  const { externalRefundId: _, ...asked } = line;
  const repair: Repair = {
    ...(before?.agreedPrice === undefined ? {} : { agreedPrice: before.agreedPrice }),
    ...agreed,
    state: 'quoted',
    steps: [...(before?.steps ?? []), { state: 'quoted', on: now }],
  };
  const quoted = withEntry(
    withLine(claim, {
      ...asked,
      status: 'open',
      method: null,
      amount: null,
      wasResolvedExternally: false,
      denialDetail: null,
      deniedOn: null,
      errors: [],
      repair,
    }),
    {
      type: 'processing',
      subject: `Repair of ${line.name} quoted at ${moneyText(claim, price)}`,
      message: repair.note,
    },
    now,
  );
  return { claim: quoted, effects: quoteEmail(quoted, lineId) };
}

function checkPrice(claim: Claim, price: Minor): void {
  if (!Number.isSafeInteger(price) || price < 0)
    throw new Refusal('notAllowed', 'AMOUNT_INVALID', 'Must be zero or a positive number.');
  if (price > 0 && isGiftReturn(claim))
    throw new Refusal('notAllowed', 'AMOUNT_INVALID', "A gift's recipient isn't asked to pay.");
  const least = leastCharge(claim.currencyCode);
  if (price > 0 && price < least)
    throw new Refusal('notAllowed', 'QUOTE_TOO_SMALL', `Quote at least ${moneyText(claim, least)}, or make it free.`);
}

/** The line approved as a repair at a price that its shopper agrees to. */
function agreedOn(claim: Claim, lineId: number, { price, note }: Quote, now: string): Claim {
  const approved = approveLine(claim, lineId, { method: 'repair' }, now).claim;
  return {
    ...approved,
    lines: approved.lines.map((one) =>
      one.id === lineId && one.repair ? { ...one, repair: { ...one.repair, price, agreedPrice: price, note } } : one,
    ),
  };
}

/** The email with a quote, or the reminder of it. */
export function quoteEmail(
  claim: Claim,
  lineId: number,
  type: 'repairQuoted' | 'quoteReminder' = 'repairQuoted',
): WantedEmail[] {
  const line = claim.lines.find(({ id }) => id === lineId);
  if (!line?.repair) return [];
  const owed = { amount: line.repair.price, currencyCode: claim.currencyCode };
  const repair: RepairNews = { item: line.name, note: line.repair.note, step: 'quoted' };
  const quote = { lineId, step: line.repair.steps.length };
  return emailEffect(type, claim, `email:${type}:${lineId}:${quote.step}:claim:${claim.id}`, {
    ...usualEmail(type, { ...claim, owed, repair }),
    claimSummary: false,
  }).map((email) => ({ ...email, payload: { ...email.payload, quote } }));
}

/** The shopper agrees to every quote that stands, and owes nothing for them anymore. */
export const quotesAgreed = (claim: Claim, now: string): Claim =>
  claim.lines.filter(isQuoteOpen).reduce((before, line) => {
    const { price = 0, note = '' } = line.repair ?? {};
    const entry = {
      type: 'processing',
      subject: `The customer agreed to the repair of ${line.name}`,
      message: moneyText(claim, price),
      by: shopperName(claim.customerName),
    } as const;
    return withEntry(agreedOn(before, line.id, { price, note }, now), entry, now);
  }, claim);

/** The prices that a shopper read, by line. */
export type QuotesRead = ReadonlyMap<number, Minor>;

/**
 * The shopper agrees to what other items of the claim pay for, at the prices they read. Refuses QUOTE_NOT_OPEN,
 * QUOTE_CHANGED and PAYMENT_NEEDED.
 */
export function acceptQuotes(claim: Claim, read: QuotesRead, now: string): Decision {
  const open = claim.lines.filter(isQuoteOpen);
  if (!open.some((line) => isDecidable(claim, line))) throw quoteNotOpen();
  if (open.some(({ id, repair }) => read.get(id) !== repair?.price))
    throw new Refusal('conflict', 'QUOTE_CHANGED', 'The quote has changed. Please check it and answer again.');
  if (stillOwed(claim) > 0)
    throw new Refusal('conflict', 'PAYMENT_NEEDED', 'Please pay for the repair to accept the quote.');
  return { claim: quotesAgreed(claim, now), effects: [] };
}

/** The shopper declines a quote: staff may still offer something else, and otherwise send the item back. Refuses QUOTE_NOT_OPEN. */
export function declineQuote(claim: Claim, lineId: number, now: string): Decision {
  const line = claim.lines.find(({ id }) => id === lineId);
  if (!line?.repair || !isQuoteOpen(line) || !isDecidable(claim, line)) throw quoteNotOpen();
  const entry = {
    type: 'processing',
    subject: `The customer declined the repair of ${line.name}`,
    message: moneyText(claim, line.repair.price),
    by: shopperName(claim.customerName),
  } as const;
  const declined = { ...line, repair: goneOnTo(line.repair, 'declined', now) };
  return denyLine(
    withEntry(withLine(claim, declined), entry, now),
    lineId,
    'No_Action_Taken',
    line.noteToCustomer,
    now,
  );
}

const quoteNotOpen = (): Refusal => new Refusal('conflict', 'QUOTE_NOT_OPEN', 'There is no quote to answer anymore.');

const WORK_WORDS = { inRepair: 'Repair begun', done: 'Repair done' } as const;

/**
 * Staff begin to repair an item, or are done with it. Saying it again changes nothing. Refuses LINE_UNKNOWN, REPAIR_STATE
 * and GOODS_NOT_BACK.
 */
export function workOnRepair(claim: Claim, lineId: number, state: keyof typeof WORK_WORDS, now: string): Decision {
  const line = claim.lines.find(({ id }) => id === lineId);
  if (!line) throw new Refusal('notFound', 'LINE_UNKNOWN', "This item isn't part of the claim.");
  if (line.repair?.state === state) return { claim, effects: [] };
  if (!line.repair || !isUnderRepair(line) || !canGoOnTo(line.repair, state))
    throw new Refusal('conflict', 'REPAIR_STATE', "The repair of this item isn't that far, or further already.");
  if (claim.returnRequired && !areGoodsBack(claim))
    throw new Refusal('conflict', 'GOODS_NOT_BACK', "The item isn't here yet. Mark its package as received first.");
  const repair = goneOnTo(line.repair, state, now);
  const saved = withEntry(
    withLine(claim, { ...line, repair }),
    { type: 'processing', subject: `${WORK_WORDS[state]}: ${line.name}`, message: '' },
    now,
  );
  return { claim: saved, effects: newsEmail(saved, [line], state) };
}

function newsEmail(
  claim: Claim,
  lines: readonly ClaimLine[],
  step: RepairNews['step'],
  parcel: SentByHand | null = null,
): WantedEmail[] {
  const [first] = lines;
  if (!first) return [];
  const repair: RepairNews = {
    item: lines.map(({ name }) => name).join(', '),
    note: '',
    step,
    ...(parcel && parcel.trackingCode !== '' ? { carrier: parcel.carrier, trackingCode: parcel.trackingCode } : {}),
  };
  const ids = lines.map(({ id }) => id).join('-');
  return emailEffect(
    'repairNews',
    claim,
    `email:repairNews:${step}:${ids}:${claim.timeline.length}:claim:${claim.id}`,
    { ...usualEmail('repairNews', { ...claim, repair }), claimSummary: false },
  );
}

/** Whether an item is ready to go back to the shopper: repaired, or as it came where it is here. */
export const isToSendBack = (claim: Claim, line: ClaimLine): boolean =>
  (line.repair?.state === 'done' && isUnderRepair(line)) ||
  (isToGoBackAsItIs(line) && (areGoodsBack(claim) || wasBegun(line.repair)));

const wasBegun = (repair: Repair | undefined): boolean =>
  repair?.steps.some(({ state }) => state === 'inRepair') ?? false;

/** Items that are ready to go back to the shopper. */
export const linesToSendBack = (claim: Claim): ClaimLine[] => claim.lines.filter((line) => isToSendBack(claim, line));

/**
 * A label for the way to the shopper was bought: the items that are ready go with it, or where none is, those that were
 * sent before. The same label twice changes nothing.
 */
export function sendBack(claim: Claim, parcel: NewShipment, now: string): Decision {
  if (claim.sentBack?.some(({ documentKey }) => documentKey === parcel.documentKey)) return { claim, effects: [] };
  const ready = linesToSendBack(claim);
  const packed = ready.length > 0 ? ready : claim.lines.filter(({ repair }) => repair?.state === 'sentBack');
  const ids = packed.map(({ id }) => id);
  return sent(sentTo(claim, parcel, ids, now), parcel, now);
}

/** How staff sent something, with a label of their own; empty where nobody can follow it. */
export type SentByHand = { carrier: string; trackingCode: string };

/** Staff sent back what is ready. Refuses NOTHING_TO_SEND_BACK. */
export function sendBackByHand(claim: Claim, by: SentByHand, now: string): Decision {
  if (linesToSendBack(claim).length === 0)
    throw new Refusal('conflict', 'NOTHING_TO_SEND_BACK', 'No item is ready to be sent back.');
  return sent(claim, by, now);
}

function sent(claim: Claim, parcel: SentByHand, now: string): Decision {
  const lines = linesToSendBack(claim);
  const ids = new Set(lines.map(({ id }) => id));
  const moved = {
    ...claim,
    lines: claim.lines.map((line) =>
      line.repair && ids.has(line.id) ? { ...line, repair: goneOnTo(line.repair, 'sentBack', now) } : line,
    ),
  };
  const subject =
    lines.length === 0
      ? 'Shipping label to the customer created'
      : `Sent back: ${lines.map(({ name }) => name).join(', ')}`;
  const message = [parcel.carrier, parcel.trackingCode].filter(Boolean).join(' ');
  const noted = withEntry(moved, { type: 'shipment', subject, message }, now);
  const isRepaired = lines.every(({ repair }) => repair && wasRepaired(repair));
  return { claim: noted, effects: newsEmail(noted, lines, isRepaired ? 'sentBack' : 'returned', parcel) };
}

/** The items of a label that was canceled are here again, unless another label that stands is theirs too. */
export function broughtBack(claim: Claim, shipmentId: number, now: string): Claim {
  const { sentBack = [] } = claim;
  const idsIn = (packages: readonly SentBack[]): number[] =>
    packages.flatMap((one) => linesSentIn(claim, one).map(({ id }) => id));
  const gone = new Set(idsIn(sentBack.filter(({ canceledOn }) => canceledOn === null)));
  const here = new Set(idsIn(sentBack.filter(({ id }) => id === shipmentId)).filter((id) => !gone.has(id)));
  return {
    ...claim,
    lines: claim.lines.map((line) => {
      const before = line.repair?.steps.findLast(({ state }) => state !== 'sentBack')?.state;
      return line.repair && here.has(line.id) && before
        ? { ...line, repair: goneOnTo(line.repair, before, now) }
        : line;
    }),
  };
}

/** Whether nothing is left to decide of a claim whose items all went back. */
export const isAllSentBack = (claim: Claim): boolean => {
  const open = claim.lines.filter((line) => line.finalizedOn === null && line.canceledOn === null);
  return claim.finalizedOn === null && open.length > 0 && open.every(({ repair }) => repair?.state === 'sentBack');
};
