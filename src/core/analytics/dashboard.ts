import { z } from 'zod';
import { ClaimKind, ListFilters } from '#core/lists/lists.ts';
import { decimalFromMinor, type CurrencyCode, type Minor } from '#core/money.ts';

/** The dashboards there are, in the order they are offered; the first is shown first (S2.24). */
export const DASHBOARDS = [
  { id: 'returns', name: 'Returns overview' },
  { id: 'money', name: 'Resolutions and money' },
  { id: 'reasons', name: 'Reasons' },
  { id: 'products', name: 'Products' },
  { id: 'registrations', name: 'Registrations' },
  { id: 'operations', name: 'Operations' },
] as const;
export type DashboardId = (typeof DASHBOARDS)[number]['id'];
export const DashboardId = z.enum(DASHBOARDS.map(({ id }) => id));

/** What a value is: words, a number of things, an amount, a part of one, or hours that passed. */
export const Unit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text') }),
  z.object({ kind: z.literal('count') }),
  z.object({ kind: z.literal('money'), currencyCode: z.string() }),
  z.object({ kind: z.literal('share') }),
  z.object({ kind: z.literal('hours') }),
]);
export type Unit = z.infer<typeof Unit>;

/** The page behind a number. */
export const Opens = z.discriminatedUnion('to', [
  z.object({ to: z.literal('claims'), kind: ClaimKind, filters: ListFilters }),
  z.object({ to: z.literal('claim'), kind: ClaimKind, claimId: z.number().int() }),
  z.object({ to: z.literal('orders'), filters: ListFilters }),
  z.object({ to: z.literal('registrations'), filters: ListFilters }),
  z.object({ to: z.literal('failedEffects') }),
]);
export type Opens = z.infer<typeof Opens>;

const Figure = z.object({
  label: z.string(),
  unit: Unit,
  /** Null where there is nothing to tell it from. */
  value: z.number().nullable(),
  /** In the period before; null where there is nothing to compare with. */
  before: z.number().nullable(),
  hint: z.string(),
  opens: Opens.nullable(),
});
export type Figure = z.infer<typeof Figure>;

const Bar = z.object({
  /** The day its step begins with. */
  startsOn: z.string(),
  /** Its step has not ended. */
  isRunning: z.boolean(),
  parts: z.array(z.object({ name: z.string(), value: z.number(), opens: Opens.nullable() })),
});

const Row = z.object({
  cells: z.array(z.union([z.string(), z.number(), z.null()])),
  opens: Opens.nullable(),
  /** A picture of what the row is about; absent where rows have none. */
  imgUrl: z.string().nullable().optional(),
  /** A part of the row above it, or the sum of all. */
  as: z.enum(['row', 'part', 'total']),
});
export type Row = z.infer<typeof Row>;

export const Panel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('figures'), title: z.string(), figures: z.array(Figure) }),
  z.object({
    kind: z.literal('chart'),
    title: z.string(),
    caption: z.string(),
    unit: Unit,
    bars: z.array(Bar),
    /** What all parts of each bar came to in the period before, one for each bar; null where there was none. */
    before: z.array(z.number().nullable()).nullable(),
  }),
  z.object({
    kind: z.literal('table'),
    title: z.string(),
    note: z.string(),
    /** `isDrawn`: each number has a bar next to it, the largest a full one. */
    columns: z.array(z.object({ title: z.string(), unit: Unit, isDrawn: z.boolean().optional() })),
    rows: z.array(Row),
    /** What people read while there are no rows. */
    empty: z.string(),
  }),
]);
export type Panel = z.infer<typeof Panel>;

export const TEXT: Unit = { kind: 'text' };
export const COUNT: Unit = { kind: 'count' };
export const SHARE: Unit = { kind: 'share' };
export const HOURS: Unit = { kind: 'hours' };
export const moneyUnit = (currencyCode: CurrencyCode): Unit => ({ kind: 'money', currencyCode });

/** An amount as panels have it. */
export const amountIn = (minor: Minor, currencyCode: CurrencyCode): number =>
  Number(decimalFromMinor(minor, currencyCode));

/** One thing for every other; null while there is no other. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** The instants of a period and of its steps. */
export type Span = {
  start: string;
  end: string;
  /** `startsOn`: the day it begins with, the last one still running when `isRunning`. */
  steps: readonly { startsOn: string; start: string; end: string; isRunning: boolean }[];
};

/** Claims of a kind that were made within a part of the period. */
export const madeWithin = (
  kind: ClaimKind,
  { start, end }: Pick<Span, 'start' | 'end'>,
  filters: ListFilters = {},
): Opens => ({ to: 'claims', kind, filters: { ...filters, createdOn: { start, end } } });

/** A number and what is behind it; nothing is behind none. */
export const figure = (
  label: string,
  unit: Unit,
  value: number | null,
  hint = '',
  opens: Opens | null = null,
): Figure => ({ label, unit, value, before: null, hint, opens: value === 0 ? null : opens });

/** Orders placed within a part of the period. */
export const orderedWithin = ({ start, end }: Pick<Span, 'start' | 'end'>): Opens => ({
  to: 'orders',
  filters: { createdOn: { start, end } },
});

export const row = (cells: Row['cells'], opens: Opens | null = null, as: Row['as'] = 'row'): Row => ({
  cells,
  opens,
  as,
});

export const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, one) => sum + of(one), 0);
