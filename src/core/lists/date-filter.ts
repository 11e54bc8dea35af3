import { epochOf, isoOf } from '#core/dates.ts';
import { Instant } from '#core/instant.ts';
import { z } from 'zod';

export const DATE_PRESETS = ['today', '7d', '30d', '90d', '12m'] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

export const DATE_PRESET_LABELS: Readonly<Record<DatePreset, string>> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
};

/** From `start`, which belongs to it, to `end`, which does not; either may be open. */
export const DateRange = z
  .strictObject({ start: Instant.nullable(), end: Instant.nullable() })
  .refine(({ start, end }) => start !== null || end !== null, 'Choose a start or an end')
  .refine(
    ({ start, end }) => start === null || end === null || Date.parse(start) <= Date.parse(end),
    'Start cannot be after end',
  );
export type DateRange = z.infer<typeof DateRange>;

/** A span that moves with the day it is looked at, or one that stays (C3.30). */
export const DateFilter = z.union([z.strictObject({ preset: z.enum(DATE_PRESETS) }), DateRange]);
export type DateFilter = z.infer<typeof DateFilter>;

/** How many days a span has, the day it is looked at among them. */
const DAYS: Readonly<Record<Exclude<DatePreset, '12m'>, number>> = { today: 1, '7d': 7, '30d': 30, '90d': 90 };

/** The first day of a span, on the day it is looked at ("2026-03-01"). */
export function firstDayOf(preset: DatePreset, today: string): string {
  const date = new Date(`${today}T00:00:00Z`);
  if (preset === '12m') date.setUTCFullYear(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate() + 1);
  else date.setUTCDate(date.getUTCDate() - DAYS[preset] + 1);
  return date.toISOString().slice(0, 10);
}

// A day begins between 13 hours before its midnight in UTC (Auckland) and 10 hours after (Honolulu).
const LATEST_MIDNIGHT_MS = 10.5 * 3_600_000;

/** The same for days that are kept as their midnight in UTC: those that begin where the reader, wherever they are, chose a day. */
export const rangeOfDays = ({ start, end }: DateRange): DateRange => ({
  start: midnightBy(start),
  end: midnightBy(end),
});

const midnightBy = (instant: string | null): string | null =>
  instant === null ? null : isoOf(epochOf(instant) - LATEST_MIDNIGHT_MS);

/**
 * The range of a date filter; `midnightOf` says when a day begins in the user's time zone, since not every day has 24
 * hours.
 */
export const rangeOf = (filter: DateFilter, today: string, midnightOf: (day: string) => string): DateRange =>
  'preset' in filter ? { start: midnightOf(firstDayOf(filter.preset, today)), end: null } : filter;
