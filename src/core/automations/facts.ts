import { ResolutionMethod } from '#core/claims/claim.ts';
import { GRADE_NAMES } from '#core/claims/inspection-shapes.ts';
import { methodName } from '#core/claims/method-names.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { ReasonCategory, categoryName } from '#core/claims/reason-category.ts';
import { TRACKER_LABELS, TrackerStatus } from '#core/claims/shipment-shapes.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { FINANCIAL_STATUSES, FULFILLMENT_STATUSES } from '#core/orders/order-statuses.ts';

/** What a fact holds; a date is a calendar day ("2026-11-23"), a list of texts may also be a single text. */
export type ValueType = 'number' | 'date' | 'boolean' | 'strings' | 'numbers';

/** What a fact describes. Conditions on facts of a line must hold together for one and the same line. */
export type Subject = 'order' | 'line' | 'claim' | 'shipment' | 'registration' | 'cart';

/** Where the values to choose from come from: a fixed list, the store's own things, or anything typed. */
export type FactOptions =
  | { kind: 'definite'; options: readonly { value: string; label: string }[] }
  | { kind: 'countries' }
  /** Things with an id that a rule names; they cannot be deleted while it does. */
  | { kind: 'named'; of: NamedThing }
  /** What was seen in the store's own data, or typed. */
  | { kind: 'arbitrary' };

export type NamedThing =
  | 'reason'
  | 'productGroup'
  | 'returnLocation'
  | 'fulfillmentLocation'
  | 'customerSegment'
  | 'customField';

/** Things that the store's platform keeps, and rules name by its ids. */
export type PlatformThing = Extract<NamedThing, 'fulfillmentLocation' | 'customerSegment'>;
export const isPlatformThing = (of: NamedThing): of is PlatformThing =>
  of === 'fulfillmentLocation' || of === 'customerSegment';

export type Fact = {
  label: string;
  group: string;
  type: ValueType;
  subject: Subject;
  hooks: readonly Hook[];
  options?: FactOptions;
  /** It is one text, so "contains" finds a part of it. */
  isText?: true;
  /** It is an amount in the store's currency. */
  isMoney?: true;
  /** A number with up to two decimals, as amounts have. */
  hasDecimals?: true;
  /** It is counted from one: whatever there is has at least one. */
  isFromOne?: true;
  /** A list that never has more than one value. */
  isSingle?: true;
};

const LOOKUP: readonly Hook[] = ['orderLookup'];
const ITEMS: readonly Hook[] = ['exchangeProductSelection', 'afterReasonSelection'];
const REVIEW: readonly Hook[] = ['beforeClaimSubmission', 'returnShipmentQuote'];
const SHIPPED: readonly Hook[] = [
  'returnShipmentCreated',
  'returnShipmentWebhook',
  'rmaWebhook',
  'beforeClaimLineItemInspection',
  'claimFinalized',
];
const CREATED: readonly Hook[] = ['claimCreated', ...SHIPPED];
/** Every moment of a claim, from the order on. */
const OF_ORDERS: readonly Hook[] = [...LOOKUP, ...ITEMS, ...REVIEW, ...CREATED];
const FROM_REASON: readonly Hook[] = [...ITEMS, ...REVIEW, ...CREATED];
const FROM_REVIEW: readonly Hook[] = [...REVIEW, ...CREATED];
const CHECKOUT: readonly Hook[] = ['orderCheckoutBegin', 'orderCheckoutQuoteShipping'];
/** No product is picked yet, and nobody has to say who they are before one is. */
const REGISTRATION: readonly Hook[] = ['registrationProductSelection'];
const STOREFRONT: readonly Hook[] = ['themeAppExtensionLoad'];
const WAREHOUSE: readonly Hook[] = ['rmaWebhook', 'beforeClaimLineItemInspection', 'claimFinalized'];

const definite = (labels: Readonly<Record<string, string>>): FactOptions => ({
  kind: 'definite',
  options: Object.entries(labels).map(([value, label]) => ({ value, label })),
});
const ARBITRARY: FactOptions = { kind: 'arbitrary' };
const COUNTRIES: FactOptions = { kind: 'countries' };
const named = (of: NamedThing): FactOptions => ({ kind: 'named', of });

type Rest = Pick<Fact, 'options' | 'isText' | 'isMoney' | 'hasDecimals' | 'isFromOne' | 'isSingle'>;
const fact =
  (group: string, subject: Subject) =>
  (label: string, type: ValueType, hooks: readonly Hook[], rest: Rest = {}): Fact => ({
    label,
    group,
    type,
    subject,
    hooks,
    ...rest,
  });

