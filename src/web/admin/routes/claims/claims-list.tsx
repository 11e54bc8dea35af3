import { Button, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { searchClaims } from '#contract/merchant/merchant.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { methodName } from '#core/claims/email.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import type { Column } from '../../../ui/list-table.tsx';
import { moneyText, plainMoneyText } from '../../../ui/money-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { problemText } from '../../problem-words.ts';
import { claimsQuery, countsQuery, meQuery } from '../../queries.ts';
import { changed, footerText, paged, searchRequest, sorts, viewCount, views, type ListSearch } from './list-search.ts';
import './claims-list.css';

type Row = RouteAnswer<typeof searchClaims>['data'][number];

/** Return claims of the store, newest first. */
export function ClaimsList() {
  const { storeId } = useParams({ from: '/$storeId/claims/return' });
  const search = useSearch({ from: '/$storeId/claims/return' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const list = useQuery(claimsQuery(storeId, searchRequest(search)));
  const counts = useQuery(countsQuery(storeId));
  const store = useQuery(meQuery).data?.stores.find((one) => one.id === storeId);
  const go = (next: ListSearch, replace = false): void =>
    void navigate({ to: '/$storeId/claims/return', params: { storeId }, search: next, replace });
  const rows = list.data?.data;
  const { prevCursor = null, nextCursor = null } = list.data?.pageInfo ?? {};
  const isNarrowed = search.status !== undefined || search.q !== undefined || search.cursor !== undefined;
  const view = search.status ?? 'all';
  return (
    <ListPage
      title="Return claims"
      views={views.map((one) => ({ ...one, count: viewCount(one.id, counts.data) }))}
      view={view}
      onView={(id) => go(changed(search, { view: id }))}
      finding={{
        search: search.q ?? '',
        searchLabel: 'Search by claim, order, name or e-mail',
        onSearch: (q) => go(changed(search, { q }), true),
        sort: search.sort ?? 'newest',
        sortOptions: sorts,
        onSort: (sort) => go(changed(search, { sort })),
      }}
      columns={columnsOf(storeId, rows)}
      rows={rows}
      rowKey={(row) => row.id}
      onOpen={(row) =>
        void navigate({
          to: '/$storeId/claims/return/$claimId',
          params: { storeId, claimId: row.id },
        })
      }
      isStale={list.isPlaceholderData}
      error={list.error ? { message: problemText(list.error) } : null}
      onRetry={() => void client.invalidateQueries({ queryKey: ['claims', storeId] })}
      empty={
        isNarrowed
          ? {
              title: 'No claims match',
              text: 'Try another word or another view.',
              action: (
                <Button variant="default" onClick={() => go({})}>
                  Show all claims
                </Button>
              ),
            }
          : {
              title: 'No return claims yet',
              text: 'When a shopper asks for a return in your portal, the claim appears here. Try it with one of your own orders.',
              action: store ? (
                <Button component="a" href={store.customerAppUrl} target="_blank" rel="noreferrer">
                  Open your return portal
                </Button>
              ) : null,
            }
      }
      footer={footerText(rows?.length, viewCount(view, counts.data), search)}
      onPrev={prevCursor === null ? null : () => go(paged(search, 'prev', prevCursor))}
      onNext={nextCursor === null ? null : () => go(paged(search, 'next', nextCursor))}
    />
  );
}

function columnsOf(storeId: number, rows: readonly Row[] | undefined): Column<Row>[] {
  const currencies = new Set(rows?.map((row) => row.currencyCode));
  const [only] = currencies.size === 1 ? currencies : [];
  return [
    {
      id: 'claim',
      title: 'Claim',
      phone: 'start',
      skeleton: 88,
      cell: (row) => <ClaimLink storeId={storeId} row={row} />,
    },
    {
      id: 'status',
      title: 'Status',
      phone: 'end',
      skeleton: 120,
      cell: (row) => <Status row={row} />,
    },
    {
      id: 'customer',
      title: 'Customer',
      phone: 'start',
      skeleton: 160,
      cell: (row) => <Customer row={row} />,
    },
    {
      id: 'order',
      title: 'Order',
      phone: 'none',
      skeleton: 56,
      cell: (row) => (
        <span className="mg-order-no" title={row.orderNo}>
          {row.orderNo}
        </span>
      ),
    },
    {
      id: 'resolution',
      title: 'Requested resolution',
      phone: 'none',
      skeleton: 96,
      cell: (row) => <span className="mg-nowrap">{row.resolutionMethods.map(methodName).join(', ')}</span>,
    },
    {
      id: 'items',
      title: 'Items',
      phone: 'none',
      isNumber: true,
      skeleton: 16,
      cell: (row) => row.lineCount,
    },
    {
      id: 'requested',
      title: only ? `Requested, ${only}` : 'Requested',
      phone: 'end',
      isNumber: true,
      skeleton: 56,
      cell: (row) => (
        <>
          <span className="mg-wide">
            {only ? plainMoneyText(row.requestedTotal, only) : moneyText(row.requestedTotal, row.currencyCode)}
          </span>
          <span className="mg-small">{moneyText(row.requestedTotal, row.currencyCode)}</span>
        </>
      ),
    },
    {
      id: 'created',
      title: 'Created',
      phone: 'start',
      isNumber: true,
      skeleton: 96,
      cell: (row) => (
        <span className="mg-muted">
          <DateText date={row.createdOn} />
        </span>
      ),
    },
  ];
}

function ClaimLink({ storeId, row }: { storeId: number; row: Row }) {
  return (
    <span className="mg-claim-cell">
      <Link className="mg-claim-link" to="/$storeId/claims/return/$claimId" params={{ storeId, claimId: row.id }}>
        {row.externalId}
      </Link>
      {row.lineItemHasError ? (
        <>
          <IconAlertTriangle className="mg-claim-error" size={14} aria-hidden />
          <VisuallyHidden>An effect failed</VisuallyHidden>
        </>
      ) : null}
      {row.tags.slice(0, 2).map((tag) => (
        <span key={tag} className="mg-tag">
          <bdi>{tag}</bdi>
        </span>
      ))}
    </span>
  );
}

function Customer({ row }: { row: Row }) {
  return (
    <div className="mg-customer">
      <bdi>{row.customerName}</bdi>
      <span className="mg-muted mg-wide">{row.customerEmail}</span>
      <span className="mg-muted mg-small">{`Order ${row.orderNo}`}</span>
    </div>
  );
}

function Status({ row }: { row: Row }) {
  const { name, label, tone } = row.status;
  return (
    <div className="mg-status-cell">
      <StatusBadge status={{ label: name, tone }} />
      {label.toLowerCase() === name.toLowerCase() ? null : <span className="mg-muted mg-wide">{label}</span>}
    </div>
  );
}
