import { z } from 'zod';
import { Address } from '#core/address.ts';
import { ClaimMedia } from '#core/claims/media-shapes.ts';
import { TimelineEntry } from '#core/claims/timeline-shapes.ts';
import { isAfter } from '#core/dates.ts';
import { CurrencyCode, Minor } from '#core/money.ts';
import { ShippingDenial, ShippingReason } from '#core/protection/reasons.ts';
import { LANGUAGE_CODES } from '#core/texts/languages.ts';

/** Its status, with what it is called (C3.13). `holds`: its units are no other claim's. */
export const SHIPPING_STATUSES = {
  Open: { label: 'Open', isClosed: false, holds: true },
  InProgress: { label: 'In Progress', isClosed: false, holds: true },
  Closed_Denied: { label: 'Closed - Denied', isClosed: true, holds: false },
  Closed_Refunded: { label: 'Closed - Refunded', isClosed: true, holds: true },
  Closed_Reordered: { label: 'Closed - Reordered', isClosed: true, holds: true },
  Closed_Resolved: { label: 'Closed - Resolved', isClosed: true, holds: false },
} as const;
export type ShippingStatus = keyof typeof SHIPPING_STATUSES;
export const ShippingStatus = /* @__PURE__ */ z.enum(
  Object.keys(SHIPPING_STATUSES) as [ShippingStatus, ...ShippingStatus[]],
);

/** What a shopper gets (C3.14, C5.13). */
export const SHIPPING_METHODS = { Refund: 'Refund', Reorder: 'Reorder' } as const;
export const ShippingMethod = /* @__PURE__ */ z.enum(['Refund', 'Reorder']);
export type ShippingMethod = z.infer<typeof ShippingMethod>;

/** Who had it made, and where (C3.15). */
export const SHIPPING_SOURCES = {
  Provider_Support: 'Support team',
  Customer: 'Customer',
  Merchant: 'Store',
  Customer_Reorder_Request: 'Reorder asked for by the customer',
  Merchant_Reorder_Request: 'Reorder asked for by the store',
  Customer_UI: 'Portal',
  Helpdesk_Ticket: 'Helpdesk ticket',
  Helpdesk_Inbox: 'Helpdesk inbox',
} as const;
export type ShippingSource = keyof typeof SHIPPING_SOURCES;
export const ShippingSource = /* @__PURE__ */ z.enum(
  Object.keys(SHIPPING_SOURCES) as [ShippingSource, ...ShippingSource[]],
);

/** Whose staff ended it (C3.12). */
export const RESOLVED_IN = { Merchant_App: 'Store', Provider_App: 'Concierge team', Automatic: 'Automatic' } as const;
export const ResolvedIn = z.enum(['Merchant_App', 'Provider_App', 'Automatic']);
export type ResolvedIn = z.infer<typeof ResolvedIn>;

export const ShippingClaimLine = z.object({
  id: z.number().int(),
  lineIdFromPlatform: z.string(),
  /** Null where the order's record does not say in which parcel they came. */
  fulfillmentLineIdFromPlatform: z.string().nullable(),
  productIdFromPlatform: z.string().nullable(),
  variantIdFromPlatform: z.string().nullable(),
  name: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  imgUrl: z.string().nullable(),
  quantity: z.number().int().positive(),
  /** What was paid for the units; tax is in the first only if the order's taxesIncluded says so. */
  subtotal: Minor,
  tax: Minor,
  /** What a refund of them gives: no more than was left of the order's money. */
  amount: Minor,
});
export type ShippingClaimLine = z.infer<typeof ShippingClaimLine>;

/** How it ended. */
const Resolution = z.object({
  method: ShippingMethod,
  on: z.string(),
  in: ResolvedIn,
  /** Who decided; empty for a decision that no person made. */
  by: z.string(),
  /** Of a refund: what it gives for the items, for delivery, for other charges of the order, and for the cover. */
  lines: Minor,
  shippingFee: Minor,
  handlingFee: Minor,
  cover: z.array(
    z.object({
      lineIdFromPlatform: z.string(),
      quantity: z.number().int().positive(),
      subtotal: Minor,
      tax: Minor,
      amount: Minor,
    }),
  ),
  /** Once the platform made it; where it was resolved externally, the refund that staff named. */
  refundIdFromPlatform: z.string().nullable(),
  /** Staff gave the money or the goods outside Makegood; absent where they did not. */
  wasResolvedExternally: z.literal(true).exactOptional(),
  /** The step that orders the goods of a reorder; absent on others, and on those before it was kept. */
  reorderKey: z.string().exactOptional(),
  order: z.object({ idFromPlatform: z.string(), orderNo: z.string(), platformAdminUrl: z.string() }).nullable(),
});
export type ShippingResolution = z.infer<typeof Resolution>;

/** A new parcel was granted, and the shopper confirms where it goes. */
const Reorder = z.object({
  askedOn: z.string(),
  /** The link that asks works until then, once. */
  endsOn: z.string(),
  in: ResolvedIn,
  by: z.string(),
});

