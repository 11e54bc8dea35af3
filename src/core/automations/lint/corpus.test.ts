import { expect, test } from 'vitest';
import { FAULTS, SOUND, SOUND_EDITS, type Linted } from '#core/automations/lint/corpus.fixture.ts';
import type { LintFinding } from '#core/automations/lint/finding.ts';
import { lintRules } from '#core/automations/lint/lint.ts';
import { runnable } from '#core/automations/rules.fixture.ts';

const found = ({ rules, things, offered }: Linted): LintFinding[] =>
  lintRules(rules.map(runnable), { things, offered, currencyCode: 'USD' });

// docs/linter.md has these figures.
test('of 41 seeded faults 39 are found, by kind and rule', () => {
  expect(FAULTS).toHaveLength(41);
  const missed = FAULTS.filter(
    ({ edit, kind, ruleId }) => !found(edit(SOUND)).some((one) => one.kind === kind && one.ruleId === ruleId),
  );
  expect(missed.map(({ name }) => name)).toEqual([
    'an item worth more than the claim',
    'a province of another country',
  ]);
});

test.each(SOUND_EDITS)('is silent about what is sound: $name', ({ edit }) => {
  expect(found(edit(SOUND)).map(({ message }) => message)).toEqual([]);
});

test('there are 23 sound sets', () => {
  expect(SOUND_EDITS).toHaveLength(23);
});
