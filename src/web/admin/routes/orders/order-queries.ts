import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { findOrders, getOrder } from '#contract/merchant/orders.ts';

/** The newest orders, for opening one without looking it up. */
export const recentOrdersQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['orders', storeId, 'recent'],
    queryFn: async ({ signal }) =>
      (await call(findOrders, { params: { storeId }, query: { take: 10 } }, { signal })).data,
  });

/** One order by the platform's id. */
export const orderQuery = (storeId: number, idFromPlatform: string) =>
  queryOptions({
    queryKey: ['order', storeId, idFromPlatform],
    queryFn: ({ signal }) => call(getOrder, { params: { storeId, idFromPlatform } }, { signal }),
    staleTime: 0,
  });
