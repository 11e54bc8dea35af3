import { expect, test } from 'vitest';
import { dashboardCsv } from '#core/analytics/dashboard-csv.ts';
import type { Panel, Span } from '#core/analytics/dashboard.ts';
import { moneyPanels, type Booked } from '#core/analytics/money.ts';
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
  const panels = moneyPanels(span, 'USD', { booked, decided: [] });
  const [cost, went] = ['Costs', 'Where the money went'].map((title) => table(panels, title).rows.at(-1)?.cells);
  expect(cost?.slice(1)).toEqual(went?.slice(1));
  expect(cost?.[1]).not.toBe(0);
  expect(table(panels, 'Costs').columns.map(({ title }) => title)).toEqual(['What', 'USD', 'JPY']);
});

const reason = (name: string, detail: string, units: number) => ({
  startsOn: week.startsOn,
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
  const one = { productKey: '1', product: 'Mug', variant: 'Red', sku: 'M', returned: 2, ordered: 0, value: 1000 };
  const other = { ...one, variant: 'Blue', returned: 0, ordered: 4, value: 0 };
  const sums = { productsReturned: 1, unitsReturned: 2, unitsOrdered: 4 };
  const panels = productsPanels('USD', { variants: [one, other], ...sums });
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
  expect(csv.startsWith('Reasons,2026-01-05 to 2026-01-11\r\n\r\nIn this period\r\nUnits in claims,1\r\n')).toBe(true);
  expect(csv).toContain(`Reasons over time\r\nFrom,"'=1+1"`);
});
