import { PaymentProvider } from '#core/payments/providers.ts';
import { z } from 'zod';
import { Address, FullAddress } from '#core/address.ts';
import { AskedField, FieldValues } from '#core/claims/field-shapes.ts';
import { ExchangePricing, RemainderMethod } from '#core/claims/goods-shapes.ts';
import { CANCEL_BLOCKS } from '#core/claims/cancel.ts';
import { ResolutionMethod } from '#core/claims/claim.ts';
import { Repair } from '#core/claims/repair-shapes.ts';
import { PROGRESS_STEPS, SHOPPER_TASKS } from '#core/claims/progress.ts';
import { ClaimType } from '#core/claims/types.ts';
import { FulfillmentEvent } from '#core/orders/order-statuses.ts';
import { ShipmentShown, ShopperShipmentShown } from '#contract/claim-shapes.ts';
import { DenialDetail } from '#core/claims/decision-shapes.ts';
import { asDialed } from '#core/phone.ts';
import { LANGUAGE_CODES } from '#core/texts/languages.ts';
import type { Message } from '#core/texts/message.ts';
import { Words } from '#core/texts/phrase.ts';
import { StatusShown } from '#contract/status-shown.ts';
import { CustomerPaymentShown, LedgerShown, WantedShown } from '#contract/money-shapes.ts';
import { REQUEST_ERRORS } from '#contract/request-errors.ts';
import { Amount, Nothing, route } from '#contract/route.ts';

const Phone = z.string().trim().overwrite(asDialed).max(40);
const Storefront = z.object({ slug: z.string().min(1).max(100) });
const OrderParams = Storefront.extend({ idFromPlatform: z.string().min(1).max(100) });
const ClaimParams = Storefront.extend({ externalId: z.string().min(1).max(40) });

export const storefront = route({
  method: 'GET',
  path: '/api/customer/settings/{slug}',
  access: 'public',
  summary: "Get the portal's brand, and its language with the texts that the store says differently in it",
  params: Storefront,
  query: z.object({
    /** What the shopper would read, the dearest first: `pt-BR,en`. */
    languages: z.string().max(500).default(''),
  }),
  response: z.object({
    slug: z.string(),
    name: z.string(),
    brandColor: z.string(),
    backgroundColor: z.string(),
    backgroundUrl: z.string(),
    logoUrl: z.string(),
    faviconUrl: z.string(),
    heading: z.string(),
    /** What stands in the browser's tab next to the heading of a screen. */
    pageTitle: z.string(),
    /** Texts of the store; where one is empty, the portal's own stands, or nothing. */
    orderNumberDescriptionText: z.string(),
    /** Above the items on the page of an order. */
    orderHubStartRequestTitleText: z.string(),
    orderHubStartRequestDetailText: z.string(),
    warrantyItemsDetailText: z.string(),
    offerRefundDetailText: z.string(),
    offerGiftCardDetailText: z.string(),
    /** Gift cards, store credit and Shop Now come first, below these words. */
    shouldPrioritizeCredit: z.boolean(),
    creditHeadlineText: z.string(),
    creditDetailText: z.string(),
    /** A label that comes with a QR code is not offered for printing. */
    hideLabelDownloadWhenQrCodeIsPresent: z.boolean(),
    supportEmail: z.string(),
    isReturnsEnabled: z.boolean(),
    isGiftReturnEnabled: z.boolean(),
    /** Buyers in some countries can withdraw from the contract by law. */
    isWithdrawalOffered: z.boolean(),
    orderLookupDetailText: z.string(),
    orderLookupGiftReturnDetailText: z.string(),
    footerText: z.string(),
    isAdvancedExchangeEnabled: z.boolean(),
    isInstantExchangeEnabled: z.boolean(),
    isShopNowEnabled: z.boolean(),
    languages: z.array(z.enum(LANGUAGE_CODES)),
    /** That of the offered ones which suits the shopper best. */
    language: z.enum(LANGUAGE_CODES),
    /** What the store says differently in it, by the id of the text, compiled. */
    texts: z.record(z.string(), z.custom<Message>()),
    /** Where shoppers read the return policy; empty where nowhere. */
    policyUrl: z.string(),
    /** Whose pages may show the portal within them. */
    embeddedIn: z.array(z.string()),
  }),
  errors: { STORE_NOT_FOUND: 'Store not found' },
});

export const returnPolicy = route({
  method: 'GET',
  path: '/api/customer/{slug}/return-policy',
  access: 'public',
  summary: 'Get the return policy as the settings and live automations make it, in words and as schema.org markup',
  params: Storefront,
  response: z.object({
    sections: z.array(
      z.object({
        title: z.string(),
        sentences: z.array(z.string()),
        /** What differs, the first that fits first. */
        exceptions: z.array(z.string()),
      }),
    ),
    /** The store's own policy page; empty where it has none. */
    ownPageUrl: z.string(),
    markup: z.record(z.string(), z.unknown()),
  }),
  errors: {
    STORE_NOT_FOUND: 'Store not found',
    POLICY_NOT_PUBLISHED: 'The store does not publish its policy',
  },
});

