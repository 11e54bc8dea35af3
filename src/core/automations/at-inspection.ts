import { customizeClaimLineItemInspection } from '#core/automations/actions/customize-claim-line-item-inspection.ts';
import { askAboutClaim, subjectOfLine, type AroundClaim } from '#core/automations/claim-facts.ts';
import type { Ruled } from '#core/automations/ruled.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { InspectionTemplate } from '#core/claims/inspection-shapes.ts';

/** What an inspection of a line collects: as the settings say, and as the rules say otherwise. */
export function atInspection(
  claim: Claim,
  lineId: number,
  template: InspectionTemplate,
  around: AroundClaim | null,
): { template: InspectionTemplate; ruled: Ruled[] } {
  if (!around?.rules.hasRulesAt('beforeClaimLineItemInspection')) return { template, ruled: [] };
  const answer = askAboutClaim(claim, 'beforeClaimLineItemInspection', around);
  const outcome = answer.of(customizeClaimLineItemInspection, subjectOfLine(lineId));
  const kept = { receipt: answer.receipt(), tags: [], taggedBy: '', notes: [] };
  if (!outcome) return { template, ruled: [{ ...kept, decided: {} }] };
  const { inspectionInstructions, inspectionCustomFieldIds: _fields, ...asked } = outcome.params;
  return {
    template: {
      ...template,
      ...asked,
      ...(inspectionInstructions.trim() === '' ? {} : { inspectionInstructions }),
    },
    ruled: [{ ...kept, decided: { customizeClaimLineItemInspection: { ...outcome, lineId } } }],
  };
}
