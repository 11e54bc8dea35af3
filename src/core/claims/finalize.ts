import { aboutClaim } from '#core/effects/subject.ts';
import { dropNotNeeded } from '#core/claims/cancel.ts';
import {
  isSentAndDenied,
  openSettlement,
  sendsShopNow,
  settlementOf,
  shopNowCostOf,
} from '#core/claims/claim-money.ts';
import { claimsBefore, unitsGoneMeanwhile, unitsGoneText } from '#core/claims/claim-units.ts';
import { isCredited } from '#core/claims/credited.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { SettlementRecord } from '#core/claims/settlement-shapes.ts';
import { outcomeEmail, type Decision } from '#core/claims/decision.ts';
import type { WantedEmail } from '#core/effects/email.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { usualEmail, type EmailWish } from '#core/claims/email-wishes.ts';
import { asMarkup } from '#core/emails/markup.ts';
import { isExchangedAtPlatform, NOT_FULFILLED, outcomeEffects, roundKey } from '#core/claims/outcome.ts';
import { endPayments } from '#core/claims/payments.ts';
import { freeStock, keptUnits } from '#core/claims/reservation.ts';
import { restockEffects, restocksOf } from '#core/claims/restock.ts';
import { repairPriceOf } from '#core/claims/repair-state.ts';
import { assertOpen } from '#core/claims/resolution.ts';
import {
  creditedToGuest,
  isGivenByRefund,
  WITHHELD_TEXTS,
  withheldMethods,
  withheldText,
} from '#core/claims/store-credit.ts';
import { shortageText } from '#core/claims/shortage.ts';
import type { Settlement } from '#core/claims/settlement.ts';
import { withoutOpenQuestion } from '#core/claims/more-info.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { isHoldingMoney, isPaidApart, keptFor, onlyLeftText, orderBalance } from '#core/orders/balance.ts';
import type { Order } from '#core/orders/order.ts';
import type { FinalizePolicy } from '#core/policy/policy.ts';
import { Refusal } from '#core/refusal.ts';

export type FinalizeInput = {
  policy: FinalizePolicy;
  /** Lines to carry out now; all that are left when not given. */
  lineIds?: readonly number[];
  /** About the claim as a whole; the notes of lines take the place of theirs. */
  noteToCustomer?: string;
  lineNotes?: ReadonlyMap<number, string>;
  /** What the customer is written; null writes nothing, undefined the default text. */
  email?: EmailWish<string> | null;
  /** Tags for the original order. */
  orderTags?: readonly string[];
  /** The other claims of the order: what they hold is not given away twice. */
  otherClaims?: readonly Claim[];
  /** Units of each wanted variant that can be sent now, read before deciding; null where stock is not tracked. */
  stock?: ReadonlyMap<string, number | null>;
  /** Lines whose goods are just being ordered ahead of the return: nobody knows yet whether they are out. */
  aheadUnderWay?: ReadonlySet<number>;
  /** Gives away what the shopper still owes. */
  waiveBalance?: boolean;
};

export type LineErrors = { lineId: number; errors: string[] };
export type FinalizeDecision = Decision & {
  /** Lines left out, and why; the others are finalized. */
  lineErrors: LineErrors[];
  settlement: Settlement;
};

/**
 * Carries the decisions of a claim out. Lines that cannot be are left as they are, with their errors; the
 * claim is finalized when none is left. Refuses CLAIM_ALREADY_FINALIZED, CLAIM_CANCELED, LINE_UNKNOWN,
 * LINE_LOCKED and LINE_UNRESOLVED.
 */
