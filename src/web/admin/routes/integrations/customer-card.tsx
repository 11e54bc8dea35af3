import { Button, Pagination, Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ApiError, call } from '#contract/client.ts';
import { getCustomer, type CustomerShown } from '#contract/merchant/customers.ts';
import { subscriptionEnd } from '#core/stores/subscription.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useHelpdeskSession } from '../../helpdesk-session.ts';
import { meQuery, useMyStore } from '../../me-query.ts';
import { hasCode, loadProblemText } from '../../problem-words.ts';
import { isSignedOut } from '../../session.ts';
import { SubscriptionExpired } from '../../shell/problem-pages.tsx';
import { statusBadge } from '../shipping/shipping-words.ts';
import { ConfirmHelpdesk } from '../sign-in/helpdesk-login.tsx';
import { CLAIM } from '../claims/claim-places.ts';
import { cardRows, type RegistrationRow } from './card-rows.ts';
import { customerSearch, type CustomerSearch } from './customer-search.ts';
import './customer-card.css';

const ROUTE = '/$storeId/integrations/customers';
const AT_ONCE = 5;

/** What an agent sees of a customer next to a conversation, at the width of a helpdesk's side column (C2.10). */
export function CustomerCardPage() {
  const { storeId } = useParams({ from: ROUTE });
  const asked = customerSearch(useSearch({ from: ROUTE }));
  if (asked === 'invalid') return <UpdateRequired />;
  if (asked.helpdesk === null) return <Customer storeId={storeId} asked={asked} />;
  return <InHelpdesk storeId={storeId} asked={asked} helpdesk={asked.helpdesk} />;
}

type Asked = Exclude<CustomerSearch, 'invalid'>;
type CustomerProps = { storeId: number; asked: Asked };

/** Opens the session of the helpdesk first. */
function InHelpdesk({ helpdesk, ...props }: CustomerProps & { helpdesk: NonNullable<Asked['helpdesk']> }) {
  const login = useHelpdeskSession(helpdesk);
  if (hasCode(login.error, 'APP_UPGRADE_REQUIRED')) return <UpdateRequired />;
  // The agent can ask an admin to create the user; other failures have no remedy to name.
  if (hasCode(login.error, 'HELPDESK_USER_UNKNOWN'))
    return <MessagePage title="Unable to Load">{loadProblemText(login.error)}</MessagePage>;
  if (login.error) return <Failed onRetry={login.retry} />;
  if (login.asks !== null)
    return (
      <ConfirmHelpdesk
        storeName={login.asks}
        email={helpdesk.email}
        isBusy={login.isEntering}
        onConfirm={login.enter}
      />
    );
  if (login.storeId === null) return <Loading />;
  return login.storeId === props.storeId ? <Customer {...props} /> : <Failed />;
}

function Customer({ storeId, asked: { customerEmail, customerName } }: CustomerProps) {
  const me = useQuery(meQuery);
  const { data, error, refetch } = useQuery({
    queryKey: ['customer', storeId, customerEmail],
    queryFn: ({ signal }) => call(getCustomer, { params: { storeId }, query: { customerEmail } }, { signal }),
    enabled: customerEmail !== '',
    retry: (failures, problem) => failures < 2 && !(problem instanceof ApiError && problem.status < 500),
  });
  const store = me.data?.stores.find((one) => one.id === storeId);
  if (me.data && store && subscriptionEnd(store.invoiceDefinition, new Date(me.dataUpdatedAt)).state === 'expired')
    return <SubscriptionExpired supportEmail={me.data.support.email} />;
  if (customerEmail === '' || (error instanceof ApiError && error.status === 404))
    return <MessagePage title="No Customer Found">No customer data available.</MessagePage>;
  // The dialog over the page says what to do.
  if (isSignedOut(error)) return <Loading />;
  if (error && !data) return <Failed onRetry={() => void refetch()} />;
  if (!data || me.isPending) return <Loading />;
  return <Card storeId={storeId} customer={data} name={`${data.firstName} ${data.lastName}`.trim() || customerName} />;
}

function Card({ storeId, customer, name }: { storeId: number; customer: CustomerShown; name: string }) {
  useDocumentTitle(name || customer.email);
  const { orders, registrations } = cardRows(customer);
  return (
    <main className="mg-customer" id="content">
      <header>
        <h1>
          <bdi>{name || 'No name'}</bdi>
        </h1>
        <a href={`mailto:${customer.email}`}>
          <bdi>{customer.email}</bdi>
        </a>
      </header>
      {orders.length > 0 ? (
        <Rows
          title="Orders"
          hasMore={customer.hasMoreOrders}
          rows={orders.map((order) => (
            <Order key={order.id} storeId={storeId} order={order} />
          ))}
        />
      ) : null}
      {registrations.length > 0 ? (
        <Rows
          title="Registrations"
          rows={registrations.map((registration) => (
            <Registration key={registration.externalId} storeId={storeId} registration={registration} />
          ))}
        />
      ) : null}
    </main>
  );
}

