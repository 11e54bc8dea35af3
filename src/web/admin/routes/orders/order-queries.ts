import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { search } from '#contract/merchant/lists.ts';
import { getOrder } from '#contract/merchant/orders.ts';
import { parseCursor } from '../../lists/list-address.ts';

const PAGE = 10;

/** A page of the orders, the newest first. */
export const ordersQuery = (storeId: number, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['orders', storeId, 'list', cursor ?? null],
    queryFn: async ({ signal }) => {
      const body = { kind: 'Order' as const, cursor: parseCursor(cursor), take: PAGE };
      const found = await call(search, { params: { storeId }, body }, { signal });
      if (found.kind !== 'Order') throw new Error('claims were answered for orders');
      return found;
    },
    placeholderData: keepPreviousData,
  });

/** One order by the platform's id. */
export const orderQuery = (storeId: number, idFromPlatform: string) =>
  queryOptions({
    queryKey: ['order', storeId, idFromPlatform],
    queryFn: ({ signal }) => call(getOrder, { params: { storeId, idFromPlatform } }, { signal }),
    staleTime: 0,
  });
