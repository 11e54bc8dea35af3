export const DAY_MS = 86_400_000;

/** The values that mean "for life": the end of a lifetime window, and its number of days. */
export const LIFETIME = '9999-12-31T00:00:00Z';
export const LIFETIME_DAYS = 999_999;

/** Milliseconds since 1970 of an ISO 8601 instant. Throws a RangeError when it is not one. */
export function epochOf(iso: string): number {
  const epoch = Date.parse(iso);
  if (Number.isNaN(epoch)) throw new RangeError(`not an instant: ${JSON.stringify(iso)}`);
  return epoch;
}

/** The instant as ISO 8601 in UTC with milliseconds. */
export const isoOf = (epoch: number): string => new Date(epoch).toISOString();

/** The instant a number of 24-hour days later (earlier when negative). */
export const addDays = (iso: string, days: number): string => isoOf(epochOf(iso) + days * DAY_MS);

/** Whole 24-hour days from one instant to another, rounded down; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.floor((epochOf(to) - epochOf(from)) / DAY_MS);

export const isBefore = (one: string, other: string): boolean => epochOf(one) < epochOf(other);
export const isAfter = (one: string, other: string): boolean => epochOf(one) > epochOf(other);

/** Comparator: earlier instants first. */
export const byInstant = (one: string, other: string): number => epochOf(one) - epochOf(other);

/** The latest of them; null where there is none. */
export const latestInstant = (instants: readonly (string | null)[]): string | null =>
  instants
    .flatMap((one) => one ?? [])
    .toSorted(byInstant)
    .at(-1) ?? null;

/** The last millisecond of the instant's UTC day. */
export const endOfDay = (iso: string): string => isoOf(lastOfDay(epochOf(iso)));

const LIFETIME_EPOCH = epochOf(LIFETIME);
const lastOfDay = (epoch: number): number => Math.floor(epoch / DAY_MS) * DAY_MS + DAY_MS - 1;

type Clock = { day: Intl.DateTimeFormat; moment: Intl.DateTimeFormat };
const clocks = new Map<string, Clock>();
/** Kept for each time zone: to make one takes longer than to read a hundred. */
function clockOf(timeZone: string): Clock {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = {
    day: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }),
    moment: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  };
  clocks.set(timeZone, made);
  return made;
}

/** The day ("2026-03-12") that the clocks of a time zone show at an instant. */
export const dayIn = (iso: string, timeZone: string): string => clockOf(timeZone).day.format(epochOf(iso));

/** The day so many days later. */
export const dayAfter = (day: string, days: number): string => addDays(`${day}T00:00:00Z`, days).slice(0, 10);

/** The instant at which the clocks of a time zone show a full hour of a day. */
export const hourIn = (day: string, hour: number, timeZone: string): string =>
  isoOf(shownAt(epochOf(`${day}T00:00:00Z`) + hour * (DAY_MS / 24), timeZone));

/** The last millisecond of a day ("2026-03-12") in a time zone. */
export const endOfDayIn = (day: string, timeZone: string): string =>
  isoOf(shownAt(epochOf(`${day}T00:00:00Z`) + DAY_MS, timeZone) - 1);

/** When the clocks of a time zone show what those of UTC show at `shown`; where they leave it out, when they do. */
function shownAt(shown: number, timeZone: string): number {
  // What the clocks show at the guess tells how far it is off; once more, for a day on which they change.
  const guess = shown - aheadOf(shown, timeZone);
  const again = shown - aheadOf(guess, timeZone);
  // The one is before and the other at the change where no instant is right.
  return shown - aheadOf(again, timeZone) === again ? again : Math.max(guess, again);
}

/** By how many milliseconds the clocks of a time zone are ahead of UTC. */
function aheadOf(epoch: number, timeZone: string): number {
  const shown = clockOf(timeZone).moment.format(epoch);
  return epochOf(`${shown.replace(' ', 'T')}Z`) - Math.floor(epoch / 1000) * 1000;
}

/** Last instant of a window of days that starts at `from`: its last day counts whole, so the date people read is a date they can use. */
export const windowEnd = (from: string, days: number): string =>
  days >= LIFETIME_DAYS ? LIFETIME : isoOf(lastOfDay(epochOf(from) + days * DAY_MS));

/** The end of something as two instants: the one that decides, and the last of the UTC day that people read. */
export type End = { instant: string; shown: string };

/** The end of a day ("2026-03-12") in a time zone. */
export const dayEndIn = (day: string, timeZone: string): End => ({
  instant: endOfDayIn(day, timeZone),
  shown: endOfDay(`${day}T00:00:00Z`),
});

/** The last day of a window of days that starts at `from`, as people read it: the days are those of a time zone. */
export const windowDayIn = (from: string, days: number, timeZone: string): string =>
  timeZone === UTC || days >= LIFETIME_DAYS
    ? windowEnd(from, days)
    : endOfDay(`${dayAfter(dayIn(from, timeZone), days)}T00:00:00Z`);

/** The end of a window of days in a time zone. */
export function windowEndIn(from: string, days: number, timeZone: string): End {
  const shown = windowDayIn(from, days, timeZone);
  const isSame = timeZone === UTC || days >= LIFETIME_DAYS;
  return { instant: isSame ? shown : endOfDayIn(shown.slice(0, 10), timeZone), shown };
}

export const UTC = 'UTC';
// Clocks that change in between make the last day start sooner or later: by an hour or two, or by a day where a country
// changed sides of the date line.
const CLOCK_CHANGES_MS = DAY_MS + 2 * 3_600_000;

/** Whether a window of days that starts at `from` has not ended: what `windowEndIn` says, asking the time zone only near its last day. */
export function isWithinIn(now: string, from: string, days: number, timeZone: string): boolean {
  const at = epochOf(now);
  if (days >= LIFETIME_DAYS) return at <= LIFETIME_EPOCH;
  const least = epochOf(from) + days * DAY_MS;
  if (timeZone === UTC) return at <= lastOfDay(least);
  if (at < least - CLOCK_CHANGES_MS) return true;
  return at <= least + DAY_MS + CLOCK_CHANGES_MS && at <= epochOf(windowEndIn(from, days, timeZone).instant);
}

/** The UTC date people read ("March 12, 2026"). */
export const formatDate = (iso: string, locale = 'en-US'): string =>
  new Intl.DateTimeFormat(locale, {
    // Of Saudi Arabia and Thailand too.
    calendar: 'gregory',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(epochOf(iso));

/** A day of the calendar as YYYY-MM-DD; 30 February is none. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
