import { z } from 'zod';
import { currencyFormat, exponentOf } from '#core/currency.ts';

/** Whole minor units of a currency (cents of USD, yen of JPY). Always a safe integer. */
export const Minor = z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
export type Minor = z.infer<typeof Minor>;

export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, 'a currency is three capital letters (ISO 4217)');
export type CurrencyCode = z.infer<typeof CurrencyCode>;

/** An amount with its currency: what crosses every boundary inside the product. */
export const Money = z.object({ amount: Minor, currencyCode: CurrencyCode });
export type Money = z.infer<typeof Money>;

/**
 * Minor units from a decimal text as the partners write it ("12.50"). Extra digits beyond the
 * exponent must be zeros; anything else throws a RangeError.
 */
export function minorFromDecimal(text: string, currencyCode: CurrencyCode): Minor {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (!match) throw new RangeError(`not an amount: ${JSON.stringify(text)}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const exponent = exponentOf(currencyCode);
  if (/[1-9]/.test(fraction.slice(exponent))) {
    throw new RangeError(`${text} has more decimals than ${currencyCode} allows`);
  }
  const minor = Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'));
  if (!Number.isSafeInteger(minor)) throw new RangeError(`amount out of range: ${text}`);
  return sign === '-' && minor !== 0 ? -minor : minor;
}

/** The decimal text of minor units, with all the currency's decimals ("12.50", "1200" for JPY). */
export function decimalFromMinor(minor: Minor, currencyCode: CurrencyCode): string {
  const exponent = exponentOf(currencyCode);
  const digits = Math.abs(minor)
    .toString()
    .padStart(exponent + 1, '0');
  const sign = minor < 0 ? '-' : '';
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** The text people read ("$12.50"), by the reader's locale. */
export function formatMoney(money: Money, locale = 'en-US'): string {
  const text = decimalFromMinor(money.amount, money.currencyCode) as `${number}`;
  return currencyFormat(money.currencyCode, locale).format(text);
}

/**
 * Splits a total over weights so that the parts sum to it exactly (largest remainder; ties go to
 * the earlier part). Weights are non-negative integers; all zero splits evenly.
 */
export function allocate(total: Minor, weights: readonly number[]): Minor[] {
  if (weights.length === 0) return [];
  const used = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
  const sum = used.reduce((all, weight) => all + BigInt(weight), 0n);
  const sign = total < 0 ? -1 : 1;
  const whole = BigInt(Math.abs(total));
  const shares = used.map((weight, index) => {
    const product = whole * BigInt(weight);
    return { index, part: Number(product / sum), remainder: product % sum };
  });
  let left = Math.abs(total) - shares.reduce((all, share) => all + share.part, 0);
  const byRemainder = [...shares].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const share of byRemainder) {
    if (left === 0) break;
    share.part += 1;
    left -= 1;
  }
  return shares.map((share) => sign * share.part || 0);
}

/** `amount` times part over whole, rounded half up, once. Nothing is negative, and `whole` is not zero. */
export const inProportion = (amount: Minor, part: Minor, whole: Minor): Minor =>
  Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));

/** Value of `count` units taken after `before` units out of `quantity` that cost `total`: unit by unit or at once, the same sum. */
export function unitsValue(total: Minor, quantity: number, before: number, count: number): Minor {
  return cumulative(total, quantity, before + count) - cumulative(total, quantity, before);
}

function cumulative(total: Minor, quantity: number, units: number): Minor {
  return Number((BigInt(total) * BigInt(units)) / BigInt(quantity));
}

/** A percentage of an amount, rounded half up to the minor unit. `basisPoints`: 1000 is 10 percent. */
export function percentOf(amount: Minor, basisPoints: number): Minor {
  return Number((BigInt(amount) * BigInt(basisPoints) + 5000n) / 10000n);
}
