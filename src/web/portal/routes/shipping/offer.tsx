import { Link } from 'wouter';
import { t } from '../../texts.ts';
import { buttonClass } from '../../ui/button.tsx';
import styles from './shipping.module.css';

type Props = { slug: string; order: { idFromPlatform: string; isShippingClaimOffered: boolean } };

/** The way to report a lost, stolen or damaged package, for orders that bought cover for it. */
export function ShippingClaimOffer({ slug, order }: Props) {
  if (!order.isShippingClaimOffered) return null;
  return (
    <section className={styles.offer} aria-labelledby="shipping-claim">
      <h2 id="shipping-claim">{t('shipping.offer.title')}</h2>
      <p>{t('shipping.offer.detail')}</p>
      <Link
        href={`/p/${encodeURIComponent(slug)}/order/${encodeURIComponent(order.idFromPlatform)}/shipping-claim`}
        className={buttonClass('quiet')}
      >
        {t('shipping.offer.start')}
      </Link>
    </section>
  );
}
