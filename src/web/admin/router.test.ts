import { expect, test } from 'vitest';
import { router } from './router.tsx';
import { ownPage } from './search.ts';

const EVIL = [
  'https://evil.test/x',
  '//evil.test',
  String.raw`/\evil.test`,
  '/1/..//evil.test',
  'javascript:alert(1)',
  String.raw`\\evil.test`,
  '/\t/evil.test',
  ['https://evil.test'],
  { href: 'https://evil.test' },
];
/** The places that pages are at; every route of the router is one of them. */
const PAGES: Readonly<Record<string, string>> = {
  '/': '/',
  '/sign-out': '/sign-out',
  '/welcome': '/welcome',
  '/sign-up': '/sign-up',
  '/helpdesk': '/helpdesk',
  '/concierge/': '/concierge',
  '/concierge/answers': '/concierge/answers',
  '/$storeId/integrations/customers': '/1/integrations/customers',
  '/$storeId/': '/1',
  '/$storeId/claims': '/1/claims',
  '/$storeId/claims/create': '/1/claims/create',
  '/$storeId/claims/$type': '/1/claims/return',
  '/$storeId/claims/$type/$claimId': '/1/claims/return/7',
  '/$storeId/orders/lookup': '/1/orders/lookup',
  '/$storeId/orders/lookup/$idFromPlatform': '/1/orders/lookup/7',
  '/$storeId/orders/lookup/$idFromPlatform/claim': '/1/orders/lookup/7/claim',
  '/$storeId/claims/shipping': '/1/claims/shipping',
  '/$storeId/claims/shipping/$shippingClaimId': '/1/claims/shipping/7',
  '/$storeId/claims/shipping-mail': '/1/claims/shipping-mail',
  '/$storeId/registrations': '/1/registrations',
  '/$storeId/registrations/$registrationId': '/1/registrations/7',
  '/$storeId/effects': '/1/effects',
  '/$storeId/books': '/1/books',
  '/$storeId/analytics': '/1/analytics',
  '/$storeId/analytics/dashboards': '/1/analytics/dashboards',
  '/$storeId/billing': '/1/billing',
  '/$storeId/exports': '/1/exports',
  '/$storeId/registrations/codes': '/1/registrations/codes',
  '/$storeId/registrations/import': '/1/registrations/import',
  '/$storeId/registrations/serial-number': '/1/registrations/serial-number',
  '/$storeId/settings/': '/1/settings',
  '/$storeId/settings/$section': '/1/settings/users',
  '/$storeId/settings/audit-log': '/1/settings/audit-log',
  '/$storeId/settings/automations': '/1/settings/automations',
  '/$storeId/settings/automations/back-test': '/1/settings/automations/back-test',
  '/$storeId/settings/automations/create': '/1/settings/automations/create',
  '/$storeId/settings/automations/edit/$storeRuleId': '/1/settings/automations/edit/7',
  '/$storeId/settings/automations/versions': '/1/settings/automations/versions',
  '/$storeId/swatches': '/1/swatches',
  '/$storeId/sign-out': '/1/sign-out',
  '/$storeId/welcome': '/1/welcome',
  '/$storeId/sign-up': '/1/sign-up',
};
/** What is no value of any page. */
const NONSENSE = {
  view: 'zzz',
  filters: 'abc',
  sort: 'zzz',
  cursor: 'zzz',
  state: 'zzz',
  before: -1,
  dashboard: 'zzz',
  period: 'zz',
  from: 'zz',
  to: 'zz',
  claimType: 'zzz',
  'settings-navigation': 'zzz',
  layout: { zzz: 1 },
  utm_source: 'zzz',
};

/** What a page reads from its address, as the router hands it to the page. */
function searchAt(path: string, raw: Record<string, unknown>): { id: string; search: Record<string, unknown> } {
  const match = router.matchRoutes(path, raw).at(-1);
  const kept = Object.entries(match?.search ?? {}).filter(([, value]) => value !== undefined);
  return { id: match?.routeId ?? '', search: Object.fromEntries(kept) };
}
const readsSearch = (id: string): boolean =>
  router.matchRoutes(PAGES[id] ?? '', {}).some((match) => router.routesById[match.routeId].options.validateSearch);

test('every page is listed here', () => {
  const frames = ['__root__', '/$storeId', '/$storeId/settings', '/concierge'];
  expect(
    Object.keys(router.routesById)
      .filter((id) => !frames.includes(id))
      .toSorted(),
  ).toEqual(Object.keys(PAGES).toSorted());
  for (const [id, path] of Object.entries(PAGES)) expect(searchAt(path, {}).id).toBe(id);
});

test.each(Object.entries(PAGES).filter(([id]) => readsSearch(id)))(
  'the search of %s keeps no address of another site and nothing that makes no sense',
  (_id, path) => {
    for (const evil of EVIL) {
      const { search } = searchAt(path, { returnTo: evil, 'return-to': evil, next: evil });
      expect(JSON.stringify(search), JSON.stringify(evil)).not.toContain('evil');
      expect(search).not.toHaveProperty('next');
    }
    expect(JSON.stringify(searchAt(path, NONSENSE).search)).not.toContain('zz');
  },
);

test('the way back within the back office is kept', () => {
  const returnTo = '/1/claims/return?view=3#content';
  expect(searchAt('/1/orders/lookup/7', { returnTo }).search).toEqual({ returnTo });
  expect(searchAt('/1/settings/users', { 'return-to': '/1/effects' }).search).toEqual({ 'return-to': '/1/effects' });
  expect(ownPage('/1')).toBe('/1');
  expect([ownPage('/login'), ownPage('/'), ownPage(7), ownPage(`/1/${'x'.repeat(2000)}`)]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});
