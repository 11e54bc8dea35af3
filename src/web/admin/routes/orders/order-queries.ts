import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { quoteClaim } from '#contract/merchant/claim-actions.ts';
import { getOrder } from '#contract/merchant/orders.ts';
import { pollDelay } from '../claim/claim-words.ts';
import type { Quoted } from './creation.ts';

/** One order by the platform's id; asked again every two seconds while one of its effects is on its way. */
export const orderQuery = (storeId: number, idFromPlatform: string) =>
  queryOptions({
    queryKey: ['order', storeId, idFromPlatform],
    queryFn: ({ signal }) => call(getOrder, { params: { storeId, idFromPlatform } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? pollDelay(state.data) : false),
  });

/** What a claim that is put together would bring its customer, or cost; nothing is asked while that cannot be said. */
export const claimQuoteQuery = (storeId: number, body: Quoted | null) =>
  queryOptions({
    queryKey: ['claim-quote', storeId, body],
    queryFn: body ? ({ signal }) => call(quoteClaim, { params: { storeId }, body }, { signal }) : skipToken,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