/** A claim of shipping protection (C3.12). Amounts are minor units of `currencyCode`. */
export const ShippingClaim = z.object({
  id: z.number().int(),
  externalId: z.string(),
  orderId: z.number().int(),
  orderIdFromPlatform: z.string(),
  orderNo: z.string(),
  currencyCode: CurrencyCode,
  createdOn: z.string(),
  updatedOn: z.string(),
  source: ShippingSource,
  reason: ShippingReason,
  /** What the shopper would like. */
  requestedMethod: ShippingMethod,
  noteFromCustomer: z.string(),
  noteFromMerchant: z.string(),
  customerId: z.string().nullable(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  /** The language the shopper reads; absent for English. */
  language: z.enum(LANGUAGE_CODES).exactOptional(),
  /** Where the goods of a reorder go. */
  shippingAddress: Address.nullable(),
  lines: z.array(ShippingClaimLine).min(1),
  media: z.array(ClaimMedia),
  status: ShippingStatus,
  /** Who works on it, and until when if they do nothing more; null where nobody took it. */
  assignee: z.object({ userId: z.number().int(), name: z.string(), endsOn: z.string() }).nullable(),
  /** Who is to answer the other, and since when. */
  turn: z.enum(['Team', 'Customer']),
  turnOn: z.string(),
  reorder: Reorder.nullable(),
  resolution: Resolution.nullable(),
  /** Why it was denied; `note` is what staff wrote to the shopper. */
  denial: z.object({ reason: ShippingDenial, note: z.string(), on: z.string(), by: z.string() }).nullable(),
  /** Who denied or resolved it last; absent on others, and on those closed before it was kept. */
  closing: z.object({ on: z.string(), in: ResolvedIn, by: z.string() }).exactOptional(),
  timeline: z.array(TimelineEntry),
  /** When the shopper last wrote by email; absent where they never did. */
  lastMessageFromCustomerOn: z.string().exactOptional(),
  /** When staff last answered by email, or said that no answer is needed; absent where they never did. */
  answeredOn: z.string().exactOptional(),
  /** When its shopper's data was erased; absent on others. */
  erasedOn: z.string().exactOptional(),
});
export type ShippingClaim = z.infer<typeof ShippingClaim>;

export const isClosed = ({ status }: Pick<ShippingClaim, 'status'>): boolean => SHIPPING_STATUSES[status].isClosed;

/** Who closed it, where and when; null while it is open. */
export function closingOf(
  claim: Pick<ShippingClaim, 'status' | 'resolution' | 'closing' | 'denial'>,
): { on: string; in: ResolvedIn | null; by: string } | null {
  if (!isClosed(claim)) return null;
  return claim.resolution ?? claim.closing ?? (claim.denial && { ...claim.denial, in: null });
}

/** Since when, or from when on, the shopper waits for the team; null while it is for the shopper to answer. */
export const owedFrom = ({ turn, turnOn, reorder }: ShippingClaim): string | null =>
  turn === 'Team' ? turnOn : (reorder?.endsOn ?? null);

/** Since when the shopper waits for an answer; null while it is for them to answer, and once the claim is closed. */
export function waitingSince(claim: ShippingClaim, now: string): string | null {
  const from = owedFrom(claim);
  return from === null || isClosed(claim) || isAfter(from, now) ? null : from;
}

/** A reorder is granted and waits for the shopper to confirm the address. */
export const isAwaitingAddress = ({ reorder, status }: ShippingClaim): boolean =>
  reorder !== null && status === 'InProgress';

/** What a refund of its items gives. */
export const linesAmount = ({ lines }: Pick<ShippingClaim, 'lines'>): Minor =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** What it gave altogether. */
export const resolvedAmount = ({ lines, shippingFee, handlingFee, cover }: ShippingResolution): Minor =>
  lines + shippingFee + handlingFee + coverOf(cover);

/** Staff did it outside Makegood, however they did. */
export const wasResolvedExternally = ({ resolution }: Pick<ShippingClaim, 'resolution'>): boolean =>
  resolution?.wasResolvedExternally === true;

/** What it ended with is on its way: neither the platform made it yet, nor staff did it outside. */
export const isOutcomePending = (claim: Pick<ShippingClaim, 'resolution'>): boolean =>
  claim.resolution !== null &&
  claim.resolution.refundIdFromPlatform === null &&
  claim.resolution.order === null &&
  !wasResolvedExternally(claim);

/**
 * It is open, or may be again: staff decide once more about a reorder that the platform refuses. An order has one such
 * claim at a time.
 */
export const isUncompleted = (claim: Pick<ShippingClaim, 'status' | 'resolution'>): boolean =>
  !isClosed(claim) || (claim.resolution?.method === 'Reorder' && isOutcomePending(claim));

/** What units of the cover come to. */
export const coverOf = (cover: readonly { amount: Minor }[]): Minor =>
  cover.reduce((sum, { amount }) => sum + amount, 0);
