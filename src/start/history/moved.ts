import { DAY_MS } from '#core/dates.ts';

/** The last two days take up the hours by which the rest was moved too little. */
const STRETCHED_MS = 2 * DAY_MS;

/**
 * Moves instants of a history that ended at `endsOn` so that it ends now: by whole days, which keeps the hours people
 * work at, and within the last two days so that the last of it was just now. What lies ahead keeps its distance.
 */
export function mover(endsOn: number, now: number): (instant: number) => number {
  const days = Math.floor((now - endsOn) / DAY_MS) * DAY_MS;
  const missing = now - endsOn - days;
  const from = endsOn - STRETCHED_MS;
  return (instant) => {
    if (instant <= from) return instant + days;
    if (instant >= endsOn) return instant + (now - endsOn);
    return instant + days + Math.floor((missing * (instant - from)) / STRETCHED_MS);
  };
}

type Move = (instant: number) => number;

// Instants as JSON and PostgreSQL write them, days, and days in the words of an email.
const DATES =
  /\b(20[2-4]\d-[01]\d-[0-3]\d)(?:([T ])(\d\d:\d\d:\d\d)(\.\d{1,6})?(Z|[+-]\d\d(?::?\d\d)?))?|\b(January|February|March|April|May|June|July|August|September|October|November|December) (\d{1,2}), (20[2-4]\d)\b/g;

/** The same text with every date in it moved, each written as it was. */
export const movedText = (text: string, move: Move): string =>
  text.replaceAll(DATES, (all: string, day: string | undefined, separator, time, fraction, zone, month, date, year) => {
    if (day === undefined) return wordsOf(move(Date.parse(`${month} ${date}, ${year} 12:00 UTC`)));
    if (separator === undefined) return new Date(move(Date.parse(`${day}T12:00:00Z`))).toISOString().slice(0, 10);
    const moved = new Date(
      move(Date.parse(`${day}T${time}${(fraction ?? '').slice(0, 4)}${zone === 'Z' ? 'Z' : zoneOf(zone)}`)),
    );
    if (Number.isNaN(moved.getTime())) return all;
    const [newDay = '', newTime = ''] = moved.toISOString().split(/[TZ]/);
    return `${newDay}${separator}${fraction === undefined ? newTime.slice(0, 8) : newTime}${zone === 'Z' ? 'Z' : '+00:00'}`;
  });

/** `+00` is a zone for PostgreSQL, and `+00:00` for us. */
const zoneOf = (zone: string): string => (zone.length === 3 ? `${zone}:00` : zone);

const wordsOf = (instant: number): string =>
  new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Moves the seconds since 1970 that stand by themselves in JSON, as Stripe writes instants. */
export const movedSeconds = (json: string, move: Move): string =>
  json.replaceAll(/(?<=[:,[])1[6-9]\d{8}(?=[,}\]])/g, (seconds) =>
    String(Math.floor(move(Number(seconds) * 1000) / 1000)),
  );
