import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { getShippingClaim, shippingOrder } from '#contract/merchant/shipping-claims.ts';
import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';

export const shippingClaimQuery = (storeId: number, shippingClaimId: number) =>
  queryOptions({
    queryKey: ['shipping-claim', storeId, shippingClaimId],
    queryFn: ({ signal }) => call(getShippingClaim, { params: { storeId, shippingClaimId } }, { signal }),
    staleTime: 0,
  });

/** What of an order can be claimed. */
export const shippingOrderQuery = (storeId: number, orderId: number) =>
  queryOptions({
    queryKey: ['shipping-order', storeId, orderId],
    queryFn: ({ signal }) => call(shippingOrder, { params: { storeId, orderId } }, { signal }),
    staleTime: 0,
  });

/** A change that answers the claim as it is then; lists and its order are asked for again. */
export function useShippingChange<Input>(
  storeId: number,
  { id }: Pick<ShippingClaimShown, 'id'>,
  change: (input: Input) => Promise<ShippingClaimShown>,
  onDone: () => void = () => undefined,
) {
  const client = useQueryClient();
  const { queryKey } = shippingClaimQuery(storeId, id);
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      client.setQueryData(queryKey, changed);
      void client.invalidateQueries({ queryKey: ['rows', storeId] });
      void client.invalidateQueries({ queryKey: ['order', storeId] });
      onDone();
    },
    // Somebody else may have been first: what is on the screen is old.
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}
