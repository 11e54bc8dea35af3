import { z } from 'zod';
import { Address } from '#core/address.ts';
import { InspectionAnswer, InspectionGrade } from '#core/claims/inspection-shapes.ts';
import { ClaimType } from '#core/claims/types.ts';
import { CurrencyCode, Minor } from '#core/money.ts';

/** C3.17; store credit stands beside the gift card, whatever way of issuing the store has chosen. */
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

export const DenialDetail = z.enum([
  'Wrong_Item',
  'Item_Not_Returned',
  'Noncompliant_Return',
  'Not_Covered_Under_Warranty',
  'No_Action_Taken',
]);
/** Why nothing is issued for a canceled line; the first is the default. */
export const CancelReason = z.enum(['No_Action_Taken', 'Final_Sale']);
export type CancelReason = z.infer<typeof CancelReason>;
export type DenialDetail = z.infer<typeof DenialDetail>;

export const ClaimMedia = z.object({
  id: z.string(),
  filename: z.string(),
  contentType: z.string(),
  size: z.number().int(),
});
export type ClaimMedia = z.infer<typeof ClaimMedia>;

/** Tax on top as a part of a price without it. */
export const TaxRate = z.object({ part: Minor, whole: Minor });
export type TaxRate = z.infer<typeof TaxRate>;

/** Units of a variant that are to be sent: in exchange, as a replacement, or bought with a shop-now credit. */
export const WantedItem = z.object({
  variantIdFromPlatform: z.string(),
  productIdFromPlatform: z.string().nullable().default(null),
  /** Name of the variant; of the product and the variant where it is another product. */
  title: z.string(),
  sku: z.string().default(''),
  imgUrl: z.string().nullable().default(null),
  quantity: z.number().int().min(1).max(9999).default(1),
  /** Price of one unit in the claim's currency, tax apart where the order's taxes are not included. */
  unitPrice: Minor.default(0),
  unitTax: Minor.default(0),
  /** The tax on it as a part of a price without tax, of the order line it is wanted instead of; absent where none is on top. */
  taxRate: TaxRate.exactOptional(),
});
export type WantedItem = z.infer<typeof WantedItem>;
/** As it is chosen, before the platform's price is known. */
export type WantedInput = z.input<typeof WantedItem>;

/** Where what is left of an exchange goes (C3.07 variantExchangeAmountResolutionMethodEnum). */
export const RemainderMethod = z.enum(['refund', 'giftCard', 'storeCredit']);
export type RemainderMethod = z.infer<typeof RemainderMethod>;

/** What a price difference does (R3.40): nothing, a payment for a more expensive item, or that and the rest back for a cheaper one. */
export const ExchangePricing = z.enum(['NO_PAYMENT_OR_REFUND', 'PAYMENT', 'PAYMENT_AND_PARTIAL_REFUND']);
export type ExchangePricing = z.infer<typeof ExchangePricing>;

/** C3.19, with what the hold machine needs to know. Amounts in the claim's currency. */
export const CustomerPayment = z.object({
  id: z.number().int(),
  idFromPlatform: z.string(),
  provider: z.enum(['stripe', 'platformCheckout']),
  amount: Minor,
  /** What we asked the provider to take; null while it is only held. */
  captureAsked: Minor.nullable(),
  /** Staff took `captureAsked` outside, so it is paid whatever becomes of the hold; absent where they did not. */
  isTakenElsewhere: z.boolean().exactOptional(),
  capturedAmount: Minor,
  /** What we asked the provider to give back, and what it has given. */
  refundAsked: Minor,
  refundedAmount: Minor,
  /** Of `refundAsked`, what others had given back at the provider before we asked; absent where nothing was. */
  refundedByOthers: Minor.exactOptional(),
  currencyCode: CurrencyCode,
  note: z.string(),
  status: z.enum(['Authorized', 'Captured', 'Refunded', 'Expired']),
  authorizationExpiresOn: z.string().nullable(),
  /** When this hold was made; absent on payments made before it was kept. */
  heldOn: z.string().exactOptional(),
  capturedOn: z.string().nullable(),
});
export type CustomerPayment = z.infer<typeof CustomerPayment>;

/** Stock kept for a claim at the store platform from request to finalize. */
export const StockReservation = z.object({
  state: z.enum(['asked', 'held', 'short', 'released']),
  expiresOn: z.string(),
  /** What is kept of which variant. */
  lines: z.array(z.object({ variantIdFromPlatform: z.string(), quantity: z.number().int().positive() })),
});
export type StockReservation = z.infer<typeof StockReservation>;

