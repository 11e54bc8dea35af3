import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { CLAIM_TYPES, typeAtPath, type ClaimType } from '#core/claims/types.ts';
import { isInSettings, listOf, TABLE_KINDS, type ClaimKind, type ListKind } from '#core/lists/lists.ts';
import { claimsQuery, countsQuery, ordersQuery, viewsQuery } from './list-queries.ts';
import { isAnyKept, keptAddress } from './lists/kept-state.ts';
import { listAddress, openView, searchRequest, startOfToday, type ListAddress } from './lists/list-address.ts';
import { meQuery } from './me-query.ts';
import { queryClient } from './query-client.ts';
import { CLAIMS, ORDERS } from './routes/claims/claim-places.ts';
import { dashboardsSearch } from './routes/analytics/dashboards-words.ts';
import { ClaimsPage } from './routes/claims/claims-page.tsx';
import { effectsSearch } from './routes/effects/effect-words.ts';
import { customerQuery } from './routes/integrations/customer-search.ts';
import { creationSearch, lookupSearch, orderSearch } from './routes/orders/return-to.ts';
import { automationsSearch, ruleSearch } from './routes/automations/automation-places.ts';
import { settingsSearch, whereFrom, type OpenPage, type SettingsSearch } from './routes/settings/settings-address.ts';
import { helpdeskSearch, welcomeSearch } from './routes/sign-in/sign-in-search.ts';
import { onlySearch, outerSearch } from './search.ts';
import { ClaimsHome } from './shell/claims-home.tsx';
import { Home, WithoutStore } from './shell/home.tsx';
import { ErrorPage, NotFoundPage } from './shell/problem-pages.tsx';
import { Shell } from './shell/shell.tsx';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: WithoutStore });

const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Home });

/** Pages of the provider, over all stores. */
const providerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'concierge',
  component: lazyRouteComponent(() => import('./shell/provider-shell.tsx'), 'ProviderShell'),
});
const queueRoute = createRoute({
  getParentRoute: () => providerRoute,
  path: '/',
  validateSearch: onlySearch((raw) => listAddress('Concierge', raw)),
  component: lazyRouteComponent(() => import('./routes/concierge/concierge-page.tsx'), 'ConciergePage'),
});
const answersRoute = createRoute({
  getParentRoute: () => providerRoute,
  path: 'answers',
  component: lazyRouteComponent(() => import('./routes/concierge/answers-page.tsx'), 'AnswersPage'),
});

const storeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$storeId',
  params: {
    // What is no number is no store: the address leaves the store out, or is nowhere.
    parse: ({ storeId }) => /^\d+$/.test(storeId) && { storeId: idParam(storeId) },
    stringify: ({ storeId }) => ({ storeId: String(storeId) }),
  },
  component: Shell,
  notFoundComponent: NotFoundPage,
});

/** Asks for what a page shows while its code is loaded. What could not be had is asked for again by the page, which shows why. */
const early = (ask: Promise<unknown>): void => void ask.catch(() => undefined);

/** The same by a part that is loaded apart, as it has a good part of the contract that no list needs; at once when it is there. */
function later<Part>(load: () => Promise<Part>): (ask: (part: Part) => Promise<unknown>) => void {
  let part: Part | null = null;
  return (ask) => early(part === null ? load().then((loaded) => ask((part = loaded))) : ask(part));
}
const withQueries = later(() => import('./queries.ts'));
const withOrderQueries = later(() => import('./routes/orders/order-queries.ts'));

const storeHomeRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: '/',
  loader: ({ params: { storeId } }) =>
    withQueries(({ dashboardQuery }) => queryClient.prefetchQuery(dashboardQuery(storeId))),
  component: lazyRouteComponent(() => import('./routes/home/home-page.tsx'), 'HomePage'),
});
const claimsHomeRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'claims',
  component: ClaimsHome,
});
const createRedirectRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'claims/create',
  validateSearch: onlySearch(orderSearch),
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: ORDERS, params, search, replace: true });
  },
});

type Entering = { params: { storeId: number }; search: ListAddress; cause: 'preload' | 'enter' | 'stay' };

/** The address of a list as it was left, for who comes back to it at no place in particular (C6.04). */
async function asLeft(kind: ListKind, { params, search, cause }: Entering): Promise<ListAddress | null> {
  if (
    cause !== 'enter' ||
    Object.values(search).some((value) => value !== undefined) ||
    !isAnyKept(params.storeId, kind)
  )
    return null;
  const me = await queryClient.ensureQueryData(meQuery).catch(() => null);
  const kept = me && keptAddress({ userId: me.user.id, storeId: params.storeId, kind });
  const address = kept && listAddress(kind, kept);
  return address && Object.keys(address).length > 0 ? address : null;
}

