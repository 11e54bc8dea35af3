import { ACTIONS, isActionType, type ActionType } from '#core/automations/actions.ts';
import { EDIT_CONDITIONS, EditType, EDITS } from '#core/automations/actions/order-editing.ts';
import { emptyValue, type Condition } from '#core/automations/condition.ts';
import { factOf, type FactName } from '#core/automations/facts.ts';
import { Hook } from '#core/automations/hooks.ts';
import { OPERATORS_OF, type Operator } from '#core/automations/operators.ts';
import { conditionsOf, RuleDraft, type Conditions } from '#core/automations/rule.ts';
import { TEMPLATES } from '#core/automations/templates.ts';
import { errorsOf, type FieldErrors } from '../../field-errors.ts';

export type Params = Readonly<Record<string, unknown>>;

/** A condition while it is edited: its fact may still be missing, and its value may not fit yet. */
export type EditedCondition = {
  key: number;
  fact: string;
  operator: Operator;
  value: Condition['value'];
  customFieldId?: number;
  /** The action brings it with it (R4.04). */
  isLocked: boolean;
};

/** A rule while it is edited. Without an action it has no moment either. */
export type RuleForm = {
  name: string;
  isEnabled: boolean;
  does: { type: ActionType; hook: Hook; params: Params } | null;
  mode: 'all' | 'any';
  conditions: readonly EditedCondition[];
};

const BLANK: RuleForm = { name: '', isEnabled: true, does: null, mode: 'all', conditions: [] };

/** What the create page begins with (R2.13, R4.01). */
export function newForm({
  template,
  eventType,
  hook,
}: {
  template?: string;
  eventType?: string;
  hook?: string;
}): RuleForm {
  const its = TEMPLATES.find(({ id }) => id === template);
  if (its) {
    const { name, type, params, conditions } = its;
    const does = { type, hook: its.hook, params: paramsOf(params) };
    return { name, isEnabled: false, does, mode: 'all', conditions: editedOf(does, conditions.all) };
  }
  if (eventType === undefined || !isActionType(eventType)) return BLANK;
  const chosen = withAction(BLANK, eventType);
  const at = Hook.safeParse(hook).data;
  return at && ACTIONS[eventType].hooks.some((one) => one === at) ? withHook(chosen, at) : chosen;
}

/** A kept rule; what it names may be gone since. */
type Kept = {
  name: string;
  isEnabled: boolean;
  hook: Hook;
  rule: { event: { type: string; params: unknown }; conditions: Conditions };
};

export function formOf({ name, isEnabled, hook, rule }: Kept): RuleForm {
  const [mode, conditions] = conditionsOf(rule.conditions);
  const { type, params } = rule.event;
  if (!isActionType(type)) return { ...BLANK, name, isEnabled };
  const does = { type, hook, params: paramsOf(params) };
  return { name, isEnabled, does, mode, conditions: editedOf(does, conditions) };
}

const paramsOf = (params: unknown): Params =>
  typeof params === 'object' && params !== null ? Object.fromEntries(Object.entries(params)) : {};

/** The conditions that the parameters bring with them, whatever else is wrong with them. */
function requiredBy({ type, params }: { type: ActionType; params: Params }): readonly Condition[] {
  const edit = type === 'orderEditing' ? EditType.safeParse(params['editType']).data : undefined;
  return edit === undefined ? [] : EDIT_CONDITIONS[edit];
}

function editedOf(does: NonNullable<RuleForm['does']>, conditions: readonly Condition[]): EditedCondition[] {
  const required = requiredBy(does).map(identity);
  return conditions.map((condition, key) => ({ ...condition, key, isLocked: required.includes(identity(condition)) }));
}

const identity = ({ fact, operator, value }: Condition): string => JSON.stringify([fact, operator, value]);

/** Another action starts over: at its first moment, with its own parameters and without conditions (R4.02). */
export function withAction(form: RuleForm, type: ActionType): RuleForm {
  const { hooks, initial } = ACTIONS[type];
  const does = { type, hook: hooks[0], params: paramsOf(initial) };
  return { ...form, does, mode: 'all', conditions: editedOf(does, requiredBy(does)) };
}

/** At another moment other facts are known, so the conditions go (R4.02). */
export function withHook(form: RuleForm, hook: Hook): RuleForm {
  const { does } = form;
  if (!does) return form;
  const isEarly = does.type === 'applyOrderTags' && hook === 'claimCreated';
  // A new claim has no replacement order (R4.03).
  const params = isEarly ? { ...does.params, orderTagAction: 'Original Order' } : does.params;
  return { ...form, does: { ...does, hook, params }, conditions: form.conditions.filter(({ isLocked }) => isLocked) };
}

