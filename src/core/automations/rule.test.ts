import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACTION_TYPES, ACTIONS, type ActionType } from '#core/automations/actions.ts';
import { EDITS } from '#core/automations/actions/order-editing.ts';
import { Condition, emptyValue, isKnownAt } from '#core/automations/condition.ts';
import { STATIC_ESTIMATE } from '#core/automations/delivery-estimate.ts';
import { FACT_NAMES, factOf } from '#core/automations/facts.ts';
import { Hook, HOOKS } from '#core/automations/hooks.ts';
import { operatorLabel, OPERATORS_OF } from '#core/automations/operators.ts';
import { duplicateRule, moveRule, newPriority } from '#core/automations/rule-order.ts';
import { byPriority, checkRule, MOST_RULES, RuleDraft, type StoreRule } from '#core/automations/rule.ts';
import { anyRules, feeRule, HOOK } from '#core/automations/rules.fixture.ts';
import { TEMPLATES } from '#core/automations/templates.ts';
import { law } from '#core/law.fixture.ts';

const draftOf = (type: string, params: unknown, parts: object = {}): unknown => ({
  name: 'A rule',
  hook: ACTIONS[type as ActionType]?.hooks[0] ?? 'orderLookup',
  isEnabled: true,
  rule: { priority: 1, event: { type, params }, conditions: { all: [] } },
  ...parts,
});

/** The messages, each with the last part of its path. */
const problemsOf = (draft: unknown): string[] =>
  RuleDraft.safeParse(draft).error?.issues.map(({ path, message }) => `${String(path.at(-1))}: ${message}`) ?? [];

