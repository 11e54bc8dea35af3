import { CLAIM_TYPES, ClaimType } from '#core/claims/types.ts';
import type { CancelReason } from '#core/claims/decision-shapes.ts';
import { unitsTaken } from '#core/claims/claim-units.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { emailEffect, outcomeEmail, type Decision } from '#core/claims/decision.ts';
import { withRequestedExchange } from '#core/claims/exchange.ts';
import { endPayments, returnNotAwaited, settlePayments } from '#core/claims/payments.ts';
import { advance } from '#core/claims/goods-progress.ts';
import type { ReturnShipment } from '#core/claims/shipment-shapes.ts';
import { callOffShipments, inTransitOn, isUnusedShipment } from '#core/claims/shipments.ts';
import { freeStock } from '#core/claims/reservation.ts';
import { assertOpen, decidableLine, withLine } from '#core/claims/resolution.ts';
import { decidedFromTheStart } from '#core/claims/active.ts';
import { isActive } from '#core/claims/active.ts';
import { withoutOpenQuestion } from '#core/claims/more-info.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { Refusal } from '#core/refusal.ts';

/** Cancels one line: nothing is issued for it. Canceling the last open line ends the claim. */
export function cancelLine(
  claim: Claim,
  lineId: number,
  now: string,
  reason: CancelReason = 'No_Action_Taken',
): Decision {
  const line = decidableLine(claim, lineId);
  refuseSent([line]);
  const saved = withEntry(
    // Decided again, it was not denied.
    withLine(claim, { ...canceled(line, reason, now), denialDetail: null, deniedOn: null }),
    { type: 'processing', subject: `${line.name} canceled`, message: CANCEL_LABELS[reason] },
    now,
  );
  if (saved.lines.every((one) => one.canceledOn !== null)) return endCanceled(saved, now);
  const isDone = saved.lines.every((one) => one.canceledOn !== null || one.finalizedOn !== null);
  return isDone ? endPartly({ ...withoutOpenQuestion(saved), finalizedOn: now }, now) : { claim: saved, effects: [] };
}

/**
 * Cancels everything that isn't finalized; permanent (C4.14). Voids unused labels, releases stock, and refunds or
 * releases what the shopper paid. Refuses EXCHANGE_ALREADY_SENT.
 */
export function cancelClaim(claim: Claim, now: string, by: 'customer' | 'staff' = 'staff'): Decision {
  assertOpen(claim);
  const open = claim.lines.filter((line) => line.finalizedOn === null && line.canceledOn === null);
  refuseSent(open);
  const isPartlyDone = claim.lines.some((line) => line.finalizedOn !== null);
  const lines = claim.lines.map((line) => (open.includes(line) ? canceled(line, 'No_Action_Taken', now) : line));
  const saved = withEntry(
    { ...withoutOpenQuestion(claim), lines, finalizedOn: isPartlyDone ? now : null },
    {
      type: 'processing',
      subject: by === 'customer' ? 'The customer canceled the claim' : 'Claim canceled',
      message: CANCEL_LABELS.No_Action_Taken,
    },
    now,
  );
  return isPartlyDone ? endPartly(saved, now) : endCanceled(saved, now);
}

/** Some of it was carried out, and the rest is canceled: the shopper was promised word of the rest. */
function endPartly(claim: Claim, now: string): Decision {
  const dropped = dropNotNeeded(claim, now);
  const ended = endPayments(dropped.claim);
  const freed = freeStock(ended.claim);
  return {
    claim: freed.claim,
    effects: [
      ...dropped.effects,
      ...ended.effects,
      ...freed.effects,
      // Restored, the same lines may be canceled again.
      ...outcomeEmail(freed.claim, `email:canceled:${claim.timeline.length}:claim:${claim.id}`),
    ],
  };
}

/** Voids labels that no return needs anymore. */
export const dropNotNeeded = (claim: Claim, now: string): Decision =>
  claim.lines.some(isActive) ? { claim, effects: [] } : dropUnused(claim, now);

const dropUnused = (claim: Claim, now: string): Decision =>
  callOffShipments(claim, claim.shipments.filter(isUnusedShipment), now);

function endCanceled(claim: Claim, now: string): Decision {
  const dropped = dropUnused(withoutOpenQuestion(claim), now);
  const ended = settlePayments(dropped.claim, 0);
  const freed = freeStock(ended.claim);
  return { claim: freed.claim, effects: [...dropped.effects, ...ended.effects, ...freed.effects] };
}

function refuseSent(lines: readonly ClaimLine[]): void {
  if (lines.every((line) => line.exchangeOrderedOn === null)) return;
  throw new Refusal(
    'conflict',
    'EXCHANGE_ALREADY_SENT',
    'The new items of this instant exchange were already ordered. Approve the item, or deny it to charge the customer.',
  );
}

const CANCEL_LABELS: Readonly<Record<CancelReason, string>> = {
  No_Action_Taken: 'Nothing is issued for it.',
  Final_Sale: 'Final sale: nothing is issued for it.',
};

