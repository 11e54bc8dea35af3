import { dayIn } from '#core/analytics/period.ts';
import type { Facts } from '#core/automations/facts.ts';
import { DAY_MS } from '#core/dates.ts';
import { decimalFromMinor, inProportion, type CurrencyCode, type Minor } from '#core/money.ts';
import { isFromRegistration } from '#core/orders/order-origin.ts';
import { buyerEmail, type Order, type OrderLine } from '#core/orders/order.ts';
import { lineIn } from '#core/registrations/registration-order.ts';
import type { Registration } from '#core/registrations/registration.ts';

/** What rules can ask about an order that the order itself does not hold. */
export type AroundOrder = {
  /** Amounts of rules are in it, and their days in the store's time zone. */
  storeCurrencyCode: CurrencyCode;
  timeZone: string;
  /** Claims of the buyer in the 365 days before, on any order; null while nobody counted them. */
  returnsLastYear: number | null;
  warrantiesLastYear: number | null;
  /** The platform's segments that the buyer is in; null while nobody asked for them. */
  segmentIds: readonly string[] | null;
  /** Those whose products are on the order, the oldest first. */
  registrations: readonly RegistrationOfOrder[];
  /** Its recipient asks rather than its buyer. */
  isGiftReturn: boolean;
  isShippingProtected: boolean;
  /** ISO instant. */
  now: string;
};

/** A registration that is not canceled, as rules ask about it. */
export type RegistrationOfOrder = Pick<Registration, 'registrationChannelName' | 'estimatedPurchaseDate' | 'lines'>;

/** What is known of an order and its buyer. What the platform does not tell is unknown. */
export function orderFacts(order: Order, around: AroundOrder): Facts {
  const { customer } = order;
  const address = order.shippingAddress ?? order.billingAddress;
  const createdOn = dayOfOrder(order, around.timeZone);
  return {
    'customer/tags': customer?.tags,
    'customer/email': textOf(buyerEmail(order)),
    'customer/segment': around.segmentIds,
    'customer/returnsLastYear': around.returnsLastYear,
    'customer/warrantiesLastYear': around.warrantiesLastYear,
    'customer/lifetimeOrders': customer?.lifetimeOrders,
    'customer/accountStatus': customer?.accountStatus,
    'order/createdOn': createdOn,
    'order/daysSinceCreated': daysFrom(createdOn, dayIn(new Date(around.now), around.timeZone)),
    'order/country': address && textOf(address.countryCode),
    'order/province': address && textOf(address.stateOrProvinceCode),
    'order/total': shopAmountOf(order, around.storeCurrencyCode)(order.total),
    'order/tags': order.tags,
    'order/channel': textOf(order.channel),
    'order/paymentGateway': order.paymentGateways,
    'order/number': textOf(order.orderNo),
    'order/discountCode': order.discountCodes,
    'order/fulfillmentLocation': locationsOf(order),
    'order/fulfillmentStatus': order.fulfillmentStatus === 'partial' ? 'partially_fulfilled' : order.fulfillmentStatus,
    'order/financialStatus': order.financialStatus,
    'order/isCanceled': order.canceledOn !== null,
    'order/isShippingProtected': around.isShippingProtected,
    'claim/isGiftReturn': around.isGiftReturn,
  };
}

/** The order that stands for a registration was made on a calendar day, wherever the store is. */
const dayOfOrder = ({ idFromPlatform, createdOn }: Order, timeZone: string): string =>
  isFromRegistration(idFromPlatform) ? createdOn.slice(0, 10) : dayIn(new Date(createdOn), timeZone);

/** From one calendar day to another. */
const daysFrom = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** What is known of a registration on a day of the store. No day of purchase is known until the owner gave one. */
export const registrationFacts = (channel: string, purchasedOn: string | null, today: string): Facts => ({
  'registration/channel': channel === '' ? null : [channel],
  'registration/estimatedPurchaseDate': purchasedOn,
  'registration/daysSincePurchase': purchasedOn === null ? null : daysFrom(purchasedOn, today),
});

/** Where its parcels were sent from; none is known until one is. */
function locationsOf({ fulfillments }: Order): readonly string[] | null {
  const ids = new Set(fulfillments.flatMap(({ location }) => location?.idFromPlatform ?? []));
  return ids.size > 0 ? [...ids] : null;
}

type AroundLines = Pick<AroundOrder, 'registrations' | 'timeZone' | 'now'>;

/** What is known of each line of an order, by its id. */
export function lineFactsOf(
  { lines }: Order,
  products: ProductPlaces,
  { registrations, timeZone, now }: AroundLines,
): ReadonlyMap<string, Facts> {
  const today = dayIn(new Date(now), timeZone);
  const registered = new Map<string, Facts>();
  // Of units registered one by one the first registration counts.
  for (const { registrationChannelName, estimatedPurchaseDate, lines: its } of registrations.toReversed())
    for (const one of its) {
      const line = lineIn(lines, one);
      if (line)
        registered.set(line.idFromPlatform, registrationFacts(registrationChannelName, estimatedPurchaseDate, today));
    }
  return new Map(
    lines.map((line) => [
      line.idFromPlatform,
      { ...factsOfLine(line, products), ...registered.get(line.idFromPlatform) },
    ]),
  );
}

/** Where products are today, by their id at the platform; of one that is gone nothing is known. */
export type ProductPlaces = ReadonlyMap<
  string,
  {
    groupIds: readonly number[];
    collections: readonly string[] | null;
    /** The longest warranty of its groups; null or absent where none has one of its own. */
    warrantyDays?: number | null;
  }
>;

const factsOfLine = (
  { vendor, productTags, productType, sku, productIdFromPlatform }: OrderLine,
  products: ProductPlaces,
): Facts => ({
  'product/group': products.get(productIdFromPlatform ?? '')?.groupIds,
  'product/collection': products.get(productIdFromPlatform ?? '')?.collections,
  'product/vendor': textOf(vendor),
  'product/tagsAtPurchase': productTags,
  'product/type': textOf(productType),
  'product/sku': textOf(sku),
});

/** A text that is empty is known to be none. */
const textOf = (text: string): readonly string[] => (text === '' ? [] : [text]);

/**
 * Amounts of an order as rules compare them: decimal, in the store's currency. An order in another currency counts at
 * the platform's own rate, and nothing is known of its amounts where the platform gave none.
 */
export const shopAmountOf =
  (
    { currencyCode, total, shopTotal }: Pick<Order, 'currencyCode' | 'total' | 'shopTotal'>,
    storeCurrencyCode: string,
  ) =>
  (minor: Minor): number | null => {
    if (currencyCode === storeCurrencyCode) return Number(decimalFromMinor(minor, currencyCode));
    if (shopTotal?.currencyCode !== storeCurrencyCode || total === 0) return null;
    return Number(decimalFromMinor(inProportion(minor, shopTotal.amount, total), storeCurrencyCode));
  };
