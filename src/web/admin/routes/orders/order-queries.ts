import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { getOrder } from '#contract/merchant/orders.ts';

/** One order by the platform's id. */
export const orderQuery = (storeId: number, idFromPlatform: string) =>
  queryOptions({
    queryKey: ['order', storeId, idFromPlatform],
    queryFn: ({ signal }) => call(getOrder, { params: { storeId, idFromPlatform } }, { signal }),
    staleTime: 0,
  });
