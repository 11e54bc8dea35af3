import { z } from 'zod';
import type { Address } from '#core/address.ts';
import type { Minor } from '#core/money.ts';
import { minorFromDecimal } from '#core/money.ts';
import type { Fulfillment, OrderLine, OrderRefund, OrderReturn } from '#core/orders/order.ts';
import { isFulfillmentEvent } from '#core/orders/order-statuses.ts';
import { Order, Product } from '#core/orders/order.ts';
import { markIn } from './marks.ts';
import { Gid, RestId, tailFrom } from './rest-id.ts';
import { Instant } from './wire.ts';

// REST-shaped webhook bodies, read in full. The server takes only the id from a webhook and reads the object again: the
// bodies lack fulfillment lines, options, product tags and stock tracking. This reader proves that the bodies agree
// with GraphQL, at the platform and in its sandbox. Fields added over the years are optional.
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const tags = text.transform((joined) =>
  joined
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== ''),
);
/** Statuses in the upper case of the GraphQL interface, so that both doors say the same. */
const upper = text.transform((status) => status.toUpperCase());
const decimal = z.union([z.string(), z.number()]).transform(String);
const Ids = { id: RestId, admin_graphql_api_id: Gid };
const Identified = z.object(Ids);
const RestBag = z.object({ presentment_money: z.object({ amount: decimal, currency_code: z.string() }) }).nullish();
type RestBag = z.infer<typeof RestBag>;

const RestAddress = z.object({
  first_name: text,
  last_name: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province_code: text,
  zip: text,
  country_code: text,
  phone: text,
});

const RestLine = z.object({
  ...Ids,
  name: text,
  title: text,
  variant_title: text,
  sku: text,
  vendor: text,
  product_id: RestId.nullish(),
  variant_id: RestId.nullish(),
  quantity: z.number().int(),
  current_quantity: z.number().int().optional(),
  grams: z.number().nullish(),
  requires_shipping: z.boolean().default(true),
  gift_card: z.boolean().default(false),
  price: decimal,
  price_set: RestBag,
  total_discount: decimal.default('0'),
  total_discount_set: RestBag,
  discount_allocations: z.array(z.object({ amount: decimal, amount_set: RestBag })).optional(),
  tax_lines: z.array(z.object({ price: decimal, price_set: RestBag })).default([]),
});
type RestLine = z.infer<typeof RestLine>;

const RestFulfillment = z.object({
  ...Ids,
  created_at: Instant,
  updated_at: Instant.nullish(),
  status: upper,
  shipment_status: z.string().nullish(),
  tracking_number: z.string().nullish(),
  tracking_numbers: z.array(z.string()).default([]),
});

const RestRefund = z.object({
  ...Ids,
  order_id: RestId,
  created_at: Instant,
  note: text,
  refund_line_items: z
    .array(
      z.object({
        quantity: z.number().int(),
        line_item_id: RestId,
        line_item: RestLine.optional(),
        subtotal: decimal.optional(),
        subtotal_set: RestBag,
        total_tax: decimal.optional(),
        total_tax_set: RestBag,
      }),
    )
    .default([]),
  transactions: z
    .array(z.object({ kind: z.string(), status: z.string(), amount: decimal, currency: z.string().nullish() }))
    .default([]),
});

const RestOrder = z.object({
  ...Ids,
  name: z.string(),
  created_at: Instant,
  updated_at: Instant,
  cancelled_at: Instant.nullish(),
  email: text,
  phone: text,
  currency: z.string(),
  presentment_currency: z.string().optional(),
  taxes_included: z.boolean().default(false),
  subtotal_price: decimal,
  subtotal_price_set: RestBag,
  total_shipping_price_set: RestBag,
  shipping_lines: z.array(z.object({ price: decimal })).default([]),
  total_tax: decimal.nullish(),
  total_tax_set: RestBag,
  total_price: decimal,
  total_price_set: RestBag,
  total_outstanding: decimal.nullish(),
  financial_status: upper,
  fulfillment_status: z.string().nullish(),
  tags,
  note: text,
  source_name: text,
  discount_codes: z.array(z.object({ code: z.string() })).default([]),
  customer: z.object({ ...Ids, first_name: text, last_name: text, email: text }).nullish(),
  shipping_address: RestAddress.nullish(),
  billing_address: RestAddress.nullish(),
  line_items: z.array(RestLine),
  fulfillments: z.array(RestFulfillment).default([]),
  refunds: z.array(RestRefund).default([]),
});
type RestOrder = z.infer<typeof RestOrder>;

