import { z } from 'zod';
import { Address } from '#core/address.ts';
import { TimelineEntry } from '#core/claims/timeline-shapes.ts';
import { MailKind } from '#core/mail/mail-kind.ts';
import { ShippingDenial, ShippingReason } from '#core/protection/reasons.ts';
import { ResolvedIn, ShippingMethod, ShippingSource, ShippingStatus } from '#core/protection/shipping-claim.ts';
import { MediaShown } from '#contract/claim-shapes.ts';
import { Amount } from '#contract/route.ts';

/** A message of the conversation of a claim. */
const ShippingMessageShown = z.object({
  id: z.number().int(),
  direction: z.enum(['in', 'out']),
  kind: z.enum([...MailKind.options, 'news']),
  /** "Automatic reply"; empty for messages of people. */
  kindLabel: z.string(),
  from: z.object({ name: z.string(), email: z.string() }),
  to: z.string(),
  subject: z.string(),
  createdOn: z.string(),
  /** Loads and runs nothing; quotes are folded. */
  sanitizedHtmlBody: z.string(),
  /** It was longer than what is kept. */
  isCut: z.boolean(),
  attachments: z.array(
    z.object({
      filename: z.string(),
      size: z.number().int(),
      /** Null where it isn't kept; `problem` says why. */
      media: MediaShown.nullable(),
      problem: z.string().nullable(),
    }),
  ),
  /** Who of the staff wrote it, or put it into the claim. */
  by: z.string().nullable(),
  /** Of what goes out. */
  delivery: z
    .object({ state: z.enum(['sending', 'sent', 'failed', 'canceled', 'undelivered']), reason: z.string().nullable() })
    .nullable(),
});

/** The conversation by email of a claim (C2.22, C3.12). */
const EmailConversation = z.object({
  subject: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  /** Answers of the shopper arrive here; else at the address the store names. */
  isAnswerable: z.boolean(),
  messages: z.array(ShippingMessageShown),
});
export type EmailConversation = z.infer<typeof EmailConversation>;

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
  /** Who works on it, and until when if they do nothing more. */
  assignee: z.object({ userId: z.number().int(), name: z.string(), endsOn: z.string() }).nullable(),
  /** Since when the shopper waits for an answer; null while it is for them to answer, or once it is closed. */
  waitingSince: z.string().nullable(),
  images: z.array(MediaShown),
  linkToCustomerUi: z.string(),
  customerId: z.string().nullable(),
  customerEmail: z.string(),
  /** The order came with this address, as its own or its customer's; else somebody typed it. */
  isEmailOfOrder: z.boolean(),
  customerName: z.string(),
  /** As answers address them. */
  customerFirstName: z.string(),
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
    /** Staff gave it outside Makegood, so that no partner shows it. */
    wasResolvedExternally: z.boolean(),
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
  emailConversation: EmailConversation,
  /** The shopper wrote, and nobody wrote or decided since. */
  hasUnansweredMessage: z.boolean(),
  lastMessageFromCustomerOn: z.string().nullable(),
});
export type ShippingClaimShown = z.infer<typeof ShippingClaimShown>;
