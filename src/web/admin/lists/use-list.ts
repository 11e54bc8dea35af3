import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListFilters, ListKind } from '#core/lists/lists.ts';
import {
  ALL_VIEW_ID,
  allView,
  isOwnView,
  savingOf,
  systemViews,
  UNSAVED_VIEW_ID,
  unsavedView,
  type SavedView,
} from '#core/lists/saved-view.ts';
import { viewsQuery } from '../list-queries.ts';
import { meQuery } from '../me-query.ts';
import { keepAddress } from './kept-state.ts';
import { atView, leftSearch, narrowed, openView, type ListAddress } from './list-address.ts';
import { useSavedViews } from './use-saved-views.ts';

/** What is being asked about a view. */
type Asking = { kind: 'name'; view: SavedView } | { kind: 'saveAs' } | { kind: 'delete'; view: SavedView };

/** The state of a list from its address, and everything that changes it: views, filters, saving. */
export function useList(storeId: number, kind: ListKind, address: ListAddress, move: (next: ListAddress) => void) {
  const saved = useSavedViews(storeId, kind);
  const { isPending } = useQuery(viewsQuery(storeId, kind));
  const userId = useQuery(meQuery).data?.user.id;
  const [asking, setAsking] = useState<Asking | null>(null);
  const [isSearchCalled, setSearchCalled] = useState(false);
  const known = saved.views ?? [];
  const view = openView(kind, address, known);
  const filters = address.filters ?? view.filters;
  // Whatever led here, a link or the browser's back too.
  useEffect(() => {
    if (userId !== undefined) keepAddress({ userId, storeId, kind }, address);
  }, [userId, storeId, kind, address]);
  const views = [
    allView(kind),
    ...systemViews(kind),
    ...known,
    ...(view.id === UNSAVED_VIEW_ID ? [unsavedView(kind)] : []),
  ];

  const saveAs = async (name: string): Promise<void> => {
    const { id } = await saved.create.mutateAsync({ name, kind, filters });
    // Nothing typed is left that going on would have to ask for.
    flushSync(() => setAsking(null));
    move(atView(address, id));
  };
  const rename = async ({ id }: SavedView, name: string): Promise<void> => {
    await saved.update.mutateAsync({ id, kind, name });
    setAsking(null);
  };
  const remove = (of: SavedView): void => {
    setAsking(null);
    const isOpen = view.id === of.id;
    saved.remove.mutate(of.id, { onError: () => isOpen && move(atView(address, of.id)) });
    if (isOpen) move(atView(address, ALL_VIEW_ID));
  };
  const save = (): void => {
    const saving = savingOf(view, filters);
    if (saving === 'create') setAsking({ kind: 'saveAs' });
    if (saving !== 'update') return;
    saved.update.mutate(
      { id: view.id, kind, filters },
      { onError: () => move(narrowed(atView(address, view.id), filters)) },
    );
    move(atView(address, view.id));
  };
  const toggleSearch = (isByKey: boolean): void => {
    setSearchCalled(isByKey);
    move(address.filters === undefined ? narrowed(address, view.filters) : leftSearch(address, view.id));
  };
  return {
    view,
    views,
    filters,
    /** Whether what the view holds is still on its way: the list cannot be asked for before. */
    isWaiting: isPending && address.filters === undefined && isOwnView({ id: address.view ?? ALL_VIEW_ID }),
    isSearching: address.filters !== undefined,
    asking,
    setAsking,
    move,
    /** Begins and ends searching; ending it goes back to the view as it is saved. */
    toggleSearch: () => toggleSearch(false),
    /** Begins searching with the focus in the field for words. */
    callSearch: () => toggleSearch(true),
    isSearchCalled,
    changeFilters: (next: ListFilters) => move(narrowed(address, next)),
    save,
    saveAs,
    rename,
    remove,
  };
}
export type ListState = ReturnType<typeof useList>;
