import { EmailTrouble } from '#core/claims/delivery-shapes.ts';
import { LabelProvider } from '#core/claims/label-providers.ts';
import { CARRIER_ICONS } from '#core/claims/carriers.ts';
import { EffectState } from '#core/effects/state.ts';
import { z } from 'zod';
import { Address } from '#core/address.ts';
import { CancelReason, DenialDetail, LineStatus } from '#core/claims/decision-shapes.ts';
import { InspectionGrade, LineInspection } from '#core/claims/inspection-shapes.ts';
import { ResolutionMethod } from '#core/claims/claim.ts';
import { Repair } from '#core/claims/repair-shapes.ts';
import { ShipmentEvent, TrackerStatus } from '#core/claims/shipment-shapes.ts';
import { TimelineEntry } from '#core/claims/timeline-shapes.ts';
import { ClaimType } from '#core/claims/types.ts';
import { FieldAnswer } from '#core/claims/field-shapes.ts';
import { LabelRefund } from '#core/effects/label-refund-state.ts';
import {
  LedgerShown,
  RequestSummary,
  ResolutionSummary,
  StaffPaymentShown,
  WantedShown,
} from '#contract/money-shapes.ts';
import { RemainderMethodEnum, ResolutionMethodEnum } from '#core/claims/method-names.ts';
import { StatusShown } from '#contract/status-shown.ts';
import { Amount } from '#contract/route.ts';

/** C3.24: a place where a shipment of a claim can begin or end. */
export const PlaceShown = Address.extend({
  /** What calls that make shipments name it by. */
  id: z.string().max(40),
});

export const MediaShown = z.object({
  id: z.string(),
  filename: z.string(),
  contentType: z.string(),
  url: z.string(),
  /** Of photos only. Nothing is there for one that could not be read. */
  thumbnailUrl: z.string().nullable(),
});

/** C3.21: where a package is, by the carrier's last news. */
const TrackerShown = z.object({
  status: TrackerStatus,
  details: z.array(ShipmentEvent),
  /** When the carrier means to deliver; null until it says. */
  estimatedDeliveryDate: z.string().nullable(),
  carrier: z.object({
    name: z.string(),
    /** Its mark, of those we have; null for others. */
    icon: z.enum(CARRIER_ICONS).nullable(),
    trackingCode: z.string(),
    trackingUrl: z.string(),
  }),
  /** What went wrong on the way, in the carrier's words. */
  errors: z.array(z.string()),
});

/** C3.20. Document links work for an hour; null if there is none or the shipment is canceled. */
export const ShipmentShown = z.object({
  returnShipmentId: z.number().int(),
  returnShipmentType: z.enum(['Label', 'Packing_Slip']),
  /** False for a package that takes items back to the shopper. */
  isReturnShipment: z.boolean(),
  createdOn: z.string(),
  /** The send-by date; null if the store sets no limit. */
  shipmentExpiresOn: z.string().nullable(),
  /** What the carrier calls the way it is sent; empty on a packing slip. */
  service: z.string(),
  tracker: TrackerShown,
  returnShipmentPdfAssetUrl: z.string().nullable(),
  qrCodeDetail: z.object({ url: z.string() }).nullable(),
  canceledOn: z.string().nullable(),
});

/** As the shopper has it. Its label or packing slip is held back from those who did not prove to be the shopper. */
export const ShopperShipmentShown = ShipmentShown.extend({
  /** Where the shopper gets a paper that is held back: by email, or from the store. Null if nothing is held back. */
  paperBy: z.enum(['email', 'store']).nullable(),
});

/** Additional facts for staff: where it begins and ends, the label's provider and cost, whether it can still be voided, and the result. */
export const StaffShipmentShown = ShipmentShown.extend({
  fromAddress: Address,
  toAddress: Address,
  /** Null if no one sold a label, as with a packing slip. */
  provider: LabelProvider.nullable(),
  /** Null where it was not bought through here. */
  rate: z
    .object({
      /** Of the quote staff chose it from; null of the cheapest, taken when it was bought. */
      id: z.string().nullable(),
      carrier: z.string(),
      service: z.string(),
      cost: Amount,
      currency: z.string(),
      /** Not kept. */
      carrierAccountId: z.string().nullable(),
    })
    .nullable(),
  /** When a carrier first had it; null until then. */
  inTransitOn: z.string().nullable(),
  canCancelLabel: z.boolean(),
  /** Null until the label is voided and its provider has been asked. */
  labelRefund: LabelRefund.nullable(),
  /** What is expected in the parcel: nothing else of the claim comes back. */
  claimLineItems: z.array(z.object({ id: z.number().int(), name: z.string(), quantity: z.number().int() })),
  /** The warehouse's own announcement; null if no warehouse was notified. */
  rmaId: z.string().nullable(),
  rmaNumber: z.string().nullable(),
  rmaProvider: z.enum(['Ship_Bob', 'Ship_Hero', 'Blue_Box', 'Xb_Fulfillment', 'Logiwa', 'Two_Boxes']).nullable(),
});

