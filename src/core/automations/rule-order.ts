import type { Hook } from '#core/automations/hooks.ts';
import { byPriority, MOST_NAME, type RuleDraft, type StoreRule } from '#core/automations/rule.ts';

/** The priority of a new rule: after every rule of its moment. */
export function newPriority(rules: readonly StoreRule[], hook: Hook): number {
  const those = rules.filter((rule) => rule.hook === hook);
  return Math.max(0, ...those.map(({ rule: { priority } }) => priority)) + 1;
}

/** The ids of a moment's rules in the order in which they run. */
export const orderOf = (rules: readonly StoreRule[], hook: Hook): number[] => inOrder(rules, hook).map(({ id }) => id);

const inOrder = (rules: readonly StoreRule[], hook: Hook) =>
  rules
    .filter((rule) => rule.hook === hook)
    .map((rule) => ({ id: rule.id, priority: rule.rule.priority }))
    .toSorted(byPriority);

/** The rules of a moment in the order of these ids: numbered 1..n, and only those whose number changes (R2.09). */
export function renumbered(
  rules: readonly StoreRule[],
  hook: Hook,
  ids: readonly number[],
): { id: number; priority: number }[] {
  const priorities = new Map(inOrder(rules, hook).map(({ id, priority }) => [id, priority]));
  return ids.flatMap((id, place) => (priorities.get(id) === place + 1 ? [] : { id, priority: place + 1 }));
}

/** What dragging one rule of a moment to another place changes. */
export function moveRule(
  rules: readonly StoreRule[],
  { id, hook, to }: { id: number; hook: Hook; to: number },
): { id: number; priority: number }[] {
  const before = orderOf(rules, hook);
  const moved = before.filter((one) => one === id);
  return renumbered(rules, hook, before.filter((one) => one !== id).toSpliced(to, 0, ...moved));
}

const COPY = ' (Copy)';

/** A copy of a rule: disabled, last of its moment, and without the id of the original (R2.07). */
export function duplicateRule(rules: readonly StoreRule[], { name, hook, rule }: StoreRule): RuleDraft {
  const { type, params } = rule.event;
  return {
    name: `${name.slice(0, MOST_NAME - COPY.length)}${COPY}`,
    hook,
    isEnabled: false,
    rule: { priority: newPriority(rules, hook), event: { type, params }, conditions: rule.conditions },
  };
}
