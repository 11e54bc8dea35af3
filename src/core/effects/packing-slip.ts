import { z } from 'zod';
import { Address } from '#core/address.ts';
import { defineEffect } from '#core/effects/define.ts';

export const PackingSlipPayload = z.object({
  claimExternalId: z.string(),
  claimLineIds: z.array(z.number().int()).min(1),
  /** Null means the customer's address, or the store's own. */
  from: Address.nullable(),
  to: Address.nullable(),
});

export const packingSlip = defineEffect({
  payload: PackingSlipPayload,
  summary: () => 'Create a packing slip',
  concerns: ({ claimLineIds }, line) => claimLineIds.includes(line.id),
});
