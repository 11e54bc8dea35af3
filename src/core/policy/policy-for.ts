import type { EmailTemplates } from '#core/emails/templates.ts';
import { giftRemainder } from '#core/claims/gift-return.ts';
import { reasonIdsFor } from '#core/claims/reason-groups.ts';
import type { ClaimReason } from '#core/claims/reasons.ts';
import { CLAIM_TYPES, type ClaimType } from '#core/claims/types.ts';
import { canHoldMoney } from '#core/payments/providers.ts';
import { basisPointsOf } from '#core/automations/amounts.ts';
import type { CurrencyCode } from '#core/money.ts';
import { isGotByExchange } from '#core/orders/exchange-order.ts';
import { isFromRegistration } from '#core/orders/order-origin.ts';
import type { Order, OrderLine } from '#core/orders/order.ts';
import { protectionOf } from '#core/policy/protection-of.ts';
import { isCoverLine, isProtectedOrder } from '#core/protection/protected-order.ts';
import type { ClaimPolicy, LinePolicy, OwnWarranty } from '#core/policy/claim-policy.ts';
import type {
  Asker,
  FinalizePolicy,
  InspectionPolicy,
  Policy,
  ShipmentPolicy,
  StaffNews,
  StorePolicy,
} from '#core/policy/policy.ts';
import { fixed } from '#core/policy/ruled-amounts.ts';
import { withRules, type Ruling } from '#core/policy/with-rules.ts';
import { typeSettings } from '#core/policy/features.ts';
import { emailsIn } from '#core/settings/groups/notifications.ts';
import type { StoreSettings } from '#core/settings/settings.ts';

/** What decides whether something that a store has switched on can be offered. */
export type Means = { canTakeCards: boolean; canMakeLabels: boolean };

/** The groups that a product is in, by the product's id at the platform. */
export type ProductGroupsOf = ReadonlyMap<
  string,
  {
    groupIds: readonly number[];
    /** The longest warranty of its groups; null or absent where none has one of its own. */
    warrantyDays?: number | null;
  }
>;

export type PolicyInput = {
  settings: StoreSettings;
  order: Order;
  claimType: ClaimType;
  asker: Asker;
  means: Means;
  /** The currency of the shop's prices and fees. */
  storeCurrencyCode: string;
  /** Whose days windows count; absent for those of UTC. */
  timeZone?: string;
  /** The product groups of the order's products; absent where nothing depends on them. */
  products?: ProductGroupsOf;
  /** What was promised of single items, by their line; absent where nothing was. */
  ownWarranties?: ReadonlyMap<string, OwnWarranty>;
  /** What the rules of the store are asked with; absent where it has none. */
  ruling?: Ruling | null;
};

/** Evaluates what may be done with an order, and at what price: as the settings say, and as the rules say otherwise. */
export function policyFor(input: PolicyInput): Policy {
  const { order, storeCurrencyCode, ruling = null } = input;
  const policy = settingsPolicyFor(input);
  return ruling ? withRules(policy, { order, storeCurrencyCode, ruling }) : policy;
}

/** What the settings say, whatever the rules. */
export function settingsPolicyFor(input: PolicyInput): Policy {
  const { settings, order, claimType, asker, storeCurrencyCode } = input;
  const isPriced = order.currencyCode === storeCurrencyCode;
  const isGift = asker === 'recipient';
  const store = storePolicyFor(input);
  return {
    ...store,
    ...(isGift ? GIFT_OFFERS : {}),
    isAdvancedExchangeEnabled: store.isAdvancedExchangeEnabled && isPriced && !isGift,
    isShopNowEnabled: store.isShopNowEnabled && isPriced && !isGift,
    claimType,
    asker,
    isOffered: isGift
      ? claimType === 'Return' && store.isGiftReturnEnabled
      : typeSettings(settings)[claimType].isEnabled && isClaimable(input),
    isShippingProtected: isProtectedOrder(order, protectionOf(settings)),
    currencyCode: order.currencyCode,
    isPriced,
    terms: termsFor(input, isPriced),
    reasonIds: reasonIdsByLine(input),
    claimOrderTags: settings.claimTags.claimOrderTags,
    leastMedia: typeSettings(settings)[claimType].leastMedia,
    isPhoneRequired: typeSettings(settings)[claimType].isPhoneRequired,
    isPartlyFulfilledTaken: settings.returns.allowClaimsOnPartiallyFulfilledOrders,
    isClaimedAgain: settings.warranties.isMultipleWarrantyClaimsAllowed,
    warrantyAsksFor: settings.warranties.defaultWarrantyRequestedResolutionMethod,
    reservationDays: settings.stock.reservationDays,
    sending: finalizePolicyFor(settings),
    returnLocationId: null,
    claimTypeSelectionText: null,
    shopNow: null,
    labelShare: null,
    isInstantExchangeRequired: false,
    chosen: [],
    decisions: [],
  };
}

