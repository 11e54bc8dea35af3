import { z } from 'zod';
import { LANGUAGE_CODES } from '#core/texts/languages.ts';
import { defineEffect } from '#core/effects/define.ts';

export const OrderLinkPayload = z.object({
  orderId: z.number().int(),
  /** Whose address it goes to, as the order has it when it is sent. */
  whose: z.enum(['order', 'customer']),
  linkId: z.string(),
  /** Of the reader; absent for English. */
  language: z.enum(LANGUAGE_CODES).exactOptional(),
});
export type OrderLinkPayload = z.infer<typeof OrderLinkPayload>;

export const orderLink = defineEffect({
  payload: OrderLinkPayload,
  keptTexts: { payload: ['whose', 'language'], result: ['label'] },
  summary: () => 'Email with a link that opens the order',
});
