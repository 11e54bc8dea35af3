import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortedText } from '#core/automations/content.ts';
import { FACT_NAMES } from '#core/automations/facts.ts';
import { compileRules } from '#core/automations/rule-set.ts';
import { anyFacts, anyRules, feeRule, HOOK, runnable } from '#core/automations/rules.fixture.ts';
import { isSameReceipt } from '#core/automations/verify-receipt.ts';
import { law } from '#core/law.fixture.ts';

test('a receipt is the same by its own version, whatever the rules became, and other facts give another', () => {
  fc.assert(
    fc.property(anyRules, anyRules, anyFacts, anyFacts, (rules, later, facts, others) => {
      const asked = compileRules(rules.map(runnable), 'a version');
      const kept = asked.ask(HOOK, [{ subject: 'a', facts }]).receipt();
      const text = JSON.stringify(kept);
      // Other rules are asked with the same facts, which leaves the receipt as it is.
      compileRules(later.map(runnable), 'a later version').ask(HOOK, kept.subjects).receipt();
      expect(JSON.stringify(kept)).toBe(text);
      expect(isSameReceipt(JSON.parse(text) as typeof kept, asked)).toBe(true);
      const lookedAt = FACT_NAMES.filter((fact) => asked.asksAbout(fact));
      const differ = lookedAt.filter((fact) => JSON.stringify(facts[fact]) !== JSON.stringify(others[fact]));
      const other = asked.ask(HOOK, [{ subject: 'a', facts: others }]).receipt();
      expect(sortedText(other) === sortedText(kept)).toBe(differ.length === 0);
    }),
    law(300),
  );
});

test('a receipt whose facts or verdicts were changed is found', () => {
  const when = { all: [{ fact: 'order/total', operator: 'greaterThan' as const, value: 10 }] };
  const rules = compileRules([runnable(feeRule(1, { conditions: when }))], 'a version');
  const kept = rules.ask(HOOK, [{ subject: 'a', facts: { 'order/total': 20 } }]).receipt();
  const [subject] = kept.subjects;
  if (!subject) throw new Error('nothing was asked');
  expect(isSameReceipt(kept, rules)).toBe(true);
  expect(isSameReceipt({ ...kept, subjects: [{ ...subject, facts: { 'order/total': 5 } }] }, rules)).toBe(false);
  expect(isSameReceipt({ ...kept, subjects: [{ ...subject, verdicts: [] }] }, rules)).toBe(false);
});