export const lookup = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/lookup',
  access: 'public',
  summary: 'Find an order by its number and email or postal code, and open a session for it',
  params: Storefront,
  body: z.object({ orderNo: z.string().trim().min(1).max(100), emailOrPostalCode: z.string().trim().min(1).max(255) }),
  response: z.object({ idFromPlatform: z.string() }),
  errors: {
    ORDER_NOT_FOUND: 'No order matches; a wrong pair and an unknown order get the same answer',
    TOO_MANY_ATTEMPTS: 'Too many attempts; try again later, or ask for a link by email',
    EMAIL_NEEDED: 'Postal codes are not compared for now; an email address is',
  },
});

/** Answers the same whether or not number and email belong together. */
export const mailOrderLink = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/email-link',
  access: 'public',
  summary: 'Email the buyer a link that opens the order once, for half an hour, if the order has this email',
  params: Storefront,
  body: z.object({ orderNo: z.string().trim().min(1).max(100), email: z.email().max(255) }),
  response: Nothing,
  errors: { TOO_MANY_ATTEMPTS: 'Too many attempts; try again later' },
});

/** Opens the session that a link by email carries. It is good once. */
export const openOrderLink = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/open-link',
  access: 'public',
  summary: 'Exchange the token of an emailed order link for a session',
  params: Storefront,
  body: z.object({ token: z.string().min(1).max(2000) }),
  response: z.object({ idFromPlatform: z.string() }),
  errors: { LINK_EXPIRED: 'The link has been used or is no longer valid' },
});

export const lookupGift = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/lookup-gift',
  access: 'public',
  summary: 'Find a gift order by its order or tracking number and the shipping postal code',
  params: Storefront,
  body: z.object({
    /** Of the order or of its parcel; from the link of a gift the platform's id of the order. */
    number: z.string().trim().min(1).max(100),
    postalCode: z.string().trim().min(1).max(20),
  }),
  response: z.object({ idFromPlatform: z.string() }),
  errors: {
    ORDER_NOT_FOUND: 'No order matches; a wrong pair and an unknown order get the same answer',
    TOO_MANY_ATTEMPTS: 'Too many attempts; try again later',
    TRACKING_NUMBER_NEEDED: 'Order numbers are not compared for now; a tracking number is',
    GIFT_RETURNS_NOT_OFFERED: "The store doesn't accept gift returns",
  },
});

/** Opens the session a link in an email carries. */
export const leavePortal = route({
  method: 'POST',
  path: '/api/customer/{slug}/sign-out',
  access: 'public',
  summary: 'Close the order that is open in this browser',
  params: Storefront,
  response: Nothing,
});

export const openLink = route({
  method: 'POST',
  path: '/api/customer/{slug}/open-link',
  access: 'public',
  summary: 'Exchange the token of an emailed link or gift link for a session',
  params: Storefront,
  body: z.object({ token: z.string().min(1).max(2000) }),
  response: z.object({ idFromPlatform: z.string(), externalId: z.string().nullable(), isGiftReturn: z.boolean() }),
  errors: {
    LINK_EXPIRED: 'The link is no longer valid',
    GIFT_RETURNS_NOT_OFFERED: "The store doesn't accept gift returns",
  },
});

