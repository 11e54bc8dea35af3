import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { isPassing } from './api.ts';
import { leaveWhenExpired } from './session.ts';

const newClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenExpired }),
    mutationCache: new MutationCache({ onError: leaveWhenExpired }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 2 && isPassing(error),
        networkMode: 'always',
      },
      // Offline a press must fail with a word, not wait in silence.
      mutations: { networkMode: 'always' },
    },
  });

/**
 * What is read for one screen of one order; leaving it forgets it, so that nothing of an order outlives its session.
 * Kept out of the lookup, whose code must stay small.
 */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(newClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
