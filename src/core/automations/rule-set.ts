import type { Action, Match } from '#core/automations/action.ts';
import { ACTIONS } from '#core/automations/actions.ts';
import {
  askedOf,
  bitsFor,
  hasBit,
  indexOf,
  keyOf,
  setBit,
  type Bits,
  type Decide,
  type Decided,
} from '#core/automations/fact-index.ts';
import type { KnownCondition } from '#core/automations/condition.ts';
import type { FactName, Facts, FactValue } from '#core/automations/facts.ts';
import type { Hook } from '#core/automations/hooks.ts';
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
  isMatch(ruleId: number, subject: string): boolean;
  receipt(): Receipt;
};

/** The enabled rules of a store, ready to be asked at a moment. */
export type RuleSet = {
  version: string;
  hasRulesAt(hook: Hook): boolean;
  /** Whether any rule looks at the fact. */
  asksAbout(fact: FactName): boolean;
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
  const looked = new Set(rules.flatMap(({ conditions }) => conditions.map(({ fact }) => fact)));
  return {
    version,
    hasRulesAt: (hook) => byHook.has(hook),
    asksAbout: (fact) => looked.has(fact),
    rulesAt: (hook) => byHook.get(hook)?.rules ?? [],
    nameOf: (ruleId) => names.get(ruleId) ?? '',
    ask: (hook, askings) => decisionOf(byHook.get(hook) ?? none, { version, hook, askings }),
  };
}

/** A fact that rules of the moment ask about. */
type Slot = { key: string; decide: Decide };
/** One rule of a moment, with all that it can come to made beforehand: asking makes nothing for each rule. */
type Ready = {
  /** Whether it needs all its conditions or any. */
  mode: RunnableRule['mode'];
  match: Match<unknown>;
  /** Of each condition, where its answer is: its slot and its place there, by turns. */
  answers: readonly number[];
  /** Decided by no condition alone, and by each of them. */
  alike: Verdict;
  byCondition: readonly Verdict[];
};
/** The rules of one moment in their order. */
type Moment = {
  rules: readonly RunnableRule[];
  ready: readonly Ready[];
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
    return [{ key, decide: indexOf(fact, its, rules.length) }];
  });
  const answers = new Map<KnownCondition, readonly [slot: number, index: number]>();
  for (const [slot, [, its]] of byKey.entries())
    for (const [index, { condition }] of its.entries()) answers.set(condition, [slot, index]);
  return { rules, ready: rules.map((rule) => readyOf(rule, answers)), slots, needAll, ofAction };
}

function readyOf(
  { id: ruleId, mode, params, conditions }: RunnableRule,
  answers: ReadonlyMap<KnownCondition, readonly [slot: number, index: number]>,
): Ready {
  // A rule that needs all and matches was decided by no condition alone; so was one that needs any and lost.
  const isMatch = mode === 'all';
  return {
    mode,
    match: { ruleId, params },
    answers: conditions.flatMap((condition) => answers.get(condition) ?? []),
    alike: { ruleId, isMatch, condition: null },
    byCondition: conditions.map((_condition, condition) => ({ ruleId, isMatch: !isMatch, condition })),
  };
}

/** The rules that no condition took out, and those that one brought in. A rule either needs all its conditions or any. */
function matching(needAll: Bits, decided: readonly Decided[]): Bits {
  const matched = needAll.slice();
  for (let slot = 0; slot < decided.length; slot += 1) {
    const its = decided[slot];
    if (!its) continue;
    const { lost, won } = its;
    for (let word = 0; word < matched.length; word += 1)
      matched[word] = ((matched[word] ?? 0) & ~(lost[word] ?? 0)) | (won[word] ?? 0);
  }
  return matched;
}

/** One subject that was asked about, what each slot decided, and the rules that matched. */
type Answer = { subject: string; facts: Facts; decided: readonly Decided[]; matched: Bits };

/** Lines of one order share most of what is known, and what it decides. */
function answerTo({ slots, needAll }: Moment, { subject, facts }: Asking, before: Answer | undefined): Answer {
  const decided: Decided[] = [];
  for (let slot = 0; slot < slots.length; slot += 1) {
    const its = slots[slot];
    if (!its) continue;
    const value = facts[its.key];
    const same = before && before.facts[its.key] === value ? before.decided[slot] : undefined;
    decided.push(same ?? its.decide(value));
  }
  return { subject, facts, decided, matched: matching(needAll, decided) };
}

function decisionOf(
  moment: Moment,
  { version, hook, askings }: { version: string; hook: Hook; askings: readonly Asking[] },
): Decision {
  const answers: Answer[] = [];
  for (const asking of askings) answers.push(answerTo(moment, asking, answers.at(-1)));
  let receipt: Receipt | null = null;
  let bySubject: Map<string, Answer[]> | null = null;
  const about = (subject: string): readonly Answer[] =>
    (bySubject ??= Map.groupBy(answers, (answer) => answer.subject)).get(subject) ?? [];
  return {
    of(action, subject) {
      const rules = moment.ofAction.get(action);
      if (!rules) return null;
      const those = action.perLine ? about(subject ?? '') : answers;
      return action.outcome(matchesOf(moment, rules, those, action.needsEveryLine === true));
    },
    isMatch(ruleId, subject) {
      const place = moment.rules.findIndex(({ id }) => id === ruleId);
      return place >= 0 && answers.some((answer) => answer.subject === subject && hasBit(answer.matched, place));
    },
    receipt: () => (receipt ??= { version, hook, subjects: answers.map((answer) => receiptOf(moment, answer)) }),
  };
}

/** The rules among `rules` that match any of the subjects, or every one, in their order. */
function matchesOf({ ready }: Moment, rules: Bits, answers: readonly Answer[], needsEvery: boolean): Match<unknown>[] {
  const matches: Match<unknown>[] = [];
  const [first] = answers;
  if (!first) return matches;
  for (let word = 0; word < rules.length; word += 1) {
    let rest = first.matched[word] ?? 0;
    for (let at = 1; at < answers.length; at += 1) {
      const other = answers[at]?.matched[word] ?? 0;
      rest = needsEvery ? rest & other : rest | other;
    }
    rest &= rules[word] ?? 0;
    while (rest !== 0) {
      const its = ready[word * 32 + 31 - Math.clz32(rest & -rest)];
      if (its) matches.push(its.match);
      rest &= rest - 1;
    }
  }
  return matches;
}

/** How every rule came out, with the first condition that decided it. */
function receiptOf(
  { slots, ready }: Moment,
  { subject, facts, decided, matched }: Answer,
): Receipt['subjects'][number] {
  const looked: Record<string, FactValue> = {};
  for (const { key } of slots) {
    const value = facts[key];
    if (value !== null && value !== undefined) looked[key] = value;
  }
  const verdicts: Verdict[] = [];
  for (let place = 0; place < ready.length; place += 1) {
    const rule = ready[place];
    if (rule) verdicts.push(verdictOf(rule, decided, hasBit(matched, place)));
  }
  return { subject, facts: looked, verdicts };
}

/** A rule that matches without conditions although it needs any was decided by none of them either. */
function verdictOf(rule: Ready, decided: readonly Decided[], isMatch: boolean): Verdict {
  const { mode, answers, alike, byCondition } = rule;
  if (isMatch === (mode === 'all')) return alike;
  for (let at = 0; at < answers.length; at += 2) {
    const held = decided[answers[at] ?? 0]?.held;
    if (held && hasBit(held, answers[at + 1] ?? 0) === (mode === 'any')) return byCondition[at >> 1] ?? alike;
  }
  return { ...alike, isMatch };
}
