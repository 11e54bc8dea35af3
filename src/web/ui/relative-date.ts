/** The days since 1970 as the calendar here counts them. */
export const dayNumber = (date: Date): number =>
  Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / 86_400_000);

/** Dates written one way. Making a format takes many times as long as using it, and lists have a hundred dates. */
function written(options: Intl.DateTimeFormatOptions): (date: Date, locale: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (date, locale) => {
    const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, options);
    formats.set(locale, format);
    return format.format(date);
  };
}

const time = written({ hour: 'numeric', minute: '2-digit' });
const weekday = written({ weekday: 'long' });
const monthAndDay = written({ month: 'short', day: 'numeric' });
const medium = written({ dateStyle: 'medium' });
const calendarDay = written({ dateStyle: 'medium', timeZone: 'UTC' });
const inFull = written({
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

// What has just happened there may still be to come by the clock here.
const CLOCKS_DIFFER_MS = 300_000;

/**
 * A date for reading (C9.06): Today and Yesterday with the time, the weekday within a week, month and
 * day within a month, otherwise and in the future the medium date. 'Invalid Date' when it is none.
 */
export function relativeDate(iso: string, now: Date, locale = 'en-US'): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return 'Invalid Date';
  if (date.getTime() - now.getTime() > CLOCKS_DIFFER_MS) return medium(date, locale);
  const days = dayNumber(now) - dayNumber(date);
  if (days === 0) return `Today ${time(date, locale)}`;
  if (days === 1) return `Yesterday ${time(date, locale)}`;
  if (days > 1 && days < 7) return weekday(date, locale);
  if (days >= 7 && days < 31) return monthAndDay(date, locale);
  return medium(date, locale);
}

/** The same in the middle of a sentence: “since yesterday 7:37 AM”. */
export const withinSentence = (relative: string): string =>
  relative.replace(/^(?:Today|Yesterday)\b/, (day) => day.toLowerCase());

/** A day of the calendar (YYYY-MM-DD) in words, the same in every zone. */
export const dayText = (day: string, locale = 'en-US'): string => calendarDay(new Date(`${day}T00:00:00Z`), locale);

/** The same instant in full with its zone. */
export function absoluteDate(iso: string, locale = 'en-US'): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return 'Invalid Date';
  return inFull(date, locale);
}

const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How far away an instant to come is: "in 12 seconds", "in 3 minutes"; "now" when it is past. */
export function untilText(iso: string, now: Date, locale = 'en-US'): string {
  const seconds = Math.ceil((new Date(iso).getTime() - now.getTime()) / 1000);
  if (Number.isNaN(seconds)) return 'Invalid Date';
  if (seconds <= 0) return 'now';
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  for (const [unit, size] of spans) if (seconds >= size) return words.format(Math.round(seconds / size), unit);
  return words.format(seconds, 'second');
}