describe('a rule is refused with the words for', () => {
  const fee = { feeAmount: 5, feeType: 'fixed', feeDisplayName: 'Fee' };
  const instant = { timeToReturnBeforeCharging: 7, isInstantExchangeRequired: false };
  test.each<[string, unknown, string]>([
    ['a missing name', draftOf('applyFee', fee, { name: ' ' }), 'name: Name is required'],
    [
      'a priority of zero',
      draftOf('applyFee', fee, {
        rule: { priority: 0, event: { type: 'applyFee', params: fee }, conditions: { all: [] } },
      }),
      'priority: Must be greater than zero',
    ],
    [
      'half a priority',
      draftOf('applyFee', fee, {
        rule: { priority: 1.5, event: { type: 'applyFee', params: fee }, conditions: { all: [] } },
      }),
      'priority: Must be a whole number',
    ],
    [
      'a fee without a name',
      draftOf('applyFee', { ...fee, feeDisplayName: '' }),
      'feeDisplayName: Fee display name is required',
    ],
    ['a fee without an amount', draftOf('applyFee', { ...fee, feeAmount: null }), 'feeAmount: Fee amount is required'],
    [
      'a fee of more than everything',
      draftOf('applyFee', { ...fee, feeType: 'percent' }),
      'feeAmount: At most 100 percent.',
    ],
    ['a price that is too large', draftOf('applyFee', { ...fee, feeAmount: 1e8 }), 'feeAmount: Value too large'],
    [
      'a long footnote',
      draftOf('modifyResolutionWindow', {
        kind: 'eligibilityDays',
        refund: null,
        giftCard: null,
        exchange: null,
        warrantyReview: null,
        ineligibleLineItemFootnote: 'x'.repeat(31),
      }),
      'ineligibleLineItemFootnote: Footnote must be less than 30 characters',
    ],
    [
      'more days than a policy can have (R9.17)',
      draftOf('modifyResolutionWindow', { ...Object(ACTIONS.modifyResolutionWindow.initial), refund: 1_000_000 }),
      'refund: At most 999999 days',
    ],
    [
      'a long label (R9.17)',
      draftOf('orderEditing', { ...Object(ACTIONS.orderEditing.initial), editConfirmLabel: 'x'.repeat(129) }),
      'editConfirmLabel: At most 128 characters',
    ],
    ['a long name (R9.17)', draftOf('applyFee', fee, { name: 'x'.repeat(129) }), 'name: At most 128 characters'],
    [
      'another number of days for instant exchange',
      draftOf('offerInstantExchange', { ...instant, timeToReturnBeforeCharging: 14 }),
      'timeToReturnBeforeCharging: Must be 7 days.',
    ],
    [
      'a shop without an address',
      draftOf('shopNow', {
        shopNowHeadline: 'Shop',
        shopNowDescription: 'Now',
        startShoppingUrl: '',
        shopNowIncentive: { shouldModify: false, type: 'fixed', amount: 0 },
      }),
      'startShoppingUrl: Start Shopping URL is required',
    ],
    [
      'no product group to register',
      draftOf('productRegistrationSelection', { productRegistrationProductGroupId: null }),
      'productRegistrationProductGroupId: Please select a Product Group',
    ],
    [
      'no way to return',
      draftOf('returnShippingConfig', { returnLocationId: 1, returnMethods: [] }),
      'returnMethods: Please select at least one Return Method',
    ],
    [
      'no return location',
      draftOf('returnShippingConfig', { returnLocationId: null, returnMethods: ['label'] }),
      'returnLocationId: Please select a Return Location',
    ],
    [
      'an exchange without a product group',
      draftOf('offerAdvancedExchange', { ...Object(ACTIONS.offerAdvancedExchange.initial) }),
      'storeProductGroupIds: Please select at least one Product Group',
    ],
    [
      'a second storefront estimate',
      draftOf('themeAppExtensionLoad', {
        themeAppConfigs: [1, 2].flatMap(() => Object(ACTIONS.themeAppExtensionLoad.initial).themeAppConfigs),
      }),
      'themeAppConfigs: At most 1 config',
    ],
    [
      'a label that speaks of insurance',
      draftOf('orderEditing', { ...Object(ACTIONS.orderEditing.initial), editStartLabel: 'Insured?' }),
      'editStartLabel: Must not contain the words insure or insurance.',
    ],
    [
      'a new claim’s replacement order',
      draftOf('applyOrderTags', {
        orderTags: [{ name: 'x' }],
        orderTagAction: 'Replacement Order',
        tagWithReason: false,
      }),
      'orderTagAction: A new claim has no replacement order.',
    ],
    [
      'a cancellation without its conditions',
      draftOf('orderEditing', ACTIONS.orderEditing.initial),
      'conditions: The conditions of this edit cannot be taken away.',
    ],
    [
      'a parcel without a height',
      draftOf('quoteOrderShipmentParcel', { parcel: { name: 'Box', length: 10, width: 10, height: 0 } }),
      'height: Must be at least 1',
    ],
    [
      'an estimate that ends before it begins',
      draftOf('themeAppExtensionLoad', {
        themeAppConfigs: [{ ...STATIC_ESTIMATE, estimatedDeliveryRangeStartDays: 8 }],
      }),
      "estimatedDeliveryRangeEndDays: Can't be earlier than the earliest.",
    ],
    [
      'a fee whose name speaks of insurance',
      draftOf('applyFee', { ...fee, feeDisplayName: 'Insurance fee' }),
      'feeDisplayName: Must not contain the words insure or insurance.',
    ],
    [
      'a moment of another action',
      draftOf('applyFee', fee, { hook: 'orderLookup' }),
      'hook: This action does not run at this moment.',
    ],
    ['no action', draftOf('doSomething', {}), 'type: Not an action.'],
  ])('%s', (_, draft, problem) => expect(problemsOf(draft)).toContain(problem));

  const withCondition = (condition: object): unknown =>
    draftOf('applyFee', fee, {
      rule: { priority: 1, event: { type: 'applyFee', params: fee }, conditions: { all: [condition] } },
    });
  test.each<[string, object, string]>([
    ['a fact nobody knows', { fact: 'moon/phase', operator: 'in', value: ['full'] }, 'fact: Unexpected Fact'],
    ['an operator of another type', { fact: 'order/total', operator: 'in', value: 5 }, 'operator: Must fit the fact.'],
    ['a text for a number', { fact: 'order/total', operator: 'lessThan', value: '5' }, 'value: Must be a number.'],
    ['no value', { fact: 'order/tags', operator: 'in', value: [] }, 'value: Select at least one value.'],
    ['blank values', { fact: 'order/tags', operator: 'in', value: [' '] }, 'value: Select at least one value.'],
    ['February 30', { fact: 'order/createdOn', operator: 'lessThan', value: '2026-02-30' }, 'value: Must be a date.'],
    ['201 values', { fact: 'order/tags', operator: 'in', value: Array(201).fill('x') }, 'value: At most 200 values.'],
    [
      'a custom field without its id',
      { fact: 'claim/customField', operator: 'in', value: ['x'] },
      'customFieldId: Please select a custom field',
    ],
    [
      'a fact of a later moment',
      { fact: 'claim/inspectionGrade', operator: 'in', value: ['A'] },
      'fact: This fact is not known at this moment.',
    ],
  ])('a condition with %s', (_, condition, problem) => expect(problemsOf(withCondition(condition))).toContain(problem));
});

test('every action has its place: 26 of them, each with words, moments and a start that its form can show', () => {
  expect(ACTION_TYPES).toHaveLength(26);
  for (const type of ACTION_TYPES) {
    const { label, description, hooks, initial } = ACTIONS[type];
    expect([label, description].every((text) => text !== '')).toBe(true);
    expect(new Set(hooks).size).toBe(hooks.length);
    // What is still to be chosen is missing, what is there is of the parameters.
    const unknown = problemsOf(draftOf(type, initial)).filter((problem) => problem.includes('Unrecognized'));
    expect(unknown, type).toEqual([]);
  }
});

test('every moment has an action and words, and every fact a moment', () => {
  const used = new Set(ACTION_TYPES.flatMap((type) => ACTIONS[type].hooks));
  expect([...used].toSorted()).toEqual([...Hook.options].toSorted());
  expect(Object.keys(HOOKS)).toEqual(Hook.options);
  for (const name of FACT_NAMES) expect(factOf(name).hooks.length, name).toBeGreaterThan(0);
});

