import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';

export const ReleaseStockPayload = z.object({
  claimExternalId: z.string(),
  /** Purpose key under which it was reserved. */
  reservedBy: z.string(),
});

export const releaseStock = defineEffect({
  payload: ReleaseStockPayload,
  keptTexts: { payload: ['reservedBy'], result: ['label'] },
  summary: () => 'Release reserved stock',
});
