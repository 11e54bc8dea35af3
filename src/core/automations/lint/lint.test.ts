import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Condition } from '#core/automations/condition.ts';
import type { Facts } from '#core/automations/facts.ts';
import type { Things } from '#core/automations/lint/gone.ts';
import { ALL_OFFERED, type Offered } from '#core/automations/lint/closed.ts';
import type { LintFinding } from '#core/automations/lint/finding.ts';
import { lintRules } from '#core/automations/lint/lint.ts';
import { byPriority, type StoreRule } from '#core/automations/rule.ts';
import { compileRules } from '#core/automations/rule-set.ts';
import { feeRule, HOOK, runnable } from '#core/automations/rules.fixture.ts';
import { law } from '#core/law.fixture.ts';

/** Every value of a few facts, as far as the conditions below can tell: the whole domain, tried one by one. */
const DOMAIN = {
  'order/isCanceled': [undefined, true, false],
  'claim/quantity': [undefined, 1, 2, 3, 4],
  'order/country': [undefined, 'us', 'de', 'fr'],
  'order/tags': [undefined, ...subsets(['vip', 'new', 'x'])],
  'product/sku': [undefined, 'ab', 'abc', 'zab', 'zabc', 'bc', 'z'],
} as const;

function subsets(all: readonly string[]): string[][] {
  let some: string[][] = [[]];
  for (const one of all) some = some.flatMap((these) => [these, [...these, one]]);
  return some;
}

/** Texts of which an order can have several, and amounts of stores in several currencies. */
const TEXTS = {
  'order/discountCode': [
    undefined,
    [],
    ...['zab', 'ab', 'abc', 'bc'].map((one) => [one]),
    ['zab', 'bc'],
    ['ab', 'bc'],
    ['ab', 'abc'],
  ],
  'order/isCanceled': [undefined, true, false],
} as const;
const AMOUNTS = {
  KWD: [0, 0.999, 1, 1.001, 1.002, 1.003],
  USD: [0, 0.99, 1, 1.01, 1.02],
  JPY: [0, 1, 2],
} as const;

type Domain = Readonly<Record<string, readonly (Facts[string] | undefined)[]>>;

const pointsOf = (domain: Domain): Facts[] =>
  Object.entries(domain).reduce<Facts[]>(
    (points, [fact, values]) => points.flatMap((point) => values.map((value) => ({ ...point, [fact]: value }))),
    [{}],
  );

const list = (...values: string[]) => fc.subarray(values, { minLength: 1 });
const asks = (fact: string, operators: Condition['operator'][], value: fc.Arbitrary<Condition['value']>) =>
  fc.record({ fact: fc.constant(fact), operator: fc.constantFrom(...operators), value });
const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  asks('order/isCanceled', ['equal', 'notEqual'], fc.boolean()),
  asks('claim/quantity', ['lessThan', 'greaterThan'], fc.integer({ min: 0, max: 3 })),
  asks('order/country', ['in', 'notIn', 'contains', 'doesNotContain'], list('US', 'de')),
  asks('order/tags', ['in', 'notIn', 'contains', 'doesNotContain'], list('vip', 'New')),
  asks('product/sku', ['in', 'notIn'], list('ab', 'abc')),
  asks('product/sku', ['contains', 'doesNotContain'], list('ab', 'bc')),
);

const anyTextCondition = fc.oneof(
  asks('order/isCanceled', ['equal', 'notEqual'], fc.boolean()),
  asks('order/discountCode', ['in', 'notIn'], list('ab', 'abc')),
  asks('order/discountCode', ['contains', 'doesNotContain'], list('ab', 'bc')),
);
const anyAmountCondition = asks('order/total', ['lessThan', 'greaterThan'], fc.constantFrom(0, 1, 1.001, 1.002));

const anyRulesOf = (condition: fc.Arbitrary<Condition>): fc.Arbitrary<StoreRule[]> =>
  fc
    .array(fc.tuple(fc.boolean(), fc.array(condition, { maxLength: 4 }), fc.integer({ min: 1, max: 3 })), {
      minLength: 1,
      maxLength: 5,
    })
    .map((all) =>
      all.map(([isAll, conditions, priority], index) =>
        feeRule(index + 1, { priority, conditions: isAll ? { all: conditions } : { any: conditions } }),
      ),
    );

/** Rules of a store, and every fact they can tell apart. */
const anyStore = fc.oneof(
  ...[
    { points: pointsOf(DOMAIN), condition: anyCondition, currencyCode: 'USD' },
    { points: pointsOf(TEXTS), condition: anyTextCondition, currencyCode: 'USD' },
    ...Object.entries(AMOUNTS).map(([currencyCode, amounts]) => ({
      points: pointsOf({ 'order/total': [undefined, ...amounts] }),
      condition: anyAmountCondition,
      currencyCode,
    })),
  ].map(({ points, condition, currencyCode }) =>
    fc.record({ rules: anyRulesOf(condition), points: fc.constant(points), currencyCode: fc.constant(currencyCode) }),
  ),
);

