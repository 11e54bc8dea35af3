import type { ClaimReason } from '#core/claims/reasons.ts';
import type { InspectionTemplate } from '#core/claims/inspection-shapes.ts';
import type { ClaimType } from '#core/claims/types.ts';
import type { PaymentProvider } from '#core/payments/providers.ts';
import type { ClaimPolicy, LinePolicy } from '#core/policy/claim-policy.ts';

/** Who asks. The buyer and the recipient of an order are not told about each other's claims. */
export type Asker = 'staff' | 'buyer' | 'recipient';

/** What a store offers, whatever the order. */
export type StorePolicy = {
  isReturnsEnabled: boolean;
  isGiftReturnEnabled: boolean;
  isAdvancedExchangeEnabled: boolean;
  isInstantExchangeEnabled: boolean;
  isShopNowEnabled: boolean;
  /** Who collects what a shopper owes; with none, an exchange that costs more cannot be chosen. */
  paymentProvider: PaymentProvider | 'none';
  shippingMethods: readonly ('label' | 'packingSlip')[];
  reasons: ClaimReason[];
  /** SKUs of shipping protection and the like, which are neither returned nor sent in exchange. */
  protectionSkus: readonly string[];
};

/** How finalizing carries out what was decided. It is evaluated at that moment, not when the claim is submitted. */
export type FinalizePolicy = {
  /** C4.19, as the back office names them. */
  inventoryHandling: 'doNotDecrement' | 'decrementIgnoringPolicies' | 'decrementObeyingPolicies';
  /** What happens to a line whose goods are out of stock: it is left out with an error, or sent anyway. */
  outOfStockAtFinalize: 'fail' | 'continue';
};

/** How a return document is made, evaluated when it is. */
export type ShipmentPolicy = {
  /** Days it may be used. */
  defaultReturnExpirationDays: number;
  returnInstructions: string;
};

/** What an inspection collects, evaluated when one begins. */
export type InspectionPolicy = { inspectionTemplate: InspectionTemplate };

/** What may be done with one order by one type of claim, and at what price: the only answer to it. */
export type Policy = StorePolicy & {
  claimType: ClaimType;
  asker: Asker;
  /** Whether such a claim can be made at all. */
  isOffered: boolean;
  /** Prices and fees of the shop are in the order's currency. Otherwise none of them counts. */
  isPriced: boolean;
  /** What is stored with the claim. */
  terms: ClaimPolicy;
  claimOrderTags: string[];
  /** Days that stock stays reserved for a claim; 0 reserves none. */
  reservationDays: number;
  /** For goods that are sent as soon as the claim is submitted. */
  sending: FinalizePolicy;
};

/** What holds for a line of an order or claim. */
export function linePolicy(
  { lines }: Pick<ClaimPolicy, 'lines'>,
  { idFromPlatform }: { idFromPlatform: string },
): LinePolicy {
  const policy = lines.find((one) => one.lineIdFromPlatform === idFromPlatform);
  if (!policy) throw new Error('a policy has every line of its order');
  return policy;
}
