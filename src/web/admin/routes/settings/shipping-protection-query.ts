import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { getShippingProtection } from '#contract/merchant/shipping-protection.ts';

/** What of the cover is at the store platform; asked again every two seconds while the product is being made. */
export const shippingProtectionQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['shippingProtection', storeId],
    queryFn: ({ signal }) => call(getShippingProtection, { params: { storeId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.product.state === 'beingMade' ? 2_000 : 10_000),
  });
