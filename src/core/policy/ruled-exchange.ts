import { offerAdvancedExchange } from '#core/automations/actions/offer-advanced-exchange.ts';
import type { Decision } from '#core/automations/rule-set.ts';
import { subjectsOf, type Choices } from '#core/policy/choices.ts';
import type { LinePolicy } from '#core/policy/claim-policy.ts';
import type { Policy } from '#core/policy/policy.ts';

/** Offers the products of a rule instead of each chosen line that it matches, where the shop's prices count. */
export function withProductExchange(policy: Policy, choices: Choices, decision: Decision): Policy {
  if (!policy.isPriced || policy.asker === 'recipient') return policy;
  const subjects = subjectsOf(choices);
  const offered = new Map(
    choices.lines
      .map(({ lineIdFromPlatform: id }, index) => [id, subjects[index]] as const)
      // A line that is chosen again goes by its first choice.
      .toReversed()
      .map(([id, subject]) => [id, decision.of(offerAdvancedExchange, subject)] as const),
  );
  const ruled = (line: LinePolicy): LinePolicy => {
    const outcome = offered.get(line.lineIdFromPlatform);
    if (!outcome) return line;
    const { ruleId, params, productGroupIds } = outcome;
    return {
      ...line,
      productExchange: {
        ruleId,
        pricing: params.advancedExchangeMethod,
        isVariantEven: params.isNoAdjustmentVariantExchangeEnabled,
        productGroupIds,
        leastInStock: params.minInventoryAvailableToCustomer,
        kind: params.exchangeKind,
        sort: params.advancedExchangeSortCriteria,
        isSearchable: params.isAdvancedExchangeFilterAndSearchEnabled,
        unfilteredOptions: params.excludedAdvancedExchangeOptionNames,
      },
    };
  };
  return {
    ...policy,
    terms: { ...policy.terms, lines: policy.terms.lines.map(ruled) },
    chosen: policy.chosen.map((one) => ({ ...one, line: ruled(one.line) })),
  };
}
