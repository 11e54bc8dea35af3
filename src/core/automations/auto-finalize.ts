import { FINALIZABLE } from '#core/automations/actions/auto-finalize-claim.ts';
import { isDecidable } from '#core/claims/resolution.ts';
import type { Claim, ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import type { RiskLevel } from '#core/claims/risk.ts';

/**
 * Why a rule leaves a claim to staff; null where it may finalize it. Staff's own decisions stay theirs, and a claim of
 * high risk is theirs to judge. `riskLevel`: null while it is not known.
 */
export function leftToStaff(
  claim: Claim,
  allowed: readonly ResolutionMethod[],
  riskLevel: RiskLevel | null,
): string | null {
  const lines = claim.lines.filter((line) => line.canceledOn === null);
  if (claim.finalizedOn !== null || lines.length === 0) return 'Nothing is left to finalize.';
  if (claim.erasedOn !== undefined) return "The customer's data was erased.";
  if (claim.question?.isOpen) return 'The customer has yet to answer a question.';
  if (lines.some((line) => line.restoredOn !== undefined)) return 'An item was brought back for review.';
  if (lines.some((line) => line.refusal)) return 'The customer asked for an exception to the rules.';
  if (lines.some((line) => line.isHeldForReview)) return 'A rule holds an item for review.';
  if (!lines.every((line) => isDecidable(claim, line) && isUntouched(line))) return 'Staff decided an item themselves.';
  if (!lines.every((line) => allowed.includes(line.requestedMethod)))
    return 'An item asks for a resolution that the rule does not allow.';
  if (!lines.every((line) => FINALIZABLE.includes(line.requestedMethod)))
    return 'A warranty review or a replacement order needs a decision by staff.';
  return riskLevel === 'High' ? 'The risk of this claim is high.' : null;
}

const isUntouched = ({ status, requestedMethod }: ClaimLine): boolean =>
  status === 'open' || (status === 'approved' && requestedMethod === 'other');
