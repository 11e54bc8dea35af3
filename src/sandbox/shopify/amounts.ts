/** One amount in the shop's currency and in the shopper's, both in minor units. */
export type Pair = { shop: number; presentment: number };

/** What the shopper pays in: `rate` is presentment units for one unit of the shop's currency. */
export type Currencies = { shop: string; presentment: string; rate: number };

const PER_DOLLAR: Readonly<Record<string, number>> = { USD: 1, EUR: 0.92, GBP: 0.79, CAD: 1.37, JPY: 151.3 };

/** Units of a shopper's currency for one unit of the shop's. */
export const rateOf = (shop: string, presentment: string): number =>
  shop === presentment ? 1 : (PER_DOLLAR[presentment] ?? 1) / (PER_DOLLAR[shop] ?? 1);

const DECIMALS: Readonly<Record<string, number>> = {
  JPY: 0,
  KRW: 0,
  VND: 0,
  CLP: 0,
  ISK: 0,
  XPF: 0,
  XOF: 0,
  XAF: 0,
  UGX: 0,
  PYG: 0,
  RWF: 0,
  KMF: 0,
  GNF: 0,
  DJF: 0,
  BIF: 0,
  VUV: 0,
  KWD: 3,
  BHD: 3,
  JOD: 3,
  OMR: 3,
  TND: 3,
  IQD: 3,
  LYD: 3,
};

export const ZERO: Pair = { shop: 0, presentment: 0 };

export function decimalsOf(currency: string): number {
  return DECIMALS[currency] ?? 2;
}

/** Minor units as the API writes a Decimal: at least one digit after the point ('99.0', '12.35', '1200.0'). */
export function decimalText(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const text = (minor / 10 ** decimals).toFixed(decimals);
  if (decimals === 0) return `${text}.0`;
  return text.replace(/(\.\d+?)0+$/, '$1');
}

/** Minor units as the REST resources write them: exactly the currency's digits. */
export function restText(minor: number, currency: string): string {
  return (minor / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));
}

/** A Decimal of the API in minor units, or null when it is not a number or finer than the currency. */
export function minorOf(decimal: unknown, currency: string): number | null {
  const text = typeof decimal === 'number' ? String(decimal) : decimal;
  if (typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text.trim())) return null;
  const scaled = Number(text) * 10 ** decimalsOf(currency);
  const minor = Math.round(scaled);
  return Math.abs(scaled - minor) > 1e-6 ? null : minor;
}

export function plus(...pairs: readonly Pair[]): Pair {
  let shop = 0;
  let presentment = 0;
  for (const pair of pairs) {
    shop += pair.shop;
    presentment += pair.presentment;
  }
  return { shop, presentment };
}

export function minus(left: Pair, right: Pair): Pair {
  return { shop: left.shop - right.shop, presentment: left.presentment - right.presentment };
}

export function times(pair: Pair, count: number): Pair {
  return { shop: pair.shop * count, presentment: pair.presentment * count };
}

/** The part of an amount that `count` of `of` units carry; taking it in steps never loses a minor unit. */
export function share(pair: Pair, before: number, count: number, of: number): Pair {
  const upTo = (minor: number, units: number) => Math.round((minor * units) / of);
  return {
    shop: upTo(pair.shop, before + count) - upTo(pair.shop, before),
    presentment: upTo(pair.presentment, before + count) - upTo(pair.presentment, before),
  };
}

export function fromShop(minor: number, currencies: Currencies): Pair {
  if (currencies.shop === currencies.presentment) return { shop: minor, presentment: minor };
  const major = minor / 10 ** decimalsOf(currencies.shop);
  return { shop: minor, presentment: Math.round(major * currencies.rate * 10 ** decimalsOf(currencies.presentment)) };
}

export function fromPresentment(minor: number, currencies: Currencies): Pair {
  if (currencies.shop === currencies.presentment) return { shop: minor, presentment: minor };
  const major = minor / 10 ** decimalsOf(currencies.presentment);
  return { shop: Math.round((major / currencies.rate) * 10 ** decimalsOf(currencies.shop)), presentment: minor };
}

/** A MoneyInput in either of an order's two currencies; null when it is in a third one or malformed. */
export function fromMoneyInput(input: { amount: unknown; currencyCode: string }, currencies: Currencies): Pair | null {
  const minor = minorOf(input.amount, input.currencyCode);
  if (minor === null) return null;
  if (input.currencyCode === currencies.presentment) return fromPresentment(minor, currencies);
  return input.currencyCode === currencies.shop ? fromShop(minor, currencies) : null;
}