const found = (
  rules: readonly StoreRule[],
  things: Things = {},
  offered: Offered = ALL_OFFERED,
  currencyCode = 'USD',
): LintFinding[] => lintRules(rules.map(runnable), { things, offered, currencyCode });
const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);
const idsOf = (findings: readonly LintFinding[], kind: LintFinding['kind']): number[] =>
  sorted(findings.filter((one) => one.kind === kind).map(({ ruleId }) => ruleId));

/** For each point of the domain, the rules that match, in their order. */
const matchesOf = (rules: readonly StoreRule[], points: readonly Facts[]): number[][] => {
  const set = compileRules(rules.map(runnable), 'a version');
  return points.map((facts) =>
    (set.ask(HOOK, [{ subject: 'claim', facts }]).receipt().subjects[0]?.verdicts ?? []).flatMap(
      ({ ruleId, isMatch }) => (isMatch ? ruleId : []),
    ),
  );
};

test('rules that can never match or never win are exactly those that no facts let match or win', () => {
  fc.assert(
    fc.property(anyStore, ({ rules, points, currencyCode }) => {
      const matches = matchesOf(rules, points);
      const matching = new Set(matches.flat());
      const winning = new Set(matches.map(([first]) => first));
      const findings = found(rules, {}, ALL_OFFERED, currencyCode);
      const inOrder = rules.map(({ id, rule: { priority } }) => ({ id, priority })).toSorted(byPriority);
      const never = inOrder.filter(({ id }) => !matching.has(id)).map(({ id }) => id);
      expect(idsOf(findings, 'neverMatches')).toEqual(sorted(never));
      const shadowed = inOrder.filter(({ id }) => matching.has(id) && !winning.has(id)).map(({ id }) => id);
      expect(idsOf(findings, 'shadowed')).toEqual(sorted(shadowed));
    }),
    law(750),
  );
});

const windowRule = (id: number, days: object, all: Condition[] = []): StoreRule => ({
  ...feeRule(id),
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
        ...days,
      },
    },
    conditions: { all },
  },
});
const inCountry = (operator: 'in' | 'notIn', ...value: string[]): Condition => ({
  fact: 'order/country',
  operator,
  value,
});

describe('windows', () => {
  test('a rule is shadowed only when each method it speaks about is decided before', () => {
    const refunds = windowRule(1, { refund: 10 });
    expect(idsOf(found([refunds, windowRule(2, { refund: 20 })]), 'shadowed')).toEqual([2]);
    expect(idsOf(found([refunds, windowRule(2, { refund: 20, exchange: 20 })]), 'shadowed')).toEqual([]);
  });

  test('rules that together leave items without a way back are named, with what can still happen to them', () => {
    const noRefunds = windowRule(1, { refund: 0, giftCard: 0 }, [inCountry('in', 'US', 'CA')]);
    const noExchanges = windowRule(2, { exchange: 0 }, [inCountry('notIn', 'US')]);
    expect(found([noRefunds, noExchanges])).toMatchObject([{ kind: 'noWayBack', ruleId: 2, others: [1] }]);
    const inTheUs = windowRule(2, { exchange: 0 }, [inCountry('notIn', 'US', 'CA')]);
    expect(found([noRefunds, inTheUs])).toEqual([]);
    const exchangesBefore = windowRule(1, { exchange: 30 });
    expect(
      idsOf(found([exchangesBefore, windowRule(2, { refund: 0, giftCard: 0, exchange: 0 })]), 'noWayBack'),
    ).toEqual([]);
  });
});

