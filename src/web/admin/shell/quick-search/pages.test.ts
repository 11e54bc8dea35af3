import { expect, test } from 'vitest';
import type { Viewed } from '../../routes/settings/section-names.ts';
import { pagesNamed } from './pages.ts';

const PAGES = [
  { label: 'Home', path: '/$storeId' },
  { label: 'Order Lookup', path: '/$storeId/orders/lookup' },
  { label: 'Warranty claims', path: '/$storeId/claims/warranty' },
  { label: 'Settings', path: '/$storeId/settings' },
  { label: 'Billing', path: '/$storeId/billing' },
  { label: 'Settings', path: '/$storeId/settings' },
];
const viewer = (on: Partial<Viewed['features']> = {}, isSuperAdmin = false): Viewed => ({
  isSuperAdmin,
  features: { orderEditing: false, shippingProtection: false, ...on },
});
const named = (typed: string, pages = PAGES, by = viewer()): string[] =>
  pagesNamed(pages, 7, typed, by).map(({ title, path }) => `${title} ${path}`);

test('pages and actions are found by the start of their words, once each', () => {
  expect(named('settings')[0]).toBe('Settings /7/settings');
  expect(named('bill')).toEqual(['Billing /7/billing']);
  expect(named('create claim')).toEqual(['Create claim /7/orders/lookup']);
  expect(named('home')).toEqual(['Home /7']);
});

test('the sections of the settings are found, below what is named by the words', () => {
  expect(named('theme')).toEqual(['Theme /7/settings/theme']);
  expect(named('warrant')).toEqual([
    'Warranty claims /7/claims/warranty',
    'Warranties /7/settings/warranties',
    'Create claim /7/orders/lookup',
  ]);
});

test('they are found by what else people call them', () => {
  expect(named('invoices')).toEqual(['Billing /7/billing']);
  expect(named('invite')).toEqual(['Invite a user /7/settings/users', 'Users /7/settings/users']);
  expect(named('logo')).toEqual(['Theme /7/settings/theme']);
});

test('the settings of an area are found where it is on, and those of the provider by super-admins', () => {
  expect(named('order editing')).toEqual([]);
  expect(named('order editing', PAGES, viewer({ orderEditing: true }))).toEqual([
    'Order Editing /7/settings/order-editing',
  ]);
  expect(named('checkout')).toEqual([]);
  expect(named('checkout', PAGES, viewer({ shippingProtection: true }))).toEqual([
    'Checkout Widget /7/settings/checkout-widget',
    'Checkout Plus /7/settings/checkout-plus',
  ]);
  expect(named('provider')).toEqual([]);
  expect(named('provider', PAGES, viewer({}, true))).toEqual(['Provider /7/settings/provider']);
});

test('staff without settings find nothing of them', () => {
  const without = PAGES.filter(({ label }) => label !== 'Settings');
  for (const typed of ['theme', 'invite', 'users', 'settings']) expect(named(typed, without)).toEqual([]);
});

test('a number, a letter or a part inside a word finds none', () => {
  for (const typed of ['1982', 's', 'ettings', 'settings nowhere', '']) expect(named(typed)).toEqual([]);
});
