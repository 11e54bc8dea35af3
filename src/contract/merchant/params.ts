import { z } from 'zod';

/** What calls of a store, and of a claim in it, have in their path. */
export const StoreParams = z.object({ storeId: z.coerce.number().int().positive() });
export const ClaimParams = StoreParams.extend({ claimId: z.coerce.number().int().positive() });
export const LineParams = ClaimParams.extend({ claimLineItemId: z.coerce.number().int().positive() });

/** The version something was shown at; saving over a newer one is refused. */
export const Version = z.number().int().nonnegative();

/** How changing a claim may be refused, whatever the change. */
export const Changed = {
  CLAIM_CHANGED: 'Someone else changed this claim first',
  CLAIM_NOT_FOUND: 'Claim not found',
  CUSTOMER_ERASED: "The customer's data was erased",
};
