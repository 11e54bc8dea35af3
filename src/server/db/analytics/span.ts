import { sql, type RawBuilder } from 'kysely';
import type { Span } from '#core/analytics/dashboard.ts';
import { dayAfter, stepOf, stepsOf, type Days, type Step } from '#core/analytics/period.ts';
import type { Db } from '#server/db/connect.ts';

/** A period of a store as statements look at it. */
export type Asked = {
  storeId: number;
  span: Span;
  step: Step;
  timeZone: string;
  /** What is sold under these is no goods. */
  protectionSkus: readonly string[];
};

/** The instants of a period and its steps in a time zone; `now` is in the last step that runs. */
export async function askedOf(
  db: Db,
  store: { storeId: number; timeZone: string; protectionSkus: readonly string[] },
  days: Days,
  now: Date,
): Promise<Asked> {
  const { timeZone } = store;
  const step = stepOf(days);
  const firsts = stepsOf(days, step);
  // The day after the last one is where the last step ends.
  const borders = [days.from, ...firsts.slice(1), dayAfter(days.to, 1)];
  const { rows } = await sql<{ instant: Date }>`
    select day::date::timestamp at time zone ${timeZone} as instant
    from unnest(${borders}::text[]) with ordinality as border (day, place) order by place`.execute(db);
  const instants = rows.map(({ instant }) => instant.toISOString());
  const [start = '', ...ends] = instants;
  const steps = firsts.map((startsOn, index) => {
    const end = ends[index] ?? start;
    const from = instants[index] ?? start;
    return {
      startsOn,
      start: from,
      end,
      isRunning: Date.parse(from) <= now.getTime() && now.getTime() < Date.parse(end),
    };
  });
  return { ...store, step, span: { start, end: ends.at(-1) ?? start, steps } };
}

/** The first day of the step an instant of a column is in. */
export const stepDay = ({ step, timeZone }: Asked, column: string): RawBuilder<string> =>
  sql<string>`to_char(date_trunc(${step}::text, ${sql.ref(column)} at time zone ${timeZone}::text), 'YYYY-MM-DD')`;

/** Whether an instant of a column is in the period. */
export const isWithin = ({ span }: Asked, column: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} >= ${span.start}::timestamptz and ${sql.ref(column)} < ${span.end}::timestamptz)`;
