import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import { isFromRegistration } from '#core/orders/order-origin.ts';
import { isExpired, isNotFound, portalCall } from '../api.ts';
import { day, momentIn } from '../format.ts';
import { giftPage } from '../path.ts';
import { Queries } from '../queries.tsx';
import { useStore } from '../store.tsx';
import { Failure, LostClaim } from '../ui/failure.tsx';
import { focusHeading } from '../ui/focus-heading.ts';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProgressSteps } from '../ui/progress.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { wholeNumbers } from '../ui/whole-numbers.tsx';
import styles from './overview.module.css';
import { Appeal } from './overview/appeal.tsx';
import { CancelClaim } from './overview/cancel-claim.tsx';
import { AnswerForm } from './overview/answer-form.tsx';
import type { ClaimOverview } from './overview/claim-overview.ts';
import { ClaimLines } from './overview/claim-lines.tsx';
import { ClaimMoney } from './overview/claim-money.tsx';
import { PayOwed } from './overview/pay-owed.tsx';
import { quotedLines } from './overview/repair-quotes.tsx';
import { Wanted } from './overview/wanted.tsx';
import { SentBack, Shipments } from './overview/shipments.tsx';
import { useCleanAddress } from './paying.tsx';
import { rich, t } from '../texts.ts';
import { statusText, worded } from '../words.ts';

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
  if (isNotFound(claim.error)) {
    if (isAskedAsGift) return <Redirect to={`/p/${encodeURIComponent(slug)}/gift?ended=claim`} replace />;
    return <LostClaim slug={slug} externalId={externalId} wasShown={claim.data !== undefined} />;
  }
  if (claim.data) return <Shown slug={slug} claim={claim.data} onChanged={() => claim.refetch()} />;
  if (claim.isPending || isExpired(claim.error)) return <Skeleton />;
  return <Failure error={claim.error} onRetry={() => void claim.refetch()} />;
}

const wasJustSubmitted = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isNew' in state;

type ShownProps = { slug: string; claim: ClaimOverview; onChanged: () => Promise<unknown> };

function Shown({ slug, claim, onChanged }: ShownProps) {
  const store = useStore();
  // Also where the payment has already arrived, and nothing is owed anymore.
  useCleanAddress();
  const [wasSubmitted] = useState(() => wasJustSubmitted(window.history.state));
  const isNew = wasSubmitted && claim.status.code !== 'Closed' && claim.appeal === null;
  const [isAnswered, setAnswered] = useState(false);
  const [isPaid, setPaid] = useState(false);
  const [isCanceled, setCanceled] = useState(false);
  const [isAppealed, setAppealed] = useState(false);
  const [isAgreed, setAgreed] = useState(false);
  const quoted = quotedLines(claim).length;
  const owed = claim.ledger?.owed ?? 0;
  const order = `/p/${encodeURIComponent(slug)}/order/${encodeURIComponent(claim.orderIdFromPlatform)}`;
  const isRegistered = isFromRegistration(claim.orderIdFromPlatform);
  const isAsked = claim.lines.some(({ refusal, status }) => refusal !== null && status === 'open');
  const heading = isNew
    ? isAsked
      ? t('claim.asked')
      : t(`claim.submitted.${claim.claimType}`)
    : t(`claim.title.${claim.withdrawal ? 'withdrawal' : claim.claimType}`, { id: claim.externalId });
  return (
    <div className={styles.overview}>
      <Heading title={t('page.title', { heading, store: store.pageTitle })}>{wholeNumbers(heading)}</Heading>
      <p className={styles.about}>
        {isNew
          ? rich(isRegistered ? 'claim.about.new.registered' : `claim.about.new.${claim.claimType}`, {
              id: <strong>{wholeNumbers(claim.externalId)}</strong>,
              orderNo: claim.orderNo,
              date: day(claim.createdOn),
            })
          : t(isRegistered ? 'claim.about.registered' : 'claim.about', {
              orderNo: claim.orderNo,
              date: day(claim.createdOn),
            })}
      </p>
      {claim.withdrawal && (
        <p className={styles.about}>
          {t('claim.withdrawn', { moment: momentIn(claim.withdrawal.statedOn, claim.withdrawal.timeZone) })}
        </p>
      )}
      <p aria-live="polite">
        <StatusBadge status={{ label: statusText(claim.status), tone: claim.status.tone }} />
      </p>
      <ProgressSteps steps={claim.progress} />
      {isCanceled && <Notice tone="good">{t(`claim.canceled.${claim.claimType}`)}</Notice>}
      {isAnswered && !claim.isAwaitingCustomer && <Notice tone="good">{t('claim.answered')}</Notice>}
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
      {isAppealed && claim.appeal !== null && <Notice tone="good">{t('appeal.sent')}</Notice>}
      <Appeal
        slug={slug}
        claim={claim}
        onAppealed={() => {
          setAppealed(true);
          void onChanged();
        }}
      />
      {isPaid && owed === 0 && <Notice tone="good">{t('claim.paid')}</Notice>}
      {isAgreed && quoted === 0 && <Notice tone="good">{t('quote.agreed')}</Notice>}
      {(owed > 0 || quoted > 0) && (
        <PayOwed
          slug={slug}
          claim={claim}
          onChanged={() => void onChanged()}
          onAnswered={onChanged}
          onAgreed={() => setAgreed(true)}
          onPaid={() => {
            setPaid(true);
            return onChanged();
          }}
        />
      )}
      {claim.noteToCustomer !== '' && (
        <section className={styles.next} aria-labelledby="note">
          <h2 id="note">{t('claim.note', { store: store.pageTitle })}</h2>
          <p className={styles.note} dir="auto">
            {claim.noteToCustomer}
          </p>
        </section>
      )}
      {claim.steps.length > 0 && (
        <section className={styles.next} aria-labelledby="next">
          <h2 id="next">{t('claim.next')}</h2>
          <ol className={styles.steps}>
            {claim.steps.map(worded).map((step) => (
              <li key={step} dir="auto">
                {step}
              </li>
            ))}
          </ol>
        </section>
      )}
      <SentBack claim={claim} />
      <Shipments claim={claim} isMade={isMade(claim)} />
      <ClaimLines claim={claim} />
      <Wanted claim={claim} />
      <ClaimMoney claim={claim} />
      <p>
        <Link href={claim.isGiftReturn ? giftPage(order) : order} className={styles.order}>
          {t(isRegistered ? 'claim.registration' : claim.canReturnMore ? 'claim.more' : 'claim.order', {
            orderNo: claim.orderNo,
          })}
        </Link>
      </p>
      <CancelClaim
        slug={slug}
        claim={claim}
        onTooLate={() => void onChanged()}
        onCanceled={() => {
          void onChanged().then(() => {
            setCanceled(true);
            // The button that was pressed is gone.
            focusHeading();
          });
        }}
      />
    </div>
  );
}
