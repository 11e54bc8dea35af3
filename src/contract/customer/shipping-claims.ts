import { z } from 'zod';
import { Address, FullAddress } from '#core/address.ts';
import { ShippingDenial, ShippingReason } from '#core/protection/reasons.ts';
import { ShippingMethod, ShippingStatus } from '#core/protection/shipping-claim.ts';
import { REQUEST_ERRORS } from '#contract/request-errors.ts';
import { Amount, Nothing, route } from '#contract/route.ts';

const Storefront = z.object({ slug: z.string().min(1).max(100) });
const OrderParams = Storefront.extend({ idFromPlatform: z.string().min(1).max(100) });
const ClaimParams = Storefront.extend({ externalId: z.string().min(1).max(40) });
const NotFound = { CLAIM_NOT_FOUND: "The claim isn't on this session's order" };

export const shippingProtection = route({
  method: 'GET',
  path: '/api/customer/{slug}/order/{idFromPlatform}/shipping-claim',
  access: 'portal',
  summary: 'Get what can be claimed of the packages of an order, and from when until when (C7.22)',
  params: OrderParams,
  response: z.object({
    storeName: z.string(),
    orderNo: z.string(),
    currencyCode: z.string(),
    isProtected: z.boolean(),
    /** The code of why nothing can be claimed; null where something may be. */
    whyNot: z.enum(['SHIPPING_CLAIM_NOT_AVAILABLE', 'SHIPPING_CLAIM_EXISTS']).nullable(),
    isAnythingSent: z.boolean(),
    /** Of the buyer, if an email address opened the order; else it is empty. */
    email: z.string(),
    /** Null where no email address opened the order, or it has none. */
    shippingAddress: Address.nullable(),
    /** The claim that is to be completed first. */
    existing: z.object({ externalId: z.string() }).nullable(),
    reasons: z.array(
      z.object({
        reason: ShippingReason,
        state: z.enum(['open', 'early', 'late', 'delivered']),
        /** The first day ("2026-03-12"), in the time zone of the store; null where it is open, or nobody knows it yet. */
        fromDay: z.string().nullable(),
        isPhotoRequired: z.boolean(),
        /** Units by item that can be claimed for it now. */
        units: z.array(z.object({ lineIdFromPlatform: z.string(), quantity: z.number().int() })),
      }),
    ),
    /** What is left to refund of the order. */
    mostRefundable: Amount,
    items: z.array(
      z.object({
        lineIdFromPlatform: z.string(),
        name: z.string(),
        variantTitle: z.string(),
        imgUrl: z.string().nullable(),
        /** What a refund of all its units gives, where so much is left of what was paid. */
        amount: Amount,
        quantity: z.number().int(),
      }),
    ),
  }),
  errors: { ORDER_NOT_FOUND: 'This session is for another order' },
});

export const fileShippingClaim = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/{idFromPlatform}/shipping-claim',
  access: 'portal',
  summary: 'File a claim of shipping protection; the same requestKey never makes two',
  params: OrderParams,
  body: z.object({
    requestKey: z.uuid(),
    reason: ShippingReason,
    method: ShippingMethod,
    selections: z
      .array(z.object({ lineIdFromPlatform: z.string().max(100), quantity: z.number().int().positive().max(9999) }))
      .min(1)
      .max(100),
    note: z.string().trim().max(2000).default(''),
    mediaIds: z.array(z.string().max(100)).max(10).default([]),
    shippingAddress: FullAddress.nullable().default(null),
    /** Where answers go. */
    email: z.email('Must be a valid email.').max(255),
  }),
  response: z.object({ externalId: z.string() }),
  errors: {
    ORDER_NOT_FOUND: 'This session is for another order',
    SHIPPING_CLAIM_NOT_AVAILABLE: "The order wasn't bought with shipping protection",
    SHIPPING_CLAIM_EXISTS: "Another claim of the order isn't completed",
    LINE_UNKNOWN: 'An item is not part of the order',
    LINE_NOT_COVERED: "An item isn't shipped",
    QUANTITY_TOO_LARGE: 'More units than can be claimed',
    NOT_SENT: 'Nothing of the order was sent',
    FILED_EARLY: 'It is too early for this reason',
    FILED_LATE: 'It is too late for this reason',
    PARCEL_DELIVERED: 'The package was delivered, so it is not lost',
    PHOTO_REQUIRED: 'This reason needs a photo',
    ADDRESS_REQUIRED: 'A reorder needs an address',
    UPLOAD_UNKNOWN: 'A file is of another order, incomplete or already used',
    ...REQUEST_ERRORS,
    ORDER_BUSY: 'Other claims of the order are being made',
  },
});

