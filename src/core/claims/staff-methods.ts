import type { Claim, ResolutionMethod } from '#core/claims/claim.ts';

/** What staff can ask for when they make a claim, by its type, in the order it is offered. */
export const STAFF_METHODS: Readonly<Record<Claim['claimType'], readonly ResolutionMethod[]>> = {
  Return: ['refund', 'storeCredit', 'giftCard', 'variantExchange', 'other'],
  Warranty: [
    'warrantyReview',
    'replacementOrder',
    'variantExchange',
    'repair',
    'refund',
    'storeCredit',
    'giftCard',
    'other',
  ],
};
