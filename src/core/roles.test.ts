import { expect, test } from 'vitest';
import { can, rolesWith } from '#core/roles.ts';

test.each([
  ['Makegood_Admin', true, true, true],
  ['Admin', true, true, false],
  ['Staff', true, false, false],
  ['Commerce_API_Admin', false, false, false],
  ['Helpdesk', true, false, false],
] as const)('%s', (role, claims, settings, provider) => {
  const store = { isTest: false };
  expect([can(role, 'claims', store), can(role, 'settings', store), can(role, 'providerControls', store)]).toEqual([
    claims,
    settings,
    provider,
  ]);
});

test('a helpdesk gives money only where the store lets it, and never exports', () => {
  const at = (isTest: boolean, mayHelpdeskFinalize: boolean) => ({ isTest, mayHelpdeskFinalize });
  expect(can('Helpdesk', 'money', { isTest: true })).toBe(false);
  expect(can('Helpdesk', 'money', at(true, false))).toBe(false);
  expect(can('Helpdesk', 'money', at(false, true))).toBe(true);
  expect(can('Helpdesk', 'exports', at(true, true))).toBe(false);
  expect([can('Staff', 'money', at(false, false)), can('Staff', 'exports', at(false, false))]).toEqual([true, true]);
});

test('in a test store every person may do everything, keys and helpdesks still may not', () => {
  expect(can('Staff', 'providerControls', { isTest: true })).toBe(true);
  expect(can('Commerce_API_Admin', 'settings', { isTest: true })).toBe(false);
  expect(can('Helpdesk', 'settings', { isTest: true })).toBe(false);
});

test('the roles a refused screen names never include provider staff', () =>
  expect([rolesWith('settings'), rolesWith('claims')]).toEqual([['Admin'], ['Admin', 'Staff']]));
