import { z } from 'zod';
import { CONSENT_ATTRIBUTE } from '#core/protection/widget-config.ts';
import { fittingAddress, type Address } from '#core/address.ts';
import { minorFromDecimal } from '#core/money.ts';
import type { Minor } from '#core/money.ts';
import type { Fulfillment, OrderLine, OrderRefund, OrderReturn, PlatformRisk } from '#core/orders/order.ts';
import { Order } from '#core/orders/order.ts';
import { isFulfillmentEvent, statusCode, type FulfillmentEvent } from '#core/orders/order-statuses.ts';
import type { Unreadable } from '#partners/ports.ts';
import { tailOf } from './gid.ts';
import { keysOfRefunds, markIn } from './marks.ts';

export const Amount = z.object({ amount: z.string(), currencyCode: z.string() });
export const Bag = z.object({ presentmentMoney: Amount });
const Id = z.object({ id: z.string() });
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Instants in one form, so that they compare as text whichever door they came through. */
export const Instant = z.string().transform((value, context) => {
  const at = Date.parse(value);
  if (!Number.isNaN(at)) return new Date(at).toISOString();
  context.addIssue(`not an instant: ${value}`);
  return z.NEVER;
});

export const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
export const connection = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node), pageInfo: PageInfo });

const WireAddress = z.object({
  firstName: text,
  lastName: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  provinceCode: text,
  zip: text,
  countryCodeV2: text,
  phone: text,
});

const Allocations = z.array(z.object({ allocatedAmountSet: Bag }));
export const WireLine = z.object({
  id: z.string(),
  /** The product alone; `name` has the variant behind it, which is shown apart. */
  title: z.string().optional(),
  name: z.string(),
  variantTitle: text,
  sku: text,
  vendor: text,
  quantity: z.number().int(),
  currentQuantity: z.number().int(),
  requiresShipping: z.boolean(),
  isGiftCard: z.boolean(),
  originalUnitPriceSet: Bag,
  originalTotalSet: Bag,
  discountAllocations: Allocations,
  taxLines: z.array(z.object({ priceSet: Bag })),
  weight: z.object({ unit: z.enum(['GRAMS', 'KILOGRAMS', 'OUNCES', 'POUNDS']), value: z.number() }).nullable(),
  image: z.object({ url: z.string() }).nullable(),
  product: z.object({ id: z.string(), productType: text, tags: z.array(z.string()) }).nullable(),
  variant: z
    .object({ id: z.string(), selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })) })
    .nullable(),
});
export const WireFulfillmentLine = z.object({ id: z.string(), quantity: z.number().int().nullable(), lineItem: Id });
export const WireFulfillment = z.object({
  id: z.string(),
  createdAt: Instant,
  updatedAt: Instant.nullish(),
  deliveredAt: Instant.nullable(),
  status: z.string(),
  displayStatus: text,
  trackingInfo: z.array(
    z.object({ number: z.string().nullable(), company: z.string().nullish(), url: z.string().nullish() }),
  ),
  location: z.object({ id: z.string(), name: z.string() }).nullish(),
  fulfillmentLineItems: connection(WireFulfillmentLine),
});
/** The money of a refund, in all and by the payments it goes back to. */
export const MovedMoney = z.object({
  totalRefundedSet: Bag,
  transactions: z.object({ nodes: z.array(z.object({ kind: z.string(), status: z.string(), amountSet: Bag })) }),
});
export const WireRefundLine = z.object({
  quantity: z.number().int(),
  lineItem: Id,
  subtotalSet: Bag,
  totalTaxSet: Bag,
});
export const WireRefund = z.object({
  id: z.string(),
  createdAt: Instant.nullable(),
  note: text,
  return: Id.nullish(),
  ...MovedMoney.shape,
  refundLineItems: connection(WireRefundLine),
});
export const WireReturnLine = z.object({
  id: z.string(),
  quantity: z.number().int(),
  returnReasonNote: text,
  fulfillmentLineItem: z.object({ lineItem: Id }).optional(),
});
export const WireExchangeLine = z.object({ quantity: z.number().int(), lineItems: z.array(Id).nullable() });
export const WireReturn = z.object({
  id: z.string(),
  name: text,
  status: z.string(),
  returnLineItems: connection(WireReturnLine),
  exchangeLineItems: connection(WireExchangeLine).default({
    nodes: [],
    pageInfo: { hasNextPage: false, endCursor: null },
  }),
});
const WireRisk = z.object({
  recommendation: z.enum(['ACCEPT', 'CANCEL', 'INVESTIGATE', 'NONE']),
  assessments: z.array(
    z.object({
      riskLevel: z.enum(['HIGH', 'LOW', 'MEDIUM', 'NONE', 'PENDING']),
      facts: z.array(z.object({ description: z.string(), sentiment: z.enum(['NEGATIVE', 'NEUTRAL', 'POSITIVE']) })),
    }),
  ),
});
export const WireOrder = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  cancelledAt: Instant.nullable(),
  email: text,
  phone: text,
  presentmentCurrencyCode: z.string(),
  taxesIncluded: z.boolean(),
  subtotalPriceSet: Bag.nullable(),
  totalShippingPriceSet: Bag,
  shippingLine: z.object({ discountAllocations: Allocations }).nullable().optional(),
  totalTaxSet: Bag.nullable(),
  totalPriceSet: Bag.extend({ shopMoney: Amount.optional() }),
  totalReceivedSet: Bag,
  totalRefundedSet: Bag,
  displayFinancialStatus: text,
  displayFulfillmentStatus: z.string(),
  tags: z.array(z.string()),
  note: text,
  sourceName: text,
  sourceIdentifier: text,
  discountCodes: z.array(z.string()),
  customAttributes: z.array(z.object({ key: z.string(), value: z.string().nullable() })).optional(),
  customerLocale: z.string().nullable().optional(),
  paymentGatewayNames: z.array(z.string()).optional(),
  customer: z
    .object({
      id: z.string(),
      firstName: text,
      lastName: text,
      defaultEmailAddress: z.object({ emailAddress: z.string() }).nullable(),
      tags: z.array(z.string()).optional(),
      numberOfOrders: z.coerce.number().int().nonnegative().optional(),
      state: z.string().optional(),
    })
    .nullable(),
  shippingAddress: WireAddress.nullable(),
  billingAddress: WireAddress.nullable(),
  lineItems: connection(WireLine),
  fulfillments: z.array(WireFulfillment),
  refunds: z.array(WireRefund),
  returns: connection(WireReturn),
  risk: WireRisk,
});
export type WireOrder = z.infer<typeof WireOrder>;

