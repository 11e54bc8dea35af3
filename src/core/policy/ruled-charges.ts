import { applyFee } from '#core/automations/actions/apply-fee.ts';
import { chargeForExchangeOrderShipping } from '#core/automations/actions/charge-for-exchange-order-shipping.ts';
import { chargeForReturnLabel } from '#core/automations/actions/charge-for-return-label.ts';
import type { Decision } from '#core/automations/rule-set.ts';
import { subjectOfChoice, valueOf, type Choice, type Choices } from '#core/policy/choices.ts';
import type { ClaimPolicy } from '#core/policy/claim-policy.ts';
import type { Policy } from '#core/policy/policy.ts';
import { amountOf, fixed, ruledBy } from '#core/policy/ruled-amounts.ts';

/** The terms with the fees and charges of the matching rules. */
export function charged(policy: Policy, choices: Choices, decision: Decision): ClaimPolicy {
  const fee = decision.of(applyFee);
  const label = decision.of(chargeForReturnLabel);
  const forLabel = label?.params.applyLabelMarkup;
  const shipping = decision.of(chargeForExchangeOrderShipping);
  const forShipping = shipping?.params.applyExchangeOrderShippingMarkup;
  let { terms } = policy;
  if (fee) {
    const { feeType: type, feeAmount: amount, feeDisplayName } = fee.params;
    const returnFee = amountOf({ type, amount }, valueOf(matching(choices, decision, fee.ruleId)), policy);
    terms = ruledBy({ ...terms, returnFee, returnFeeName: feeDisplayName.trim() }, { fee: fee.ruleId });
  }
  // What a label costs is known once it is bought, so a part of it cannot be told before.
  if (label && forLabel?.shouldModify === true && forLabel.type === 'fixed')
    terms = ruledBy({ ...terms, returnShippingFee: fixed(forLabel.amount, policy) }, { returnLabel: label.ruleId });
  if (shipping && forShipping?.shouldModify === true)
    terms = ruledBy(
      { ...terms, exchangeShippingFee: amountOf(forShipping, choices.goodsTotal, policy) },
      { exchangeShipping: shipping.ruleId },
    );
  return terms;
}

/** The choices for which a rule matched. */
function matching(choices: Choices, decision: Decision, ruleId: number): Choice[] {
  const { subjects } = decision.receipt();
  return choices.lines.filter((_choice, index) =>
    subjects.some(
      ({ subject, verdicts }) =>
        subject === subjectOfChoice(choices, index) &&
        verdicts.some((verdict) => verdict.ruleId === ruleId && verdict.isMatch),
    ),
  );
}
