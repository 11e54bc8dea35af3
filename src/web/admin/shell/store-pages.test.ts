import { describe, expect, test } from 'vitest';
import { featuresOf } from '#core/policy/features.ts';
import { type StoreFeatures } from '#core/stores/features.ts';
import { storeSettingsOf } from '#core/settings/settings.fixture.ts';
import { firstPage, inStore, navEntries, userEntries, type Viewer } from './store-pages.ts';

const features = (on: {
  returns?: boolean;
  warranties?: boolean;
  shipping?: boolean;
  registrations?: boolean;
}): StoreFeatures => ({
  ...featuresOf(storeSettingsOf({})),
  returns: { isReturnsEnabled: on.returns ?? false },
  warranties: { isWarrantiesEnabled: on.warranties ?? false },
  shippingProtection: on.shipping ?? false,
  registrations: { isRegistrationEnabled: on.registrations ?? false },
});
const all = features({ returns: true, warranties: true, shipping: true, registrations: true });
const everywhere = () => true;

describe('where claims begin (C2.03)', () => {
  test.each([
    [all, '/$storeId/claims/return'],
    [features({ warranties: true, shipping: true, registrations: true }), '/$storeId/claims/warranty'],
    [features({ shipping: true, registrations: true }), '/$storeId/claims/shipping'],
    [features({ registrations: true }), '/$storeId/registrations'],
    [features({}), '/$storeId/analytics/dashboards'],
  ])('%#', (on, path) => expect(firstPage(on, everywhere)).toBe(path));

  test('a page that does not exist is passed over; with none left there is nowhere to go', () => {
    expect(firstPage(all, (path) => path !== '/$storeId/claims/return')).toBe('/$storeId/claims/warranty');
    expect(firstPage(features({}), () => false)).toBeNull();
  });
});

describe('the sidebar', () => {
  const seen = (viewer: Partial<Viewer>): string[] =>
    navEntries(
      { features: all, isAdmin: false, isSuperAdmin: false, isProviderAdmin: false, ...viewer },
      everywhere,
    ).map(({ label }) => label);

  test('shows staff what they may open', () =>
    expect(seen({})).toEqual([
      'Home',
      'Order Lookup',
      'Return claims',
      'Warranty claims',
      'Shipping claims',
      'Registrations',
      'Actions',
    ]));
  test('shows admins books, figures and settings, and the showcase to super-admins alone', () => {
    expect(seen({ isAdmin: true }).slice(7)).toEqual(['Books', 'Dashboards', 'Settings']);
    expect(seen({ isAdmin: true, isSuperAdmin: true })).toContain('Swatches');
    // Everybody is super-admin of a test store, and provider admin of none.
    expect(seen({ isAdmin: true, isSuperAdmin: true })).not.toContain('Concierge');
    expect(seen({ isAdmin: true, isSuperAdmin: true, isProviderAdmin: true })).toContain('Concierge');
  });
  test('hides what the store has off; orders are always on', () =>
    expect(seen({ features: features({}) })).toEqual(['Home', 'Order Lookup', 'Actions']));
});

test('the menu of the user has billing and settings for admins', () => {
  const viewer = { features: all, isAdmin: true, isSuperAdmin: false, isProviderAdmin: false };
  expect(userEntries(viewer, everywhere).map(({ label }) => label)).toEqual(['Billing', 'Settings']);
  expect(userEntries({ ...viewer, isAdmin: false }, everywhere)).toEqual([]);
  expect(inStore('/$storeId/settings', 7)).toBe('/7/settings');
});
