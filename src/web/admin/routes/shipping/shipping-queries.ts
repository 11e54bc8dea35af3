import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { unplacedMail } from '#contract/merchant/claim-mail.ts';
import { QUEUE } from '../concierge/concierge-queries.ts';
import { getShippingClaim, shippingOrder } from '#contract/merchant/shipping-claims.ts';
import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { pollDelay } from './shipping-words.ts';

export const shippingClaimQuery = (storeId: number, shippingClaimId: number) =>
  queryOptions({
    queryKey: ['shipping-claim', storeId, shippingClaimId],
    queryFn: ({ signal }) => call(getShippingClaim, { params: { storeId, shippingClaimId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? pollDelay(state.data) : false),
  });

/** Emails that no claim can be told for. */
export const unplacedMailQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['unplaced-mail', storeId],
    queryFn: ({ signal }) => call(unplacedMail, { params: { storeId }, query: {} }, { signal }),
  });

/** How many they are. */
export const unplacedCountQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['unplaced-mail', storeId, 'count'],
    queryFn: async ({ signal }) =>
      (await call(unplacedMail, { params: { storeId }, query: { take: 0 } }, { signal })).count,
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
    mutationFn: async (input: Input) => {
      // An answer to a poll that began before the change must not paint over it.
      await client.cancelQueries({ queryKey });
      return change(input);
    },
    onSuccess: (changed) => {
      client.setQueryData(queryKey, changed);
      void client.invalidateQueries({ queryKey: ['rows', storeId] });
      void client.invalidateQueries({ queryKey: ['order', storeId] });
      void client.invalidateQueries({ queryKey: QUEUE });
      onDone();
    },
    // Somebody else may have been first: what is on the screen is old.
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}
