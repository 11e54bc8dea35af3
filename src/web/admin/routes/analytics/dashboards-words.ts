import type { showDashboard } from '#contract/merchant/analytics.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { changeOf } from '#core/analytics/compare.ts';
import { DASHBOARDS, DashboardId, type Figure, type Row, type Unit } from '#core/analytics/dashboard.ts';
import { PERIODS, Period } from '#core/analytics/period.ts';
import { DATE_PRESET_LABELS } from '#core/lists/date-filter.ts';
import { moneyText, plainMoneyText } from '../../../ui/money-text.tsx';

export type Dashboard = RouteAnswer<typeof showDashboard>;
/** What the address bar holds of the page; what is usual is left out. */
export type DashboardsSearch = { dashboard?: DashboardId; period?: Period['period']; from?: string; to?: string };

export const FIRST: DashboardId = DASHBOARDS[0].id;

/** The page's state from whatever the address bar holds; what makes no sense is dropped. */
export function dashboardsSearch(raw: Record<string, unknown>): DashboardsSearch {
  const dashboard = DashboardId.safeParse(raw['dashboard']).data;
  const { period, from, to } = raw;
  const asked = Period.safeParse(period === undefined ? {} : { period, from, to }).data;
  return {
    ...(dashboard && dashboard !== FIRST ? { dashboard } : {}),
    ...(asked && asked.period !== '30d' ? withoutNothing(asked) : {}),
  };
}

const withoutNothing = ({ period, from, to }: Period): DashboardsSearch => ({
  period,
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

export const periodOptions = [
  ...PERIODS.map((value) => ({ value, label: DATE_PRESET_LABELS[value] })),
  { value: 'custom', label: 'Custom' },
] as const;

export const nameOf = (dashboard: DashboardId): string =>
  DASHBOARDS.find(({ id }) => id === dashboard)?.name ?? dashboard;

/** "42", "$12.50", "8.3%", "2.5 days": a value as people read it. `isPlain`: its heading names the currency. */
export function valueText(value: string | number | null, unit: Unit, isPlain = false): string {
  if (value === null) return 'None yet';
  if (typeof value === 'string') return value;
  switch (unit.kind) {
    case 'money':
      return (isPlain ? plainMoneyText : moneyText)(value, unit.currencyCode);
    case 'share':
      return new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(value);
    case 'hours':
      return durationText(value);
    case 'count':
    case 'text':
      return value.toLocaleString('en-US');
  }
}

/** "↑ 12% from 34": how a number moved since the period before; null where there is nothing to compare with. */
export function changeText({ value, before, unit }: Pick<Figure, 'value' | 'before' | 'unit'>): string | null {
  if (value === null || before === null || (value === 0 && before === 0)) return null;
  const from = `from ${valueText(before, unit)}`;
  if (value === before) return `No change ${from}`;
  const arrow = value > before ? '↑' : '↓';
  const change = changeOf({ value, before });
  return change === null ? `${arrow} ${from}` : `${arrow} ${SHARE.format(Math.abs(change))} ${from}`;
}
const SHARE = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

const DAY_HOURS = 24;

/** "12 minutes", "3.5 hours", "2 days". */
export function durationText(hours: number): string {
  const [amount, noun] =
    hours < 1 ? [hours * 60, 'minute'] : hours < 2 * DAY_HOURS ? [hours, 'hour'] : [hours / DAY_HOURS, 'day'];
  const shown = noun === 'minute' ? Math.max(hours === 0 ? 0 : 1, Math.round(amount)) : Math.round(amount * 10) / 10;
  return `${shown.toLocaleString('en-US')} ${noun}${shown === 1 ? '' : 's'}`;
}

/** "Mar 1": the day a bar begins with; "Mar 2026" where bars are months. */
export const stepText = (startsOn: string, isMonth: boolean): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    ...(isMonth ? { year: 'numeric' } : { day: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${startsOn}T00:00:00Z`));

/** Whether there is nothing to tell: no number but zero anywhere. */
export const isNothing = ({ panels }: Pick<Dashboard, 'panels'>): boolean =>
  panels.every((panel) => {
    switch (panel.kind) {
      case 'figures':
        return panel.figures.every(({ value }) => !value);
      case 'chart':
        return panel.bars.every(({ parts }) => parts.every(({ value }) => value === 0));
      case 'table':
        return panel.rows.every(isZero);
    }
  });

const isZero = ({ cells }: Row): boolean => cells.every((cell) => typeof cell !== 'number' || cell === 0);
