import { z } from 'zod';
import { Address, FullAddress } from '#core/address.ts';
import { ShippingDenial, ShippingReason } from '#core/protection/reasons.ts';
import { ResolvedIn, ShippingMethod, ShippingSource } from '#core/protection/shipping-claim.ts';
import { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { RefundsByHand } from '#contract/merchant/claim-actions.ts';
import { StoreParams, Version } from '#contract/merchant/params.ts';
import { REQUEST_ERRORS } from '#contract/request-errors.ts';
import { Amount, EnteredAmount, route } from '#contract/route.ts';

const ShippingClaimParams = StoreParams.extend({ shippingClaimId: z.coerce.number().int().positive() });
const NotFound = { SHIPPING_CLAIM_NOT_FOUND: 'Shipping claim not found' };
const Closed = {
  ...NotFound,
  SHIPPING_CLAIM_CHANGED: 'Somebody changed it, or another claim of its order, first',
  SHIPPING_CLAIM_CLOSED: 'It is closed already',
  CUSTOMER_ERASED: "The customer's data was erased",
};
const Decided = {
  ...Closed,
  NOT_YOURS_TO_DECIDE: "The provider's concierge team decides claims of this store",
  GOODS_SENT: 'Its failed reorder was created after all, so it was closed as reordered',
  PARTNER_UNAVAILABLE: "The store platform doesn't answer",
};
const Note = z.string().trim().max(2000);

export const shippingOrder = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/shipping-protection/order/{orderId}',
  access: 'staff',
  summary: 'Get what of an order can be claimed for shipping protection (C5.12, C8.06)',
  params: StoreParams.extend({ orderId: z.coerce.number().int().positive() }),
  response: z.object({
    currencyCode: z.string(),
    orderNo: z.string(),
    isProtected: z.boolean(),
    /** The code of why nothing can be claimed; null where something can. */
    whyNot: z.enum(['SHIPPING_CLAIM_NOT_AVAILABLE', 'SHIPPING_CLAIM_EXISTS']).nullable(),
    /** The claim that is to be completed first. */
    existing: z.object({ id: z.number().int(), externalId: z.string() }).nullable(),
    customerName: z.string(),
    customerEmail: z.string(),
    shippingAddress: Address.nullable(),
    lineItems: z.array(
      z.object({
        idFromPlatform: z.string(),
        name: z.string(),
        variantTitle: z.string(),
        sku: z.string(),
        imgUrl: z.string().nullable(),
        /** Units that were sent and are in no other claim. */
        quantity: z.number().int(),
        unitAmount: Amount,
      }),
    ),
  }),
  errors: { ORDER_NOT_FOUND: 'Order not found' },
});

export const createShippingClaim = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/shipping-protection/claim',
  access: 'staff',
  summary: 'File a claim of shipping protection for a customer; the same requestKey never makes two (C7.20)',
  params: StoreParams,
  body: z.object({
    requestKey: z.uuid(),
    originalStoreOrderId: z.number().int().positive(),
    reason: ShippingReason,
    resolutionMethod: ShippingMethod,
    noteFromMerchant: Note.default(''),
    notifyCustomer: z.boolean().default(true),
    shippingAddress: FullAddress.nullable().default(null),
    /** Left out, that of who files: the store, its helpdesk, or the provider's team. */
    source: ShippingSource.optional(),
    lineItems: z
      .array(z.object({ idFromPlatform: z.string().min(1).max(100), quantity: z.number().int().positive().max(9999) }))
      .min(1, 'Must select at least one line item.')
      .max(100),
  }),
  response: ShippingClaimShown,
  errors: {
    ORDER_NOT_FOUND: 'Order not found',
    SHIPPING_CLAIM_NOT_AVAILABLE: "The order wasn't bought with shipping protection",
    SHIPPING_CLAIM_EXISTS: "Another claim of the order isn't completed",
    LINE_UNKNOWN: 'An item is not part of the order',
    LINE_NOT_COVERED: "An item isn't shipped",
    QUANTITY_TOO_LARGE: 'More units than can be claimed',
    ADDRESS_REQUIRED: 'A reorder needs an address',
    ...REQUEST_ERRORS,
    ORDER_BUSY: 'Other claims of the order are being made',
  },
});