const MethodEligibility = z.object({
  isEligible: z.boolean(),
  /** Units that it is open to: the windows of several packages end on different days. */
  quantity: z.number().int(),
  lastEligibleDate: z.string().nullable(),
  reasonText: z.string().nullable(),
  /** The same as data, to be phrased in the language of its reader. */
  whyNot: Words.nullable(),
});
export const PortalLine = z.object({
  lineIdFromPlatform: z.string(),
  productIdFromPlatform: z.string().nullable(),
  variantIdFromPlatform: z.string().nullable(),
  name: z.string(),
  variantTitle: z.string(),
  imgUrl: z.string().nullable(),
  /** Of the order's `reasons`, the ids of those a claim of each type can give, in their order. */
  claimReasons: z.record(ClaimType, z.array(z.string())),
  quantity: z.number().int(),
  returnableQuantity: z.number().int(),
  /** Units that can be chosen for a claim of each type before a reason is: rules may open the item for some reasons. */
  choosable: z.record(ClaimType, z.number().int()),
  /** What one unit is worth when returned, tax included; a display figure, the quote is exact. Null in a gift return. */
  unitValue: Amount.nullable(),
  isEligible: z.boolean(),
  reasonText: z.string().nullable(),
  whyNot: Words.nullable(),
  returnUntil: z.string().nullable(),
  /** Null in a gift return: the warranty is the buyer's. */
  warranty: MethodEligibility.extend({
    /** Units whose warranty has ended or is refused by a rule, and which a review can be asked for. */
    reviewQuantity: z.number().int(),
  }).nullable(),
  /** What staff can be asked to accept against the rules, and by which methods; null where nothing is refused by them. */
  review: z.object({ quantity: z.number().int(), methods: z.array(RemainderMethod) }).nullable(),
  methods: z.object({
    refund: MethodEligibility,
    storeCredit: MethodEligibility,
    giftCard: MethodEligibility,
    variantExchange: MethodEligibility,
  }),
  /** Other products that a rule offers instead, given its reason; null where what the order says holds. */
  productExchange: z
    .object({
      pricing: ExchangePricing,
      isVariantEven: z.boolean(),
      kind: z.enum(['product', 'variant']),
      isSearchable: z.boolean(),
    })
    .nullable(),
  /** What is asked about the line given its reason; a yes makes it ineligible. */
  questions: z.array(
    z.object({
      ruleId: z.number().int(),
      question: z.string(),
      onYesMessage: z.string(),
      yes: z.string(),
      no: z.string(),
    }),
  ),
  /** What is wanted beside the reason, given that; null where nothing is. */
  demands: z
    .object({
      /** Custom fields, each answered by its id. */
      fields: z.array(AskedField),
      isCommentShown: z.boolean(),
      isCommentRequired: z.boolean(),
      leastMedia: z.number().int(),
      mediaInstructions: z.array(z.string()),
    })
    .nullable(),
});
export type PortalLine = z.infer<typeof PortalLine>;
const UnitsOfLine = z.object({ lineIdFromPlatform: z.string(), quantity: z.number().int() });
/** From asking to the end, step by step. */
const Progress = z.array(
  z.object({ step: z.enum(PROGRESS_STEPS), isDone: z.boolean(), /** When, if known. */ on: z.string().nullable() }),
);
export type Progress = z.infer<typeof Progress>;
/** C3.08, as the portal has it. */
export const PortalOrder = z.object({
  storeId: z.number().int(),
  storeSlug: z.string(),
  storeName: z.string(),
  /** What calls of the portal name the store by. */
  storefrontId: z.string(),
  idFromPlatform: z.string(),
  orderNo: z.string(),
  createdOn: z.string(),
  canceledOn: z.string().nullable(),
  currencyCode: z.string(),
  /** Of the buyer, if an email address opened the order: a postal code proves too little. Else null and none. */
  email: z.string().nullable(),
  addresses: z.array(Address),
  /** It was made in exchange for goods of another order. */
  isExchangeOfExchange: z.boolean(),
  /** A gift recipient has the order open: no prices and no buyer are shown. */
  isGiftReturn: z.boolean(),
  firstName: z.string(),
  /** The latest date of any line, null when none is open; the warranty is the buyer's alone. */
  returnUntil: z.string().nullable(),
  warrantyUntil: z.string().nullable(),
  /** Until when the shopper may change the order; null where that is not offered. */
  editUntil: z.string().nullable(),
  isOrderEditable: z.boolean(),
  /** The buyer can still withdraw from the contract by law, until the last day, where it is known; null where not. */
  withdrawal: z.object({ lastDay: z.string().nullable() }).nullable(),
  /** Problems with its packages can be reported, by the shipping protection that was bought. */
  isShippingClaimOffered: z.boolean(),
  isOrderFulfilled: z.boolean(),
  /** The fulfillments, and the latest status of each package (C3.10). */
  fulfillments: z.array(
    z.object({
      createdOn: z.string(),
      deliveredOn: z.string().nullable(),
      event: FulfillmentEvent.nullable(),
      /** Where the package can be followed. */
      trackers: z.array(z.object({ code: z.string(), carrier: z.string(), url: z.string() })),
      lines: z.array(UnitsOfLine),
    }),
  ),
  /** What the store still has to send. */
  unsent: z.array(UnitsOfLine),
  lineItems: z.array(PortalLine).min(1),
  reasons: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      details: z.array(z.string()),
      /** A photo shows what is wrong. */
      wantsPhotos: z.boolean(),
    }),
  ),
  /** Photos and videos that each item of such a claim needs, where its `demands` say nothing. */
  leastMedia: z.record(ClaimType, z.number().int()),
  /** The store wants a phone number with such a claim. */
  isPhoneRequired: z.record(ClaimType, z.boolean()),
  /** Where the store explains its warranty; empty where nowhere. */
  warrantyPolicyUrl: z.string(),
  incentiveBasisPoints: z.number().int(),
  shopNowIncentiveBasisPoints: z.number().int(),
  /** Exchange for another product; off where the order is in another currency than the shop's prices. */
  isAdvancedExchangeEnabled: z.boolean(),
  /** The shopper says whether it is a return or a warranty claim, rather than the items. */
  allowClaimTypeSelection: z.boolean(),
  /** Windows, questions or offers may depend on the reasons: ask for the order again once they are chosen. */
  asksAfterReasons: z.boolean(),
  /** What the store says beside that choice; empty for nothing. */
  claimTypeSelectionDetailText: z.string(),
  offerInstantExchange: z.boolean(),
  /** Every exchange is sent ahead. */
  isInstantExchangeRequired: z.boolean(),
  /** By when the goods of an instant exchange asked for now have to be back: the end of the last day, as people read it. */
  instantExchangeReturnBefore: z.string(),
  offerShopNow: z.boolean(),
  /** How the store words the offer; null for the usual words. */
  shopNow: z.object({ headline: z.string(), description: z.string(), startShoppingUrl: z.string() }).nullable(),
  /** Shoppers fill the cart in the shop itself, and bring it back. */
  isShopCartUsed: z.boolean(),
  /** A bonus given as an amount, once, instead of a percentage; null without one. */
  incentiveAmount: Amount.nullable(),
  shopNowIncentiveAmount: Amount.nullable(),
  variantExchangePricing: ExchangePricing,
  advancedExchangePricing: ExchangePricing,
  /** Who takes what an exchange costs more; with none it cannot be chosen. */
  paymentProvider: z.enum(['none', ...PaymentProvider.options]),
  shippingMethods: z.array(z.enum(['label', 'packingSlip'])),
  claims: z.array(
    z.object({
      externalId: z.string(),
      claimType: ClaimType,
      createdOn: z.string(),
      status: StatusShown,
      progress: Progress,
      /** What it waits for the shopper to do. */
      task: z.enum(SHOPPER_TASKS).nullable(),
      items: z.array(z.object({ name: z.string(), imgUrl: z.string().nullable(), quantity: z.number().int() })),
    }),
  ),
});
export type PortalOrder = z.infer<typeof PortalOrder>;
export const getOrder = route({
  method: 'GET',
  path: '/api/customer/{slug}/order/{idFromPlatform}',
  access: 'portal',
  summary: 'Get the order: what can be returned, until when, and why not',
  params: OrderParams,
  response: PortalOrder,
  errors: { ORDER_NOT_FOUND: 'This session is for another order' },
});

