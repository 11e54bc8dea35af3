import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#contract/client.ts';
import { isFramed, isSignedOut, setSessionExpired, signInUrl } from './session.ts';

/** Only what a second try can heal: no answer, or a server that failed. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (!isSignedOut(error)) return;
      // Before anything is on the screen there is nothing to lose; later a dialog keeps what was typed.
      if (query.queryKey[0] === 'me' && query.state.data === undefined && !isFramed())
        window.location.assign(signInUrl(window.location));
      else setSessionExpired(true);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error) => {
      if (isSignedOut(error)) setSessionExpired(true);
    },
  }),
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 5_000 } },
});
