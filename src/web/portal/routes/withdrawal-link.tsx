import { Link } from 'wouter';
import { dateOf } from '../format.ts';
import { t } from '../texts.ts';
import styles from './lookup.module.css';

type Props = { slug: string; idFromPlatform: string; withdrawal: { lastDay: string | null } | null };

/** The way to the right of withdrawal, in the words of the law, as long as it can be used. */
export function WithdrawalLink({ slug, idFromPlatform, withdrawal }: Props) {
  if (withdrawal === null) return null;
  const { lastDay } = withdrawal;
  return (
    <p>
      <Link
        href={`/p/${encodeURIComponent(slug)}/order/${encodeURIComponent(idFromPlatform)}/withdraw`}
        className={styles.other}
      >
        {t('withdrawal.here')}
      </Link>
      {lastDay !== null && <> {t('withdrawal.here.until', { date: dateOf(lastDay) })}</>}
    </p>
  );
}
