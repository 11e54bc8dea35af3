import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { claimReasons } from '#contract/merchant/merchant.ts';

export const reasonsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['reasons', storeId],
    queryFn: ({ signal }) => call(claimReasons, { params: { storeId } }, { signal }),
  });
