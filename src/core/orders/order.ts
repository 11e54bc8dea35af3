import { z } from 'zod';
import { Address } from '#core/address.ts';
import { allocate, CurrencyCode, Minor, Money } from '#core/money.ts';
import { FulfillmentEvent } from '#core/orders/order-statuses.ts';

/** ISO 8601 instant. */
const Instant = z.string();

export const OrderLine = z.object({
  idFromPlatform: z.string(),
  productIdFromPlatform: z.string().nullable(),
  variantIdFromPlatform: z.string().nullable(),
  name: z.string(),
  variantTitle: z.string().default(''),
  options: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  sku: z.string().default(''),
  imgUrl: z.string().nullable().default(null),
  vendor: z.string().default(''),
  productType: z.string().default(''),
  productTags: z.array(z.string()).default([]),
  /** Units bought, and units left after order edits and refunds at the platform. */
  quantity: z.number().int().positive(),
  currentQuantity: z.number().int().nonnegative(),
  unitListPrice: Minor,
  /**
   * What was paid for all `quantity` units after line and order discounts; includes tax only if the order's
   * taxesIncluded says so.
   */
  paidTotal: Minor,
  taxTotal: Minor,
  grams: z.number().int().nonnegative().default(0),
  requiresShipping: z.boolean().default(true),
  isGiftCard: z.boolean().default(false),
  isProtection: z.boolean().default(false),
  isFinalSale: z.boolean().default(false),
  /** When staff took it out of what can be claimed; absent where they did not. */
  madeIneligibleOn: Instant.nullable().optional(),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** Who carries a package, and where it can be followed; empty where nobody says. */
const Tracker = z.object({ code: z.string(), carrier: z.string(), url: z.string() });
export type Tracker = z.infer<typeof Tracker>;

export const Fulfillment = z.object({
  idFromPlatform: z.string(),
  createdOn: Instant,
  deliveredOn: Instant.nullable().default(null),
  status: z.string(),
  /** The last thing known of the parcel; null or absent where nothing is. */
  event: FulfillmentEvent.nullable().optional(),
  /** When the platform last heard of it; absent where it says nothing of that. */
  movedOn: Instant.exactOptional(),
  trackingCodes: z.array(z.string()).default([]),
  /** The same codes with their carriers and links; absent where the platform or file says nothing of them. */
  trackers: z.array(Tracker).exactOptional(),
  /** Where it was sent from; absent where the platform or file says nothing of it. */
  location: z.object({ idFromPlatform: z.string(), name: z.string() }).exactOptional(),
  lines: z.array(
    z.object({ idFromPlatform: z.string(), lineIdFromPlatform: z.string(), quantity: z.number().int().positive() }),
  ),
});
export type Fulfillment = z.infer<typeof Fulfillment>;

/** The purpose key of our effect, from the platform's note; null if someone else made it. */
const PurposeKey = z.string().nullable().default(null);

export const OrderRefund = z.object({
  idFromPlatform: z.string(),
  purposeKey: PurposeKey,
  createdOn: Instant,
  note: z.string().default(''),
  total: Minor,
  /** It was made for goods of an exchange that are an order of their own; known once they are looked up, absent on others. */
  isForExchange: z.literal(true).exactOptional(),
  lines: z.array(
    z.object({ lineIdFromPlatform: z.string(), quantity: z.number().int().nonnegative(), subtotal: Minor, tax: Minor }),
  ),
});
export type OrderRefund = z.infer<typeof OrderRefund>;

export const OrderReturn = z.object({
  idFromPlatform: z.string(),
  purposeKey: PurposeKey,
  name: z.string().default(''),
  status: z.string(),
  lines: z.array(
    z.object({
      idFromPlatform: z.string(),
      lineIdFromPlatform: z.string().nullable(),
      quantity: z.number().int().nonnegative(),
    }),
  ),
  /** Lines of the order that were added for goods sent in its place. */
  sentLines: z.array(z.object({ lineIdFromPlatform: z.string(), quantity: z.number().int().positive() })).default([]),
});
export type OrderReturn = z.infer<typeof OrderReturn>;

/** What the platform itself thinks of the order; `Pending` and `None` say nothing yet, or nothing at all. */
export const PlatformRisk = z.object({
  level: z.enum(['None', 'Pending', 'Low', 'Medium', 'High']),
  recommendation: z.enum(['None', 'Accept', 'Investigate', 'Cancel']),
  facts: z.array(z.object({ description: z.string(), sentiment: z.enum(['Positive', 'Neutral', 'Negative']) })),
});
export type PlatformRisk = z.infer<typeof PlatformRisk>;

const HeldUnits = z.array(
  z.object({
    lineIdFromPlatform: z.string(),
    fulfillmentLineIdFromPlatform: z.string().nullable(),
    quantity: z.number().int().positive(),
    subtotal: Minor,
    tax: Minor,
  }),
);

/** Units and money of an order that a claim of shipping protection holds, in minor units of its currency. */
export const HeldByShippingClaim = z.object({
  id: z.number().int(),
  externalId: z.string(),
  units: HeldUnits,
  money: Minor,
  /** The part of it that is the cost of delivery; absent where it is none. */
  delivery: Minor.exactOptional(),
  /** The refund that staff made at the platform in place of ours, which bears no key of ours; absent where they named none. */
  refundIdByHand: z.string().exactOptional(),
});
export type HeldByShippingClaim = z.infer<typeof HeldByShippingClaim>;

/** The cover of an order that was canceled before anything was sent, as far as we refund it. `purposeKey`: as partners see it. */
export const CoverRefund = z.object({
  purposeKey: z.string(),
  decidedOn: Instant,
  units: HeldUnits,
  money: Minor,
  /** As of a claim of shipping protection. */
  refundIdByHand: z.string().exactOptional(),
});
export type CoverRefund = z.infer<typeof CoverRefund>;

/**
 * An order as every part of the product knows it, whichever platform or file it came from.
 * Amounts are minor units of `currencyCode`, the currency the shopper paid in.
 */
export const Order = z.object({
  idFromPlatform: z.string(),
  orderNo: z.string(),
  createdOn: Instant,
  updatedOn: Instant,
  canceledOn: Instant.nullable().default(null),
  email: z.string().default(''),
  phone: z.string().default(''),
  currencyCode: CurrencyCode,
  taxesIncluded: z.boolean().default(false),
  subtotal: Minor,
  shippingPaid: Minor,
  taxTotal: Minor,
  total: Minor,
  totalPaid: Minor,
  totalRefunded: Minor,
  financialStatus: z.string(),
  fulfillmentStatus: z.string(),
  tags: z.array(z.string()).default([]),
  note: z.string().default(''),
  channel: z.string().default(''),
  discountCodes: z.array(z.string()).default([]),
  /** Names the consent of its shopper to the cover, or their refusal; absent where they weren't asked. */
  coverConsentId: z.uuid().exactOptional(),
  /** What its shopper read the shop in, such as "pt-BR"; absent where the platform or file says nothing of it. */
  locale: z.string().exactOptional(),
  /** How it was paid, by the platform's names; absent where the platform or file says nothing of it. */
  paymentGateways: z.array(z.string()).exactOptional(),
  /** `total` in the currency of the shop, by the platform's own rate; absent where it is the same or unknown. */
  shopTotal: Money.exactOptional(),
  customer: z
    .object({
      idFromPlatform: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      /** What the platform knew of the buyer when the order was last synced; absent where it said nothing. */
      tags: z.array(z.string()).exactOptional(),
      lifetimeOrders: z.number().int().nonnegative().exactOptional(),
      accountStatus: z.string().exactOptional(),
    })
    .nullable()
    .default(null),
  shippingAddress: Address.nullable().default(null),
  billingAddress: Address.nullable().default(null),
  /** Who registered its products; absent on others. */
  owner: z.object({ firstName: z.string(), lastName: z.string() }).exactOptional(),
  lines: z.array(OrderLine).min(1),
  fulfillments: z.array(Fulfillment).default([]),
  refunds: z.array(OrderRefund).default([]),
  returns: z.array(OrderReturn).default([]),
  /** The step of ours that made the order, as it bears it. */
  purposeKey: PurposeKey,
  /**
   * Whose payments its money is, and what they can still refund; the claim it was made for, and the lines whose instant
   * exchange is not carried out. Known once the claim is looked up, absent on others.
   */
  exchangeOf: z
    .object({
      orderIdFromPlatform: z.string(),
      refundable: Minor,
      sentBy: z.string(),
      unsettled: z.array(z.string()),
    })
    .exactOptional(),
  /** Absent where the platform or file says nothing of it. */
  platformRisk: PlatformRisk.nullable().optional(),
  /** What claims of shipping protection hold of it. Known once it is read with its claims; absent where there are none. */
  shippingClaims: z.array(HeldByShippingClaim).exactOptional(),
  /** Known once it is read with its claims; absent where we refund no cover. */
  coverRefund: CoverRefund.exactOptional(),
  /** When its buyer's data was erased; absent on others. */
  erasedOn: Instant.exactOptional(),
});
export type Order = z.infer<typeof Order>;

const buyerOf = ({ customer, shippingAddress, billingAddress, owner }: Order) =>
  customer ?? shippingAddress ?? billingAddress ?? owner;

export const buyerFirstName = (order: Order): string => buyerOf(order)?.firstName.trim() ?? '';

/** Who bought it, or registered its products; empty where nobody is known. */
export function buyerName(order: Order): string {
  const person = buyerOf(order);
  return person ? `${person.firstName} ${person.lastName}`.trim() : '';
}

/** An amount of an order with its tax, which is in it already where prices include tax. */
export const withTax = ({ taxesIncluded }: Pick<Order, 'taxesIncluded'>, amount: Minor, tax: Minor): Minor =>
  amount + (taxesIncluded ? 0 : tax);

/** What of an amount with its tax stands in an order without it: `withTax` the other way round. */
export const withoutTax = ({ taxesIncluded }: Pick<Order, 'taxesIncluded'>, worth: Minor, tax: Minor): Minor =>
  worth - (taxesIncluded ? 0 : tax);

/** The tax in a part of what was paid for goods: the same share as in all of it. */
export const taxIn = (
  order: Pick<Order, 'taxesIncluded'>,
  { subtotal, tax }: { subtotal: Minor; tax: Minor },
  part: Minor,
): Minor => (tax === 0 ? 0 : (allocate(part, [withTax(order, subtotal, tax) - tax, tax])[1] ?? 0));

/** Where the buyer is written to; empty where neither the order nor the customer has an address. */
export const buyerEmail = ({ email, customer }: Pick<Order, 'email' | 'customer'>): string =>
  email || (customer?.email ?? '');

/** Where it went and whom it was billed to, those of the two that it has. */
export const addressesOf = ({ shippingAddress, billingAddress }: Order): Address[] =>
  [shippingAddress, billingAddress].flatMap((address) => address ?? []);

export const Variant = z.object({
  idFromPlatform: z.string(),
  title: z.string(),
  sku: z.string().default(''),
  /** As the platform has it, usually a GTIN. Absent from products kept before it was read. */
  barcode: z.string().exactOptional(),
  options: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Minor units of the store's currency. */
  price: Minor,
  /** Units that can be sold now; null when the platform does not track stock for it. */
  available: z.number().int().nullable(),
  imgUrl: z.string().nullable().default(null),
  inventoryItemIdFromPlatform: z.string().nullable().default(null),
});
export type Variant = z.infer<typeof Variant>;

export const Collection = z.object({ id: z.string(), name: z.string() });
export type Collection = z.infer<typeof Collection>;

export const Product = z.object({
  idFromPlatform: z.string(),
  title: z.string(),
  handle: z.string().default(''),
  vendor: z.string().default(''),
  productType: z.string().default(''),
  tags: z.array(z.string()).default([]),
  /** Absent from products kept before their collections were read. */
  collections: z.array(Collection).exactOptional(),
  status: z.string(),
  isGiftCard: z.boolean().default(false),
  imgUrl: z.string().nullable().default(null),
  /** Absent from products kept before it was read. */
  createdOn: Instant.exactOptional(),
  updatedOn: Instant,
  variants: z.array(Variant),
});
export type Product = z.infer<typeof Product>;
