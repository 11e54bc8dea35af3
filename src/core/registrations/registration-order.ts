import type { CurrencyCode } from '#core/money.ts';
import { registrationOrderId } from '#core/orders/order-origin.ts';
import type { Order, OrderLine } from '#core/orders/order.ts';
import type { Registration, RegistrationLine } from '#core/registrations/registration.ts';

export type OrderTerms = {
  /** Of the store. */
  currencyCode: CurrencyCode;
  /** Its items are worth their list price. Otherwise they are worth nothing. */
  isWorthListPrice: boolean;
};

/**
 * The order that stands for registered products, so that the portal finds them and claims can be made on them. It
 * arrived on the day of the purchase, from which a warranty counts.
 */
export function registrationOrder(registration: Registration, terms: OrderTerms): Order {
  const { externalId, owner, estimatedPurchaseDate } = registration;
  const { email, firstName, lastName, phone, address } = owner;
  const idFromPlatform = registrationOrderId(externalId);
  const boughtOn = `${estimatedPurchaseDate}T00:00:00.000Z`;
  const lines = registration.lines.map((line) => orderLine(line, terms));
  const total = lines.reduce((sum, { paidTotal }) => sum + paidTotal, 0);
  return {
    idFromPlatform,
    orderNo: externalId,
    createdOn: boughtOn,
    updatedOn: registration.updatedOn,
    canceledOn: registration.canceledOn,
    email,
    phone,
    currencyCode: terms.currencyCode,
    taxesIncluded: true,
    subtotal: total,
    shippingPaid: 0,
    taxTotal: 0,
    total,
    totalPaid: total,
    totalRefunded: 0,
    financialStatus: 'paid',
    fulfillmentStatus: 'fulfilled',
    tags: [],
    note: '',
    channel: registration.registrationChannelName,
    discountCodes: [],
    customer: null,
    shippingAddress: address && { ...address, firstName, lastName },
    billingAddress: null,
    owner: { firstName, lastName },
    lines,
    fulfillments: [
      {
        idFromPlatform: `${idFromPlatform}-bought`,
        createdOn: boughtOn,
        deliveredOn: boughtOn,
        status: 'SUCCESS',
        trackingCodes: [],
        lines: lines.map(({ idFromPlatform: id, quantity }) => ({
          idFromPlatform: `${id}-bought`,
          lineIdFromPlatform: id,
          quantity,
        })),
      },
    ],
    refunds: [],
    returns: [],
    purposeKey: null,
  };
}

/** Id of a registered product in the order that stands for it. */
export const orderLineId = (lineId: number): string => `registered-${lineId}`;

/** The line of the order that stands for the registration, or on which it was bought. */
export const lineIn = (lines: readonly OrderLine[], line: RegistrationLine): OrderLine | undefined =>
  lines.find(({ idFromPlatform }) => idFromPlatform === orderLineId(line.id)) ??
  lines.find(({ variantIdFromPlatform }) => variantIdFromPlatform === line.variantIdFromPlatform);

const orderLine = (line: RegistrationLine, { isWorthListPrice }: OrderTerms): OrderLine => ({
  idFromPlatform: orderLineId(line.id),
  productIdFromPlatform: line.productIdFromPlatform,
  variantIdFromPlatform: line.variantIdFromPlatform,
  name: line.name,
  variantTitle: line.variantTitle,
  options: line.options,
  sku: line.sku,
  imgUrl: line.imgUrl,
  vendor: '',
  productType: '',
  productTags: [],
  quantity: line.quantity,
  currentQuantity: line.quantity,
  unitListPrice: line.unitListPrice,
  paidTotal: isWorthListPrice ? line.unitListPrice * line.quantity : 0,
  taxTotal: 0,
  grams: 0,
  requiresShipping: true,
  isGiftCard: false,
  isProtection: false,
  isFinalSale: false,
});
