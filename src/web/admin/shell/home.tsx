import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { meQuery } from '../me-query.ts';
import { isSignedOut } from '../session.ts';
import { storeToOpen } from './last-store.ts';
import { useLogOut } from './log-out.ts';
import { NoStoreAccess, NotFoundPage, UserUnavailable } from './problem-pages.tsx';
import { inStore } from './store-pages.ts';

/** `/` goes to the store the user worked in last, else to the first (C6.04). */
export const Home = () => <ToStore path="" />;

/** What is no page by itself may be one of a store. */
export function WithoutStore() {
  const router = useRouter();
  // The one it was opened with: while it leaves, the router tells the next one already.
  const [path] = useState(router.latestLocation.pathname);
  const [, params, found] = router.getMatchedRoutes(`/1${path}`);
  return found && params['**'] === undefined ? <ToStore path={path} /> : <NotFoundPage />;
}

function ToStore({ path }: { path: string }) {
  const { data, error } = useQuery(meQuery);
  const logOut = useLogOut();
  if (error && !data) return isSignedOut(error) ? null : <UserUnavailable error={error} />;
  if (!data) return <ProgressBar isActive />;
  const store = storeToOpen(data.user.id, data.stores);
  if (!store) return <NoStoreAccess onLogOut={logOut} />;
  return <Navigate to={inStore(`/$storeId${path}`, store.id)} search hash replace />;
}
