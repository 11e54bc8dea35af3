import { z } from 'zod';
import { Address } from '#core/address.ts';
import { ClaimType, DenialDetail, ResolutionMethod, TimelineEntry, TrackerStatus } from '#core/claims/claim.ts';
import { Amount } from '#contract/route.ts';

/** Status as every screen shows it, from the one table in core/claims/status.ts. */
export const StatusShown = z.object({
  name: z.string(),
  code: z.string(),
  detail: z.string(),
  label: z.string(),
  tone: z.enum(['neutral', 'info', 'waiting', 'good', 'bad']),
});
export type StatusShown = z.infer<typeof StatusShown>;

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
});

export const EffectState = z.enum(['waiting', 'running', 'done', 'failed']);
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
  exchange: z
    .object({ variantIdFromPlatform: z.string(), title: z.string(), sku: z.string(), imgUrl: z.string().nullable() })
    .nullable(),
  status: z.enum(['open', 'approved', 'denied', 'closed']),
  method: ResolutionMethod.nullable(),
  amount: Amount.nullable(),
  denialDetail: DenialDetail.nullable(),
  noteToCustomer: z.string(),
  finalizedOn: z.string().nullable(),
  canceledOn: z.string().nullable(),
  /** Final methods this line may end with (C4.11); empty when it can no longer be decided. */
  allowedMethods: z.array(ResolutionMethod),
  /** Failed effects of this line, in the partner's words. */
  errors: z.array(z.string()),
});
export type ClaimLineShown = z.infer<typeof ClaimLineShown>;

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
  order: z.object({
    id: z.number().int(),
    idFromPlatform: z.string(),
    orderNo: z.string(),
    createdOn: z.string(),
    total: Amount,
    totalRefunded: Amount,
    platformAdminUrl: z.string().nullable(),
  }),
  tags: z.array(z.string()),
  isAwaitingCustomer: z.boolean(),
  infoRequest: z.string(),
  infoAnswer: z.string(),
  lines: z.array(ClaimLineShown),
  totals: z.object({ requested: Amount, incentive: Amount, approved: Amount }),
  shipments: z.array(ShipmentShown),
  effects: z.array(EffectShown),
  timeline: z.array(TimelineEntry),
  canFinalize: z.boolean(),
});
export type ClaimShown = z.infer<typeof ClaimShown>;
