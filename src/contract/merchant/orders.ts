import { z } from 'zod';
import { ShippingStatus } from '#core/protection/shipping-claim.ts';
import { Address } from '#core/address.ts';
import { Hook } from '#core/automations/hooks.ts';
import { ResolutionMethod } from '#core/claims/claim.ts';
import { ClaimType } from '#core/claims/types.ts';
import { Instant } from '#core/instant.ts';
import { FulfillmentEvent } from '#core/orders/order-statuses.ts';
import { OrderLookup } from '#core/orders/lookup.ts';
import { ClaimReason } from '#core/claims/reasons.ts';
import { EffectShown } from '#contract/claim-shapes.ts';
import { StatusShown } from '#contract/status-shown.ts';
import { RefundsByHand } from '#contract/merchant/claim-actions.ts';
import { OrderListed } from '#contract/merchant/lists.ts';
import { VariantsOffered } from '#contract/merchant/merchant.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Amount, route } from '#contract/route.ts';

const OrderParams = StoreParams.extend({ storeOrderId: z.coerce.number().int().positive() });
const LineParams = OrderParams.extend({ lineItemId: z.string().min(1).max(100) });
const NotFound = { ORDER_NOT_FOUND: 'Order not found' };

/** A claim with the order it is on. */
export const ClaimOfOrder = z.object({
  id: z.number().int(),
  externalId: z.string(),
  claimType: ClaimType,
  createdOn: z.string(),
  status: StatusShown,
});

export const ShippingClaimOfOrder = z.object({
  id: z.number().int(),
  externalId: z.string(),
  createdOn: z.string(),
  status: ShippingStatus,
  statusLabel: z.string(),
});
export type ShippingClaimOfOrder = z.infer<typeof ShippingClaimOfOrder>;

export const findOrders = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/order',
  access: 'staff',
  summary: 'List the newest orders, or search by number, email or name (C7.19)',
  params: StoreParams,
  query: z.object({
    searchTerm: z.string().trim().max(200).default(''),
    take: z.coerce.number().int().min(1).max(50).default(5),
  }),
  response: z.object({ data: z.array(OrderListed) }),
});

export const lookUpOrder = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/order/lookup',
  access: 'staff',
  summary: "Look up an order by its number and the customer's email or postal code, or by its ID (C5.10, C7.19)",
  params: StoreParams,
  body: z.union([OrderLookup, z.object({ idFromPlatform: z.string().min(1).max(100) })]),
  response: z.object({ id: z.number().int(), idFromPlatform: z.string() }),
  errors: NotFound,
});

/** C3.09. `isLifetime` where the last date is the sentinel of a window for life. */
const Eligibility = z.object({
  isEligible: z.boolean(),
  lastEligibleDate: z.string().nullable(),
  isLifetime: z.boolean(),
  reasonText: z.string().nullable(),
  returnableQuantity: z.number().int(),
});
const Eligibilities = z.object({
  refund: Eligibility,
  storeCredit: Eligibility,
  giftCard: Eligibility,
  exchange: Eligibility,
  warranty: Eligibility,
});
export const OrderLineShown = z.object({
  /** What calls name it by. */
  id: z.string(),
  idFromPlatform: z.string(),
  productIdFromPlatform: z.string().nullable(),
  variantIdFromPlatform: z.string().nullable(),
  name: z.string(),
  variantTitle: z.string(),
  optionsFromPlatform: z.array(z.object({ name: z.string(), value: z.string() })),
  sku: z.string(),
  imgUrl: z.string().nullable(),
  quantity: z.number().int(),
  currentQuantity: z.number().int(),
  /** Units that staff can still claim: sent, and not in another claim. */
  claimableQuantity: z.number().int(),
  /** What was paid for one unit, and its tax; display figures. */
  unitPrice: Amount,
  unitListPrice: Amount,
  unitTax: Amount,
  paidTotal: Amount,
  grams: z.number().int(),
  isFinalSale: z.boolean(),
  isExchangeOnly: z.boolean(),
  /** Why a shopper cannot return it by any method, in words; null where one is open. */
  ineligibleLineItemFootnote: z.string().nullable(),
  isProtection: z.boolean(),
  productTagsAtPurchase: z.array(z.string()),
  eligibility: Eligibilities,
  madeIneligibleOn: z.string().nullable(),
  madeIneligibleBy: z.string().nullable(),
  /** Always null: rules are asked whenever the order is looked at. */
  automationMadeIneligibleOn: z.string().nullable(),
  /** The rule that says what can be claimed; null where the settings do. */
  eligibilityStoreRuleId: z.number().int().nullable(),
  /** Of the order's `reasons`, the ids of those a claim of each type can give. */
  claimReasons: z.record(ClaimType, z.array(z.string())),
  /** What staff can ask for, by type of claim; `refusalText` says why one cannot be had. */
  claimMethods: z.record(
    ClaimType,
    z.array(z.object({ method: ResolutionMethod, refusalText: z.string().nullable() })),
  ),
});
export type OrderLineShown = z.infer<typeof OrderLineShown>;

