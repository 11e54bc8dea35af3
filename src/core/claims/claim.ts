import { z } from 'zod';
import { ClaimType } from '#core/claims/types.ts';
import { Address } from '#core/address.ts';
import { DenialDetail, CancelReason, LineStatus } from '#core/claims/decision-shapes.ts';
import { LINE_GOODS, CLAIM_GOODS } from '#core/claims/goods-shapes.ts';
import { LINE_INSPECTIONS } from '#core/claims/inspection-shapes.ts';
import { FieldAnswer } from '#core/claims/field-shapes.ts';
import { ClaimMedia } from '#core/claims/media-shapes.ts';
import { CLAIM_PAYMENTS } from '#core/claims/payment-shapes.ts';
import { CLAIM_RESERVATION } from '#core/claims/reservation-shapes.ts';
import { CLAIM_DELIVERY } from '#core/claims/delivery-shapes.ts';
import { CLAIM_APPEAL } from '#core/claims/appeal-shapes.ts';
import { CLAIM_REMINDERS } from '#core/claims/reminder-shapes.ts';
import { CLAIM_SETTLEMENTS } from '#core/claims/settlement-shapes.ts';
import { CLAIM_SHIPMENTS } from '#core/claims/shipment-shapes.ts';
import { TimelineEntry } from '#core/claims/timeline-shapes.ts';
import { CLAIM_WITHDRAWAL, LINE_WITHDRAWAL } from '#core/claims/withdrawal-shapes.ts';
import { CLAIM_WAREHOUSE } from '#core/claims/warehouse-shapes.ts';
import { CurrencyCode, Minor } from '#core/money.ts';
import { LANGUAGE_CODES } from '#core/texts/languages.ts';
import { ClaimPolicy } from '#core/policy/claim-policy.ts';
import { CLAIM_FEES } from '#core/claims/fee-shapes.ts';
import { CLAIM_INFORMATION } from '#core/claims/information-shapes.ts';
import { LINE_REPAIR } from '#core/claims/repair-shapes.ts';
import { LINE_REVIEW } from '#core/claims/review-shapes.ts';
import { CLAIM_RECIPIENT } from '#core/claims/recipient-shapes.ts';

/** C3.17, with store credit next to the gift card, whatever the store issues gift cards as. */
export const ResolutionMethod = z.enum([
  'refund',
  'giftCard',
  'storeCredit',
  'variantExchange',
  'replacementOrder',
  'repair',
  'warrantyReview',
  'other',
]);
export type ResolutionMethod = z.infer<typeof ResolutionMethod>;

/** One returned order line within a claim. Amounts are minor units of the claim's currency. */
export const ClaimLine = z.object({
  id: z.number().int(),
  lineIdFromPlatform: z.string(),
  fulfillmentLineIdFromPlatform: z.string().nullable(),
  productIdFromPlatform: z.string().nullable(),
  name: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  imgUrl: z.string().nullable(),
  quantity: z.number().int().positive(),
  /** The value of these units by what was paid, and the tax in it (or on top). */
  subtotal: Minor,
  tax: Minor,
  /** subtotal plus tax where tax came on top: what the shopper can get back. */
  requestedAmount: Minor,
  incentiveAmount: Minor,
  /** As requested: finalizing replaces the other with what was issued. */
  requestedIncentiveAmount: Minor,
  /** The bonus as a part of the value; 0 without one. */
  incentiveBasisPoints: z.number().int(),
  /** A rule gave it as an amount; absent on others. */
  isIncentiveFixed: z.literal(true).exactOptional(),
  reasonId: z.string(),
  reasonName: z.string(),
  reasonDetail: z.string(),
  comments: z.string(),
  /** What rules asked about it, and what the shopper answered; absent without any. */
  answers: z.array(z.object({ ruleId: z.number().int(), question: z.string(), answer: z.string() })).exactOptional(),
  /** Custom fields that rules asked the shopper, with the answers; absent without any. */
  customFields: z.array(FieldAnswer).exactOptional(),
  media: z.array(ClaimMedia),
  requestedMethod: ResolutionMethod,
  status: LineStatus,
  /** Set by staff's decision; null until then. */
  method: ResolutionMethod.nullable(),
  amount: Minor.nullable(),
  /** Staff settled it outside: it counts as given, and nothing moves. */
  wasResolvedExternally: z.boolean(),
  /** The platform's refund it was settled by, as staff said; absent where it was none of the order's. */
  externalRefundId: z.string().exactOptional(),
  /** Its share of fees, shipping and goods, known when it is finalized. */
  deductedAmount: Minor,
  /** What was issued for it, bonus apart; 0 until it is finalized. */
  issuedAmount: Minor,
  /** The store platform takes these units back in a return of its own, so that it counts them too. */
  isReturnedAtPlatform: z.boolean(),
  denialDetail: DenialDetail.nullable(),
  noteToCustomer: z.string(),
  finalizedOn: z.string().nullable(),
  canceledOn: z.string().nullable(),
  cancelReason: CancelReason.nullable(),
  /** When staff denied it; null on others. */
  deniedOn: z.string().nullable(),
  /** When it was last brought back for review (C4.15); absent where it never was. */
  restoredOn: z.string().exactOptional(),
  /** A rule wants staff to decide whether the shopper keeps it, before anything is sent back; absent on others. */
  isHeldForReview: z.literal(true).exactOptional(),
  /** Why the last attempt to finalize left this line out. */
  errors: z.array(z.string()),
  ...LINE_GOODS,
  ...LINE_INSPECTIONS,
  ...LINE_REVIEW,
  ...LINE_REPAIR,
  ...LINE_WITHDRAWAL,
});
export type ClaimLine = z.infer<typeof ClaimLine>;

/** The aggregate: loaded whole, decided by pure functions, saved whole under its version. */
export const Claim = z.object({
  id: z.number().int(),
  externalId: z.string(),
  claimType: ClaimType,
  createdOn: z.string(),
  updatedOn: z.string(),
  finalizedOn: z.string().nullable(),
  /** When the shopper's data was erased from it; absent on others. */
  erasedOn: z.string().exactOptional(),
  orderId: z.number().int(),
  orderIdFromPlatform: z.string(),
  orderNo: z.string(),
  currencyCode: CurrencyCode,
  customerName: z.string(),
  customerEmail: z.string(),
  shippingAddress: Address.nullable(),
  /** Absent where it is the order's. */
  billingAddress: Address.exactOptional(),
  /** Of the shopper; absent for English. */
  language: z.enum(LANGUAGE_CODES).exactOptional(),
  source: z.enum(['Customer_App', 'Merchant_App']),
  /** What staff wrote to the customer about all of it when they finalized; absent while they did not. */
  noteToCustomer: z.string().exactOptional(),
  lines: z.array(ClaimLine).min(1),
  timeline: z.array(TimelineEntry),
  /** The terms it was submitted under. */
  policy: ClaimPolicy,
  ...CLAIM_GOODS,
  ...CLAIM_PAYMENTS,
  ...CLAIM_RESERVATION,
  ...CLAIM_SETTLEMENTS,
  ...CLAIM_SHIPMENTS,
  ...CLAIM_FEES,
  ...CLAIM_INFORMATION,
  ...CLAIM_RECIPIENT,
  ...CLAIM_WAREHOUSE,
  ...CLAIM_REMINDERS,
  ...CLAIM_APPEAL,
  ...CLAIM_DELIVERY,
  ...CLAIM_WITHDRAWAL,
});
export type Claim = z.infer<typeof Claim>;
