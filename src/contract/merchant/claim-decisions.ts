import { z } from 'zod';
import { ClaimParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';
import { ACTION_TYPES } from '#core/automations/actions.ts';
import { Hook } from '#core/automations/hooks.ts';

export const claimDecisions = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/decisions',
  access: 'staff',
  summary: 'Get why automations decided about a claim as they did, moment by moment',
  params: ClaimParams,
  response: z.object({
    /** What the shopper asked for against the rules, and why they refuse it; the automation where one did. */
    refusals: z.array(z.object({ item: z.string(), text: z.string(), automation: z.string().nullable() })),
    decisions: z.array(
      z.object({
        /** What `npm run verify-receipt` takes. */
        receiptId: z.number().int(),
        hook: Hook,
        decidedOn: z.string(),
        /** Of the version of the rules: a content hash. */
        version: z.string(),
        /** In the order in which they ran. */
        rules: z.array(
          z.object({
            ruleId: z.number().int(),
            name: z.string(),
            type: z.enum(ACTION_TYPES),
            /** What the action is called. */
            action: z.string(),
            /** What it does, a sentence for each part. */
            does: z.array(z.string()),
            isMatch: z.boolean(),
            /** The condition that decided, by item; no item where it was the same for all. */
            reasons: z.array(z.object({ item: z.string().nullable(), text: z.string() })),
          }),
        ),
      }),
    ),
  }),
  errors: { CLAIM_NOT_FOUND: 'Claim not found' },
});