export const shippingClaim = route({
  method: 'GET',
  path: '/api/customer/{slug}/shipping-claim/{externalId}',
  access: 'portal',
  summary: 'Get where a claim of shipping protection stands',
  params: ClaimParams,
  response: z.object({
    externalId: z.string(),
    orderIdFromPlatform: z.string(),
    orderNo: z.string(),
    storeName: z.string(),
    createdOn: z.string(),
    currencyCode: z.string(),
    status: ShippingStatus,
    reason: ShippingReason,
    method: ShippingMethod,
    note: z.string(),
    isAddressAwaited: z.boolean(),
    items: z.array(
      z.object({
        name: z.string(),
        variantTitle: z.string(),
        imgUrl: z.string().nullable(),
        quantity: z.number().int(),
      }),
    ),
    /** Why it was denied, with what staff wrote; null where it was not. */
    denial: z.object({ reason: ShippingDenial, note: z.string() }).nullable(),
    canAnswer: z.boolean(),
    refund: z.object({ amount: Amount, isPending: z.boolean() }).nullable(),
    /** The number of the order that sends the items again, once it is known. */
    newOrderNo: z.string().nullable(),
    /** Staff resolved it externally; it is not known how. */
    wasResolvedExternally: z.boolean(),
  }),
  errors: NotFound,
});

export const answerShippingClaim = route({
  method: 'POST',
  path: '/api/customer/{slug}/shipping-claim/{externalId}/answer',
  access: 'portal',
  summary: 'Answer a denial, which opens the claim again',
  params: ClaimParams,
  body: z.object({ message: z.string().trim().min(1).max(2000) }),
  response: Nothing,
  errors: {
    ...NotFound,
    SHIPPING_CLAIM_CHANGED: 'It was changed at the same time',
    SHIPPING_CLAIM_OPEN: 'It is open',
    VALUE_GIVEN: 'Something was given for it',
    UNITS_TAKEN: 'An item is part of another claim by now',
    CUSTOMER_ERASED: "The customer's data was erased",
  },
});

export const remindOfFiling = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/{idFromPlatform}/shipping-claim/reminder',
  access: 'portal',
  summary: 'Ask for an email on the day from which something can be claimed',
  params: OrderParams,
  body: z.object({ reason: ShippingReason, email: z.email('Must be a valid email.').max(255) }),
  response: z.object({ day: z.string() }),
  errors: {
    ORDER_NOT_FOUND: 'This session is for another order',
    NOT_WAITED_FOR: 'No day is known for it',
    EMAIL_NOT_OF_ORDER: 'The session proves no email, and this is none of the order',
    TOO_MANY_REMINDERS: 'The order has three already',
    TOO_MANY_ATTEMPTS: 'Too many emails that are none of the order; try again later',
  },
});

const ReorderParams = Storefront.extend({ shippingClaimId: z.coerce.number().int().positive() });
const Token = z.object({ token: z.string().min(1).max(1000) });
const LinkErrors = { STORE_NOT_FOUND: 'Store not found', LINK_USED: 'The link was used, or no longer works' };

export const openReorder = route({
  method: 'POST',
  path: '/api/customer/{slug}/reorder/{shippingClaimId}/open',
  access: 'public',
  summary: 'Get what a reorder sends, by the link of an email (C2.25)',
  params: ReorderParams,
  body: Token,
  response: z.object({
    storeName: z.string(),
    orderNo: z.string(),
    shippingAddress: Address.nullable(),
    items: z.array(
      z.object({
        name: z.string(),
        variantTitle: z.string(),
        imgUrl: z.string().nullable(),
        quantity: z.number().int(),
      }),
    ),
  }),
  errors: LinkErrors,
});

export const confirmReorder = route({
  method: 'POST',
  path: '/api/customer/{slug}/reorder/{shippingClaimId}/confirm',
  access: 'public',
  summary: 'Confirm where a reorder goes; the link works once',
  params: ReorderParams,
  body: Token.extend({ shippingAddress: FullAddress }),
  response: Nothing,
  errors: {
    ...LinkErrors,
    OUT_OF_STOCK: 'Too few of an item are in stock',
    PARTNER_UNAVAILABLE: "The store platform doesn't answer",
    SHIPPING_CLAIM_CHANGED: 'It was changed at the same time',
    CUSTOMER_ERASED: "The customer's data was erased",
  },
});
