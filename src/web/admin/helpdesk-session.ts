import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '#contract/client.ts';
import { checkTokenLogin, tokenLogin } from '#contract/merchant/session.ts';
import type { HelpdeskSearch } from './routes/sign-in/sign-in-search.ts';
import { isFramed } from './session.ts';

type Entry = Omit<HelpdeskSearch, 'returnTo'>;

/**
 * The session a helpdesk opens with its token. Inside the helpdesk's own page it opens by itself: no other site may frame it.
 * In a window of its own the person confirms it, since any link could lead there and sign them in to someone else's store.
 */
export function useHelpdeskSession(entry: Entry) {
  const isAsked = !isFramed();
  const checked = useQuery({
    queryKey: ['helpdesk-entry', entry],
    queryFn: ({ signal }) => call(checkTokenLogin, { query: entry }, { signal }),
    retry: false,
    staleTime: Infinity,
    enabled: isAsked,
  });
  const entering = useMutation({ mutationFn: () => call(tokenLogin, { body: entry }) });
  const { mutate, data, error } = entering;
  const isBegun = useRef(false);
  useEffect(() => {
    if (isAsked || isBegun.current) return;
    isBegun.current = true;
    mutate();
  }, [isAsked, mutate]);
  return {
    storeId: data?.storeId ?? null,
    error: error ?? checked.error,
    retry: () => (error ? mutate() : void checked.refetch()),
    /** The store to confirm; null when nothing is to be asked. */
    asks: data ? null : (checked.data?.storeName ?? null),
    enter: () => mutate(),
    isEntering: entering.isPending,
  };
}
