import { useQuery } from '@tanstack/react-query';

const EVERY_MS = 10 * 60_000;

/** The script a page of this app was built with; its name carries a hash of everything in it. */
export const scriptOf = (html: string): string | null =>
  /<script[^>]*\stype="module"[^>]*\ssrc="([^"]+)"/.exec(html)?.[1] ?? null;

/** Whether the server has another build than the one that runs here: looked for when the tab is come back to, and now and then. */
export function useNewVersion(): boolean {
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store', signal });
      return answer.ok ? scriptOf(await answer.text()) : null;
    },
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
    staleTime: EVERY_MS,
    retry: false,
  });
  const running = scriptOf(document.head.innerHTML);
  return Boolean(data) && running !== null && data !== running;
}
