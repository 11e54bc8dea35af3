import { holdsUnits } from '#core/claims/active.ts';
import { approveLine, revertLine, type Approval } from '#core/claims/approve.ts';
import { cancelLine } from '#core/claims/cancel.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { onClaim, onOrder, type HeldOrder } from '#core/claims/commands/define.ts';
import { changeNote, changeReason, denyLine } from '#core/claims/resolution.ts';
import { linesWithFreeUnits, unitsTaken } from '#core/claims/claim-units.ts';

type OfLine = { lineId: number };

const lineOf = (claim: Claim, { lineId }: OfLine): ClaimLine | undefined => claim.lines.find(({ id }) => id === lineId);

const isDenied = (claim: Claim, of: OfLine): boolean => lineOf(claim, of)?.status === 'denied';

/** A line that a restored claim came back with as denied holds no units; deciding it takes them, unless another claim has them. */
function takeUnitsBack(claim: Claim, of: OfLine, held: () => HeldOrder): void {
  const line = lineOf(claim, of);
  if (line?.status !== 'denied' || holdsUnits(line)) return;
  const { order, claims } = held();
  if (linesWithFreeUnits(order, claims, [line]).has(line.id)) return;
  throw unitsTaken(line);
}

export const lineApproved = onOrder((claim, { approval, ...of }: OfLine & { approval: Approval }, now, held) => {
  takeUnitsBack(claim, of, held);
  return approveLine(claim, of.lineId, approval, now);
}, isDenied);

export const lineReverted = onOrder((claim, of: OfLine, now, held) => {
  takeUnitsBack(claim, of, held);
  return revertLine(claim, of.lineId, now);
}, isDenied);

type Denial = OfLine & { detail: Parameters<typeof denyLine>[2]; noteToCustomer: string | undefined };

export const lineDenied = onClaim((claim, { detail, noteToCustomer, ...of }: Denial, now) =>
  denyLine(claim, of.lineId, detail, (noteToCustomer ?? lineOf(claim, of)?.noteToCustomer ?? '').trim(), now),
);

export const lineCanceled = onClaim(
  (claim, { lineId, reason }: OfLine & { reason: Parameters<typeof cancelLine>[3] }, now) =>
    cancelLine(claim, lineId, now, reason),
);

export const lineReasonChanged = onClaim(
  (claim, { lineId, reason }: OfLine & { reason: Parameters<typeof changeReason>[2] }, now) =>
    changeReason(claim, lineId, reason, now),
);

export const lineNoteChanged = onClaim((claim, { lineId, note }: OfLine & { note: string }, now) =>
  changeNote(claim, lineId, note, now),
);
