import { expect, test } from 'vitest';
import type { Condition } from '#core/automations/condition.ts';
import { conditionText, verdictText, type ValueWords } from '#core/automations/explain.ts';
import type { Facts } from '#core/automations/facts.ts';
import { operatorLabel } from '#core/automations/operators.ts';
import { compileRules } from '#core/automations/rule-set.ts';
import { feeRule, HOOK, runnable } from '#core/automations/rules.fixture.ts';
import { formatMoney } from '#core/money.ts';

const COUNTRIES: Readonly<Record<string, string>> = { US: 'United States', DE: 'Germany' };
const words: ValueWords = {
  money: (amount) => formatMoney({ amount: Math.round(amount * 100), currencyCode: 'USD' }),
  nameOf: (_, value) => COUNTRIES[value] ?? String(value),
  customField: (id) => (id === 7 ? 'Look' : `#${id}`),
};

const textOf = (condition: Condition): string => {
  const [known] = runnable(feeRule(1, { conditions: { all: [condition] } })).conditions;
  if (!known) throw new Error('the rule has a condition');
  return conditionText(known, words);
};

test('a condition is told in words', () => {
  expect(textOf({ fact: 'order/country', operator: 'in', value: ['US'] })).toBe('Country: any of United States');
  expect(textOf({ fact: 'order/total', operator: 'greaterThan', value: 99.5 })).toBe('Order total: more than $99.50');
  expect(textOf({ fact: 'order/createdOn', operator: 'lessThan', value: '2026-03-01' })).toBe(
    'Order date: before March 1, 2026',
  );
  expect(textOf({ fact: 'order/isCanceled', operator: 'equal', value: false })).toBe('Order is canceled: no');
  expect(textOf({ fact: 'order/tags', operator: 'contains', value: ['a', 'b', 'c', 'd', 'e'] })).toBe(
    'Order tags: contains all of a, b, c and 2 More',
  );
  expect(textOf({ fact: 'order/tags', operator: 'doesNotContain', value: ['a', 'b'] })).toBe(
    `Order tags: ${operatorLabel('doesNotContain', 'strings')} a, b`,
  );
  expect(textOf({ fact: 'claim/customField', customFieldId: 7, operator: 'in', value: ['Worn'] })).toBe(
    'Look: any of Worn',
  );
});

/** Why the first rule came out as it did. */
function why(conditions: { all: Condition[] } | { any: Condition[] }, facts: Facts): string {
  const rule = runnable(feeRule(1, { conditions }));
  const receipt = compileRules([rule], 'a version')
    .ask(HOOK, [{ subject: 'claim', facts }])
    .receipt();
  const [subject] = receipt.subjects;
  const [verdict] = subject?.verdicts ?? [];
  if (!subject || !verdict) throw new Error('the receipt has the rule');
  return verdictText(rule, verdict, subject.facts, words);
}

const inTheUs: Condition = { fact: 'order/country', operator: 'in', value: ['US'] };
const overTwo: Condition = { fact: 'claim/quantity', operator: 'greaterThan', value: 2 };

test('a receipt says which condition decided, and with which value', () => {
  expect(why({ all: [] }, {})).toBe('It has no conditions, so it always matches.');
  expect(why({ all: [inTheUs] }, { 'order/country': 'US' })).toBe(
    '“Country: any of United States” holds: it was United States.',
  );
  expect(why({ all: [inTheUs, overTwo] }, { 'order/country': 'us', 'claim/quantity': 3 })).toBe(
    'All 2 conditions hold: “Country: any of United States” (it was us), “Quantity: more than 2” (it was 3).',
  );
  expect(why({ all: [inTheUs, overTwo] }, { 'order/country': 'DE', 'claim/quantity': 3 })).toBe(
    '“Country: any of United States” does not hold: it was Germany.',
  );
  expect(why({ all: [overTwo] }, {})).toBe('“Quantity: more than 2” does not hold: it was unknown.');
  expect(why({ any: [inTheUs, overTwo] }, { 'order/country': 'DE', 'claim/quantity': 3 })).toBe(
    '“Quantity: more than 2” holds: it was 3.',
  );
  expect(why({ any: [inTheUs, overTwo] }, {})).toBe(
    'None of its conditions holds: “Country: any of United States” (it was unknown), “Quantity: more than 2” (it was unknown).',
  );
  expect(why({ any: [inTheUs] }, { 'order/country': 'DE' })).toBe(
    '“Country: any of United States” does not hold: it was Germany.',
  );
  expect(why({ all: [overTwo, overTwo, overTwo, overTwo] }, { 'claim/quantity': 3 })).toMatch(
    /^All 4 conditions hold: (“Quantity: more than 2” \(it was 3\), ){3}1 more\.$/,
  );
});
