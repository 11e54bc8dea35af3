import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { codeOf, messageOf, portalCall } from '../api.ts';
import { useStore } from '../store.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import { useIsShown } from '../ui/use-is-shown.ts';
import styles from './lookup.module.css';
import { t } from '../texts.ts';

/**
 * Where the link of an email leads that works once. A press opens the order: programs that look at links before the
 * shopper does would use it up.
 */
export function OpenOrder() {
  const store = useStore();
  const token = new URLSearchParams(useSearch()).get('link') ?? '';
  const [, navigate] = useLocation();
  const home = `/p/${encodeURIComponent(store.slug)}`;
  const isShown = useIsShown();
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null });
  const isEnded = token === '' || codeOf(state.error) === 'LINK_EXPIRED';

  async function open(): Promise<void> {
    setState({ isBusy: true, error: null });
    try {
      const { idFromPlatform } = await portalCall('openOrderLink', { params: { slug: store.slug }, body: { token } });
      if (isShown()) navigate(`${home}/order/${encodeURIComponent(idFromPlatform)}`, { replace: true });
    } catch (error) {
      setState({ isBusy: false, error });
    }
  }

  if (isEnded)
    return (
      <div className={styles.lookup}>
        <Heading title={t('page.title', { heading: t('open.ended.title'), store: store.pageTitle })}>
          {t('open.ended.heading')}
        </Heading>
        <p>{t('open.ended.about')}</p>
        <Link href={`${home}/email-link`} className={buttonClass('primary')}>
          {t('open.new')}
        </Link>
        <Link href={home} className={buttonClass('quiet')}>
          {t('common.lookUp')}
        </Link>
      </div>
    );
  return (
    <div className={styles.lookup}>
      <Heading title={t('page.title', { heading: t('open.heading'), store: store.pageTitle })}>
        {t('open.heading')}
      </Heading>
      <p>{t('open.about', { store: store.pageTitle })}</p>
      {state.error !== null && (
        <Notice tone="bad">
          <p>{messageOf(state.error)}</p>
        </Notice>
      )}
      <Button isBusy={state.isBusy} onClick={() => void open()}>
        {state.isBusy ? t('open.opening') : t('open.open')}
      </Button>
    </div>
  );
}
