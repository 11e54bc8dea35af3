import type { Finding } from '#contract/merchant/rule-sets.ts';
import { lintRules, type LintedStore } from '#core/automations/lint/lint.ts';
import { checkRule, type StoreRule } from '#core/automations/rule.ts';
import type { RuleSetState } from '#server/rules/rule-set.ts';

/** What the linter says about the enabled ones of these rules, in this store. */
export function lintOf(rules: readonly StoreRule[], store: Pick<RuleSetState, keyof LintedStore>): Finding[] {
  const checked = rules.filter(({ isEnabled }) => isEnabled).map((rule) => ({ name: rule.name, ...checkRule(rule) }));
  const invalid = checked.flatMap((one): Finding[] =>
    'problems' in one
      ? [{ kind: 'invalid', ruleId: one.id, others: [], message: `“${one.name}” can't run: ${one.problems.join(' ')}` }]
      : [],
  );
  const runnable = checked.flatMap((one) => ('rule' in one ? one.rule : []));
  const found = lintRules(runnable, store).map((one) => ({ ...one, others: [...one.others] }));
  return [...invalid, ...found];
}
