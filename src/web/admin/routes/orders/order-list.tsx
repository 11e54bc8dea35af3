import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OrderListed } from '#contract/merchant/lists.ts';
import { ALL_VIEW_ID } from '#core/lists/saved-view.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import type { Column } from '../../../ui/list-table.tsx';
import { loadLater } from '../../../ui/load-later.ts';
import { ordersQuery } from '../../list-queries.ts';
import { atView, footerText, listTrouble, pageTurns, searchRequest, startOfToday } from '../../lists/list-address.ts';
import { ListFinding } from '../../lists/list-finding.tsx';
import { ListTools, viewTabs } from '../../lists/list-tools.tsx';
import { useHiddenColumns } from '../../lists/use-hidden-columns.ts';
import { useList } from '../../lists/use-list.ts';
import { CLAIM, ORDERS } from '../claims/claim-places.ts';
import '../claims/claims-list.css';

const ViewDialogs = loadLater(async () => (await import('../../lists/view-dialogs.tsx')).ViewDialogs);

const ORDER = '/$storeId/orders/lookup/$idFromPlatform';

/** The orders of the store: views, search and filters (C3.11). `intro` and `back` stand above them. */
export function OrderList({ intro, back }: { intro: ReactNode; back: ReactNode }) {
  const { storeId } = useParams({ from: ORDERS });
  const { returnTo } = useSearch({ from: ORDERS });
  const address = useSearch({
    from: ORDERS,
    select: ({ returnTo: _returnTo, ...one }) => one,
    structuralSharing: true,
  });
  const from = returnTo === undefined ? {} : { returnTo };
  const navigate = useNavigate();
  const client = useQueryClient();
  const list = useList(storeId, 'Order', address, (next) => {
    // Another page is read from its top; while the list is searched, what is typed stays in sight.
    const resetScroll = next.cursor !== undefined;
    void navigate({ to: ORDERS, params: { storeId }, search: { ...from, ...next }, resetScroll });
  });
  const found = useQuery({
    ...ordersQuery(storeId, searchRequest('Order', address, list.filters, startOfToday())),
    enabled: !list.isWaiting,
  });
  const shown = useHiddenColumns(storeId, 'Order');
  const rows = list.isWaiting ? undefined : found.data?.data;
  const isNarrowed = Object.keys(list.filters).length > 0 || address.cursor !== undefined;
  const retry = (): void => void client.invalidateQueries({ queryKey: ['orders', storeId] });
  const columns = orderColumns(storeId, from);
  return (
    <>
      <ListPage
        title="Order Lookup"
        tableLabel="Orders"
        back={back}
        intro={intro}
        views={viewTabs(list, null)}
        view={String(list.view.id)}
        onView={(id) => list.move(atView(address, Number(id)))}
        finding={
          list.isSearching ? (
            <ListFinding
              storeId={storeId}
              kind="Order"
              view={list.view}
              filters={list.filters}
              isCalled={list.isSearchCalled}
              onFilters={list.changeFilters}
              onSave={list.save}
              onCancel={list.toggleSearch}
            />
          ) : undefined
        }
        tools={<ListTools list={list} address={address} columns={columns} shown={shown} />}
        columns={columns.filter((column) => !shown.hidden.includes(column.id))}
        rows={rows}
        rowKey={(row) => row.id}
        onOpen={({ idFromPlatform }) => void navigate({ to: ORDER, params: { storeId, idFromPlatform }, search: from })}
        isStale={found.isPlaceholderData}
        {...listTrouble(address, found.error, retry, list.move)}
        empty={{
          title: 'No orders found',
          text: isNarrowed
            ? 'Try changing the filters or search terms for this view.'
            : 'Orders appear here once they sync from your store.',
          action: isNarrowed ? (
            <Button variant="default" onClick={() => list.move(atView(address, ALL_VIEW_ID))}>
              View all orders
            </Button>
          ) : null,
        }}
        footer={footerText(rows?.length, undefined, 'order')}
        {...pageTurns(address, found.data?.pageInfo, list.move)}
      />
      {list.asking === null ? null : <ViewDialogs list={list} />}
    </>
  );
}

const orderColumns = (storeId: number, from: { returnTo?: string }): Column<OrderListed>[] => [
  {
    id: 'order',
    title: 'Order',
    phone: 'start',
    skeleton: 64,
    cell: ({ orderNo, idFromPlatform }) => (
      <Link className="mg-claim-link" to={ORDER} params={{ storeId, idFromPlatform }} search={from}>
        <bdi>{orderNo}</bdi>
      </Link>
    ),
  },
  {
    id: 'created',
    title: 'Created',
    phone: 'end',
    skeleton: 96,
    cell: ({ createdOn }) => (
      <span className="mg-muted">
        <DateText date={createdOn} />
      </span>
    ),
  },
  {
    id: 'customer',
    title: 'Customer',
    phone: 'start',
    skeleton: 160,
    cell: ({ customerName, customerEmail }) => (
      <div className="mg-customer">
        <bdi title={customerName || customerEmail}>{customerName || customerEmail}</bdi>
        {customerName ? (
          <bdi className="mg-muted" title={customerEmail}>
            {customerEmail}
          </bdi>
        ) : null}
      </div>
    ),
  },
  {
    id: 'claims',
    title: 'Claims',
    phone: 'end',
    skeleton: 88,
    cell: ({ claims }) => (
      <span className="mg-order-claims">
        {claims.map(({ id, externalId, claimType }) => (
          <Link key={id} to={CLAIM} params={{ storeId, type: claimType, claimId: id }}>
            {externalId}
          </Link>
        ))}
      </span>
    ),
  },
];
