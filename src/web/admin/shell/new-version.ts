import { focusManager, onlineManager, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { scriptOf } from './script-of.ts';
import { lookForWorker, onOtherVersion } from './shell-worker.ts';

const EVERY_MS = 5 * 60_000;

/**
 * Whether the server has another build than the one that runs here: looked for when the tab is come back to, and every five
 * minutes while it is online and waits behind others (S7.15), so that it is known before it is come back to.
 */
export function useNewVersion(): boolean {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => onOtherVersion(() => setWaiting(true)), []);
  const { data, refetch } = useQuery({
    queryKey: ['version'],
    meta: { isInBackground: true },
    queryFn: async ({ signal }) => {
      void lookForWorker();
      const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store', signal });
      return answer.ok ? scriptOf(await answer.text()) : null;
    },
    refetchOnWindowFocus: 'always',
    staleTime: EVERY_MS,
    retry: false,
  });
  useEffect(() => {
    const timer = setInterval(() => {
      if (!focusManager.isFocused() && onlineManager.isOnline()) void refetch();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  const running = scriptOf(document.head.innerHTML);
  return isWaiting || (Boolean(data) && running !== null && data !== running);
}
