import type { Action } from '#core/automations/action.ts';
import { ACTIONS } from '#core/automations/actions.ts';
import {
  askedOf,
  bitsFor,
  hasBit,
  indexOf,
  keyOf,
  placesOf,
  setBit,
  type Bits,
  type Decided,
} from '#core/automations/fact-index.ts';
import type { KnownCondition } from '#core/automations/condition.ts';
import { factOf, type Facts, type FactValue, type ValueType } from '#core/automations/facts.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { knownOf, type Known } from '#core/automations/operators.ts';
import { byPriority, type RunnableRule } from '#core/automations/rule.ts';

/** What is known of one thing the rules are asked about: a line of an order or claim, or all of it. */
export type Asking = { subject: string; facts: Facts };

/** How one rule came out: whether it matched, and the condition that decided it; null where none did alone. */
export type Verdict = { ruleId: number; isMatch: boolean; condition: number | null };

/** Why the rules of a moment came out as they did; it can be recomputed from its facts and the version of the rules. */
export type Receipt = {
  /** Content hash of the rule set. */
  version: string;
  hook: Hook;
  /** Of each subject: what the rules looked at, and how each came out, in the order in which they run. */
  subjects: readonly { subject: string; facts: Facts; verdicts: readonly Verdict[] }[];
};

/** The answer of the rules of one moment. */
export type Decision = {
  /** What the matching rules of an action come to; null where none matches. For an action about lines, of one line. */
  of<Outcome>(action: Action<Outcome>, subject?: string): Outcome | null;
  receipt(): Receipt;
};

/** The enabled rules of a store, ready to be asked at a moment. */
export type RuleSet = {
  version: string;
  hasRulesAt(hook: Hook): boolean;
  /** In the order in which they run. */
  rulesAt(hook: Hook): readonly RunnableRule[];
  /** What a rule of the set is called. */
  nameOf(ruleId: number): string;
  ask(hook: Hook, askings: readonly Asking[]): Decision;
};

/** Rules run by priority, equal ones by id. Asking is pure: the same facts always give the same answer and receipt. */
export function compileRules(rules: readonly RunnableRule[], version: string): RuleSet {
  const byHook = new Map<Hook, Moment>();
  for (const [hook, those] of Map.groupBy(rules, ({ hook }) => hook)) byHook.set(hook, momentOf(those));
  const none = momentOf([]);
  const names = new Map(rules.map(({ id, name }) => [id, name]));
  return {
    version,
    hasRulesAt: (hook) => byHook.has(hook),
    rulesAt: (hook) => byHook.get(hook)?.rules ?? [],
    nameOf: (ruleId) => names.get(ruleId) ?? '',
    ask: (hook, askings) => decisionOf(byHook.get(hook) ?? none, { version, hook, askings }),
  };
}

/** A fact that rules of the moment ask about. */
type Slot = { key: string; type: ValueType; decide: (known: Known | null) => Decided };
/** The rules of one moment in their order. `conditions` says where the answer to each condition of each rule is. */
type Moment = {
  rules: readonly RunnableRule[];
  conditions: readonly (readonly { slot: number; index: number }[])[];
  slots: readonly Slot[];
  /** Rules that match unless a condition fails. */
  needAll: Bits;
  ofAction: ReadonlyMap<Action<unknown>, Bits>;
};

function momentOf(those: readonly RunnableRule[]): Moment {
  const rules = those.toSorted(byPriority);
  const needAll = bitsFor(rules.length);
  const ofAction = new Map<Action<unknown>, Bits>();
  for (const [place, { mode, conditions, type }] of rules.entries()) {
    if (mode === 'all' || conditions.length === 0) setBit(needAll, place);
    const its = ofAction.get(ACTIONS[type]) ?? bitsFor(rules.length);
    setBit(its, place);
    ofAction.set(ACTIONS[type], its);
  }
  const asked = rules.flatMap(({ mode, conditions }, place) =>
    conditions.map((condition) => askedOf({ place, needsAll: mode === 'all', condition })),
  );
  const byKey = [...Map.groupBy(asked, ({ condition }) => keyOf(condition))];
  const slots = byKey.flatMap(([key, its]): Slot[] => {
    const fact = its[0]?.condition.fact;
    if (fact === undefined) return [];
    return [{ key, type: factOf(fact).type, decide: indexOf(fact, its, rules.length) }];
  });
  const answers = new Map<KnownCondition, { slot: number; index: number }>();
  for (const [slot, [, its]] of byKey.entries())
    for (const [index, { condition }] of its.entries()) answers.set(condition, { slot, index });
  const conditions = rules.map((rule) => rule.conditions.flatMap((condition) => answers.get(condition) ?? []));
  return { rules, conditions, slots, needAll, ofAction };
}

