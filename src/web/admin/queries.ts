import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EffectShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { accountEntries, balances, claimJournal, reconciliations } from '#contract/merchant/books.ts';
import {
  finalizePreview,
  listEffects,
  listTasks,
  refundsByHand,
  valueInstead,
} from '#contract/merchant/claim-actions.ts';
import { getDashboard } from '#contract/merchant/dashboard.ts';
import { claimVariants, getClaim, searchProducts } from '#contract/merchant/merchant.ts';
import { orderRefundsByHand, orderVariants } from '#contract/merchant/orders.ts';
import { getSetup } from '#contract/merchant/setup.ts';
import { shippingRefundsByHand } from '#contract/merchant/shipping-claims.ts';
import type { RouteInput } from '#contract/route.ts';
import { pollDelay } from './routes/claim/claim-words.ts';

/** What is being retried is asked for again after its next try. */
const renewalDelay = (nextTryOn: string | null | undefined): number =>
  nextTryOn ? Math.min(60_000, Math.max(2_000, Date.parse(nextTryOn) - Date.now() + 1_000)) : 60_000;

export const dashboardQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['home', storeId],
    queryFn: ({ signal }) => call(getDashboard, { params: { storeId } }, { signal }),
    refetchInterval: ({ state }) => renewalDelay(state.data?.effects.retried.nextTryOn),
  });

/** What is left to set up; most of it is done on other pages. */
export const setupQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['setup', storeId],
    queryFn: ({ signal }) => call(getSetup, { params: { storeId } }, { signal }),
    staleTime: 0,
  });

/** One claim; asked again every two seconds while one of its effects is on its way. */
export const claimQuery = (storeId: number, claimId: number) =>
  queryOptions({
    queryKey: ['claim', storeId, claimId],
    queryFn: ({ signal }) => call(getClaim, { params: { storeId, claimId } }, { signal }),
    refetchInterval: (query) => (query.state.data ? pollDelay(query.state.data) : false),
  });

/** A line of a claim, or of an order no claim was made on yet. */
export type LineRef = { claimId: number; lineId: number } | { storeOrderId: number; lineItemId: string };

/** Variants to send for a line: of its own product, or of another one. */
export const variantsQuery = (storeId: number, line: LineRef, productId: string | null) =>
  queryOptions({
    queryKey: ['variants', storeId, line, productId],
    queryFn: ({ signal }) => {
      const query = productId === null ? {} : { productIdFromPlatform: productId };
      return 'claimId' in line
        ? call(claimVariants, { params: { storeId, ...line }, query }, { signal })
        : call(orderVariants, { params: { storeId, ...line }, query }, { signal });
    },
    staleTime: 0,
  });

export const productsQuery = (storeId: number, searchTerm: string) =>
  queryOptions({
    queryKey: ['products', storeId, searchTerm],
    queryFn: ({ signal }) => call(searchProducts, { params: { storeId }, query: { searchTerm } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Loaded again for every version of the claim, so it never shows an old decision. */
type Previewed = { version: number; isWaived: boolean; isApproving: boolean };

export const previewQuery = (storeId: number, claimId: number, { version, isWaived, isApproving }: Previewed) => {
  const asShown = ['finalize-preview', storeId, claimId, version] as const;
  return queryOptions({
    queryKey: [...asShown, isWaived, isApproving],
    queryFn: ({ signal }) =>
      call(
        finalizePreview,
        {
          params: { storeId, claimId },
          query: { waiveBalance: isWaived ? 'true' : 'false', approveRequested: isApproving ? 'true' : 'false' },
        },
        { signal },
      ),
    // Stays while staff change a choice; another claim or version begins with nothing.
    placeholderData: (previous, before) =>
      asShown.every((part, index) => before?.queryKey[index] === part) ? previous : undefined,
    staleTime: 0,
  });
};

/** A claim of either kind, or an order, that staff may have refunded by hand. */
export type RefundedByHand = NonNullable<EffectShown['asksForRefundOf']>;

/** What staff refunded at the store by hand, asked again each time. */
export const refundsByHandQuery = (storeId: number, { kind, id }: RefundedByHand) =>
  queryOptions({
    queryKey: ['refunds-by-hand', storeId, kind, id],
    queryFn: ({ signal }) => {
      switch (kind) {
        case 'claim':
          return call(refundsByHand, { params: { storeId, claimId: id } }, { signal });
        case 'shippingClaim':
          return call(shippingRefundsByHand, { params: { storeId, shippingClaimId: id } }, { signal });
        case 'order':
          return call(orderRefundsByHand, { params: { storeId, storeOrderId: id } }, { signal });
      }
    },
    staleTime: 0,
    gcTime: 0,
  });

export const valueInsteadQuery = (storeId: number, effectId: number) =>
  queryOptions({
    queryKey: ['value-instead', storeId, effectId],
    queryFn: ({ signal }) => call(valueInstead, { params: { storeId, effectId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

type EffectsView = NonNullable<RouteInput<typeof listEffects>['query']['state']>;
const POLL_MS = 3000;

/** What the store has asked of its partners; asked again while something is on its way. */
export const effectsQuery = (storeId: number, state: EffectsView, before: number | undefined) =>
  queryOptions({
    queryKey: ['effects', storeId, state, before ?? null],
    queryFn: ({ signal }) =>
      call(listEffects, { params: { storeId }, query: { state, ...(before ? { before } : {}) } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && data.counts.waiting + data.counts.running > 0 ? POLL_MS : false),
  });

export const tasksQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['tasks', storeId],
    queryFn: ({ signal }) => call(listTasks, { params: { storeId } }, { signal }),
  });

export const journalQuery = (storeId: number, claimId: number) =>
  queryOptions({
    queryKey: ['journal', storeId, claimId],
    queryFn: ({ signal }) => call(claimJournal, { params: { storeId, claimId } }, { signal }),
    staleTime: 0,
  });

export const balancesQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['books', storeId, 'balances'],
    queryFn: ({ signal }) => call(balances, { params: { storeId } }, { signal }),
  });

export const accountEntriesQuery = (storeId: number, query: RouteInput<typeof accountEntries>['query']) =>
  queryOptions({
    queryKey: ['books', storeId, 'entries', query],
    queryFn: ({ signal }) => call(accountEntries, { params: { storeId }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** What the daily comparison found; asked again while the latest one runs. */
export const reconciliationsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['books', storeId, 'reconciliations'],
    queryFn: ({ signal }) => call(reconciliations, { params: { storeId } }, { signal }),
    refetchInterval: ({ state: { data } }) => {
      const latest = data?.data[0];
      return latest?.finishedOn === null && !latest.lastError ? POLL_MS : false;
    },
  });
