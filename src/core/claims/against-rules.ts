import type { Claim, ClaimLine } from '#core/claims/claim.ts';

/** A line that the rules refuse and staff have yet to decide: nothing of it is promised. */
export const isAskedForReview = ({ refusal, status, canceledOn }: ClaimLine): boolean =>
  refusal !== undefined && status === 'open' && canceledOn === null;

/** Whether some line of a claim was asked for against the rules. */
export const isAgainstRules = ({ lines }: Pick<Claim, 'lines'>): boolean =>
  lines.some(({ refusal }) => refusal !== undefined);