const customer = fact('Customer', 'order');
const order = fact('Order', 'order');
const product = fact('Product', 'line');
const claim = fact('Claim', 'claim');
const claimLine = fact('Claim', 'line');
const rma = fact('Warehouse', 'line');
const shipment = fact('Return shipment', 'shipment');
const registration = fact('Registration', 'registration');
const cart = fact('Cart', 'cart');

const METHODS = {
  ...Object.fromEntries(ResolutionMethod.options.map((method) => [method, methodName(method)])),
  shopNow: 'Shop now',
};

// A parcel nobody has heard of looks like one that was not handed in yet.
const TRACKED = TrackerStatus.options.filter((status) => status !== 'unknown');

/** Everything a condition can ask about (R3.06 to R3.14). */
export const FACTS = {
  'customer/tags': customer('Customer tags', 'strings', [...OF_ORDERS, ...CHECKOUT], { options: ARBITRARY }),
  'customer/email': customer('Customer email', 'strings', [...OF_ORDERS, ...CHECKOUT], {
    isSingle: true,
    options: ARBITRARY,
    isText: true,
  }),
  'customer/segment': customer('Customer segment', 'strings', [...OF_ORDERS, ...CHECKOUT], {
    options: named('customerSegment'),
  }),
  'customer/returnsLastYear': customer('Returns in the last year', 'number', OF_ORDERS),
  'customer/warrantiesLastYear': customer('Warranty claims in the last year', 'number', OF_ORDERS),
  'customer/lifetimeOrders': customer('Lifetime orders', 'number', [...OF_ORDERS, ...CHECKOUT]),
  'customer/accountStatus': customer('Account status', 'strings', OF_ORDERS, {
    isSingle: true,
    options: definite({ disabled: 'Disabled', invited: 'Invited', enabled: 'Enabled', declined: 'Declined' }),
  }),

  'order/createdOn': order('Order date', 'date', OF_ORDERS),
  'order/daysSinceCreated': order('Days since the order', 'number', OF_ORDERS),
  'order/country': order('Country', 'strings', [...OF_ORDERS, ...CHECKOUT, ...STOREFRONT], {
    isSingle: true,
    options: COUNTRIES,
  }),
  'order/province': order('State or province', 'strings', [...OF_ORDERS, ...CHECKOUT], {
    isSingle: true,
    options: ARBITRARY,
  }),
  'order/total': order('Order total', 'number', [...OF_ORDERS, ...CHECKOUT], { isMoney: true }),
  'order/tags': order('Order tags', 'strings', OF_ORDERS, { options: ARBITRARY }),
  'order/channel': order('Sales channel', 'strings', OF_ORDERS, { isSingle: true, options: ARBITRARY }),
  'order/paymentGateway': order('Payment gateway', 'strings', OF_ORDERS, { options: ARBITRARY }),
  'order/number': order('Order number', 'strings', OF_ORDERS, { isSingle: true, options: ARBITRARY, isText: true }),
  'order/discountCode': order('Discount code', 'strings', [...OF_ORDERS, ...CHECKOUT], {
    options: ARBITRARY,
    isText: true,
  }),
  'order/fulfillmentLocation': order('Fulfillment location', 'strings', OF_ORDERS, {
    options: named('fulfillmentLocation'),
  }),
  'order/fulfillmentStatus': order('Fulfillment status', 'strings', OF_ORDERS, {
    isSingle: true,
    options: definite(FULFILLMENT_STATUSES),
  }),
  'order/financialStatus': order('Payment status', 'strings', OF_ORDERS, {
    isSingle: true,
    options: definite(FINANCIAL_STATUSES),
  }),
  'order/isCanceled': order('Order is canceled', 'boolean', OF_ORDERS),
  'order/isShippingProtected': order('Order has shipping protection', 'boolean', OF_ORDERS),

  'product/vendor': product('Vendor', 'strings', [...OF_ORDERS, ...CHECKOUT, ...STOREFRONT], {
    isSingle: true,
    options: ARBITRARY,
  }),
  'product/tagsAtPurchase': product('Product tags at purchase', 'strings', OF_ORDERS, { options: ARBITRARY }),
  'product/type': product('Product type', 'strings', [...OF_ORDERS, ...CHECKOUT, ...STOREFRONT], {
    isSingle: true,
    options: ARBITRARY,
  }),
  'product/collection': product('Collection', 'strings', [...OF_ORDERS, ...STOREFRONT], {
    options: ARBITRARY,
  }),
  'product/sku': product('SKU', 'strings', [...OF_ORDERS, ...CHECKOUT, ...STOREFRONT], {
    isSingle: true,
    options: ARBITRARY,
    isText: true,
  }),
  'product/group': product('Product group', 'numbers', [...OF_ORDERS, ...CHECKOUT, ...STOREFRONT], {
    options: named('productGroup'),
  }),

  'claim/type': claim('Claim type', 'strings', FROM_REASON, {
    isSingle: true,
    options: definite(Object.fromEntries(Object.keys(CLAIM_TYPES).map((type) => [type, type]))),
  }),
  'claim/riskLevel': claim('Risk level', 'strings', CREATED, {
    isSingle: true,
    options: definite({ Low: 'Low', Medium: 'Medium', High: 'High' }),
  }),
  'claim/total': claim('Claim total', 'number', FROM_REVIEW, { isMoney: true }),
  'claim/lineItemTotal': claimLine('Item total', 'number', FROM_REASON, { isMoney: true }),
  'claim/quantity': claimLine('Quantity', 'number', FROM_REASON, { isFromOne: true }),
  'claim/reasonCategory': claimLine('Reason category', 'strings', FROM_REASON, {
    isSingle: true,
    options: definite(Object.fromEntries(ReasonCategory.options.map((one) => [one, categoryName(one)]))),
  }),
  'claim/reason': claimLine('Reason', 'strings', FROM_REASON, { isSingle: true, options: named('reason') }),
  'claim/reasonDetail': claimLine('Reason detail', 'strings', FROM_REASON, { isSingle: true, options: ARBITRARY }),
  'claim/requestedResolution': claimLine('Requested resolution', 'strings', FROM_REVIEW, {
    isSingle: true,
    options: definite(METHODS),
  }),
  'claim/inspectionGrade': claimLine('Inspection grade', 'strings', ['claimFinalized'], {
    isSingle: true,
    options: definite(Object.fromEntries(Object.values(GRADE_NAMES).map((name) => [name, name]))),
  }),
  'claim/customField': claimLine('Custom field', 'strings', FROM_REVIEW, { options: ARBITRARY, isText: true }),
  'claim/isGiftReturn': claim('Gift return', 'boolean', OF_ORDERS),
  'claim/isResolvedExternally': claimLine('Resolved externally', 'boolean', ['claimFinalized']),
  'claim/exchangeOrderTotal': claim('Exchange order total', 'number', FROM_REVIEW, { isMoney: true }),

  'rma/status': rma('Warehouse status', 'strings', WAREHOUSE, { isSingle: true, options: ARBITRARY }),
  'rma/isEveryItemReceived': rma('All items received', 'boolean', WAREHOUSE),
  'rma/disposition': rma('Disposition', 'strings', WAREHOUSE, { isSingle: true, options: ARBITRARY }),

  'returnShipment/status': shipment('Return shipment status', 'strings', SHIPPED, {
    isSingle: true,
    options: definite(Object.fromEntries(TRACKED.map((status) => [status, TRACKER_LABELS[status]]))),
  }),
  'returnShipment/location': shipment('Return location', 'numbers', SHIPPED, {
    isSingle: true,
    options: named('returnLocation'),
  }),

  'registration/channel': registration('Purchase channel', 'strings', [...REGISTRATION, ...OF_ORDERS], {
    isSingle: true,
    options: ARBITRARY,
  }),
  'registration/estimatedPurchaseDate': registration('Estimated purchase date', 'date', [
    ...REGISTRATION,
    ...OF_ORDERS,
  ]),
  'registration/daysSincePurchase': registration('Days since purchase', 'number', [...REGISTRATION, ...OF_ORDERS]),

  'cart/deliveryGroupType': cart('Delivery group type', 'strings', CHECKOUT, {
    isSingle: true,
    options: definite({ one_time_purchase: 'One-time purchase', subscription: 'Subscription' }),
  }),
  'cart/compareAtDiscountPercent': cart('Discount from the compare-at price', 'number', CHECKOUT, {
    hasDecimals: true,
  }),
  'cart/abTestGroup': cart('A/B test group', 'strings', CHECKOUT, { isSingle: true, options: ARBITRARY }),
} as const satisfies Readonly<Record<string, Fact>>;

export type FactName = keyof typeof FACTS;
export const isFactName = (name: string): name is FactName => Object.hasOwn(FACTS, name);
export const factOf = (name: FactName): Fact => FACTS[name];
export const FACT_NAMES: readonly FactName[] = Object.keys(FACTS).filter(isFactName);

export type FactValue = number | boolean | string | readonly string[] | readonly number[];

/**
 * What is known at a moment, by fact. A fact that is missing or null is unknown. The answer to a custom field stands
 * under `customFieldKey` of its field.
 */
export type Facts = Readonly<Record<string, FactValue | null | undefined>>;

export const customFieldKey = (customFieldId: number): string => `claim/customField#${customFieldId}`;