export function withParams(form: RuleForm, change: Params): RuleForm {
  const { does } = form;
  if (!does) return form;
  const next = { ...does, params: { ...does.params, ...change } };
  const edit = does.type === 'orderEditing' ? EditType.safeParse(change['editType']).data : undefined;
  if (edit === undefined) return { ...form, does: next };
  const own = form.conditions.filter(({ isLocked }) => !isLocked);
  const locked = requiredBy(next).map((condition, at) => ({ ...condition, key: newKey(form) + at, isLocked: true }));
  return {
    ...form,
    does: { ...next, params: { ...next.params, ...EDITS[edit].labels } },
    mode: 'all',
    conditions: [...locked, ...own],
  };
}

const newKey = ({ conditions }: RuleForm): number => Math.max(-1, ...conditions.map(({ key }) => key)) + 1;

export const addCondition = (form: RuleForm): RuleForm => ({
  ...form,
  conditions: [...form.conditions, { key: newKey(form), fact: '', operator: 'in', value: [], isLocked: false }],
});

export const removeCondition = (form: RuleForm, key: number): RuleForm => ({
  ...form,
  conditions: form.conditions.filter((one) => one.key !== key),
});

type ConditionChange = Partial<Pick<EditedCondition, 'operator' | 'value' | 'customFieldId'>>;
export const withCondition = (form: RuleForm, key: number, change: ConditionChange): RuleForm => ({
  ...form,
  conditions: form.conditions.map((one) => (one.key === key ? { ...one, ...change } : one)),
});

/** Another fact begins with its first operator and without a value (R4.02). */
export function withFact(form: RuleForm, key: number, fact: FactName): RuleForm {
  const { type } = factOf(fact);
  return {
    ...form,
    conditions: form.conditions.map(({ isLocked, ...one }) =>
      one.key === key
        ? { key, fact, operator: OPERATORS_OF[type][0], value: emptyValue(type), isLocked }
        : { ...one, isLocked },
    ),
  };
}

/** The rule as it is saved; a priority that the server sets is 1 until then. */
export function draftOf({ name, isEnabled, does, mode, conditions }: RuleForm, priority: number) {
  if (!does) return null;
  const list = conditions.map(({ fact, operator, value, customFieldId }): Condition => ({
    fact,
    operator,
    value,
    ...(customFieldId === undefined ? {} : { customFieldId }),
  }));
  const kept: Conditions = mode === 'all' ? { all: list } : { any: list };
  return {
    name,
    hook: does.hook,
    isEnabled,
    rule: {
      priority,
      event: { type: does.type, params: does.params },
      conditions: kept,
    },
  };
}

type Numbered = { id: number; hook: Hook; rule: { priority: number } };
/** The priority a rule has once it is saved: its own, or after every other rule of its moment (R4.10). */
export function priorityOf({ does }: RuleForm, read: Numbered | null, rules: readonly Numbered[]): number {
  if (read && read.hook === does?.hook) return read.rule.priority;
  const others = rules.filter(({ hook }) => hook === does?.hook);
  return Math.max(0, ...others.map(({ rule: { priority } }) => priority)) + 1;
}

const IN_PARAMS = 'rule.event.params.';

/** Everything that keeps the rule from being saved, by field: "name", "conditions.2.value", "params.feeAmount". */
export function problemsOf(form: RuleForm): FieldErrors {
  const draft = draftOf(form, 1);
  if (!draft || !form.does) return { does: 'Choose what this automation does.' };
  const found = shownErrors(errorsOf(RuleDraft, draft), form);
  // The parts are checked before the parameters, which then say nothing: both are shown at once.
  const ofParams = errorsOf(ACTIONS[form.does.type].params, form.does.params);
  return {
    ...Object.fromEntries(Object.entries(ofParams).map(([path, text]) => [`params.${path}`, text])),
    ...found,
  };
}

/** What the schema of a rule says, by the fields of the form. */
export function shownErrors(errors: FieldErrors, { conditions }: Pick<RuleForm, 'conditions'>): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, text]): [string, string] => {
      if (path.startsWith(IN_PARAMS)) return [`params.${path.slice(IN_PARAMS.length)}`, text];
      const [, at, part] = /^rule\.conditions\.(?:all|any)\.(\d+)\.(\w+)/.exec(path) ?? [];
      if (at !== undefined && part !== undefined)
        return [`conditions.${at}.${part}`, isUnchosen(conditions, Number(at), part) ? 'Please select a fact' : text];
      return path.startsWith('rule.conditions') ? ['conditions', text] : [path, text];
    }),
  );
}

const isUnchosen = (conditions: RuleForm['conditions'], at: number, part: string): boolean =>
  part === 'fact' && conditions[at]?.fact === '';
