import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';

export const OrderLinkPayload = z.object({
  orderId: z.number().int(),
  /** Whose address it goes to, as the order has it when it is sent. */
  whose: z.enum(['order', 'customer']),
  linkId: z.string(),
});
export type OrderLinkPayload = z.infer<typeof OrderLinkPayload>;

export const orderLink = defineEffect({
  payload: OrderLinkPayload,
  keptTexts: { payload: ['whose'], result: ['label'] },
  summary: () => 'Email with a link that opens the order',
});
