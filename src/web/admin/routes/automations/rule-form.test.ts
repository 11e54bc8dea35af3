import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACTION_TYPES, ACTIONS, type ActionType } from '#core/automations/actions.ts';
import { FACT_NAMES, factOf } from '#core/automations/facts.ts';
import { OPERATORS_OF } from '#core/automations/operators.ts';
import { RuleDraft } from '#core/automations/rule.ts';
import { TEMPLATES } from '#core/automations/templates.ts';
import { law } from '#core/law.fixture.ts';
import { factsAt } from './offered.ts';
import {
  addCondition,
  draftOf,
  formOf,
  newForm,
  priorityOf,
  problemsOf,
  removeCondition,
  shownErrors,
  withAction,
  withCondition,
  withFact,
  withHook,
  withParams,
  type RuleForm,
} from './rule-form.ts';

const EVERYTHING = {
  hasShippingProtection: true,
  hasCustomFields: true,
  hasSegments: true,
  hasAbTests: true,
  warehouse: { hasDispositions: true },
};
const begun = (type: ActionType): RuleForm => withAction(newForm({}), type);
const lastKey = ({ conditions }: RuleForm): number => conditions.at(-1)?.key ?? -1;
const withNewFact = (form: RuleForm, fact: Parameters<typeof withFact>[2]): RuleForm => {
  const added = addCondition(form);
  return withFact(added, lastKey(added), fact);
};

describe('a new rule', () => {
  test('is enabled, and from a template disabled (R4.01)', () => {
    expect(newForm({})).toMatchObject({ isEnabled: true, does: null });
    expect(newForm({ eventType: 'applyFee' }).isEnabled).toBe(true);
    for (const { id } of TEMPLATES) expect(newForm({ template: id }).isEnabled).toBe(false);
  });

  test('from a template can be saved as it is', () => {
    for (const { id, name } of TEMPLATES) expect([name, problemsOf(newForm({ template: id }))]).toEqual([name, {}]);
  });

  test('begins with the action and the moment of the address (R2.13)', () => {
    const at = newForm({ eventType: 'applyClaimTags', hook: 'claimFinalized' });
    expect(at.does).toMatchObject({ type: 'applyClaimTags', hook: 'claimFinalized' });
    expect(newForm({ eventType: 'applyFee', hook: 'orderLookup' }).does?.hook).toBe('beforeClaimSubmission');
    expect(newForm({ eventType: 'nonsense' }).does).toBeNull();
  });
});

describe('what is chosen', () => {
  test('an action begins at its first moment, with its parameters and without conditions (R4.02)', () => {
    for (const type of ACTION_TYPES) {
      const full = withNewFact(begun('applyFee'), 'order/country');
      const form = withAction(full, type);
      expect(form.does).toMatchObject({ type, hook: ACTIONS[type].hooks[0], params: ACTIONS[type].initial });
      expect(form.conditions.filter(({ isLocked }) => !isLocked)).toEqual([]);
    }
  });

  test('another moment clears the conditions, and a new claim has only its original order (R4.02, R4.03)', () => {
    const late = withHook(begun('applyOrderTags'), 'claimFinalized');
    const tagged = withNewFact(withParams(late, { orderTagAction: 'Replacement Order' }), 'order/country');
    const early = withHook(tagged, 'claimCreated');
    expect(early.conditions).toEqual([]);
    expect(early.does?.params['orderTagAction']).toBe('Original Order');
  });

  test('a fact begins with its first operator and an empty value (R4.02)', () => {
    for (const fact of FACT_NAMES) {
      const [condition] = withNewFact(begun('applyFee'), fact).conditions;
      expect(condition?.operator).toBe(OPERATORS_OF[factOf(fact).type][0]);
    }
    const form = withNewFact(begun('applyFee'), 'claim/customField');
    const asked = withCondition(form, lastKey(form), { customFieldId: 3, value: ['x'] });
    expect(withFact(asked, lastKey(asked), 'order/tags').conditions[0]).toMatchObject({
      fact: 'order/tags',
      value: [],
    });
    expect(withFact(asked, lastKey(asked), 'order/tags').conditions[0]).not.toHaveProperty('customFieldId');
  });

  test('an edit of orders brings its conditions and labels, and keeps the others (R4.04)', () => {
    const cancel = withNewFact(begun('orderEditing'), 'order/country');
    expect(cancel.conditions.map(({ fact, isLocked }) => [fact, isLocked])).toEqual([
      ['order/fulfillmentStatus', true],
      ['order/isCanceled', true],
      ['order/financialStatus', true],
      ['order/country', false],
    ]);
    const address = withParams(cancel, { editType: 'UPDATE_SHIPPING_ADDRESS' });
    expect(address.conditions.map(({ fact, isLocked }) => [fact, isLocked])).toEqual([
      ['order/fulfillmentStatus', true],
      ['order/country', false],
    ]);
    expect(address.does?.params['editStartLabel']).toBe('Change shipping address');
    expect(new Set(address.conditions.map(({ key }) => key)).size).toBe(2);
    expect(problemsOf({ ...withAction(newForm({}), 'orderEditing'), name: 'Edit' })).toEqual({});
  });
});

