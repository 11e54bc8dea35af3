import { featuresOf } from '#core/policy/features.ts';
import { storeSettingsOf } from '#core/settings/settings.fixture.ts';
import { expect, test } from 'vitest';
import { isAdminOf, isSuperAdminOf, storeLabels, type MyStore } from './access.ts';

const store = (over: Partial<MyStore>): MyStore => ({
  id: 1,
  slug: 's',
  name: 'S',
  currencyCode: 'USD',
  isTest: false,
  shopifyPlan: 'Basic',
  isCrewInstalled: true,
  customerAppUrl: '',
  invoiceDefinition: null,
  subscriptionStatus: 'active',
  confirmationUrl: null,
  features: featuresOf(storeSettingsOf({})),
  roleCode: 'Staff',
  mayFinalize: true,
  mayExport: true,
  ...over,
});

test('settings are for admins, provider admins and everyone in a test store', () => {
  expect(isAdminOf(store({}), false)).toBe(false);
  expect(isAdminOf(store({ roleCode: 'Admin' }), false)).toBe(true);
  expect(isAdminOf(store({ roleCode: 'Makegood_Admin' }), false)).toBe(true);
  expect(isAdminOf(store({ isTest: true }), false)).toBe(true);
  expect(isAdminOf(store({}), true)).toBe(true);
  expect(isAdminOf(store({ roleCode: 'Helpdesk', isTest: true }), false)).toBe(false);
});

test('provider admins are super-admins, and so is everyone in a test store', () => {
  expect(isSuperAdminOf(store({ roleCode: 'Admin' }), false)).toBe(false);
  expect(isSuperAdminOf(store({ isTest: true }), false)).toBe(true);
  expect(isSuperAdminOf(store({}), true)).toBe(true);
});

test('only stores that share a name carry their id', () => {
  const labels = storeLabels([
    { id: 1, name: 'Pine' },
    { id: 2, name: 'Oak' },
    { id: 3, name: 'Pine' },
  ]);
  expect([...labels.values()]).toEqual(['Pine (1)', 'Oak', 'Pine (3)']);
});