/** Whether owners may claim on the products of a registration; staff always may. */
const isClaimable = ({ settings, order, asker }: PolicyInput): boolean =>
  asker === 'staff' ||
  !isFromRegistration(order.idFromPlatform) ||
  settings.registrations.isRegistrationWarrantyClaimEnabled;

const reasonIdsByLine = ({ settings, order, claimType, products }: PolicyInput): Policy['reasonIds'] =>
  Object.fromEntries(
    order.lines.map(({ idFromPlatform, productIdFromPlatform }) => [
      idFromPlatform,
      reasonIdsFor(settings.reasons, claimType, products?.get(productIdFromPlatform ?? '')?.groupIds ?? []),
    ]),
  );

/** The reasons that a line of a claim can be given. */
export const reasonsForLine = (
  { reasons }: StoreSettings,
  claimType: ClaimType,
  productGroupIds: readonly number[],
): ClaimReason[] => {
  const ids = reasonIdsFor(reasons, claimType, productGroupIds);
  return ids.flatMap((id) => reasons.reasons.find((reason) => reason.id === id) ?? []);
};

/** Whether the reasons of a store depend on what groups a product is in. */
export const asksForProductGroups = ({ reasons }: StoreSettings): boolean => reasons.reasonGroups.length > 0;

/** Nothing for which a difference to what the buyer paid would have to be shown or paid. */
const GIFT_OFFERS = { isInstantExchangeEnabled: false, paymentProvider: 'none' } as const;

export function storePolicyFor({ settings, means }: Pick<PolicyInput, 'settings' | 'means'>): StorePolicy {
  const { returns, variantExchanges, instantExchange, shopNow, returnShipping, reasons, warranties } = settings;
  const { paymentProvider: chosen } = settings.payments;
  const paymentProvider = chosen === 'stripe' && !means.canTakeCards ? 'none' : chosen;
  const shippingMethods = returnShipping.shippingMethods.filter(
    (method) => method === 'packingSlip' || means.canMakeLabels,
  );
  return {
    isReturnsEnabled: returns.isReturnsEnabled,
    isGiftReturnEnabled: returns.isReturnsEnabled && returns.isGiftReturnEnabled,
    isAdvancedExchangeEnabled: variantExchanges.isAdvancedExchangeEnabled,
    // Goods are sent ahead of the return only against a hold on the shopper's money.
    isInstantExchangeEnabled: instantExchange.isInstantExchangeEnabled && canHoldMoney({ paymentProvider }),
    isShopNowEnabled: shopNow.isShopNowEnabled,
    isReviewOffered: returns.isReviewOffered,
    paymentProvider,
    shippingMethods: shippingMethods.length > 0 ? shippingMethods : ['packingSlip'],
    canMakeLabels: means.canMakeLabels,
    reasons: reasons.reasons,
    protectionSkus: protectionOf(settings).skus,
    warrantyPolicyUrl: warranties.warrantyPolicyUrl,
    leastInStock: Math.max(1, variantExchanges.minInventoryAvailableToCustomer),
    staffNews: staffNewsFor(settings),
  };
}

