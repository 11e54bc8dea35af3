import { expect, test } from 'vitest';
import { ACTION_TYPES, ACTIONS } from '#core/automations/actions.ts';
import { isKnownAt } from '#core/automations/condition.ts';
import { aboutTopic, TOPICS } from './why-topics.ts';

// They change no claim: how one is begun, and orders without one.
const WITHOUT_CLAIM = ['allowClaimTypeSelection', 'orderEditing'];

test('whatever rules decide about a claim is said beside something of it', () => {
  const said = new Set<string>(Object.values(TOPICS).flatMap(({ actions }) => actions));
  const deciding = ACTION_TYPES.filter((type) => ACTIONS[type].hooks.some((hook) => isKnownAt('order/number', hook)));
  expect(deciding.filter((type) => !said.has(type))).toEqual(WITHOUT_CLAIM);
});

test('beside a topic stand the rules about it alone', () => {
  const decisions = [
    { receiptId: 1, rules: [{ type: 'applyFee' as const }, { type: 'applyClaimTags' as const }] },
    { receiptId: 2, rules: [{ type: 'modifyIncentives' as const }] },
  ];
  expect(aboutTopic(decisions, 'tags')).toEqual([{ receiptId: 1, rules: [{ type: 'applyClaimTags' }] }]);
  expect(aboutTopic(decisions, 'inspection')).toEqual([]);
});