/** What was found when an item was looked at (C3.25). */
export const LineInspection = z.object({
  id: z.string(),
  createdOn: z.string(),
  name: z.string(),
  comment: z.string(),
  images: z.array(ClaimMedia),
  customFields: z.array(InspectionAnswer),
  storeInspectionGrade: InspectionGrade.nullable(),
  createdBy: z.string(),
});
export type LineInspection = z.infer<typeof LineInspection>;

export const LineStatus = z.enum(['open', 'approved', 'denied', 'closed']);
export type LineStatus = z.infer<typeof LineStatus>;

const RequestedExchange = z.object({
  exchange: WantedItem.nullable(),
  exchangeDeltaAmount: Minor,
  exchangeRemainderMethod: RemainderMethod.nullable(),
});

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
  /** Value of these units from what was paid, and the tax in (or on top of) it. */
  subtotal: Minor,
  tax: Minor,
  /** subtotal plus tax where tax came on top: what the shopper can get back. */
  requestedAmount: Minor,
  incentiveAmount: Minor,
  /** As it was asked for, once finalizing has put what was given in its place; absent on lines finalized before it was kept. */
  requestedIncentiveAmount: Minor.exactOptional(),
  /** The part of its worth that the bonus was; absent on lines made before it was kept. */
  incentiveBasisPoints: z.number().int().exactOptional(),
  reasonId: z.string(),
  reasonName: z.string(),
  reasonDetail: z.string(),
  comments: z.string(),
  media: z.array(ClaimMedia),
  requestedMethod: ResolutionMethod,
  exchange: WantedItem.nullable(),
  /** Price of what is wanted in exchange over the value of what comes back; the shopper owes it when positive. */
  exchangeDeltaAmount: Minor,
  exchangeRemainderMethod: RemainderMethod.nullable(),
  /** These as they were asked for, once staff decided on another exchange; absent where they stand as asked for. */
  requestedExchange: RequestedExchange.exactOptional(),
  /** When the goods wanted were ordered ahead of the return, in an instant exchange. */
  exchangeOrderedOn: z.string().nullable(),
  /** What a replacement order sends. */
  replacementItems: z.array(WantedItem).max(500),
  /** Its value is a credit the shopper spends on the claim's shop-now items. */
  isShopNow: z.boolean(),
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
  /** What went out for it, bonus apart; absent until it is finalized, and where that was before it was kept. */
  issuedAmount: Minor.exactOptional(),
  /** The store platform takes these units back in a return of its own, so that it counts them too. */
  isReturnedAtPlatform: z.boolean(),
  denialDetail: DenialDetail.nullable(),
  noteToCustomer: z.string(),
  finalizedOn: z.string().nullable(),
  canceledOn: z.string().nullable(),
  cancelReason: CancelReason.nullable(),
  /** When staff denied it; absent on others, and where that was before it was kept. */
  deniedOn: z.string().nullable().exactOptional(),
  /** When it was last brought back for review (C4.15); absent where it never was. */
  restoredOn: z.string().exactOptional(),
  /** Why the last attempt to finalize left this line out. */
  errors: z.array(z.string()),
  /** Absent until it is inspected. */
  inspections: z.array(LineInspection).exactOptional(),
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

export const TRACKER_LABELS: Readonly<Record<TrackerStatus, string>> = {
  unknown: 'Getting Ready To Ship',
  pre_transit: 'Getting Ready To Ship',
  in_transit: 'In Transit',
  out_for_delivery: 'Out For Delivery',
  delivered: 'Delivered',
  available_for_pickup: 'Available For Pickup',
  return_to_sender: 'Return To Sender',
  failure: 'Failure',
  cancelled: 'Cancelled',
  error: 'Error',
};

/** Where a carrier saw a parcel; empty parts are not known. */
const EventPlace = z.object({ city: z.string(), state: z.string(), country: z.string(), zip: z.string() });
/** A line of C3.21's `details`. */
export const ShipmentEvent = z.object({
  date: z.string(),
  message: z.string(),
  status: TrackerStatus,
  // Kept as one text once: such a text is shown as it is.
  location: z.preprocess(
    (place) => (typeof place === 'string' ? { city: place, state: '', country: '', zip: '' } : place),
    EventPlace,
  ),
});
export type ShipmentEvent = z.infer<typeof ShipmentEvent>;

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
  events: z.array(ShipmentEvent),
  /** Key of the PDF in Files, and of the QR code where the carrier takes one. */
  documentKey: z.string(),
  qrCodeUrl: z.string().nullable(),
  canceledOn: z.string().nullable(),
  /** Until when it is to be sent; absent where the store sets no limit, and on shipments made before it was kept. */
  expiresOn: z.string().exactOptional(),
  /** When the carrier means to deliver; absent until it says. */
  estimatedDeliveryOn: z.string().nullable().exactOptional(),
  /** The way it travels; absent on shipments made before it was kept. */
  fromAddress: Address.nullable().exactOptional(),
  toAddress: Address.nullable().exactOptional(),
});
export type ReturnShipment = z.infer<typeof ReturnShipment>;

