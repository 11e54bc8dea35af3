import { expect, test } from 'vitest';
import type { Condition } from '#core/automations/condition.ts';
import { tryRule, type TypedRule } from '#core/automations/try-rule.ts';
import { fieldsOf, madeUpFacts, type MadeUp } from './made-up.ts';

const rule = (...conditions: Condition[]): TypedRule => ({
  id: 1,
  hook: 'beforeClaimSubmission',
  priority: 1,
  type: 'applyFee',
  params: null,
  mode: 'all',
  conditions,
});
const matchOf = (its: TypedRule, made: MadeUp) =>
  tryRule(its, [], { askings: [{ subject: 'made', facts: madeUpFacts(made, fieldsOf(its, [])) }], subject: 'made' })
    .match;

test('an order that is made up asks each fact of the rule once', () => {
  const its = rule(
    { fact: 'order/total', operator: 'lessThan', value: 5 },
    { fact: 'order/total', operator: 'greaterThan', value: 1 },
    { fact: 'claim/customField', operator: 'in', value: ['a'], customFieldId: 3 },
    { fact: '', operator: 'in', value: [] },
    { fact: 'gone/fact', operator: 'in', value: ['x'] },
  );
  expect(fieldsOf(its, [])).toEqual([
    { key: 'order/total', fact: 'order/total' },
    { key: 'claim/customField#3', fact: 'claim/customField', customFieldId: 3 },
  ]);
});

test('what is not typed is unknown as a number, and none in a list', () => {
  const cheap = rule({ fact: 'order/total', operator: 'lessThan', value: 5 });
  expect(matchOf(cheap, {})).toBe('no');
  expect(matchOf(cheap, { 'order/total': 4 })).toBe('yes');
  const plain = rule({ fact: 'customer/tags', operator: 'notIn', value: ['vip'] });
  expect(matchOf(plain, {})).toBe('yes');
  expect(matchOf(plain, { 'customer/tags': ['VIP'] })).toBe('no');
  expect(matchOf(plain, { 'customer/tags': 'vip' })).toBe('no');
});
