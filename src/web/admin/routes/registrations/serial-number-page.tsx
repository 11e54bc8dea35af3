import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { RouteAnswer } from '#contract/route.ts';
import { call } from '#contract/client.ts';
import { serialNumber } from '#contract/merchant/serial-numbers.ts';
import { ClaimType } from '#core/claims/types.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { BackToRegistrations } from './back-to-registrations.tsx';
import '../claim/claim-detail.css';
import '../orders/orders.css';

type Unit = RouteAnswer<typeof serialNumber>['units'][number];
type Registered = Unit['registrations'][number];

/** A serial number and everything that happened to its item. */
export function SerialNumberPage() {
  const { storeId } = useParams({ from: '/$storeId/registrations/serial-number' });
  const { number = '' } = useSearch({ from: '/$storeId/registrations/serial-number' });
  useDocumentTitle(number === '' ? 'Serial numbers' : `${number} · Serial numbers`);
  return (
    <main className="mg-orders-page" id="content">
      <BackToRegistrations storeId={storeId} />
      <h1>Serial numbers</h1>
      <Finder key={number} storeId={storeId} number={number} />
      {number === '' ? null : <Found storeId={storeId} number={number} />}
    </main>
  );
}

function Finder({ storeId, number }: { storeId: number; number: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(number);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({
          to: '/$storeId/registrations/serial-number',
          params: { storeId },
          search: typed.trim() === '' ? {} : { number: typed.trim() },
        });
      }}
    >
      <Group align="end" gap="xs" mb="md">
        <TextInput
          label="Serial number"
          type="search"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">Look up</Button>
      </Group>
    </form>
  );
}

function Found({ storeId, number }: { storeId: number; number: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['serial-number', storeId, number],
    queryFn: ({ signal }) => call(serialNumber, { params: { storeId }, query: { serialNumber: number } }, { signal }),
    staleTime: 0,
  });
  if (error) return <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} mt="md" />;
  if (data.units.length === 0)
    return <Notice tone="neutral">Nobody registered this serial number, and it isn't on your list.</Notice>;
  return data.units.map((unit, index) => (
    <Section key={index} title={[unit.productName, unit.serialNumber].filter((part) => part !== '').join(' · ')}>
      <p className="mg-muted mg-p">
        {unit.isKnown
          ? 'It is on your list of known serial numbers.'
          : "It isn't on your list of known serial numbers."}
        {unit.registrations.length === 0 ? ' Nobody has registered it yet.' : ''}
      </p>
      {unit.registrations.map((registered) => (
        <History key={registered.id} storeId={storeId} registered={registered} />
      ))}
    </Section>
  ));
}

function History({ storeId, registered }: { storeId: number; registered: Registered }) {
  return (
    <article aria-label={`History of ${registered.externalId}`}>
      <Group gap="xs" mt="sm">
        <Link
          to="/$storeId/registrations/$registrationId"
          params={{ storeId, registrationId: registered.id }}
          search={{}}
        >
          {registered.externalId}
        </Link>
        <bdi>{registered.ownerName}</bdi>
        <StatusBadge
          status={{
            label: registered.coverage,
            tone: registered.isCovered && registered.isCurrent ? 'good' : 'neutral',
          }}
        />
      </Group>
      <ol className="mg-orders">
        {registered.events.map((event, index) => (
          <li key={index}>
            <DateText date={event.on} /> {wordsOf(event)}
            {event.claim ? (
              <>
                {' '}
                <Link
                  to="/$storeId/claims/$type/$claimId"
                  params={{ storeId, type: ClaimType.parse(event.claim.claimType), claimId: event.claim.id }}
                  search={{}}
                >
                  {event.claim.externalId}
                </Link>
              </>
            ) : null}
          </li>
        ))}
      </ol>
    </article>
  );
}

function wordsOf({ kind, claim }: Registered['events'][number]): string {
  switch (kind) {
    case 'registered':
      return 'Registered';
    case 'transferred':
      return 'Transferred to a new owner';
    case 'canceled':
      return 'Registration canceled';
    case 'claimed':
      return 'Claimed';
    case 'denied':
      return 'Claim denied';
    case 'resolved':
      return claim?.method ?? 'Resolved';
  }
}
