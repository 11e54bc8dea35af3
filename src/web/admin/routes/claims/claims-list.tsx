import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconDownload, IconFilterSearch, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClaimKind } from '#core/lists/filters.ts';
import { ALL_VIEW_ID, UNSAVED_VIEW_ID } from '#core/lists/saved-view.ts';
import { LIST_SORTS } from '#core/lists/search.ts';
import { ColumnMenu } from '../../../ui/column-menu.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { loadLater } from '../../../ui/load-later.ts';
import { SortMenu } from '../../../ui/sort-menu.tsx';
import { useSelection } from '../../../ui/use-selection.ts';
import { claimsQuery, countsQuery } from '../../list-queries.ts';
import { BulkBar } from '../../lists/bulk-bar.tsx';
import { hiddenColumns, hideColumns } from '../../lists/kept-state.ts';
import {
  atView,
  footerText,
  inInstants,
  paged,
  searchRequest,
  sorted,
  startOfToday,
  type ListAddress,
} from '../../lists/list-address.ts';
import { ListFinding } from '../../lists/list-finding.tsx';
import { useList } from '../../lists/use-list.ts';
import { ViewMenu } from '../../lists/view-menu.tsx';
import { meQuery } from '../../me-query.ts';
import { claimColumns } from './claim-columns.tsx';
import { DETAIL, LIST } from './claim-places.ts';
import './claims-list.css';

const ReportDialog = loadLater(async () => (await import('../../lists/report-dialog.tsx')).ReportDialog);
const ViewDialogs = loadLater(async () => (await import('../../lists/view-dialogs.tsx')).ViewDialogs);

const TITLES: Readonly<Record<ClaimKind, string>> = { Return: 'Return claims', Warranty: 'Warranty claims' };

