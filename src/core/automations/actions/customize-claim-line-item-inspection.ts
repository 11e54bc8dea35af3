import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';

export const customizeClaimLineItemInspection = firstWinsAction({
  label: 'Customize Inspection',
  description: 'Choose what staff record when they inspect an item.',
  hooks: ['beforeClaimLineItemInspection'],
  perLine: true,
  params: z.strictObject({
    inspectionCustomFieldIds: z.array(z.number().int().positive()),
    showInspectionMediaUpload: z.boolean(),
    showInspectionComment: z.boolean(),
    shouldCollectInspectionGrade: z.boolean(),
    inspectionInstructions: z.string().max(2000),
  }),
  initial: {
    inspectionCustomFieldIds: [],
    showInspectionMediaUpload: true,
    showInspectionComment: true,
    shouldCollectInspectionGrade: false,
    inspectionInstructions: '',
  },
  summary: (its, { customField }) => [
    ...(its.inspectionInstructions === '' ? [] : [`Instructions: ${its.inspectionInstructions}`]),
    ...(its.shouldCollectInspectionGrade ? ['Grade'] : []),
    ...(its.showInspectionComment ? ['Comment'] : []),
    ...(its.showInspectionMediaUpload ? ['Photos and videos'] : []),
    ...its.inspectionCustomFieldIds.map((id) => `Field: ${customField(id)}`),
  ],
  references: ({ inspectionCustomFieldIds: customFields }) => ({ customFields }),
});
