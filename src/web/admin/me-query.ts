import { queryOptions, useQuery } from '@tanstack/react-query';
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

/** A store of who is signed in; undefined until it is known, and where it is none of theirs. */
export const useMyStore = (storeId: number) => useQuery(meQuery).data?.stores.find(({ id }) => id === storeId);

/** What the signed-in user may do with money and data of a store: within a helpdesk neither, unless the store lets it. */
export function useRights(storeId: number): { mayFinalize: boolean; mayExport: boolean } {
  const store = useMyStore(storeId);
  return { mayFinalize: store?.mayFinalize ?? false, mayExport: store?.mayExport ?? false };
}