/** Minor units of a bag in the shopper's currency. Throws a RangeError when it is in another one. */
export function minorOf(bag: z.infer<typeof Bag> | null, currencyCode: string): Minor {
  if (!bag) return 0;
  const { amount, currencyCode: found } = bag.presentmentMoney;
  if (found !== currencyCode) throw new RangeError(`an amount in ${found} where ${currencyCode} was expected`);
  return minorFromDecimal(amount, currencyCode);
}

const ON_ITS_WAY: readonly string[] = ['PENDING', 'AWAITING_RESPONSE'];
/** States of a transaction that moved its money or is about to. */
export const COUNTS = new Set(['SUCCESS', ...ON_ITS_WAY]);

type Refunded = z.infer<typeof MovedMoney>;
const sumOf = (bags: readonly z.infer<typeof Bag>[], currencyCode: string): Minor =>
  bags.reduce((sum, bag) => sum + minorOf(bag, currencyCode), 0);
const allocated = (some: z.infer<typeof Allocations>, currencyCode: string): Minor =>
  sumOf(
    some.map((allocation) => allocation.allocatedAmountSet),
    currencyCode,
  );
const movesOf = ({ transactions }: Refunded): Refunded['transactions']['nodes'] =>
  transactions.nodes.filter(({ kind }) => kind === 'REFUND');

/** What a refund moved, pending parts included. */
export function movedBy(refund: Refunded, currencyCode: string): Minor {
  const moves = movesOf(refund);
  // The refund's own total leaves out what is still pending; store credit may come without a transaction.
  if (moves.length === 0) return minorOf(refund.totalRefundedSet, currencyCode);
  const counted = moves.filter(({ status }) => COUNTS.has(status));
  return sumOf(
    counted.map(({ amountSet }) => amountSet),
    currencyCode,
  );
}

/** What a refund was to move: what it moved, and the parts that payment providers declined. */
export function askedBy(refund: Refunded, currencyCode: string): Minor {
  const moves = movesOf(refund);
  if (moves.length === 0) return movedBy(refund, currencyCode);
  return sumOf(
    moves.map(({ amountSet }) => amountSet),
    currencyCode,
  );
}

