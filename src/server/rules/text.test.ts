import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRules, isSameRules } from '#core/automations/compare.ts';
import { fileSchema } from '#core/automations/rules-file.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import { anyRules, feeRule } from '#core/automations/rules.fixture.ts';
import { TEMPLATES } from '#core/automations/templates.ts';
import { ACTION_TYPES } from '#core/automations/actions.ts';
import { law } from '#core/law.fixture.ts';
import { contentHash } from '#server/db/rule-versions.ts';
import { readText, textOf } from '#server/rules/text.ts';

const URL_OF_SERVER = 'https://makegood.example';

/** What comes back from a file, under the ids it has there. */
const roundTrip = (rules: readonly StoreRule[]): StoreRule[] =>
  readText(textOf(rules, URL_OF_SERVER)).rules.map(({ id, draft }) => ({ ...draft, id: id ?? 0, createdOn: '' }));

/** Texts that YAML would read as something else if they were not quoted, and any other text. */
const anyName = fc.oneof(
  fc.constantFrom('yes', 'null', '1e3', '2026-01-01', '- a', '#', ': b', "it's", '"', 'a\nb', '~', '0x1f', '&a', '*a'),
  fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((text) => text.trim() === text && text !== ''),
);

test('a rule set exported and read again is the same rule set', () => {
  fc.assert(
    fc.property(anyRules, fc.array(anyName, { minLength: 70, maxLength: 70 }), (rules, names) => {
      const named = rules.map((rule, place) => ({ ...rule, name: names[place] ?? rule.name }));
      const read = roundTrip(named);
      expect(isSameRules(compareRules(named, read))).toBe(true);
      expect(contentHash(read)).toBe(contentHash(named));
      expect(readText(textOf(named, URL_OF_SERVER)).basedOn).toBe(contentHash(named));
    }),
    law(1000),
  );
});

test('rules of the templates survive too', () => {
  const rules = TEMPLATES.filter(({ id }) => id !== 'checkout-rates').map(
    ({ name, hook, type, params, conditions }, place): StoreRule => ({
      ...feeRule(place + 1),
      name,
      hook,
      rule: { priority: 1, event: { type, params }, conditions: { all: [...conditions.all] } },
    }),
  );
  expect(contentHash(roundTrip(rules))).toBe(contentHash(rules));
});

test.each([
  ['rules: [', /at line 1/],
  ['rules: 5', /^rules: /],
  ['rules: []\nrule: []', /rule/],
  ['a: &a [1]\nrules: *a', /alias/i],
  [
    'rules: [{name: " ", hook: claimCreated, isEnabled: true, priority: 1, action: applyClaimTags, params: {}}]',
    /^rules\[0\] “ ” name: Name is required$/,
  ],
])('%j is refused with where it is wrong', (text, message) => {
  expect(() => readText(text)).toThrow(message);
});

test('the schema names every action with its parameters', () => {
  const text = JSON.stringify(fileSchema());
  for (const type of ACTION_TYPES) expect(text).toContain(`"const":"${type}"`);
  expect(text).toContain('ineligibleLineItemFootnote');
});
