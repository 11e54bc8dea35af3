import { StoreSettings } from '#core/settings/settings.ts';
import type { Chance } from '#sandbox/shopify/seed/random.ts';

/** What one schedule is about. Each holds a little of everything there is; all of them together hold all of it. */
export type Story = {
  settings: StoreSettings;
  /** The shopper left an address to write to. */
  hasMail: boolean;
  /** The shopper bought without an account of the shop. */
  isGuest: boolean;
  claims: number;
  /** Who makes the claims. */
  madeBy: 'shopper' | 'staff';
  /** Shoppers pay for what costs more. */
  isPaid: boolean;
  /** Shoppers spend what they get back in the shop at once. */
  isShopping: boolean;
  /** Others buy what was promised, and somebody gives its value instead. */
  isSellingOut: boolean;
  /** Staff send something else instead of what was asked for. */
  hasReplacements: boolean;
  /** What staff make are claims on the warranty. */
  isWarranty: boolean;
  /** Staff give some things outside, and say so. */
  hasExternal: boolean;
  /** Staff say of steps that they did them another way. */
  hasElsewhere: boolean;
  /** Days are to pass, with the regular jobs of the product. */
  hasDays: boolean;
};

const LONG = 3650;
export const RETURN_ADDRESS = {
  firstName: 'Returns',
  lastName: 'Desk',
  line1: '417 Montgomery Street',
  line2: '',
  city: 'San Francisco',
  stateOrProvinceCode: 'CA',
  postalCode: '94104',
  countryCode: 'US',
  phone: '4155550100',
};

export function storyOf(chance: Chance): Story {
  const isPaid = chance.under(0.4);
  const isInstant = isPaid && chance.under(0.5);
  const isByStaff = !isPaid && chance.under(0.5);
  const isSellingOut = chance.under(0.15);
  const reservationDays = isSellingOut ? 0 : chance.pick([0, 0, 1, 21]);
  const settings = StoreSettings.parse({
    refundWindowDays: LONG,
    storeCreditWindowDays: LONG,
    giftCardWindowDays: LONG,
    exchangeWindowDays: LONG,
    shippingMethods: ['label'],
    claimOrderTags: chance.under(0.4) ? ['makegood-return'] : [],
    incentiveBasisPoints: chance.pick([0, 1000]),
    giftCardType: chance.pick(['Gift_Card', 'Gift_Card', 'Store_Credit', 'Gift_Card_Order']),
    exchangeOrderType: chance.pick(['separateOrder', 'separateOrder', 'platformReturn']),
    variantExchangePricing: chance.pick(['NO_PAYMENT_OR_REFUND', 'PAYMENT_AND_PARTIAL_REFUND']),
    exchangeRemainderMethod: chance.pick(['refund', 'giftCard', 'storeCredit']),
    isInstantExchangeEnabled: isInstant,
    holdLapsePolicy: chance.pick(['capture', 'holdAgain']),
    inventoryHandling: isSellingOut
      ? 'decrementObeyingPolicies'
      : chance.pick(['decrementObeyingPolicies', 'decrementIgnoringPolicies', 'doNotDecrement']),
    outOfStockAtFinalize: isSellingOut ? 'fail' : chance.pick(['fail', 'continue']),
    reservationDays,
    returnFee: chance.pick([0, 0, 500]),
    returnShippingFee: chance.pick([0, 0, 700]),
    exchangeShippingFee: chance.pick([0, 0, 450]),
    paymentProvider: isPaid ? chance.pick(['stripe', 'stripe', 'platformCheckout']) : 'none',
  });
  return {
    settings,
    hasMail: isByStaff || chance.under(0.4),
    claims: chance.pick([1, 1, 1, 2, 2, 3]),
    madeBy: isByStaff ? 'staff' : 'shopper',
    isPaid,
    isShopping: !isByStaff && chance.under(0.25),
    isSellingOut,
    hasReplacements: isSellingOut || chance.under(0.25),
    isWarranty: isByStaff && chance.under(0.5),
    hasExternal: chance.under(0.3),
    hasElsewhere: chance.under(0.3),
    hasDays: isInstant || reservationDays === 1,
    isGuest: chance.under(0.25),
  };
}
