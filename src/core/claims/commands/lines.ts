import { approveLine, revertLine, type Approval } from '#core/claims/approve.ts';
import { cancelLine } from '#core/claims/cancel.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { onClaim } from '#core/claims/commands/define.ts';
import { changeNote, changeReason, denyLine } from '#core/claims/resolution.ts';

type OfLine = { lineId: number };

const lineOf = (claim: Claim, { lineId }: OfLine): ClaimLine | undefined => claim.lines.find(({ id }) => id === lineId);

export const lineApproved = onClaim((claim, { lineId, approval }: OfLine & { approval: Approval }, now) =>
  approveLine(claim, lineId, approval, now),
);

export const lineReverted = onClaim((claim, { lineId }: OfLine, now) => revertLine(claim, lineId, now));

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
