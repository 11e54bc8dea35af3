import { ActionIcon, Kbd, Tooltip } from '@mantine/core';
import { useDidUpdate, useHotkeys } from '@mantine/hooks';
import { IconFilterSearch, IconPlus, IconSearch } from '@tabler/icons-react';
import { useRef, type ReactNode, type Ref } from 'react';
import { ALL_VIEW_ID, isOwnView, UNSAVED_VIEW_ID } from '#core/lists/saved-view.ts';
import { listOf, type ListKind } from '#core/lists/lists.ts';
import { LIST_SORTS } from '#core/lists/search.ts';
import { ColumnMenu } from '../../ui/column-menu.tsx';
import { isDialogOpen } from '../../ui/is-dialog-open.ts';
import type { ListView } from '../../ui/list-page.tsx';
import { SortMenu } from '../../ui/sort-menu.tsx';
import { atView, sorted, type ListAddress } from './list-address.ts';
import type { HiddenColumns } from './use-hidden-columns.ts';
import type { ListState } from './use-list.ts';
import { ViewMenu } from './view-menu.tsx';

/** The views of a list and their menus. `total`: how many rows there are, null where they aren't counted. */
export const viewTabs = (list: ListState, total: number | null | undefined): ListView[] =>
  list.views.map((view) => ({
    id: String(view.id),
    label: view.name,
    count: view.id === ALL_VIEW_ID ? total : null,
    menu: !isOwnView(view) ? null : (
      <ViewMenu
        name={view.name}
        onRename={() => list.setAsking({ kind: 'name', view })}
        onDelete={() => list.setAsking({ kind: 'delete', view })}
      />
    ),
  }));

/** The tools of every list, next to its views: new view, search, sorting, columns; then tools of single lists. */
export function ListTools({
  kind,
  list,
  address,
  columns,
  shown,
  children,
}: {
  kind: ListKind;
  list: ListState;
  address: ListAddress;
  columns: readonly { id: string; title: string }[];
  shown: HiddenColumns;
  children?: ReactNode;
}) {
  const searchTool = useRef<HTMLButtonElement>(null);
  // Where the search was begun; what ended it is gone with it.
  useDidUpdate(() => {
    if (!list.isSearching && document.activeElement === document.body) searchTool.current?.focus();
  }, [list.isSearching]);
  // While the list is searched, the key is that of its field.
  useHotkeys(list.isSearching ? [] : [['/', () => !isDialogOpen() && list.callSearch()]]);
  return (
    <>
      {list.isSearching ? null : (
        <SearchCall searched={listOf(kind).searched} hint={listOf(kind).searchHint} onCall={list.callSearch} />
      )}
      {list.isSearching ? null : (
        <Tool label="New view" onClick={() => list.move(atView(address, UNSAVED_VIEW_ID))}>
          <IconPlus size={16} />
        </Tool>
      )}
      <Tool ref={searchTool} label="Search and filter" isPressed={list.isSearching} onClick={list.toggleSearch}>
        <IconFilterSearch size={16} />
      </Tool>
      <SortMenu
        value={address.sort ?? 'newest'}
        options={LIST_SORTS.map(({ label, sort }) => ({ id: sort.direction === 'asc' ? 'oldest' : 'newest', label }))}
        onChange={(id) => list.move(sorted(address, id === 'oldest' ? 'oldest' : 'newest'))}
      />
      <ColumnMenu columns={columns} hidden={shown.hidden} onChange={shown.hide} />
      {children}
    </>
  );
}

/** Looks like the field it opens, so that everyone sees that there is a search, and of what. */
export const SearchCall = ({ searched, hint, onCall }: { searched: string; hint: string; onCall: () => void }) => (
  <button type="button" className="mg-search-call" aria-label={`Find by ${searched}`} onClick={onCall}>
    <IconSearch size={16} aria-hidden />
    <span>{`Find by ${hint}`}</span>
    <Kbd size="xs" aria-hidden>
      /
    </Kbd>
  </button>
);

export function Tool({
  ref,
  label,
  isPressed,
  onClick,
  children,
}: {
  ref?: Ref<HTMLButtonElement>;
  label: string;
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        ref={ref}
        variant={isPressed ? 'light' : 'default'}
        size="lg"
        aria-label={label}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
