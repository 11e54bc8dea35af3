import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { meQuery } from '../me-query.ts';
import { isSignedOut } from '../session.ts';
import { storeToOpen } from './last-store.ts';
import { useLogOut } from './log-out.ts';
import { NoStoreAccess, UserUnavailable } from './problem-pages.tsx';

/** `/` goes to the store the user worked in last, else to the first. */
export function Home() {
  const { data, error } = useQuery(meQuery);
  const logOut = useLogOut();
  if (error && !data) return isSignedOut(error) ? null : <UserUnavailable />;
  if (!data) return <ProgressBar isActive />;
  const store = storeToOpen(data.user.id, data.stores);
  if (!store) return <NoStoreAccess onLogOut={logOut} />;
  return <Navigate to="/$storeId" params={{ storeId: store.id }} replace />;
}
