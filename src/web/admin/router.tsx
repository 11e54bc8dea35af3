import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { claimQuery, claimsQuery, countsQuery } from './queries.ts';
import { queryClient } from './query-client.ts';
import { ClaimsList } from './routes/claims/claims-list.tsx';
import { listSearch, searchRequest } from './routes/claims/list-search.ts';
import { effectsSearch } from './routes/effects/effect-words.ts';
import { helpdeskSearch, welcomeSearch } from './routes/sign-in/sign-in-search.ts';
import { ClaimsHome } from './shell/claims-home.tsx';
import { Home } from './shell/home.tsx';
import { ErrorPage, NotFoundPage } from './shell/problem-pages.tsx';
import { Shell } from './shell/shell.tsx';

const rootRoute = createRootRoute({ component: Outlet });

const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Home });

const storeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$storeId',
  params: {
    parse: ({ storeId }) => ({ storeId: idParam(storeId) }),
    stringify: ({ storeId }) => ({ storeId: String(storeId) }),
  },
  component: Shell,
});

const storeHomeRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: '/',
  component: ClaimsHome,
});
const claimsHomeRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'claims',
  component: ClaimsHome,
});
const createRedirectRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'claims/create',
  beforeLoad: ({ params: { storeId } }) => {
    throw redirect({ href: `/${storeId}/orders/lookup`, replace: true });
  },
});

const claimsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'claims/return',
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the list appears at once and shows its own placeholders.
  loader: ({ params, deps }) => {
    void queryClient.prefetchQuery(claimsQuery(params.storeId, searchRequest(deps)));
    void queryClient.prefetchQuery(countsQuery(params.storeId));
  },
  component: ClaimsList,
});

const claimRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'claims/return/$claimId',
  params: {
    parse: ({ claimId }) => ({ claimId: idParam(claimId) }),
    stringify: ({ claimId }) => ({ claimId: String(claimId) }),
  },
  loader: ({ params }) => void queryClient.prefetchQuery(claimQuery(params.storeId, params.claimId)),
  component: lazyRouteComponent(() => import('./routes/claim/claim-detail.tsx'), 'ClaimDetail'),
});

const effectsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'effects',
  validateSearch: effectsSearch,
  component: lazyRouteComponent(() => import('./routes/effects/effects-page.tsx'), 'EffectsPage'),
});

const booksRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'books',
  component: lazyRouteComponent(() => import('./routes/books/books.tsx'), 'Books'),
});

const settingsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./routes/settings/settings.tsx'), 'Settings'),
});

const swatchesRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'swatches',
  validateSearch: ({ layout }: Record<string, unknown>): { layout?: string } =>
    typeof layout === 'string' ? { layout } : {},
  component: lazyRouteComponent(() => import('./routes/swatches/swatches.tsx'), 'Swatches'),
});

const signOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-out',
  component: lazyRouteComponent(() => import('./routes/sign-in/sign-out.tsx'), 'SignOut'),
});
const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  validateSearch: welcomeSearch,
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
  validateSearch: helpdeskSearch,
  component: lazyRouteComponent(() => import('./routes/sign-in/helpdesk-login.tsx'), 'HelpdeskLogin'),
});

/** Zero, which no row has, for what is not an id: the page then answers as for an unknown one. */
function idParam(text: string): number {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    signOutRoute,
    welcomeRoute,
    signUpRoute,
    helpdeskRoute,
    storeRoute.addChildren([
      storeHomeRoute,
      claimsHomeRoute,
      createRedirectRoute,
      claimsRoute,
      claimRoute,
      effectsRoute,
      booksRoute,
      settingsRoute,
      swatchesRoute,
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
