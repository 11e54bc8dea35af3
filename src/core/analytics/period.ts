import { DAY_MS } from '#core/dates.ts';
import { z } from 'zod';
import { DATE_PRESETS, firstDayOf } from '#core/lists/date-filter.ts';

// Of the years 1000 to 2999, so that no step around it leaves those a date is written in.
const Day = z.iso.date('Invalid Date').refine((day) => /^[12]/.test(day), 'Invalid Date');
export const PERIODS = DATE_PRESETS.filter((preset) => preset !== 'today');
export type PeriodId = (typeof PERIODS)[number];

const MOST_DAYS = 5 * 366;

/** What figures are about: a span that moves with today, or days of its own, both counted in. Days are those of the store's time zone. */
export const Period = z
  .strictObject({ period: z.enum([...PERIODS, 'custom']).default('30d'), from: Day.optional(), to: Day.optional() })
  .refine(({ period, from, to }) => (period === 'custom') === (from !== undefined && to !== undefined), {
    path: ['from'],
    message: 'A custom period has a start and an end',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['from'],
    message: 'Start cannot be after end',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || daysFrom(from, to) <= MOST_DAYS, {
    path: ['from'],
    message: 'A period can be up to five years long',
  });
export type Period = z.infer<typeof Period>;

/** The first and the last day of a period, as "2026-03-01". */
export type Days = { from: string; to: string };
export type Step = 'day' | 'week' | 'month';

/** The days of a period on the day it is looked at: the same span the lists mean by the same words. */
export function daysOf({ period, from, to }: Period, today: string): Days {
  if (period === 'custom') return { from: from ?? today, to: to ?? today };
  return { from: firstDayOf(period, today), to: today };
}

/** As many days, up to the one before the first. */
export function daysBefore({ from, to }: Days): Days {
  return { from: dayAfter(from, -daysFrom(from, to)), to: dayAfter(from, -1) };
}

const LONGEST_BY_DAY = 14;
const LONGEST_BY_WEEK = 184;

/** How a period is cut for a picture of it, so that it has some bars and not too many. */
export function stepOf({ from, to }: Days): Step {
  const length = daysFrom(from, to);
  return length <= LONGEST_BY_DAY ? 'day' : length <= LONGEST_BY_WEEK ? 'week' : 'month';
}

/** The first day of every step that has a day of the period; weeks begin on Monday. */
export function stepsOf(days: Days, step: Step): string[] {
  const steps: string[] = [];
  for (let first = stepWith(days.from, step); first <= days.to; first = nextStep(first, step)) steps.push(first);
  return steps;
}

/** Making one takes a hundred times as long as using it; there are some hundred time zones. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day it is somewhere. */
export function dayIn(now: Date, timeZone: string): string {
  const kept = dayFormats.get(timeZone);
  if (kept) return kept.format(now);
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  dayFormats.set(timeZone, format);
  return format.format(now);
}

/** Whether a name of a time zone is known, so that days can be counted in it. */
export function isTimeZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en-CA', { timeZone: name }));
  } catch {
    return false;
  }
}

function stepWith(day: string, step: Step): string {
  if (step === 'day') return day;
  if (step === 'month') return `${day.slice(0, 8)}01`;
  return dayAfter(day, -((dateOf(day).getUTCDay() + 6) % 7));
}

function nextStep(first: string, step: Step): string {
  if (step !== 'month') return dayAfter(first, step === 'week' ? 7 : 1);
  const date = dateOf(first);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return dayOf(date);
}

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const daysFrom = (from: string, to: string): number =>
  Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / DAY_MS) + 1;

/** The day so many days later. */
export const dayAfter = (day: string, days: number): string => dayOf(new Date(dateOf(day).getTime() + days * DAY_MS));
