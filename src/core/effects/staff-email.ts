import { z } from 'zod';
import { ClaimType } from '#core/claims/types.ts';
import { defineEffect } from '#core/effects/define.ts';

/** Tells somebody of the store that there is a new claim, or that its goods are back. */
export const StaffEmailPayload = z.object({
  claimId: z.number().int(),
  claimType: ClaimType,
  claimExternalId: z.string(),
  news: z.enum(['newClaim', 'received']),
  to: z.string(),
});

const NEWS = { newClaim: 'was submitted', received: 'arrived' } as const;

export const staffEmail = defineEffect({
  payload: StaffEmailPayload,
  summary: ({ claimExternalId, news, to }) => `Email ${to} that ${claimExternalId} ${NEWS[news]}`,
});
