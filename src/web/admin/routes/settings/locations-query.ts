import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { listReturnLocations } from '#contract/merchant/shipments.ts';

export const locationsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['return-locations', storeId],
    queryFn: ({ signal }) => call(listReturnLocations, { params: { storeId } }, { signal }),
  });
