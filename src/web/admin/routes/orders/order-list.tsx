import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OrderListed } from '#contract/merchant/lists.ts';
import { DateText } from '../../../ui/date-text.tsx';
import type { Column } from '../../../ui/list-table.tsx';
import { ordersQuery } from '../../list-queries.ts';
import { searchRequest, startOfToday } from '../../lists/list-address.ts';
import { StoreList } from '../../lists/store-list.tsx';
import { useList } from '../../lists/use-list.ts';
import { CLAIM, ORDERS } from '../claims/claim-places.ts';
import '../claims/claims-list.css';

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
  return (
    <StoreList
      storeId={storeId}
      kind="Order"
      list={list}
      address={address}
      found={found}
      onRetry={() => void client.invalidateQueries({ queryKey: ['orders', storeId] })}
      total={null}
      back={back}
      intro={intro}
      columns={orderColumns(storeId, from)}
      onOpen={({ idFromPlatform }) => void navigate({ to: ORDER, params: { storeId, idFromPlatform }, search: from })}
    />
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
    cell: ({ claims, shipProtectClaims }) => (
      <span className="mg-order-claims">
        {claims.map(({ id, externalId, claimType }) => (
          <Link key={id} to={CLAIM} params={{ storeId, type: claimType, claimId: id }}>
            {externalId}
          </Link>
        ))}
        {shipProtectClaims.map(({ id: shippingClaimId, externalId }) => (
          <Link
            key={externalId}
            to="/$storeId/claims/shipping/$shippingClaimId"
            params={{ storeId, shippingClaimId }}
            search={{}}
          >
            {externalId}
          </Link>
        ))}
      </span>
    ),
  },
];