/** What of refunds their payment providers have yet to carry out; the platform's sums leave it out. */
export function pendingOf(refunds: readonly Refunded[], currencyCode: string): Minor {
  const pending = refunds.flatMap(movesOf).filter(({ status }) => ON_ITS_WAY.includes(status));
  return sumOf(
    pending.map(({ amountSet }) => amountSet),
    currencyCode,
  );
}

/** Our order from a complete answer (every page of its lists read); null for an order without lines. */
export function orderFromWire(wire: WireOrder): Order | null {
  const currencyCode = wire.presentmentCurrencyCode;
  const lines = wire.lineItems.nodes.filter((line) => line.quantity > 0).map((line) => lineFrom(line, currencyCode));
  if (lines.length === 0) return null;
  const idFromPlatform = tailOf(wire.id);
  const returns = new Map(wire.returns.nodes.map((one) => [one.id, one]));
  const keys = keysOfRefunds(wire.refunds, (refund) => noteOf(returns.get(refund.return?.id ?? '')));
  return Order.parse({
    idFromPlatform,
    orderNo: wire.name,
    createdOn: wire.createdAt,
    updatedOn: wire.updatedAt,
    canceledOn: wire.cancelledAt,
    email: wire.email,
    phone: wire.phone,
    currencyCode,
    taxesIncluded: wire.taxesIncluded,
    subtotal: minorOf(wire.subtotalPriceSet, currencyCode),
    // Its price stands before discounts, such as a code for free shipping.
    shippingPaid:
      minorOf(wire.totalShippingPriceSet, currencyCode) -
      allocated(wire.shippingLine?.discountAllocations ?? [], currencyCode),
    taxTotal: minorOf(wire.totalTaxSet, currencyCode),
    total: minorOf(wire.totalPriceSet, currencyCode),
    totalPaid: minorOf(wire.totalReceivedSet, currencyCode),
    // Money on its way must not be given again, so that it counts as refunded.
    totalRefunded: minorOf(wire.totalRefundedSet, currencyCode) + pendingOf(wire.refunds, currencyCode),
    financialStatus: statusCode(wire.displayFinancialStatus),
    fulfillmentStatus: fulfillmentStatusFrom(wire.displayFulfillmentStatus),
    tags: wire.tags,
    note: wire.note,
    channel: wire.sourceName,
    purposeKey: ourKeyOf(wire.sourceIdentifier),
    discountCodes: wire.discountCodes,
    ...(wire.paymentGatewayNames ? { paymentGateways: wire.paymentGatewayNames } : {}),
    ...consentFrom(wire),
    ...(wire.customerLocale ? { locale: wire.customerLocale } : {}),
    ...shopTotalFrom(wire),
    customer: customerFrom(wire.customer),
    shippingAddress: addressFrom(wire.shippingAddress),
    billingAddress: addressFrom(wire.billingAddress),
    lines,
    fulfillments: wire.fulfillments.map(fulfillmentFrom),
    refunds: wire.refunds.map((refund) => refundFrom(refund, keys, currencyCode, wire.updatedAt)),
    returns: wire.returns.nodes.map(returnFrom),
    platformRisk: riskFrom(wire.risk),
  });
}

/** What has to be known of what can't be read. */
export const Head = z.looseObject({ id: z.string(), updatedAt: Instant });

export const unreadable = ({ id, updatedAt }: z.infer<typeof Head>, error: unknown): Unreadable => ({
  idFromPlatform: tailOf(id),
  updatedOn: updatedAt,
  reason: error instanceof z.ZodError ? z.prettifyError(error) : String(error),
});

// The platform tells whole seconds, and its clock may differ from ours by as much.
const JUST_NOW_MS = 60_000;
const SECOND_MS = 1000;

/**
 * An order as it was read from this instant on. More may have changed in the second of its last change after it was
 * read, so that until well after it the order counts as a second older: it is read again before it is relied on.
 */
export function asReadFrom(order: Order, instant: number): Order {
  const changedOn = Date.parse(order.updatedOn);
  if (instant - changedOn >= JUST_NOW_MS) return order;
  return { ...order, updatedOn: new Date(changedOn - SECOND_MS).toISOString() };
}