function termsFor(input: PolicyInput, isPriced: boolean): ClaimPolicy {
  const { settings, order, claimType, asker } = input;
  const { returns, giftCards, variantExchanges, instantExchange, shopNow, fees } = settings;
  const isCharged = isPriced && CLAIM_TYPES[claimType].fees === 'asSettings';
  const { exchangeRemainderMethod, variantExchangeShippingTitle: shippingTitle } = variantExchanges;
  const { templateSuffix } = giftCards.giftCardAttributes;
  const { giftCardProductIdFromPlatform } = giftCards;
  return {
    isInspected: typeSettings(settings)[claimType].isInspected,
    ...bonusBy(giftCards, order.currencyCode, isPriced),
    shopNowIncentiveBasisPoints: shopNow.shopNowIncentiveBasisPoints,
    giftCardType: giftCards.giftCardType,
    giftCardOrderPrefix: giftCards.giftCardOrderPrefix,
    ...(templateSuffix === '' ? {} : { giftCardTemplateSuffix: templateSuffix }),
    ...(giftCardProductIdFromPlatform === '' ? {} : { giftCardProductIdFromPlatform }),
    variantExchangePricing: isPriced ? variantExchanges.variantExchangePricing : 'NO_PAYMENT_OR_REFUND',
    advancedExchangePricing: isPriced ? variantExchanges.advancedExchangePricing : 'NO_PAYMENT_OR_REFUND',
    exchangeRemainderMethod: asker === 'recipient' ? giftRemainder(exchangeRemainderMethod) : exchangeRemainderMethod,
    // The platform's own exchange prices in the shop's currency.
    exchangeOrderType: isPriced && returns.isReturnProcessApiEnabled ? 'platformReturn' : 'separateOrder',
    exchangeOrderPrefix: typeSettings(settings)[claimType].orderPrefix,
    ...(shippingTitle === '' ? {} : { exchangeShippingTitle: shippingTitle }),
    instantExchangeReturnDays: instantExchange.instantExchangeReturnDays,
    holdLapsePolicy: instantExchange.holdLapsePolicy,
    returnFee: isCharged ? fees.returnFee : 0,
    returnFeeName: fees.returnFeeName,
    returnShippingFee: isCharged ? fees.returnShippingFee : 0,
    exchangeShippingFee: isCharged ? fees.exchangeShippingFee : 0,
    lines: order.lines.map((line) => linePolicyFor(line, order, input)),
  };
}

/** The bonus of the settings: a part of the value, or an amount in the shop's currency. */
export function bonusBy(
  { giftCardIncentiveType: type, giftCardIncentiveAmount: amount }: StoreSettings['giftCards'],
  currencyCode: CurrencyCode,
  isPriced: boolean,
): Pick<ClaimPolicy, 'incentiveBasisPoints' | 'incentiveAmount'> {
  switch (type) {
    case 'none':
      return { incentiveBasisPoints: 0 };
    case 'percent':
      return { incentiveBasisPoints: basisPointsOf(amount / 100) };
    case 'fixed': {
      const incentiveAmount = fixed(amount, { isPriced, currencyCode });
      return { incentiveBasisPoints: 0, ...(incentiveAmount === 0 ? {} : { incentiveAmount }) };
    }
  }
}

