import type { ClaimLineShown, ClaimShown } from '#contract/claim-shapes.ts';
import type { DenialDetail, ResolutionMethod } from '#core/claims/claim.ts';
import { incentiveOf } from '#core/claims/sums.ts';
import { exponentOf, formatMoney, minorFromDecimal, type Minor } from '#core/money.ts';
import type { Tone } from '../../../ui/status-badge.tsx';

/** The third option (C4.10). */
export const defaultDenial: DenialDetail = 'Noncompliant_Return';

const isFinished = (line: ClaimLineShown): boolean => line.finalizedOn !== null || line.canceledOn !== null;
const isUnresolved = (line: ClaimLineShown): boolean => !isFinished(line) && line.status === 'open';
const isPending = (line: ClaimLineShown): boolean =>
  !isFinished(line) && (line.status === 'approved' || line.status === 'denied');

const items = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;

/** Why Finalize cannot be used now; null when it can. */
export function finalizeBlocker(claim: Pick<ClaimShown, 'lines' | 'canFinalize'>): string | null {
  const unresolved = claim.lines.filter(isUnresolved).length;
  if (unresolved > 0)
    return `${items(unresolved)} still ${unresolved === 1 ? 'needs' : 'need'} a decision: approve or deny ${unresolved === 1 ? 'it' : 'them'} first.`;
  if (claim.lines.every(isFinished)) return 'Everything in this claim is already decided and done.';
  return claim.canFinalize ? null : 'This claim cannot be finalized in its present state.';
}

const deeds: readonly [ResolutionMethod, (sum: string, count: number) => string][] = [
  ['refund', (sum) => `refund ${sum}`],
  ['storeCredit', (sum) => `give ${sum} store credit`],
  ['giftCard', (sum) => `issue ${sum} on a gift card`],
  ['variantExchange', (_, count) => `exchange ${items(count)}`],
  ['other', (_, count) => `close ${items(count)}`],
];

const minorOf = (amount: number, currencyCode: string): Minor =>
  minorFromDecimal(amount.toFixed(exponentOf(currencyCode)), currencyCode);

/** The bonus that goes with an approved line as decided, minor units. */
export function bonusOf(line: ClaimLineShown, currencyCode: string): Minor {
  const amount = minorOf(line.amount ?? line.requestedAmount, currencyCode);
  const requestedAmount = minorOf(line.requestedAmount, currencyCode);
  const incentiveAmount = minorOf(line.incentiveAmount, currencyCode);
  return incentiveOf({ ...line, amount, requestedAmount, incentiveAmount });
}

const givenFor = (line: ClaimLineShown, currencyCode: string): Minor =>
  minorOf(line.amount ?? line.requestedAmount, currencyCode) + bonusOf(line, currencyCode);

/** What the button does: "Finalize and refund $42.10". Amounts are those of the decisions not yet carried out. */
export function finalizeLabel(claim: Pick<ClaimShown, 'lines' | 'currencyCode'>): string {
  const pending = claim.lines.filter(isPending);
  const approved = deeds.flatMap(([method, deed]) => {
    const lines = pending.filter(
      (line) => line.status === 'approved' && (line.method ?? line.requestedMethod) === method,
    );
    if (lines.length === 0) return [];
    const sum = lines.reduce((all, line) => all + givenFor(line, claim.currencyCode), 0);
    return [
      deed(
        formatMoney({ amount: sum, currencyCode: claim.currencyCode }),
        lines.reduce((all, line) => all + line.quantity, 0),
      ),
    ];
  });
  const denied = pending.filter((line) => line.status === 'denied').reduce((all, line) => all + line.quantity, 0);
  const all = [...approved, ...(denied > 0 ? [`deny ${items(denied)}`] : [])];
  return all.length === 0 ? 'Finalize' : `Finalize and ${joined(all)}`;
}

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** What was decided about a line, as a badge: always the same words for the same state. */
export function decisionOf(line: ClaimLineShown): { label: string; tone: Tone } {
  if (line.canceledOn !== null) return { label: 'Canceled', tone: 'neutral' };
  if (line.status === 'denied') return { label: line.finalizedOn ? 'Denied' : 'Will be denied', tone: 'bad' };
  if (line.status === 'approved') return { label: line.finalizedOn ? 'Approved' : 'Will be approved', tone: 'good' };
  if (line.status === 'closed') return { label: 'Closed', tone: 'neutral' };
  return { label: 'Needs a decision', tone: 'waiting' };
}

const isMoney = (method: ResolutionMethod): boolean =>
  method === 'refund' || method === 'giftCard' || method === 'storeCredit';

export type LineActions = { approve: string | null; canDeny: boolean; canRevert: boolean };

/**
 * Which decisions are offered on a line, until it is finalized. Back to what was requested only for lines
 * asked for as money, and only when something else was decided (C4.10).
 */
export function lineActions(line: ClaimLineShown): LineActions {
  const canDecide = line.allowedMethods.length > 0 && line.requestedMethod !== 'other';
  const isAsRequested =
    line.status === 'approved' && line.method === line.requestedMethod && line.amount === line.requestedAmount;
  return {
    approve: !canDecide
      ? null
      : line.status === 'approved'
        ? 'Change'
        : line.status === 'denied'
          ? 'Approve instead'
          : 'Approve',
    canDeny: canDecide && line.status !== 'denied',
    canRevert: canDecide && isPending(line) && isMoney(line.requestedMethod) && !isAsRequested,
  };
}

export const effectStates: Readonly<Record<ClaimShown['effects'][number]['state'], { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'waiting' },
  running: { label: 'Running', tone: 'info' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

const POLL_MS = 2000;

/** Milliseconds until the claim should be asked again, or false when nothing is on its way. */
export const pollDelay = (claim: Pick<ClaimShown, 'effects'>): number | false =>
  claim.effects.some((effect) => effect.state === 'waiting' || effect.state === 'running') ? POLL_MS : false;

/** Whether anything in the claim can still be canceled. */
export const canCancel = (claim: Pick<ClaimShown, 'lines'>): boolean => claim.lines.some((line) => !isFinished(line));

/** C4.21. */
export const trackerLabels: Readonly<
  Record<ClaimShown['shipments'][number]['trackerStatus'], { label: string; tone: Tone }>
> = {
  unknown: { label: 'Getting Ready To Ship', tone: 'neutral' },
  pre_transit: { label: 'Getting Ready To Ship', tone: 'neutral' },
  in_transit: { label: 'In Transit', tone: 'info' },
  out_for_delivery: { label: 'Out For Delivery', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'good' },
  available_for_pickup: { label: 'Available For Pickup', tone: 'waiting' },
  return_to_sender: { label: 'Return To Sender', tone: 'bad' },
  failure: { label: 'Failure', tone: 'bad' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
  error: { label: 'Error', tone: 'bad' },
};

/** What kind of preview a file gets, by its content type (C3.36). */
export const mediaKind = (contentType: string): 'image' | 'video' | 'other' =>
  contentType.startsWith('image/') ? 'image' : contentType.startsWith('video/') ? 'video' : 'other';
