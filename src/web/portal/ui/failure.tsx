import { Link, Redirect } from 'wouter';
import { messageOf } from '../api.ts';
import { Button, buttonClass } from './button.tsx';
import styles from './failure.module.css';
import { Heading } from './heading.tsx';
import { Notice } from './notice.tsx';
import { t } from '../texts.ts';

/** A screen that could not be loaded, with a way on. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <Heading title={t('common.failed.heading')}>{t('common.failed.heading')}</Heading>
      <Notice tone="bad">
        <p>{messageOf(error)}</p>
      </Notice>
      <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
    </div>
  );
}

/** A claim that is not there. `wasShown`: it was, before another tab opened another order. */
export const LostClaim = ({ slug, externalId, wasShown }: { slug: string; externalId: string; wasShown: boolean }) =>
  wasShown ? (
    <Redirect to={`/p/${encodeURIComponent(slug)}?ended=claim&claim=${encodeURIComponent(externalId)}`} replace />
  ) : (
    <NotFound slug={slug} what="claim" />
  );

/** A page that is not there, or not this shopper's: the same words for both. */
export function NotFound({ slug, what }: { slug: string; what: 'page' | 'order' | 'claim' }) {
  return (
    <div className={styles.failure}>
      <Heading title={t(`lost.${what}.title`)}>{t(`lost.${what}.heading`)}</Heading>
      <p>{t('lost.about')}</p>
      <Link href={`/p/${encodeURIComponent(slug)}`} className={buttonClass('primary')}>
        {t('common.lookUp')}
      </Link>
    </div>
  );
}
