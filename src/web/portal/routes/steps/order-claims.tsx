import type { ClaimType } from '#core/claims/types.ts';
import type { PortalOrder } from '#contract/customer/customer.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'wouter';
import { day, listed } from '../../format.ts';
import { giftPage } from '../../path.ts';
import { drawnOnce } from '../../ui/drawn-once.ts';
import { Picture } from '../../ui/picture.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './order-claims.module.css';
import { t } from '../../texts.ts';
import { statusText } from '../../words.ts';

type Claim = PortalOrder['claims'][number];

/** What the shopper asked for already: how far each is, and what it waits for them to do. */
export const OrderClaims = drawnOnce(({ slug, order }: { slug: string; order: PortalOrder }) => {
  const pageOf = (externalId: string): string => {
    const page = `/p/${encodeURIComponent(slug)}/claim/overview/${encodeURIComponent(externalId)}`;
    return order.isGiftReturn ? giftPage(page) : page;
  };
  return (
    <section className={styles.section} aria-labelledby="claims">
      <h2 id="claims">{t(`items.claims.${kindsOf(order.claims)}`)}</h2>
      <ul className={styles.claims}>
        {order.claims.map((claim) => (
          <li key={claim.externalId}>
            <Link href={pageOf(claim.externalId)} className={styles.claim}>
              <Picture url={claim.items[0]?.imgUrl ?? null} size="small" />
              <span className={styles.texts}>
                <span className={styles.number}>{claim.externalId}</span>
                <span dir="auto">{listed(claim.items.map(({ name }) => name))}</span>
                <span className={styles.muted}>{day(claim.createdOn)}</span>
                <span>
                  <StatusBadge status={{ label: statusText(claim.status), tone: claim.status.tone }} />
                </span>
                {claim.task !== null && <strong>{t(`items.claims.task.${claim.task}`)}</strong>}
              </span>
              <IconChevronRight size={20} aria-hidden="true" className={styles.arrow} />
            </Link>
            <ProgressBar steps={claim.progress} />
          </li>
        ))}
      </ul>
    </section>
  );
});

function kindsOf(claims: readonly Claim[]): ClaimType | 'both' {
  const [kind = 'Return', ...others] = new Set(claims.map(({ claimType }) => claimType));
  return others.length > 0 ? 'both' : kind;
}
