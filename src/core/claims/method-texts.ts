import type { ResolutionMethod } from '#core/claims/claim.ts';
import type { PortalTextId } from '#core/texts/ids.ts';

/** What shoppers read for a method. */
export const METHOD_TEXTS = {
  refund: 'method.refund',
  giftCard: 'method.giftCard',
  storeCredit: 'method.storeCredit',
  variantExchange: 'method.variantExchange',
  replacementOrder: 'claim.replacement',
  repair: 'claim.repair',
  warrantyReview: 'claim.warrantyReview',
  other: 'email.method.other',
} as const satisfies Readonly<Record<ResolutionMethod, PortalTextId>>;
