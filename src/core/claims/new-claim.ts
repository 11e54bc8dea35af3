import { z } from 'zod';
import type { Address } from '#core/address.ts';
import type { AroundClaim } from '#core/automations/claim-facts.ts';
import { ResolutionMethod, type Claim } from '#core/claims/claim.ts';
import type { ClaimFees } from '#core/claims/fees.ts';
import { FieldValues } from '#core/claims/field-shapes.ts';
import { ClaimMedia } from '#core/claims/media-shapes.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import type { Stating } from '#core/claims/withdrawal-shapes.ts';
import type { Order, Variant } from '#core/orders/order.ts';
import type { Language } from '#core/texts/languages.ts';
import type { Policy } from '#core/policy/policy.ts';

export const ClaimSelection = z.object({
  lineIdFromPlatform: z.string(),
  quantity: z.number(),
  reasonId: z.string(),
  reasonDetail: z.string().default(''),
  comments: z.string().default(''),
  method: ResolutionMethod,
  /** The variant wanted instead; only for an exchange. */
  variantIdFromPlatform: z.string().nullable().default(null),
  /** Its product, where that is another one (an advanced exchange). */
  productIdFromPlatform: z.string().nullable().optional(),
  /** Its value is spent on the claim's Shop Now items; leftover credit is issued by `method`. */
  isShopNow: z.boolean().optional(),
  media: z.array(ClaimMedia).default([]),
  /** To the custom fields that rules ask about it. */
  customFields: FieldValues.optional(),
  /** To the questions that rules ask about it. */
  answers: z.array(z.object({ ruleId: z.number().int(), answer: z.enum(['yes', 'no']) })).optional(),
});
export type ClaimSelection = z.infer<typeof ClaimSelection>;

export type WantedUnits = { productIdFromPlatform: string; variantIdFromPlatform: string; quantity: number };

export type CreateClaimInput = {
  ids: { claimId: number; externalId: string; orderId: number };
  order: Order;
  /** What the asker may ask for, by which type of claim. */
  policy: Policy;
  /** Live variants by product id, of the products wanted in exchange. */
  variants: ReadonlyMap<string, readonly Variant[]>;
  /** All earlier claims of this order. */
  priorClaims: readonly Claim[];
  selections: readonly ClaimSelection[];
  /** Names of the products in `variants`, for goods of another product than the line's. */
  productTitles?: ReadonlyMap<string, string>;
  /** The ids of the groups that the products in `variants` are in. */
  productGroups?: ReadonlyMap<string, readonly number[]>;
  /** What the shop-now credit is spent on. */
  shopNowItems?: readonly WantedUnits[];
  isInstantExchange?: boolean;
  /** Shoppers ask staff to accept it against the rules: the policy that refused it on screen. Absent on others. */
  askedAgainst?: Policy;
  /** What the shopper paid or lets us hold for it. */
  payment?: CustomerPayment | null;
  shippingMethod: Claim['shippingMethod'];
  /** Where goods go back to; without one no label can be made. */
  returnAddress?: Address | null;
  /** As a rule says; absent where none does. */
  ruledAddress?: Address;
  /** Where they differ from the order's own; the recipient of a gift. */
  customer?: { name: string; email: string; shippingAddress?: Address | null; billingAddress?: Address };
  /** What the buyer left to be called at. */
  phone?: string;
  /** In which language the shopper is written to; absent for English. */
  language?: Language;
  /** The member of staff who makes it. */
  madeBy?: string;
  /** Where staff decide them; otherwise as the policy says. */
  fees?: Partial<ClaimFees>;
  /** By default as the policy says. */
  feeName?: string;
  /** The rules that run when a claim is created, and what they ask about; null or absent where there are none. */
  around?: AroundClaim | null;
  /** The buyer withdraws from the contract; the policy is that of the right of withdrawal. Absent on others. */
  withdrawal?: Stating;
  /** ISO instant. */
  now: string;
};
