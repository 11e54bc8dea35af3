import type { getDashboard } from '#contract/merchant/dashboard.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { dayAfter } from '#core/analytics/period.ts';

export type Dashboard = RouteAnswer<typeof getDashboard>;
export type Week = Dashboard['weeks'][number];
type StuckReason = Dashboard['longestStuck'][number]['reason'];

export const stuckWords: Readonly<Record<StuckReason, string>> = {
  failed: 'Failed',
  notMoving: 'Not moving',
  notHandedOver: 'Not dropped off',
};

/** "Nov 16" of a week's Monday. */
export const weekLabel = (startsOn: string, locale = 'en-US'): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${startsOn}T00:00:00Z`),
  );

/** The days of a week, its Monday first, as the dashboards ask for them. */
export const weekDays = ({ startsOn }: Pick<Week, 'startsOn'>): { period: 'custom'; from: string; to: string } => ({
  period: 'custom',
  from: startsOn,
  to: dayAfter(startsOn, 6),
});

/** Money out in the current week and the week before, by currency; empty if there was none in either. */
export function moneyThisWeek(weeks: readonly Week[]): { now: Money; before: number }[] {
  const [before, now] = weeks.slice(-2);
  const currencies = new Set([...(now?.moneyOut ?? []), ...(before?.moneyOut ?? [])].map((one) => one.currencyCode));
  return [...currencies].toSorted().map((currencyCode) => ({
    now: now?.moneyOut?.find((one) => one.currencyCode === currencyCode) ?? nothing(currencyCode),
    before: before?.moneyOut?.find((one) => one.currencyCode === currencyCode)?.total ?? 0,
  }));
}

export type Money = NonNullable<Week['moneyOut']>[number];
const nothing = (currencyCode: string): Money => ({
  currencyCode,
  refunds: 0,
  storeCredit: 0,
  giftCards: 0,
  outside: 0,
  total: 0,
});

/** Whether there is nothing at all to do. */
export const isAllDone = ({ kinds, effects, openTasks, repairs }: Dashboard): boolean =>
  kinds.every(({ waiting, stuck }) => waiting + stuck === 0) &&
  repairs.every(({ due }) => due === 'answer') &&
  effects.failed + effects.retried.payouts + effects.retried.others + openTasks === 0;