/** Asks for what the list shows. Not awaited: the list appears at once and shows its own placeholders. */
async function prefetchList(kind: ClaimKind | 'Order', storeId: number, address: ListAddress): Promise<void> {
  if (kind !== 'Order') void queryClient.prefetchQuery(countsQuery(storeId, kind));
  // What could not be asked for the list tells itself.
  const views = queryClient.ensureQueryData(viewsQuery(storeId, kind)).catch(() => []);
  const needsView = address.view !== undefined && address.filters === undefined;
  const { filters } = openView(kind, address, needsView ? await views : []);
  const narrowing = address.filters ?? filters;
  await (kind === 'Order'
    ? queryClient.prefetchQuery(ordersQuery(storeId, searchRequest(kind, address, narrowing, startOfToday())))
    : queryClient.prefetchQuery(claimsQuery(storeId, searchRequest(kind, address, narrowing, startOfToday()))));
  await views;
}

const typeParam = {
  // What names no type of claims is no page.
  parse: ({ type }: { type: string }) => {
    const named = typeAtPath(type);
    return named !== null && { type: named };
  },
  stringify: ({ type }: { type: ClaimType }) => ({ type: CLAIM_TYPES[type].path }),
};
/** The type whose list is on the screen while another page is on its way. */
function typeOnScreen(): ClaimType | undefined {
  return router.state.matches.find((match) => match.routeId === claimsRoute.id)?.params.type;
}
const claimsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'claims/$type',
  params: typeParam,
  validateSearch: onlySearch((raw) => listAddress(null, raw)),
  beforeLoad: async ({ params, search, cause }) => {
    const isOther = cause === 'stay' && typeOnScreen() !== params.type;
    const left = await asLeft(params.type, { params, search, cause: isOther ? 'enter' : cause });
    if (left) throw redirect({ to: CLAIMS, params, search: left, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ params: { storeId, type }, deps }) => early(prefetchList(type, storeId, listAddress(type, deps))),
  component: ClaimsPage,
});
const claimRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'claims/$type/$claimId',
  params: {
    parse: ({ type, claimId }) => {
      const named = typeParam.parse({ type });
      return named && { ...named, claimId: idParam(claimId) };
    },
    stringify: ({ type, claimId }) => ({ ...typeParam.stringify({ type }), claimId: String(claimId) }),
  },
  // The list it was opened from, for the way back and for its neighbors.
  validateSearch: onlySearch((raw) => listAddress(null, raw)),
  loader: ({ params: { storeId, claimId } }) =>
    withQueries(({ claimQuery }) => queryClient.prefetchQuery(claimQuery(storeId, claimId))),
  component: lazyRouteComponent(() => import('./routes/claim/claim-detail.tsx'), 'ClaimPage'),
});

/** The lists that show their table as it is. */
const TableList = lazyRouteComponent(() => import('./lists/table-list.tsx'), 'TableList');
const tableRoutes = TABLE_KINDS.filter(
  (kind) => !isInSettings(kind) && kind !== 'Registration' && kind !== 'Shipping',
).map((kind) =>
  createRoute({
    getParentRoute: () => storeRoute,
    path: listOf(kind).path,
    validateSearch: onlySearch((raw) => listAddress(kind, raw)),
    component: () => <TableList kind={kind} />,
  }),
);

const shippingClaimsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'claims/shipping',
  validateSearch: onlySearch((raw) => listAddress('Shipping', raw)),
  component: lazyRouteComponent(() => import('./routes/shipping/shipping-claims-page.tsx'), 'ShippingClaimsPage'),
});
const shippingClaimRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'claims/shipping/$shippingClaimId',
  params: {
    parse: ({ shippingClaimId }) => ({ shippingClaimId: idParam(shippingClaimId) }),
    stringify: ({ shippingClaimId }) => ({ shippingClaimId: String(shippingClaimId) }),
  },
  validateSearch: onlySearch(() => ({})),
  component: lazyRouteComponent(() => import('./routes/shipping/shipping-claim-page.tsx'), 'ShippingClaimPage'),
});

const unplacedMailRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'claims/shipping-mail',
  validateSearch: onlySearch(() => ({})),
  component: lazyRouteComponent(() => import('./routes/shipping/unplaced-mail-page.tsx'), 'UnplacedMailPage'),
});

const registrationsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'registrations',
  validateSearch: onlySearch((raw) => listAddress('Registration', raw)),
  component: lazyRouteComponent(() => import('./routes/registrations/registrations-page.tsx'), 'RegistrationsPage'),
});
const registrationCodesRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'registrations/codes',
  validateSearch: onlySearch(() => ({})),
  component: lazyRouteComponent(() => import('./routes/registrations/codes-page.tsx'), 'CodesPage'),
});
const importsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'registrations/import',
  validateSearch: onlySearch(() => ({})),
  component: lazyRouteComponent(() => import('./routes/registrations/imports-page.tsx'), 'ImportsPage'),
});
const serialNumberRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'registrations/serial-number',
  validateSearch: onlySearch((raw): { number?: string } =>
    typeof raw['number'] === 'string' ? { number: raw['number'].slice(0, 100) } : {},
  ),
  component: lazyRouteComponent(() => import('./routes/registrations/serial-number-page.tsx'), 'SerialNumberPage'),
});
const registrationRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'registrations/$registrationId',
  params: {
    parse: ({ registrationId }) => ({ registrationId: idParam(registrationId) }),
    stringify: ({ registrationId }) => ({ registrationId: String(registrationId) }),
  },
  validateSearch: onlySearch(() => ({})),
  component: lazyRouteComponent(() => import('./routes/registrations/registration-page.tsx'), 'RegistrationPage'),
});

const orderListSearch = onlySearch(lookupSearch);
const orderLookupRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'orders/lookup',
  validateSearch: orderListSearch,
  beforeLoad: async (entering) => {
    const left = await asLeft('Order', entering);
    if (left) throw redirect({ to: ORDERS, params: entering.params, search: left, replace: true });
  },
  loaderDeps: ({ search: { returnTo: _returnTo, ...address } }) => address,
  loader: ({ params, deps }) => early(prefetchList('Order', params.storeId, deps)),
  component: lazyRouteComponent(() => import('./routes/orders/order-lookup.tsx'), 'OrderLookupPage'),
});
const orderRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'orders/lookup/$idFromPlatform',
  validateSearch: onlySearch(orderSearch),
  loader: ({ params: { storeId, idFromPlatform } }) =>
    withOrderQueries(({ orderQuery }) => queryClient.prefetchQuery(orderQuery(storeId, idFromPlatform))),
  component: lazyRouteComponent(() => import('./routes/orders/order-overview.tsx'), 'OrderOverview'),
});
const createClaimRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'orders/lookup/$idFromPlatform/claim',
  validateSearch: onlySearch(creationSearch),
  component: lazyRouteComponent(() => import('./routes/orders/create-claim.tsx'), 'CreateClaimPage'),
});

const effectsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'effects',
  validateSearch: onlySearch(effectsSearch),
  component: lazyRouteComponent(() => import('./routes/effects/effects-page.tsx'), 'EffectsPage'),
});

const booksRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'books',
  component: lazyRouteComponent(() => import('./routes/books/books.tsx'), 'Books'),
});

const analyticsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'analytics',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$storeId/analytics/dashboards', params, replace: true });
  },
});
const dashboardsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'analytics/dashboards',
  validateSearch: onlySearch(dashboardsSearch),
  component: lazyRouteComponent(() => import('./routes/analytics/dashboards.tsx'), 'Dashboards'),
});

const exportsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'exports',
  component: lazyRouteComponent(() => import('./routes/exports/exports-page.tsx'), 'ExportsPage'),
});

const billingRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'billing',
  component: lazyRouteComponent(() => import('./routes/billing/billing.tsx'), 'BillingPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'settings',
  validateSearch: outerSearch<SettingsSearch>(['return-to', 'settings-navigation'], settingsSearch),
  beforeLoad: ({ params, search, location }) => {
    if (search['return-to'] !== undefined) return;
    const from = whereFrom(params.storeId, pageBefore());
    if (from === undefined) return;
    const asked = new URLSearchParams(location.searchStr);
    asked.set('return-to', from);
    const hash = location.hash === '' ? '' : `#${location.hash}`;
    throw redirect({ href: `${location.pathname}?${asked}${hash}`, replace: true });
  },
  component: lazyRouteComponent(() => import('./routes/settings/settings.tsx'), 'SettingsArea'),
});
const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  validateSearch: onlySearch(settingsSearch),
  beforeLoad: ({ params, search }) => {
    throw redirect({
      to: '/$storeId/settings/$section',
      params: { ...params, section: 'theme' },
      search,
      replace: true,
    });
  },
});
const settingsSectionRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '$section',
  validateSearch: onlySearch(settingsSearch),
  component: lazyRouteComponent(() => import('./routes/settings/settings.tsx'), 'SettingsSectionPage'),
});

const automationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'automations',
  validateSearch: onlySearch(automationsSearch),
  component: lazyRouteComponent(() => import('./routes/automations/automations-page.tsx'), 'AutomationsPage'),
});
const createRuleRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'automations/create',
  validateSearch: onlySearch(ruleSearch),
  component: lazyRouteComponent(() => import('./routes/automations/rule-page.tsx'), 'CreateRulePage'),
});
const backTestRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'automations/back-test',
  validateSearch: onlySearch(settingsSearch),
  component: lazyRouteComponent(() => import('./routes/automations/back-test-page.tsx'), 'BackTestPage'),
});
const editRuleRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'automations/edit/$storeRuleId',
  params: {
    parse: ({ storeRuleId }) => ({ storeRuleId: idParam(storeRuleId) }),
    stringify: ({ storeRuleId }) => ({ storeRuleId: String(storeRuleId) }),
  },
  validateSearch: onlySearch(ruleSearch),
  component: lazyRouteComponent(() => import('./routes/automations/rule-page.tsx'), 'EditRulePage'),
});
const ruleVersionsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'automations/versions',
  validateSearch: onlySearch(settingsSearch),
  component: lazyRouteComponent(() => import('./routes/automations/versions-page.tsx'), 'VersionsPage'),
});

const auditLogRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'audit-log',
  validateSearch: onlySearch((raw) => ({ ...settingsSearch(raw), ...listAddress('Audit', raw) })),
  component: lazyRouteComponent(() => import('./routes/settings/audit-log.tsx'), 'AuditLogPage'),
});

const swatchesRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'swatches',
  validateSearch: onlySearch(({ layout }): { layout?: string } => (typeof layout === 'string' ? { layout } : {})),
  component: lazyRouteComponent(() => import('./routes/swatches/swatches.tsx'), 'Swatches'),
});

/** Pages that are of no store; under one they are the same. */
const ofNoStore = (['/sign-out', '/welcome', '/sign-up'] as const).map((path) =>
  createRoute({
    getParentRoute: () => storeRoute,
    path,
    beforeLoad: ({ location: { searchStr, hash } }) => {
      throw redirect({ href: path + searchStr + (hash && `#${hash}`), replace: true });
    },
  }),
);
const signOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-out',
  component: lazyRouteComponent(() => import('./routes/sign-in/sign-out.tsx'), 'SignOut'),
});
const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  validateSearch: onlySearch(welcomeSearch),
  component: lazyRouteComponent(() => import('./routes/sign-in/welcome.tsx'), 'Welcome'),
});
const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./routes/sign-in/sign-up.tsx'), 'SignUpPage'),
});
const helpdeskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/helpdesk',
  validateSearch: onlySearch(helpdeskSearch),
  component: lazyRouteComponent(() => import('./routes/sign-in/helpdesk-login.tsx'), 'HelpdeskLogin'),
});

// Outside the store layout: a helpdesk frame has no room for the menus.
const customerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$storeId/integrations/customers',
  params: {
    parse: ({ storeId }) => ({ storeId: idParam(storeId) }),
    stringify: ({ storeId }) => ({ storeId: String(storeId) }),
  },
  validateSearch: onlySearch(customerQuery),
  component: lazyRouteComponent(() => import('./routes/integrations/customer-card.tsx'), 'CustomerCardPage'),
});

/** Zero, which no row has, stands for an invalid id, so the page answers "not found". */
function idParam(text: string): number {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

const pageBefore = (): OpenPage | undefined => router.state.resolvedLocation;

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    signOutRoute,
    welcomeRoute,
    signUpRoute,
    helpdeskRoute,
    customerRoute,
    providerRoute.addChildren([queueRoute, answersRoute]),
    storeRoute.addChildren([
      storeHomeRoute,
      claimsHomeRoute,
      createRedirectRoute,
      claimsRoute,
      claimRoute,
      orderLookupRoute,
      orderRoute,
      createClaimRoute,
      shippingClaimsRoute,
      shippingClaimRoute,
      unplacedMailRoute,
      registrationsRoute,
      registrationCodesRoute,
      importsRoute,
      serialNumberRoute,
      registrationRoute,
      effectsRoute,
      booksRoute,
      analyticsRoute,
      dashboardsRoute,
      billingRoute,
      exportsRoute,
      settingsRoute.addChildren([
        settingsIndexRoute,
        settingsSectionRoute,
        automationsRoute,
        createRuleRoute,
        backTestRoute,
        editRuleRoute,
        ruleVersionsRoute,
        auditLogRoute,
      ]),
      swatchesRoute,
      ...tableRoutes,
      ...ofNoStore,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
