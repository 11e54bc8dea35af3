import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '#contract/client.ts';
import { desk, searchQueue, takeNext } from '#contract/provider/concierge.ts';
import { listAnswerTemplates, providerChanges } from '#contract/provider/answer-templates.ts';
import type { RouteInput } from '#contract/route.ts';
import { toast } from '../../../ui/toast.ts';
import { problemText } from '../../problem-words.ts';

// Colleagues take from the same queue.
const POLL_MS = 10_000;

/** Of everything that shows the queue. */
export const QUEUE = ['concierge'] as const;

export const queueQuery = (body: RouteInput<typeof searchQueue>['body']) =>
  queryOptions({
    queryKey: [...QUEUE, 'search', body],
    queryFn: ({ signal }) => call(searchQueue, { body }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

export const deskQuery = queryOptions({
  queryKey: [...QUEUE, 'desk'],
  queryFn: ({ signal }) => call(desk, {}, { signal }),
  refetchInterval: POLL_MS,
});

export const answersQuery = queryOptions({
  queryKey: ['answers'],
  queryFn: async ({ signal }) => (await call(listAnswerTemplates, {}, { signal })).templates,
  staleTime: 60_000,
});

export const providerChangesQuery = queryOptions({
  queryKey: ['answers', 'changes'],
  queryFn: async ({ signal }) => (await call(providerChanges, {}, { signal })).entries,
  staleTime: 0,
});

/** Takes what waits longest, and opens it unless the page was left meanwhile. */
export function useTakeNext() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const taking = useMutation({
    mutationFn: () => call(takeNext, { body: {} }),
    onSuccess: ({ taken }) => {
      void client.invalidateQueries({ queryKey: QUEUE });
      if (taken === null) toast("There's no claim left to take.");
    },
    onError: (error) => toast(problemText(error), 'bad'),
  });
  const take = (): void =>
    taking.mutate(undefined, {
      onSuccess: ({ taken }) => {
        if (taken === null) return;
        const { storeId, shippingClaimId } = taken;
        void navigate({ to: '/$storeId/claims/shipping/$shippingClaimId', params: { storeId, shippingClaimId } });
      },
    });
  return { mutate: take, isPending: taking.isPending };
}