/** Items somebody wants to give back, each with its reason. */
const ReasonedItems = z
  .array(
    z.object({
      lineIdFromPlatform: z.string().min(1).max(100),
      quantity: z.number().int().min(1).max(10000),
      reasonId: z.string().max(100),
      reasonDetail: z.string().max(200).default(''),
    }),
  )
  .min(1)
  .max(100);

export const orderForReasons = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/{idFromPlatform}/reasons',
  access: 'portal',
  summary: 'Get the order as it stands for these items and reasons: windows, questions and offers may depend on them',
  params: OrderParams,
  body: z.object({
    claimType: ClaimType.default('Return'),
    selections: ReasonedItems,
  }),
  response: PortalOrder,
  errors: { ORDER_NOT_FOUND: 'This session is for another order' },
});

export const startShopping = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/{idFromPlatform}/shopping',
  access: 'portal',
  summary:
    'Begin to shop in the store with the value of these items: the page to open, which carries credit and way back',
  params: OrderParams,
  body: z.object({
    selections: ReasonedItems,
    /** The shop's page around the portal, which the shopper comes back to; null where there is none. */
    page: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .nullable()
      .default(null),
  }),
  response: z.object({ url: z.string() }),
  errors: {
    ORDER_NOT_FOUND: 'This session is for another order',
    LINE_UNKNOWN: "An item isn't part of the order",
    QUANTITY_TOO_LARGE: 'More of an item than can still be returned',
    SHOP_NOW_NOT_OFFERED:
      "The store doesn't offer Shop Now in its own pages, or not for these items, or the page isn't one that may show the portal",
  },
});

export const variants = route({
  method: 'GET',
  path: '/api/customer/{slug}/order/{idFromPlatform}/line/{lineIdFromPlatform}/variants',
  access: 'portal',
  summary: "List the other variants of the line's product with live stock",
  params: OrderParams.extend({ lineIdFromPlatform: z.string().min(1).max(100) }),
  response: z.object({
    variants: z.array(
      z.object({
        idFromPlatform: z.string(),
        title: z.string(),
        options: z.array(z.object({ name: z.string(), value: z.string() })),
        imgUrl: z.string().nullable(),
        isAvailable: z.boolean(),
        /** False for what cannot be had for a gift, whatever the stock. */
        isOffered: z.boolean(),
        isCurrent: z.boolean(),
      }),
    ),
  }),
  errors: {
    ORDER_NOT_FOUND: 'This session is for another order',
    LINE_NOT_FOUND: 'Line not found',
    PLATFORM_UNREACHABLE: "Stock isn't available right now",
    TOO_MANY_QUESTIONS: 'This session asked about too many products in a minute',
    LABEL_PRICE_UNKNOWN: 'Carriers tell no price for the label right now, of which the store charges a part',
  },
});

export const Selection = z.object({
  lineIdFromPlatform: z.string().min(1).max(100),
  quantity: z.number().int().min(1).max(10000),
  reasonId: z.string().max(100),
  reasonDetail: z.string().max(200).default(''),
  comments: z.string().max(2000).default(''),
  method: ResolutionMethod,
  variantIdFromPlatform: z.string().max(100).nullable().default(null),
  /** The product of that variant, where it is another one than the line's. */
  productIdFromPlatform: z.string().max(100).nullable().optional(),
  /** The line's value is spent on the Shop Now items; leftover credit is issued by `method`. */
  isShopNow: z.boolean().optional(),
  mediaIds: z.array(z.string().max(100)).max(10).default([]),
  /** To the custom fields that the order demands for the reason; others are ignored. */
  customFields: FieldValues.default([]),
  /** To the questions that the order asks for the reason. */
  answers: z
    .array(z.object({ ruleId: z.number().int(), answer: z.enum(['yes', 'no']) }))
    .max(100)
    .default([]),
});
export type Selection = z.input<typeof Selection>;
const Selections = z.array(Selection).min(1).max(100);

