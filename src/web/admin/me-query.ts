import { queryOptions } from '@tanstack/react-query';
import { call, setCaller } from '#contract/client.ts';
import { me } from '#contract/merchant/me.ts';

/** Who is signed in, and their stores. Apart from what only single pages ask for, as every page begins with it. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const found = await call(me, {}, { signal });
    const { id, firstName, lastName } = found.user;
    setCaller({ id, name: `${firstName} ${lastName}`.trim() });
    return found;
  },
  staleTime: 5 * 60_000,
});
