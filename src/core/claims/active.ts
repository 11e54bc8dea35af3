import type { Minor } from '#core/money.ts';
import type { ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import { isUnderRepair } from '#core/claims/repair-state.ts';

/** A claim line that something may still come of: neither canceled nor denied. */
export const isActive = (line: ClaimLine): boolean =>
  line.canceledOn === null && line.status !== 'denied' && line.status !== 'closed';

/** Nothing comes of it anymore: canceled, or denied and carried out. */
export const isOver = ({ status, canceledOn, finalizedOn }: ClaimLine): boolean =>
  canceledOn !== null || (status === 'denied' && finalizedOn !== null);

/** Denied, and staff can still decide otherwise. */
const isDenialOpen = ({ status, denialDetail, canceledOn, finalizedOn }: ClaimLine): boolean =>
  status === 'denied' && denialDetail !== null && canceledOn === null && finalizedOn === null;

/**
 * Whether a line holds its units: no other claim can have them. A denial frees them once it is carried out; a repair
 * does once the item is on its way back to the shopper.
 */
export const holdsUnits = (line: ClaimLine): boolean =>
  isDenialOpen(line) || (isActive(line) && !cameBackRepaired(line));

/** Repaired, and on its way back to the shopper or there. */
export const cameBackRepaired = (line: ClaimLine): boolean =>
  isActive(line) && line.method === 'repair' && line.finalizedOn !== null && !isUnderRepair(line);

/** Still to be carried out. */
export const isOpen = (line: ClaimLine): boolean => isActive(line) && line.finalizedOn === null;

/** A line as it begins: asked for as other it ends as other and cannot be edited (C4.10, C4.11), so nothing is left to decide. */
export const decidedFromTheStart = (
  method: ResolutionMethod,
  requestedAmount: Minor,
): Pick<ClaimLine, 'status' | 'method' | 'amount'> =>
  method === 'other'
    ? { status: 'approved', method: 'other', amount: requestedAmount }
    : { status: 'open', method: null, amount: null };
