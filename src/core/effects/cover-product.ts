import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';
import { Minor } from '#core/money.ts';

/** Every price that has to have a variant; `revision` tells one wish from the next. */
export const CoverProductPayload = z.object({
  revision: z.number().int(),
  title: z.string(),
  prices: z.array(Minor).min(1),
});

export const coverProduct = defineEffect({
  payload: CoverProductPayload,
  summary: ({ prices }) =>
    `Make the product of the cover with ${prices.length === 1 ? 'one price' : `${prices.length} prices`}`,
});
