import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import {
  claimCounts,
  isOfClaims,
  isOfOrders,
  salesChannels,
  search,
  type ClaimListed,
  type OrderListed,
  type RowListed,
} from '#contract/merchant/lists.ts';
import { listTags } from '#contract/merchant/tags.ts';
import { listViews } from '#contract/merchant/views.ts';
import type { RouteInput } from '#contract/route.ts';
import type { ClaimKind, ListKind, TableKind } from '#core/lists/lists.ts';

type Body = RouteInput<typeof search>['body'];
type PageInfo = { prevCursor: string | null; nextCursor: string | null };

/** One page of a list of claims. */
export const claimsQuery = (storeId: number, body: Body & { kind: ClaimKind }) =>
  queryOptions({
    queryKey: ['claims', storeId, 'search', body],
    queryFn: async ({ signal }): Promise<{ data: ClaimListed[]; pageInfo: PageInfo }> => {
      const found = await call(search, { params: { storeId }, body }, { signal });
      if (!isOfClaims(found)) throw new Error('orders were answered for claims');
      return found;
    },
    placeholderData: keepPreviousData,
  });

/** One page of the orders. */
export const ordersQuery = (storeId: number, body: Body & { kind: 'Order' }) =>
  queryOptions({
    queryKey: ['orders', storeId, 'search', body],
    queryFn: async ({ signal }): Promise<{ data: OrderListed[]; pageInfo: PageInfo }> => {
      const found = await call(search, { params: { storeId }, body }, { signal });
      if (!isOfOrders(found)) throw new Error('claims were answered for orders');
      return found;
    },
    placeholderData: keepPreviousData,
  });

/** One page of a list that shows its table as it is. */
export const rowsQuery = (storeId: number, body: Body & { kind: TableKind }) =>
  queryOptions({
    queryKey: ['rows', storeId, 'search', body],
    queryFn: async ({ signal }): Promise<{ data: RowListed[]; pageInfo: PageInfo }> => {
      const found = await call(search, { params: { storeId }, body }, { signal });
      if (isOfClaims(found) || isOfOrders(found)) throw new Error('another list was answered');
      return found;
    },
    placeholderData: keepPreviousData,
  });

/** Number of claims by status. */
export const countsQuery = (storeId: number, kind: ClaimKind) =>
  queryOptions({
    queryKey: ['claims', storeId, 'counts', kind],
    queryFn: ({ signal }) => call(claimCounts, { params: { storeId }, query: { kind } }, { signal }),
  });

export const viewsQuery = (storeId: number, kind: ListKind) =>
  queryOptions({
    queryKey: ['views', storeId, kind],
    queryFn: async ({ signal }) => (await call(listViews, { params: { storeId }, query: { kind } }, { signal })).views,
    staleTime: 60_000,
  });

export const tagsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['tags', storeId],
    queryFn: async ({ signal }) => (await call(listTags, { params: { storeId } }, { signal })).tags,
  });

export const salesChannelsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['sales-channels', storeId],
    queryFn: async ({ signal }) => (await call(salesChannels, { params: { storeId } }, { signal })).channels,
  });
