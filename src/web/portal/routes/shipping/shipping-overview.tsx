import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { isExpired, isNotFound, messageOf, portalCall, type Answer } from '../../api.ts';
import { day } from '../../format.ts';
import { Queries } from '../../queries.tsx';
import { dropStored, readStoredText, writeStored } from '../../storage.ts';
import { t } from '../../texts.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Failure, LostClaim } from '../../ui/failure.tsx';
import { focusHeading } from '../../ui/focus-heading.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { Page } from '../page.tsx';
import { ShippingItems } from './items.tsx';
import { nextOf, statusBadge } from './shipping-words.ts';
import styles from './shipping.module.css';

type Place = { slug: string; externalId: string };
type Claim = Answer<'shippingClaim'>;

const LATER = 60_000;

/** Where a claim of shipping protection stands, and what happens next. */
export function ShippingOverview(place: Place) {
  return (
    <Queries>
      <OfClaim {...place} />
    </Queries>
  );
}

function OfClaim({ slug, externalId }: Place) {
  const claim = useQuery({
    queryKey: ['shipping-claim', slug, externalId],
    queryFn: ({ signal }) => portalCall('shippingClaim', { params: { slug, externalId } }, signal),
    refetchInterval: LATER,
  });
  if (isNotFound(claim.error))
    return <LostClaim slug={slug} externalId={externalId} wasShown={claim.data !== undefined} />;
  if (claim.data) return <Shown slug={slug} claim={claim.data} onChanged={() => void claim.refetch()} />;
  if (claim.isPending || isExpired(claim.error)) return <Skeleton />;
  return <Failure error={claim.error} onRetry={() => void claim.refetch()} />;
}

function Shown({ slug, claim, onChanged }: { slug: string; claim: Claim; onChanged: () => void }) {
  const [isAnswered, setAnswered] = useState(false);
  const next = nextOf(claim);
  return (
    <Page heading={t('shipping.claim.title', { externalId: claim.externalId })}>
      <p>
        {t('shipping.order', { orderNo: claim.orderNo })} · {t('shipping.claim.filedOn', { day: day(claim.createdOn) })}
      </p>
      <p aria-live="polite">
        <StatusBadge status={statusBadge(claim)} />
      </p>
      {next !== null && <p>{next}</p>}
      {claim.denial && claim.status === 'Closed_Denied' && (
        <>
          <p>{t(`shipping.denial.${claim.denial.reason}`)}</p>
          {claim.denial.note !== '' && (
            <blockquote className={styles.quote} dir="auto">
              {claim.denial.note}
            </blockquote>
          )}
        </>
      )}
      {isAnswered && !claim.canAnswer && <Notice tone="good">{t('claim.answered')}</Notice>}
      {claim.canAnswer && (
        <AnswerForm
          slug={slug}
          externalId={claim.externalId}
          onSent={() => {
            setAnswered(true);
            onChanged();
          }}
        />
      )}
      <h2>{t(`shipping.reason.${claim.reason}`)}</h2>
      <ShippingItems items={claim.items} />
      <p>{t(`shipping.wanted.${claim.method}`)}</p>
      {claim.note !== '' && (
        <blockquote className={styles.quote} dir="auto">
          {claim.note}
        </blockquote>
      )}
      <Link
        href={`/p/${encodeURIComponent(slug)}/order/${encodeURIComponent(claim.orderIdFromPlatform)}`}
        className={buttonClass('quiet')}
      >
        {t('shipping.back')}
      </Link>
    </Page>
  );
}

function AnswerForm({ slug, externalId, onSent }: Place & { onSent: () => void }) {
  const key = `makegood:shipping-answer:${slug}:${externalId}`;
  const [message, setMessage] = useState(() => readStoredText(key));
  useEffect(() => writeStored(key, message), [key, message]);
  const sending = useMutation({
    mutationFn: () =>
      portalCall('answerShippingClaim', { params: { slug, externalId }, body: { message: message.trim() } }),
    onSuccess: () => {
      dropStored(key);
      onSent();
      focusHeading();
    },
  });
  return (
    <form
      className={styles.group}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (message.trim() !== '' && !sending.isPending) sending.mutate();
      }}
    >
      <h2>{t('shipping.answer.heading')}</h2>
      <TextAreaField
        label={t('shipping.answer.label')}
        rows={4}
        maxLength={2000}
        value={message}
        error=""
        onChange={(event) => setMessage(event.target.value)}
      />
      {sending.error !== null && (
        <Notice tone="bad">
          <p>{messageOf(sending.error)}</p>
        </Notice>
      )}
      <Button type="submit" isBusy={sending.isPending || sending.isSuccess} disabled={message.trim() === ''}>
        {t('shipping.answer.send')}
      </Button>
    </form>
  );
}
