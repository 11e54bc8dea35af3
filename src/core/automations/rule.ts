import { z } from 'zod';
import { ACTION_TYPES, ACTIONS, type ActionType } from '#core/automations/actions.ts';
import { Condition, isKnownAt, type KnownCondition } from '#core/automations/condition.ts';
import { isFactName } from '#core/automations/facts.ts';
import { Hook } from '#core/automations/hooks.ts';

export const MOST_RULES = 500;
export const MOST_NAME = 128;
const MOST_CONDITIONS = 20;

const List = z.array(Condition).max(MOST_CONDITIONS, `At most ${MOST_CONDITIONS} conditions.`);
/** All must hold, or any may (R3.23). A rule without conditions always matches. */
const Conditions = z.union([z.strictObject({ all: List }), z.strictObject({ any: List })]);
export type Conditions = z.infer<typeof Conditions>;

const Priority = z.number('Must provide a number.').int('Must be a whole number').positive('Must be greater than zero');

const Parts = z.strictObject({
  name: z.string().trim().min(1, 'Name is required').max(MOST_NAME, `At most ${MOST_NAME} characters`),
  hook: Hook,
  isEnabled: z.boolean(),
  rule: z.strictObject({
    priority: Priority,
    event: z.strictObject({
      type: z.enum(ACTION_TYPES, 'Not an action.'),
      params: z.unknown(),
      storeRuleId: z.number().int().positive().exactOptional(),
    }),
    conditions: Conditions,
  }),
});

/** A rule as people save it (R3.01): every part is valid, and the parts fit each other. */
export const RuleDraft = Parts.transform((draft, context): z.output<typeof Parts> => {
  const { hook, rule } = draft;
  const { type, params } = rule.event;
  const add = (path: (string | number)[], message: string): void => {
    context.addIssue({ code: 'custom', path, message });
  };
  const action = ACTIONS[type];
  if (!action.hooks.some((one) => one === hook)) add(['hook'], 'This action does not run at this moment.');
  const [mode, list] = conditionsOf(rule.conditions);
  list.forEach(({ fact }, index) => {
    if (isFactName(fact) && !isKnownAt(fact, hook))
      add(['rule', 'conditions', mode, index, 'fact'], 'This fact is not known at this moment.');
  });
  const { data: own, problems } = action.read(params);
  if (own === null) {
    for (const { path, message } of problems) add(['rule', 'event', 'params', ...path], message);
    return draft;
  }
  if (!hasRequired(action.requiredConditions(own), rule.conditions))
    add(['rule', 'conditions'], 'The conditions of this edit cannot be taken away.');
  for (const { path, message } of action.problemsAt(own, hook)) add(['rule', 'event', 'params', path], message);
  return { ...draft, rule: { ...rule, event: { ...rule.event, params: own } } };
});
export type RuleDraft = z.output<typeof RuleDraft>;

/** Conditions that the parameters bring with them stay, and stay required. */
function hasRequired(required: readonly Condition[], conditions: Conditions): boolean {
  const [mode, list] = conditionsOf(conditions);
  return required.length === 0 || (mode === 'all' && required.every((one) => list.some((its) => isSame(one, its))));
}

const isSame = (one: Condition, other: Condition): boolean =>
  one.fact === other.fact &&
  one.operator === other.operator &&
  one.customFieldId === other.customFieldId &&
  JSON.stringify(one.value) === JSON.stringify(other.value);

/** The mode and the list of conditions. */
export const conditionsOf = (conditions: Conditions): readonly ['all' | 'any', readonly Condition[]] =>
  'all' in conditions ? ['all', conditions.all] : ['any', conditions.any];

/** A rule of a store (R3.01). */
export type StoreRule = RuleDraft & { id: number; createdOn: string };

/** A rule that was found valid and can run. */
export type RunnableRule = {
  id: number;
  name: string;
  hook: Hook;
  priority: number;
  type: ActionType;
  params: unknown;
  mode: 'all' | 'any';
  conditions: readonly KnownCondition[];
};

export type CheckedRule = { id: number; rule: RunnableRule } | { id: number; problems: readonly string[] };

/** A rule as it was read from somewhere: what it names may be gone since. */
export type ReadRule = Pick<StoreRule, 'id' | 'name' | 'hook' | 'isEnabled'> & { rule: unknown };

/** A stored rule as it can run, or why it cannot: never an unknown or half-filled set of parameters. */
export function checkRule({ id, name: stored, hook: at, isEnabled, rule: parts }: ReadRule): CheckedRule {
  const { success, data, error } = RuleDraft.safeParse({ name: stored, hook: at, isEnabled, rule: parts });
  if (!success) return { id, problems: error.issues.map(({ message }) => message) };
  const { name, hook, rule } = data;
  const [mode, list] = conditionsOf(rule.conditions);
  const conditions = list.flatMap(({ fact, ...rest }) => (isFactName(fact) ? { fact, ...rest } : []));
  const { type, params } = rule.event;
  return { id, rule: { id, name, hook, priority: rule.priority, type, params, mode, conditions } };
}

/** The order in which rules run (R9.20). */
export const byPriority = (one: { priority: number; id: number }, other: { priority: number; id: number }): number =>
  one.priority - other.priority || one.id - other.id;
