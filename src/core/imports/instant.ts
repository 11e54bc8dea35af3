import { isDay } from '#core/dates.ts';

// "2026-03-01 10:00:00 -0500", as Shopify's export writes it, or ISO 8601. Without an offset the time is UTC.
const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(?:Z|UTC|([+-]\d{2}):?(\d{2}))?$/;

/** The ISO instant that a cell of a file says; null where it isn't one. */
export function instantFrom(text: string): string | null {
  const [matched, day = '', time = '00:00:00', hours, minutes] = INSTANT.exec(text) ?? [];
  if (matched === undefined || !isDay(day)) return null;
  const epoch = Date.parse(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  return Number.isNaN(epoch) ? null : new Date(epoch).toISOString();
}
