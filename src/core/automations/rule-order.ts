import type { Hook } from '#core/automations/hooks.ts';
import { byPriority, type RuleDraft, type StoreRule } from '#core/automations/rule.ts';

/** The priority of a new rule: after every rule of its moment. */
export function newPriority(rules: readonly StoreRule[], hook: Hook): number {
  const those = rules.filter((rule) => rule.hook === hook);
  return Math.max(0, ...those.map(({ rule: { priority } }) => priority)) + 1;
}

/**
 * The rules of a moment after one was dragged to another place: numbered 1..n, and only those whose number changed
 * (R2.09).
 */
export function moveRule(
  rules: readonly StoreRule[],
  { id, hook, to }: { id: number; hook: Hook; to: number },
): { id: number; priority: number }[] {
  const before = rules
    .filter((rule) => rule.hook === hook)
    .map((rule) => ({ id: rule.id, priority: rule.rule.priority }))
    .toSorted(byPriority);
  const moved = before.filter((rule) => rule.id === id);
  const after = before.filter((rule) => rule.id !== id).toSpliced(to, 0, ...moved);
  return after.flatMap((rule, place) => (rule.priority === place + 1 ? [] : { id: rule.id, priority: place + 1 }));
}

/** A copy of a rule: disabled, last of its moment, and without the id of the original (R2.07). */
export function duplicateRule(rules: readonly StoreRule[], { name, hook, rule }: StoreRule): RuleDraft {
  const { type, params } = rule.event;
  return {
    name: `${name} (Copy)`,
    hook,
    isEnabled: false,
    rule: { priority: newPriority(rules, hook), event: { type, params }, conditions: rule.conditions },
  };
}
