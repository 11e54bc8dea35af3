import type { Minor } from '#core/money.ts';
import type { ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';

/** A claim line that holds its units: neither canceled nor denied. */
export const isActive = (line: ClaimLine): boolean =>
  line.canceledOn === null && line.status !== 'denied' && line.status !== 'closed';

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
