import { z } from 'zod';
import { firstWinsAction } from '#core/automations/action.ts';
import { ResolutionMethod } from '#core/claims/claim.ts';
import { methodName } from '#core/claims/method-names.ts';

/** Staff choose what a reviewed item ends as, and what a replacement order sends. */
const NEEDS_STAFF: readonly ResolutionMethod[] = ['warrantyReview', 'replacementOrder'];

/** The resolutions that a rule can carry out as they were asked for. */
export const FINALIZABLE: readonly ResolutionMethod[] = ResolutionMethod.options.filter(
  (method) => !NEEDS_STAFF.includes(method),
);

export const autoFinalizeClaim = firstWinsAction({
  label: 'Auto Finalize Claim',
  description: 'Approve and finalize the claim without staff, when every item asks for one of these resolutions.',
  hooks: ['claimCreated', 'returnShipmentCreated', 'returnShipmentWebhook', 'rmaWebhook'],
  perLine: false,
  needsEveryLine: true,
  params: z.strictObject({
    allowedResolutionMethods: z.array(ResolutionMethod).min(1, 'Please select at least one resolution method'),
  }),
  initial: { allowedResolutionMethods: [] },
  summary: ({ allowedResolutionMethods }) => [allowedResolutionMethods.map(methodName).join(', ')],
});
