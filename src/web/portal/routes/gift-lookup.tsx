import { useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { codeOf, messageOf, portalCall } from '../api.ts';
import { fetchFlow } from '../fetch-flow.ts';
import { giftPage } from '../path.ts';
import { useStore } from '../store.tsx';
import { BackArrow } from '../ui/back-arrow.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import { useIsShown } from '../ui/use-is-shown.ts';
import styles from './lookup.module.css';
import { t } from '../texts.ts';

const ENDED = ['session', 'link', 'claim'] as const;

/** A gift recipient finds the order by its number or a tracking number and the shipping postal code. */
export function GiftLookup() {
  const store = useStore();
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const ended = ENDED.find((why) => why === search.get('ended'));
  // From the link of a gift, which names its order.
  const [order, setOrder] = useState(search.get('order'));
  const home = `/p/${encodeURIComponent(store.slug)}`;
  const isShown = useIsShown();
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null });

  async function lookup(body: { number: string; postalCode: string }): Promise<void> {
    setState({ isBusy: true, error: null });
    try {
      const { idFromPlatform } = await portalCall('lookupGift', { params: { slug: store.slug }, body });
      if (isShown()) navigate(giftPage(`${home}/order/${encodeURIComponent(idFromPlatform)}`));
    } catch (error) {
      // While numbers are guessed at, the order a link names is not enough.
      if (codeOf(error) === 'TRACKING_NUMBER_NEEDED') setOrder(null);
      setState({ isBusy: false, error });
    }
  }

  return (
    <div className={styles.lookup} onFocus={fetchFlow}>
      <Heading title={t('page.title', { heading: t('gift.heading'), store: store.pageTitle })}>
        {t('gift.heading')}
      </Heading>
      {ended !== undefined && <Notice tone="info">{t(`gift.ended.${ended}`)}</Notice>}
      {store.isGiftReturnEnabled ? (
        <>
          {store.orderLookupGiftReturnDetailText !== '' && <p dir="auto">{store.orderLookupGiftReturnDetailText}</p>}
          <GiftForm {...state} order={order} onLookup={(body) => void lookup(body)} />
        </>
      ) : (
        <Notice tone="info">
          <p>{t('gift.off', { store: store.pageTitle })}</p>
        </Notice>
      )}
      <p>
        <Link href={home} className={styles.other}>
          <BackArrow />
          {t('gift.isMine')}
        </Link>
      </p>
    </div>
  );
}

type FormProps = {
  isBusy: boolean;
  error: unknown;
  order: string | null;
  onLookup: (body: { number: string; postalCode: string }) => void;
};

function GiftForm({ isBusy, error, order, onLookup }: FormProps) {
  const [typed, setNumber] = useState('');
  const number = order ?? typed;
  const [postalCode, setPostalCode] = useState('');
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const missing = { number: isTried && number.trim() === '', postalCode: isTried && postalCode.trim() === '' };

  function submit(event: React.SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    const empty = number.trim() === '' ? 'number' : postalCode.trim() === '' ? 'postalCode' : null;
    if (empty) form.current?.querySelector<HTMLInputElement>(`[name="${empty}"]`)?.focus();
    else if (!isBusy) onLookup({ number: number.trim(), postalCode: postalCode.trim() });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {order === null && (
        <TextField
          label={t('gift.number')}
          hint={t('gift.number.hint')}
          error={missing.number ? t('gift.number.missing') : ''}
          name="number"
          value={number}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setNumber(event.target.value)}
        />
      )}
      <TextField
        label={t('gift.postalCode')}
        hint={t('gift.postalCode.hint')}
        error={missing.postalCode ? t('gift.postalCode.missing') : ''}
        name="postalCode"
        value={postalCode}
        maxLength={20}
        autoComplete="postal-code"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setPostalCode(event.target.value)}
      />
      {error !== null && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? t('gift.finding') : t('gift.find')}
      </Button>
    </form>
  );
}
