import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from '@tanstack/react-router';
import { claimQuery, claimsQuery, countsQuery } from './queries.ts';
import { queryClient } from './query-client.ts';
import { ClaimsList } from './routes/claims/claims-list.tsx';
import { listSearch, searchRequest } from './routes/claims/list-search.ts';
import { effectsSearch } from './routes/effects/effect-words.ts';
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

const toClaims = () => {
  const { storeId } = storeRoute.useParams();
  return <Navigate to="/$storeId/claims/return" params={{ storeId }} replace />;
};
const storeHomeRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: '/',
  component: toClaims,
});
const claimsHomeRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: 'claims',
  component: toClaims,
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

/** Zero, which no row has, for what is not an id: the page then answers as for an unknown one. */
function idParam(text: string): number {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    storeRoute.addChildren([
      storeHomeRoute,
      claimsHomeRoute,
      claimsRoute,
      claimRoute,
      effectsRoute,
      booksRoute,
      settingsRoute,
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
