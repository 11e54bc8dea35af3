import type { Claim, ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import { isCredited } from '#core/claims/credited.ts';
import { allocate, inProportion, percentOf, unitsValue, type CurrencyCode, type Minor } from '#core/money.ts';
import { asWorth, keptFor, orderBalance, unitsHeld, type OrderBalance } from '#core/orders/balance.ts';
import { withTax, type Order, type OrderLine, type Variant } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import type { ClaimPolicy } from '#core/policy/claim-policy.ts';

export type QuoteSelection = {
  lineIdFromPlatform: string;
  quantity: number;
  method: ResolutionMethod;
  /** Its value is spent on other items, which has its own bonus. */
  isShopNow?: boolean | undefined;
  /** The variant wanted instead, with its live price where known; only for an exchange. */
  exchangeVariant?: Pick<Variant, 'price'> | null;
};

export type QuoteLine = {
  lineIdFromPlatform: string;
  name: string;
  quantity: number;
  method: ResolutionMethod;
  isShopNow: boolean;
  /** The value of the units by what was paid; includes tax only if the order's taxesIncluded says so. */
  subtotal: Minor;
  tax: Minor;
  /** What the shopper gets back before any bonus: never more than is left of the payment. */
  requestedAmount: Minor;
  incentiveAmount: Minor;
  /** The bonus as a part of `requestedAmount`, before it was rounded. */
  incentiveBasisPoints: number;
  /** It is a part of an amount rather than of the value. */
  isIncentiveFixed: boolean;
  /** Price of the variant wanted over the price of the units, in minor units. Shown, not charged: an exchange within a product is even. */
  exchangeDifference: Minor;
  /** The value of the units was limited to what is left of the order's money. */
  isLimited: boolean;
};

export type ClaimQuote = {
  currencyCode: CurrencyCode;
  lines: QuoteLine[];
  totals: { refund: Minor; storeCredit: Minor; giftCard: Minor; exchange: Minor; incentive: Minor };
};

type Incentives = Pick<
  ClaimPolicy,
  'incentiveBasisPoints' | 'incentiveAmount' | 'shopNowIncentiveBasisPoints' | 'shopNowIncentiveAmount'
>;

/**
 * The sums of a claim before it is made, in the order of the selections; minor units of the order's
 * currency. Refuses LINE_UNKNOWN and QUANTITY_TOO_LARGE; windows and methods are not looked at here.
 */
export function quoteClaim(
  order: Order,
  terms: Incentives,
  selections: readonly QuoteSelection[],
  priorClaims: readonly Claim[],
): ClaimQuote {
  const balance = orderBalance(order, priorClaims);
  let { left } = balance;
  const asked = new Map<string, number>();
  const taken = new Map<string, Taken>();
  const lines = selections.map((selection) => {
    const line = asWorth(balance, order, orderLine(order, selection.lineIdFromPlatform));
    const before = taken.get(line.idFromPlatform) ?? takenBefore(order, balance, line, priorClaims);
    const value = valueOf(line, before, selection.quantity);
    taken.set(line.idFromPlatform, addTaken(before, selection.quantity, value));
    const worth = withTax(order, value.subtotal, value.tax);
    const unitsBefore = asked.get(line.idFromPlatform) ?? 0;
    const kept = keptFor(balance, selection, unitsBefore);
    const requestedAmount = Math.max(0, Math.min(worth, left + kept));
    asked.set(line.idFromPlatform, unitsBefore + selection.quantity);
    left -= Math.max(0, requestedAmount - kept);
    return {
      lineIdFromPlatform: line.idFromPlatform,
      name: line.name,
      quantity: selection.quantity,
      method: selection.method,
      isShopNow: selection.isShopNow === true,
      ...value,
      requestedAmount,
      incentiveAmount: 0,
      incentiveBasisPoints: 0,
      isIncentiveFixed: false,
      exchangeDifference: exchangeDifference(line, selection),
      isLimited: requestedAmount < worth,
    };
  });
  const withIncentives = addIncentives(lines, terms);
  return { currencyCode: order.currencyCode, lines: withIncentives, totals: totalsOf(withIncentives) };
}

function orderLine(order: Order, lineId: string): OrderLine {
  const line = order.lines.find((one) => one.idFromPlatform === lineId);
  if (!line) throw new Refusal('notAllowed', 'LINE_UNKNOWN', "This item isn't part of the order.");
  return line;
}

type Value = { subtotal: Minor; tax: Minor };
type Taken = Value & { units: number };

/**
 * Units and value gone before these. Claims count with the value they were given, so that the
 * values given always add up to that of the units taken, even after a claim in between was
 * canceled; units the platform took count at their share of the line.
 */
function takenBefore(order: Order, { lines }: OrderBalance, line: OrderLine, priorClaims: readonly Claim[]): Taken {
  const { claimed = 0, back = 0 } = lines.get(line.idFromPlatform) ?? {};
  const byOthers = shareOf(line, 0, Math.min(back, line.quantity));
  const start = { units: Math.min(claimed + back, line.quantity), ...byOthers };
  return unitsHeld(order, priorClaims, line.idFromPlatform).reduce((all, held) => addTaken(all, 0, held), start);
}

const addTaken = (taken: Taken, units: number, value: Value): Taken => ({
  units: taken.units + units,
  subtotal: taken.subtotal + value.subtotal,
  tax: taken.tax + value.tax,
});

const shareOf = (line: OrderLine, before: number, count: number): Value => ({
  subtotal: unitsValue(line.paidTotal, line.quantity, before, count),
  tax: unitsValue(line.taxTotal, line.quantity, before, count),
});

/** The value of the next units: of everything taken so far including them, minus what was taken before. */
function valueOf(line: OrderLine, before: Taken, quantity: number): Value {
  if (before.units + quantity > line.quantity) {
    throw new Refusal(
      'notAllowed',
      'QUANTITY_TOO_LARGE',
      `Only ${line.quantity - before.units} of "${line.name}" can still be returned.`,
    );
  }
  const whole = shareOf(line, 0, before.units + quantity);
  return { subtotal: Math.max(0, whole.subtotal - before.subtotal), tax: Math.max(0, whole.tax - before.tax) };
}

function exchangeDifference(line: OrderLine, selection: QuoteSelection): Minor {
  if (selection.method !== 'variantExchange' || !selection.exchangeVariant) return 0;
  return (selection.exchangeVariant.price - line.unitListPrice) * selection.quantity;
}

/** The bonus is taken once on the sum of each way that brings one, then split over its lines without loss. */
function addIncentives(lines: readonly QuoteLine[], terms: Incentives): QuoteLine[] {
  const result = lines.map((line) => ({ ...line }));
  const money = (...methods: ResolutionMethod[]) =>
    result.filter((line) => methods.includes(line.method) && !line.isShopNow);
  const { incentiveAmount, incentiveBasisPoints, shopNowIncentiveAmount, shopNowIncentiveBasisPoints } = terms;
  if (incentiveAmount === undefined) {
    addPart(money('giftCard'), incentiveBasisPoints);
    addPart(money('storeCredit'), incentiveBasisPoints);
  } else addAmount(money('giftCard', 'storeCredit'), incentiveAmount);
  const bought = result.filter((line) => line.isShopNow);
  if (shopNowIncentiveAmount === undefined) addPart(bought, shopNowIncentiveBasisPoints);
  else addAmount(bought, shopNowIncentiveAmount);
  return result;
}

function addPart(lines: readonly QuoteLine[], basisPoints: number): void {
  share(lines, percentOf(sumOf(lines, worthOf), basisPoints));
  for (const line of lines) line.incentiveBasisPoints = basisPoints;
}

/** Once for the claim, and for nothing of value nothing. */
function addAmount(lines: readonly QuoteLine[], amount: Minor): void {
  if (sumOf(lines, worthOf) === 0) return;
  share(lines, amount);
  for (const line of lines) line.isIncentiveFixed = true;
}

function share(lines: readonly QuoteLine[], bonus: Minor): void {
  const parts = allocate(bonus, lines.map(worthOf));
  lines.forEach((line, index) => {
    line.incentiveAmount = parts[index] ?? 0;
  });
}

const worthOf = ({ requestedAmount }: QuoteLine): Minor => requestedAmount;

/** Totals by method, bonus apart. */
function totalsOf(lines: readonly QuoteLine[]): ClaimQuote['totals'] {
  const of = (method: ResolutionMethod) =>
    sumOf(
      lines.filter((line) => line.method === method),
      (line) => line.requestedAmount,
    );
  return {
    refund: of('refund'),
    storeCredit: of('storeCredit'),
    giftCard: of('giftCard'),
    exchange: of('variantExchange'),
    incentive: sumOf(lines, (line) => line.incentiveAmount),
  };
}

const sumOf = <T>(items: readonly T[], amount: (item: T) => Minor): Minor =>
  items.reduce((sum, item) => sum + amount(item), 0);

export type ClaimTotals = {
  requested: Minor;
  /** What staff have decided to give; what is mended or sent for nothing gives nothing. */
  approved: Minor;
  /** By final method, or requested method while undecided; denied and canceled lines count nothing. */
  byMethod: Record<ResolutionMethod, Minor>;
};

/** Bonus that goes with a line as decided: in proportion to the amount, none when it brings none. */
export function incentiveOf(
  line: Pick<
    ClaimLine,
    | 'method'
    | 'requestedMethod'
    | 'amount'
    | 'requestedAmount'
    | 'incentiveAmount'
    | 'incentiveBasisPoints'
    | 'isIncentiveFixed'
    | 'finalizedOn'
    | 'isShopNow'
  >,
): Minor {
  if (!line.isShopNow && !(bringsBonus(line.method ?? line.requestedMethod) && bringsBonus(line.requestedMethod)))
    return 0;
  const amount = line.amount ?? line.requestedAmount;
  if (amount === line.requestedAmount || line.finalizedOn !== null) return line.incentiveAmount;
  if (line.isIncentiveFixed === true) return fixedPart(line.incentiveAmount, amount, line.requestedAmount);
  return percentOf(amount, line.incentiveBasisPoints);
}

/** Of a bonus that is an amount, what goes with a part of the value it was given for. */
export const fixedPart = (bonus: Minor, part: Minor, whole: Minor): Minor =>
  whole <= 0 ? 0 : inProportion(bonus, Math.min(part, whole), whole);

const bringsBonus = (method: ResolutionMethod): boolean => method === 'giftCard' || method === 'storeCredit';

/** Sums of a claim for its summary, minor units. */
export function claimTotals(claim: Claim): ClaimTotals {
  const counted = claim.lines.filter(
    (line) => line.canceledOn === null && line.status !== 'denied' && line.status !== 'closed',
  );
  const byMethod: ClaimTotals['byMethod'] = {
    refund: 0,
    giftCard: 0,
    storeCredit: 0,
    variantExchange: 0,
    replacementOrder: 0,
    repair: 0,
    warrantyReview: 0,
    other: 0,
  };
  for (const line of counted) byMethod[line.method ?? line.requestedMethod] += line.amount ?? line.requestedAmount;
  return {
    requested: sumOf(claim.lines, (line) => line.requestedAmount),
    approved: sumOf(
      counted.filter((line) => line.status === 'approved' && isCredited(line)),
      (line) => line.amount ?? 0,
    ),
    byMethod,
  };
}

/** What was paid for a line's units, including tax, regardless of later refunds. */
export const originalAmount = (
  { subtotal, tax }: Pick<ClaimLine, 'subtotal' | 'tax'>,
  order: Pick<Order, 'taxesIncluded'>,
): Minor => withTax(order, subtotal, tax);
