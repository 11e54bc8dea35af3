import type { ClaimKind, ListKind } from '#core/lists/filters.ts';

/** Where each list is, and a claim of it (C2.04, C2.07). */
export const LIST = {
  Return: '/$storeId/claims/return',
  Warranty: '/$storeId/claims/warranty',
  Order: '/$storeId/orders/lookup',
} as const satisfies Readonly<Record<ListKind, string>>;
export const DETAIL = {
  Return: '/$storeId/claims/return/$claimId',
  Warranty: '/$storeId/claims/warranty/$claimId',
} as const satisfies Readonly<Record<ClaimKind, string>>;