function canceled(line: ClaimLine, cancelReason: CancelReason, now: string): ClaimLine {
  const { repair: _, externalRefundId: _refund, ...asked } = withRequestedExchange(line);
  return {
    ...asked,
    status: 'closed',
    method: null,
    amount: null,
    wasResolvedExternally: false,
    canceledOn: now,
    cancelReason,
    errors: [],
  };
}

/** Whether the claim can be canceled: something is open, and no items were sent ahead of the return. */
export const canCancel = (claim: Claim): boolean => {
  const open = claim.lines.filter((line) => line.finalizedOn === null && line.canceledOn === null);
  return claim.finalizedOn === null && open.length > 0 && open.every((line) => line.exchangeOrderedOn === null);
};

/** Why a shopper cannot cancel a claim, in the order of what tells most. */
export const CANCEL_BLOCKS = ['ended', 'decided', 'newItemsOrdered', 'inRepair', 'packageSent'] as const;
export type CancelBlock = (typeof CANCEL_BLOCKS)[number];

/** What keeps a shopper from canceling: something was carried out, or goods are on their way. Null where nothing does. */
export function cancelBlock(claim: Claim): CancelBlock | null {
  const open = claim.lines.filter((line) => line.finalizedOn === null && line.canceledOn === null);
  if (claim.finalizedOn !== null || open.length === 0) return 'ended';
  if (claim.lines.some((line) => line.finalizedOn !== null)) return 'decided';
  if (!canCancel(claim)) return 'newItemsOrdered';
  if (claim.lines.some(({ repair }) => repair && repair.state !== 'quoted' && repair.state !== 'accepted'))
    return 'inRepair';
  return claim.shipments.some(isOnItsWay) ? 'packageSent' : null;
}

const isOnItsWay = (shipment: ReturnShipment): boolean =>
  shipment.canceledOn === null && (advance(shipment) > 0 || inTransitOn(shipment) !== null);

const CANCEL_REFUSALS: Readonly<Record<CancelBlock, string>> = {
  ended: 'This request has already ended.',
  decided: 'The store has already completed a part of this request. Please contact the store.',
  newItemsOrdered: 'Your new items are already ordered. Please contact the store.',
  inRepair: 'Your item is already being repaired. Please contact the store.',
  packageSent: 'Your package is already on its way. Please contact the store.',
};

/** The shopper cancels what they asked for, while nothing came of it. Refuses CANCEL_TOO_LATE. */
export function cancelAsShopper(claim: Claim, now: string): Decision {
  const block = cancelBlock(claim);
  if (block !== null) throw new Refusal('conflict', 'CANCEL_TOO_LATE', CANCEL_REFUSALS[block]);
  const canceled = cancelClaim(claim, now, 'customer');
  const { timeline } = canceled.claim;
  return {
    claim: canceled.claim,
    // Restored, the claim may be canceled again.
    effects: [
      ...canceled.effects,
      ...emailEffect('finalized', canceled.claim, `email:canceled:${timeline.length}:claim:${claim.id}`),
    ],
  };
}

const RESTORABLE = ClaimType.options
  .filter((type) => CLAIM_TYPES[type].canRestore)
  .map((type) => CLAIM_TYPES[type].nouns)
  .join(' and ');

/** Whether Restore is offered (C4.15). */
export const canRestore = (claim: Claim): boolean =>
  CLAIM_TYPES[claim.claimType].canRestore && claim.lines.some(isRestored);

/** Canceled, and not denied before. */
export const isRestored = (line: ClaimLine): boolean => line.canceledOn !== null && line.denialDetail === null;

/** The canceled lines of a claim in the order in which they take their units back: those that staff look at again come first. */
export const inOrderOfRestoring = (claim: Claim): ClaimLine[] => [
  ...claim.lines.filter(isRestored),
  ...claim.lines.filter((line) => line.canceledOn !== null && !isRestored(line)),
];

/**
 * Brings the canceled lines of a claim back (C4.15); finalized and denied lines stay as they are. What was denied before
 * it was canceled is denied again, unless its units are part of another claim: then it stays canceled.
 * `canTakeBack`: whether a line's units are still free. Refuses RESTORE_NOT_ALLOWED and UNITS_TAKEN.
 */
export function restoreClaim(claim: Claim, canTakeBack: (line: ClaimLine) => boolean, now: string): Decision {
  const lines = claim.lines.filter(isRestored);
  if (!canRestore(claim)) {
    throw new Refusal('conflict', 'RESTORE_NOT_ALLOWED', `Only ${RESTORABLE} with canceled items can be restored.`);
  }
  const taken = lines.find((line) => !canTakeBack(line));
  if (taken) throw unitsTaken(taken);
  const restored: Claim = {
    ...returnNotAwaited(claim),
    finalizedOn: null,
    lines: claim.lines.map((line) =>
      isRestored(line)
        ? {
            ...line,
            ...decidedFromTheStart(line.requestedMethod, line.requestedAmount),
            canceledOn: null,
            cancelReason: null,
            restoredOn: now,
          }
        : line.canceledOn === null || !canTakeBack(line)
          ? line
          : { ...line, status: 'denied', canceledOn: null, cancelReason: null },
    ),
  };
  return {
    claim: withEntry(restored, { type: 'processing', subject: 'Claim restored', message: 'Ready for review.' }, now),
    effects: [],
  };
}
