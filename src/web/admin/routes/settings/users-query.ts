import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { listUsers } from '#contract/merchant/users.ts';

/** The users of a store. */
export const usersQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['users', storeId],
    queryFn: async ({ signal }) => (await call(listUsers, { params: { storeId } }, { signal })).data,
  });
