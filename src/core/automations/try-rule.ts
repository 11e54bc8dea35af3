import { ACTIONS, type ActionType } from '#core/automations/actions.ts';
import { Condition, isKnownAt, type ConditionParts, type KnownCondition } from '#core/automations/condition.ts';
import { isFactName } from '#core/automations/facts.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { byPriority, type RunnableRule } from '#core/automations/rule.ts';
import { compileRules, type Asking } from '#core/automations/rule-set.ts';
import type { z } from 'zod';

/** A rule as it is typed: conditions and parameters may be half done. */
export type TypedRule = {
  id: number;
  hook: Hook;
  priority: number;
  type: ActionType;
  params: unknown;
  mode: 'all' | 'any';
  conditions: readonly z.infer<typeof ConditionParts>[];
};

/** Whether a rule matches; undecided while conditions that are half done could still change it. */
export type Match = 'yes' | 'no' | 'undecided';

export type Tried = {
  /** Of the rule as a whole, as its action takes its items together; for an action about lines, of one item. */
  match: Match;
  /** How many items match. */
  count: number;
  /** Whether each condition holds for the item; null where it is half done. */
  conditions: readonly (boolean | null)[];
  /** Which rules have a say in what it decides; null while the rule is half done. */
  say: Say | null;
};

/** Who decides what a rule would. */
export type Say = {
  /** How much of its outcome the rule decides itself. */
  own: 'all' | 'some' | 'none';
  /** Every matching rule has its say, beside the others. */
  isShared: boolean;
  /** The other rules that decide, in the order in which they run. */
  others: readonly { id: number; name: string }[];
};

/** The condition as it runs; null while it is half done. */
export function finished(condition: z.infer<typeof ConditionParts>, hook: Hook): KnownCondition | null {
  const { data } = Condition.safeParse(condition);
  if (!data || !isFactName(data.fact) || !isKnownAt(data.fact, hook)) return null;
  const { fact, ...rest } = data;
  return { fact, ...rest };
}

/**
 * Tries a rule on what is known of some items, among other rules that can run. It asks the same rule sets as the
 * moments of a claim do.
 */
export function tryRule(
  rule: TypedRule,
  others: readonly RunnableRule[],
  { askings, subject }: { askings: readonly Asking[]; subject: string },
): Tried {
  const { perLine, needsEveryLine = false } = ACTIONS[rule.type];
  const conditions = rule.conditions.map((one) => finished(one, rule.hook));
  const matches = new Map(askings.map((asking) => [asking.subject, matchOf(rule, conditions, asking)]));
  const all = [...matches.values()];
  const match = perLine ? (matches.get(subject) ?? 'no') : together(all, needsEveryLine);
  return {
    match,
    count: all.filter((one) => one === 'yes').length,
    conditions: heldBy(
      rule,
      conditions,
      askings.find((asking) => asking.subject === subject),
    ),
    say: match === 'undecided' ? null : sayOf(rule, { match, others, askings, subject }),
  };
}

/** A rule of these conditions alone; nothing reads its parameters. */
const asking = (
  { hook, type }: TypedRule,
  id: number,
  its: Pick<RunnableRule, 'mode' | 'conditions'>,
): RunnableRule => ({
  id,
  name: '',
  hook,
  priority: 1,
  type,
  params: null,
  ...its,
});

function isMatch(rule: TypedRule, its: Pick<RunnableRule, 'mode' | 'conditions'>, one: Asking): boolean {
  const { subjects } = compileRules([asking(rule, 0, its)], '')
    .ask(rule.hook, [one])
    .receipt();
  return subjects[0]?.verdicts[0]?.isMatch === true;
}

function matchOf(rule: TypedRule, all: readonly (KnownCondition | null)[], one: Asking): Match {
  const { mode } = rule;
  const conditions = all.filter((condition) => condition !== null);
  if (conditions.length === all.length) return isMatch(rule, { mode, conditions }, one) ? 'yes' : 'no';
  if (conditions.length === 0) return 'undecided';
  const isSoFar = isMatch(rule, { mode, conditions }, one);
  // One that holds is enough for any, one that does not is enough against all.
  if (isSoFar !== (mode === 'any')) return 'undecided';
  return isSoFar ? 'yes' : 'no';
}

/** Each condition asked as a rule of its own. */
function heldBy(
  rule: TypedRule,
  conditions: readonly (KnownCondition | null)[],
  one: Asking | undefined,
): (boolean | null)[] {
  if (!one) return conditions.map(() => null);
  const rules = conditions.flatMap((condition, id) =>
    condition ? asking(rule, id, { mode: 'all', conditions: [condition] }) : [],
  );
  const { subjects } = compileRules(rules, '').ask(rule.hook, [one]).receipt();
  const held = new Map(subjects[0]?.verdicts.map(({ ruleId, isMatch: isHeld }) => [ruleId, isHeld]));
  return conditions.map((_, id) => held.get(id) ?? null);
}

/** As items are taken together where an action acts once: any of them, or every one. */
function together(matches: readonly Match[], needsEvery: boolean): Match {
  const deciding = needsEvery ? 'no' : 'yes';
  if (matches.length === 0) return 'no';
  if (matches.includes(deciding)) return deciding;
  if (matches.includes('undecided')) return 'undecided';
  return needsEvery ? 'yes' : 'no';
}

type Among = { match: Match; others: readonly RunnableRule[]; askings: readonly Asking[]; subject: string };

function sayOf(rule: TypedRule, { match, others, askings, subject }: Among): Say | null {
  const action = ACTIONS[rule.type];
  const { data: params } = action.read(rule.params);
  if (params === null) return null;
  const hasSay = (one: RunnableRule): boolean => {
    const decision = compileRules([one], '').ask(rule.hook, askings);
    return decision.of<unknown>(action, action.perLine ? subject : undefined) !== null;
  };
  const rivals = others
    .filter(({ id, hook, type }) => id !== rule.id && hook === rule.hook && type === rule.type)
    .filter(hasSay);
  const parts = action.parts(params);
  const shown = (rules: readonly RunnableRule[]): Say['others'] =>
    rules.toSorted(byPriority).map(({ id, name }) => ({ id, name }));
  if (parts.length === 0) return { own: match === 'yes' ? 'all' : 'none', isShared: true, others: shown(rivals) };
  const winners = parts.map((part) => {
    const deciding = rivals.filter((one) => action.parts(one.params).includes(part)).toSorted(byPriority)[0];
    return match === 'yes' && (!deciding || byPriority(rule, deciding) < 0) ? null : deciding;
  });
  const own = winners.filter((one) => one === null).length;
  return {
    own: own === parts.length ? 'all' : own > 0 ? 'some' : 'none',
    isShared: false,
    others: shown([...new Set(winners.flatMap((one) => one ?? []))]),
  };
}