test('while a product is picked for registration, rules know the registration alone', () => {
  const known = FACT_NAMES.filter((fact) => isKnownAt(fact, 'registrationProductSelection'));
  expect(known).toEqual([
    'registration/channel',
    'registration/estimatedPurchaseDate',
    'registration/daysSincePurchase',
  ]);
});

test('dates are compared as Before and After', () => {
  expect(OPERATORS_OF.date.map((operator) => operatorLabel(operator, 'date'))).toEqual(['Before', 'After']);
  expect(OPERATORS_OF.number.map((operator) => operatorLabel(operator, 'number'))).toEqual([
    'is less than',
    'is greater than',
  ]);
});

test('a fact that was just chosen has its first operator and an empty value', () => {
  const fresh = FACT_NAMES.map((fact) => ({
    fact,
    operator: OPERATORS_OF[factOf(fact).type][0],
    value: emptyValue(factOf(fact).type),
  }));
  const isComplete = ({ fact }: { fact: string }): boolean =>
    fresh.some((one) => one.fact === fact && Condition.safeParse(one).success);
  // Yes or no, and a number, are an answer at once; lists and days still wait for one.
  for (const { fact } of fresh)
    expect(isComplete({ fact }), fact).toBe(['boolean', 'number'].includes(factOf(fact).type));
});

test('the conditions of an edit make it valid', () => {
  for (const editType of ['CANCEL_ORDER', 'UPDATE_SHIPPING_ADDRESS'] as const) {
    const params = { ...Object(ACTIONS.orderEditing.initial), editType, ...EDITS[editType].labels };
    const all = ACTIONS.orderEditing.requiredConditions(ACTIONS.orderEditing.read(params).data);
    const rule = { priority: 1, event: { type: 'orderEditing', params }, conditions: { all } };
    expect(problemsOf(draftOf('orderEditing', params, { rule }))).toEqual([]);
    const any = { ...rule, conditions: { any: all } };
    expect(problemsOf(draftOf('orderEditing', params, { rule: any }))).not.toEqual([]);
  }
});

test('each of the 12 templates is a valid rule', () => {
  expect(TEMPLATES).toHaveLength(12);
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(12);
  for (const { name, hook, type, params, conditions } of TEMPLATES) {
    const rule = { priority: 1, event: { type, params }, conditions };
    expect(problemsOf({ name, hook, isEnabled: false, rule }), name).toEqual([]);
  }
});

test('a stored rule that is not valid any more does not run, and says why', () => {
  const broken: StoreRule = feeRule(3, {
    event: { type: 'applyFee', params: { feeAmount: 5, feeType: 'fixed', feeDisplayName: '' } },
  });
  expect(checkRule(broken)).toEqual({ id: 3, problems: ['Fee display name is required'] });
  expect(checkRule(feeRule(4))).toMatchObject({ id: 4, rule: { id: 4, type: 'applyFee' } });
});

test('a new rule and a copy come last of their moment', () => {
  const rules = [
    feeRule(1),
    feeRule(2, { priority: 7 }),
    { ...feeRule(3, { priority: 9 }), hook: 'orderLookup' as const },
  ];
  expect(newPriority(rules, HOOK)).toBe(8);
  expect(newPriority(rules, 'claimCreated')).toBe(1);
  const after = newPriority([feeRule(1, { priority: 1_000_000 })], HOOK);
  expect(checkRule(feeRule(2, { priority: after }))).toMatchObject({ rule: { priority: 1_000_001 } });
  const original = feeRule(1, {
    event: { type: 'applyFee', params: feeRule(1).rule.event.params, storeRuleId: 1 },
  });
  expect(duplicateRule(rules, original)).toEqual({
    name: 'Rule 1 (Copy)',
    hook: HOOK,
    isEnabled: false,
    rule: {
      priority: 8,
      event: { type: 'applyFee', params: original.rule.event.params },
      conditions: original.rule.conditions,
    },
  });
  expect(MOST_RULES).toBe(500);
});

test('after a drag the rules of a moment are numbered 1..n, and only changed numbers are saved', () => {
  fc.assert(
    fc.property(anyRules, fc.nat(), fc.nat(), (rules, from, target) => {
      fc.pre(rules.length > 0);
      const id = rules[from % rules.length]?.id ?? 0;
      const to = target % rules.length;
      const changed = new Map(moveRule(rules, { id, hook: HOOK, to }).map((one) => [one.id, one.priority]));
      const ranks = (all: readonly StoreRule[]) => all.map((one) => ({ id: one.id, priority: one.rule.priority }));
      const before = ranks(rules).toSorted(byPriority);
      const after = before
        .map((one) => ({ ...one, priority: changed.get(one.id) ?? one.priority }))
        .toSorted(byPriority);
      expect(after.map(({ priority }) => priority)).toEqual(before.map((_, place) => place + 1));
      expect(after[to]?.id).toBe(id);
      const others = (all: { id: number }[]) => all.map((one) => one.id).filter((one) => one !== id);
      expect(others(after)).toEqual(others(before));
      for (const { id: its, priority } of before) expect(changed.get(its)).not.toBe(priority);
    }),
    law(1000),
  );
});
