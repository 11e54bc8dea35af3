import { z } from 'zod';
import { Address } from '#core/address.ts';
import { TimelineEntry } from '#core/claims/timeline-shapes.ts';
import { ShippingDenial, ShippingReason } from '#core/protection/reasons.ts';
import { ResolvedIn, ShippingMethod, ShippingSource, ShippingStatus } from '#core/protection/shipping-claim.ts';
import { MediaShown } from '#contract/claim-shapes.ts';
import { Amount } from '#contract/route.ts';

/** A claim of shipping protection as staff see it (C3.12). Amounts are decimals of `currencyCode`. */
export const ShippingClaimShown = z.object({
  id: z.number().int(),
  externalId: z.string(),
  version: z.number().int(),
  createdOn: z.string(),
  updatedOn: z.string(),
  currencyCode: z.string(),
  status: ShippingStatus,
  /** "Closed - Refunded". */
  statusLabel: z.string(),
  reason: ShippingReason,
  reasonLabel: z.string(),
  source: ShippingSource,
  sourceLabel: z.string(),
  /** What the shopper asked for; `resolutionSummary` says what they got. */
  resolutionMethod: ShippingMethod,
  noteFromCustomer: z.string(),
  noteFromMerchant: z.string(),
  resolvedOn: z.string().nullable(),
  resolvedIn: ResolvedIn.nullable(),
  resolvedBy: z.string().nullable(),
  /** Who works on it. */
  assignee: z.object({ userId: z.number().int(), name: z.string() }).nullable(),
  images: z.array(MediaShown),
  linkToCustomerUi: z.string(),
  customerId: z.string().nullable(),
  customerEmail: z.string(),
  customerName: z.string(),
  customerPhone: z.string(),
  shippingAddress: Address.nullable(),
  originalStoreOrder: z.object({
    id: z.number().int(),
    idFromPlatform: z.string(),
    orderNo: z.string(),
    platformAdminUrl: z.string().nullable(),
    wasShippingProtected: z.boolean(),
    shippingPaid: Amount,
  }),
  shippingClaimLineItems: z.array(
    z.object({
      id: z.number().int(),
      quantity: z.number().int(),
      /** What a refund of the units gives. */
      amount: Amount,
      originalStoreOrderLineItem: z.object({
        idFromPlatform: z.string(),
        sku: z.string(),
        name: z.string(),
        variantTitle: z.string(),
        imgUrl: z.string().nullable(),
      }),
    }),
  ),
  /** A reorder was granted and waits for the shopper's address until then. */
  reorderUntil: z.string().nullable(),
  denial: z.object({ reason: ShippingDenial, label: z.string(), note: z.string() }).nullable(),
  resolutionSummary: z.object({
    exchangeOrder: z
      .object({
        platformAdminUrl: z.string(),
        orderNameFromPlatform: z.string(),
        lineItems: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
      })
      .nullable(),
    refund: z
      .object({
        amount: Amount,
        shippingFee: Amount,
        handlingFee: Amount,
        cover: Amount,
        isRefundPending: z.boolean(),
      })
      .nullable(),
  }),
  /** Whether the store's staff decide, or the provider's. */
  isMerchantFinalizationEnabled: z.boolean(),
  /** Whether the user who asks may decide. */
  canFinalize: z.boolean(),
  /** The most a refund can give. */
  mostRefundable: Amount,
  /** What a refund of the cover would give; 0 where the order has none. */
  coverAmount: Amount,
  timeline: z.array(TimelineEntry),
});
export type ShippingClaimShown = z.infer<typeof ShippingClaimShown>;
