/** The ISO 4217 exponents that are not 2: how many decimals amounts of these currencies have. */
export const EXPONENTS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/** Number of decimal places of a currency's minor unit. */
export const exponentOf = (currencyCode: string): number => EXPONENTS[currencyCode] ?? 2;

// Making a format takes a hundred times as long as using it.
const formats = new Map<string, Intl.NumberFormat>();

/**
 * How amounts of a currency are written in a locale: with every decimal that they have. Left alone, the language would
 * round currencies whose smallest coins nobody uses, such as the Serbian dinar.
 */
export function currencyFormat(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const decimals = exponentOf(currency);
  const made =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  formats.set(key, made);
  return made;
}
