import type { ClaimLine } from '#core/claims/claim.ts';

/** A claim line that holds its units: neither canceled nor denied. */
export const isActive = (line: ClaimLine): boolean =>
  line.canceledOn === null && line.status !== 'denied' && line.status !== 'closed';

/** Still to be carried out. */
export const isOpen = (line: ClaimLine): boolean => isActive(line) && line.finalizedOn === null;
