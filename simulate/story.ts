import { bonusOf, type FlatSettings, type SettingsChanges, settingsOf } from '#core/settings/settings.fixture.ts';
import type { MoneyCall } from './money-calls.ts';
import type { Chance } from '#sandbox/shopify/seed/random.ts';

/** What one schedule is about. Each holds a little of everything there is; all of them together hold all of it. */
export type Story = {
  settings: FlatSettings;
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
  /** How long the search of the platform does not know of what is new. */
  searchLagMs: number;
  /** Somebody was given what the shopper bought, and gives it back too. */
  hasGift: boolean;
  /** Consumers withdraw from what they bought. */
  hasWithdrawals: boolean;
  /** Owners register products that were bought elsewhere, and claim on their warranty. */
  hasRegistrations: boolean;
  /** What breaks is repaired, at a price that its shopper is asked about. */
  hasRepairs: boolean;
  /** Packages are lost, stolen or damaged, and claims of shipping protection are filed for them. */
  hasPackages: boolean;
  /** Orders are bought with the cover, and some are canceled before they are sent. */
  hasCancellations: boolean;
  /** How likely a repair that was agreed to comes to nothing. */
  givesUp: number;
  /** How likely the workshop denies all of a claim in front of it; denials are appealed. */
  denies: number;
  /** The store has automations from the start. */
  hasRules: boolean;
  /** Settings change while claims are under way. */
  isChangingRules: boolean;
  /** Goods of exchanges arrive, and come back. */
  isExchangedAgain: boolean;
  /** What the shoppers mostly ask for. */
  wishes: readonly Wish[];
  /** How likely staff cancel a claim in front of them, and how likely they do something beside deciding it. */
  cancels: number;
  asides: number;
};

export type Wish = 'refund' | 'giftCard' | 'storeCredit' | 'variantExchange' | 'dearerExchange' | 'cheaperExchange';

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

const WISHES = ['refund', 'refund', 'refund', 'giftCard', 'storeCredit', 'variantExchange'] as const;
const EXCHANGE_WISHES = ['variantExchange', 'variantExchange', 'cheaperExchange', 'refund', 'giftCard'] as const;
const PAID_WISHES = [
  'refund',
  'giftCard',
  'dearerExchange',
  'cheaperExchange',
  'dearerExchange',
  'variantExchange',
] as const;

type Given = Partial<
  Pick<Story, 'isPaid' | 'wishes' | 'cancels' | 'asides' | 'isGuest' | 'hasMail' | 'isChangingRules'>
>;
/** What makes it likely that a call is made at all. */
type Lure = Given & {
  isInstant?: boolean;
  hasRepairs?: boolean;
  hasPackages?: boolean;
  hasCancellations?: boolean;
  denies?: number;
  givesUp?: number;
  claims?: number;
  settings?: SettingsChanges;
};
const CARDS = { isPaid: true, settings: { paymentProvider: 'stripe' } } as const;
// Others would take the items that are to be repaired.
const REPAIRED = { isInstant: false, hasRepairs: true, claims: 0 } as const;
const PACKAGES = { hasPackages: true, settings: { isUnprotectedShippingClaimPermitted: true } } as const;
const LURES: Record<MoneyCall, Lure> = {
  // What is left of an exchange goes back as money alone.
  RefundCreate: {
    wishes: ['cheaperExchange'],
    isChangingRules: false,
    settings: { exchangeRemainderMethod: 'refund', isReturnProcessApiEnabled: false },
  },
  ReturnCreate: { wishes: ['refund'] },
  ReturnProcess: { wishes: ['refund'] },
  GiftCardCreate: { wishes: ['giftCard'], settings: { giftCardType: 'Gift_Card' } },
  StoreCredit: { wishes: ['giftCard'], settings: { giftCardType: 'Store_Credit' }, isGuest: false },
  OrderCreate: { wishes: ['variantExchange'], settings: { isReturnProcessApiEnabled: false } },
  'POST /v1/payment_intents': { ...CARDS, wishes: ['dearerExchange'] },
  'POST /v1/payment_intents/{id}/capture': { ...CARDS, wishes: ['dearerExchange'], isInstant: false },
  'RefundCreate for a shipping claim': PACKAGES,
  'OrderCreate for a shipping claim': PACKAGES,
  'RefundCreate for a cover': { hasCancellations: true, settings: { isCoverRefundedWhenCanceled: true } },
  'POST /v1/payment_intents/{id}/cancel': { ...CARDS, wishes: ['dearerExchange'], isInstant: true, cancels: 0.4 },
  'POST /v1/refunds': { ...CARDS, wishes: ['dearerExchange'], isInstant: false, cancels: 0.3, asides: 0.6 },
  'POST /v1/payment_intents for a repair': { ...CARDS, ...REPAIRED },
  'POST /v1/payment_intents/{id}/capture for a repair': { ...CARDS, ...REPAIRED },
  'POST /v1/refunds for a repair': { ...CARDS, ...REPAIRED, denies: 0.05, givesUp: 0.6 },
  'POST /v2/shipments/{id}/buy for the way back': { ...CARDS, ...REPAIRED, denies: 0, givesUp: 0 },
  'POST /v2/shipments/{id}/buy': {},
  'POST /v2/shipments/{id}/refund': { cancels: 0.5 },
};
/** How often a schedule goes along with its lure. */
const LURED = 0.85;