export const getShippingClaim = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/shipping-protection/claim/{shippingClaimId}',
  access: 'staff',
  summary: 'Get a claim of shipping protection (C2.22, C7.20)',
  params: ShippingClaimParams,
  response: ShippingClaimShown,
  errors: NotFound,
});

export const shippingRefundsByHand = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/shipping-protection/claim/{shippingClaimId}/refunds-by-hand',
  access: 'staff',
  summary: 'List unassigned refunds of its order that staff made at the store platform, newest first',
  params: ShippingClaimParams,
  response: RefundsByHand,
  errors: NotFound,
});

export const finalizeShippingClaim = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/shipping-protection/claim/{shippingClaimId}/finalize',
  access: 'money',
  summary: 'Refund the items, or grant that they are sent again (C4.20, C5.13)',
  params: ShippingClaimParams,
  body: z.object({
    version: Version,
    resolutionMethod: ShippingMethod,
    /** Of a refund, besides the items. */
    shippingFee: EnteredAmount.default(0),
    handlingFee: EnteredAmount.default(0),
    isCoverRefunded: z.boolean().default(false),
    /** Whose team decides; it has to be that of who asks, and is that where it is left out. */
    finalizationSource: ResolvedIn.exclude(['Automatic']).optional(),
  }),
  response: ShippingClaimShown,
  errors: {
    ...Decided,
    FINALIZATION_SOURCE_WRONG: 'The source is not the team of who asks',
    AMOUNT_INVALID: 'An amount is no amount of the currency',
    REFUND_TOO_LARGE: 'More than is left of what was paid',
    REFUND_NOT_POSSIBLE: 'The store platform can refund nothing of the order',
    REORDER_NOT_POSSIBLE: 'An item is no product of the store',
    OUT_OF_STOCK: 'Too few of an item are in stock',
  },
});

export const denyShippingClaim = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/shipping-protection/claim/{shippingClaimId}/deny',
  access: 'staff',
  summary: 'Close it as denied, for a reason the customer reads',
  params: ShippingClaimParams,
  body: z.object({ version: Version, reason: ShippingDenial, note: Note.default('') }),
  response: ShippingClaimShown,
  errors: { ...Decided, NOTE_REQUIRED: 'This reason needs a note' },
});

export const resolveShippingClaim = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/shipping-protection/claim/{shippingClaimId}/resolve',
  access: 'staff',
  summary: 'Close what solved itself, such as a package that turned up',
  params: ShippingClaimParams,
  body: z.object({ version: Version, note: Note.default(''), notifyCustomer: z.boolean().default(true) }),
  response: ShippingClaimShown,
  errors: Decided,
});

export const reopenShippingClaim = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/shipping-protection/claim/{shippingClaimId}/reopen',
  access: 'staff',
  summary: 'Open a claim again that was denied or resolved',
  params: ShippingClaimParams,
  body: z.object({ version: Version }),
  response: ShippingClaimShown,
  errors: {
    ...NotFound,
    SHIPPING_CLAIM_CHANGED: Closed.SHIPPING_CLAIM_CHANGED,
    CUSTOMER_ERASED: Closed.CUSTOMER_ERASED,
    NOT_YOURS_TO_DECIDE: Decided.NOT_YOURS_TO_DECIDE,
    SHIPPING_CLAIM_OPEN: 'It is open',
    VALUE_GIVEN: 'The customer was given something for it',
    UNITS_TAKEN: 'An item is part of another claim by now',
  },
});

export const assignShippingClaim = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/shipping-protection/claim/{shippingClaimId}/assign',
  access: 'staff',
  summary: 'Take a claim, give it back, or hand it over',
  params: ShippingClaimParams,
  body: z.object({
    /** Who has it from now on: the one who asks, or another provider admin if a provider admin asks; null for nobody. */
    assigneeId: z.number().int().positive().nullable(),
    /** Who had it when the asker looked; null for nobody. */
    from: z.number().int().positive().nullable(),
  }),
  response: ShippingClaimShown,
  errors: {
    ...Closed,
    NOT_YOURS_TO_DECIDE: Decided.NOT_YOURS_TO_DECIDE,
    SHIPPING_CLAIM_TAKEN: 'Somebody else has it by now; the text says who',
    ASSIGNEE_UNKNOWN: 'Nobody who could have it',
  },
});
