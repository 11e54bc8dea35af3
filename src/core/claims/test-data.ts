import { Address } from '#core/address.ts';
import type { Decision } from '#core/claims/decision.ts';
import { createClaim } from '#core/claims/create.ts';
import type { ClaimSelection, CreateClaimInput } from '#core/claims/new-claim.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import { acceptQuotes } from '#core/claims/repair.ts';
import { isQuoteOpen } from '#core/claims/repair-state.ts';
import type { NewShipment } from '#core/claims/shipments.ts';
import { Order, Variant, type OrderRefund } from '#core/orders/order.ts';
import type { Policy } from '#core/policy/policy.ts';
import { bonusBy, policyFor, type PolicyInput } from '#core/policy/policy-for.ts';
import { settingsOf, storeSettingsOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';

export { settingsOf };

/** Data for tests: an order of two lines, both delivered on 6 March 2026. */
export const NOW = '2026-03-16T12:00:00.000Z';

type LineInput = Partial<Order['lines'][number]> & { idFromPlatform: string };

export const lineOf = (input: LineInput): Order['lines'][number] =>
  Order.shape.lines.element.parse({
    productIdFromPlatform: 'product-1',
    variantIdFromPlatform: 'variant-1',
    name: 'Wool sweater',
    variantTitle: 'M / Green',
    sku: 'WS-M',
    quantity: 1,
    currentQuantity: input.quantity ?? 1,
    unitListPrice: 1000,
    paidTotal: 1000 * (input.quantity ?? 1),
    taxTotal: 0,
    grams: 400,
    ...input,
  });

/** An order whose every line was sent whole in one fulfillment, delivered on 6 March 2026, and paid in full. */
export function orderOf(lines: Order['lines'], changes: Partial<Order> = {}): Order {
  const subtotal = lines.reduce((sum, line) => sum + line.paidTotal, 0);
  const tax = lines.reduce((sum, line) => sum + line.taxTotal, 0);
  const total = subtotal + (changes.taxesIncluded === true ? 0 : tax);
  return Order.parse({
    idFromPlatform: 'order-1',
    orderNo: '#1001',
    createdOn: '2026-03-01T10:00:00.000Z',
    updatedOn: '2026-03-06T10:00:00.000Z',
    email: 'ada@example.com',
    currencyCode: 'USD',
    subtotal,
    shippingPaid: 0,
    taxTotal: tax,
    total,
    totalPaid: total,
    totalRefunded: 0,
    financialStatus: 'paid',
    fulfillmentStatus: 'fulfilled',
    customer: { idFromPlatform: 'customer-1', firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
    shippingAddress: {
      firstName: 'Ada',
      lastName: 'Byron',
      line1: '1 High Street',
      city: 'Albany',
      stateOrProvinceCode: 'NY',
      postalCode: '12 207',
      countryCode: 'US',
    },
    lines,
    fulfillments: [
      {
        idFromPlatform: 'fulfillment-1',
        createdOn: '2026-03-02T10:00:00.000Z',
        deliveredOn: '2026-03-06T10:00:00.000Z',
        status: 'success',
        lines: lines.map((line) => ({
          idFromPlatform: `sent-${line.idFromPlatform}`,
          lineIdFromPlatform: line.idFromPlatform,
          quantity: line.quantity,
        })),
      },
    ],
    ...changes,
  });
}

/** Finalizing as a store with the default settings does. */
export const POLICY = settingsOf();

/** What a quote needs to know of some settings. */
export const termsBy = (changes: SettingsChanges = {}) => {
  const settings = settingsOf(changes);
  return { ...settings, ...bonusBy(settings, 'USD', true) };
};

/** What a store with these settings, which can take cards and make labels, lets staff do with an order. */
export const policyOf = (
  order: Order,
  settings?: SettingsChanges,
  input: Partial<Omit<PolicyInput, 'order' | 'settings'>> = {},
): Policy =>
  policyFor({
    settings: storeSettingsOf(settings),
    order,
    claimType: 'Return',
    asker: 'staff',
    means: { canTakeCards: true, canMakeLabels: true },
    storeCurrencyCode: order.currencyCode,
    ...input,
  });

export const variantOf = (changes: Partial<Variant> = {}): Variant =>
  Variant.parse({
    idFromPlatform: 'variant-2',
    title: 'L / Green',
    sku: 'WS-L',
    options: [],
    price: 1000,
    available: 5,
    ...changes,
  });

export const selectionOf = (changes: Partial<ClaimSelection> = {}): ClaimSelection => ({
  lineIdFromPlatform: 'a',
  quantity: 1,
  reasonId: 'Wrong_Fit',
  reasonDetail: 'Too small',
  comments: '',
  method: 'refund',
  variantIdFromPlatform: null,
  media: [],
  ...changes,
});

/** What a claim is made from, with what its policy follows from in place of the policy. */
export type InputChanges = Partial<Omit<CreateClaimInput, 'policy'>> & {
  settings?: SettingsChanges;
  claimType?: Claim['claimType'];
  source?: Claim['source'];
  isGiftReturn?: boolean;
  storeCurrencyCode?: string;
};

export const inputOf = (
  order: Order,
  { settings, claimType, source, isGiftReturn, storeCurrencyCode, ...changes }: InputChanges = {},
): CreateClaimInput => ({
  policy: policyOf(changes.order ?? order, settings, {
    ...(claimType ? { claimType } : {}),
    asker: source === 'Merchant_App' ? 'staff' : isGiftReturn === true ? 'recipient' : 'buyer',
    ...(storeCurrencyCode === undefined ? {} : { storeCurrencyCode }),
  }),
  ids: { claimId: 7, externalId: 'R-7K2M9QXD', orderId: 3 },
  order,
  variants: new Map([['product-1', [variantOf()]]]),
  priorClaims: [],
  selections: [selectionOf()],
  shippingMethod: 'packingSlip',
  now: NOW,
  ...changes,
});

export const claimOf = (order: Order, changes: InputChanges = {}): Claim => createClaim(inputOf(order, changes)).claim;

/** The code of the Refusal a call throws, or what it gave instead. */
export function refusalOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

/** A refund of the platform; `made` names the claim and round it was made for, as our notes do. */
export const refundOf = (
  changes: Partial<OrderRefund> = {},
  made?: { way: 'refund' | 'storeCredit' | 'returnExchange'; claim: Claim; round?: number },
): OrderRefund => ({
  idFromPlatform: 'refund-1',
  purposeKey: made ? `${made.way}:claim:${made.claim.id}:${made.round ?? 1}:${made.claim.externalId}` : null,
  createdOn: NOW,
  note: '',
  total: 0,
  lines: [],
  ...changes,
});

/** A shipment from the shopper to the store. */
export const WAY = {
  fromAddress: Address.parse({ firstName: 'Ada', line1: '1 First Street', city: 'Springfield', countryCode: 'US' }),
  toAddress: Address.parse({ company: 'Store', line1: '9 Last Street', city: 'Springfield', countryCode: 'US' }),
};

export const LABEL: NewShipment = {
  type: 'Label',
  provider: 'Easy_Post',
  shipmentIdFromProvider: 'shp_1',
  carrier: 'USPS',
  service: 'Priority',
  cost: 690,
  trackingCode: '9400111',
  trackingUrl: '',
  documentKey: 'labels/1.pdf',
  qrCodeUrl: null,
  ...WAY,
};

/** A payment of five dollars that is held. */
export const paymentOf = (changes: Partial<CustomerPayment> = {}): CustomerPayment => ({
  id: 31,
  idFromPlatform: 'pi_31',
  provider: 'stripe',
  amount: 500,
  captureAsked: null,
  capturedAmount: 0,
  refundAsked: 0,
  refundedAmount: 0,
  currencyCode: 'USD',
  note: '',
  status: 'Authorized',
  authorizationExpiresOn: '2026-03-23T12:00:00.000Z',
  heldOn: NOW,
  capturedOn: null,
  ...changes,
});

/** The shopper agrees to the quotes as they are. */
export const agreeToQuotes = (claim: Claim, now: string): Decision =>
  acceptQuotes(claim, new Map(claim.lines.filter(isQuoteOpen).map(({ id, repair }) => [id, repair?.price ?? 0])), now);