export function finalizeClaim(claim: Claim, order: Order, input: FinalizeInput, now: string): FinalizeDecision {
  assertOpen(claim);
  const chosen = chosenLines(claim, input.lineIds);
  const { ready, settlement, errors } = sortOut(claim, order, chosen, input);
  const lineErrors = [...errors].map(([lineId, texts]) => ({ lineId, errors: texts }));
  const lines = claim.lines.map((line) => {
    const failed = errors.get(line.id);
    if (failed) return { ...line, errors: failed };
    return ready.includes(line) ? finalizedLine(claim, order, line, settlement, input, now) : line;
  });
  if (ready.length === 0) return { claim: { ...claim, lines, updatedOn: now }, effects: [], lineErrors, settlement };
  const isDone = lines.every((line) => !isOpenEnded(line));
  const note = (input.noteToCustomer ?? '').trim();
  const settled: Claim = {
    ...(isDone ? withoutOpenQuestion(claim) : claim),
    lines,
    ...(note === '' ? {} : { noteToCustomer: note }),
    finalizedOn: isDone ? now : null,
    settlements: [...claim.settlements, recordOf(claim, order, ready, settlement, now)],
  };
  const carried = lines.filter((line) => ready.some((one) => one.id === line.id) && line.status === 'approved');
  const subject = isDone ? 'Claim finalized' : `${ready.length} of ${claim.lines.length} lines finalized`;
  const noted = withEntry(settled, { type: 'processing', subject, message: note }, now);
  const outcome = outcomeEffects({ claim: noted, order, policy: input.policy, lines: carried, settlement });
  const ended = isDone ? endClaim(noted, outcome, now) : { claim: noted, effects: [] };
  return {
    claim: ended.claim,
    effects: [
      ...outcome,
      ...ended.effects,
      ...restockEffects(
        ended.claim,
        order,
        carried,
        restocksOf(ended.claim, input.policy),
        input.policy.stockPlaces ?? [],
      ),
      ...tagEffects(ended.claim, ready, input.orderTags ?? []),
      ...mailEffects(ended.claim, ready, input.email, note),
    ],
    lineErrors,
    settlement,
  };
}

/** A line staff still have to decide. */
export const isUnresolved = (line: ClaimLine): boolean =>
  line.status === 'open' || (line.status === 'denied' && line.denialDetail === null);

const isOpenEnded = (line: ClaimLine): boolean => line.finalizedOn === null && line.canceledOn === null;

const isUndecided = (claim: Claim): boolean => claim.lines.some((line) => isOpenEnded(line) && isUnresolved(line));

/** Whether the Finalize button is enabled (C4.13). */
export const canFinalize = (claim: Claim): boolean =>
  claim.finalizedOn === null && claim.lines.some(isOpenEnded) && !isUndecided(claim);

function chosenLines(claim: Claim, lineIds: readonly number[] | undefined): ClaimLine[] {
  const unknown = lineIds?.find((id) => !claim.lines.some((line) => line.id === id));
  if (unknown !== undefined) throw new Refusal('notFound', 'LINE_UNKNOWN', "This item isn't part of the claim.");
  const chosen = claim.lines.filter(
    (line) => isOpenEnded(line) && (lineIds === undefined || lineIds.includes(line.id)),
  );
  if (chosen.length === 0)
    throw new Refusal('conflict', 'LINE_LOCKED', 'These lines are already finalized or canceled.');
  if (isUndecided(claim)) throw new Refusal('conflict', 'LINE_UNRESOLVED', 'Approve, deny or cancel every item first.');
  return chosen;
}

type Sorted = { ready: ClaimLine[]; settlement: Settlement; errors: Map<number, string[]> };

/** Leaves out lines that cannot be carried out, then goods nobody pays for and what would pay for goods that are left out. */
function sortOut(claim: Claim, order: Order, chosen: readonly ClaimLine[], input: FinalizeInput): Sorted {
  const errors = new Map<number, string[]>();
  const stock = stockFor(claim, input.stock);
  for (const line of chosen) {
    const texts = [
      ...(line.status === 'approved' ? lineProblems(claim, order, line, chosen, input.policy, stock) : []),
      ...aheadProblems(claim, line, input.aheadUnderWay),
    ];
    if (texts.length > 0) errors.set(line.id, texts);
  }
  const isLeft = (line: ClaimLine): boolean => !errors.has(line.id);
  const others = input.otherClaims ?? [];
  for (const [lineId, gone] of unitsGoneMeanwhile(claim, order, chosen.filter(isLeft), others))
    errors.set(lineId, [unitsGoneText(gone)]);
  for (const [lineId, text] of beyondWhatWasPaid(claim, order, chosen.filter(isLeft), input))
    errors.set(lineId, [text]);
  leaveOutShopNow(chosen, errors);
  const whole = openSettlement(claim);
  const waived = input.waiveBalance === true ? whole.stillOwed : 0;
  for (let more = true; more;) {
    const before = errors.size;
    for (const [lineId, text] of withheldFrom(claim, order, chosen.filter(isLeft))) errors.set(lineId, [text]);
    leaveOutShopNow(chosen, errors);
    for (const line of unpaidGoods(claim, chosen.filter(isLeft), waived))
      errors.set(line.id, [unpaidText(claim, whole.stillOwed)]);
    for (const [lineId, text] of payingForOthers(claim, chosen.filter(isLeft), whole)) errors.set(lineId, [text]);
    for (const line of aheadOfOthers(claim, chosen.filter(isLeft), input.aheadUnderWay))
      errors.set(line.id, [BESIDE_OPEN]);
    more = errors.size > before;
  }
  const ready = chosen.filter(isLeft);
  return { ready, settlement: settlementOf(claim, ready), errors };
}

