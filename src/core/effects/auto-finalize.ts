import { z } from 'zod';
import { ResolutionMethod } from '#core/claims/claim.ts';
import { defineEffect } from '#core/effects/define.ts';

export const AutoFinalizePayload = z.object({
  claimExternalId: z.string(),
  ruleId: z.number().int(),
  ruleName: z.string(),
  allowedMethods: z.array(ResolutionMethod),
});
export type AutoFinalizePayload = z.infer<typeof AutoFinalizePayload>;

export const autoFinalize = defineEffect({
  payload: AutoFinalizePayload,
  keptTexts: { payload: ['claimExternalId', 'ruleName'], result: ['label'] },
  summary: ({ ruleName }) => `Finalize the claim by rule “${ruleName}”`,
  overtakenBy: (_payload, { after }) => (after.finalizedOn === null ? null : 'The claim was finalized.'),
});
