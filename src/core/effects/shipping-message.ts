import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';

/** A message of staff to the shopper of a claim of shipping protection. Its words are kept with the conversation. */
export const ShippingMessagePayload = z.object({
  shippingClaimId: z.number().int(),
  claimExternalId: z.string(),
  to: z.string(),
  mailId: z.number().int(),
});

export const shippingMessage = defineEffect({
  payload: ShippingMessagePayload,
  keptTexts: { payload: ['claimExternalId'] },
  summary: ({ claimExternalId }) => `Email a message about ${claimExternalId}`,
});