/** If an item is denied, the whole instant exchange order is canceled unless it was created; until then its other items have to wait. */
function aheadProblems({ lines }: Claim, line: ClaimLine, underWay: ReadonlySet<number> = new Set()): string[] {
  if (!underWay.has(line.id)) return [];
  if (line.status === 'denied') return isSentAndDenied(line) ? [AHEAD_UNDER_WAY] : [];
  const isBesideDenied = lines.some((one) => isSentAndDenied(one) && underWay.has(one.id));
  return isBesideDenied ? [BESIDE_DENIED] : [];
}

/** Lines whose goods are being ordered together with those of a line that stays open: if the order is refused, one of the two could not have it tried again. */
function aheadOfOthers(
  { lines: all }: Claim,
  lines: readonly ClaimLine[],
  underWay: ReadonlySet<number> = new Set(),
): ClaimLine[] {
  const isOpenBeside = (one: ClaimLine): boolean =>
    underWay.has(one.id) && isOpenEnded(one) && !lines.some(({ id }) => id === one.id);
  return all.some(isOpenBeside) ? lines.filter(({ id }) => underWay.has(id)) : [];
}

const BESIDE_OPEN =
  'Its new items are being ordered together with those of another item. Finalize both, or wait until that action ends.';
const BESIDE_DENIED =
  'Its new items are being ordered together with those of a denied item. Finalize it once that action ends.';
const AHEAD_UNDER_WAY =
  'The new items sent ahead for it are still being ordered, and are only charged once they are. Finalize it once that action ends.';

/** Lines that send goods these lines do not pay for. No more is `waived` than the shopper owes for the whole claim. */
function unpaidGoods(claim: Claim, lines: readonly ClaimLine[], waived: Minor): ClaimLine[] {
  if (settlementOf(claim, lines).stillOwed <= waived) return [];
  return lines.filter((line) => isSentAndDenied(line) || sendsForMoney(line));
}

const unpaidText = ({ currencyCode }: Claim, owed: Minor): string =>
  owed === 0
    ? 'The item that pays for it is left out.'
    : `The customer still owes ${formatMoney({ amount: owed, currencyCode })}. Send them the payment link, or waive it.`;

/** Lines whose worth goes into goods or repairs of the `whole` that are left out: given out now, it would be asked for again. */
function payingForOthers(
  claim: Claim,
  lines: readonly ClaimLine[],
  whole: Settlement,
): [lineId: number, text: string][] {
  const borne = ({ lines: settled }: Settlement, { id }: ClaimLine): Minor =>
    settled.find((one) => one.id === id)?.deducted ?? 0;
  const alone = settlementOf(claim, lines);
  const sent = ({ goods, exchangeShipping }: Settlement): Minor => goods + exchangeShipping;
  const sentLater = sent(whole) - sent(alone);
  if (sentLater + whole.repairs - alone.repairs <= 0) return [];
  const leftOut = sentLater > 0 ? 'new items that are' : 'a repair that is';
  return lines
    .filter((line) => borne(whole, line) > borne(alone, line))
    .map(({ id }) => [id, `Its value pays for ${leftOut} left out.`]);
}

/** Goods of the store go out for its worth, or it is repaired for a price, which the shopper pays where that is not enough. */
const sendsForMoney = (line: ClaimLine): boolean =>
  line.status === 'approved' &&
  !line.wasResolvedExternally &&
  (line.method === 'variantExchange' || line.isShopNow || repairPriceOf(line) > 0);

type Stock = Map<string, number | null>;

/** What can be sent to this shopper: the stock of now, and what is kept for the claim. */
function stockFor(claim: Claim, stock: FinalizeInput['stock']): Stock {
  const all: Stock = new Map(stock);
  for (const [variantId, units] of keptUnits(claim)) {
    const available = all.get(variantId);
    if (available !== null) all.set(variantId, (available ?? 0) + units);
  }
  return all;
}

