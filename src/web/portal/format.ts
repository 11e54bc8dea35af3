import { currencyFormat, exponentOf } from '#core/currency.ts';
import { currentLocale, isRightToLeft } from './texts.ts';

const moneyFormat = (currencyCode: string): Intl.NumberFormat => currencyFormat(currencyCode, currentLocale());

/** Makes the format of a currency ahead: the first tap that shows an amount would wait for it. */
export const prepareMoney = (currencyCode: string): void => void moneyFormat(currencyCode);

/** An amount (decimal, of the currency) in the visitor's way of writing. */
export function money(amount: number, currencyCode: string): string {
  const format = moneyFormat(currencyCode);
  return isRightToLeft() ? `\u2067${format.formatToParts(amount).map(partText).join('')}\u2069` : format.format(amount);
}

/** Its marks of direction leave "US$" to what stands around it; isolates don't. */
const partText = ({ type, value }: Intl.NumberFormatPart): string =>
  type === 'currency' ? `\u2066${withoutMarks(value)}\u2069` : withoutMarks(value);
const withoutMarks = (text: string): string => text.replace(/[\u200e\u200f\u061c]/g, '');

/** 10 to the power of the currency's decimal places: what turns a decimal amount into whole minor units. */
export const minorFactor = (currencyCode: string): number => 10 ** exponentOf(currencyCode);

/** A format is kept for each way of writing: to make one takes a slow phone longer than to draw a line of an order. */
function dateWriter(options: Intl.DateTimeFormatOptions): (instant: string) => string {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (instant) => {
    const locale = currentLocale();
    const format = made.get(locale) ?? new Intl.DateTimeFormat(locale, options);
    made.set(locale, format);
    return format.format(new Date(instant));
  };
}

// Shops count days in the Gregorian calendar everywhere, also where Saudi Arabia's or Thailand's is the usual one.
/** A date in words; `instant` is ISO 8601. */
export const day = dateWriter({ calendar: 'gregory', dateStyle: 'long' });

/** A day in words, as the last of a deadline: that of UTC, as emails and the server's sentences have it. */
export const deadline = dateWriter({ calendar: 'gregory', dateStyle: 'long', timeZone: 'UTC' });

/** A calendar day, such as 2026-03-16, in words. */
export const dateOf = (date: string): string => deadline(`${date}T00:00:00Z`);

/** The same as `day`, where there is little room. */
export const shortDay = dateWriter({ calendar: 'gregory', dateStyle: 'medium' });

/** A day of the last months, as short as it can be. */
export const dayOfYear = dateWriter({ calendar: 'gregory', month: 'short', day: 'numeric' });

export const dayAndTime = dateWriter({ calendar: 'gregory', dateStyle: 'medium', timeStyle: 'short' });

/** A moment as the clocks of a time zone show it. */
export const momentIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(currentLocale(), {
    calendar: 'gregory',
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone,
  }).format(new Date(instant));

/** Basis points as a percentage: 1000 is "10%". */
export const percent = (basisPoints: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000);

/** A typed number with the decimal point that the server reads, where the shopper's keyboard has a comma. */
export function withPoint(typed: string): string {
  const parts = new Intl.NumberFormat(currentLocale()).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? typed.replace(',', '.') : typed;
}

export const number = (value: number): string => new Intl.NumberFormat(currentLocale()).format(value);

/** Several things in a sentence's way of naming them. */
export const listed = (things: readonly string[]): string =>
  new Intl.ListFormat(currentLocale(), { type: 'unit', style: 'short' }).format(things);

// The specification writes "for life" as the year 9999.
export const isForLife = (instant: string): boolean => instant.startsWith('9999');

/** The variant's title, unless the platform already wrote it at the end of the line's name. */
export const variantSubtitle = ({ name, variantTitle }: { name: string; variantTitle: string }): string =>
  name.endsWith(variantTitle) ? '' : variantTitle;
