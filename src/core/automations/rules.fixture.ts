import fc from 'fast-check';
import type { Condition } from '#core/automations/condition.ts';
import { factOf, FACT_NAMES, type FactName, type Facts, type FactValue } from '#core/automations/facts.ts';
import { OPERATORS_OF } from '#core/automations/operators.ts';
import { checkRule, type RunnableRule, type StoreRule } from '#core/automations/rule.ts';

export const HOOK = 'beforeClaimSubmission';

/** Few values, so that conditions and facts often meet; some differ only by case and spaces. */
const TEXTS = ['vip', 'VIP ', 'sale', 'final sale', 'de', 'us'];
const DAYS = ['2026-01-01', '2026-01-31', '2026-02-01', '2026-12-31'];

const anyText = fc.constantFrom(...TEXTS);
const anyNumber = fc.integer({ min: -1, max: 4 });
const anyDay = fc.constantFrom(...DAYS);

const asked = FACT_NAMES.filter((name) => factOf(name).hooks.includes(HOOK) && name !== 'claim/customField');

function anyValue(fact: FactName): fc.Arbitrary<Condition['value']> {
  switch (factOf(fact).type) {
    case 'number':
      return anyNumber;
    case 'date':
      return anyDay;
    case 'boolean':
      return fc.boolean();
    case 'strings':
      return fc.array(anyText, { minLength: 1, maxLength: 3 });
    case 'numbers':
      return fc.array(anyNumber, { minLength: 1, maxLength: 3 });
  }
}

const anyCondition: fc.Arbitrary<Condition> = fc.constantFrom(...asked).chain((fact) =>
  fc.record({
    fact: fc.constant(fact),
    operator: fc.constantFrom(...OPERATORS_OF[factOf(fact).type]),
    value: anyValue(fact),
  }),
);

export const feeRule = (id: number, parts: Partial<StoreRule['rule']> = {}): StoreRule => ({
  id,
  name: `Rule ${id}`,
  hook: HOOK,
  isEnabled: true,
  createdOn: '2026-01-01T00:00:00.000Z',
  rule: {
    priority: id,
    event: { type: 'applyFee', params: { feeAmount: id, feeType: 'fixed', feeDisplayName: 'Fee' } },
    conditions: { all: [] },
    ...parts,
  },
});

export function runnable(rule: StoreRule): RunnableRule {
  const checked = checkRule(rule);
  if ('problems' in checked) throw new Error(checked.problems.join(' '));
  return checked.rule;
}

const anyConditions = fc
  .tuple(fc.boolean(), fc.array(anyCondition, { maxLength: 4 }))
  .map(([all, list]) => (all ? { all: list } : { any: list }));

/** Rules with fees of their own id, of few priorities, in any order. */
export const anyRules: fc.Arbitrary<StoreRule[]> = fc
  .array(fc.record({ priority: fc.integer({ min: 1, max: 3 }), conditions: anyConditions }), { maxLength: 70 })
  .chain((all) =>
    fc.shuffledSubarray(
      all.map(({ priority, conditions }, index) => ({
        ...feeRule(index + 1, { priority, conditions }),
        rule: { ...feeRule(index + 1).rule, priority, conditions },
      })),
      { minLength: all.length },
    ),
  );

const anyFact = (name: FactName): fc.Arbitrary<FactValue> => {
  const { type } = factOf(name);
  if (type === 'strings') return fc.oneof(anyText, fc.array(anyText, { maxLength: 3 }));
  if (type === 'numbers') return fc.array(anyNumber, { maxLength: 3 });
  return anyValue(name).filter((value): value is number | boolean | string => typeof value !== 'object');
};

/** Some facts are known, some not. */
export const anyFacts: fc.Arbitrary<Facts> = fc.record(
  Object.fromEntries(asked.map((name) => [name, fc.option(anyFact(name), { freq: 3, nil: undefined })])),
);