const ShopNowItem = z.object({
  productIdFromPlatform: z.string().min(1).max(100),
  variantIdFromPlatform: z.string().min(1).max(100),
  quantity: z.number().int().min(1).max(9999),
});
/** A return as the shopper has put it together so far. */
export const ReturnDraft = z.object({
  claimType: ClaimType.default('Return'),
  selections: Selections,
  shopNowItems: z.array(ShopNowItem).max(500).default([]),
  isInstantExchange: z.boolean().default(false),
  /** None for a warranty claim: staff ask for what they want to see. */
  shippingMethod: z.enum(['label', 'packingSlip', 'none']).optional(),
});
const DRAFT_ERRORS = {
  EXCHANGE_NOT_OFFERED: 'This line can only be exchanged for the same product',
  EXCHANGE_VARIANT_UNKNOWN: "The variant isn't available",
  OUT_OF_STOCK: 'Not enough stock',
  SHOP_NOW_NOT_OFFERED: "The store doesn't offer this",
  SHOP_NOW_EMPTY: 'No items, or no line that gives the credit',
  INSTANT_EXCHANGE_NOT_OFFERED: "The store doesn't offer this",
  TOO_MANY_QUESTIONS: 'This session asked about too many products in a minute',
} as const;
const ANSWER_ERRORS = {
  QUESTION_UNANSWERED: 'A question about an item has no answer',
  ITEM_INELIGIBLE: 'The answer to a question makes the item ineligible',
  CUSTOM_FIELD_INVALID: 'An answer to a custom field is missing or invalid; texts by field',
  COMMENT_REQUIRED: 'The store wants a comment about this item',
  MEDIA_REQUIRED: 'The store wants more photos or videos of this item',
  INSTANT_EXCHANGE_REQUIRED: 'The store sends every exchange ahead, against a hold',
} as const;

export const quote = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/{idFromPlatform}/quote',
  access: 'portal',
  summary: 'Quote a return before it is submitted, line by line',
  params: OrderParams,
  /** `requestKey` of the request that will submit it: where it was already, the refusal says so. */
  body: ReturnDraft.extend({ requestKey: z.uuid().optional() }),
  response: z.object({
    currencyCode: z.string(),
    lines: z.array(
      z.object({
        lineIdFromPlatform: z.string(),
        name: z.string(),
        quantity: z.number().int(),
        method: ResolutionMethod,
        /** Null in a gift return, as the sums below: they say what the buyer paid. */
        subtotal: Amount.nullable(),
        tax: Amount.nullable(),
        amount: Amount.nullable(),
        incentive: Amount.nullable(),
        /** Of the amount, what pays for other goods and fees. */
        deducted: Amount.nullable(),
      }),
    ),
    totals: z
      .object({ refund: Amount, storeCredit: Amount, giftCard: Amount, exchange: Amount, incentive: Amount })
      .nullable(),
    /** The checkout balance. `owed` must be paid, and `held` paid or held, before submitting. */
    ledger: LedgerShown.nullable(),
    /** What the store takes off gift card, store credit or refund, as it is set. */
    fees: z.array(z.object({ kind: z.enum(['fee', 'returnShipping']), label: z.string(), amount: Amount })),
    /** What one unit of each Shop Now item costs in these sums, without a tax that comes on top. */
    shopNowItems: z.array(z.object({ variantIdFromPlatform: z.string(), price: Amount })),
    /** The ways to send it back, with what the store charges for each; null where nobody knows its price right now. */
    shippingMethods: z.array(z.object({ method: z.enum(['label', 'packingSlip']), charge: Amount.nullable() })),
    /** Names these sums. Submitting with it is refused once they are others. */
    sumsKey: z.string(),
  }),
  errors: { ...DRAFT_ERRORS, ALREADY_SUBMITTED: REQUEST_ERRORS.ALREADY_SUBMITTED },
});

const Payment = z.object({
  paymentId: z.number().int(),
  amount: Amount,
  currencyCode: z.string(),
  provider: PaymentProvider,
  /** For the provider's form in the page; null where `payUrl` is the page to pay on. */
  clientSecret: z.string().nullable(),
  payUrl: z.string().nullable(),
  browser: z.object({ scriptUrl: z.string(), publishableKey: z.string() }).nullable(),
});

export const createPaymentIntent = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/{idFromPlatform}/create-payment-intent',
  access: 'portal',
  summary:
    'Start the payment that a return needs. The server calculates the amount; the same request returns the same payment',
  params: OrderParams,
  body: ReturnDraft.extend({ requestKey: z.uuid() }),
  response: Payment,
  errors: {
    ...DRAFT_ERRORS,
    ...ANSWER_ERRORS,
    PAYMENT_NOT_NEEDED: 'There is nothing to pay',
    PAYMENT_NOT_OFFERED: "The store doesn't take payments here",
    PAYMENT_REFUSED: "The payment provider doesn't accept this payment",
    TOO_MANY_ATTEMPTS: 'Too many attempts; try again later',
    ...REQUEST_ERRORS,
  },
});

