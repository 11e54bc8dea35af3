import { useRouter } from '@tanstack/react-router';
import { isAdminOf, isSuperAdminOf, type Me, type MyStore } from './access.ts';
import { inStore, type Viewer } from './store-pages.ts';

export const viewerOf = (user: Me['user'], store: MyStore): Viewer => ({
  features: store.features,
  isAdmin: isAdminOf(store, user.isProviderAdmin),
  isSuperAdmin: isSuperAdminOf(store, user.isProviderAdmin),
  isProviderAdmin: user.isProviderAdmin,
});

const ANY_STORE = 1;

/** Whether this build has a page at a place such as `/$storeId/books`. */
export function useIsRoute(): (path: string) => boolean {
  const router = useRouter();
  return (path) => router.getMatchedRoutes(inStore(path, ANY_STORE))[2] !== undefined;
}