/** What a shopper chose about the cover, and what they were shown. */
export const CoverChoice = z.object({
  choice: z.enum(['accepted', 'declined']),
  /** The shop added the cover, and the shopper could decline it. */
  wasAddedForShopper: z.boolean(),
  label: z.string(),
  description: z.string(),
  price: Amount,
  currencyCode: z.string(),
  countryCode: z.string(),
  page: z.string(),
  createdOn: z.string(),
});
export type CoverChoice = z.infer<typeof CoverChoice>;

/** C3.08. */
export const OrderShown = z.object({
  id: z.number().int(),
  storeId: z.number().int(),
  storeSlug: z.string(),
  storeName: z.string(),
  /** What calls of the portal name the store by. */
  storefrontId: z.string(),
  idFromPlatform: z.string(),
  orderNo: z.string(),
  createdOn: z.string(),
  canceledOn: z.string().nullable(),
  email: z.string(),
  phone: z.string(),
  customerName: z.string(),
  currencyCode: z.string(),
  financialStatus: z.string(),
  fulfillmentStatus: z.string(),
  isOrderFulfilled: z.boolean(),
  wasShippingProtected: z.boolean(),
  /** Null where the widget didn't ask. */
  coverConsent: CoverChoice.nullable(),
  /** What we did for the order by itself, or will, the oldest first: the refund of its cover, and emails. */
  effects: z.array(EffectShown),
  isUnprotectedShippingClaimPermitted: z.boolean(),
  isShippingClaimImgRequired: z.boolean(),
  wasCreatedFromRegistration: z.boolean(),
  /** Opened by a gift recipient, which only the portal does. */
  isGiftReturn: z.boolean(),
  /** It was made in exchange for goods of another order, so that an exchange of it is an exchange of an exchange. */
  isExchangeOfExchange: z.boolean(),
  /** By item, what staff decided otherwise than the store's policy; null where they did not. */
  overrides: z.record(z.string(), z.object({ madeIneligibleOn: z.string() })).nullable(),
  channel: z.string(),
  discountCodes: z.array(z.string()),
  tags: z.array(z.string()),
  note: z.string(),
  platformAdminUrl: z.string().nullable(),
  /** Where a gift recipient starts a return; null if it isn't possible, or the store accepts no gift returns. */
  startGiftReturnUrl: z.string().nullable(),
  shippingAddress: Address.nullable(),
  billingAddress: Address.nullable(),
  /** Those of the two that it has. */
  addresses: z.array(Address),
  money: z.object({
    subtotal: Amount,
    shippingPaid: Amount,
    taxTotal: Amount,
    isTaxIncluded: z.boolean(),
    total: Amount,
    totalPaid: Amount,
    totalRefunded: Amount,
    /** What refunds and claims leave to be refunded. */
    left: Amount,
  }),
  /** The latest date of any line, null when none is open. */
  returnUntil: z.string().nullable(),
  warrantyUntil: z.string().nullable(),
  lineItems: z.array(OrderLineShown).min(1),
  fulfillments: z.array(
    z.object({
      idFromPlatform: z.string(),
      createdOn: z.string(),
      deliveredOn: z.string().nullable(),
      status: z.string(),
      /** The last thing known of the parcel (C3.10). */
      event: FulfillmentEvent.nullable(),
      trackingCodes: z.array(z.string()),
      /** The same, with where each can be followed. */
      trackers: z.array(z.object({ code: z.string(), carrier: z.string(), url: z.string() })),
      lines: z.array(z.object({ lineIdFromPlatform: z.string(), name: z.string(), quantity: z.number().int() })),
    }),
  ),
  refunds: z.array(z.object({ idFromPlatform: z.string(), createdOn: z.string(), amount: Amount, note: z.string() })),
  claims: z.array(ClaimOfOrder.extend({ items: z.array(z.object({ name: z.string(), quantity: z.number().int() })) })),
  shippingClaims: z.array(ShippingClaimOfOrder),
  reasons: z.array(ClaimReason),
  shippingClaimReasons: z.array(z.object({ id: z.string(), name: z.string() })),
  /** How goods can come back; none needs no parcel. */
  shippingMethods: z.array(z.enum(['label', 'packingSlip', 'none'])),
});
export type OrderShown = z.infer<typeof OrderShown>;

