import type { z } from 'zod';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { findOrders, orderFacts, type AskedResolution } from '#contract/merchant/orders.ts';
import type { OrderListed } from '#contract/merchant/lists.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { isKnownAt } from '#core/automations/condition.ts';
import type { Hook } from '#core/automations/hooks.ts';
import type { ClaimType } from '#core/claims/types.ts';

export type FactsOfOrder = RouteAnswer<typeof orderFacts>;
export type FoundOrder = Pick<OrderListed, 'id' | 'orderNo' | 'customerName' | 'createdOn' | 'claims'>;

/** Orders to try a rule on: the newest, or those that a search finds. */
export const ordersToTryQuery = (storeId: number, searchTerm: string) =>
  queryOptions({
    queryKey: ['orders-to-try', storeId, searchTerm],
    queryFn: async ({ signal }) =>
      (await call(findOrders, { params: { storeId }, query: { searchTerm, take: 20 } }, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** What is chosen of the moment beside the order. */
export type Picks = {
  /** The claim of moments of a claim; 'new' for one that is only created. */
  claimId: number | 'new' | null;
  claimType: ClaimType;
  isGiftReturn: boolean;
  lineIdFromPlatform: string | null;
  quantity: number;
  reasonId: string;
  reasonDetail: string;
  resolution: z.infer<typeof AskedResolution>;
};

export const isOfClaim = (hook: Hook): boolean => isKnownAt('claim/riskLevel', hook);

/** The claim that is asked about: as chosen, or the order's last one. */
export function claimOf(hook: Hook, order: FoundOrder, { claimId }: Picks): number | null {
  if (!isOfClaim(hook)) return null;
  if (claimId === 'new' && hook === 'claimCreated') return null;
  const last = order.claims.reduce<number | null>((newest, { id }) => Math.max(newest ?? 0, id), null);
  return order.claims.find(({ id }) => id === claimId)?.id ?? last;
}

/** Whether the moment is asked with what a shopper chooses. */
export const isOfChoice = (hook: Hook, claimId: number | null): boolean =>
  hook !== 'orderLookup' && (!isOfClaim(hook) || (hook === 'claimCreated' && claimId === null));

export const orderFactsQuery = (storeId: number, hook: Hook, order: FoundOrder, picks: Picks) => {
  const claimId = claimOf(hook, order, picks);
  const { claimType, lineIdFromPlatform, quantity, reasonId, reasonDetail, resolution } = picks;
  const query = {
    hook,
    isGiftReturn: picks.isGiftReturn ? ('true' as const) : ('false' as const),
    ...(claimId === null ? {} : { claimId }),
    ...(isOfChoice(hook, claimId)
      ? {
          claimType,
          ...(lineIdFromPlatform === null ? {} : { lineIdFromPlatform, quantity }),
          reasonId,
          reasonDetail,
          resolution,
        }
      : {}),
  };
  return queryOptions({
    queryKey: ['order-facts', storeId, order.id, hook, query],
    queryFn: ({ signal }): Promise<FactsOfOrder> =>
      call(orderFacts, { params: { storeId, storeOrderId: order.id }, query }, { signal }),
    // While another item or reason is loaded, the answer for the one before stays.
    placeholderData: (before, was) => (was?.queryKey[2] === order.id && was.queryKey[3] === hook ? before : undefined),
    staleTime: 0,
  });
};