/** C3.25, as the claim's page shows it. */
export const InspectionShown = LineInspection.extend({
  images: z.array(MediaShown),
  storeInspectionGrade: z.object({ id: z.string(), name: z.string(), code: InspectionGrade }).nullable(),
});
export type InspectionShown = z.infer<typeof InspectionShown>;

export const EffectShown = z.object({
  id: z.number().int(),
  kind: z.string(),
  purposeKey: z.string(),
  /** What it does, in words ("Refund $42.10 to the original payment"). */
  summary: z.string(),
  state: EffectState,
  attempts: z.number().int(),
  /** It says how the claim ends, and waits until that was done. */
  isHeldBack: z.boolean(),
  /** The partner's words of the last failure. */
  lastError: z.string().nullable(),
  nextTryOn: z.string().nullable(),
  doneOn: z.string().nullable(),
  /** Why it was marked as resolved externally or canceled, and by whom if it was a person. */
  settledBy: z.string().nullable(),
  settledReason: z.string().nullable(),
  /** Where the result can be seen at the partner, with its name there. */
  result: z.object({ label: z.string(), url: z.string().nullable() }).nullable(),
  /** It failed to send goods, whose value may be given instead. */
  canGiveValue: z.boolean(),
  /** The claim, of either kind, or order whose refund by hand may have been made in its place; null where it gives no value. */
  asksForRefundOf: z.object({ kind: z.enum(['claim', 'shippingClaim', 'order']), id: z.number().int() }).nullable(),
});
export type EffectShown = z.infer<typeof EffectShown>;

/** What is being retried after it failed: payouts to shoppers, other actions, and when the next try is. */
export const Retried = z.object({
  payouts: z.number().int(),
  others: z.number().int(),
  nextTryOn: z.string().nullable(),
});
export type Retried = z.infer<typeof Retried>;