/** As orderFromWire, for one of many that are read together from an instant on. */
export function readableOrder(wire: WireOrder, from: number): Order | Unreadable | null {
  try {
    const order = orderFromWire(wire);
    return order && asReadFrom(order, from);
  } catch (error) {
    return unreadable(wire, error);
  }
}

/** The widget wrote it to the cart; anybody could have written something else. */
function consentFrom({ customAttributes = [] }: WireOrder): { coverConsentId?: string } {
  const written = customAttributes.find(({ key }) => key === CONSENT_ATTRIBUTE)?.value;
  const id = z.uuid().safeParse(written).data;
  return id === undefined ? {} : { coverConsentId: id };
}

/** The total by the platform's own rate, where the shop has another currency. */
function shopTotalFrom({ totalPriceSet: { shopMoney }, presentmentCurrencyCode }: WireOrder): Pick<Order, 'shopTotal'> {
  if (!shopMoney || shopMoney.currencyCode === presentmentCurrencyCode) return {};
  const { amount, currencyCode } = shopMoney;
  return { shopTotal: { amount: minorFromDecimal(amount, currencyCode), currencyCode } };
}

/** The source identifier of an order of ours is our purpose key; others put what they like there. */
export const ourKeyOf = (sourceIdentifier: string | null): string | null =>
  /^[a-zA-Z]+:/.test(sourceIdentifier ?? '') ? sourceIdentifier : null;

const GRAMS = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237 } as const;

function lineFrom(line: z.infer<typeof WireLine>, currencyCode: string): OrderLine {
  const discounts = allocated(line.discountAllocations, currencyCode);
  return {
    idFromPlatform: tailOf(line.id),
    productIdFromPlatform: line.product ? tailOf(line.product.id) : null,
    variantIdFromPlatform: line.variant ? tailOf(line.variant.id) : null,
    name: line.title ?? line.name,
    variantTitle: line.variantTitle,
    options: line.variant?.selectedOptions ?? [],
    sku: line.sku,
    imgUrl: line.image?.url ?? null,
    vendor: line.vendor,
    productType: line.product?.productType ?? '',
    productTags: line.product?.tags ?? [],
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    unitListPrice: minorOf(line.originalUnitPriceSet, currencyCode),
    // Allocations hold line and order discounts alike; no price field of a line does.
    paidTotal: minorOf(line.originalTotalSet, currencyCode) - discounts,
    taxTotal: sumOf(
      line.taxLines.map((tax) => tax.priceSet),
      currencyCode,
    ),
    grams: line.weight ? Math.round(line.weight.value * GRAMS[line.weight.unit]) : 0,
    requiresShipping: line.requiresShipping,
    isGiftCard: line.isGiftCard,
    isProtection: false,
    isFinalSale: false,
  };
}

/** As Shopify tells it (on hold, scheduled, ...), which rules ask about; one word of C3.10 is shorter. */
const fulfillmentStatusFrom = (status: string): string =>
  status === 'PARTIALLY_FULFILLED' ? 'partial' : statusCode(status);

/** Null for what says no more than that it was fulfilled, or canceled. */
function eventFrom(displayStatus: string): FulfillmentEvent | null {
  const code = displayStatus === 'NOT_DELIVERED' ? 'failure' : statusCode(displayStatus);
  return isFulfillmentEvent(code) ? code : null;
}

/** Apps of the shop write these links; one that is no page of the web is left out. */
const webAddress = (url: string | null | undefined): string =>
  url && /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : '';

function fulfillmentFrom(fulfillment: z.infer<typeof WireFulfillment>): Fulfillment {
  return {
    idFromPlatform: tailOf(fulfillment.id),
    createdOn: fulfillment.createdAt,
    deliveredOn: fulfillment.deliveredAt,
    status: fulfillment.status,
    event: eventFrom(fulfillment.displayStatus),
    ...(fulfillment.updatedAt ? { movedOn: fulfillment.updatedAt } : {}),
    trackingCodes: fulfillment.trackingInfo.flatMap(({ number }) => (number ? [number] : [])),
    trackers: fulfillment.trackingInfo.flatMap(({ number, company, url }) =>
      number ? [{ code: number, carrier: company ?? '', url: webAddress(url) }] : [],
    ),
    ...(fulfillment.location
      ? { location: { idFromPlatform: tailOf(fulfillment.location.id), name: fulfillment.location.name } }
      : {}),
    lines: fulfillment.fulfillmentLineItems.nodes.flatMap(({ id, quantity, lineItem }) =>
      quantity ? [{ idFromPlatform: tailOf(id), lineIdFromPlatform: tailOf(lineItem.id), quantity }] : [],
    ),
  };
}

