import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconFilterSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { assignShippingClaim } from '#contract/merchant/shipping-claims.ts';
import type { QueuedClaim } from '#contract/provider/concierge.ts';
import { ME, NOBODY } from '#core/lists/concierge-list.ts';
import { listOf, type ListFilters } from '#core/lists/lists.ts';
import { ALL_VIEW_ID, allView, systemViews } from '#core/lists/saved-view.ts';
import { PAGE_SIZE } from '#core/lists/search.ts';
import { SHIPPING_REASONS } from '#core/protection/reasons.ts';
import { SHIPPING_METHODS } from '#core/protection/shipping-claim.ts';
import { DateText } from '../../../ui/date-text.tsx';
import type { FilterField } from '../../../ui/filter-bar.tsx';
import { isDialogOpen } from '../../../ui/is-dialog-open.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import type { Column } from '../../../ui/list-table.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import {
  atView,
  footerText,
  inInstants,
  leftSearch,
  listAddress,
  listTrouble,
  narrowed,
  pageTurns,
  parseCursor,
  startOfToday,
  type ListAddress,
} from '../../lists/list-address.ts';
import { fieldsOf } from '../../lists/filter-fields.ts';
import { Finding } from '../../lists/list-finding.tsx';
import { SearchCall, Tool } from '../../lists/list-tools.tsx';
import { meQuery } from '../../me-query.ts';
import { problemText } from '../../problem-words.ts';
import { deskQuery, QUEUE, queueQuery, useTakeNext } from './concierge-queries.ts';

const KIND = 'Concierge';
const QUEUE_LIST = listOf(KIND);
const VIEWS = [allView(KIND), ...systemViews(KIND)];

/** The queue of the provider's team (S4.10): what waits in all stores, the longest waiting first, and who has it. */
export function ConciergePage() {
  const address = useSearch({
    from: '/concierge/',
    select: (search) => listAddress(KIND, search),
    structuralSharing: true,
  });
  const navigate = useNavigate();
  const client = useQueryClient();
  const move = (next: ListAddress): void => void navigate({ to: '/concierge', search: next });
  const view = VIEWS.find(({ id }) => id === address.view) ?? allView(KIND);
  const filters = address.filters ?? view.filters;
  const found = useQuery(
    queueQuery({
      cursor: parseCursor(address.cursor),
      take: PAGE_SIZE,
      filters: inInstants(filters, startOfToday()),
    }),
  );
  const { data } = useQuery(deskQuery);
  const taking = useTakeNext();
  const counts = data && [data.counts.total, data.counts.unanswered, data.counts.mine, data.counts.nobodys];
  const isNarrowed = Object.keys(filters).length > 0 || address.cursor !== undefined;
  return (
    <ListPage
      title={QUEUE_LIST.title}
      tableLabel={QUEUE_LIST.tableLabel ?? QUEUE_LIST.title}
      primaryAction={
        <Button loading={taking.isPending} onClick={() => taking.mutate()}>
          Take the next claim
        </Button>
      }
      views={VIEWS.map(({ id, name }, index) => ({ id: String(id), label: name, count: counts?.[index] }))}
      view={String(view.id)}
      onView={(id) => move(atView(address, Number(id)))}
      {...useFinding(address, filters, view.id, move)}
      columns={useColumns()}
      rows={found.data?.data}
      rowKey={({ id }) => id}
      onOpen={({ store, id }) =>
        void navigate({
          to: '/$storeId/claims/shipping/$shippingClaimId',
          params: { storeId: store.id, shippingClaimId: id },
        })
      }
      isStale={found.isPlaceholderData}
      {...listTrouble(address, found.error, () => void client.invalidateQueries({ queryKey: QUEUE }), move)}
      empty={{
        title: isNarrowed ? 'No claims found' : 'No claims waiting',
        text: isNarrowed ? 'Try changing the filters or search terms for this view.' : QUEUE_LIST.empty,
        action: isNarrowed ? (
          <Button variant="default" onClick={() => move(atView(address, ALL_VIEW_ID))}>
            View all claims
          </Button>
        ) : null,
      }}
      footer={footerText(found.data?.data.length, isNarrowed ? undefined : data?.counts.total, QUEUE_LIST)}
      {...pageTurns(address, found.data?.pageInfo, move)}
    />
  );
}

