import type { ClaimKind } from '#core/lists/filters.ts';

/** Where each list of claims is, and a claim of it (C2.04). */
export const LIST = {
  Return: '/$storeId/claims/return',
  Warranty: '/$storeId/claims/warranty',
} as const satisfies Readonly<Record<ClaimKind, string>>;
export const DETAIL = {
  Return: '/$storeId/claims/return/$claimId',
  Warranty: '/$storeId/claims/warranty/$claimId',
} as const satisfies Readonly<Record<ClaimKind, string>>;