/** What a credit is spent on goes out only with all that pays for it. */
function leaveOutShopNow(lines: readonly ClaimLine[], errors: Map<number, string[]>): void {
  const credits = lines.filter((line) => line.isShopNow);
  if (credits.some((line) => errors.has(line.id)))
    for (const { id } of credits)
      errors.set(id, errors.get(id) ?? ['Another item that pays for the same new items is left out.']);
}

/** Lines whose value would go out in a way that the order cannot be given back by; without them others may have some left. */
function withheldFrom(claim: Claim, order: Order, lines: readonly ClaimLine[]): [lineId: number, text: string][] {
  const withheld = withheldMethods(claim, order, claim.policy);
  if (withheld.size === 0) return [];
  const some = settlementOf(claim, lines).lines.flatMap(({ id, issuedBy, issued, incentive }) => {
    const text = issuedBy === null || issued + incentive === 0 ? null : withheldText(withheld, issuedBy);
    return text === null ? [] : [[id, text] satisfies [number, string]];
  });
  const rest = lines.filter((line) => !some.some(([id]) => id === line.id));
  return some.length === 0 ? [] : [...some, ...withheldFrom(claim, order, rest)];
}

/** Goods of an instant exchange are not paid for until it is carried out: their value would go out before it came in. */
const unsettledText = (claim: string): string =>
  `It was sent by the instant exchange of ${claim}. Finalize that first.`;

function lineProblems(
  claim: Claim,
  order: Order,
  line: ClaimLine,
  chosen: readonly ClaimLine[],
  policy: FinalizePolicy,
  stock: Stock,
): string[] {
  if (line.wasResolvedExternally) return [];
  if (isCredited(line) && order.exchangeOf?.unsettled.includes(line.lineIdFromPlatform))
    return [unsettledText(order.exchangeOf.sentBy)];
  if (isGivenByRefund(claim, order, line.method) && line.fulfillmentLineIdFromPlatform === null) return [NOT_FULFILLED];
  if (line.method === 'warrantyReview') return ['Choose a resolution for the warranty review.'];
  if (line.method === 'variantExchange' && !line.exchange) return ['Exchange variant required.'];
  if (line.method === 'replacementOrder' && line.replacementItems.length === 0)
    return ['A replacement order needs at least one variant.'];
  if (policy.outOfStockAtFinalize === 'continue' || line.exchangeOrderedOn !== null) return [];
  const isFirstShopNow =
    sendsShopNow(claim, chosen) &&
    chosen.find((one) => one.isShopNow && one.status === 'approved' && !one.wasResolvedExternally)?.id === line.id;
  const items =
    line.method === 'replacementOrder'
      ? line.replacementItems
      : line.method === 'variantExchange' && line.exchange
        ? [line.exchange]
        : isFirstShopNow
          ? (claim.shopNow?.items ?? [])
          : [];
  const rest: Stock = new Map(stock);
  const problems = items.flatMap((item) => {
    const available = rest.get(item.variantIdFromPlatform) ?? null;
    if (available !== null) rest.set(item.variantIdFromPlatform, available - item.quantity);
    return shortageText(item.title, available, item.quantity) ?? [];
  });
  // A line that is left out takes nothing from the next.
  if (problems.length === 0) for (const [variantId, units] of rest) stock.set(variantId, units);
  return problems;
}

function finalizedLine(
  claim: Claim,
  order: Order,
  line: ClaimLine,
  settlement: Settlement,
  input: FinalizeInput,
  now: string,
): ClaimLine {
  const settled = settlement.lines.find((one) => one.id === line.id);
  const isByRefund =
    isGivenByRefund(claim, order, line.method) && settled?.issuedBy !== 'giftCard' && (settled?.issued ?? 0) > 0;
  const isByExchange = isExchangedAtPlatform({ claim, order }, line, input.policy);
  return {
    ...line,
    incentiveAmount: settled?.incentive ?? 0,
    deductedAmount: settled?.deducted ?? 0,
    issuedAmount: settled?.issued ?? 0,
    isReturnedAtPlatform: line.status === 'approved' && !line.wasResolvedExternally && (isByRefund || isByExchange),
    noteToCustomer: input.lineNotes?.get(line.id)?.trim() ?? line.noteToCustomer,
    finalizedOn: now,
    errors: [],
  };
}

