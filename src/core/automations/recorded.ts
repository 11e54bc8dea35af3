import type { Hook } from '#core/automations/hooks.ts';
import type { Asking, Decision, Receipt, RuleSet } from '#core/automations/rule-set.ts';

/** What rules say, where what they looked at once counts more than what is known today. */
export function askAsRecorded(
  rules: RuleSet,
  hook: Hook,
  askings: readonly Asking[],
  recorded: readonly Receipt[] = [],
): Decision {
  const receipt = recorded.find((one) => one.hook === hook);
  return rules.ask(hook, receipt ? askings.map((asking) => asRecorded(asking, receipt, rules)) : askings);
}

/** The same rules looked at the same: what they did not find was unknown. Others may look at more. */
function asRecorded(asking: Asking, { subjects, version }: Receipt, rules: RuleSet): Asking {
  const facts = subjects.find(({ subject }) => subject === asking.subject)?.facts;
  if (!facts) return asking;
  return { ...asking, facts: version === rules.version ? facts : { ...asking.facts, ...facts } };
}
