import {
  amountIn,
  COUNT,
  figure,
  madeWithin,
  moneyUnit,
  row,
  SHARE,
  shareOf,
  sumOf,
  TEXT,
  type Opens,
  type Panel,
  type Row,
  type Span,
} from '#core/analytics/dashboard.ts';
import type { ClaimKind } from '#core/lists/lists.ts';
import type { CurrencyCode, Minor } from '#core/money.ts';

/** Lines of claims made in the period by step and reason, canceled ones left out. `value`: of those in the store's currency. */
export type ReasonCount = {
  startsOn: string;
  kind: ClaimKind;
  reason: string;
  detail: string;
  lines: number;
  units: number;
  value: Minor;
};
/** Units by product and reason, the most first. */
export type ProductReason = {
  product: string;
  imgUrl: string | null;
  kind: ClaimKind;
  reason: string;
  units: number;
  unitsOfProduct: number;
};
export type ReasonsRows = { reasons: readonly ReasonCount[]; products: readonly ProductReason[] };

const DRAWN = 4;
const NO_DETAIL = 'No detail';

/** Why customers bring things back. */
export function reasonsPanels(span: Span, currencyCode: CurrencyCode, { reasons, products }: ReasonsRows): Panel[] {
  const all = unitsOf(reasons);
  const ranked = ranking(reasons, (one) => one.reason);
  const [first] = ranked;
  return [
    {
      kind: 'figures',
      title: 'In this period',
      figures: [
        figure('Units in claims', COUNT, all, 'Returns and warranty claims, excluding canceled lines'),
        figure('Reasons given', COUNT, ranked.length),
        figure(
          first ? `Most often: ${first.name}` : 'Most often',
          SHARE,
          first ? shareOf(unitsOf(first.rows), all) : null,
          'Of all units',
        ),
      ],
    },
    chartPanel(span, ranked),
    {
      kind: 'table',
      title: 'By reason and detail',
      note: `Values cover claims in ${currencyCode}.`,
      columns: [
        { title: 'Reason', unit: TEXT },
        { title: 'Lines', unit: COUNT },
        { title: 'Units', unit: COUNT, isDrawn: true },
        { title: 'Share of units', unit: SHARE },
        { title: 'Value', unit: moneyUnit(currencyCode) },
      ],
      rows: ranked.flatMap(({ name, rows }) => {
        const line = (title: string, of: readonly ReasonCount[], as: Row['as']): Row =>
          row(
            [
              title,
              sumOf(of, (one) => one.lines),
              unitsOf(of),
              shareOf(unitsOf(of), all),
              amountIn(
                sumOf(of, (one) => one.value),
                currencyCode,
              ),
            ],
            claimsFor(of, span),
            as,
          );
        const details = ranking(rows, (one) => one.detail || NO_DETAIL);
        const isDetailed = details.some((detail) => detail.name !== NO_DETAIL);
        return [
          line(name, rows, 'row'),
          ...(isDetailed ? details.map((detail) => line(detail.name, detail.rows, 'part')) : []),
        ];
      }),
      empty: 'No claims in this period.',
    },
    {
      kind: 'table',
      title: 'By product',
      note: `The ${products.length} most frequent product and reason pairs.`,
      columns: [
        { title: 'Product', unit: TEXT },
        { title: 'Reason', unit: TEXT },
        { title: 'Units', unit: COUNT, isDrawn: true },
        { title: 'Share of product', unit: SHARE },
      ],
      rows: products.map((one) => ({
        ...row(
          [one.product, one.reason, one.units, shareOf(one.units, one.unitsOfProduct)],
          madeWithin(one.kind, span, { searchTerm: one.product, reasons: [one.reason] }),
        ),
        imgUrl: one.imgUrl,
      })),
      empty: 'No claims in this period.',
    },
  ];
}

/** The claims behind rows of one reason: of the type that most of them have, since each type has a list of its own. */
function claimsFor(rows: readonly ReasonCount[], within: Pick<Span, 'start' | 'end'>): Opens | null {
  const [most] = rows.toSorted((one, other) => other.units - one.units);
  return most ? madeWithin(most.kind, within, { reasons: [most.reason] }) : null;
}

const unitsOf = (rows: readonly ReasonCount[]): number => sumOf(rows, (one) => one.units);

type Ranked = { name: string; rows: ReasonCount[] };

/** Rows by a name of theirs, the most units first. */
function ranking(rows: readonly ReasonCount[], nameOf: (one: ReasonCount) => string): Ranked[] {
  const byName = Map.groupBy(rows, nameOf);
  return [...byName]
    .map(([name, mine]) => ({ name, rows: mine }))
    .toSorted((one, other) => unitsOf(other.rows) - unitsOf(one.rows) || one.name.localeCompare(other.name));
}

function chartPanel(span: Span, ranked: readonly Ranked[]): Panel {
  const others = ranked.slice(DRAWN).flatMap(({ rows }) => rows);
  const drawn = [...ranked.slice(0, DRAWN), ...(others.length > 0 ? [{ name: 'Other reasons', rows: others }] : [])];
  return {
    kind: 'chart',
    title: 'Reasons over time',
    before: null,
    caption: 'Units by claim date',
    unit: COUNT,
    bars: span.steps.map((step) => ({
      startsOn: step.startsOn,
      isRunning: step.isRunning,
      parts: drawn.map(({ name, rows }, index) => {
        const own = rows.filter((one) => one.startsOn === step.startsOn);
        return { name, value: unitsOf(own), opens: index < DRAWN ? claimsFor(own, step) : null };
      }),
    })),
  };
}
