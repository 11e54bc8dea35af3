import { expect, test } from 'vitest';
import { differenceOf, pathInWords, valueInWords } from '#core/audit/difference.ts';

test('fields within fields differ by themselves; a list is one value', () => {
  const before = { rule: { priority: 1, params: { fee: 2 } }, tags: ['a'], name: 'Same' };
  const after = { rule: { priority: 1, params: { fee: 3 } }, tags: ['a', 'b'], name: 'Same', note: null };
  expect(differenceOf(before, after)).toEqual([
    { path: 'rule.params.fee', before: 2, after: 3 },
    { path: 'tags', before: ['a'], after: ['a', 'b'] },
    { path: 'note', before: undefined, after: null },
  ]);
});

test('paths and values are words', () => {
  expect(pathInWords('rule.feeAmount')).toBe('Rule › Fee amount');
  expect(pathInWords('role_code')).toBe('Role code');
  expect([true, null, ['a', 'b'], 3, [{ a: 1 }]].map(valueInWords)).toEqual([
    'On',
    '',
    'a, b',
    '3',
    '[\n {\n  "a": 1\n }\n]',
  ]);
});
