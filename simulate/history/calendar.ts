import type { Chance } from '#sandbox/shopify/seed/random.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/**
 * The last moment of the history, a Monday morning before the store opens: what arrived at the weekend waits for staff. A
 * first start moves it to its own moment.
 */
export const ENDS = Date.parse('2026-11-23T15:30:00Z');
const DAYS = 548;

/** What is to happen, by when. */
export class Agenda {
  private readonly entries: { at: number; deed: () => Promise<void> }[] = [];
  at(at: number, deed: () => Promise<void>): void {
    const index = this.entries.findLastIndex((one) => one.at <= at);
    this.entries.splice(index + 1, 0, { at, deed });
  }
  next(): { at: number; deed: () => Promise<void> } | undefined {
    return this.entries.shift();
  }
}

/** Orders of a day by month, January first: a store of clothes and presents. */
const BY_MONTH = [0.8, 0.72, 0.85, 0.92, 1, 0.95, 0.85, 0.88, 1, 1.1, 1.75, 1.95] as const;
// Within 18 months the store grows by about half.
const GROWTH = 0.5;

/** Which share of the time has passed when this share of all orders was made. */
export function season(): (share: number) => number {
  const until: number[] = [];
  let sum = 0;
  for (let day = 0; day < DAYS; day += 1) {
    const month = new Date(ENDS - (DAYS - day) * DAY_MS).getUTCMonth();
    sum += (BY_MONTH[month] ?? 1) * (1 + (GROWTH * day) / DAYS);
    until.push(sum);
  }
  return (share) => {
    const wanted = share * sum;
    const day = until.findIndex((orders) => orders >= wanted);
    const before = until[day - 1] ?? 0;
    return (day + (wanted - before) / ((until[day] ?? sum) - before)) / DAYS;
  };
}

// The store is in San Francisco: its day is from 16 to 24 o'clock UTC.
const OPENS = 16;
const OPEN_HOURS = 8;

/** The first moment from `at` on at which staff work. */
export function atWork(at: number, chance: Chance): number {
  const soon = at + chance.next() * HOUR_MS;
  for (let day = soon - (soon % DAY_MS); ; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay();
    const closes = day + (OPENS + OPEN_HOURS) * HOUR_MS;
    if (weekday === 0 || weekday === 6 || closes <= soon) continue;
    const from = Math.max(soon, day + OPENS * HOUR_MS);
    return from === soon ? soon : from + chance.next() * (closes - from);
  }
}
