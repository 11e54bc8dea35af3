/** The list of a type of claims, and a claim of it (C2.04). */
export const CLAIMS = '/$storeId/claims/$type';
export const CLAIM = '/$storeId/claims/$type/$claimId';
/** The list of orders (C2.07). */
export const ORDERS = '/$storeId/orders/lookup';
