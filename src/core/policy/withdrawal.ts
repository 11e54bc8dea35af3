import type { ClaimReason } from '#core/claims/reasons.ts';
import { withdrawalEnd, type LastDay } from '#core/claims/withdrawal-period.ts';
import { isAfter, LIFETIME_DAYS } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';
import { isFromRegistration } from '#core/orders/order-origin.ts';
import type { Order, OrderLine } from '#core/orders/order.ts';
import { isPaymentOrder } from '#core/orders/payment-order.ts';
import type { LinePolicy } from '#core/policy/claim-policy.ts';
import { policyFor, type PolicyInput } from '#core/policy/policy-for.ts';
import { linePolicy, type Policy } from '#core/policy/policy.ts';
import type { StoreSettings } from '#core/settings/settings.ts';

/** No reason is asked; this one stands where a claim has one. */
export const WITHDRAWAL_REASON: ClaimReason = { id: 'withdrawal', name: 'Withdrawal', details: [] };

type Input = Omit<PolicyInput, 'claimType' | 'asker' | 'ruling' | 'timeZone'> & { timeZone: string };

/** What a buyer may withdraw from, and until when; null where the order has no right of withdrawal. */
export type WithdrawalPolicy = { order: Order; policy: Policy; end: LastDay | null; timeZone: string };

/**
 * The right of withdrawal of an order. It comes from the law, so nothing that the store decides itself counts: no window,
 * fee, bonus or automation, nor what is a final sale or was made ineligible.
 */
export function withdrawalPolicyFor({ timeZone, ...input }: Input): WithdrawalPolicy | null {
  const { settings, order } = input;
  if (!isCovered(order, settings)) return null;
  const usual = policyFor({ ...input, timeZone, claimType: 'Return', asker: 'buyer' });
  const end = withdrawalEnd(order, { defaultDeliveryDays: settings.returns.defaultDeliveryDays, timeZone });
  const policy: Policy = {
    ...usual,
    isOffered: true,
    isAdvancedExchangeEnabled: false,
    isInstantExchangeEnabled: false,
    isShopNowEnabled: false,
    isReviewOffered: false,
    // Nothing may stand between a consumer and the statement.
    isPhoneRequired: false,
    leastMedia: 0,
    isPartlyFulfilledTaken: true,
    paymentProvider: 'none',
    // The law lets the consumer choose how to send it, and bear what that costs.
    shippingMethods: ['packingSlip'],
    reasons: [WITHDRAWAL_REASON],
    reasonIds: Object.fromEntries(order.lines.map(({ idFromPlatform }) => [idFromPlatform, [WITHDRAWAL_REASON.id]])),
    terms: {
      ...usual.terms,
      basis: 'withdrawal',
      deliveryAmount: deliveryOf(order, settings, usual.isPriced),
      incentiveBasisPoints: 0,
      shopNowIncentiveBasisPoints: 0,
      returnFee: 0,
      returnShippingFee: 0,
      exchangeShippingFee: 0,
      lines: order.lines.map((line) => lineTerms(line, linePolicy(usual.terms, line), settings, end)),
    },
  };
  return { order: withoutMarks(order), policy, end, timeZone };
}

/** Whether it can still be stated. */
export const isWithdrawalOpen = ({ end }: Pick<WithdrawalPolicy, 'end'>, now: string): boolean =>
  end === null || !isAfter(now, end.instant);

function isCovered(order: Order, { withdrawal }: StoreSettings): boolean {
  // Nothing was bought here, or nothing of it is left to withdraw from.
  if (isFromRegistration(order.idFromPlatform) || isPaymentOrder(order) || order.canceledOn !== null) return false;
  const countryCode = (order.shippingAddress ?? order.billingAddress)?.countryCode ?? '';
  return withdrawal.isWithdrawalOffered && withdrawal.withdrawalCountries.some((code) => code === countryCode);
}

function lineTerms(line: OrderLine, usual: LinePolicy, { withdrawal }: StoreSettings, end: LastDay | null): LinePolicy {
  const exempt = new Set(withdrawal.withdrawalExemptTags.map(comparable));
  const isExempt = line.productTags.some((tag) => exempt.has(comparable(tag)));
  const never = { isOffered: false, windowDays: 0 };
  return {
    ...usual,
    isFinalSale: false,
    methods: {
      refund: { isOffered: !isExempt, windowDays: LIFETIME_DAYS, ...(end ? { until: end } : {}) },
      storeCredit: never,
      giftCard: never,
      variantExchange: never,
    },
    ...(isExempt ? { isWithdrawalExempt: true } : {}),
  };
}

const comparable = (tag: string): string => tag.trim().toLowerCase();

/** What delivery cost that is given back: the store's setting is in its own currency. */
function deliveryOf(order: Order, { withdrawal }: StoreSettings, isPriced: boolean): Minor {
  const { standardDeliveryCost } = withdrawal;
  const paid = deliveryPaid(order);
  return standardDeliveryCost > 0 && isPriced ? Math.min(standardDeliveryCost, paid) : paid;
}

/** With its tax, which the platform tells only within that of the whole order. */
function deliveryPaid({ shippingPaid, taxesIncluded, taxTotal, lines }: Order): Minor {
  if (taxesIncluded || shippingPaid === 0) return shippingPaid;
  const ofLines = lines.reduce((sum, line) => sum + line.taxTotal, 0);
  return shippingPaid + Math.max(0, taxTotal - ofLines);
}

const withoutMarks = (order: Order): Order => ({
  ...order,
  lines: order.lines.map(({ madeIneligibleOn: _mark, ...line }) => line),
});