export const payForClaim = route({
  method: 'POST',
  path: '/api/customer/{slug}/claim/{externalId}/create-payment-intent',
  access: 'portal',
  summary:
    'Start the payment of what the shopper still owes for a submitted claim. The same amount returns the same payment',
  params: ClaimParams,
  response: Payment,
  errors: {
    CLAIM_NOT_FOUND: "The claim isn't on this session's order",
    PAYMENT_NOT_NEEDED: 'Nothing is owed, or no longer',
    PAYMENT_NOT_OFFERED: "The store doesn't take payments here",
    PAYMENT_REFUSED: "The payment provider doesn't accept this payment",
    TOO_MANY_ATTEMPTS: 'Too many attempts; try again later',
  },
});

/** Asked after the shopper was at the provider's page: whether the return can be submitted now, or the claim has it. */
export const paymentState = route({
  method: 'GET',
  path: '/api/customer/{slug}/order/{idFromPlatform}/payment/{paymentId}',
  access: 'portal',
  summary: 'Get the state of a payment from the provider',
  params: OrderParams.extend({ paymentId: z.coerce.number().int() }),
  response: z.object({ state: z.enum(['open', 'made', 'ended']), lastError: z.string().nullable() }),
  errors: { PAYMENT_UNKNOWN: "The payment isn't for this order" },
});

export const exchangeOptions = route({
  method: 'GET',
  path: '/api/customer/{slug}/order/{idFromPlatform}/exchange-options',
  access: 'portal',
  summary: 'List in-stock products for an exchange or Shop Now; one product by its ID comes with live stock and prices',
  params: OrderParams,
  query: z.object({
    searchTerm: z.string().trim().max(100).default(''),
    /** The line to exchange; its own product is excluded. */
    lineIdFromPlatform: z.string().max(100).optional(),
    /** Units of that line, for the price difference. */
    quantity: z.coerce.number().int().min(1).max(10000).default(1),
    /** Why it comes back: what is offered instead may depend on it. */
    reasonId: z.string().max(100).default(''),
    reasonDetail: z.string().max(200).default(''),
    /** What a variant has to be, as a query string: `Size=M&Color=Red`. */
    options: z.string().max(1000).default(''),
    productIdFromPlatform: z.string().max(100).optional(),
    take: z.coerce.number().int().min(1).max(500).default(24),
  }),
  response: z.object({
    currencyCode: z.string(),
    products: z.array(
      z.object({
        idFromPlatform: z.string(),
        title: z.string(),
        imgUrl: z.string().nullable(),
        variants: z.array(
          z.object({
            idFromPlatform: z.string(),
            title: z.string(),
            options: z.array(z.object({ name: z.string(), value: z.string() })),
            imgUrl: z.string().nullable(),
            price: Amount,
            /** What these units cost over the line's, tax included; null without a line and in a gift return. */
            difference: Amount.nullable(),
            isAvailable: z.boolean(),
          }),
        ),
      }),
    ),
    /** More products match than are shown; a search finds them. */
    hasMore: z.boolean(),
    /** What the products can be filtered by; empty where no rule lets shoppers filter. */
    filters: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  }),
  errors: {
    EXCHANGE_NOT_OFFERED: "The store doesn't offer exchanges for other products or Shop Now",
    LINE_NOT_FOUND: 'Line not found',
    PLATFORM_UNREACHABLE: "Stock isn't available right now",
    TOO_MANY_QUESTIONS: 'This session asked about too many products in a minute',
  },
});

/** The gift recipient: the email address we write to, and the address for labels and new items. */
export const GiftRecipient = z.object({ email: z.email('Must be a valid email.').max(255), address: FullAddress });
export type GiftRecipient = z.input<typeof GiftRecipient>;

/** A name the browser keeps for itself, with the kind of device it is. */
const DeviceFingerprint = z.string().regex(/^[\w.-]{1,80}$/);

export const submit = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/{idFromPlatform}/claim',
  access: 'portal',
  summary: 'Submit a return or a warranty claim; the same requestKey never creates a second claim',
  params: OrderParams,
  body: ReturnDraft.extend({
    requestKey: z.uuid(),
    shippingMethod: z.enum(['label', 'packingSlip', 'none']),
    paymentId: z.number().int().nullable().default(null),
    /** Of the quote that the shopper was shown. */
    sumsKey: z.string().max(100).optional(),
    /** Of a gift return, and of no other. */
    recipient: GiftRecipient.optional(),
    /** Of the buyer, where the store wants it. */
    phone: Phone.optional(),
    deviceFingerprint: DeviceFingerprint.optional(),
  }),
  response: z.object({ externalId: z.string() }),
  errors: {
    ...DRAFT_ERRORS,
    ...ANSWER_ERRORS,
    PAYMENT_NOT_OFFERED: "The return needs a payment, but the store doesn't take payments here",
    PAYMENT_REQUIRED: 'The payment or card hold must be made first',
    PAYMENT_TOO_SMALL: "The payment doesn't cover the amount due, or is in another currency",
    PAYMENT_UNKNOWN: "The payment isn't for this order",
    SUMS_CHANGED: 'The amounts are no longer those of the quote; get another',
    PAYMENT_USED: 'The payment belongs to another return',
    PAYMENT_ENDED: 'The payment was canceled; start another',
    RECIPIENT_REQUIRED: "A gift return needs the recipient's name, email and address",
    RECIPIENT_UNEXPECTED: "The order wasn't opened as a gift",
    PHONE_REQUIRED: 'The store wants a phone number with this claim',
    ...REQUEST_ERRORS,
    ORDER_BUSY: 'Other claims of the order are being made',
  },
});