export function storyOf(chance: Chance, answerToLose: MoneyCall): Story {
  const lure: Lure = chance.under(LURED) ? LURES[answerToLose] : {};
  const isPaid = lure.isPaid ?? chance.under(0.4);
  const isInstant = lure.isInstant ?? (isPaid && chance.under(0.5));
  const hasRepairs = lure.hasRepairs ?? (isPaid && chance.under(0.25));
  const isByStaff = !isPaid && lure.cancels === undefined && chance.under(0.5);
  const isSellingOut = chance.under(0.15);
  const reservationDays = isSellingOut ? 0 : chance.pick([0, 0, 1, 21]);
  const isExchangedAgain = !isByStaff && chance.under(0.4);
  const hasGift = !isByStaff && chance.under(0.25);
  const hasCancellations = lure.hasCancellations ?? chance.under(0.2);
  const hasWithdrawals = !isByStaff && chance.under(hasCancellations ? 0.6 : 0.3);
  const hasRegistrations = chance.under(0.15);
  const hasPackages = lure.hasPackages ?? chance.under(0.3);
  const settings = settingsOf({
    ...(hasCancellations ? { isCoverRefundedWhenCanceled: chance.under(0.9) } : {}),
    ...(hasPackages ? packageTerms(chance) : {}),
    ...(hasRegistrations ? { isRegistrationEnabled: true, useProductListPriceOnRegistration: chance.under(0.5) } : {}),
    ...(hasWithdrawals
      ? {
          isWithdrawalOffered: true,
          withdrawalCountries: ['US'],
          standardDeliveryCost: chance.pick([0, 450, 100_000]),
        }
      : {}),
    isGiftReturnEnabled: hasGift,
    isPublishedAtOnce: true,
    refundValidityDays: LONG,
    storeCreditValidityDays: LONG,
    giftCardValidityDays: LONG,
    variantExchangeValidityDays: LONG,
    shippingMethods: ['label'],
    claimOrderTags: chance.under(0.4) ? ['makegood-return'] : [],
    ...bonusOf(chance.pick([0, 1000])),
    giftCardType: chance.pick(['Gift_Card', 'Gift_Card', 'Store_Credit', 'Gift_Card_Order']),
    isReturnProcessApiEnabled: chance.pick(isExchangedAgain ? [false, true] : [false, false, true]),
    variantExchangePricing: chance.pick(['NO_PAYMENT_OR_REFUND', 'PAYMENT_AND_PARTIAL_REFUND']),
    exchangeRemainderMethod: chance.pick(['refund', 'giftCard', 'storeCredit']),
    isInstantExchangeEnabled: isInstant,
    holdLapsePolicy: chance.pick(['capture', 'holdAgain']),
    inventoryHandling: isSellingOut
      ? 'decrementObeyingPolicies'
      : chance.pick(['decrementObeyingPolicies', 'decrementIgnoringPolicies', 'doNotDecrement']),
    outOfStockAtFinalize: isSellingOut ? 'fail' : chance.pick(['fail', 'continue']),
    reservationDays,
    returnFee: chance.pick([0, 500]),
    returnShippingFee: chance.pick([0, 700]),
    exchangeShippingFee: chance.pick([0, 0, 450]),
    paymentProvider: isInstant ? 'stripe' : isPaid ? chance.pick(['stripe', 'stripe', 'platformCheckout']) : 'none',
    ...lure.settings,
  });
  const isWarranty = isByStaff && chance.under(0.5);
  return {
    settings,
    hasMail: lure.hasMail ?? (isByStaff || chance.under(0.4)),
    claims: lure.claims ?? chance.pick([1, 1, 1, 2, 2, 3]),
    madeBy: isByStaff ? 'staff' : 'shopper',
    isPaid,
    isShopping: !isByStaff && chance.under(0.25),
    isSellingOut,
    hasReplacements: isSellingOut || chance.under(0.25),
    isWarranty,
    hasExternal: chance.under(0.3),
    hasElsewhere: chance.under(0.3),
    hasDays: isInstant || reservationDays === 1 || (hasRepairs && chance.under(0.8)),
    isGuest: lure.isGuest ?? chance.under(0.25),
    searchLagMs: chance.pick([0, 0, 5_000, 60_000]),
    hasGift,
    hasWithdrawals,
    hasRegistrations,
    hasRepairs,
    hasPackages,
    hasCancellations,
    givesUp: lure.givesUp ?? 0.1,
    denies: hasRepairs ? (lure.denies ?? chance.pick([0, 0.1, 0.35])) : 0,
    hasRules: lure.isChangingRules ?? chance.under(0.35),
    isChangingRules: lure.isChangingRules ?? chance.under(0.25),
    isExchangedAgain,
    wishes: lure.wishes ?? (isPaid ? PAID_WISHES : isExchangedAgain ? EXCHANGE_WISHES : WISHES),
    cancels: lure.cancels ?? (isWarranty ? 0.2 : 0.06),
    asides: lure.asides ?? 0,
  };
}

/** Windows that are open for some packages, and closed for others. */
const packageTerms = (chance: Chance): SettingsChanges => ({
  isShippingProtectionEnabled: true,
  isUnprotectedShippingClaimPermitted: chance.under(0.6),
  missingItemFilingDays: chance.pick([LONG, 30, 5]),
  damagedFilingDays: chance.pick([LONG, 30, 5]),
  stolenAfterDays: chance.pick([0, 2, 15]),
  lostAfterDays: chance.pick([0, 5, 20]),
  filingEndDays: chance.pick([LONG, LONG, 60, 11]),
  isDecidedAutomatically: chance.under(0.4),
  mostDecidedAutomatically: chance.pick([2_000, 10_000, 10_000_000]),
  automaticResolution: chance.pick(['Reorder', 'Refund']),
  isZeroDollarReorderEnabled: chance.under(0.5),
  isRefundMultipleGspEnabled: chance.under(0.5),
});
