import { checkRule, type ReadRule, type RunnableRule, type StoreRule } from '#core/automations/rule.ts';
import { compileRules, type RuleSet } from '#core/automations/rule-set.ts';

/** The stored rules that run: the enabled ones that are valid. */
export const runnableOf = (rules: readonly ReadRule[]): RunnableRule[] =>
  rules.flatMap((stored) => {
    if (!stored.isEnabled) return [];
    const checked = checkRule(stored);
    return 'rule' in checked ? checked.rule : [];
  });

export const compileStored = (rules: readonly StoreRule[], version: string): RuleSet =>
  compileRules(runnableOf(rules), version);
