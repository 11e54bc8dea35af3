import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import type { Answer } from './api.ts';
import {
  chosenLines,
  isExchange,
  lineOf,
  type BasketItem,
  type Draft,
  type Method,
  type MoneyMethod,
} from './draft.ts';
import { isShopNow, methodOf } from './draft-steps.ts';
import { minorFactor, money } from './format.ts';
import { t } from './texts.ts';

export type Ledger = NonNullable<Answer<'quote'>['ledger']>;

/** One returned line with what it brings. Amounts are decimals of the order's currency. */
export type SumLine = {
  lineId: string;
  name: string;
  quantity: number;
  method: Method | null;
  amount: number;
  incentive: number;
  /** Of the amount, what pays for other goods and fees; nothing in an estimate. */
  deducted: number;
};
/** `ledger` is the server's; null while there is only an estimate of what the lines are worth. */
export type Sums = {
  currencyCode: string;
  /** The ledger is that of the return as it is chosen now, whole and up to date. */
  isExact: boolean;
  lines: readonly SumLine[];
  /** What one unit of each item of the basket costs, by its variant; none in an estimate. */
  prices: ReadonlyMap<string, number>;
  ledger: Ledger | null;
};

/** Decimal amounts added in whole minor units, so that no binary fraction creeps in. */
export function addAmounts(amounts: readonly number[], currencyCode: string): number {
  const factor = minorFactor(currencyCode);
  return amounts.reduce((sum, amount) => sum + Math.round(amount * factor), 0) / factor;
}

/** What a method brings on top, in basis points. */
export const bonusPoints = (method: Method | null, order: PortalOrder): number => {
  if (method === 'shopNow') return order.shopNowIncentiveBasisPoints;
  return method === 'storeCredit' || method === 'giftCard' ? order.incentiveBasisPoints : 0;
};

/** A bonus given as an amount, once for the whole return; null where it is a percentage or there is none. */
const bonusAmount = (method: Method | null, order: PortalOrder): number | null => {
  if (method === 'shopNow') return order.shopNowIncentiveAmount;
  return method === 'storeCredit' || method === 'giftCard' ? order.incentiveAmount : null;
};

/** The bonus a method brings on an amount, for show, rounded half up to the minor unit; the quote has the last word. */
export function bonusOf(method: Method | null, amount: number, order: PortalOrder): number {
  const fixed = bonusAmount(method, order);
  if (fixed !== null) return amount > 0 ? fixed : 0;
  const factor = minorFactor(order.currencyCode);
  return Math.floor((Math.round(amount * factor) * bonusPoints(method, order) + 5000) / 10_000) / factor;
}

type ValuedLine = Pick<PortalLine, 'lineIdFromPlatform' | 'unitValue'>;

/** What the chosen units of a line are worth. */
const worthOf = (
  { lineIdFromPlatform, unitValue }: ValuedLine,
  draft: Draft,
  { currencyCode }: PortalOrder,
): number => {
  const factor = minorFactor(currencyCode);
  return (Math.round((unitValue ?? 0) * factor) * lineOf(draft, lineIdFromPlatform).quantity) / factor;
};

/** The bonus a method would bring for a line, beside what the lines before it bring: an amount is given once. */
export function bonusOfLine(method: Method | null, line: ValuedLine, draft: Draft, order: PortalOrder): number {
  const lines = chosenLines(draft, order);
  const at = lines.findIndex(({ lineIdFromPlatform }) => lineIdFromPlatform === line.lineIdFromPlatform);
  const isGiven = lines.slice(0, Math.max(0, at)).some((before) => {
    const other = methodOf(draft, order, before.lineIdFromPlatform);
    return (
      bonusAmount(other, order) !== null && isShopNow(other) === isShopNow(method) && worthOf(before, draft, order) > 0
    );
  });
  return isGiven && bonusAmount(method, order) !== null ? 0 : bonusOf(method, worthOf(line, draft, order), order);
}

const NO_PRICES: Sums['prices'] = new Map();

/** What one unit of an item of the basket costs: as the sums count it, else as it was put in. */
export const priceOf = ({ variantId, price }: BasketItem, { prices }: Pick<Sums, 'prices'>): number =>
  prices.get(variantId) ?? price;