describe('with what the settings offer', () => {
  const withoutExchanges = { refund: true, giftCard: true, exchange: false };
  const noMoney = windowRule(1, { refund: 0, giftCard: 0 }, [inCountry('in', 'US')]);
  const instant: StoreRule = {
    ...feeRule(7),
    name: 'Instant',
    hook: 'afterReasonSelection',
    rule: {
      priority: 1,
      event: {
        type: 'offerInstantExchange',
        params: { timeToReturnBeforeCharging: 7, isInstantExchangeRequired: false },
      },
      conditions: { all: [inCountry('in', 'US')] },
    },
  };
  const finalizing = (...allowedResolutionMethods: string[]): StoreRule => ({
    ...feeRule(8),
    hook: 'claimCreated',
    rule: {
      priority: 1,
      event: { type: 'autoFinalizeClaim', params: { allowedResolutionMethods } },
      conditions: { all: [inCountry('in', 'US')] },
    },
  });

  test('a rule can take the last way back that the settings leave', () => {
    expect(found([noMoney])).toEqual([]);
    expect(found([noMoney], {}, withoutExchanges)).toMatchObject([
      {
        kind: 'noWayBack',
        ruleId: 1,
        message: '“Rule 1”, together with the settings, leaves some items without any way to return them.',
      },
    ]);
    const exchangesInUs = windowRule(2, { exchange: 30 }, [inCountry('in', 'US', 'CA')]);
    expect(found([noMoney, exchangesInUs], {}, withoutExchanges)).toEqual([]);
  });

  test('an offer of what is not offered whenever it matches is reported, unless some rule offers it', () => {
    expect(found([instant])).toEqual([]);
    expect(found([instant], {}, withoutExchanges)).toMatchObject([{ kind: 'deadWindow', ruleId: 7, others: [] }]);
    const closing = windowRule(2, { exchange: 0 }, [inCountry('in', 'US', 'CA')]);
    expect(found([instant, closing])).toMatchObject([{ kind: 'deadWindow', ruleId: 7, others: [2] }]);
    expect(found([instant, windowRule(2, { exchange: 0 }, [inCountry('in', 'CA')])])).toEqual([]);
    expect(found([instant, closing, windowRule(3, { exchange: 9 })]).map(({ kind }) => kind)).not.toContain(
      'deadWindow',
    );
  });

  test('a claim that waits for what nobody can choose is never finalized', () => {
    expect(found([finalizing('variantExchange')], {}, withoutExchanges)).toMatchObject([
      { kind: 'neverFinalizes', ruleId: 8 },
    ]);
    expect(found([finalizing('variantExchange', 'refund')], {}, withoutExchanges)).toEqual([]);
    expect(found([finalizing('variantExchange', 'repair')], {}, withoutExchanges)).toEqual([]);
  });
});

test('equal priorities matter where both rules can match and say something else', () => {
  const us = { conditions: { all: [inCountry('in', 'US')] } };
  const rule = (id: number, parts: Partial<StoreRule['rule']> = us): StoreRule =>
    feeRule(id, { priority: 1, ...parts });
  const vip = { conditions: { all: [{ fact: 'customer/tags', operator: 'in' as const, value: ['vip'] }] } };
  expect(found([rule(1), rule(2, vip)])).toMatchObject([{ kind: 'samePriority', ruleId: 2, others: [1] }]);
  expect(found([rule(1), rule(2, { conditions: { all: [inCountry('in', 'DE')] } })])).toEqual([]);
});

test('what a rule names and the store no longer has is reported', () => {
  const group: Condition = { fact: 'product/group', operator: 'in', value: [4, 5] };
  const rule = feeRule(1, { conditions: { all: [group] } });
  const tagging: StoreRule = {
    ...feeRule(2),
    hook: 'claimCreated',
    rule: {
      priority: 1,
      event: { type: 'applyClaimTags', params: { claimTags: [{ name: 'Old' }] } },
      conditions: { all: [] },
    },
  };
  const there = { named: { productGroup: new Set([4, 5]) }, claimTags: new Set(['Old']) };
  expect(found([rule, tagging], there)).toEqual([]);
  const gone = { named: { productGroup: new Set([4]) }, claimTags: new Set<string>() };
  expect(found([rule, tagging], gone).map(({ ruleId, message }) => [ruleId, message])).toEqual([
    [1, '“Rule 1” names a value of Product group that no longer exists.'],
    [2, '“Rule 2” names a claim tag that no longer exists.'],
  ]);
});

test('of several texts one can have a part without being it', () => {
  const code = (operator: 'contains' | 'notIn'): Condition => ({
    fact: 'order/discountCode',
    operator,
    value: ['SALE'],
  });
  expect(found([feeRule(1, { conditions: { all: [code('contains'), code('notIn')] } })])).toEqual([]);
});

test('between two amounts there are those of the currency', () => {
  const total = (operator: 'lessThan' | 'greaterThan', value: number): Condition => ({
    fact: 'order/total',
    operator,
    value,
  });
  const between = [feeRule(1, { conditions: { all: [total('greaterThan', 1), total('lessThan', 1.01)] } })];
  expect(idsOf(found(between, {}, ALL_OFFERED, 'USD'), 'neverMatches')).toEqual([1]);
  expect(found(between, {}, ALL_OFFERED, 'KWD')).toEqual([]);
});

const tagged = (operator: 'in' | 'contains', values: readonly string[]): Condition => ({
  fact: 'order/tags',
  operator,
  value: [...values],
});
const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`);

test('long lists of values are told apart only where rules tell them apart', () => {
  const any = feeRule(1, { conditions: { all: [tagged('in', tags)] } });
  expect(idsOf(found([any, feeRule(2, { conditions: { all: [tagged('contains', tags)] } })]), 'shadowed')).toEqual([2]);
  const all = feeRule(1, { conditions: { all: [tagged('contains', tags)] } });
  expect(found([all, feeRule(2, { conditions: { all: [tagged('in', tags)] } })])).toEqual([]);
});

test('where too many facts would have to be tried, nothing is claimed', () => {
  const each = tags.map((tag, index) => feeRule(index + 2, { conditions: { all: [tagged('in', [tag])] } }));
  expect(found([feeRule(1), ...each])).toEqual([]);
});
