import type { Claim } from '#core/claims/claim.ts';

/** What a claim is called where it is spoken of to its shopper. */
export const NOUNS = { Return: 'return', Warranty: 'warranty claim' } as const satisfies Record<
  Claim['claimType'],
  string
>;