const recordOf = (
  claim: Claim,
  order: Order,
  lines: readonly ClaimLine[],
  settlement: Settlement,
  settledOn: string,
): SettlementRecord => ({
  settledOn,
  lineIds: lines.map((line) => line.id),
  ...creditedToGuest(claim, order, settlement.issued.storeCredit + settlement.incentive.storeCredit),
  issued: settlement.issued,
  incentive: settlement.incentive,
  shopNowIncentive: settlement.shopNowIncentive,
  external: settlement.external,
  goods: settlement.goods,
  ...(settlement.repairs === 0 ? {} : { repairs: settlement.repairs }),
  shopNowCost: sendsShopNow(claim, lines) ? shopNowCostOf(claim) : 0,
  fee: settlement.fee,
  returnShipping: settlement.returnShipping,
  exchangeShipping: settlement.exchangeShipping,
  waived: settlement.waived + settlement.stillOwed,
  paymentUsed: settlement.paymentUsed,
});

const givesPaidMoney = (line: ClaimLine): boolean => line.status === 'approved' && isCredited(line);

/**
 * Lines that would give back more than is left of what was paid, the first ones first. What staff gave outside the
 * platform may have counted already, so that only what was ever paid bounds it.
 */
function beyondWhatWasPaid(
  claim: Claim,
  order: Order,
  lines: readonly ClaimLine[],
  input: FinalizeInput,
): Map<number, string> {
  const others = input.otherClaims ?? [];
  let before: Claim = { ...claim, lines: claim.lines.filter(({ finalizedOn }) => finalizedOn !== null) };
  const beyond = new Map<number, string>();
  for (const line of lines.filter(givesPaidMoney).toSorted((one, other) => one.id - other.id)) {
    const claims = claimsBefore(before, others);
    const balance = orderBalance(order, claims);
    const left = line.wasResolvedExternally ? balance.paid - balance.held : balance.left;
    const most = Math.max(0, keptFor(balance, line) + left);
    const isApart =
      line.method === 'refund' && !line.wasResolvedExternally && isPaidApart(balance, order, line.lineIdFromPlatform);
    if (isApart) beyond.set(line.id, WITHHELD_TEXTS.PAID_APART);
    else if ((line.amount ?? 0) > most) beyond.set(line.id, tooMuch(most, claim, claims.filter(isHoldingMoney)));
    else before = { ...before, lines: [...before.lines, { ...line, finalizedOn: claim.updatedOn }] };
  }
  return beyond;
}

/** `holding`: claims that some of it is kept for. */
function tooMuch(left: Minor, claim: Claim, holding: readonly Claim[]): string {
  const text = onlyLeftText(claim, left);
  return holding.length === 0
    ? `${text}.`
    : `${text}: some of it is reserved for ${holding.map(({ externalId }) => externalId).join(', ')}.`;
}

/** Nothing is left to decide: labels nobody needs go back, payments are taken or given back, or kept for goods sent ahead, and stock nobody is sent is given free. */
function endClaim(claim: Claim, outcome: readonly EffectIntent[], now: string): Decision {
  const dropped = dropNotNeeded(claim, now);
  const ended = endPayments(dropped.claim);
  const paid: Decision = { claim: ended.claim, effects: [...dropped.effects, ...ended.effects] };
  const isStockUsed = outcome.some(
    (effect) =>
      (effect.kind === 'exchangeOrder' || effect.kind === 'returnExchange') && effect.payload.reservedBy !== null,
  );
  if (isStockUsed) return paid;
  const freed = freeStock(paid.claim);
  return { claim: freed.claim, effects: [...paid.effects, ...freed.effects] };
}

const tagEffects = (claim: Claim, lines: readonly ClaimLine[], tags: readonly string[]): EffectIntent[] =>
  tags.length === 0
    ? []
    : [
        {
          kind: 'orderTags',
          purposeKey: roundKey('orderTags:finalized', claim),
          subject: aboutClaim(claim),
          payload: { orderIdFromPlatform: claim.orderIdFromPlatform, tags: [...tags] },
        },
      ];

function withNote(wish: EmailWish<string>, note: string): EmailWish<string> {
  if (note === '') return wish;
  return 'usual' in wish ? { ...wish, usual: { ...wish.usual, note } } : { ...wish, body: `${wish.body}\n\n${note}` };
}

/** The note is the last paragraph, of this round's mail alone. */
function mailEffects(
  claim: Claim,
  lines: readonly ClaimLine[],
  email: EmailWish<string> | null | undefined,
  note: string,
): WantedEmail[] {
  if (email === null) return [];
  return outcomeEmail(
    claim,
    roundKey('email:finalized', claim),
    withNote(email ?? usualEmail('finalized', claim), asMarkup(note)),
  );
}
