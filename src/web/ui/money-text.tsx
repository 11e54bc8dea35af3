import { currencyFormat, exponentOf } from '#core/currency.ts';

/** "$12.50" from a decimal amount of the wire. */
export const moneyText = (amount: number, currencyCode: string, locale = 'en-US'): string =>
  currencyFormat(currencyCode, locale).format(amount);

// Making a format takes many times as long as using it.
const plainFormats = new Map<string, Intl.NumberFormat>();

/** "12.50": for columns whose heading names the currency. */
export function plainMoneyText(amount: number, currencyCode: string, locale = 'en-US'): string {
  const digits = exponentOf(currencyCode);
  const key = `${locale} ${digits}`;
  const format =
    plainFormats.get(key) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  plainFormats.set(key, format);
  return format.format(amount);
}

export function MoneyText({ amount, currencyCode }: { amount: number; currencyCode: string }) {
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{moneyText(amount, currencyCode)}</span>
  );
}
