import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { codeOf, messageOf, portalCall } from '../../api.ts';
import { money } from '../../format.ts';
import { rich, t } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { focusHeading } from '../../ui/focus-heading.ts';
import { Notice } from '../../ui/notice.tsx';
import type { ClaimOverview } from './claim-overview.ts';
import styles from './repair-quotes.module.css';

type Line = ClaimOverview['lines'][number];
type Quoted = Line & { repair: NonNullable<Line['repair']> };

/** Items whose repair has a price that the shopper has to answer. */
export const quotedLines = ({ lines }: ClaimOverview): Quoted[] =>
  lines.filter((line): line is Quoted => line.repair?.state === 'quoted' && line.status === 'open');

type Props = {
  slug: string;
  claim: ClaimOverview;
  onChanged: () => Promise<unknown>;
  onAgreed: () => void;
  /** Leads to where it is paid. */
  onPay: () => void;
};

/** What repairs cost, to be agreed to all at once, or declined one by one. */
export function RepairQuotes({ slug, claim, onChanged, onAgreed, onPay }: Props) {
  const owed = claim.ledger?.owed ?? 0;
  const agree = useMutation({
    mutationFn: () =>
      portalCall('acceptQuotes', {
        params: { slug, externalId: claim.externalId },
        body: { quotes: quotedLines(claim).map(({ id, repair }) => ({ claimLineItemId: id, price: repair.price })) },
      }),
    onSuccess: async () => {
      await onChanged();
      onAgreed();
      // The button that was pressed is gone.
      focusHeading();
    },
    onError: (error) => isStale(error) && void onChanged(),
  });
  return (
    <section className={styles.quotes} aria-label={t('claim.repair')}>
      {quotedLines(claim).map((line) => (
        <Quote key={line.id} slug={slug} claim={claim} line={line} onChanged={onChanged} />
      ))}
      <p className={styles.about}>{t('quote.about')}</p>
      {agree.isError && (
        <Notice tone="bad">
          <p>{messageOf(agree.error)}</p>
        </Notice>
      )}
      {owed === 0 ? (
        <>
          <p>{t('quote.covered')}</p>
          <Button isBusy={agree.isPending} onClick={() => agree.mutate()}>
            {t('quote.agree')}
          </Button>
        </>
      ) : claim.canPay ? (
        <Button onClick={onPay}>{t('quote.pay', { amount: money(owed, claim.currencyCode) })}</Button>
      ) : (
        <p>{t('quote.away')}</p>
      )}
    </section>
  );
}

/** The quote was answered, or another one has its place. */
const isStale = (error: unknown): boolean =>
  ['QUOTE_NOT_OPEN', 'QUOTE_CHANGED', 'PAYMENT_NEEDED'].includes(codeOf(error) ?? '');

type OneProps = Pick<Props, 'slug' | 'claim' | 'onChanged'> & { line: Quoted };

function Quote({ slug, claim, line, onChanged }: OneProps) {
  const [isAsking, setAsking] = useState(false);
  const question = useRef<HTMLParagraphElement>(null);
  const link = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) question.current?.focus();
    else if (wasAsking.current) link.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const decline = useMutation({
    mutationFn: () =>
      portalCall('declineQuote', { params: { slug, externalId: claim.externalId, claimLineItemId: line.id } }),
    onSuccess: async () => {
      await onChanged();
      // The button that was pressed is gone.
      focusHeading();
    },
    onError: (error) => isStale(error) && void onChanged(),
  });
  return (
    <div className={styles.quote}>
      <h2>
        {rich('quote.heading', {
          item: <bdi>{line.name}</bdi>,
          amount: money(line.repair.price, claim.currencyCode),
        })}
      </h2>
      {line.repair.note !== '' && (
        <p className={styles.note} dir="auto">
          {line.repair.note}
        </p>
      )}
      {isAsking ? (
        <div className={styles.sure}>
          <p ref={question} tabIndex={-1}>
            <strong>{t('quote.decline.sure')}</strong> {rich('quote.decline.about', { item: <bdi>{line.name}</bdi> })}
          </p>
          {decline.isError && (
            <Notice tone="bad">
              <p>{messageOf(decline.error)}</p>
            </Notice>
          )}
          <div className={styles.buttons}>
            <Button look="quiet" isBusy={decline.isPending} onClick={() => decline.mutate()}>
              {t('quote.decline')}
            </Button>
            <Button look="quiet" disabled={decline.isPending} onClick={() => setAsking(false)}>
              {t('quote.back')}
            </Button>
          </div>
        </div>
      ) : (
        <p>
          <button ref={link} type="button" className={styles.link} onClick={() => setAsking(true)}>
            {t('quote.decline')}
          </button>
        </p>
      )}
    </div>
  );
}
