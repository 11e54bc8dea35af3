import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeRule } from '#core/automations/rules.fixture.ts';
import { law } from '#core/law.fixture.ts';
import { flowOf, foundActions, isInFlow, listedRules, reordered } from './flow.ts';
import { placeOf } from './use-reorder.ts';

const HOOK = 'beforeClaimSubmission';
const rule = (id: number, priority: number, isEnabled = true, name = `Rule ${id}`) =>
  ({
    ...feeRule(id, { priority }),
    hook: HOOK,
    isEnabled,
    name,
  }) as const;

test('the flow has the rules of each moment as they run, and what can be added there (R2.03)', () => {
  const flow = flowOf([rule(3, 2), rule(1, 2), rule(2, 1)]);
  expect(flow.map(({ label }) => label)).toEqual([
    'Order lookup',
    'Items and reasons',
    'Review and submit',
    'Claim created',
    'Return shipment',
    'Warehouse and inspection',
    'Finalize',
    'Product registration',
  ]);
  const moment = flow.flatMap(({ moments }) => moments).find(({ hook }) => hook === HOOK);
  expect(moment?.rules.map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(moment?.actions).toContain('applyFee');
  expect(moment?.actions).not.toContain('orderEditing');
  expect(isInFlow('orderCheckoutBegin')).toBe(false);
});

test('the list is by name, of one action, without what is switched off (R2.04)', () => {
  const rules = [rule(1, 1, true, 'b'), rule(2, 2, false, 'a'), rule(3, 3, true, 'C')];
  const ids = (filter: Parameters<typeof listedRules>[1]) => listedRules(rules, filter).map(({ id }) => id);
  expect(ids({ action: null, isEnabledOnly: true })).toEqual([1, 3]);
  expect(ids({ action: null, isEnabledOnly: false })).toEqual([2, 1, 3]);
  expect(ids({ action: 'shopNow', isEnabledOnly: false })).toEqual([]);
});

test('actions are found by what they are called and do, by name (R2.16)', () => {
  expect(foundActions(' ORDER TAG')).toEqual(['applyOrderTags']);
  expect(foundActions('so that staff find it')).toEqual(['applyClaimTags']);
  expect(foundActions('zzz')).toEqual([]);
});

test('a rule that is moved comes to stand at its place, and the others stay in order', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat(), (all, at, to) => {
      const rules = all.map((id, place) => rule(id, place + 1));
      const id = all[at % all.length] ?? 0;
      const place = to % all.length;
      const { madeOf, ruleIds } = reordered(rules, { id, hook: HOOK, to: place });
      expect(madeOf).toEqual(all);
      expect(ruleIds[place]).toBe(id);
      expect(ruleIds.filter((one) => one !== id)).toEqual(all.filter((one) => one !== id));
    }),
    law(4000),
  );
});

test('a row that is dragged comes after those whose middle it has passed', () => {
  const rows = [50, 150, 250].map((middle) => ({ middle, height: 100 }));
  expect(placeOf({ from: 0, by: 99, rows })).toBe(0);
  expect(placeOf({ from: 0, by: 101, rows })).toBe(1);
  expect(placeOf({ from: 0, by: 900, rows })).toBe(2);
  expect(placeOf({ from: 2, by: -900, rows })).toBe(0);
  expect(placeOf({ from: 1, by: 0, rows })).toBe(1);
});