export const getOrder = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/order/by-platform-id/{idFromPlatform}',
  access: 'staff',
  summary:
    'Get one order with everything its overview shows: what can be claimed, until when, and why not (C3.08, C3.09)',
  params: StoreParams.extend({ idFromPlatform: z.string().min(1).max(100) }),
  response: OrderShown,
  errors: NotFound,
});

// The caller's clock may be ahead of ours.
const CLOCKS_DIFFER_MS = 300_000;
const PastInstant = Instant.refine(
  (text) => Date.parse(text) <= Date.now() + CLOCKS_DIFFER_MS,
  'Must not be in the future.',
);

export const changeOrderLine = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/order/{storeOrderId}/line-item/{lineItemId}',
  access: 'staff',
  summary: 'Make a line ineligible, or reset it with null (C4.18, C7.19)',
  params: LineParams,
  body: z.object({ madeIneligibleOn: PastInstant.nullable() }),
  response: OrderShown,
  errors: { ...NotFound, LINE_UNKNOWN: "The order doesn't have this item" },
});

export const orderRefundsByHand = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/order/{storeOrderId}/refunds-by-hand',
  access: 'staff',
  summary: 'List unassigned refunds that staff made at the store platform, newest first',
  params: OrderParams,
  response: RefundsByHand,
  errors: NotFound,
});

export const orderVariants = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/order/{storeOrderId}/line-item/{lineItemId}/variants',
  access: 'staff',
  summary: "List variants of the line's product, or of another one, with live stock and price, at most 500 (C5.07)",
  params: LineParams,
  query: z.object({ productIdFromPlatform: z.string().min(1).max(100).optional() }),
  response: VariantsOffered,
  errors: { ...NotFound, LINE_UNKNOWN: "The order doesn't have this item" },
});

/** What a shopper asks for. */
export const AskedResolution = z.enum([...ResolutionMethod.options, 'shopNow']);

const FactValue = z.union([
  z.number(),
  z.boolean(),
  z.string(),
  z.array(z.string()).readonly(),
  z.array(z.number()).readonly(),
]);

const Subject = z.object({
  /** What rules ask about: a line of the order or of the claim. */
  subject: z.string(),
  name: z.string(),
  /** What is known of it; what is unknown is left out. */
  facts: z.record(z.string(), FactValue),
});

export const orderFacts = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/order/{storeOrderId}/facts',
  access: 'admin',
  summary: 'Get what rules are asked with at a moment of an order, so that a rule can be tried on it',
  params: OrderParams,
  query: z.object({
    hook: Hook,
    /** A claim of the order, for the moments of a claim that exists. */
    claimId: z.coerce.number().int().positive().optional(),
    claimType: ClaimType.default('Return'),
    isGiftReturn: z.enum(['true', 'false']).default('false'),
    /** What the shopper chose; the first item of the order unless one is named. */
    lineIdFromPlatform: z.string().max(100).optional(),
    quantity: z.coerce.number().int().min(1).max(1_000_000).default(1),
    reasonId: z.string().max(100).default(''),
    reasonDetail: z.string().max(200).default(''),
    resolution: AskedResolution.default('refund'),
  }),
  response: z.object({
    lines: z.array(z.object({ idFromPlatform: z.string(), name: z.string(), quantity: z.number().int() })),
    /** Empty where the moment is one of a claim, and none was named. */
    subjects: z.array(Subject),
  }),
  errors: {
    ...NotFound,
    CLAIM_NOT_FOUND: 'The order has no such claim',
    LINE_UNKNOWN: "The item isn't part of the order",
    QUANTITY_TOO_LARGE: 'The order has fewer of the item',
  },
});
