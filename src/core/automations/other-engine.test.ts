import fc from 'fast-check';
import { Engine } from 'json-rules-engine';
import { expect, test } from 'vitest';
import { factOf, isFactName, type Facts } from '#core/automations/facts.ts';
import { conditionsOf, type StoreRule } from '#core/automations/rule.ts';
import { compileRules } from '#core/automations/rule-set.ts';
import { anyFacts, anyRules, HOOK, runnable } from '#core/automations/rules.fixture.ts';
import { law } from '#core/law.fixture.ts';

// Both engines understand these alike. The other one has no lists for "in", takes an unknown fact for a value, compares
// dates by their year, and knows text only letter by letter.
const isShared = ({ fact }: { fact: string }): boolean =>
  isFactName(fact) && (factOf(fact).type === 'number' || factOf(fact).type === 'boolean');

const sharedRules = (rules: readonly StoreRule[]): StoreRule[] =>
  rules.map((rule) => {
    const [mode, list] = conditionsOf(rule.rule.conditions);
    const shared = list.filter(isShared);
    return { ...rule, rule: { ...rule.rule, conditions: mode === 'all' ? { all: shared } : { any: shared } } };
  });

const knownFacts = (facts: Facts, rules: readonly StoreRule[]): Record<string, number | boolean> => {
  const asked = rules.flatMap(({ rule }) => conditionsOf(rule.conditions)[1].map(({ fact }) => fact));
  return Object.fromEntries(
    asked.map((name) => {
      const value = facts[name];
      const isBoolean = isFactName(name) && factOf(name).type === 'boolean';
      return [name, typeof value === 'number' || typeof value === 'boolean' ? value : isBoolean ? false : 2];
    }),
  );
};

test('an engine by others finds the same rules to match', async () => {
  await fc.assert(
    fc.asyncProperty(anyRules, anyFacts, async (all, anyKnown) => {
      const rules = sharedRules(all);
      const facts = knownFacts(anyKnown, rules);
      const engine = new Engine(
        rules.map(({ id, rule: { conditions } }) => ({
          conditions: 'all' in conditions ? { all: conditions.all } : { any: conditions.any },
          event: { type: String(id) },
        })),
      );
      const { events } = await engine.run(facts);
      const receipt = compileRules(rules.map(runnable), 'a version')
        .ask(HOOK, [{ subject: 'claim', facts }])
        .receipt();
      const matched = receipt.subjects[0]?.verdicts.filter(({ isMatch }) => isMatch).map(({ ruleId }) => ruleId);
      const numbers = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);
      expect(numbers(matched ?? [])).toEqual(numbers(events.map(({ type }) => Number(type))));
    }),
    law(500),
  );
});
