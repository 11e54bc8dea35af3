import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';

export const OrderTagsPayload = z.object({ orderIdFromPlatform: z.string(), tags: z.array(z.string()).min(1) });

export const orderTags = defineEffect({
  payload: OrderTagsPayload,
  keptTexts: { payload: ['tags'], result: ['label', 'url'] },
  summary: ({ tags }) => `Tag the order ${tags.join(', ')}`,
});
