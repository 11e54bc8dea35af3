import { z } from 'zod';
import { ClaimType } from '#core/claims/types.ts';
import { defineEffect } from '#core/effects/define.ts';

/** Tells somebody of the store that a claim could not be finalized. */
export const FailureEmailPayload = z.object({
  claimId: z.number().int(),
  claimType: ClaimType,
  claimExternalId: z.string(),
  to: z.string(),
  reason: z.string(),
});

export const failureEmail = defineEffect({
  payload: FailureEmailPayload,
  summary: ({ claimExternalId, to }) => `Email ${to} that ${claimExternalId} couldn't be finalized`,
});
