import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isPassing, portalCall } from '../api.ts';
import { giftPage } from '../path.ts';
import { goTo } from '../place.ts';
import { Queries } from '../queries.tsx';
import { Failure } from '../ui/failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

type Link = { slug: string; token: string };

/** A link from an email: its token becomes a session, then leaves the address bar. */
export function OpenLink(link: Link) {
  return (
    <Queries>
      <Opening {...link} />
    </Queries>
  );
}

function Opening({ slug, token }: Link) {
  // A query, not a mutation: it is sent once however often the screen is drawn.
  const opened = useQuery({
    queryKey: ['open-link', slug, token],
    queryFn: () => portalCall('openLink', { params: { slug }, body: { token } }),
    staleTime: Infinity,
  });
  const { data, error } = opened;
  useEffect(() => {
    const home = `/p/${encodeURIComponent(slug)}`;
    if (data) {
      const { externalId, idFromPlatform, isGiftReturn } = data;
      const page =
        externalId === null
          ? `${home}/order/${encodeURIComponent(idFromPlatform)}`
          : `${home}/claim/overview/${encodeURIComponent(externalId)}`;
      goTo(isGiftReturn ? giftPage(page) : page, { replace: true });
    } else if (error && !isPassing(error)) {
      const { pathname, search } = window.location;
      if (new URLSearchParams(search).get('isGiftReturn') === 'true') {
        const order = /\/order\/([^/]+)/.exec(pathname)?.[1];
        return goTo(`${home}/gift?${order === undefined ? '' : `order=${order}&`}ended=link`, { replace: true });
      }
      const claim = /\/claim\/overview\/([^/]+)/.exec(pathname)?.[1];
      goTo(`${home}?ended=link${claim === undefined ? '' : `&claim=${claim}`}`, {
        replace: true,
      });
    }
  }, [slug, data, error]);

  return error && isPassing(error) ? <Failure error={error} onRetry={() => void opened.refetch()} /> : <Skeleton />;
}