/**
 * Our order from the body of an order webhook. It lacks the ids of fulfillment lines (so the lines
 * of its fulfillments are left out) and of returns; fetching the order by its id brings them.
 */
export function orderFromRest(json: unknown): Order {
  const order = RestOrder.parse(json);
  const currencyCode = order.presentment_currency ?? order.currency;
  const minor = (bag: RestBag, bare: string | null | undefined) => minorOf(bag, bare, currencyCode);
  const idFromPlatform = tailFrom(order);
  const refunds = order.refunds.map((refund) => refundOf(refund, currencyCode));
  return Order.parse({
    idFromPlatform,
    orderNo: order.name,
    createdOn: order.created_at,
    updatedOn: order.updated_at,
    canceledOn: order.cancelled_at ?? null,
    email: order.email,
    phone: order.phone,
    currencyCode,
    taxesIncluded: order.taxes_included,
    subtotal: minor(order.subtotal_price_set, order.subtotal_price),
    shippingPaid: order.total_shipping_price_set
      ? minor(order.total_shipping_price_set, null)
      : order.shipping_lines.reduce((sum, line) => sum + minor(null, line.price), 0),
    taxTotal: minor(order.total_tax_set, order.total_tax),
    total: minor(order.total_price_set, order.total_price),
    totalPaid: paidOf(order, minor(order.total_price_set, order.total_price), currencyCode),
    totalRefunded: refunds.reduce((sum, refund) => sum + refund.total, 0),
    financialStatus: order.financial_status.toLowerCase(),
    fulfillmentStatus: fulfillmentStatusOf(order.fulfillment_status),
    tags: order.tags,
    note: order.note,
    channel: order.source_name,
    discountCodes: order.discount_codes.map(({ code }) => code),
    customer: order.customer
      ? {
          idFromPlatform: tailFrom(order.customer),
          firstName: order.customer.first_name,
          lastName: order.customer.last_name,
          email: order.customer.email,
        }
      : null,
    shippingAddress: addressOf(order.shipping_address),
    billingAddress: addressOf(order.billing_address),
    lines: order.line_items.map((line) => lineOf(line, currencyCode, refunds)),
    fulfillments: order.fulfillments.map(fulfillmentOf),
    refunds,
    returns: [],
  });
}

/** A refund and its order from the body of a refund webhook; amounts in the given currency. */
export function refundFromRest(json: unknown, currencyCode: string): OrderRefund & { orderIdFromPlatform: string } {
  const refund = RestRefund.parse(json);
  return { ...refundOf(refund, currencyCode), orderIdFromPlatform: refund.order_id };
}

const RestReturn = z.object({
  ...Ids,
  name: text,
  status: upper,
  order_id: RestId.optional(),
  order: Identified.optional(),
  return_line_items: z
    .array(
      z.object({
        ...Ids,
        quantity: z.number().int(),
        fulfillment_line_item: z.object({ line_item: Identified }).nullish(),
      }),
    )
    .default([]),
});

/**
 * A return from the body of a return webhook that carries one; not from
 * returns/update, which only lists changes. A declined one does not name its order.
 */
