import type { Facts } from '#core/automations/facts.ts';
import type { RunnableRule } from '#core/automations/rule.ts';
import { whenOf, type When } from '#core/policy/published/when.ts';

/** Stands for a product group's own term in place of a rule. */
export const NO_RULE = 0;

/** Where something else holds than in general, by a rule. */
export type Case<Value> = { ruleId: number; when: When; value: Value };

/** What holds: that of the first case that fits, else in general. */
export type Term<Value> = { general: Value; cases: readonly Case<Value>[] };

/**
 * What rules make of a value. `stages`: the rules of each moment in their order, the latest moment first, because what a
 * later one says replaces what an earlier one said. `say`: what a rule says if it matches; null leaves it to earlier
 * moments, undefined to the rules after it.
 */
export function termOf<Value>(
  general: Value,
  stages: readonly (readonly RunnableRule[])[],
  say: (rule: RunnableRule) => Value | null | undefined,
  known: Facts,
): Term<Value> {
  const [stage, ...earlier] = stages;
  if (!stage) return { general, cases: [] };
  const before = termOf(general, earlier, say, known);
  const cases: Case<Value>[] = [];
  for (const rule of stage) {
    const value = say(rule);
    const when = value === undefined ? null : whenOf(rule, known);
    if (value === undefined || when === null) continue;
    const isAlways = when.length === 0;
    if (value !== null && isAlways) return { general: value, cases };
    if (value !== null) cases.push({ ruleId: rule.id, when, value });
    else if (isAlways) break;
    else
      cases.push(...before.cases.map((one) => ({ ...one, when: [...when, ...one.when] })), {
        ruleId: rule.id,
        when,
        value: before.general,
      });
  }
  return { general: before.general, cases: [...cases, ...before.cases] };
}
