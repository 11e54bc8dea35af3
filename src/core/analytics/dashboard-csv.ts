import type { Panel, Row, Unit } from '#core/analytics/dashboard.ts';
import { csvLine } from '#core/lists/report.ts';

type Cell = string | number | null;

/** A dashboard as a CSV file: its panels one below another, each under its title. Durations are hours, shares parts of one. */
export const dashboardCsv = (name: string, period: string, panels: readonly Panel[]): string =>
  [[[name, period]], ...panels.map(linesOf)].map((lines) => lines.map(written).join('')).join('\r\n');

const written = (cells: readonly Cell[]): string => csvLine(cells.map((cell) => cell ?? ''));

function linesOf(panel: Panel): Cell[][] {
  switch (panel.kind) {
    case 'figures':
      return [
        [panel.title, 'This period', 'Period before'],
        ...panel.figures.map(({ label, unit, value, before }) => [headed(label, unit), value, before]),
      ];
    case 'chart': {
      const names = panel.bars[0]?.parts.map(({ name }) => headed(name, panel.unit)) ?? [];
      return [
        [panel.title],
        ['From', ...names, ...(panel.before ? ['Period before'] : [])],
        ...panel.bars.map(({ startsOn, parts }, index) => [
          startsOn,
          ...parts.map(({ value }) => value),
          ...(panel.before ? [panel.before[index] ?? null] : []),
        ]),
      ];
    }
    case 'table':
      return [[panel.title], panel.columns.map(({ title, unit }) => headed(title, unit)), ...withWholes(panel.rows)];
  }
}

/** Rows that are a part of another carry its name. */
function withWholes(rows: readonly Row[]): Cell[][] {
  let whole: Cell = '';
  return rows.map(({ cells, as }) => {
    const [name = '', ...numbers] = cells;
    if (as !== 'part') whole = name;
    return as === 'part' ? [`${whole}: ${name}`, ...numbers] : cells;
  });
}

/** With what the number is counted in, where its name does not say. */
function headed(label: string, unit: Unit): string {
  if (unit.kind === 'hours') return `${label} (hours)`;
  return unit.kind === 'money' && !label.includes(unit.currencyCode) ? `${label} (${unit.currencyCode})` : label;
}
