/** "$12.50" from a decimal amount of the wire. */
export const moneyText = (amount: number, currencyCode: string, locale = 'en-US'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: currencyCode }).format(amount);

/** "12.50": for columns whose heading names the currency. */
export function plainMoneyText(amount: number, currencyCode: string, locale = 'en-US'): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currencyCode,
  }).resolvedOptions();
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** Decimals of the currency's smallest unit (2 for USD, 0 for JPY). */
export const decimalsOf = (currencyCode: string): number =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currencyCode }).resolvedOptions()
    .maximumFractionDigits ?? 2;

export function MoneyText({ amount, currencyCode }: { amount: number; currencyCode: string }) {
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{moneyText(amount, currencyCode)}</span>
  );
}
