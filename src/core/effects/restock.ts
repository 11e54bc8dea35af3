import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';
import { unitsText } from '#core/effects/units-text.ts';

export const RestockPayload = z.object({
  claimExternalId: z.string(),
  claimLineId: z.number().int(),
  variantIdFromPlatform: z.string(),
  quantity: z.number().int().positive(),
  state: z.enum(['available', 'damaged']),
  locationIdFromPlatform: z.string().nullable(),
});

export const restock = defineEffect({
  payload: RestockPayload,
  keptTexts: { payload: ['state'], result: ['label', 'url'] },
  summary: ({ quantity, state }) => `Restock ${unitsText([{ quantity }])}${state === 'damaged' ? ' as damaged' : ''}`,
  concerns: ({ claimLineId }, line) => line.id === claimLineId,
});
