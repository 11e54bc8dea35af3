import { z } from 'zod';
import { Address } from '#core/address.ts';
import { CurrencyCode, Minor } from '#core/money.ts';

export const ResolutionMethod = z.enum(['refund', 'giftCard', 'storeCredit', 'variantExchange', 'other']);
export type ResolutionMethod = z.infer<typeof ResolutionMethod>;

export const ClaimType = z.enum(['Return', 'Warranty']);
export const DenialDetail = z.enum([
  'Wrong_Item',
  'Item_Not_Returned',
  'Noncompliant_Return',
  'Not_Covered_Under_Warranty',
  'No_Action_Taken',
]);
export type DenialDetail = z.infer<typeof DenialDetail>;

export const ClaimMedia = z.object({
  id: z.string(),
  filename: z.string(),
  contentType: z.string(),
  size: z.number().int(),
});
export type ClaimMedia = z.infer<typeof ClaimMedia>;

export const ExchangeChoice = z.object({
  variantIdFromPlatform: z.string(),
  title: z.string(),
  sku: z.string().default(''),
  imgUrl: z.string().nullable().default(null),
});
export type ExchangeChoice = z.infer<typeof ExchangeChoice>;

/** One returned order line within a claim. Amounts are minor units of the claim's currency. */
export const ClaimLine = z.object({
  id: z.number().int(),
  lineIdFromPlatform: z.string(),
  fulfillmentLineIdFromPlatform: z.string().nullable(),
  name: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  imgUrl: z.string().nullable(),
  quantity: z.number().int().positive(),
  /** Value of these units from what was paid, and the tax in (or on top of) it. */
  subtotal: Minor,
  tax: Minor,
  /** subtotal plus tax where tax came on top: what the shopper can get back. */
  requestedAmount: Minor,
  incentiveAmount: Minor,
  reasonId: z.string(),
  reasonName: z.string(),
  reasonDetail: z.string(),
  comments: z.string(),
  media: z.array(ClaimMedia),
  requestedMethod: ResolutionMethod,
  exchange: ExchangeChoice.nullable(),
  status: z.enum(['open', 'approved', 'denied', 'closed']),
  /** Set by staff's decision; null until then. */
  method: ResolutionMethod.nullable(),
  amount: Minor.nullable(),
  denialDetail: DenialDetail.nullable(),
  noteToCustomer: z.string(),
  finalizedOn: z.string().nullable(),
  canceledOn: z.string().nullable(),
});
export type ClaimLine = z.infer<typeof ClaimLine>;

export const TrackerStatus = z.enum([
  'unknown',
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'available_for_pickup',
  'return_to_sender',
  'failure',
  'cancelled',
  'error',
]);
export type TrackerStatus = z.infer<typeof TrackerStatus>;

/** C3.20, C3.21. */
export const ReturnShipment = z.object({
  id: z.number().int(),
  type: z.enum(['Label', 'Packing_Slip']),
  createdOn: z.string(),
  provider: z.string().nullable(),
  shipmentIdFromProvider: z.string().nullable(),
  carrier: z.string(),
  service: z.string(),
  cost: Minor,
  trackingCode: z.string(),
  trackingUrl: z.string(),
  trackerStatus: TrackerStatus,
  trackerUpdatedOn: z.string().nullable(),
  events: z.array(z.object({ date: z.string(), message: z.string(), status: TrackerStatus, location: z.string() })),
  /** Key of the PDF in Files, and of the QR code where the carrier takes one. */
  documentKey: z.string(),
  qrCodeUrl: z.string().nullable(),
  canceledOn: z.string().nullable(),
});
export type ReturnShipment = z.infer<typeof ReturnShipment>;

export const TimelineEntry = z.object({
  id: z.string(),
  datetime: z.string(),
  type: z.enum(['email', 'shipment', 'processing', 'simple', 'money', 'comment', 'edit', 'shopify', 'warning']),
  subject: z.string(),
  message: z.string(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** The aggregate: loaded whole, decided by pure functions, saved whole under its version. */
export const Claim = z.object({
  id: z.number().int(),
  externalId: z.string(),
  claimType: ClaimType,
  createdOn: z.string(),
  updatedOn: z.string(),
  finalizedOn: z.string().nullable(),
  orderId: z.number().int(),
  orderIdFromPlatform: z.string(),
  orderNo: z.string(),
  currencyCode: CurrencyCode,
  customerName: z.string(),
  customerEmail: z.string(),
  shippingAddress: Address.nullable(),
  source: z.enum(['Customer_App', 'Merchant_App']),
  returnRequired: z.boolean(),
  shippingMethod: z.enum(['label', 'packingSlip', 'none']),
  isAwaitingCustomer: z.boolean(),
  infoRequest: z.string(),
  infoAnswer: z.string(),
  lines: z.array(ClaimLine).min(1),
  shipments: z.array(ReturnShipment),
  timeline: z.array(TimelineEntry),
});
export type Claim = z.infer<typeof Claim>;
