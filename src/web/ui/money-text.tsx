const formats = new Map<string, Intl.NumberFormat>();

// Making a format takes many times as long as using it.
function formatOf(locale: string, key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${locale} ${key}`;
  const format = formats.get(name) ?? new Intl.NumberFormat(locale, options);
  formats.set(name, format);
  return format;
}

const inCurrency = (currencyCode: string, locale: string): Intl.NumberFormat =>
  formatOf(locale, currencyCode, { style: 'currency', currency: currencyCode });

/** "$12.50" from a decimal amount of the wire. */
export const moneyText = (amount: number, currencyCode: string, locale = 'en-US'): string =>
  inCurrency(currencyCode, locale).format(amount);

/** "12.50": for columns whose heading names the currency. */
export function plainMoneyText(amount: number, currencyCode: string, locale = 'en-US'): string {
  const digits = decimalsOf(currencyCode);
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return formatOf(locale, `with ${digits}`, options).format(amount);
}

/** Decimals of the currency's smallest unit (2 for USD, 0 for JPY). */
export const decimalsOf = (currencyCode: string): number =>
  inCurrency(currencyCode, 'en-US').resolvedOptions().maximumFractionDigits ?? 2;

export function MoneyText({ amount, currencyCode }: { amount: number; currencyCode: string }) {
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{moneyText(amount, currencyCode)}</span>
  );
}