/** A few at once. */
function Rows({ title, rows, hasMore = false }: { title: string; rows: readonly ReactNode[]; hasMore?: boolean }) {
  const [page, setPage] = useState(1);
  const pages = Math.ceil(rows.length / AT_ONCE);
  return (
    <Section title={`${title} (${rows.length}${hasMore ? '+' : ''})`}>
      <ul className="mg-customer-orders" aria-label={title}>
        {rows.slice((page - 1) * AT_ONCE, page * AT_ONCE)}
      </ul>
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          size="sm"
          siblings={0}
          getControlProps={(control) => ({ 'aria-label': CONTROLS[control] })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      ) : null}
    </Section>
  );
}

const CONTROLS = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' } as const;

/** Links leave the helpdesk's frame: what they lead to has no room in it. */
const OUT = { target: '_blank', rel: 'noreferrer' } as const;

type Order = CustomerShown['orders'][number];

function Order({ storeId, order }: { storeId: number; order: Order }) {
  const { idFromPlatform } = order;
  return (
    <li>
      <div className="mg-customer-order">
        <Link to="/$storeId/orders/lookup/$idFromPlatform" params={{ storeId, idFromPlatform }} {...OUT}>
          <bdi>{order.orderNo}</bdi>
        </Link>
        <span className="mg-muted">
          <DateText date={order.createdOn} />
        </span>
      </div>
      <Claims storeId={storeId} of={order.orderNo} order={order} />
    </li>
  );
}

function Registration({ storeId, registration }: { storeId: number; registration: RegistrationRow }) {
  const { id, externalId, order } = registration;
  const isOn = useMyStore(storeId)?.features.registrations.isRegistrationEnabled ?? false;
  return (
    <li>
      <div className="mg-customer-order">
        {isOn && id !== null ? (
          <Link to="/$storeId/registrations/$registrationId" params={{ storeId, registrationId: id }} {...OUT}>
            {externalId}
          </Link>
        ) : (
          <span>{externalId}</span>
        )}
        {order ? (
          <span className="mg-muted">
            <DateText date={order.createdOn} />
          </span>
        ) : null}
      </div>
      {order ? <Claims storeId={storeId} of={externalId} order={order} /> : null}
    </li>
  );
}

type ClaimsProps = { storeId: number; of: string; order: Pick<Order, 'claims' | 'shipProtectClaims'> };

function Claims({ storeId, of, order: { claims, shipProtectClaims } }: ClaimsProps) {
  if (claims.length + shipProtectClaims.length === 0) return <span className="mg-muted">No claims</span>;
  return (
    <ul className="mg-customer-claims" aria-label={`Claims on ${of}`}>
      {claims.map((claim) => (
        <li key={claim.id}>
          <Link to={CLAIM} params={{ storeId, type: claim.claimType, claimId: claim.id }} {...OUT}>
            {claim.externalId}
          </Link>
          <StatusBadge status={claim.status} />
        </li>
      ))}
      {shipProtectClaims.map((claim) => (
        <li key={claim.externalId}>
          <Link
            to="/$storeId/claims/shipping/$shippingClaimId"
            params={{ storeId, shippingClaimId: claim.id }}
            search={{}}
            {...OUT}
          >
            {claim.externalId}
          </Link>
          <StatusBadge status={statusBadge(claim)} />
        </li>
      ))}
    </ul>
  );
}

const UpdateRequired = () => (
  <MessagePage title="App Update Required">
    The Makegood app in your helpdesk is out of date. Ask your helpdesk admin to update it.
  </MessagePage>
);

const Failed = ({ onRetry }: { onRetry?: () => void }) => (
  <MessagePage title="Something Went Wrong" actions={onRetry ? <Button onClick={onRetry}>Try again</Button> : null}>
    Failed to load customer data. Please try again later.
  </MessagePage>
);

const Loading = () => (
  <main className="mg-customer" id="content" aria-busy aria-label="Customer">
    <Skeleton height={44} />
    <Skeleton height={24} width="40%" />
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} height={56} />
    ))}
  </main>
);