export function returnFromRest(json: unknown): z.infer<typeof OrderReturn> & { orderIdFromPlatform: string | null } {
  const body = RestReturn.parse(json);
  return {
    idFromPlatform: tailFrom(body),
    purposeKey: null,
    name: body.name,
    status: body.status,
    sentLines: [],
    lines: body.return_line_items.map((line) => ({
      idFromPlatform: tailFrom(line),
      lineIdFromPlatform: line.fulfillment_line_item ? tailFrom(line.fulfillment_line_item.line_item) : null,
      quantity: line.quantity,
    })),
    orderIdFromPlatform: body.order ? tailFrom(body.order) : (body.order_id ?? null),
  };
}

const Image = z.object({ id: RestId, src: z.string() });
const RestProduct = z.object({
  ...Ids,
  title: z.string(),
  handle: text,
  vendor: text,
  product_type: text,
  tags,
  status: z.string().default('active'),
  updated_at: Instant,
  image: Image.nullish(),
  images: z.array(Image).default([]),
  options: z.array(z.object({ name: z.string() })).default([]),
  variants: z.array(
    z.object({
      ...Ids,
      title: z.string(),
      sku: text,
      price: decimal,
      option1: z.string().nullish(),
      option2: z.string().nullish(),
      option3: z.string().nullish(),
      inventory_policy: z.string().optional(),
      // Newer bodies leave it out; an untracked variant then shows as one without a stock item.
      inventory_management: z.string().nullish(),
      inventory_quantity: z.number().int().nullish(),
      inventory_item_id: RestId.nullish(),
      image_id: RestId.nullish(),
    }),
  ),
});

/** Our product from the body of a product webhook; prices are in the shop's currency. */
export function productFromRest(json: unknown, currencyCode: string): Product {
  const product = RestProduct.parse(json);
  const images = new Map(product.images.map(({ id, src }) => [id, src]));
  return Product.parse({
    idFromPlatform: tailFrom(product),
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    productType: product.product_type,
    tags: product.tags,
    status: product.status.toUpperCase(),
    imgUrl: product.image?.src ?? product.images[0]?.src ?? null,
    updatedOn: product.updated_at,
    variants: product.variants.map((variant) => ({
      idFromPlatform: tailFrom(variant),
      title: variant.title,
      sku: variant.sku,
      options: [variant.option1, variant.option2, variant.option3].flatMap((value, index) =>
        value ? [{ name: product.options[index]?.name ?? `Option ${index + 1}`, value }] : [],
      ),
      price: minorFromDecimal(variant.price, currencyCode),
      available:
        variant.inventory_policy === 'continue' || variant.inventory_management === null
          ? null
          : (variant.inventory_quantity ?? null),
      imgUrl: (variant.image_id ? images.get(variant.image_id) : null) ?? null,
      inventoryItemIdFromPlatform: variant.inventory_item_id ?? null,
    })),
  });
}

function minorOf(bag: RestBag, bare: string | null | undefined, currencyCode: string): Minor {
  if (bag) {
    const { amount, currency_code: found } = bag.presentment_money;
    if (found !== currencyCode) throw new RangeError(`an amount in ${found} where ${currencyCode} was expected`);
    return minorFromDecimal(amount, currencyCode);
  }
  return bare ? minorFromDecimal(bare, currencyCode) : 0;
}

// The body has no field for what was received; the payment status says it, but for part payments.
function paidOf(order: RestOrder, total: Minor, currencyCode: string): Minor {
  if (/^(PAID|REFUNDED|PARTIALLY_REFUNDED)$/.test(order.financial_status)) return total;
  if (order.financial_status !== 'PARTIALLY_PAID') return 0;
  return total - minorOf(null, order.total_outstanding, currencyCode);
}

function fulfillmentStatusOf(status: string | null | undefined): string {
  return status?.toLowerCase() || 'unfulfilled';
}

