import { z } from 'zod';
import { Address } from '#core/address.ts';
import {
  ClaimType,
  DenialDetail,
  LineInspection,
  RemainderMethod,
  ResolutionMethod,
  TimelineEntry,
  TrackerStatus,
} from '#core/claims/claim.ts';
import { InspectionGrade } from '#core/claims/inspection-shapes.ts';
import { LabelRefund } from '#core/claims/label-refund.ts';
import {
  CustomerPaymentShown,
  LedgerShown,
  RequestSummary,
  ResolutionSummary,
  WantedShown,
} from '#contract/money-shapes.ts';
import { StatusShown } from '#contract/status-shown.ts';
import { Amount } from '#contract/route.ts';

export const MediaShown = z.object({ id: z.string(), filename: z.string(), contentType: z.string(), url: z.string() });

export const ShipmentShown = z.object({
  id: z.number().int(),
  type: z.enum(['Label', 'Packing_Slip']),
  createdOn: z.string(),
  carrier: z.string(),
  service: z.string(),
  trackingCode: z.string(),
  trackingUrl: z.string(),
  trackerStatus: TrackerStatus,
  events: z.array(z.object({ date: z.string(), message: z.string(), status: TrackerStatus, location: z.string() })),
  documentUrl: z.string().nullable(),
  qrCodeUrl: z.string().nullable(),
  canceledOn: z.string().nullable(),
  estimatedDeliveryOn: z.string().nullable(),
  fromAddress: Address.nullable(),
  toAddress: Address.nullable(),
});

/** What staff see of it beside: who sold its label and for how much, whether it can still be given back, and what came of that. */
export const StaffShipmentShown = ShipmentShown.extend({
  /** Null where nobody sold anything, as with a packing slip. */
  provider: z.string().nullable(),
  /** Null where it was not bought through here. */
  rate: z.object({ carrier: z.string(), service: z.string(), cost: Amount, currency: z.string() }).nullable(),
  /** When a carrier first had it; null until then. */
  inTransitOn: z.string().nullable(),
  canCancelLabel: z.boolean(),
  /** Null while nobody gave it back, or its provider was not asked yet. */
  labelRefund: LabelRefund.nullable(),
});

/** C3.25, as the claim's page shows it. */
export const InspectionShown = LineInspection.extend({
  images: z.array(MediaShown),
  storeInspectionGrade: z.object({ id: z.string(), name: z.string(), code: InspectionGrade }).nullable(),
});
export type InspectionShown = z.infer<typeof InspectionShown>;

export const EffectState = z.enum(['waiting', 'running', 'done', 'failed', 'doneElsewhere']);
export const EffectShown = z.object({
  id: z.number().int(),
  kind: z.string(),
  purposeKey: z.string(),
  /** What it does, in words ("Refund $42.10 to the original payment"). */
  summary: z.string(),
  state: EffectState,
  attempts: z.number().int(),
  /** The partner's words of the last failure. */
  lastError: z.string().nullable(),
  nextTryOn: z.string().nullable(),
  doneOn: z.string().nullable(),
  /** Why staff marked it done elsewhere, and who did. */
  settledBy: z.string().nullable(),
  settledReason: z.string().nullable(),
  /** Where the result can be seen at the partner, with its name there. */
  result: z.object({ label: z.string(), url: z.string().nullable() }).nullable(),
});
export type EffectShown = z.infer<typeof EffectShown>;

