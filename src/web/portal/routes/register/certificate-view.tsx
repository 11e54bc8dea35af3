import { useState } from 'react';
import { useLocation } from 'wouter';
import { LIFETIME } from '#core/dates.ts';
import type { Certificate } from '#contract/customer/registrations.ts';
import { messageOf, portalCall } from '../../api.ts';
import { dateOf, day, deadline } from '../../format.ts';
import { ownText, t } from '../../texts.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useIsShown } from '../../ui/use-is-shown.ts';
import { wholeNumbers } from '../../ui/whole-numbers.tsx';
import { worded } from '../../words.ts';
import { Picture } from '../../ui/picture.tsx';
import styles from './register.module.css';

type Product = Certificate['products'][number];

/** What is registered and until when it is covered. Its owner can download it and claim on it. */
export function CertificateView({ slug, certificate }: { slug: string; certificate: Certificate }) {
  const [, navigate] = useLocation();
  const isShown = useIsShown();
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null });
  const { token } = certificate;

  async function claim(of: string): Promise<void> {
    setState({ isBusy: true, error: null });
    try {
      const { idFromPlatform } = await portalCall('openRegistration', { params: { slug }, body: { token: of } });
      if (isShown()) navigate(`/p/${encodeURIComponent(slug)}/order/${encodeURIComponent(idFromPlatform)}`);
    } catch (error) {
      setState({ isBusy: false, error });
    }
  }

  const facts = [
    ['certificate.owner', certificate.ownerName],
    ['certificate.purchased', dateOf(certificate.estimatedPurchaseDate)],
    ['certificate.registered', day(certificate.registeredOn)],
  ] as const;
  return (
    <section className={styles.certificate} aria-labelledby="certificate">
      <h2 id="certificate">{wholeNumbers(t('certificate.heading', { externalId: certificate.externalId }))}</h2>
      {certificate.canceledOn !== null && (
        <Notice tone="bad">
          <p>{t('certificate.canceled')}</p>
        </Notice>
      )}
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
      <ul className={styles.products}>
        {certificate.products.map((product, index) => (
          <li key={index} className={styles.covered}>
            <Picture url={product.imgUrl} />
            <div>
              <strong dir="auto">
                {[product.name, product.variantTitle].filter((part) => part !== '').join(', ')}
              </strong>
              {product.quantity > 1 && <p>{t('certificate.units', { count: product.quantity })}</p>}
              {product.serialNumber !== null && (
                <p className={styles.hint}>{t('certificate.serial', { serial: product.serialNumber })}</p>
              )}
              <p dir="auto">{coverageOf(product)}</p>
            </div>
          </li>
        ))}
      </ul>
      {certificate.policyUrl !== '' && (
        <p>
          <a href={certificate.policyUrl}>{t('items.warrantyPolicy')}</a>
        </p>
      )}
      {certificate.afterwards !== '' && <p dir="auto">{ownText(certificate.afterwards)}</p>}
      {state.error !== null && (
        <Notice tone="bad">
          <p>{messageOf(state.error)}</p>
        </Notice>
      )}
      {token !== null && (
        <div className={styles.actions}>
          {certificate.canClaim && (
            <Button isBusy={state.isBusy} onClick={() => void claim(token)}>
              {t('certificate.claim')}
            </Button>
          )}
          <a
            className={buttonClass('quiet')}
            href={`/api/customer/${encodeURIComponent(slug)}/registration/certificate.pdf?token=${encodeURIComponent(token)}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('certificate.pdf')}
          </a>
        </div>
      )}
    </section>
  );
}

function coverageOf({ isCovered, coveredUntil, whyNot }: Product): string {
  if (!isCovered) return worded(whyNot ?? '');
  return coveredUntil === null || coveredUntil === LIFETIME
    ? t('certificate.lifetime')
    : t('certificate.covered', { date: deadline(coveredUntil) });
}
