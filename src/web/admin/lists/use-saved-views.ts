import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { createView, deleteView, updateView } from '#contract/merchant/views.ts';
import type { ListKind } from '#core/lists/lists.ts';
import type { SavedView, ViewChange, ViewContent } from '#core/lists/saved-view.ts';
import { toast } from '../../ui/toast.ts';
import { viewsQuery } from '../list-queries.ts';

type Change = { views: (views: readonly SavedView[]) => SavedView[]; failed: string };

/** The saved views of a list, and changing them: shown at once, undone when the server does not agree (C8.02). */
export function useSavedViews(storeId: number, kind: ListKind) {
  const client = useQueryClient();
  const { queryKey, ...query } = viewsQuery(storeId, kind);
  const { data: views } = useQuery({ ...query, queryKey });

  const optimistic = <Input>(changeOf: (input: Input) => Change) => ({
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (known) => changeOf(input).views(known ?? []));
      return { before };
    },
    onError: (_error: Error, input: Input, kept: { before: SavedView[] | undefined } | undefined) => {
      client.setQueryData(queryKey, kept?.before);
      toast(changeOf(input).failed, 'bad');
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });

  const create = useMutation({
    mutationFn: (content: ViewContent) => call(createView, { params: { storeId }, body: content }),
    onSuccess: (made) => client.setQueryData(queryKey, (known) => [...(known ?? []), made]),
    onError: () => toast('Failed to create view', 'bad'),
  });
  const update = useMutation({
    mutationFn: ({ id, ...change }: ViewChange & { id: number }) =>
      call(updateView, { params: { storeId, viewId: id }, body: change }),
    ...optimistic(({ id, name, filters }: ViewChange & { id: number }) => ({
      views: (known) =>
        known.map((one) => (one.id === id ? { ...one, name: name ?? one.name, filters: filters ?? one.filters } : one)),
      failed: 'Failed to update view',
    })),
  });
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteView, { params: { storeId, viewId: id } }),
    ...optimistic((id: number) => ({
      views: (known) => known.filter((one) => one.id !== id),
      failed: 'Failed to delete view',
    })),
    onSuccess: () => toast('View deleted'),
  });
  return { views, create, update, remove };
}