export const askForReview = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/{idFromPlatform}/review',
  access: 'portal',
  summary:
    'Ask staff to accept items that the rules of the store refuse; the same requestKey never creates a second claim',
  params: OrderParams,
  body: z.object({
    claimType: ClaimType.default('Return'),
    selections: z
      .array(
        Selection.pick({
          lineIdFromPlatform: true,
          quantity: true,
          reasonId: true,
          reasonDetail: true,
          method: true,
          mediaIds: true,
          answers: true,
          customFields: true,
        }).extend({
          /** Why the store should accept it. */
          comments: z.string().trim().min(1).max(2000),
        }),
      )
      .min(1)
      .max(100),
    requestKey: z.uuid(),
    recipient: GiftRecipient.optional(),
    /** Of the buyer, where the store wants it. */
    phone: Phone.optional(),
    deviceFingerprint: DeviceFingerprint.optional(),
  }),
  response: z.object({ externalId: z.string() }),
  errors: {
    REVIEW_NOT_OFFERED: "The store doesn't take requests for a review",
    REVIEW_NOT_NEEDED: 'No rule refuses the item',
    REVIEW_DENIED: 'Staff have already denied the item',
    METHOD_NOT_ELIGIBLE: 'Something other than the rules of the store refuses the item',
    CUSTOM_FIELD_INVALID: 'An answer to a custom field is invalid; texts by field',
    RECIPIENT_REQUIRED: "A gift return needs the recipient's name, email and address",
    RECIPIENT_UNEXPECTED: "The order wasn't opened as a gift",
    PHONE_REQUIRED: 'The store wants a phone number with this claim',
    ...REQUEST_ERRORS,
    ORDER_BUSY: 'Other claims of the order are being made',
  },
});

export const startUpload = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/{idFromPlatform}/signed-url',
  access: 'portal',
  summary: 'Get an upload URL for a photo, video or PDF',
  params: OrderParams,
  body: z.object({
    filename: z.string().min(1).max(255),
    contentType: z.string().max(100),
    size: z.number().int().min(1),
  }),
  response: z.object({
    mediaId: z.string(),
    url: z.string(),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
  }),
  errors: { UPLOAD_TOO_LARGE: 'The file is too large', UPLOAD_TYPE: "The file isn't a photo, video or PDF" },
});
export const finishUpload = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/{idFromPlatform}/signed-url/{mediaId}/finish',
  access: 'portal',
  summary: 'Check the uploaded file by its bytes',
  params: OrderParams.extend({ mediaId: z.string().max(100) }),
  response: z.object({ mediaId: z.string(), contentType: z.string(), url: z.string() }),
  errors: {
    UPLOAD_BROKEN: 'Error Uploading File: {filename}',
    UPLOAD_TYPE: "The file isn't a photo, video or PDF",
  },
});

export const overview = route({
  method: 'GET',
  path: '/api/customer/{slug}/claim/{externalId}',
  access: 'portal',
  summary: 'Get the status of a claim and its next steps',
  params: ClaimParams,
  response: z.object({
    externalId: z.string(),
    claimType: ClaimType,
    orderIdFromPlatform: z.string(),
    orderNo: z.string(),
    createdOn: z.string(),
    currencyCode: z.string(),
    /** A gift's recipient reads no amount but that of what was handed out. */
    isGiftReturn: z.boolean(),
    /** When the buyer withdrew from the contract by law, in the time zone of the store; null on others. */
    withdrawal: z.object({ statedOn: z.string(), timeZone: z.string() }).nullable(),
    status: StatusShown,
    progress: Progress,
    /** Why the shopper can no longer cancel it; null while they can. */
    cancelBlock: z.enum(CANCEL_BLOCKS).nullable(),
    /** What the shopper does or waits for now, in words. */
    nextSteps: z.array(z.string()),
    /** The same as data, to be phrased in the language of their reader. */
    steps: z.array(Words),
    isAwaitingCustomer: z.boolean(),
    /** The shopper may ask the store to look again at what it denied. */
    canAppeal: z.boolean(),
    /** What they asked it to consider, and when; null where they never did. */
    appeal: z.object({ text: z.string(), on: z.string() }).nullable(),
    infoRequest: z.string(),
    /** What the store wrote about the claim as a whole; empty where it wrote nothing. */
    noteToCustomer: z.string(),
    lines: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        variantTitle: z.string(),
        imgUrl: z.string().nullable(),
        quantity: z.number().int(),
        reasonName: z.string(),
        method: ResolutionMethod,
        /** How far its repair is, and what it costs; null where it isn't to be repaired. */
        repair: Repair.pick({ state: true, note: true, steps: true }).extend({ price: Amount }).nullable(),
        exchangeTitle: z.string().nullable(),
        exchange: WantedShown.extend({
          unitPrice: Amount.nullable(),
          unitTax: Amount.nullable(),
          cost: Amount.nullable(),
        }).nullable(),
        /** The price of the new item minus the value of the returned one. */
        exchangeDelta: Amount.nullable(),
        isExchangeSent: z.boolean(),
        isShopNow: z.boolean(),
        amount: Amount.nullable(),
        incentive: Amount.nullable(),
        /** For a line with a money method: what was issued, or would be, including the bonus, and its deductions. */
        given: z.object({ amount: Amount, deducted: Amount }).nullable(),
        status: z.enum(['open', 'approved', 'denied', 'closed']),
        /** Why the rules refused it, where the shopper asked for a review; nothing of it is promised until staff approve. */
        refusal: z.string().nullable(),
        refusalWords: Words.nullable(),
        /** Why the line was denied, in words for the shopper. */
        denial: z.string().nullable(),
        denialDetail: DenialDetail.nullable(),
        noteToCustomer: z.string(),
        isFinalized: z.boolean(),
      }),
    ),
    totals: z.object({ refund: Amount, storeCredit: Amount, giftCard: Amount, incentive: Amount }).nullable(),
    /** Null for a gift, whose value isn't shown, and if the shopper's view would cost something that isn't owed. */
    ledger: LedgerShown.nullable(),
    /** The store takes payments, so that the shopper can pay here. */
    canPay: z.boolean(),
    /** What was handed out so far, at its face value. */
    issued: z.object({ refund: Amount, storeCredit: Amount, giftCard: Amount }),
    payments: z.array(
      CustomerPaymentShown.omit({ note: true, canRefund: true, refundable: true, idFromPlatform: true }),
    ),
    shopNowItems: z.array(WantedShown),
    isInstantExchange: z.boolean(),
    /** By when the goods of an instant exchange have to be back: the end of the last day, as people read it; null for other returns. */
    returnBefore: z.string().nullable(),
    shippingMethod: z.enum(['label', 'packingSlip', 'none']),
    shipments: z.array(ShopperShipmentShown),
    /** Packages to the shopper. */
    sentBack: z.array(ShipmentShown),
    /** Something else of the order can be returned. */
    canReturnMore: z.boolean(),
  }),
  errors: { CLAIM_NOT_FOUND: "The claim isn't on this session's order" },
});

