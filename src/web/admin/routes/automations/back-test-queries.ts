import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import {
  explainBackTestedClaim,
  listBackTestedClaims,
  listBackTests,
  type BackTestShown,
} from '#contract/merchant/back-tests.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { rulesKey } from './rule-queries.ts';

const LOOK_AGAIN_MS = 1_000;

export const backTestsKey = (storeId: number) => [...rulesKey(storeId), 'back-tests'] as const;

const isUnderWay = ({ state }: BackTestShown): boolean => state === 'waiting' || state === 'running';

/** The latest back-tests; looked at again while one is under way. */
export const backTestsQuery = (storeId: number) =>
  queryOptions({
    queryKey: backTestsKey(storeId),
    queryFn: ({ signal }) => call(listBackTests, { params: { storeId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.backTests.some(isUnderWay) ? LOOK_AGAIN_MS : false),
  });

/** The claims of a back-test that come out differently. */
export const differentClaimsQuery = (storeId: number, backTestId: number) =>
  infiniteQueryOptions({
    queryKey: [...backTestsKey(storeId), backTestId, 'claims'],
    queryFn: ({ pageParam, signal }) =>
      call(listBackTestedClaims, { params: { storeId, backTestId }, query: { after: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });

export type Explained = RouteAnswer<typeof explainBackTestedClaim>;

/** Why one claim comes out differently. */
export const explainedQuery = (storeId: number, backTestId: number, claimId: number) =>
  queryOptions({
    queryKey: [...backTestsKey(storeId), backTestId, 'claims', claimId],
    queryFn: ({ signal }) => call(explainBackTestedClaim, { params: { storeId, backTestId, claimId } }, { signal }),
  });
