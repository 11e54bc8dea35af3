import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { scriptOf } from './script-of.ts';
import { lookForWorker, onOtherVersion } from './shell-worker.ts';

const EVERY_MS = 5 * 60_000;

/** Whether the server has another build than the one that runs here: looked for when the tab is come back to, and now and then. */
export function useNewVersion(): boolean {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => onOtherVersion(() => setWaiting(true)), []);
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: async ({ signal }) => {
      void lookForWorker();
      const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store', signal });
      return answer.ok ? scriptOf(await answer.text()) : null;
    },
    refetchInterval: EVERY_MS,
    // A tab that waits behind others knows of it before it is come back to (S7.15).
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    staleTime: EVERY_MS,
    retry: false,
  });
  const running = scriptOf(document.head.innerHTML);
  return isWaiting || (Boolean(data) && running !== null && data !== running);
}