/** The rules that no condition took out, and those that one brought in. */
function matching(needAll: Bits, decided: readonly Decided[]): Bits {
  const lost = new Uint32Array(needAll.length);
  const matched = new Uint32Array(needAll.length);
  for (const its of decided) {
    for (let word = 0; word < lost.length; word += 1) {
      lost[word] = (lost[word] ?? 0) | (its.lost[word] ?? 0);
      matched[word] = (matched[word] ?? 0) | (its.won[word] ?? 0);
    }
  }
  for (let word = 0; word < matched.length; word += 1)
    matched[word] = (matched[word] ?? 0) | ((needAll[word] ?? 0) & ~(lost[word] ?? 0));
  return matched;
}

/** One subject that was asked about, what each slot decided, and the rules that matched. */
type Answer = { subject: string; facts: Facts; decided: readonly Decided[]; matched: Bits };

function decisionOf(
  moment: Moment,
  { version, hook, askings }: { version: string; hook: Hook; askings: readonly Asking[] },
): Decision {
  const answers = askings.map(({ subject, facts }): Answer => {
    const decided = moment.slots.map(({ key, type, decide }) => decide(knownOf(type, facts[key])));
    return { subject, facts, decided, matched: matching(moment.needAll, decided) };
  });
  return {
    of(action, subject) {
      const rules = moment.ofAction.get(action);
      if (!rules) return null;
      const those = action.perLine ? answers.filter((answer) => answer.subject === subject) : answers;
      const places = placesOf(together(rules, those, action.needsEveryLine === true));
      return action.outcome(
        places.flatMap((place) => {
          const rule = moment.rules[place];
          return rule ? { ruleId: rule.id, params: rule.params } : [];
        }),
      );
    },
    receipt: () => ({ version, hook, subjects: answers.map((answer) => receiptOf(moment, answer)) }),
  };
}

/** The rules among `rules` that match any of the subjects, or every one. */
function together(rules: Bits, answers: readonly Answer[], needsEvery: boolean): Bits {
  const [first, ...rest] = answers;
  if (!first) return bitsFor(rules.length * 32);
  const bits = Uint32Array.from(first.matched);
  for (const { matched } of rest)
    for (let word = 0; word < bits.length; word += 1)
      bits[word] = needsEvery ? (bits[word] ?? 0) & (matched[word] ?? 0) : (bits[word] ?? 0) | (matched[word] ?? 0);
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & (rules[word] ?? 0);
  return bits;
}

/** How every rule came out, with the first condition that decided it. */
function receiptOf(moment: Moment, { subject, facts, decided, matched }: Answer): Receipt['subjects'][number] {
  const looked: Record<string, FactValue> = {};
  for (const { key } of moment.slots) {
    const value = facts[key];
    if (value !== null && value !== undefined) looked[key] = value;
  }
  const verdicts = moment.rules.map(({ id: ruleId, mode }, place): Verdict => {
    const isMatch = hasBit(matched, place);
    // A rule that needs all and matches was decided by no condition alone; so was one that needs any and lost.
    if (isMatch === (mode === 'all')) return { ruleId, isMatch, condition: null };
    return { ruleId, isMatch, condition: decidingOf(moment.conditions[place] ?? [], decided, mode === 'any') };
  });
  return { subject, facts: looked, verdicts };
}

/** The first condition that holds, or the first that does not; null without conditions. */
function decidingOf(
  conditions: Moment['conditions'][number],
  decided: readonly Decided[],
  holds: boolean,
): number | null {
  for (let place = 0; place < conditions.length; place += 1) {
    const condition = conditions[place];
    const held = condition && decided[condition.slot]?.held;
    if (held && hasBit(held, condition.index) === holds) return place;
  }
  return null;
}