const CHANGE_ERRORS = {
  CLAIM_NOT_FOUND: "The claim isn't on this session's order",
  CUSTOMER_ERASED: "The customer's data was erased",
} as const;

export const answerInfo = route({
  method: 'POST',
  path: '/api/customer/{slug}/claim/{externalId}/answer',
  access: 'portal',
  summary: 'Answer a request for more information',
  params: ClaimParams,
  body: z.object({
    answer: z.string().trim().min(1).max(2000),
    mediaIds: z.array(z.string().max(100)).max(10).default([]),
  }),
  response: Nothing,
  errors: { ...CHANGE_ERRORS, NOTHING_ASKED: 'There is no open question' },
});

export const appealClaim = route({
  method: 'POST',
  path: '/api/customer/{slug}/claim/{externalId}/appeal',
  access: 'portal',
  summary: 'Ask the store to look again at what it denied; once for a claim',
  params: ClaimParams,
  body: z.object({
    message: z.string().trim().min(1).max(2000),
    mediaIds: z.array(z.string().max(100)).max(10).default([]),
  }),
  response: Nothing,
  errors: {
    ...CHANGE_ERRORS,
    APPEAL_NOT_OFFERED: 'Nothing was denied, the claim is still open, or it was appealed before',
    UNITS_TAKEN: 'The item is part of another claim by now',
    UPLOAD_UNKNOWN: 'A file is of another order, incomplete or already used',
    ORDER_BUSY: 'Other claims of the order are being made',
  },
});

export const acceptQuotes = route({
  method: 'POST',
  path: '/api/customer/{slug}/claim/{externalId}/repair-quote/accept',
  access: 'portal',
  summary: 'Agree to repairs that other items of the claim pay for; what costs more is agreed to by paying for it',
  params: ClaimParams,
  /** Every quote as the shopper read it. */
  body: z.object({
    quotes: z.array(z.object({ claimLineItemId: z.number().int().positive(), price: Amount })).max(1000),
  }),
  response: Nothing,
  errors: {
    ...CHANGE_ERRORS,
    QUOTE_NOT_OPEN: 'There is no quote to answer, or no longer',
    QUOTE_CHANGED: 'A quote has another price by now',
    PAYMENT_NEEDED: 'The repair has to be paid for',
  },
});

export const declineQuote = route({
  method: 'POST',
  path: '/api/customer/{slug}/claim/{externalId}/repair-quote/{claimLineItemId}/decline',
  access: 'portal',
  summary: 'Decline the quote for the repair of an item',
  params: ClaimParams.extend({ claimLineItemId: z.coerce.number().int().positive() }),
  response: Nothing,
  errors: {
    ...CHANGE_ERRORS,
    QUOTE_NOT_OPEN: 'There is no quote to answer, or no longer',
  },
});

export const cancelClaim = route({
  method: 'POST',
  path: '/api/customer/{slug}/claim/{externalId}/cancel',
  access: 'portal',
  summary: 'Cancel a claim as its shopper, while nothing came of it; what was paid or held is returned',
  params: ClaimParams,
  response: Nothing,
  errors: {
    ...CHANGE_ERRORS,
    CANCEL_TOO_LATE: 'Something of it was carried out or is on its way',
  },
});
