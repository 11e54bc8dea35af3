import { ACTION_TYPES, ACTIONS, type ActionType } from '#core/automations/actions.ts';
import { Hook, HOOKS, STEPS, type Step } from '#core/automations/hooks.ts';
import { byPriority } from '#core/automations/rule.ts';

/** Checkout and storefront belong to no return or warranty; their rules are in the list (R2.03, R2.06). */
const OUTSIDE: readonly Step[] = ['checkout', 'storefront'];

export const isInFlow = (hook: Hook): boolean => !OUTSIDE.includes(HOOKS[hook].step);

type Listed = {
  id: number;
  name: string;
  hook: Hook;
  isEnabled: boolean;
  rule: { priority: number; event: { type: string } };
};
/** A moment with its rules in the order in which they run, and what can be added there. */
export type Moment<Rule> = { hook: Hook; label: string; rules: Rule[]; actions: ActionType[] };

/** The steps of a return or warranty, each with its moments (R2.03). */
export function flowOf<Rule extends Listed>(
  rules: readonly Rule[],
): { step: Step; label: string; moments: Moment<Rule>[] }[] {
  const byHook = Map.groupBy(rules, ({ hook }) => hook);
  return Object.entries(STEPS).flatMap(([name, label]) => {
    const moments = Hook.options.filter((hook) => isInFlow(hook) && HOOKS[hook].step === name);
    const [first] = moments;
    if (!first) return [];
    return {
      step: HOOKS[first].step,
      label,
      moments: moments.map((hook) => ({
        hook,
        label: HOOKS[hook].label,
        rules: inOrder(byHook.get(hook) ?? []),
        actions: actionsAt(hook),
      })),
    };
  });
}

/** As they run. */
const inOrder = <Rule extends Listed>(rules: readonly Rule[]): Rule[] =>
  rules.toSorted((one, other) =>
    byPriority({ id: one.id, priority: one.rule.priority }, { id: other.id, priority: other.rule.priority }),
  );

/** The rules of a moment before and after one of them was put in another place. */
export function reordered(
  rules: readonly Listed[],
  { id, hook, to }: { id: number; hook: Hook; to: number },
): { madeOf: number[]; ruleIds: number[] } {
  const madeOf = inOrder(rules.filter((rule) => rule.hook === hook)).map((rule) => rule.id);
  return { madeOf, ruleIds: madeOf.filter((one) => one !== id).toSpliced(to, 0, id) };
}

const actionsAt = (hook: Hook): ActionType[] =>
  ACTION_TYPES.filter((type) => ACTIONS[type].hooks.some((one) => one === hook)).toSorted(byLabel);

export const byLabel = (one: ActionType, other: ActionType): number =>
  ACTIONS[one].label.localeCompare(ACTIONS[other].label, 'en');

export type ListFilter = { action: ActionType | null; isEnabledOnly: boolean };

/** The rules of the list, by name (R2.04). */
export const listedRules = <Rule extends Listed>(
  rules: readonly Rule[],
  { action, isEnabledOnly }: ListFilter,
): Rule[] =>
  rules
    .filter(({ isEnabled, rule }) => (isEnabled || !isEnabledOnly) && (action === null || rule.event.type === action))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en') || one.id - other.id);

/** The actions to choose from that fit what was typed, by name (R2.16). */
export function foundActions(typed: string): ActionType[] {
  const words = typed.trim().toLowerCase();
  return ACTION_TYPES.filter((type) => {
    const { label, description } = ACTIONS[type];
    return label.toLowerCase().includes(words) || description.toLowerCase().includes(words);
  }).toSorted(byLabel);
}