/** What the draft brings as far as it is filled in, from the order's display figures. */
export function estimate(draft: Draft, order: PortalOrder): Sums {
  const { currencyCode } = order;
  const lines = chosenLines(draft, order).map((line): SumLine => {
    const lineId = line.lineIdFromPlatform;
    const method = methodOf(draft, order, lineId);
    return {
      lineId,
      name: line.name,
      quantity: lineOf(draft, lineId).quantity,
      method,
      amount: worthOf(line, draft, order),
      incentive: bonusOfLine(method, line, draft, order),
      deducted: 0,
    };
  });
  return { currencyCode, isExact: false, lines, prices: NO_PRICES, ledger: null };
}

/** The server's amounts in the same shape; only the draft knows the method of a line. */
export const fromQuote = (quote: Answer<'quote'>, wishOf: (lineId: string) => Method | null): Sums => ({
  currencyCode: quote.currencyCode,
  isExact: true,
  lines: quote.lines.map(({ lineIdFromPlatform, name, quantity, amount, incentive, deducted }) => ({
    lineId: lineIdFromPlatform,
    name,
    quantity,
    method: wishOf(lineIdFromPlatform),
    amount: amount ?? 0,
    incentive: incentive ?? 0,
    deducted: deducted ?? 0,
  })),
  prices: new Map(quote.shopNowItems.map(({ variantIdFromPlatform, price }) => [variantIdFromPlatform, price])),
  ledger: quote.ledger,
});

/** What a method is called. */
export const methodName = (method: Method): string =>
  t(`method.${method === 'otherProduct' ? 'variantExchange' : method}`);

/** What something costs over what comes back, with its sign. */
export function differenceText(amount: number, currencyCode: string): string {
  if (amount === 0) return t('resolution.even');
  return amount > 0
    ? `+${money(amount, currencyCode)}`
    : t('sum.difference.back', { amount: money(-amount, currencyCode) });
}

const MONEY_METHODS: readonly MoneyMethod[] = ['refund', 'storeCredit', 'giftCard'];

/** How money goes to the shopper, what is nothing left out. */
export const issuedBy = ({ issued }: Pick<Ledger, 'issued'>): { method: MoneyMethod; amount: number }[] =>
  MONEY_METHODS.flatMap((method) => (issued[method] > 0 ? [{ method, amount: issued[method] }] : []));

export type Outcome = { kind: MoneyMethod | 'pay' | 'back' | 'nothing'; label: string; amount: number };

/** The one amount a ledger results in, in words: to pay, to get back, or even. */
export function outcome(ledger: Ledger): Outcome {
  if (ledger.owed > 0) return { kind: 'pay', label: t('sum.pay'), amount: ledger.owed };
  const ways = issuedBy(ledger);
  const [only] = ways;
  if (only && ways.length === 1) return { kind: only.method, label: t(`sum.back.${only.method}`), amount: only.amount };
  return ways.length > 0
    ? { kind: 'back', label: t('sum.back'), amount: ledger.balance }
    : { kind: 'nothing', label: t('sum.nothing'), amount: 0 };
}

/** The part of a hold that isn't charged; it is released when the items are back. */
export const isOnlyHeld = ({ held, owed }: Pick<Ledger, 'held' | 'owed'>): boolean => held > owed;

/** The label and amount of the one sum always in sight. */
export function headline(sums: Sums): Pick<Outcome, 'label' | 'amount'> {
  const { lines, currencyCode, ledger } = sums;
  if (ledger) {
    const { label, amount } = outcome(ledger);
    return { label, amount };
  }
  const total = (of: readonly SumLine[]): number =>
    addAmounts(
      of.flatMap(({ amount, incentive }) => [amount, incentive]),
      currencyCode,
    );
  if (lines.some(({ method }) => method === null)) return { label: t('sum.value'), amount: total(lines) };
  if (lines.every(({ method }) => isShopNow(method))) return { label: methodName('shopNow'), amount: total(lines) };
  const money = lines.filter(({ method }) => !isExchange(method) && !isShopNow(method));
  if (money.length === 0) return { label: t('sum.exchange'), amount: total(lines) };
  const methods = new Set(money.map(({ method }) => method));
  const [only] = methods;
  const label = methods.size === 1 && only ? methodName(only) : t('sum.back');
  return {
    label: money.length < lines.length ? t('sum.andExchange', { label }) : label,
    amount: total(money),
  };
}