describe('what keeps a rule from being saved', () => {
  test('all of it is told at once, beside its field', () => {
    const form = addCondition(withNewFact(begun('askAPolicyEnforcingQuestion'), 'order/country'));
    expect(problemsOf(form)).toEqual({
      name: 'Name is required',
      'conditions.0.value': 'Select at least one value.',
      'conditions.1.fact': 'Please select a fact',
      'params.question': 'Question is required',
    });
    expect(problemsOf(newForm({}))).toEqual({ does: 'Choose what this automation does.' });
  });

  test('a fact that is gone is told by its words (R8.02)', () => {
    const form = { ...begun('applyFee'), name: 'Old' };
    const conditions = [{ key: 0, fact: 'order/gone', operator: 'in' as const, value: ['x'], isLocked: false }];
    expect(problemsOf({ ...form, conditions })).toMatchObject({ 'conditions.0.fact': 'Unexpected Fact' });
    expect(removeCondition({ ...form, conditions }, 0).conditions).toEqual([]);
  });

  test('the server names the same fields', () => {
    const form = { conditions: begun('applyFee').conditions };
    const refused = { name: 'Taken', 'rule.event.params.feeAmount': 'No', 'rule.conditions': 'Too many' };
    expect(shownErrors(refused, form)).toEqual({ name: 'Taken', 'params.feeAmount': 'No', conditions: 'Too many' });
  });
});

const anyAction = fc.constantFrom(...ACTION_TYPES);
test('a form without problems is a valid rule, and comes back as it was typed', () => {
  const facts = fc.array(fc.constantFrom(...FACT_NAMES), { maxLength: 3 });
  fc.assert(
    fc.property(anyAction, facts, fc.nat(5), fc.boolean(), (type, asked, at, isAny) => {
      const { hooks } = ACTIONS[type];
      const hook = hooks[at % hooks.length] ?? hooks[0];
      const offered = factsAt(hook, EVERYTHING);
      let form: RuleForm = { ...withHook(begun(type), hook), name: 'Rule', mode: isAny ? 'any' : 'all' };
      for (const fact of asked) if (offered.includes(fact)) form = withNewFact(form, fact);
      const draft = draftOf(form, 1);
      expect(Object.keys(problemsOf(form)).length === 0).toBe(RuleDraft.safeParse(draft).success);
      if (draft) expect(draftOf(formOf(draft), 1)).toEqual(draft);
    }),
    law(4000),
  );
});

test('a rule stays where it is, and comes last at another moment (R4.10)', () => {
  const at = (id: number, priority: number) => ({ id, hook: 'beforeClaimSubmission' as const, rule: { priority } });
  const form = begun('applyFee');
  expect(priorityOf(form, null, [])).toBe(1);
  expect(priorityOf(form, null, [at(1, 4), at(2, 2)])).toBe(5);
  expect(priorityOf(form, at(2, 2), [at(1, 4), at(2, 2)])).toBe(2);
  expect(priorityOf(form, { ...at(2, 2), hook: 'orderLookup' }, [at(1, 4)])).toBe(5);
});
