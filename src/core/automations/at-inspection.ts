import { customizeClaimLineItemInspection } from '#core/automations/actions/customize-claim-line-item-inspection.ts';
import { askAboutClaim, subjectOfLine, type AroundClaim } from '#core/automations/claim-facts.ts';
import type { Ruled } from '#core/automations/ruled.ts';
import type { Claim } from '#core/claims/claim.ts';
import { fieldsWithIds } from '#core/claims/field-answers.ts';
import type { AskedField } from '#core/claims/field-shapes.ts';
import type { InspectionTemplate } from '#core/claims/inspection-shapes.ts';

/**
 * What an inspection of a line collects: as the settings say, and as the rules say otherwise. Custom fields that rules
 * name are asked after the questions of the settings. `fields`: those of the store.
 */
export function atInspection(
  claim: Claim,
  lineId: number,
  template: InspectionTemplate,
  around: AroundClaim | null,
  fields: readonly AskedField[],
): { template: InspectionTemplate; ruled: Ruled[] } {
  if (!around?.rules.hasRulesAt('beforeClaimLineItemInspection')) return { template, ruled: [] };
  const answer = askAboutClaim(claim, 'beforeClaimLineItemInspection', around);
  const outcome = answer.of(customizeClaimLineItemInspection, subjectOfLine(lineId));
  const kept = { receipt: answer.receipt(), tags: [], taggedBy: '', notes: [] };
  if (!outcome) return { template, ruled: [{ ...kept, decided: {} }] };
  const { inspectionInstructions, inspectionCustomFieldIds, ...asked } = outcome.params;
  return {
    template: {
      ...template,
      ...asked,
      customFields: [...template.customFields, ...fieldsWithIds(fields, inspectionCustomFieldIds)],
      ...(inspectionInstructions.trim() === '' ? {} : { inspectionInstructions }),
    },
    ruled: [{ ...kept, decided: { customizeClaimLineItemInspection: { ...outcome, lineId } } }],
  };
}
