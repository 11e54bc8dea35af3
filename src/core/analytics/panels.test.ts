import { expect, test } from 'vitest';
import { dashboardCsv } from '#core/analytics/dashboard-csv.ts';
import type { Panel, Span } from '#core/analytics/dashboard.ts';
import { moneyPanels, type Booked } from '#core/analytics/money.ts';
import { changeOf, comparedWith } from '#core/analytics/compare.ts';
import { operationsPanels } from '#core/analytics/operations.ts';
import { productsPanels } from '#core/analytics/products.ts';
import { reasonsPanels } from '#core/analytics/reasons.ts';
import { type Account, ACCOUNTS } from '#core/books/entry.ts';

const week = { startsOn: '2026-01-05', start: '2026-01-05T00:00:00Z', end: '2026-01-12T00:00:00Z', isRunning: true };
const span: Span = { start: week.start, end: week.end, steps: [week] };
const table = (panels: readonly Panel[], title: string) => {
  const found = panels.find((panel) => panel.title === title);
  if (found?.kind !== 'table') throw new Error(`no table ${title}`);
  return found;
};

test('every account of the journal is on one of the two sides, which have the same sum in every currency', () => {
  const booked = ACCOUNTS.flatMap((account, index): Booked[] => {
    const amount = (index + 1) * 101;
    const other: Account = account === 'external' ? 'store:returns' : 'external';
    return ['USD', 'JPY'].flatMap((currencyCode) => [
      { startsOn: week.startsOn, account, currencyCode, amount },
      { startsOn: week.startsOn, account: other, currencyCode, amount: -amount },
    ]);
  });
  const panels = moneyPanels(span, 'USD', { booked, left: [], decided: [] });
  const [cost, went] = ['Costs', 'Where the money went'].map((title) => table(panels, title).rows.at(-1)?.cells);
  expect(cost?.slice(1)).toEqual(went?.slice(1));
  expect(cost?.[1]).not.toBe(0);
  expect(table(panels, 'Costs').columns.map(({ title }) => title)).toEqual(['What', 'USD', 'JPY']);
});

const reason = (name: string, detail: string, units: number) => ({
  startsOn: week.startsOn,
  kind: 'Return' as const,
  reason: name,
  detail,
  lines: 1,
  units,
  value: units * 100,
});

test('reasons come by how often they are given, each with its details', () => {
  const reasons = [reason('Fit', 'Small', 1), reason('Broken', '', 5), reason('Fit', 'Large', 3)];
  const { rows } = table(reasonsPanels(span, 'USD', { reasons, products: [] }), 'By reason and detail');
  expect(rows.map(({ cells, as }) => [cells[0], cells[2], as])).toEqual([
    ['Broken', 5, 'row'],
    ['Fit', 4, 'row'],
    ['Large', 3, 'part'],
    ['Small', 1, 'part'],
  ]);
});

test('a product of which none was ordered in the period has no rate', () => {
  const one = {
    productKey: '1',
    product: 'Mug',
    variant: 'Red',
    sku: 'M',
    returned: 2,
    ordered: 0,
    value: 1000,
    imgUrl: null,
  };
  const other = { ...one, variant: 'Blue', returned: 0, ordered: 4, value: null };
  const sums = { productsReturned: 1, unitsReturned: 2, unitsOrdered: 4 };
  const panels = productsPanels(span, 'USD', { variants: [one, other], ...sums });
  expect(table(panels, 'Products').rows.map(({ cells }) => cells)).toEqual([['Mug', 2, 4, 0.5, 10]]);
  expect(table(panels, 'By variant').rows.map(({ cells }) => cells)).toEqual([['Mug', 'Red', 'M', 2, 0, null, 10]]);
});

test('as a file: titles, units where they are not named, and no formula', () => {
  const reasons = [reason('=1+1', 'Small', 1)];
  const csv = dashboardCsv(
    'Reasons',
    '2026-01-05 to 2026-01-11',
    reasonsPanels(span, 'USD', { reasons, products: [] }),
  );
  expect(csv).toContain('Reason,Lines,Units,Share of units,Value (USD)\r\n"\'=1+1",1,1,1,1\r\n"\'=1+1: Small"');
  expect(
    csv.startsWith(
      'Reasons,2026-01-05 to 2026-01-11\r\n\r\nIn this period,This period,Period before\r\nUnits in claims,1,\r\n',
    ),
  ).toBe(true);
  expect(csv).toContain(`Reasons over time\r\nFrom,"'=1+1"`);
});

test('the numbers of the period before stand beside those of the same name, but not what is the same at any time', () => {
  const none = { count: 0, median: null, p90: null };
  const durations = { toReceived: none, receivedToFinalized: none, toFinalized: none };
  const panels = (count: number, open: number) =>
    operationsPanels(span, {
      durations,
      finalized: [{ startsOn: week.startsOn, kind: 'Return', count }],
      open: { count: open, oldest: [] },
      failed: [],
    });
  const [figures, chart] = comparedWith(panels(6, 9), panels(4, 9));
  if (figures?.kind !== 'figures' || chart?.kind !== 'chart') throw new Error('other panels');
  expect(figures.figures.map(({ label, before }) => [label, before])).toEqual([
    ['Claims finalized', 4],
    ['Requested to finalized', null],
    ['90% took less than', null],
    ['Open claims', null],
    ['Failed actions', null],
  ]);
  expect(chart.before).toEqual([4]);
  expect([changeOf({ value: 6, before: 4 }), changeOf({ value: 6, before: 0 })]).toEqual([0.5, null]);
});

test('steps are compared from the last one back', () => {
  const bar = (startsOn: string, value: number) => ({
    startsOn,
    isRunning: false,
    parts: [
      { name: 'One', value, opens: null },
      { name: 'Other', value: 1, opens: null },
    ],
  });
  const chart = (...bars: ReturnType<typeof bar>[]): Panel => ({
    kind: 'chart',
    title: 'Claims',
    caption: '',
    unit: { kind: 'count' },
    before: null,
    bars,
  });
  const panel = chart(bar('2026-02-02', 5), bar('2026-02-09', 6));
  const longer = chart(bar('2026-01-12', 1), bar('2026-01-19', 2), bar('2026-01-26', 3));
  expect(comparedWith([panel], [longer])).toEqual([{ ...panel, before: [3, 4] }]);
  expect(comparedWith([longer], [panel])).toEqual([{ ...longer, before: [null, 6, 7] }]);
});
