import type { Claim } from '#core/claims/claim.ts';
import { advance, areGoodsBack, leastAdvanced } from '#core/claims/goods-progress.ts';
import type { ReturnShipment } from '#core/claims/shipment-shapes.ts';
import { owedByShopper } from '#core/claims/shopper-view.ts';
import { inTransitOn } from '#core/claims/shipments.ts';
import type { Rollup } from '#core/claims/status.ts';
import { byInstant, latestInstant } from '#core/dates.ts';

export const PROGRESS_STEPS = ['submitted', 'sent', 'received', 'reviewed', 'completed', 'denied', 'canceled'] as const;

export type ProgressStep = {
  step: (typeof PROGRESS_STEPS)[number];
  isDone: boolean;
  /** When it was done; null where it was not, or nobody knows. */
  on: string | null;
};

/** The few steps from asking to the end, as the shopper reads them. Of a claim that has ended, those that happened. */
export function progressOf(claim: Claim, rollup: Rollup): ProgressStep[] {
  const submitted = done('submitted', claim.createdOn);
  const way = wayBack(claim);
  const happened = [submitted, ...way.filter(({ isDone }) => isDone)];
  switch (rollup) {
    case 'Closed':
      return [...happened, done('canceled', latestInstant(claim.lines.map(({ canceledOn }) => canceledOn)))];
    case 'Denied':
      return [...happened, done('denied', claim.finalizedOn)];
    case 'Completed':
      return [...happened, done('completed', latestInstant([claim.finalizedOn, ...way.map(({ on }) => on)]))];
    case 'Approved':
      return [submitted, ...(way.length > 0 ? way : [done('reviewed', claim.finalizedOn)]), ahead('completed')];
    case 'Open':
    case 'Awaiting_Return':
    case 'In_Transit':
    case 'At_Return_Location':
      return [submitted, ...(way.length > 0 ? way : [ahead('reviewed')]), ahead('completed')];
  }
}

const done = (step: ProgressStep['step'], on: string | null): ProgressStep => ({ step, isDone: true, on });
const ahead = (step: ProgressStep['step']): ProgressStep => ({ step, isDone: false, on: null });

/** How far the goods are; none where nothing comes back. */
function wayBack(claim: Claim): ProgressStep[] {
  const shipments = claim.shipments.filter(({ canceledOn }) => canceledOn === null);
  if (!claim.returnRequired && shipments.length === 0) return [];
  const slowest = leastAdvanced(claim);
  const isBack = areGoodsBack(claim);
  const receivedOn = isBack ? latestInstant(shipments.map(deliveredOn)) : null;
  const sentOn = shipments.flatMap((shipment) => inTransitOn(shipment) ?? []).toSorted(byInstant)[0] ?? null;
  return [
    slowest && advance(slowest) > 0
      ? // Of a package without tracking nothing but its arrival is known.
        done('sent', sentOn === receivedOn ? null : sentOn)
      : ahead('sent'),
    isBack ? done('received', receivedOn) : ahead('received'),
  ];
}

const deliveredOn = ({ events, trackerUpdatedOn }: ReturnShipment): string | null =>
  events.find(({ status }) => status === 'delivered')?.date ?? trackerUpdatedOn;

export const SHOPPER_TASKS = ['answer', 'pay', 'send'] as const;

/** What a claim waits for its shopper to do; null where they only wait. */
export function shopperTask(claim: Claim, rollup: Rollup): (typeof SHOPPER_TASKS)[number] | null {
  if (claim.question?.isOpen) return 'answer';
  if (owedByShopper(claim) > 0) return 'pay';
  return rollup === 'Awaiting_Return' ? 'send' : null;
}
