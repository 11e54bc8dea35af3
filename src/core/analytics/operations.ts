import { COUNT, figure, HOURS, row, sumOf, TEXT, type Panel, type Span } from '#core/analytics/dashboard.ts';
import { NOW } from '#core/analytics/compare.ts';
import { CLAIM_TYPES, perType } from '#core/claims/types.ts';
import { statusView } from '#core/claims/status.ts';
import { ClaimKind } from '#core/lists/lists.ts';

/** Hours between two moments of the claims finalized in the period that have both. */
export type Duration = { count: number; median: number | null; p90: number | null };
export type Durations = Readonly<Record<'toReceived' | 'receivedToFinalized' | 'toFinalized', Duration>>;
export type OperationsRows = {
  durations: Durations;
  finalized: readonly { startsOn: string; kind: ClaimKind; count: number }[];
  /** Open claims, oldest first. */
  open: {
    count: number;
    oldest: readonly {
      claimId: number;
      externalId: string;
      kind: ClaimKind;
      customerName: string;
      statusCode: string;
      statusDetail: string;
      hoursOpen: number;
    }[];
  };
  /** Effects that need attention, by kind. */
  failed: readonly { kind: string; count: number; hoursOldest: number }[];
};

/** How many of the oldest claims are listed. */
export const OLDEST_SHOWN = 10;

const STEPS = [
  { id: 'toReceived', label: 'Requested to received' },
  { id: 'receivedToFinalized', label: 'Received to finalized' },
  { id: 'toFinalized', label: 'Requested to finalized' },
] as const;
const NAMES = perType((type) => CLAIM_TYPES[type].title);

/** How long claims take, and what stands still. */
export function operationsPanels(span: Span, { durations, finalized, open, failed }: OperationsRows): Panel[] {
  const failures = sumOf(failed, (one) => one.count);
  return [
    {
      kind: 'figures',
      title: 'At a glance',
      figures: [
        figure(
          'Claims finalized',
          COUNT,
          sumOf(finalized, (one) => one.count),
          'In the period',
        ),
        figure('Requested to finalized', HOURS, durations.toFinalized.median, 'Half of the claims took less time'),
        figure('90% took less than', HOURS, durations.toFinalized.p90, 'Requested to finalized'),
        figure('Open claims', COUNT, open.count, NOW),
        figure('Failed actions', COUNT, failures, NOW, { to: 'failedEffects' }),
      ],
    },
    {
      kind: 'chart',
      title: 'Finalized over time',
      before: null,
      caption: 'Claims by finalization date',
      unit: COUNT,
      bars: span.steps.map(({ startsOn, isRunning }) => ({
        startsOn,
        isRunning,
        parts: ClaimKind.options.map((kind) => ({
          name: NAMES[kind],
          value: sumOf(
            finalized.filter((one) => one.startsOn === startsOn && one.kind === kind),
            (one) => one.count,
          ),
          opens: null,
        })),
      })),
    },
    {
      kind: 'table',
      title: 'How long it takes',
      note: 'For claims finalized in this period. Each step counts the claims that went through it.',
      columns: [
        { title: 'Step', unit: TEXT },
        { title: 'Claims', unit: COUNT },
        { title: 'Median', unit: HOURS },
        { title: '90th percentile', unit: HOURS },
      ],
      rows: STEPS.filter(({ id }) => durations[id].count > 0).map(({ id, label }) =>
        row([label, durations[id].count, durations[id].median, durations[id].p90]),
      ),
      empty: 'No claims were finalized in this period.',
    },
    {
      kind: 'table',
      title: 'Oldest open claims',
      note: 'As of now, regardless of the period.',
      columns: [
        { title: 'Claim', unit: TEXT },
        { title: 'Customer', unit: TEXT },
        { title: 'Status', unit: TEXT },
        { title: 'Open for', unit: HOURS },
      ],
      rows: open.oldest.map((one) =>
        row(
          [
            one.externalId,
            one.customerName,
            statusView(one.statusCode, one.statusDetail)?.label ?? one.statusCode,
            one.hoursOpen,
          ],
          { to: 'claim', kind: one.kind, claimId: one.claimId },
        ),
      ),
      empty: 'No open claims.',
    },
    {
      kind: 'table',
      title: 'Failed actions',
      note: 'As of now, regardless of the period.',
      columns: [
        { title: 'What', unit: TEXT },
        { title: 'Failed', unit: COUNT },
        { title: 'Oldest', unit: HOURS },
      ],
      rows: failed.map((one) => row([effectName(one.kind), one.count, one.hoursOldest], { to: 'failedEffects' })),
      empty: 'No failed actions.',
    },
  ];
}

/** "paymentCapture" as people read it: "Payment capture". */
function effectName(kind: string): string {
  const words = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
