import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import {
  claimCounts,
  claimVariants,
  finalizePreview,
  getClaim,
  getSettings,
  me,
  searchClaims,
} from '#contract/merchant/merchant.ts';
import type { RouteInput } from '#contract/route.ts';
import { pollDelay } from './routes/claim/claim-words.ts';

type ClaimsBody = RouteInput<typeof searchClaims>['body'];

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(me, {}, { signal }),
  staleTime: 5 * 60_000,
});

export const claimsQuery = (storeId: number, body: ClaimsBody) =>
  queryOptions({
    queryKey: ['claims', storeId, 'search', body],
    queryFn: ({ signal }) => call(searchClaims, { params: { storeId }, body }, { signal }),
    placeholderData: keepPreviousData,
  });

export const countsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['claims', storeId, 'counts'],
    queryFn: ({ signal }) => call(claimCounts, { params: { storeId } }, { signal }),
  });

/** One claim; asked again every two seconds while one of its effects is on its way. */
export const claimQuery = (storeId: number, claimId: number) =>
  queryOptions({
    queryKey: ['claim', storeId, claimId],
    queryFn: ({ signal }) => call(getClaim, { params: { storeId, claimId } }, { signal }),
    refetchInterval: (query) => (query.state.data ? pollDelay(query.state.data) : false),
  });

export const variantsQuery = (storeId: number, claimId: number, lineId: number) =>
  queryOptions({
    queryKey: ['variants', storeId, claimId, lineId],
    queryFn: ({ signal }) => call(claimVariants, { params: { storeId, claimId, lineId } }, { signal }),
    staleTime: 0,
  });

/** Made anew for every version of the claim, so that it never shows what was decided before. */
export const previewQuery = (storeId: number, claimId: number, version: number) =>
  queryOptions({
    queryKey: ['finalize-preview', storeId, claimId, version],
    queryFn: ({ signal }) => call(finalizePreview, { params: { storeId, claimId } }, { signal }),
    staleTime: 0,
  });

export const settingsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['settings', storeId],
    queryFn: ({ signal }) => call(getSettings, { params: { storeId } }, { signal }),
    // What is being edited must not change under the hands.
    refetchOnWindowFocus: false,
  });