export const TimelineEntry = z.object({
  id: z.string(),
  datetime: z.string(),
  type: z.enum(['email', 'shipment', 'processing', 'simple', 'money', 'comment', 'edit', 'shopify', 'warning']),
  subject: z.string(),
  message: z.string(),
  /** Photos and videos that came with the message. */
  media: z.array(ClaimMedia).optional(),
  /** Whose change it tells of, a member of staff or the customer, and the version of the claim that change made. */
  by: z.string().exactOptional(),
  version: z.number().int().exactOptional(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** What one round of finalizing, or value given for goods that could not be sent, moved: the record the ledger and the books are made from. Minor units. */
export const SettlementRecord = z.object({
  settledOn: z.string(),
  /**
   * What it gives value in place of, by the purpose of the step, and what its lines count for the shopper only since then;
   * its sums take back those of an earlier record. Absent on rounds of finalizing.
   */
  insteadOf: z.object({ purposeKey: z.string(), credited: Minor }).exactOptional(),
  lineIds: z.array(z.number().int()),
  /** Its store credit went to a guest's account, without a refund of the order; absent on others. */
  isCreditedToGuest: z.literal(true).exactOptional(),
  issued: z.object({ refund: Minor, giftCard: Minor, storeCredit: Minor }),
  incentive: z.object({ giftCard: Minor, storeCredit: Minor }),
  shopNowIncentive: Minor,
  external: Minor,
  goods: Minor,
  shopNowCost: Minor,
  fee: Minor,
  returnShipping: Minor,
  exchangeShipping: Minor,
  /** Fees nobody was asked for, and goods staff gave without payment. */
  waived: Minor,
  paymentUsed: Minor,
});
export type SettlementRecord = z.infer<typeof SettlementRecord>;

/** A refund of the platform that was made for a claim, as its answer said, or as staff did of one made by hand. */
export const ClaimRefund = z.object({
  idFromPlatform: z.string(),
  /** What of it was for the claim at most, minor units, and the lines that it gave for. */
  amount: Minor,
  lineIds: z.array(z.number().int()),
  /** Staff made it at the platform, in place of a step of ours; absent on others. */
  isByHand: z.literal(true).exactOptional(),
});
export type ClaimRefund = z.infer<typeof ClaimRefund>;

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
  /** Absent where it is the order's. */
  billingAddress: Address.exactOptional(),
  /** Who asks was given the order: the customer above is the recipient, and the buyer is not told. Absent on others. */
  isGiftReturn: z.boolean().exactOptional(),
  /** The account at the store platform of a recipient or guest, once it was looked up or made for this email. */
  recipientAccount: z.object({ email: z.string(), idFromPlatform: z.string() }).exactOptional(),
  source: z.enum(['Customer_App', 'Merchant_App']),
  returnRequired: z.boolean(),
  shippingMethod: z.enum(['label', 'packingSlip', 'none']),
  feeApplied: Minor,
  feeName: z.string(),
  returnShippingAmountApplied: Minor,
  exchangeOrderShippingAmountApplied: Minor,
  /** The goods wanted were sent before the returned ones came back, against a hold on the shopper's card. */
  isInstantExchange: z.boolean(),
  /** Nothing is left to decide, but goods sent ahead are not back yet: its payments are settled when they are. */
  areSentGoodsAwaited: z.boolean().exactOptional(),
  shopNowItems: z.array(WantedItem).max(500),
  payments: z.array(CustomerPayment),
  reservation: StockReservation.nullable(),
  settlements: z.array(SettlementRecord),
  /** Absent until one is known. */
  refunds: z.array(ClaimRefund).exactOptional(),
  isAwaitingCustomer: z.boolean(),
  infoRequest: z.string(),
  infoAnswer: z.string(),
  /** What staff wrote to the customer about all of it when they finalized; absent while they did not. */
  noteToCustomer: z.string().exactOptional(),
  lines: z.array(ClaimLine).min(1),
  shipments: z.array(ReturnShipment),
  timeline: z.array(TimelineEntry),
});
export type Claim = z.infer<typeof Claim>;