/** C3.07: units of an order line within a claim. */
export const ClaimLineShown = z.object({
  id: z.number().int(),
  quantity: z.number().int(),
  /** What is claimed for one unit, and its tax, inside it where the order's `taxesIncluded`; display figures. */
  unitPrice: Amount,
  unitTax: Amount,
  subtotal: Amount,
  tax: Amount,
  requestedAmount: Amount,
  /** What was paid for these units, including tax, regardless of later refunds. */
  originalAmount: Amount,
  /** The bonus as decided, or as issued once finalized; and the bonus as requested. */
  incentiveAmount: Amount,
  requestedIncentiveAmount: Amount,
  /** The bonus as a part of the amount, in hundredths of a percent. */
  incentiveBasisPoints: z.number().int(),
  /** It was given as an amount. */
  isIncentiveFixed: z.boolean(),
  /**
   * `id` is the decision; `code` says whether the line is over, which an approved line is once finalized (C4.09).
   * `detail` says why it was denied or canceled; null otherwise.
   */
  status: z.object({
    id: LineStatus,
    name: z.string(),
    code: z.enum(['open', 'denied', 'closed']),
    detail: z.union([DenialDetail, CancelReason]).nullable(),
  }),
  reason: z.object({ id: z.string(), name: z.string(), detail: z.string() }),
  comments: z.string(),
  /** Why the rules of the store refuse it, where the shopper asked for a review; null on others. */
  refusal: z.string().nullable(),
  /** Custom fields that rules asked the shopper, with the answers. */
  customFields: z.array(FieldAnswer.pick({ displayName: true, valueType: true, value: true })),
  /** What the shopper answered to the questions of rules. */
  policyAnswers: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** A rule holds it, so that staff decide whether the customer keeps it. */
  isHeldForReview: z.boolean(),
  images: z.array(MediaShown),
  requestedResolutionMethodEnum: ResolutionMethodEnum,
  /** Null until staff decide. */
  resolutionMethodEnum: ResolutionMethodEnum.nullable(),
  amount: Amount.nullable(),
  variantExchangeLineItem: WantedShown.nullable(),
  exchangeDeltaAmount: Amount,
  /** Both as they were asked for, where staff decided on another exchange. */
  requestedVariantExchangeLineItem: WantedShown.nullable(),
  requestedExchangeDeltaAmount: Amount,
  variantExchangeAmountResolutionMethodEnum: RemainderMethodEnum.nullable(),
  replacementItems: z.array(WantedShown),
  isShopNow: z.boolean(),
  /** How far its repair is; null where it isn't to be repaired here. */
  repair: Repair.pick({ state: true, note: true, steps: true }).extend({ price: Amount }).nullable(),
  /** Staff can say what a repair costs, or another price. */
  canQuoteRepair: z.boolean(),
  /** It is repaired, or its quote was declined, and it waits to be sent back. */
  isToSendBack: z.boolean(),
  wasResolvedExternally: z.boolean(),
  /** The store's refund that settled it, as staff said; null where it was none of the order's. */
  externalRefundIdFromPlatform: z.string().nullable(),
  deductedAmount: Amount,
  /** Its goods were sent ahead of the return. */
  isExchangeSent: z.boolean(),
  /** What it would bring if finalized now, fees and goods taken off. */
  estimatedAmount: Amount,
  noteToCustomer: z.string(),
  finalizedOn: z.string().nullable(),
  canceledOn: z.string().nullable(),
  deniedOn: z.string().nullable(),
  /** The line of the platform's own return, where one was made for it. */
  returnLineItemIdFromPlatform: z.string().nullable(),
  /** What a warranty would send first: the same again. Null where that is not known, and on returns. */
  suggestedWarrantyReplacementItem: WantedShown.nullable(),
  /** Final methods this line may end with (C4.11); empty when it can no longer be decided. */
  allowedMethods: z.array(ResolutionMethod),
  /** Where none is left, those it may end with if staff resolved it externally. */
  externalMethods: z.array(ResolutionMethod),
  inspections: z.array(InspectionShown),
  /** Why it cannot be carried out, and its failed effects in the partner's words. */
  errors: z.array(z.string()),
  /** The last finalizing left it out; a line may have errors before anybody finalizes. */
  isLeftOut: z.boolean(),
  originalStoreOrderLineItem: z.object({
    idFromPlatform: z.string(),
    productIdFromPlatform: z.string().nullable(),
    name: z.string(),
    variantTitle: z.string(),
    sku: z.string(),
    imgUrl: z.string().nullable(),
    /**
     * What was paid for one unit, and its tax, which is included if the order's `taxesIncluded` says so; display
     * figures.
     */
    unitPrice: Amount,
    unitTax: Amount,
    /** Units that were bought. */
    quantity: z.number().int(),
    grams: z.number().int(),
    optionsFromPlatform: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
});
export type ClaimLineShown = z.infer<typeof ClaimLineShown>;

export const TaskShown = z.object({
  id: z.number().int(),
  claimId: z.number().int().nullable(),
  claimExternalId: z.string().nullable(),
  kind: z.string(),
  message: z.string(),
  createdOn: z.string(),
  doneOn: z.string().nullable(),
});
export type TaskShown = z.infer<typeof TaskShown>;

export const ClaimShown = z.object({
  id: z.number().int(),
  externalId: z.string(),
  /** Sent back with every change; a change against an older version is refused with CLAIM_CHANGED. */
  version: z.number().int(),
  claimType: ClaimType,
  createdOn: z.string(),
  updatedOn: z.string(),
  finalizedOn: z.string().nullable(),
  claimRollup: StatusShown,
  claimRollupStatusCode: z.string(),
  currencyCode: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  /** The customer's number at the store platform; null where it is not known, and for a gift, whose buyer it would be. */
  customerId: z.string().nullable(),
  shippingAddress: PlaceShown.nullable(),
  billingAddress: Address.nullable(),
  source: z.enum(['Customer_App', 'Merchant_App']),
  /** What the claim was sent from; null where it is not known, or was kept long enough. */
  deviceFingerprint: z.string().nullable(),
  ipAddress: z.string().nullable(),
  linkToCustomerUi: z.string(),
  /** The customer is the gift recipient; the buyer stays with the order and isn't notified. */
  isGiftReturn: z.boolean(),
  /** The buyer's withdrawal from the contract by law; null on others. */
  withdrawal: z
    .object({
      statedOn: z.string(),
      name: z.string(),
      email: z.string(),
      timeZone: z.string(),
      /** The last day to state it; null while goods were still to arrive. */
      lastDay: z.string().nullable(),
      /** The last day to refund it. `waiting`: it may wait until the goods are back or shown to be sent. */
      refundDueDay: z.string(),
      state: z.enum(['waiting', 'due', 'overdue', 'done']),
      deliveryAmount: Amount,
      statement: z.array(z.string()),
    })
    .nullable(),
  originalStoreOrder: z.object({
    id: z.number().int(),
    idFromPlatform: z.string(),
    orderNo: z.string(),
    customerName: z.string(),
    customerEmail: z.string(),
    createdOn: z.string(),
    currencyCode: z.string(),
    /** Prices of its items, here and in the claim, have the tax inside; else it comes on top. */
    taxesIncluded: z.boolean(),
    shippingAddress: Address.nullable(),
    total: Amount,
    totalRefunded: Amount,
    /** Tax of all its items as a part of their price without tax (0.19); null where they cost nothing. */
    taxRate: z.number().nullable(),
    platformAdminUrl: z.string().nullable(),
    /** The registration of its products; null where they were not registered. */
    registration: z.object({ id: z.number().int(), externalId: z.string() }).nullable(),
    /** The order stands for a product bought elsewhere and registered here. */
    wasCreatedFromRegistration: z.boolean(),
  }),
  tags: z.array(z.string()),
  /** Items of such claims are inspected before they are decided. */
  isInspectionEnabled: z.boolean(),
  inspectionProgress: z.enum(['In_Progress', 'Ready_For_Review', 'Completed']),
  /** What went wrong with emails to the address the customer has now; null when nothing did. */
  emailTrouble: EmailTrouble.omit({ email: true }).nullable(),
  isAwaitingCustomer: z.boolean(),
  infoRequest: z.string(),
  /** What the customer asked to be considered of a denial, and when; null where they never did. */
  appeal: z.object({ text: z.string(), on: z.string(), isOpen: z.boolean() }).nullable(),
  infoAnswer: z.string(),
  /** The note to the customer about the whole claim from finalizing; empty if there is none. */
  noteToCustomer: z.string(),
  claimLineItems: z.array(ClaimLineShown),
  totals: z.object({ requested: Amount, incentive: Amount, approved: Amount }),
  feeApplied: Amount,
  feeName: z.string(),
  returnShippingAmountApplied: Amount,
  exchangeOrderShippingAmountApplied: Amount,
  giftCardIncentiveAmountApplied: Amount,
  shopNowIncentiveAmountApplied: Amount,
  isInstantExchange: z.boolean(),
  shopNowItems: z.array(WantedShown),
  /** What was bought with the credit, what was paid on top, and what of the credit is left; null without Shop Now. */
  shopNow: z.object({ quantity: z.number().int(), cost: Amount, paid: Amount, owed: Amount, left: Amount }).nullable(),
  /** The latest payment (C3.19), and all of them, the first one first. */
  customerPayment: StaffPaymentShown.nullable(),
  customerPayments: z.array(StaffPaymentShown),
  /** The goods were asked for: staff may have decided on others since. */
  reservation: z
    .object({
      state: z.enum(['asked', 'held', 'short', 'released']),
      expiresOn: z.string(),
      lineItems: z.array(z.object({ title: z.string(), quantity: z.number().int() })),
    })
    .nullable(),
  ledger: LedgerShown,
  requestSummary: RequestSummary,
  /**
   * What approving every item without a decision as requested, and finalizing, would issue; null where nothing is left to
   * decide, or it can't be approved as requested.
   */
  approval: RequestSummary.shape.totals.nullable(),
  resolutionSummary: ResolutionSummary,
  /** Exchanged goods went out on the order they were bought with. */
  wasOriginalOrderModified: z.boolean(),
  /** Things people have to look at, such as a hold that could not be taken. */
  tasks: z.array(TaskShown),
  claimReturnShipments: z.array(StaffShipmentShown),
  /** Packages to the customer. */
  claimOutboundShipments: z.array(StaffShipmentShown),
  effects: z.array(EffectShown),
  timeline: z.array(TimelineEntry.extend({ media: z.array(MediaShown) })),
  /** The customer owes something, and the store takes payments. */
  canAskForPayment: z.boolean(),
  canFinalize: z.boolean(),
  /** Restore is offered for warranty claims with canceled lines only (C4.15). */
  canRestore: z.boolean(),
  canCancel: z.boolean(),
  /** Goods were sent ahead and the return is not back, or no shipment can bring it: staff may say that it is not waited for. */
  canWaiveReturn: z.boolean(),
});
export type ClaimShown = z.infer<typeof ClaimShown>;
