import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { listOf, type ListKind } from '#core/lists/lists.ts';
import { ALL_VIEW_ID } from '#core/lists/saved-view.ts';
import { ListPage, type ListPageProps } from '../../ui/list-page.tsx';
import { loadLater } from '../../ui/load-later.ts';
import { atView, footerText, listTrouble, pageTurns, type ListAddress } from './list-address.ts';
import { ExportTool } from './export-tool.tsx';
import { ListFinding } from './list-finding.tsx';
import { ListTools, viewTabs } from './list-tools.tsx';
import { useHiddenColumns } from './use-hidden-columns.ts';
import type { ListState } from './use-list.ts';

const ViewDialogs = loadLater(async () => (await import('./view-dialogs.tsx')).ViewDialogs);

type PageOf<Row> = { data: Row[]; pageInfo: { prevCursor: string | null; nextCursor: string | null } };
type Asked<Row> = { data: PageOf<Row> | undefined; error: Error | null; isPlaceholderData: boolean };

/** What a list has beside the rest: its own columns, what opens a row, and what stands around the table. */
type Own<Row> = Pick<
  ListPageProps<Row>,
  'columns' | 'onOpen' | 'selection' | 'primaryAction' | 'back' | 'intro' | 'lead'
>;

/** Any list of the store on its page: views, search and filters, columns, sorting, pages and export, all by its definition. */
export function StoreList<Row extends { id: number }>({
  storeId,
  kind,
  list,
  address,
  found,
  onRetry,
  total,
  emptyAction = null,
  columns,
  ...own
}: Own<Row> & {
  storeId: number;
  kind: ListKind;
  list: ListState;
  address: ListAddress;
  found: Asked<Row>;
  onRetry: () => void;
  /** How many rows there are in all, null where nobody counts. */
  total: number | null | undefined;
  /** What to do where there are no rows at all. */
  emptyAction?: ReactNode;
}) {
  const { title, tableLabel, noun, nouns, empty } = listOf(kind);
  const shown = useHiddenColumns(storeId, kind, columns);
  const rows = list.isWaiting ? undefined : found.data?.data;
  const isNarrowed = Object.keys(list.filters).length > 0 || address.cursor !== undefined;
  return (
    <>
      <ListPage
        title={title}
        {...(tableLabel === undefined ? {} : { tableLabel })}
        {...own}
        views={viewTabs(list, total)}
        view={String(list.view.id)}
        onView={(id) => list.move(atView(address, Number(id)))}
        finding={
          list.isSearching ? (
            <ListFinding
              storeId={storeId}
              kind={kind}
              view={list.view}
              filters={list.filters}
              isCalled={list.isSearchCalled}
              onFilters={list.changeFilters}
              onSave={list.save}
              onCancel={list.toggleSearch}
            />
          ) : undefined
        }
        tools={
          <ListTools kind={kind} list={list} address={address} columns={columns} shown={shown}>
            <ExportTool storeId={storeId} kind={kind} list={list} address={address} />
          </ListTools>
        }
        columns={columns.filter((column) => !shown.hidden.includes(column.id))}
        rows={rows}
        rowKey={(row) => row.id}
        isStale={found.isPlaceholderData}
        {...listTrouble(address, found.error, onRetry, list.move)}
        empty={{
          title: `No ${nouns} found`,
          text: isNarrowed ? 'Try changing the filters or search terms for this view.' : empty,
          action: isNarrowed ? (
            <Button variant="default" onClick={() => list.move(atView(address, ALL_VIEW_ID))}>
              {`View all ${nouns}`}
            </Button>
          ) : (
            emptyAction
          ),
        }}
        footer={footerText(rows?.length, isNarrowed ? undefined : (total ?? undefined), { noun, nouns })}
        {...pageTurns(address, found.data?.pageInfo, list.move)}
      />
      {list.asking === null ? null : <ViewDialogs list={list} />}
    </>
  );
}