function refundFrom(
  refund: z.infer<typeof WireRefund>,
  keys: ReadonlyMap<string, string | null>,
  currencyCode: string,
  orderUpdatedOn: string,
): OrderRefund {
  return {
    idFromPlatform: tailOf(refund.id),
    purposeKey: keys.get(refund.id) ?? null,
    createdOn: refund.createdAt ?? orderUpdatedOn,
    note: refund.note,
    total: minorOf(refund.totalRefundedSet, currencyCode) + pendingOf([refund], currencyCode),
    lines: refund.refundLineItems.nodes.map(({ lineItem, quantity, subtotalSet, totalTaxSet }) => ({
      lineIdFromPlatform: tailOf(lineItem.id),
      quantity,
      subtotal: minorOf(subtotalSet, currencyCode),
      tax: minorOf(totalTaxSet, currencyCode),
    })),
  };
}

const noteOf = (wire: z.infer<typeof WireReturn> | undefined): string | undefined =>
  wire?.returnLineItems.nodes[0]?.returnReasonNote;

function returnFrom(wire: z.infer<typeof WireReturn>): OrderReturn {
  return {
    idFromPlatform: tailOf(wire.id),
    purposeKey: markIn(noteOf(wire)),
    name: wire.name,
    status: wire.status,
    lines: wire.returnLineItems.nodes.map(({ id, quantity, fulfillmentLineItem }) => ({
      idFromPlatform: tailOf(id),
      lineIdFromPlatform: fulfillmentLineItem ? tailOf(fulfillmentLineItem.lineItem.id) : null,
      quantity,
    })),
    sentLines: wire.exchangeLineItems.nodes.flatMap(({ quantity, lineItems }) =>
      (lineItems ?? []).map(({ id }) => ({ lineIdFromPlatform: tailOf(id), quantity })),
    ),
  };
}

const RISK_ORDER = ['NONE', 'PENDING', 'LOW', 'MEDIUM', 'HIGH'] as const;
const RISK_LEVELS = { NONE: 'None', PENDING: 'Pending', LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High' } as const;
const RECOMMENDATIONS = { NONE: 'None', ACCEPT: 'Accept', INVESTIGATE: 'Investigate', CANCEL: 'Cancel' } as const;
const SENTIMENTS = { NEGATIVE: 'Negative', NEUTRAL: 'Neutral', POSITIVE: 'Positive' } as const;

/** Of several assessments, of Shopify and of apps, the worst counts. */
function riskFrom({ recommendation, assessments }: z.infer<typeof WireRisk>): PlatformRisk {
  const worst = assessments
    .map(({ riskLevel }) => riskLevel)
    .reduce((one, other) => (RISK_ORDER.indexOf(other) > RISK_ORDER.indexOf(one) ? other : one), 'NONE' as const);
  return {
    level: RISK_LEVELS[worst],
    recommendation: RECOMMENDATIONS[recommendation],
    facts: assessments
      .flatMap(({ facts }) => facts)
      .map(({ description, sentiment }) => ({ description, sentiment: SENTIMENTS[sentiment] })),
  };
}

function customerFrom(customer: WireOrder['customer']): Order['customer'] {
  if (!customer) return null;
  const { firstName, lastName, defaultEmailAddress, tags, numberOfOrders, state } = customer;
  return {
    idFromPlatform: tailOf(customer.id),
    firstName,
    lastName,
    email: defaultEmailAddress?.emailAddress ?? '',
    ...(tags ? { tags } : {}),
    ...(numberOfOrders === undefined ? {} : { lifetimeOrders: numberOfOrders }),
    ...(state === undefined ? {} : { accountStatus: state.toLowerCase() }),
  };
}

function addressFrom(address: z.infer<typeof WireAddress> | null): Address | null {
  if (!address) return null;
  return fittingAddress({
    firstName: address.firstName,
    lastName: address.lastName,
    company: address.company,
    line1: address.address1,
    line2: address.address2,
    city: address.city,
    stateOrProvinceCode: address.provinceCode,
    postalCode: address.zip,
    countryCode: address.countryCodeV2,
    phone: address.phone,
  });
}
