import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyFee } from '#core/automations/actions/apply-fee.ts';
import { ACTION_TYPES, ACTIONS, type ActionType } from '#core/automations/actions.ts';
import { autoFinalizeClaim } from '#core/automations/actions/auto-finalize-claim.ts';
import { modifyResolutionWindow } from '#core/automations/actions/modify-resolution-window.ts';
import { EDIT_CONDITIONS, EDITS } from '#core/automations/actions/order-editing.ts';
import type { Condition } from '#core/automations/condition.ts';
import { factOf, type FactName, type Facts } from '#core/automations/facts.ts';
import { comparable } from '#core/automations/operators.ts';
import { conditionsOf, type StoreRule } from '#core/automations/rule.ts';
import { compileRules } from '#core/automations/rule-set.ts';
import { anyFacts, anyRules, feeRule, HOOK, runnable } from '#core/automations/rules.fixture.ts';
import { law } from '#core/law.fixture.ts';

const VERSION = 'a version';
const ask = (rules: readonly StoreRule[], facts: Facts) =>
  compileRules(rules.map(runnable), VERSION).ask(HOOK, [{ subject: 'claim', facts }]);

/** One condition, worked out word by word as the operators are described. */
function holds({ fact, operator, value }: { fact: string; operator: string; value: unknown }, facts: Facts): boolean {
  const known = facts[fact];
  if (known === undefined || known === null) return false;
  if (operator === 'equal') return known === value;
  if (operator === 'notEqual') return known !== value;
  if (operator === 'lessThan' || operator === 'greaterThan') {
    if (typeof known === 'number' && typeof value === 'number')
      return operator === 'lessThan' ? known < value : known > value;
    const [day, bound] = [Date.parse(String(known)), Date.parse(String(value))];
    return operator === 'lessThan' ? day < bound : day > bound;
  }
  const plain = (list: unknown): string[] => [list].flat().map((one) => comparable(String(one)));
  const [elements, wanted] = [plain(known), plain(value)];
  const isPart = factOf(fact as FactName).isText === true;
  const isThere = (one: string): boolean =>
    isPart ? elements.some((element) => element.includes(one)) : elements.includes(one);
  switch (operator) {
    case 'in':
      return elements.some((element) => wanted.includes(element));
    case 'notIn':
      return !elements.some((element) => wanted.includes(element));
    case 'contains':
      return wanted.every(isThere);
    default:
      return !wanted.every(isThere);
  }
}

function isMatch({ rule: { conditions } }: StoreRule, facts: Facts): boolean {
  const [mode, list] = conditionsOf(conditions);
  if (list.length === 0) return true;
  return mode === 'all' ? list.every((one) => holds(one, facts)) : list.some((one) => holds(one, facts));
}

const inOrder = (rules: readonly StoreRule[]): StoreRule[] =>
  rules.toSorted((one, other) => one.rule.priority - other.rule.priority || one.id - other.id);

test('the first matching rule by priority, then id, wins', () => {
  fc.assert(
    fc.property(anyRules, anyFacts, (rules, facts) => {
      const winner = inOrder(rules).find((rule) => isMatch(rule, facts));
      expect(ask(rules, facts).of(applyFee)?.ruleId ?? null).toBe(winner?.id ?? null);
    }),
    law(3000),
  );
});

test('the receipt has every rule in its order, and the condition that decided it', () => {
  fc.assert(
    fc.property(anyRules, anyFacts, (rules, facts) => {
      const [subject] = ask(rules, facts).receipt().subjects;
      expect(subject?.verdicts.map(({ ruleId }) => ruleId)).toEqual(inOrder(rules).map(({ id }) => id));
      const asked = ask(rules, facts);
      for (const rule of rules) expect(asked.isMatch(rule.id, 'claim')).toBe(isMatch(rule, facts));
      expect(asked.isMatch(rules[0]?.id ?? 1, 'another subject')).toBe(false);
      for (const [place, rule] of inOrder(rules).entries()) {
        const verdict = subject?.verdicts[place];
        const [mode, list] = conditionsOf(rule.rule.conditions);
        const deciding = list.findIndex((one) => holds(one, facts) === (mode === 'any'));
        expect(verdict).toEqual({
          ruleId: rule.id,
          isMatch: isMatch(rule, facts),
          condition: deciding === -1 ? null : deciding,
        });
      }
    }),
    law(2000),
  );
});

