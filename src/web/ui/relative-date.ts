const dayNumber = (date: Date): number => Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / 86_400_000);
const time = (date: Date, locale: string): string =>
  date.toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' });

/**
 * A date for reading (C9.06): Today and Yesterday with the time, the weekday within a week, month and
 * day within a month, otherwise and in the future the medium date. 'Invalid Date' when it is none.
 */
export function relativeDate(iso: string, now: Date, locale = 'en-US'): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return 'Invalid Date';
  const days = dayNumber(now) - dayNumber(date);
  if (days === 0) return `Today ${time(date, locale)}`;
  if (days === 1) return `Yesterday ${time(date, locale)}`;
  if (days > 1 && days < 7) return date.toLocaleDateString(locale, { weekday: 'long' });
  if (days >= 7 && days < 31) return date.toLocaleDateString(locale, { month: 'short', day: 'numeric' });
  return date.toLocaleDateString(locale, { dateStyle: 'medium' });
}

/** A day of the calendar (YYYY-MM-DD) in words, the same in every zone. */
export const dayText = (day: string, locale = 'en-US'): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' });

/** The same instant in full with its zone. */
export function absoluteDate(iso: string, locale = 'en-US'): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return 'Invalid Date';
  return date.toLocaleString(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
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
