import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { me } from '#contract/merchant/me.ts';

/** Who is signed in, and their stores. Apart from what only single pages ask for, as every page begins with it. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(me, {}, { signal }),
  staleTime: 5 * 60_000,
});
