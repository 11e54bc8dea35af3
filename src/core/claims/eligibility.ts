import { cameBackRepaired, holdsUnits, isActive } from '#core/claims/active.ts';
import type { Claim, ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import { CLAIM_TYPES, ClaimType, type ClaimDisabled } from '#core/claims/types.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { withheldBy, type Withheld, type WithheldMethods } from '#core/claims/store-credit.ts';
import {
  addDays,
  byInstant,
  dayEndIn,
  endOfDay,
  formatDate,
  isAfter,
  isWithinIn,
  LIFETIME,
  UTC,
  windowDayIn,
  windowEndIn,
  type End,
} from '#core/dates.ts';
import {
  activeClaimLines,
  asWorth,
  isPaidApart,
  keptFor,
  orderBalance,
  type OrderBalance,
  type UnitPool,
} from '#core/orders/balance.ts';
import { isFromRegistration } from '#core/orders/order-origin.ts';
import type { Order, OrderLine } from '#core/orders/order.ts';
import { isStillToBeSent, wasSent } from '#core/orders/parcels.ts';
import { isPaymentOrder } from '#core/orders/payment-order.ts';
import { zoneOf, type LinePolicy, type OwnWarranty } from '#core/policy/claim-policy.ts';
import { linePolicy, ruleOf, type Policy } from '#core/policy/policy.ts';
import type { Phrase, Words } from '#core/texts/phrase.ts';

/** Methods a shopper can ask for, in the order they are offered. */
export const OFFERED_METHODS = [
  'refund',
  'storeCredit',
  'giftCard',
  'variantExchange',
] as const satisfies readonly ResolutionMethod[];
export type OfferedMethod = (typeof OFFERED_METHODS)[number];
export const isOfferedMethod = (method: ResolutionMethod): method is OfferedMethod =>
  OFFERED_METHODS.some((offered) => offered === method);

export type IneligibleReason =
  | ClaimDisabled
  | 'ORDER_CANCELED'
  | 'PAYMENT_ORDER'
  | 'REGISTERED'
  | 'PROTECTION'
  | 'MADE_INELIGIBLE'
  | 'GIFT_CARD'
  | 'FINAL_SALE'
  | 'ALREADY_RETURNED'
  | 'IN_CLAIM'
  | 'NO_LONGER_TAKEN'
  | 'NOT_FULFILLED'
  | 'PARTLY_FULFILLED'
  | 'CLAIMED_BEFORE'
  | 'WINDOW_CLOSED'
  | 'METHOD_DISABLED'
  | 'WITHDRAWAL_EXEMPT'
  | 'NOTHING_PAID'
  | Withheld
  | 'NO_PRODUCT'
  | 'WARRANTY_ENDED';

export type MethodEligibility = {
  isEligible: boolean;
  /** Last instant for any of the units; null when no window applies. */
  lastEligibleDate: string | null;
  reason: IneligibleReason | null;
  /** Why not, in words; null when eligible. */
  reasonText: string | null;
  /** The words of the rule that refuses it, where it has some. */
  footnote?: string;
  /** Units that can go back by this method now. */
  returnableQuantity: number;
};

export type LineEligibility = {
  lineIdFromPlatform: string;
  /** Units that can go back by at least one method now. */
  returnableQuantity: number;
  methods: Record<OfferedMethod, MethodEligibility>;
  /** Why no method is open; null when one is. */
  reason: IneligibleReason | null;
  reasonText: string | null;
  /** As data, for readers of any language. */
  whyNot: Words | null;
  /** The latest date of any open method, null when none is. */
  returnUntil: string | null;
};

type Arrival = Pick<UnitPool, 'createdOn' | 'deliveredOn'>;

/** Instant a window counts from: delivery, or fulfillment plus the assumed days when delivery is unknown. */
const arrivedOn = (pool: Arrival, { defaultDeliveryDays }: LinePolicy): string =>
  pool.deliveredOn ?? addDays(pool.createdOn, defaultDeliveryDays);

/** The last date as people read it: that of a day in the store's time zone is the day itself. */
function lastDateOf(pool: UnitPool, method: OfferedMethod, terms: LinePolicy): string {
  const { until, windowDays } = terms.methods[method];
  return until ? endOfDay(until.day) : windowDayIn(arrivedOn(pool, terms), windowDays, zoneOf(terms));
}

/** Whether units of a pool can still go back by a method. */
export function isInWindow(pool: UnitPool, method: OfferedMethod, terms: LinePolicy, now: string): boolean {
  const { until, windowDays } = terms.methods[method];
  if (until) return !isAfter(now, until.instant);
  return isWithinIn(now, arrivedOn(pool, terms), windowDays, zoneOf(terms));
}

/** Whether units of a pool are still covered by their warranty. `isRepaired`: a unit of its line was repaired before. */
export const isCovered = (pool: UnitPool, terms: LinePolicy, now: string, isRepaired: boolean): boolean =>
  !isAfter(now, warrantyEnd(pool, terms, isRepaired).instant);

/** Days that a replacement is covered at least, however little was left of the item it replaced. */
export const REPLACEMENT_DAYS = 90;

function warrantyEnd(pool: Arrival, terms: LinePolicy, isRepaired: boolean): End {
  const { ownWarranty: own, repairAddsDays: more = 0 } = terms;
  const end = own ? ownEnd(pool, terms, own) : usualEnd(pool, terms);
  if (!isRepaired || more === 0 || end.shown === LIFETIME) return end;
  return { instant: addDays(end.instant, more), shown: addDays(end.shown, more) };
}

/** As rules, the product group or the settings say. */
const usualEnd = (pool: Arrival, terms: LinePolicy): End =>
  terms.warrantyUntil
    ? { instant: terms.warrantyUntil.instant, shown: endOfDay(terms.warrantyUntil.day) }
    : windowEndIn(arrivedOn(pool, terms), terms.warrantyWindowDays, zoneOf(terms));

/** A rule that gives more than what was promised of the item counts; a setting does not. */
function ownEnd(pool: Arrival, terms: LinePolicy, { until, isReplacement }: OwnWarranty): End {
  const least = isReplacement ? windowEndIn(arrivedOn(pool, terms), REPLACEMENT_DAYS, zoneOf(terms)) : null;
  const ruled = !isReplacement && ruleOf(terms, 'warrantyReview') !== undefined ? usualEnd(pool, terms) : null;
  return [least, ruled].reduce<End>(
    (latest, end) => (end !== null && isAfter(end.instant, latest.instant) ? end : latest),
    promised(until, zoneOf(terms)),
  );
}

/** What was promised of an item is kept as the last of a UTC day, and holds to the end of that day at the store. */
const promised = (until: string, timeZone: string): End =>
  timeZone === UTC || until === LIFETIME ? { instant: until, shown: until } : dayEndIn(until.slice(0, 10), timeZone);

/** Per order line: how many units can go back, by which methods until when, and if not, why. `now` is an ISO instant. */
export function lineEligibility(
  order: Order,
  policy: Policy,
  priorClaims: readonly Claim[],
  now: string,
): LineEligibility[] {
  const asked = { withheld: withheldBy(policy, order), balance: orderBalance(order, priorClaims) };
  return order.lines.map((line) => {
    const eligible = eligibilityOf(line, verdictsOn(order, line, policy, priorClaims, { ...asked, now }), now);
    return isOthersDoing(policy, line, priorClaims) ? withoutWhoReturned(eligible) : eligible;
  });
}

/** What `lineEligibility` says of one method of one line, while no claim on the order is known. */
export function firstEligibility(
  order: Order,
  line: OrderLine,
  policy: Policy,
  { method, balance, now }: { method: OfferedMethod; balance: OrderBalance; now: string },
): MethodEligibility {
  const { of } = verdictsOn(order, line, policy, [], { withheld: withheldBy(policy, order), balance, now });
  const verdict = of(method);
  return isOthersDoing(policy, line, []) ? hidden(verdict) : verdict;
}

/** What each method of a line comes to. */
type Verdicts = { terms: LinePolicy; pools: readonly UnitPool[]; of(method: OfferedMethod): MethodEligibility };

function verdictsOn(
  order: Order,
  line: OrderLine,
  policy: Policy,
  priorClaims: readonly Claim[],
  { withheld, balance, now }: { withheld: WithheldMethods; balance: OrderBalance; now: string },
): Verdicts {
  const giving = isGivenBack(policy)
    ? ANYTHING
    : {
        hasMoney: hasMoney(balance, asWorth(balance, order, line)),
        withheld: withheldFor(order, line, balance, withheld),
      };
  const pools = poolsOf(balance, line);
  const blocked = lineRefusal(order, line, policy, priorClaims, balance);
  const terms = linePolicy(policy.terms, line);
  return {
    terms,
    pools,
    of(method) {
      if (blocked) return ineligible(blocked, null);
      const off = methodRefusal(line, method, terms, giving);
      if (off === 'METHOD_DISABLED') return notOffered(terms);
      return off ? ineligible(off, null) : byWindow(pools, method, terms, now);
    },
  };
}

/** Whether it would reveal one party's claim to the other. Only the buyer knows the platform's refunds. */
function isOthersDoing({ asker }: Policy, line: OrderLine, priorClaims: readonly Claim[]): boolean {
  if (asker !== 'buyer') return asker === 'recipient';
  const gifts = priorClaims.filter(isGiftReturn);
  return activeClaimLines(gifts, line.idFromPlatform).length > 0;
}

const hidden = <V extends Pick<MethodEligibility, 'reason' | 'reasonText'>>(verdict: V): V =>
  verdict.reason === 'ALREADY_RETURNED' || verdict.reason === 'IN_CLAIM' || verdict.reason === 'NOTHING_PAID'
    ? { ...verdict, reason: 'NO_LONGER_TAKEN', reasonText: ineligibleText('NO_LONGER_TAKEN', null) }
    : verdict;

function withoutWhoReturned(eligible: LineEligibility): LineEligibility {
  const { refund, storeCredit, giftCard, variantExchange } = eligible.methods;
  const summary = hidden(eligible);
  return {
    ...summary,
    whyNot: summary === eligible ? eligible.whyNot : { id: 'ineligible.NO_LONGER_TAKEN' },
    methods: {
      refund: hidden(refund),
      storeCredit: hidden(storeCredit),
      giftCard: hidden(giftCard),
      variantExchange: hidden(variantExchange),
    },
  };
}

/** For an order: whether money is left to refund, and the methods without an account. */
type Giving = { hasMoney: boolean; withheld: WithheldMethods };

const withheldFor = (
  order: Order,
  line: OrderLine,
  balance: OrderBalance,
  withheld: WithheldMethods,
): WithheldMethods =>
  isPaidApart(balance, order, line.idFromPlatform) ? new Map([...withheld, ['refund', 'PAID_APART']]) : withheld;

const ANYTHING: Giving = { hasMoney: true, withheld: new Map() };

/** A withdrawal is accepted though nothing may be left to refund, or nothing can be refunded at the platform. */
const isGivenBack = ({ terms }: Policy): boolean => terms.basis === 'withdrawal';

/** Goods of an exchange may have the money that is held for them, too. */
const hasMoney = (balance: OrderBalance, line: OrderLine): boolean =>
  line.paidTotal > 0 && balance.left + keptFor(balance, { lineIdFromPlatform: line.idFromPlatform, quantity: 1 }) > 0;

const poolsOf = ({ lines }: OrderBalance, { idFromPlatform }: OrderLine): readonly UnitPool[] =>
  lines.get(idFromPlatform)?.pools ?? [];

function eligibilityOf(line: OrderLine, { terms, pools, of }: Verdicts, now: string): LineEligibility {
  const methods = {
    refund: of('refund'),
    storeCredit: of('storeCredit'),
    giftCard: of('giftCard'),
    variantExchange: of('variantExchange'),
  };
  const open = OFFERED_METHODS.filter((method) => methods[method].isEligible);
  const summary = open.length > 0 ? null : mostTelling(Object.values(methods));
  return {
    lineIdFromPlatform: line.idFromPlatform,
    returnableQuantity: unitsInAnyWindow(pools, open, terms, now),
    methods,
    reason: summary?.reason ?? null,
    reasonText: summary?.reasonText ?? null,
    whyNot: summary ? whyNotWords(summary) : null,
    returnUntil: latest(open.flatMap((method) => methods[method].lastEligibleDate ?? [])),
  };
}

/** Whether another variant is all that can be had for a line. */
export const isExchangeOnly = ({ methods }: Pick<LineEligibility, 'methods'>): boolean =>
  OFFERED_METHODS.every((method) => methods[method].isEligible === (method === 'variantExchange'));

/** What rules out a line by every method; the first reason that applies is shown. */
function lineRefusal(
  order: Order,
  line: OrderLine,
  policy: Policy,
  priorClaims: readonly Claim[],
  balance: OrderBalance,
): IneligibleReason | null {
  const { isProtection, isFinalSale } = linePolicy(policy.terms, line);
  if (!policy.isOffered) return CLAIM_TYPES[policy.claimType].disabled.code;
  if (order.canceledOn !== null) return 'ORDER_CANCELED';
  if (isPaymentOrder(order)) return 'PAYMENT_ORDER';
  if (isFromRegistration(order.idFromPlatform)) return 'REGISTERED';
  if (isProtection) return 'PROTECTION';
  if (isMadeIneligible(line)) return 'MADE_INELIGIBLE';
  if (line.isGiftCard) return 'GIFT_CARD';
  if (isFinalSale) return 'FINAL_SALE';
  if (isRefusedUntilSent(order, policy)) return 'PARTLY_FULFILLED';
  return poolsOf(balance, line).length > 0 ? null : whyNoUnits(balance, line, priorClaims);
}

/** Why no unit of a line is left to claim: some wait in a claim, all are back already, or those that are not were never sent. */
export function whyNoUnits({ lines }: OrderBalance, line: OrderLine, priorClaims: readonly Claim[]): IneligibleReason {
  const { claimed = 0, back = 0 } = lines.get(line.idFromPlatform) ?? {};
  if (claimed + back < line.quantity) return 'NOT_FULFILLED';
  const isWaiting = activeClaimLines(priorClaims, line.idFromPlatform).some(({ finalizedOn }) => finalizedOn === null);
  return isWaiting ? 'IN_CLAIM' : 'ALREADY_RETURNED';
}

const unitsOf = (lines: readonly ClaimLine[], { fulfillmentLineIdFromPlatform: id }: UnitPool): number =>
  lines.filter((one) => one.fulfillmentLineIdFromPlatform === id).reduce((units, { quantity }) => units + quantity, 0);

/** Whether a warranty covers the line now, until when, and if not, why. A final sale has its warranty too. */
export function warrantyEligibility(
  order: Order,
  line: OrderLine,
  policy: Policy,
  priorClaims: readonly Claim[],
  now: string,
): MethodEligibility {
  const balance = orderBalance(order, priorClaims);
  const pools = claimablePools(balance, line, policy, priorClaims);
  const terms = linePolicy(policy.terms, line);
  const blocked = warrantyRefusal(order, line, policy);
  if (blocked) return ineligible(blocked, null);
  if (terms.isWarrantyRefused === true) return notOffered(terms);
  if (pools.length === 0) {
    const isAnyLeft = poolsOf(balance, line).length > 0;
    return ineligible(isAnyLeft ? 'CLAIMED_BEFORE' : whyNoUnits(balance, line, priorClaims), null);
  }
  const isRepaired = isRepairedBefore(line, priorClaims);
  const lastEligibleDate = latest(pools.map((pool) => warrantyEnd(pool, terms, isRepaired).shown));
  const covered = pools.filter((pool) => isCovered(pool, terms, now, isRepaired));
  const returnableQuantity = covered.reduce((units, pool) => units + pool.quantity, 0);
  if (returnableQuantity === 0) return closed(terms, 'warrantyReview', lastEligibleDate);
  return { isEligible: true, lastEligibleDate, reason: null, reasonText: null, returnableQuantity };
}

/** Whether any unit of a line came back from a repair. */
export const isRepairedBefore = ({ idFromPlatform }: OrderLine, claims: readonly Claim[]): boolean =>
  claims
    .flatMap(({ lines }) => lines)
    .some((line) => line.lineIdFromPlatform === idFromPlatform && cameBackRepaired(line));

/**
 * The end of the warranty of an item, by the terms that a claim on it was submitted under; null where it was not sent.
 * What became of the item since does not count: a replacement keeps this term.
 */
export function warrantyEndBy(order: Order, claim: Pick<Claim, 'policy'>, lineId: string, claims: readonly Claim[]) {
  const line = order.lines.find(({ idFromPlatform }) => idFromPlatform === lineId);
  const terms = claim.policy.lines.find((one) => one.lineIdFromPlatform === lineId);
  if (!line || !terms) return null;
  const isRepaired = isRepairedBefore(line, claims);
  const sent = order.fulfillments.filter(({ lines }) => lines.some((one) => one.lineIdFromPlatform === lineId));
  return latest(sent.map((fulfillment) => warrantyEnd(fulfillment, terms, isRepaired).shown));
}

function warrantyRefusal(order: Order, line: OrderLine, policy: Policy): IneligibleReason | null {
  const { isProtection } = linePolicy(policy.terms, line);
  if (!policy.isOffered) return CLAIM_TYPES[policy.claimType].disabled.code;
  if (order.canceledOn !== null) return 'ORDER_CANCELED';
  if (isPaymentOrder(order)) return 'PAYMENT_ORDER';
  if (isProtection) return 'PROTECTION';
  if (isMadeIneligible(line)) return 'MADE_INELIGIBLE';
  if (line.isGiftCard) return 'GIFT_CARD';
  return isRefusedUntilSent(order, policy) ? 'PARTLY_FULFILLED' : null;
}

/** Whether the store waits with claims until the whole order was sent. */
const isRefusedUntilSent = (order: Order, { isPartlyFulfilledTaken }: Policy): boolean =>
  !isPartlyFulfilledTaken && isStillToBeSent(order) && order.fulfillments.some(wasSent);

/** The units of a line that can be claimed on the warranty: all that are left, or only those never claimed before. */
function claimablePools(
  balance: OrderBalance,
  line: OrderLine,
  { isClaimedAgain }: Policy,
  priorClaims: readonly Claim[],
): readonly UnitPool[] {
  const pools = poolsOf(balance, line);
  if (isClaimedAgain) return pools;
  const mended = priorClaims
    .filter(({ claimType }) => claimType === 'Warranty')
    .flatMap(({ lines }) => lines)
    .filter((one) => one.lineIdFromPlatform === line.idFromPlatform && isActive(one) && !holdsUnits(one));
  return pools
    .map((pool) => ({ ...pool, quantity: pool.quantity - unitsOf(mended, pool) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Why staff cannot ask for a method either: neither windows nor the methods a store offers bind them, but the types of claims it has on do. */
export function staffRefusal(
  order: Order,
  line: OrderLine,
  policy: Policy,
  priorClaims: readonly Claim[],
  method: ResolutionMethod,
): IneligibleReason | null {
  const { isProtection } = linePolicy(policy.terms, line);
  if (!policy.isOffered) return CLAIM_TYPES[policy.claimType].disabled.code;
  if (isPaymentOrder(order)) return 'PAYMENT_ORDER';
  if (policy.claimType === 'Return' && isFromRegistration(order.idFromPlatform)) return 'REGISTERED';
  if (isProtection) return 'PROTECTION';
  if (isMadeIneligible(line)) return 'MADE_INELIGIBLE';
  if (method === 'variantExchange') return line.productIdFromPlatform === null ? 'NO_PRODUCT' : null;
  const balance = orderBalance(order, priorClaims);
  const withheld = withheldFor(order, line, balance, withheldBy(policy, order)).get(method);
  if (withheld !== undefined) return withheld;
  const isMoney = method === 'refund' || method === 'giftCard' || method === 'storeCredit';
  if (!isMoney || hasMoney(balance, asWorth(balance, order, line))) return null;
  return poolsOf(balance, line).length === 0 ? whyNoUnits(balance, line, priorClaims) : 'NOTHING_PAID';
}

const isMadeIneligible = (line: OrderLine): boolean => (line.madeIneligibleOn ?? null) !== null;

function methodRefusal(
  line: OrderLine,
  method: OfferedMethod,
  terms: LinePolicy,
  { hasMoney, withheld }: Giving,
): IneligibleReason | null {
  if (terms.isWithdrawalExempt === true) return 'WITHDRAWAL_EXEMPT';
  if (!terms.methods[method].isOffered) return 'METHOD_DISABLED';
  if (method === 'variantExchange') return line.productIdFromPlatform === null ? 'NO_PRODUCT' : null;
  const why = withheld.get(method);
  if (why !== undefined) return why;
  return hasMoney ? null : 'NOTHING_PAID';
}

function byWindow(
  pools: readonly UnitPool[],
  method: OfferedMethod,
  terms: LinePolicy,
  now: string,
): MethodEligibility {
  const lastEligibleDate = latest(pools.map((pool) => lastDateOf(pool, method, terms)));
  const returnableQuantity = unitsInAnyWindow(pools, [method], terms, now);
  if (returnableQuantity === 0) return closed(terms, method, lastEligibleDate);
  return { isEligible: true, lastEligibleDate, reason: null, reasonText: null, returnableQuantity };
}

function unitsInAnyWindow(
  pools: readonly UnitPool[],
  methods: readonly OfferedMethod[],
  terms: LinePolicy,
  now: string,
): number {
  return pools
    .filter((pool) => methods.some((method) => isInWindow(pool, method, terms, now)))
    .reduce((units, pool) => units + pool.quantity, 0);
}

const ineligible = (reason: IneligibleReason, lastEligibleDate: string | null): MethodEligibility => ({
  isEligible: false,
  lastEligibleDate,
  reason,
  reasonText: ineligibleText(reason, lastEligibleDate),
  returnableQuantity: 0,
});

/** A window that a rule ended says so in its words too, where it has some. */
function closed(
  terms: LinePolicy,
  window: Parameters<typeof ruleOf>[1],
  lastEligibleDate: string | null,
): MethodEligibility {
  const verdict = ineligible(window === 'warrantyReview' ? 'WARRANTY_ENDED' : 'WINDOW_CLOSED', lastEligibleDate);
  const { footnote } = terms;
  return footnote === undefined || ruleOf(terms, window) === undefined
    ? verdict
    : { ...verdict, reasonText: `${verdict.reasonText} ${footnote}`, footnote };
}

/** In the words of the rule that does not offer it, where it has some. */
const notOffered = ({ footnote }: LinePolicy): MethodEligibility => {
  const verdict = ineligible('METHOD_DISABLED', null);
  return footnote === undefined ? verdict : { ...verdict, reasonText: footnote, footnote };
};

/** A closed window says more than a switched-off method; of several closed windows the latest counts. */
function mostTelling(methods: readonly MethodEligibility[]): MethodEligibility | undefined {
  const closed = methods.filter((method) => method.reason === 'WINDOW_CLOSED');
  const last = latest(closed.flatMap((method) => method.lastEligibleDate ?? []));
  return (
    closed.find((method) => method.lastEligibleDate === last) ??
    methods.find((method) => method.reason === 'NOTHING_PAID') ??
    methods[0]
  );
}

const latest = (instants: readonly string[]): string | null =>
  instants.length > 1 ? (instants.toSorted(byInstant).at(-1) ?? null) : (instants[0] ?? null);

const disabledText = (code: ClaimDisabled): string =>
  ClaimType.options.map((type) => CLAIM_TYPES[type].disabled).find((disabled) => disabled.code === code)?.text ?? '';

/** Why a method isn't open, as data; null when it is. */
export function whyNotWords({
  reason,
  lastEligibleDate,
  footnote,
}: Pick<MethodEligibility, 'reason' | 'lastEligibleDate' | 'footnote'>): Words | null {
  if (reason === null) return null;
  if (reason === 'METHOD_DISABLED' && footnote !== undefined) return footnote;
  const isDated = (reason === 'WINDOW_CLOSED' || reason === 'WARRANTY_ENDED') && lastEligibleDate !== null;
  const why: Phrase = isDated
    ? { id: `ineligible.${reason}.on`, values: { date: { day: lastEligibleDate } } }
    : { id: `ineligible.${reason}` };
  return footnote === undefined ? why : { id: 'ineligible.noted', values: { why, note: { own: footnote } } };
}

/** The reason in words for a shopper, with the date where there is one. */
export function ineligibleText(reason: IneligibleReason, lastEligibleDate: string | null): string {
  switch (reason) {
    case 'ORDER_CANCELED':
      return 'This order was canceled.';
    case 'PAYMENT_ORDER':
      return "This order was only a payment, so there's nothing to return.";
    case 'REGISTERED':
      return "This item was registered, not bought here. You can claim on its warranty, but it can't be returned.";
    case 'PROTECTION':
      return "Shipping protection can't be returned.";
    case 'MADE_INELIGIBLE':
      return 'The store made this item ineligible for returns.';
    case 'GIFT_CARD':
      return "Gift cards can't be returned.";
    case 'FINAL_SALE':
      return "This item was final sale and can't be returned.";
    case 'ALREADY_RETURNED':
      return 'This item has already been returned or refunded.';
    case 'IN_CLAIM':
      return 'This item is part of another return or claim.';
    case 'NO_LONGER_TAKEN':
      return 'This item can no longer be returned online.';
    case 'NOT_FULFILLED':
      return "This item hasn't shipped yet.";
    case 'PARTLY_FULFILLED':
      return 'Part of this order is still on its way. Come back once everything has shipped.';
    case 'CLAIMED_BEFORE':
      return 'The warranty for this item has already been used.';
    case 'WINDOW_CLOSED':
      return lastEligibleDate === null
        ? 'The return window has closed.'
        : `The return window closed on ${formatDate(lastEligibleDate)}.`;
    case 'METHOD_DISABLED':
      return "This store doesn't offer this.";
    case 'WITHDRAWAL_EXEMPT':
      return "The right of withdrawal doesn't apply to this item.";
    case 'NOTHING_PAID':
      return 'This item has nothing left to refund.';
    case 'NOT_REFUNDABLE':
    case 'PAID_APART':
      return "This order can't be refunded online. Choose another option.";
    case 'NO_ACCOUNT':
      return 'This order has no email address to add store credit to.';
    case 'NO_PRODUCT':
      return "This item is no longer sold, so it can't be exchanged.";
    case 'WARRANTY_ENDED':
      return lastEligibleDate === null
        ? 'The warranty has ended.'
        : `The warranty ended on ${formatDate(lastEligibleDate)}.`;
    default:
      return disabledText(reason);
  }
}
