import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import {
  getProductSync,
  listGroupProducts,
  listProductCollections,
  listProductGroups,
  listProductTags,
  listProductTypes,
} from '#contract/merchant/product-groups.ts';

const PAGE = 50;
const POLL_MS = 2000;

/** The product groups of a store, newest first. */
export const productGroupsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['product-groups', storeId],
    queryFn: async ({ signal }) => (await call(listProductGroups, { params: { storeId } }, { signal })).groups,
  });

/** The products of a group, a page after the other. */
export const groupProductsQuery = (storeId: number, groupId: number) => ({
  queryKey: ['product-groups', storeId, groupId],
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(listGroupProducts, { params: { storeId, groupId }, query: { offset: pageParam, take: PAGE } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ total }: { total: number }, _pages: unknown, offset: number): number | undefined =>
    offset + PAGE < total ? offset + PAGE : undefined,
});

/** How far the sync of products is; asked again while it is under way. */
export const productSyncQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['product-sync', storeId],
    queryFn: ({ signal }) => call(getProductSync, { params: { storeId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.isUnderWay ? POLL_MS : false),
    staleTime: 0,
  });

/** What product groups can be made of. */
export const productValuesQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['product-values', storeId],
    queryFn: async ({ signal }) => {
      const input = { params: { storeId } };
      const [{ tags }, { types }, { collections }] = await Promise.all([
        call(listProductTags, input, { signal }),
        call(listProductTypes, input, { signal }),
        call(listProductCollections, input, { signal }),
      ]);
      return { tags, types, collections };
    },
  });
