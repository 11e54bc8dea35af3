import { Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { call } from '#contract/client.ts';
import { lookUpOrder } from '#contract/merchant/orders.ts';
import type { OrderListed } from '#contract/merchant/lists.ts';
import { OrderLookup } from '#core/orders/lookup.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Paging } from '../../../ui/list-page.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { errorsOf, type FieldErrors } from '../../field-errors.ts';
import { footerText } from '../../lists/list-address.ts';
import { problemText } from '../../problem-words.ts';
import { DETAIL } from '../claims/claim-places.ts';
import { ordersQuery } from './order-queries.ts';
import './orders.css';

const FROM = '/$storeId/orders/lookup';

/** Finds an order by what a customer on the phone knows; below it, all orders, the newest first. */
export function OrderLookupPage() {
  const { storeId } = useParams({ from: FROM });
  useDocumentTitle('Order Lookup');
  return (
    <main className="mg-orders-page" id="content">
      <h1>Order Lookup</h1>
      <p className="mg-muted mg-p">Find an order to see what can be claimed, or to make a claim for a customer.</p>
      <LookupForm storeId={storeId} />
      <Orders storeId={storeId} />
    </main>
  );
}

function LookupForm({ storeId }: { storeId: number }) {
  const navigate = useNavigate();
  const { cursor: _cursor, ...search } = useSearch({ from: FROM });
  const [emailOrPostalCode, setContact] = useState('');
  const [orderNo, setOrderNo] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const looking = useMutation({
    mutationFn: (body: { emailOrPostalCode: string; orderNo: string }) =>
      call(lookUpOrder, { params: { storeId }, body }),
    onSuccess: ({ idFromPlatform }) =>
      void navigate({ to: '/$storeId/orders/lookup/$idFromPlatform', params: { storeId, idFromPlatform }, search }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (looking.isPending) return;
    const checked = OrderLookup.safeParse({ emailOrPostalCode, orderNo });
    setErrors(checked.success ? {} : errorsOf(checked.error.issues));
    if (checked.success) looking.mutate(checked.data);
    else setTimeout(() => document.querySelector<HTMLElement>('.mg-lookup [aria-invalid="true"]')?.focus());
  };
  return (
    <form className="mg-lookup" noValidate onSubmit={submit} aria-label="Order lookup">
      <div className="mg-field-row">
        <TextInput
          label="E-mail or postal code"
          autoComplete="off"
          maxLength={255}
          dir="auto"
          value={emailOrPostalCode}
          error={errors['emailOrPostalCode']}
          onChange={(event) => setContact(event.currentTarget.value)}
        />
        <TextInput
          label="Order number"
          autoComplete="off"
          maxLength={100}
          value={orderNo}
          error={errors['orderNo']}
          onChange={(event) => setOrderNo(event.currentTarget.value)}
        />
      </div>
      {looking.error ? <Notice tone="bad">{problemText(looking.error)}</Notice> : null}
      <Button type="submit" loading={looking.isPending}>
        Find order
      </Button>
    </form>
  );
}

function Orders({ storeId }: { storeId: number }) {
  const { cursor, ...others } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const { data, error, isPlaceholderData, refetch } = useQuery(ordersQuery(storeId, cursor));
  const page = (direction: 'prev' | 'next', id: string | null | undefined) =>
    id ? () => void navigate({ search: { ...others, cursor: `${direction}.${id}` }, resetScroll: false }) : null;
  return (
    <Section title={cursor === undefined ? 'Recent orders' : 'Orders'}>
      {error ? <LoadProblem message={problemText(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <Stack gap="xs">
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={48} />
          ))}
        </Stack>
      ) : null}
      {data?.data.length === 0 ? (
        <p className="mg-muted mg-p">Orders appear here once the store platform has told of them.</p>
      ) : null}
      {data && data.data.length > 0 ? (
        <>
          <ul className="mg-orders" aria-label="Orders" aria-busy={isPlaceholderData}>
            {data.data.map((order) => (
              <OrderRow key={order.id} storeId={storeId} order={order} />
            ))}
          </ul>
          <div className="mg-orders-foot">
            <span className="mg-muted" aria-live="polite">
              {footerText(data.data.length, undefined, 'order')}
            </span>
            <Paging onPrev={page('prev', data.pageInfo.prevCursor)} onNext={page('next', data.pageInfo.nextCursor)} />
          </div>
        </>
      ) : null}
    </Section>
  );
}

function OrderRow({ storeId, order }: { storeId: number; order: OrderListed }) {
  const { cursor: _cursor, ...search } = useSearch({ from: FROM });
  return (
    <li className="mg-order-row">
      <span className="mg-order-who">
        <Link
          to="/$storeId/orders/lookup/$idFromPlatform"
          params={{ storeId, idFromPlatform: order.idFromPlatform }}
          search={search}
        >
          {order.orderNo}
        </Link>
        <bdi>{order.customerName || order.customerEmail}</bdi>
      </span>
      <span className="mg-order-claims">
        {order.claims.map((claim) => (
          <Link key={claim.id} to={DETAIL[claim.claimType]} params={{ storeId, claimId: claim.id }}>
            {claim.externalId}
          </Link>
        ))}
      </span>
      <span className="mg-muted">
        <DateText date={order.createdOn} />
      </span>
    </li>
  );
}