test('the facts of a receipt give the same receipt and outcome again', () => {
  fc.assert(
    fc.property(anyRules, anyFacts, (rules, facts) => {
      const once = ask(rules, facts);
      const kept = once.receipt().subjects[0]?.facts ?? {};
      const again = ask(rules.toReversed(), kept);
      expect(again.receipt()).toEqual(once.receipt());
      expect(again.of(applyFee)).toEqual(once.of(applyFee));
    }),
    law(1000),
  );
});

test('answers do not depend on what was asked before', () => {
  fc.assert(
    fc.property(anyRules, fc.array(anyFacts, { minLength: 2, maxLength: 6 }), (rules, asked) => {
      const set = compileRules(rules.map(runnable), VERSION);
      for (const facts of asked) {
        const subject = [{ subject: 'claim', facts }];
        expect(set.ask(HOOK, subject).of(applyFee)).toEqual(ask(rules, facts).of(applyFee));
      }
    }),
    law(500),
  );
});

test('a rule whose every condition asks about unknown facts never matches, whatever its operators', () => {
  fc.assert(
    fc.property(anyRules, (rules) => {
      const asking = rules.filter((rule) => conditionsOf(rule.rule.conditions)[1].length > 0);
      expect(ask(asking, {}).of(applyFee)).toBeNull();
    }),
    law(300),
  );
});

test('a fact of the wrong type counts as unknown', () => {
  const condition = { fact: 'order/total', operator: 'lessThan' as const, value: 100 };
  const rule = feeRule(1, { conditions: { all: [condition] } });
  expect(ask([rule], { 'order/total': '20' }).of(applyFee)).toBeNull();
  expect(ask([rule], { 'order/total': 20 }).of(applyFee)?.ruleId).toBe(1);
});

const onVip = { all: [{ fact: 'product/tagsAtPurchase', operator: 'in' as const, value: ['vip'] }] };
const lines = [
  { subject: 'line 1', facts: { 'product/tagsAtPurchase': ['vip'] } },
  { subject: 'line 2', facts: { 'product/tagsAtPurchase': [] } },
];

test('conditions on facts of a line must hold for one and the same line', () => {
  const rule = feeRule(1, {
    conditions: {
      all: [
        { fact: 'product/tagsAtPurchase', operator: 'in', value: ['vip'] },
        { fact: 'claim/quantity', operator: 'greaterThan', value: 1 },
      ],
    },
  });
  const set = compileRules([runnable(rule)], VERSION);
  const apart = [
    { subject: 'line 1', facts: { 'product/tagsAtPurchase': ['vip'], 'claim/quantity': 1 } },
    { subject: 'line 2', facts: { 'product/tagsAtPurchase': [], 'claim/quantity': 2 } },
  ];
  expect(set.ask(HOOK, apart).of(applyFee)).toBeNull();
  const together = [{ subject: 'line 1', facts: { 'product/tagsAtPurchase': ['vip'], 'claim/quantity': 2 } }];
  expect(set.ask(HOOK, together).of(applyFee)?.ruleId).toBe(1);
});

test('an action about lines acts on the lines that match', () => {
  const windows = {
    ...feeRule(1),
    hook: 'orderLookup' as const,
    rule: {
      priority: 1,
      event: {
        type: 'modifyResolutionWindow' as const,
        params: {
          kind: 'eligibilityDays',
          refund: 0,
          giftCard: null,
          exchange: 30,
          warrantyReview: null,
          ineligibleLineItemFootnote: '',
        },
      },
      conditions: onVip,
    },
  };
  const decision = compileRules([runnable(windows)], VERSION).ask('orderLookup', lines);
  expect(decision.of(modifyResolutionWindow, 'line 1')?.windows).toEqual({
    refund: { ruleId: 1, window: { kind: 'notOffered' } },
    exchange: { ruleId: 1, window: { kind: 'days', days: 30 } },
  });
  expect(decision.of(modifyResolutionWindow, 'line 2')).toBeNull();
});

test('auto-finalize needs every line, other actions about the claim need one', () => {
  const auto = {
    ...feeRule(1),
    hook: 'claimCreated' as const,
    rule: {
      priority: 1,
      event: { type: 'autoFinalizeClaim' as const, params: { allowedResolutionMethods: ['refund'] } },
      conditions: onVip,
    },
  };
  const created = compileRules([runnable(auto)], VERSION);
  expect(created.ask('claimCreated', lines).of(autoFinalizeClaim)).toBeNull();
  expect(created.ask('claimCreated', lines.slice(0, 1)).of(autoFinalizeClaim)?.ruleId).toBe(1);
  const fee = compileRules([runnable(feeRule(2, { conditions: onVip }))], VERSION);
  expect(fee.ask(HOOK, lines).of(applyFee)?.ruleId).toBe(2);
});