function linePolicyFor(
  line: OrderLine,
  order: Order,
  { settings, asker, products, ownWarranties, timeZone }: PolicyInput,
): LinePolicy {
  const { returns, refunds, storeCredit, giftCardsControl, variantExchanges, warranties, exclusions } = settings;
  const own = ownWarranties?.get(line.idFromPlatform);
  const ofGroup = products?.get(line.productIdFromPlatform ?? '')?.warrantyDays ?? null;
  const finalSale = new Set(exclusions.finalSaleTags.map(comparable));
  const isExchangedBefore = !variantExchanges.isExchangeOfExchangeAllowed && isGotByExchange(order, line);
  return {
    lineIdFromPlatform: line.idFromPlatform,
    isProtection: isCoverLine(line, protectionOf(settings)),
    isFinalSale: line.isFinalSale || line.productTags.some((tag) => finalSale.has(comparable(tag))),
    defaultDeliveryDays: returns.defaultDeliveryDays,
    // An owner names the day of purchase alone, which is kept as that day of UTC.
    ...(timeZone === undefined || isFromRegistration(order.idFromPlatform) ? {} : { timeZone }),
    methods: {
      // A refund would go back to what the buyer paid with.
      refund: { isOffered: refunds.isRefundsEnabled && asker !== 'recipient', windowDays: refunds.refundValidityDays },
      storeCredit: { isOffered: storeCredit.isStoreCreditEnabled, windowDays: storeCredit.storeCreditValidityDays },
      giftCard: { isOffered: giftCardsControl.isGiftCardEnabled, windowDays: giftCardsControl.giftCardValidityDays },
      variantExchange: {
        isOffered: variantExchanges.isExchangeEnabled && !isExchangedBefore,
        windowDays: variantExchanges.variantExchangeValidityDays,
      },
    },
    ...(isExchangedBefore ? { isExchangedBefore } : {}),
    warrantyWindowDays: ofGroup ?? warranties.defaultWarrantyDays,
    ...(own ? { ownWarranty: own } : {}),
    ...(isRepairExtending(order, warranties) ? { repairAddsDays: REPAIR_DAYS } : {}),
  };
}

const REPAIR_DAYS = 365;

/** Whether a repair makes the warranty longer where the order went (Directive (EU) 2024/1799). */
const isRepairExtending = (order: Order, { rightToRepairCountryCodes: codes }: StoreSettings['warranties']): boolean =>
  codes.includes((order.shippingAddress ?? order.billingAddress)?.countryCode.toUpperCase() ?? '');

/** What becomes of a return whose last day to ship has passed. */
export const expiredReturnsFor = ({ returns }: StoreSettings): { cancels: boolean } => ({
  cancels: returns.isExpiredReturnCanceled,
});

/** The words of a store's emails. */
export const emailTemplatesFor = ({ emailTemplates: its }: StoreSettings): EmailTemplates => ({
  automated: its.automatedEmailTemplates,
  byStaff: its.finalizeEmailTemplates,
});

export const staffNewsFor = ({ notifications: its }: StoreSettings): StaffNews => ({
  newClaim: its.isNewClaimEmailEnabled ? emailsIn(its.emailsForNewClaim) : [],
  received: its.isClaimReceivedEmailEnabled ? emailsIn(its.emailsForClaimReceived) : [],
});

/** The ways to return something that the settings offer at all; a gift card is also store credit. */
export const offeredBy = ({ refunds, giftCardsControl, storeCredit, variantExchanges }: StoreSettings) => ({
  refund: refunds.isRefundsEnabled && refunds.refundValidityDays > 0,
  giftCard:
    (giftCardsControl.isGiftCardEnabled && giftCardsControl.giftCardValidityDays > 0) ||
    (storeCredit.isStoreCreditEnabled && storeCredit.storeCreditValidityDays > 0),
  exchange: variantExchanges.isExchangeEnabled && variantExchanges.variantExchangeValidityDays > 0,
});

const comparable = (tag: string): string => tag.trim().toLowerCase();

export const finalizePolicyFor = ({ stock, returns }: StoreSettings): FinalizePolicy => ({
  inventoryHandling: stock.inventoryHandling,
  outOfStockAtFinalize: stock.outOfStockAtFinalize,
  ...(returns.isReplenishInventoryWhenReturned ? { isRestocked: true } : {}),
});

export const shipmentPolicyFor = ({ returns, returnShipping }: StoreSettings, timeZone: string): ShipmentPolicy => ({
  defaultReturnExpirationDays: returns.defaultReturnExpirationDays,
  timeZone,
  returnInstructions: returnShipping.returnInstructions,
});

export const inspectionPolicyFor = ({ inspections }: StoreSettings): InspectionPolicy => ({
  inspectionTemplate: inspections.inspectionTemplate,
});
