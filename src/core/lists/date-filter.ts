import { DAY_MS } from '#core/dates.ts';
import { z } from 'zod';

const Instant = z.iso.datetime({ offset: true });
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

/** The range a filter means on the day that began at `startOfDay`, in the zone of whoever asks. */
export function rangeOf(filter: DateFilter, startOfDay: Date): DateRange {
  if (!('preset' in filter)) return filter;
  const { preset } = filter;
  if (preset !== '12m')
    return { start: new Date(startOfDay.getTime() - (DAYS[preset] - 1) * DAY_MS).toISOString(), end: null };
  const yearBefore = new Date(startOfDay);
  yearBefore.setUTCFullYear(yearBefore.getUTCFullYear() - 1);
  yearBefore.setUTCDate(yearBefore.getUTCDate() + 1);
  return { start: yearBefore.toISOString(), end: null };
}
