import type { CurrencyCode, Minor } from '#core/money.ts';

/** The smallest amounts card networks and their providers take, by currency; where none is known, any amount is tried. */
const LEAST: Readonly<Record<string, Minor>> = {
  USD: 50,
  CAD: 50,
  EUR: 50,
  AUD: 50,
  NZD: 50,
  CHF: 50,
  GBP: 30,
  JPY: 50,
  MXN: 1000,
};

/** Amounts below this many minor units can't be charged, so they are waived. */
export const leastCharge = (currencyCode: CurrencyCode): Minor => LEAST[currencyCode] ?? 1;