function lineOf(line: RestLine, currencyCode: string, refunds: readonly OrderRefund[]): OrderLine {
  const minor = (bag: RestBag, bare: string) => minorOf(bag, bare, currencyCode);
  const idFromPlatform = tailFrom(line);
  const discounts = line.discount_allocations
    ? line.discount_allocations.reduce((sum, { amount, amount_set }) => sum + minor(amount_set, amount), 0)
    : minor(line.total_discount_set, line.total_discount);
  const refunded = refunds
    .flatMap((refund) => refund.lines)
    .filter(({ lineIdFromPlatform }) => lineIdFromPlatform === idFromPlatform)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const unitListPrice = minor(line.price_set, line.price);
  return {
    idFromPlatform,
    productIdFromPlatform: line.product_id ?? null,
    variantIdFromPlatform: line.variant_id ?? null,
    name: line.title || line.name,
    variantTitle: line.variant_title,
    options: [],
    sku: line.sku,
    imgUrl: null,
    vendor: line.vendor,
    productType: '',
    productTags: [],
    quantity: line.quantity,
    currentQuantity: line.current_quantity ?? Math.max(0, line.quantity - refunded),
    unitListPrice,
    paidTotal: unitListPrice * line.quantity - discounts,
    taxTotal: line.tax_lines.reduce((sum, { price, price_set }) => sum + minor(price_set, price), 0),
    grams: Math.round(line.grams ?? 0),
    requiresShipping: line.requires_shipping,
    isGiftCard: line.gift_card,
    isProtection: false,
    isFinalSale: false,
  };
}

function fulfillmentOf(fulfillment: z.infer<typeof RestFulfillment>): Fulfillment {
  const sent = fulfillment.shipment_status ?? '';
  const { tracking_number: first, tracking_numbers: codes } = fulfillment;
  return {
    idFromPlatform: tailFrom(fulfillment),
    createdOn: fulfillment.created_at,
    deliveredOn:
      fulfillment.shipment_status === 'delivered' ? (fulfillment.updated_at ?? fulfillment.created_at) : null,
    status: fulfillment.status,
    event: isFulfillmentEvent(sent) ? sent : null,
    trackingCodes: codes.length > 0 ? codes : first ? [first] : [],
    lines: [],
  };
}

function refundOf(refund: z.infer<typeof RestRefund>, currencyCode: string): OrderRefund {
  const moved = refund.transactions.filter(({ kind, status }) => kind === 'refund' && status === 'success');
  return {
    idFromPlatform: tailFrom(refund),
    purposeKey: markIn(refund.note),
    createdOn: refund.created_at,
    note: refund.note,
    total: moved.reduce((sum, { amount }) => sum + minorFromDecimal(amount, currencyCode), 0),
    lines: refund.refund_line_items.map((line) => ({
      lineIdFromPlatform: line.line_item ? tailFrom(line.line_item) : line.line_item_id,
      quantity: line.quantity,
      ...worthOf(line, currencyCode),
    })),
  };
}

/** Older bodies say neither subtotal nor tax of a refunded line: then they follow from the line itself. */
function worthOf(
  refunded: z.infer<typeof RestRefund>['refund_line_items'][number],
  currencyCode: string,
): { subtotal: Minor; tax: Minor } {
  const { line_item: line, quantity } = refunded;
  const whole = line && line.quantity > 0 ? lineOf(line, currencyCode, []) : null;
  const share = (total: Minor) => (line && whole ? Math.round((total * quantity) / line.quantity) : 0);
  const stated = (bag: RestBag, bare: string | undefined, total: Minor) =>
    bag || bare !== undefined ? minorOf(bag, bare, currencyCode) : share(total);
  return {
    subtotal: stated(refunded.subtotal_set, refunded.subtotal, whole?.paidTotal ?? 0),
    tax: stated(refunded.total_tax_set, refunded.total_tax, whole?.taxTotal ?? 0),
  };
}

function addressOf(address: z.infer<typeof RestAddress> | null | undefined): Address | null {
  if (!address) return null;
  return {
    firstName: address.first_name,
    lastName: address.last_name,
    ...(address.company ? { company: address.company } : {}),
    line1: address.address1,
    line2: address.address2,
    city: address.city,
    stateOrProvinceCode: address.province_code,
    postalCode: address.zip,
    countryCode: address.country_code,
    phone: address.phone,
  };
}
