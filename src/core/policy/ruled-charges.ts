import { applyFee } from '#core/automations/actions/apply-fee.ts';
import { chargeForExchangeOrderShipping } from '#core/automations/actions/charge-for-exchange-order-shipping.ts';
import { chargeForReturnLabel } from '#core/automations/actions/charge-for-return-label.ts';
import { basisPointsOf } from '#core/automations/amounts.ts';
import type { Decision } from '#core/automations/rule-set.ts';
import { percentOf, type Money } from '#core/money.ts';
import { subjectsOf, valueOf, type Choice, type Choices } from '#core/policy/choices.ts';
import type { ClaimPolicy } from '#core/policy/claim-policy.ts';
import type { Policy } from '#core/policy/policy.ts';
import { amountOf, fixed, ruledBy } from '#core/policy/ruled-amounts.ts';

/** The terms with the fee and the exchange shipping of the matching rules. */
export function charged(policy: Policy, choices: Choices, decision: Decision): ClaimPolicy {
  const fee = decision.of(applyFee);
  const shipping = decision.of(chargeForExchangeOrderShipping);
  const forShipping = shipping?.params.applyExchangeOrderShippingMarkup;
  let { terms } = policy;
  if (fee) {
    const { feeType: type, feeAmount: amount, feeDisplayName } = fee.params;
    const returnFee = amountOf({ type, amount }, valueOf(matching(choices, decision, fee.ruleId)), policy);
    terms = ruledBy({ ...terms, returnFee, returnFeeName: feeDisplayName.trim() }, { fee: fee.ruleId });
  }
  if (shipping && forShipping?.shouldModify === true)
    terms = ruledBy(
      { ...terms, exchangeShippingFee: amountOf(forShipping, choices.goodsTotal, policy) },
      { exchangeShipping: shipping.ruleId },
    );
  return terms;
}

/** What the label costs the shopper: an amount at once, and a part of its price once that is known. */
export function withLabelCharge(policy: Policy, decision: Decision): Policy {
  const outcome = decision.of(chargeForReturnLabel);
  if (!outcome?.params.applyLabelMarkup.shouldModify) return policy;
  const { ruleId, params } = outcome;
  const { type, amount } = params.applyLabelMarkup;
  if (type === 'percent') return { ...policy, labelShare: { basisPoints: basisPointsOf(amount), ruleId } };
  const terms = { ...policy.terms, returnShippingFee: fixed(amount, policy) };
  return { ...policy, labelShare: null, terms: ruledBy(terms, { returnLabel: ruleId }) };
}

/** The same with the price of the label; one in another currency than the order's charges nothing. */
export function withLabelPrice(policy: Policy, price: Money): Policy {
  const { labelShare, terms, currencyCode } = policy;
  if (!labelShare) return policy;
  const { basisPoints, ruleId } = labelShare;
  const ofCost = price.currencyCode === currencyCode ? price.amount : 0;
  const charged = {
    ...terms,
    returnShippingFee: percentOf(ofCost, basisPoints),
    returnLabelShare: { basisPoints, ofCost },
  };
  return { ...policy, labelShare: null, terms: ruledBy(charged, { returnLabel: ruleId }) };
}

/** The choices for which a rule matched. */
function matching(choices: Choices, decision: Decision, ruleId: number): Choice[] {
  const subjects = subjectsOf(choices);
  return choices.lines.filter((_choice, index) => decision.isMatch(ruleId, subjects[index] ?? ''));
}