/** A list of claims of the store: views, search and filters, what is done to many, export. */
export function ClaimsList({ kind, address }: { kind: ClaimKind; address: ListAddress }) {
  const { storeId } = useParams({ from: '/$storeId' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const list = useList(
    storeId,
    kind,
    address,
    (search) => void navigate({ to: LIST[kind], params: { storeId }, search }),
  );
  const request = searchRequest(kind, address, list.filters, startOfToday());
  const found = useQuery({ ...claimsQuery(storeId, request), enabled: !list.isWaiting });
  const counts = useQuery(countsQuery(storeId, kind));
  const me = useQuery(meQuery).data;
  const [hidden, setHidden] = useState(() => hiddenColumns(storeId, kind));
  const [exporting, setExporting] = useState<'list' | 'chosen' | null>(null);
  const rows = list.isWaiting ? undefined : found.data?.data;
  const selection = useSelection(rows?.map((row) => row.id) ?? []);
  const chosen = rows?.filter((row) => selection.selected.has(row.id)) ?? [];
  const { prevCursor = null, nextCursor = null } = found.data?.pageInfo ?? {};
  const isNarrowed = Object.keys(list.filters).length > 0 || address.cursor !== undefined;
  const total = counts.data && Object.values(counts.data.counts).reduce((all, count) => all + count, 0);
  const columns = claimColumns(storeId, rows, address);
  const showAll = (): void => list.move(atView(address, ALL_VIEW_ID));
  return (
    <>
      <ListPage
        title={TITLES[kind]}
        primaryAction={
          <Button renderRoot={(props) => <Link {...props} to="/$storeId/orders/lookup" params={{ storeId }} />}>
            Order Lookup
          </Button>
        }
        views={list.views.map((view) => ({
          id: String(view.id),
          label: view.name,
          count: view.id === ALL_VIEW_ID ? total : null,
          menu:
            view.id === ALL_VIEW_ID || view.id === UNSAVED_VIEW_ID ? null : (
              <ViewMenu
                name={view.name}
                onRename={() => list.setAsking({ kind: 'name', view })}
                onDelete={() => list.setAsking({ kind: 'delete', view })}
              />
            ),
        }))}
        view={String(list.view.id)}
        onView={(id) => list.move(atView(address, Number(id)))}
        finding={
          list.isSearching ? (
            <ListFinding
              storeId={storeId}
              kind={kind}
              view={list.view}
              filters={list.filters}
              onFilters={list.changeFilters}
              onSave={list.save}
              onCancel={list.toggleSearch}
            />
          ) : undefined
        }
        tools={
          <>
            {list.isSearching ? null : (
              <Tool label="New view" onClick={() => list.move(atView(address, UNSAVED_VIEW_ID))}>
                <IconPlus size={16} />
              </Tool>
            )}
            <Tool label="Search and filter" isPressed={list.isSearching} onClick={list.toggleSearch}>
              <IconFilterSearch size={16} />
            </Tool>
            <SortMenu
              value={address.sort ?? 'newest'}
              options={LIST_SORTS.map(({ label, sort }) => ({
                id: sort.direction === 'asc' ? 'oldest' : 'newest',
                label,
              }))}
              onChange={(id) => list.move(sorted(address, id === 'oldest' ? 'oldest' : 'newest'))}
            />
            <ColumnMenu
              columns={columns}
              hidden={hidden}
              onChange={(next) => {
                setHidden(next);
                hideColumns(storeId, kind, next);
              }}
            />
            <Tool label="Export" onClick={() => setExporting('list')}>
              <IconDownload size={16} />
            </Tool>
          </>
        }
        lead={
          chosen.length > 0 ? (
            <BulkBar
              storeId={storeId}
              claims={chosen}
              onExport={() => setExporting('chosen')}
              onClear={() => selection.onAll(false)}
            />
          ) : null
        }
        columns={columns.filter((column) => !hidden.includes(column.id))}
        rows={rows}
        rowKey={(row) => row.id}
        selection={{ ...selection, nameOf: (key) => rows?.find((row) => row.id === key)?.externalId ?? '' }}
        onOpen={(row) => void navigate({ to: DETAIL[kind], params: { storeId, claimId: row.id }, search: address })}
        isStale={found.isPlaceholderData}
        error={
          found.error
            ? { title: 'Something went wrong', message: 'We encountered an error while fetching the data.' }
            : null
        }
        onRetry={() => void client.invalidateQueries({ queryKey: ['claims', storeId] })}
        empty={{
          title: 'No claims found',
          text: isNarrowed
            ? 'Try changing the filters or search terms for this view.'
            : 'When a shopper asks in your portal, or staff make one from an order, the claim appears here.',
          action: isNarrowed ? (
            <Button variant="default" onClick={showAll}>
              View all claims
            </Button>
          ) : (
            <PortalButton url={me?.stores.find((one) => one.id === storeId)?.customerAppUrl} />
          ),
        }}
        footer={footerText(rows?.length, isNarrowed ? undefined : total, 'claim')}
        onPrev={prevCursor === null ? null : () => list.move(paged(address, 'prev', prevCursor))}
        onNext={nextCursor === null ? null : () => list.move(paged(address, 'next', nextCursor))}
      />
      {list.asking === null ? null : <ViewDialogs list={list} />}
      {exporting === null ? null : (
        <ReportDialog
          storeId={storeId}
          what={{
            kind,
            filters: inInstants(list.filters, startOfToday()),
            orderBy: request.orderBy,
            claimIds: exporting === 'chosen' ? chosen.map((row) => row.id) : null,
          }}
          email={me?.user.email ?? ''}
          filename={list.view.id === ALL_VIEW_ID ? TITLES[kind] : list.view.name}
          claimCount={exporting === 'chosen' ? chosen.length : null}
          onClose={() => setExporting(null)}
        />
      )}
    </>
  );
}

function Tool({
  label,
  isPressed,
  onClick,
  children,
}: {
  label: string;
  isPressed?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
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

function PortalButton({ url }: { url: string | undefined }) {
  return url ? (
    <Button component="a" href={url} target="_blank" rel="noreferrer">
      Open your return portal
    </Button>
  ) : null;
}
