import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyFee } from '#core/automations/actions/apply-fee.ts';
import type { Condition } from '#core/automations/condition.ts';
import type { Facts } from '#core/automations/facts.ts';
import { conditionsOf, type StoreRule } from '#core/automations/rule.ts';
import { compileRules } from '#core/automations/rule-set.ts';
import { anyFacts, anyRules, feeRule, HOOK, runnable } from '#core/automations/rules.fixture.ts';
import { tryRule, type Tried, type TypedRule } from '#core/automations/try-rule.ts';
import { law } from '#core/law.fixture.ts';

const typed = ({ id, hook, rule }: StoreRule, conditions = rule.conditions): TypedRule => {
  const [mode, list] = conditionsOf(conditions);
  return {
    id,
    hook,
    priority: rule.priority,
    type: rule.event.type,
    params: rule.event.params,
    mode,
    conditions: list,
  };
};
const tried = (rule: TypedRule, others: readonly StoreRule[], ...facts: Facts[]): Tried =>
  tryRule(rule, others.map(runnable), {
    askings: facts.map((its, index) => ({ subject: String(index), facts: its })),
    subject: '0',
  });

test('a rule that is tried matches and wins exactly as the rules of a claim do', () => {
  fc.assert(
    fc.property(anyRules, anyFacts, anyFacts, (rules, here, there) => {
      const [rule] = rules;
      if (!rule) return;
      const decision = compileRules(rules.map(runnable), 'a version').ask(HOOK, [
        { subject: '0', facts: here },
        { subject: '1', facts: there },
      ]);
      const verdicts = decision
        .receipt()
        .subjects.map(({ verdicts: all }) => all.find(({ ruleId }) => ruleId === rule.id));
      const { match, count, say } = tried(typed(rule), rules, here, there);
      expect(match).toBe(verdicts.some((one) => one?.isMatch) ? 'yes' : 'no');
      expect(count).toBe(verdicts.filter((one) => one?.isMatch).length);
      const winner = decision.of(applyFee)?.ruleId;
      expect(say).toMatchObject({ own: winner === rule.id ? 'all' : 'none', isShared: false });
      expect(say?.others.map(({ id }) => id)).toEqual(winner === undefined || winner === rule.id ? [] : [winner]);
    }),
    law(500),
  );
});

test('each condition is told as a rule of it alone matches', () => {
  fc.assert(
    fc.property(anyRules, anyFacts, ([rule], facts) => {
      if (!rule) return;
      const [, list] = conditionsOf(rule.rule.conditions);
      const alone = list.map((one) => tried(typed(rule, { all: [one] }), [], facts).match === 'yes');
      expect(tried(typed(rule), [], facts).conditions).toEqual(alone);
    }),
    law(500),
  );
});

test('what is decided while a condition is half done stays so, whatever it becomes', () => {
  const halfDone: Condition = { fact: '', operator: 'in', value: [] };
  fc.assert(
    fc.property(anyRules, anyFacts, fc.nat(), ([rule], facts, place) => {
      if (!rule) return;
      const [mode, list] = conditionsOf(rule.rule.conditions);
      if (list.length === 0) return;
      const some = list.with(place % list.length, halfDone);
      const before = tried(typed(rule, mode === 'all' ? { all: some } : { any: some }), [], facts);
      expect(before.conditions[place % list.length]).toBeNull();
      if (before.match === 'undecided') expect(before.say).toBeNull();
      else expect(before.match).toBe(tried(typed(rule), [], facts).match);
    }),
    law(500),
  );
});

const inUs: Condition = { fact: 'order/country', operator: 'in', value: ['US'] };
const inDe: Condition = { fact: 'order/country', operator: 'in', value: ['DE'] };
const windows = (id: number, its: Record<string, unknown>, condition: Condition): StoreRule => ({
  ...feeRule(id, { conditions: { all: [condition] } }),
  name: `Windows ${id}`,
  hook: 'orderLookup',
  rule: {
    priority: id,
    event: {
      type: 'modifyResolutionWindow',
      params: {
        kind: 'eligibilityDays',
        refund: null,
        giftCard: null,
        exchange: null,
        warrantyReview: null,
        ineligibleLineItemFootnote: '',
        ...its,
      },
    },
    conditions: { all: [condition] },
  },
});

test('a rule may decide only a part, and the others decide where it does not match', () => {
  const first = windows(1, { refund: 10 }, inUs);
  const second = typed(windows(2, { refund: 20, exchange: 20 }, inUs));
  const us: Facts = { 'order/country': ['US'] };
  expect(tried(second, [first], us)).toMatchObject({
    match: 'yes',
    say: { own: 'some', isShared: false, others: [{ id: 1, name: 'Windows 1' }] },
  });
  expect(tried(second, [windows(3, { refund: 1 }, inUs)], us).say).toEqual({ own: 'all', isShared: false, others: [] });
  const other = windows(3, { exchange: 5 }, inDe);
  expect(tried(second, [first, other], { 'order/country': ['DE'] })).toMatchObject({
    match: 'no',
    conditions: [false],
    say: { own: 'none', others: [{ id: 3 }] },
  });
});

test('half-done parameters leave the match and say nothing of who decides', () => {
  expect(tried({ ...typed(feeRule(1)), params: { feeAmount: Number.NaN } }, [feeRule(2)], {})).toMatchObject({
    match: 'yes',
    say: null,
  });
});

test('an action that needs every item matches only where all of them do', () => {
  const rule: TypedRule = {
    ...typed(feeRule(1, { conditions: { all: [inUs] } })),
    hook: 'claimCreated',
    type: 'autoFinalizeClaim',
    params: null,
  };
  const [us, de]: Facts[] = [{ 'order/country': ['US'] }, { 'order/country': ['DE'] }];
  expect(tried(rule, [], us ?? {}, de ?? {})).toMatchObject({ match: 'no', count: 1, conditions: [true] });
  expect(tried(rule, [], us ?? {}, us ?? {})).toMatchObject({ match: 'yes', count: 2 });
});
