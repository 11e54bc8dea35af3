import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { isExpired, isNotFound, portalCall } from '../api.ts';
import { day } from '../format.ts';
import { giftPage } from '../path.ts';
import { Queries } from '../queries.tsx';
import { useStore } from '../store.tsx';
import { Failure, NotFound } from '../ui/failure.tsx';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import styles from './overview.module.css';
import { AnswerForm } from './overview/answer-form.tsx';
import type { ClaimOverview } from './overview/claim-overview.ts';
import { ClaimLines } from './overview/claim-lines.tsx';
import { ClaimMoney } from './overview/claim-money.tsx';
import { PayOwed } from './overview/pay-owed.tsx';
import { Wanted } from './overview/wanted.tsx';
import { Shipments } from './overview/shipments.tsx';

type Place = { slug: string; externalId: string };

// Just submitted, the label is being made: look again soon. Later the parcel moves slowly.
const SOON = 3000;
const LATER = 60_000;
const isMade = (claim: ClaimOverview): boolean =>
  claim.shippingMethod === 'none' || claim.shipments.length > 0 || claim.lines.every(({ isFinalized }) => isFinalized);
/** A payment that is captured right away; a hold stays a hold for days. */
const isBeingPaid = ({ isInstantExchange, payments }: ClaimOverview): boolean =>
  !isInstantExchange && payments.some(({ status }) => status === 'Authorized');
const isOnItsWay = (claim: ClaimOverview): boolean => !isMade(claim) || isBeingPaid(claim);

/** Where a return or warranty claim stands and what happens next. */
export function Overview(place: Place) {
  return (
    <Queries>
      <Claim {...place} />
    </Queries>
  );
}

function Claim({ slug, externalId }: Place) {
  const isAskedAsGift = new URLSearchParams(useSearch()).get('isGiftReturn') === 'true';
  const claim = useQuery({
    queryKey: ['claim', slug, externalId],
    queryFn: ({ signal }) => portalCall('overview', { params: { slug, externalId } }, signal),
    refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) && state.dataUpdateCount < 40 ? SOON : LATER),
  });
  if (claim.data) return <Shown slug={slug} claim={claim.data} onChanged={() => claim.refetch()} />;
  if (claim.isPending || isExpired(claim.error)) return <Skeleton />;
  if (isNotFound(claim.error)) {
    return isAskedAsGift ? (
      <Redirect to={`/p/${encodeURIComponent(slug)}/gift?ended=claim`} replace />
    ) : (
      <NotFound slug={slug} what="Return" />
    );
  }
  return <Failure error={claim.error} onRetry={() => void claim.refetch()} />;
}

const title = (noun: string): string => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
const wasJustSubmitted = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isNew' in state;

type ShownProps = { slug: string; claim: ClaimOverview; onChanged: () => Promise<unknown> };

function Shown({ slug, claim, onChanged }: ShownProps) {
  const store = useStore();
  const [isNew] = useState(() => wasJustSubmitted(window.history.state));
  const [isAnswered, setAnswered] = useState(false);
  const [isPaid, setPaid] = useState(false);
  const owed = claim.ledger?.owed ?? 0;
  const order = `/p/${encodeURIComponent(slug)}/order/${encodeURIComponent(claim.orderIdFromPlatform)}`;
  const noun = CLAIM_TYPES[claim.claimType].noun;
  const isAsked = claim.lines.some(({ refusal, status }) => refusal !== null && status === 'open');
  const heading = isNew
    ? isAsked
      ? 'Your request is sent'
      : `Your ${noun} is submitted`
    : `${title(noun)} ${claim.externalId}`;
  return (
    <div className={styles.overview}>
      <Heading title={`${heading} – ${store.name}`}>{heading}</Heading>
      <p className={styles.about}>
        {isNew && (
          <>
            {title(noun)} <strong>{claim.externalId}</strong>,{' '}
          </>
        )}
        {isNew ? 'order' : 'Order'} {claim.orderNo}, {isNew ? 'submitted' : 'started'} on {day(claim.createdOn)}
      </p>
      <p aria-live="polite">
        <StatusBadge status={claim.status} />
      </p>
      {isAnswered && !claim.isAwaitingCustomer && <Notice tone="good">Thanks! We got your answer.</Notice>}
      {claim.isAwaitingCustomer && (
        <AnswerForm
          slug={slug}
          claim={claim}
          onAnswered={() => {
            setAnswered(true);
            void onChanged();
          }}
        />
      )}
      {isPaid && owed === 0 && <Notice tone="good">Thanks! We got your payment.</Notice>}
      {owed > 0 && (
        <PayOwed
          slug={slug}
          claim={claim}
          onChanged={() => void onChanged()}
          onPaid={() => {
            setPaid(true);
            return onChanged();
          }}
        />
      )}
      {claim.noteToCustomer !== '' && (
        <section className={styles.next} aria-labelledby="note">
          <h2 id="note">A note from {store.name}</h2>
          <p className={styles.note} dir="auto">
            {claim.noteToCustomer}
          </p>
        </section>
      )}
      {claim.nextSteps.length > 0 && (
        <section className={styles.next} aria-labelledby="next">
          <h2 id="next">What happens next</h2>
          <ol className={styles.steps}>
            {claim.nextSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      )}
      <Shipments claim={claim} isMade={isMade(claim)} />
      <ClaimLines claim={claim} />
      <Wanted claim={claim} />
      <ClaimMoney claim={claim} />
      {claim.canReturnMore && (
        <p>
          <Link href={claim.isGiftReturn ? giftPage(order) : order} className={styles.order}>
            Return something else from order {claim.orderNo}
          </Link>
        </p>
      )}
    </div>
  );
}
