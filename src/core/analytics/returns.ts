import {
  COUNT,
  figure,
  madeWithin,
  orderedWithin,
  row,
  SHARE,
  shareOf,
  sumOf,
  TEXT,
  type Panel,
  type Span,
} from '#core/analytics/dashboard.ts';
import { CLAIM_TYPES, perType } from '#core/claims/types.ts';
import { rollupOptions } from '#core/claims/status.ts';
import { ClaimKind } from '#core/lists/lists.ts';

/** Claims by the step they were made in, their kind and their status now. */
export type ClaimCount = { startsOn: string; kind: ClaimKind; rollup: string; count: number };
export type ReturnsRows = {
  claims: readonly ClaimCount[];
  /** Units in return claims made in the period, canceled lines left out, and units ordered in it. */
  unitsReturned: number;
  unitsOrdered: number;
};

const NAMES = perType((type) => CLAIM_TYPES[type].title);

/** How many claims came in, and what became of them. */
export function returnsPanels(span: Span, { claims, unitsReturned, unitsOrdered }: ReturnsRows): Panel[] {
  const count = (of: (one: ClaimCount) => boolean): number => sumOf(claims.filter(of), (one) => one.count);
  return [
    {
      kind: 'figures',
      title: 'In this period',
      figures: [
        ...ClaimKind.options.map((kind) =>
          figure(
            NAMES[kind],
            COUNT,
            count((one) => one.kind === kind),
            'Created in this period',
            madeWithin(kind, span),
          ),
        ),
        figure(
          'Units returned',
          COUNT,
          unitsReturned,
          'In return claims, without canceled and denied lines',
          madeWithin('Return', span),
        ),
        figure(
          'Units ordered',
          COUNT,
          unitsOrdered,
          "In orders from this period that weren't canceled",
          orderedWithin(span),
        ),
        figure('Return rate', SHARE, shareOf(unitsReturned, unitsOrdered), 'Units returned per unit ordered'),
      ],
    },
    {
      kind: 'chart',
      title: 'Claims over time',
      before: null,
      caption: 'Claims by creation date',
      unit: COUNT,
      bars: span.steps.map((step) => ({
        startsOn: step.startsOn,
        isRunning: step.isRunning,
        parts: ClaimKind.options.map((kind) => ({
          name: NAMES[kind],
          value: count((one) => one.kind === kind && one.startsOn === step.startsOn),
          opens: madeWithin(kind, step),
        })),
      })),
    },
    ...ClaimKind.options.map((kind): Panel => {
      const all = count((one) => one.kind === kind);
      return {
        kind: 'table',
        title: `${NAMES[kind]} by status`,
        note: 'Where claims from this period are now.',
        columns: [
          { title: 'Status', unit: TEXT },
          { title: 'Claims', unit: COUNT, isDrawn: true },
          { title: 'Share', unit: SHARE },
        ],
        rows: rollupOptions().flatMap(({ code, name }) => {
          const found = count((one) => one.kind === kind && one.rollup === code);
          return found === 0
            ? []
            : [row([name, found, shareOf(found, all)], madeWithin(kind, span, { statusCodes: [code] }))];
        }),
        empty: `No ${NAMES[kind].toLowerCase()} in this period.`,
      };
    }),
  ];
}
