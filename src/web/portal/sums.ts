import type { PortalOrder } from '#contract/customer/customer.ts';
import type { Answer } from './api.ts';
import { chosenLines, lineOf, methodOf, type Draft, type Method } from './draft.ts';
import { minorFactor } from './format.ts';

/** One returned line with what it brings. Amounts are decimals of the order's currency. */
export type SumLine = {
  lineId: string;
  name: string;
  quantity: number;
  method: Method | null;
  amount: number;
  incentive: number;
};
export type Sums = { currencyCode: string; isExact: boolean; lines: readonly SumLine[] };

/** Decimal amounts added in whole minor units, so that no binary fraction creeps in. */
export function addAmounts(amounts: readonly number[], currencyCode: string): number {
  const factor = minorFactor(currencyCode);
  return amounts.reduce((sum, amount) => sum + Math.round(amount * factor), 0) / factor;
}

export const earnsBonus = (method: Method | null): boolean => method === 'storeCredit' || method === 'giftCard';

/** The bonus on an amount for show, rounded half up to the minor unit; the quote has the last word. */
export function bonusOn(amount: number, basisPoints: number, currencyCode: string): number {
  const factor = minorFactor(currencyCode);
  return Math.floor((Math.round(amount * factor) * basisPoints + 5000) / 10_000) / factor;
}

/** What the draft brings as far as it is filled in, from the order's display figures. */
export function estimate(draft: Draft, order: PortalOrder): Sums {
  const { currencyCode, incentiveBasisPoints } = order;
  const factor = minorFactor(currencyCode);
  const lines = chosenLines(draft, order).map((line): SumLine => {
    const lineId = line.lineIdFromPlatform;
    const { quantity } = lineOf(draft, lineId);
    const method = methodOf(draft, order, lineId);
    const amount = (Math.round(line.unitValue * factor) * quantity) / factor;
    const incentive = earnsBonus(method) ? bonusOn(amount, incentiveBasisPoints, currencyCode) : 0;
    return { lineId, name: line.name, quantity, method, amount, incentive };
  });
  return { currencyCode, isExact: false, lines };
}

const isMethod = (method: string): method is Method => method !== 'other';

/** The server's figures in the same shape. */
export const fromQuote = (quote: Answer<'quote'>): Sums => ({
  currencyCode: quote.currencyCode,
  isExact: true,
  lines: quote.lines.map(({ lineIdFromPlatform, name, quantity, method, amount, incentive }) => ({
    lineId: lineIdFromPlatform,
    name,
    quantity,
    method: isMethod(method) ? method : null,
    amount,
    incentive,
  })),
});

export const METHOD_NAMES: Readonly<Record<Method, string>> = {
  refund: 'Refund',
  storeCredit: 'Store credit',
  giftCard: 'Gift card',
  variantExchange: 'Exchange',
};

/** The label and amount of the one sum always in sight. */
export function headline(sums: Sums): { label: string; amount: number } {
  const { lines, currencyCode } = sums;
  const total = (of: readonly SumLine[]): number =>
    addAmounts(
      of.flatMap(({ amount, incentive }) => [amount, incentive]),
      currencyCode,
    );
  if (lines.some(({ method }) => method === null)) return { label: 'Value of your items', amount: total(lines) };
  const money = lines.filter(({ method }) => method !== 'variantExchange');
  if (money.length === 0) return { label: 'Exchange worth', amount: total(lines) };
  const methods = new Set(money.map(({ method }) => method));
  const [only] = methods;
  const label = methods.size === 1 && only ? METHOD_NAMES[only] : 'You get back';
  return {
    label: money.length < lines.length ? `${label}, plus an exchange` : label,
    amount: total(money),
  };
}
