import { z } from 'zod';
import { ClaimType } from '#core/claims/types.ts';
import { RISK_FACTORS, RISK_LEVELS, RISK_SENTIMENTS } from '#core/claims/risk.ts';
import { ClaimParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

export const claimRisk = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/risk',
  access: 'staff',
  summary: 'Get the risk of a claim and each reason for it (C3.27, C7.10)',
  params: ClaimParams,
  response: z.object({
    level: z.enum(RISK_LEVELS),
    /** 0 to 100. */
    aggregateScore: z.number().int(),
    facts: z.array(
      z.object({
        factor: z.enum(RISK_FACTORS),
        score: z.number().int(),
        justification: z.string(),
        sentiment: z.enum(RISK_SENTIMENTS),
        /** The other claims it speaks of. */
        claims: z.array(z.object({ id: z.number().int(), externalId: z.string(), claimType: ClaimType })),
      }),
    ),
  }),
  errors: {
    CLAIM_NOT_FOUND: 'Claim not found',
    RISK_NOT_READY: 'Its photos are still being compared; try again in a few seconds',
  },
});