export const ClaimLineShown = z.object({
  id: z.number().int(),
  lineIdFromPlatform: z.string(),
  productIdFromPlatform: z.string().nullable(),
  name: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  imgUrl: z.string().nullable(),
  quantity: z.number().int(),
  unitPrice: Amount,
  unitTax: Amount,
  subtotal: Amount,
  tax: Amount,
  requestedAmount: Amount,
  incentiveAmount: Amount,
  reasonName: z.string(),
  reasonDetail: z.string(),
  comments: z.string(),
  media: z.array(MediaShown),
  requestedMethod: ResolutionMethod,
  exchange: WantedShown.nullable(),
  exchangeDeltaAmount: Amount,
  variantExchangeAmountResolutionMethodEnum: RemainderMethod.nullable(),
  replacementItems: z.array(WantedShown),
  isShopNow: z.boolean(),
  wasResolvedExternally: z.boolean(),
  deductedAmount: Amount,
  /** Its goods were sent ahead of the return. */
  isExchangeSent: z.boolean(),
  /** What it would bring if finalized now, fees and goods taken off. */
  estimatedAmount: Amount,
  status: z.enum(['open', 'approved', 'denied', 'closed']),
  method: ResolutionMethod.nullable(),
  amount: Amount.nullable(),
  denialDetail: DenialDetail.nullable(),
  noteToCustomer: z.string(),
  finalizedOn: z.string().nullable(),
  canceledOn: z.string().nullable(),
  /** Final methods this line may end with (C4.11); empty when it can no longer be decided. */
  allowedMethods: z.array(ResolutionMethod),
  inspections: z.array(InspectionShown),
  /** Failed effects of this line, in the partner's words. */
  errors: z.array(z.string()),
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
  status: StatusShown,
  currencyCode: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  shippingAddress: Address.nullable(),
  source: z.enum(['Customer_App', 'Merchant_App']),
  linkToCustomerUi: z.string(),
  /** Then the customer is who was given the order; who bought it stands with the order, and is not told. */
  isGiftReturn: z.boolean(),
  order: z.object({
    id: z.number().int(),
    idFromPlatform: z.string(),
    orderNo: z.string(),
    customerName: z.string(),
    customerEmail: z.string(),
    createdOn: z.string(),
    total: Amount,
    totalRefunded: Amount,
    platformAdminUrl: z.string().nullable(),
  }),
  tags: z.array(z.string()),
  /** Items of such claims are inspected before they are decided. */
  isInspectionEnabled: z.boolean(),
  inspectionProgress: z.enum(['In_Progress', 'Ready_For_Review', 'Completed']),
  isAwaitingCustomer: z.boolean(),
  infoRequest: z.string(),
  infoAnswer: z.string(),
  /** What the customer was told about the claim as a whole when it was finalized; empty where nothing was. */
  noteToCustomer: z.string(),
  lines: z.array(ClaimLineShown),
  totals: z.object({ requested: Amount, incentive: Amount, approved: Amount }),
  feeApplied: Amount,
  feeName: z.string(),
  returnShippingAmountApplied: Amount,
  exchangeOrderShippingAmountApplied: Amount,
  giftCardIncentiveAmountApplied: Amount,
  shopNowIncentiveAmountApplied: Amount,
  isInstantExchange: z.boolean(),
  shopNowItems: z.array(WantedShown),
  payments: z.array(CustomerPaymentShown),
  reservation: z.object({ state: z.enum(['asked', 'held', 'short', 'released']), expiresOn: z.string() }).nullable(),
  ledger: LedgerShown,
  requestSummary: RequestSummary,
  resolutionSummary: ResolutionSummary,
  /** Things people have to look at, such as a hold that could not be taken. */
  tasks: z.array(TaskShown),
  shipments: z.array(StaffShipmentShown),
  effects: z.array(EffectShown),
  timeline: z.array(TimelineEntry.extend({ media: z.array(MediaShown) })),
  /** The customer owes something, and the store takes payments. */
  canAskForPayment: z.boolean(),
  canFinalize: z.boolean(),
  /** Restore is offered for warranty claims with canceled lines only (C4.15). */
  canRestore: z.boolean(),
  canCancel: z.boolean(),
  /** Goods were sent ahead and the return is not back: staff may say that it is no longer waited for. */
  canWaiveReturn: z.boolean(),
});
export type ClaimShown = z.infer<typeof ClaimShown>;