/** Rules of moments that the product has no feature for yet, what is known then, and what they come to. */
const TO_COME: Partial<
  Record<ActionType, { params: object; conditions: Condition[]; facts: Facts; outcome: unknown }>
> = {
  orderEditing: {
    params: { editType: 'UPDATE_SHIPPING_ADDRESS', ...EDITS.UPDATE_SHIPPING_ADDRESS.labels },
    conditions: [...EDIT_CONDITIONS.UPDATE_SHIPPING_ADDRESS],
    facts: { 'order/fulfillmentStatus': 'unfulfilled' },
    outcome: { UPDATE_SHIPPING_ADDRESS: { ruleId: 1 } },
  },
  productRegistrationSelection: {
    params: { productRegistrationProductGroupId: 7 },
    conditions: [
      { fact: 'registration/channel', operator: 'in', value: ['Retail'] },
      { fact: 'registration/estimatedPurchaseDate', operator: 'greaterThan', value: '2026-01-01' },
      { fact: 'registration/daysSincePurchase', operator: 'lessThan', value: 90 },
    ],
    facts: {
      'registration/channel': 'retail',
      'registration/estimatedPurchaseDate': '2026-03-01',
      'registration/daysSincePurchase': 30,
    },
    outcome: { ruleIds: [1], productGroupIds: [7] },
  },
  quoteOrderShipment: {
    params: { storeShipRateIds: [1, 2] },
    conditions: [
      { fact: 'order/country', operator: 'in', value: ['US'] },
      { fact: 'cart/deliveryGroupType', operator: 'in', value: ['subscription'] },
    ],
    facts: { 'order/country': 'US', 'cart/deliveryGroupType': 'subscription' },
    outcome: { ruleIds: [1], rateIds: [1, 2] },
  },
  quoteOrderShipmentParcel: {
    params: { parcel: { name: 'Box', length: 1, width: 2, height: 3 } },
    conditions: [{ fact: 'cart/abTestGroup', operator: 'in', value: ['b'] }],
    facts: { 'cart/abTestGroup': 'B' },
    outcome: { ruleId: 1, params: { parcel: { height: 3 } } },
  },
  quoteOrderShipmentModify: {
    params: {
      checkoutRateModifications: [
        { kind: 'APPLY_FIXED_FEE', amount: 5, applyPerItem: false, fixedFeeStoreShipRateIds: [] },
      ],
    },
    conditions: [{ fact: 'cart/compareAtDiscountPercent', operator: 'greaterThan', value: 10.5 }],
    facts: { 'cart/compareAtDiscountPercent': 12.25 },
    outcome: [{ ruleId: 1, params: { checkoutRateModifications: [{ amount: 5 }] } }],
  },
  quoteOrderShipmentDeliveryEstimate: {
    params: {},
    conditions: [{ fact: 'order/total', operator: 'greaterThan', value: 50 }],
    facts: { 'order/total': 99.99 },
    outcome: expect.any(Function),
  },
  themeAppExtensionLoad: {
    params: {},
    conditions: [{ fact: 'product/sku', operator: 'contains', value: ['hoodie'] }],
    facts: { 'product/sku': 'HOODIE-M' },
    outcome: { ruleId: 1, params: { themeAppConfigs: [{ estimatedDeliveryRangeEndDays: 7 }] } },
  },
};

test.each(ACTION_TYPES.flatMap((type) => (TO_COME[type] ? [[type, TO_COME[type]] as const] : [])))(
  '%s decides at each of its moments, and only where its conditions hold (R3.13, R3.14)',
  (type, { params, conditions, facts, outcome }) => {
    for (const hook of ACTIONS[type].hooks) {
      const event = { type, params: { ...Object(ACTIONS[type].initial), ...params } };
      const rule = { ...feeRule(1), hook, rule: { priority: 1, event, conditions: { all: conditions } } };
      const known = conditions.every(({ fact }) => factOf(fact as FactName).hooks.includes(hook));
      expect(known, `${hook} knows what is asked`).toBe(true);
      const rules = compileRules([runnable(rule)], VERSION);
      const asked = rules.ask(hook, [{ subject: 'all', facts }]);
      expect(asked.of<unknown>(ACTIONS[type])).toMatchObject(Object(outcome));
      expect(asked.receipt().subjects).toMatchObject([{ verdicts: [{ ruleId: 1, isMatch: true }] }]);
      expect(rules.ask(hook, [{ subject: 'all', facts: {} }]).of<unknown>(ACTIONS[type])).toBeNull();
    }
  },
);
