import { decimalFromMinor, minorFromDecimal, type CurrencyCode, type Minor } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';

/** Minor units as a decimal number on the wire, next to their currency. */
export const amountOf = (minor: Minor, currencyCode: CurrencyCode): number =>
  Number(decimalFromMinor(minor, currencyCode));

/** Minor units of an amount on the wire. Refuses AMOUNT_INVALID: more decimals than the currency has, or no plain number. */
export function minorOf(amount: number, currencyCode: CurrencyCode): Minor {
  try {
    return minorFromDecimal(String(amount), currencyCode);
  } catch {
    throw new Refusal('notAllowed', 'AMOUNT_INVALID', `${amount} is not an amount of ${currencyCode}.`);
  }
}
