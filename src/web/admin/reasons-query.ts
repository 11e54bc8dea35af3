import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { claimReasons, lineReasons } from '#contract/merchant/merchant.ts';
import { listReasonGroups } from '#contract/merchant/reason-groups.ts';

export const reasonsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['reasons', storeId],
    queryFn: ({ signal }) => call(claimReasons, { params: { storeId } }, { signal }),
  });

/** The reasons that a line of a claim can be given. */
export const lineReasonsQuery = (storeId: number, claimId: number, lineId: number) =>
  queryOptions({
    queryKey: ['reasons', storeId, claimId, lineId],
    queryFn: ({ signal }) => call(lineReasons, { params: { storeId, claimId, lineId } }, { signal }),
  });

/** The reason groups of a store: the default ones, then the others. */
export const reasonGroupsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['reason-groups', storeId],
    queryFn: async ({ signal }) => (await call(listReasonGroups, { params: { storeId } }, { signal })).groups,
  });
