import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { problemText } from '../problem-words.ts';
import { meQuery } from '../queries.ts';
import { isSignedOut } from '../session.ts';
import { NoStoreAccess, UserUnavailable } from './problem-pages.tsx';
import { useLogOut } from './log-out.ts';

/** `/` goes to the first store of the signed-in user. */
export function Home() {
  const { data, error } = useQuery(meQuery);
  const logOut = useLogOut();
  if (error && !isSignedOut(error)) return <UserUnavailable message={problemText(error)} />;
  if (!data) return <ProgressBar isActive />;
  const [store] = data.stores;
  if (!store) return <NoStoreAccess onLogOut={logOut} />;
  return <Navigate to="/$storeId" params={{ storeId: store.id }} replace />;
}
