import { useRouter } from '@tanstack/react-router';
import { isAdminOf, isSuperAdminOf, type Me, type MyStore } from './access.ts';
import type { Viewer } from './store-pages.ts';

export const viewerOf = (user: Me['user'], store: MyStore): Viewer => ({
  features: store.features,
  isAdmin: isAdminOf(store, user.isProviderAdmin),
  isSuperAdmin: isSuperAdminOf(store, user.isProviderAdmin),
});

/** Whether this build has a page at a pattern such as `/$storeId/books`. */
export function useIsRoute(): (path: string) => boolean {
  const { routesByPath } = useRouter();
  return (path) => path in routesByPath;
}