/** Search and filters, as every list has them; this one has no views of people's own. */
function useFinding(address: ListAddress, filters: ListFilters, viewId: number, move: (next: ListAddress) => void) {
  const [isCalled, setCalled] = useState(false);
  const isSearching = address.filters !== undefined;
  const toggle = (isByKey: boolean): void => {
    setCalled(isByKey);
    move(isSearching ? leftSearch(address, viewId) : narrowed(address, filters));
  };
  const fields = useFields();
  useHotkeys(isSearching ? [] : [['/', () => !isDialogOpen() && toggle(true)]]);
  return {
    finding: isSearching ? (
      <Finding
        searched={QUEUE_LIST.searched}
        fields={fields}
        filters={filters}
        isCalled={isCalled}
        onFilters={(next) => move(narrowed(address, next))}
        onCancel={() => toggle(false)}
      />
    ) : undefined,
    tools: (
      <>
        {isSearching ? null : (
          <SearchCall searched={QUEUE_LIST.searched} hint={QUEUE_LIST.searchHint} onCall={() => toggle(true)} />
        )}
        <Tool label="Search and filter" isPressed={isSearching} onClick={() => toggle(false)}>
          <IconFilterSearch size={16} />
        </Tool>
      </>
    ),
  };
}

/** The filters, with the stores and the people there are. */
function useFields(): FilterField[] {
  const { data } = useQuery(deskQuery);
  const { data: me } = useQuery(meQuery);
  const others = data?.people.filter(({ userId }) => userId !== me?.user.id) ?? [];
  return fieldsOf(KIND, {
    stores: data?.stores.map(({ id, name }) => ({ value: String(id), label: name })) ?? [],
    holders: [
      { value: ME, label: 'Me' },
      { value: NOBODY, label: 'Nobody' },
      ...others.map(({ userId, name }) => ({ value: String(userId), label: name })),
    ],
  });
}

function useColumns(): Column<QueuedClaim>[] {
  return [
    { id: 'store', title: 'Store', phone: 'start', cell: ({ store }) => <bdi>{store.name}</bdi> },
    {
      id: 'claim',
      title: 'Claim',
      phone: 'end',
      cell: ({ id, store, externalId }) => (
        <Link to="/$storeId/claims/shipping/$shippingClaimId" params={{ storeId: store.id, shippingClaimId: id }}>
          {externalId}
        </Link>
      ),
    },
    { id: 'customer', title: 'Customer', phone: 'start', cell: ({ customerName }) => <bdi>{customerName}</bdi> },
    { id: 'reason', title: 'Reason', phone: 'end', cell: ({ reason }) => SHIPPING_REASONS[reason].label },
    {
      id: 'method',
      title: 'Asked for',
      phone: 'start',
      room: 'some',
      cell: ({ resolutionMethod }) => SHIPPING_METHODS[resolutionMethod],
    },
    {
      id: 'amount',
      title: 'Amount',
      phone: 'end',
      isNumber: true,
      cell: ({ amount, currencyCode }) => <MoneyText amount={amount} currencyCode={currencyCode} />,
    },
    { id: 'waiting', title: 'Waiting since', phone: 'start', cell: (claim) => <Waiting claim={claim} /> },
    { id: 'holder', title: 'Who has it', phone: 'end', cell: (claim) => <Holder claim={claim} /> },
  ];
}

function Waiting({ claim: { waitingSince, reorderUntil } }: { claim: QueuedClaim }) {
  if (waitingSince !== null) return <DateText date={waitingSince} />;
  return (
    <StatusBadge
      status={{ label: reorderUntil === null ? 'Customer’s turn' : 'Customer confirms address', tone: 'neutral' }}
    />
  );
}

/** Who has it, or the way to take it. */
function Holder({ claim: { id, store, externalId, assignee } }: { claim: QueuedClaim }) {
  const { data: me } = useQuery(meQuery);
  const client = useQueryClient();
  const taking = useMutation({
    mutationFn: (assigneeId: number) =>
      call(assignShippingClaim, {
        params: { storeId: store.id, shippingClaimId: id },
        body: { assigneeId, from: null },
      }),
    // Somebody else may have been first: who has it by now is shown.
    onError: (error) => toast(problemText(error), 'bad'),
    onSettled: () => client.invalidateQueries({ queryKey: QUEUE }),
  });
  if (assignee) return assignee.userId === me?.user.id ? <strong>You</strong> : <bdi>{assignee.name}</bdi>;
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Take ${externalId}`}
      loading={taking.isPending}
      disabled={me === undefined}
      onClick={() => me && taking.mutate(me.user.id)}
    >
      Take
    </Button>
  );
}
