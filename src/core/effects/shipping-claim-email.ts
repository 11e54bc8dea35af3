import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';

/** What the emails to the shopper of a claim of shipping protection are about. */
const NEWS = {
  filed: 'Email that it was received:',
  confirmAddress: 'Email the link that confirms the address of',
  refunded: 'Email the refund of',
  reordered: 'Email the new order of',
  notSent: 'Email that the new order is delayed:',
  denied: 'Email the denial of',
  resolved: 'Email the end of',
} as const;
export const ShippingNews = z.enum(Object.keys(NEWS) as [keyof typeof NEWS, ...(keyof typeof NEWS)[]]);
export type ShippingNews = z.infer<typeof ShippingNews>;

export const ShippingClaimEmailPayload = z.object({
  shippingClaimId: z.number().int(),
  claimExternalId: z.string(),
  to: z.string(),
  news: ShippingNews,
});

export const shippingClaimEmail = defineEffect({
  payload: ShippingClaimEmailPayload,
  keptTexts: { payload: ['claimExternalId', 'news'] },
  summary: ({ claimExternalId, news }) => `${NEWS[news]} ${claimExternalId}`,
});
