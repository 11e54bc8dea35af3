import type { ResolutionMethod } from '#core/claims/claim.ts';

const METHOD_NAMES: Readonly<Record<ResolutionMethod, string>> = {
  refund: 'Refund',
  giftCard: 'Gift Card',
  storeCredit: 'Store Credit',
  variantExchange: 'Exchange',
  replacementOrder: 'Replacement Order',
  repair: 'Repair',
  warrantyReview: 'Warranty Review',
  other: 'Return',
};

/** What a method is called wherever it is shown (C3.17). */
export const methodName = (method: ResolutionMethod): string => METHOD_NAMES[method];
