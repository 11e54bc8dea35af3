import { modifyIncentives } from '#core/automations/actions/modify-incentives.ts';
import { offerInstantExchange } from '#core/automations/actions/offer-instant-exchange.ts';
import { shopNow } from '#core/automations/actions/shop-now.ts';
import { basisPointsOf, type Change } from '#core/automations/amounts.ts';
import type { Decision, RuleSet } from '#core/automations/rule-set.ts';
import { canHoldMoney } from '#core/payments/providers.ts';
import type { Policy } from '#core/policy/policy.ts';
import { fixed, ruledBy } from '#core/policy/ruled-amounts.ts';

/** Items go out ahead only against a hold on the shopper's money. */
export function withInstantExchange(policy: Policy, decision: Decision): Policy {
  const outcome = decision.of(offerInstantExchange);
  if (!outcome || !canHoldMoney(policy)) return policy;
  return {
    ...policy,
    isInstantExchangeEnabled: true,
    isInstantExchangeRequired: outcome.params.isInstantExchangeRequired,
    terms: ruledBy(
      { ...policy.terms, instantExchangeReturnDays: outcome.params.timeToReturnBeforeCharging },
      { instantExchange: outcome.ruleId },
    ),
  };
}

export function withShopNow(policy: Policy, decision: Decision): Policy {
  const outcome = decision.of(shopNow);
  if (!outcome || !policy.isPriced || policy.asker === 'recipient') return policy;
  const { shopNowHeadline, shopNowDescription, startShoppingUrl, shopNowIncentive } = outcome.params;
  const { shopNowIncentiveAmount: _amount, ...terms } = policy.terms;
  const bonus = bonusOf(shopNowIncentive, policy);
  return {
    ...policy,
    isShopNowEnabled: true,
    shopNow: { headline: shopNowHeadline, description: shopNowDescription, startShoppingUrl },
    terms: ruledBy(
      bonus
        ? {
            ...terms,
            shopNowIncentiveBasisPoints: bonus.basisPoints,
            ...(bonus.amount > 0 ? { shopNowIncentiveAmount: bonus.amount } : {}),
          }
        : policy.terms,
      { shopNow: outcome.ruleId },
    ),
  };
}

/** Whether Shop Now is offered, or may be once a rule is asked about the items and their reasons. */
export const mayOfferShopNow = (
  policy: Pick<Policy, 'isShopNowEnabled' | 'isPriced' | 'asker'>,
  rules: Pick<RuleSet, 'rulesAt'>,
): boolean =>
  policy.isShopNowEnabled ||
  (policy.isPriced &&
    policy.asker !== 'recipient' &&
    shopNow.hooks.some((hook) => rules.rulesAt(hook).some(({ type }) => type === 'shopNow')));

export function withIncentives(policy: Policy, decision: Decision): Policy {
  const outcome = decision.of(modifyIncentives);
  if (!outcome) return policy;
  const shipped = withVariantShipping(policy, outcome.ruleId, outcome.params.shouldApplyVariantExchangeShipping);
  const bonus = bonusOf(outcome.params.giftCardIncentive, policy);
  if (!bonus) return shipped;
  const { incentiveAmount: _amount, ...terms } = shipped.terms;
  return {
    ...policy,
    terms: ruledBy(
      {
        ...terms,
        incentiveBasisPoints: bonus.basisPoints,
        ...(bonus.amount > 0 ? { incentiveAmount: bonus.amount } : {}),
      },
      { incentive: outcome.ruleId },
    ),
  };
}

/** Other variants of the same product pay exchange shipping where the rule says so, and nothing otherwise. */
function withVariantShipping(policy: Policy, ruleId: number, isCharged: boolean): Policy {
  const { isVariantShippingFree: _earlier, ...terms } = policy.terms;
  const said = isCharged ? terms : { ...terms, isVariantShippingFree: true as const };
  return { ...policy, terms: ruledBy(said, { variantShipping: ruleId }) };
}

/** A bonus as a part of the value, or as an amount; null where the rule leaves it as it is, or in another currency. */
function bonusOf({ shouldModify, type, amount }: Change, policy: Policy) {
  if (!shouldModify) return null;
  if (type === 'percent') return { basisPoints: basisPointsOf(amount), amount: 0 };
  if (!policy.isPriced) return null;
  return { basisPoints: 0, amount: fixed(amount, policy) };
}
