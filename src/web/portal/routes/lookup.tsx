import { IconGift } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { codeOf, messageOf, portalCall } from '../api.ts';
import { askParent } from '../embedding.ts';
import { fetchFlow } from '../fetch-flow.ts';
import { inBrowser } from '../place.ts';
import { readStored, writeStored } from '../storage.ts';
import { useStore } from '../store.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import { useIsShown } from '../ui/use-is-shown.ts';
import { OrderNumberField } from './order-number-field.tsx';
import styles from './lookup.module.css';
import { t } from '../texts.ts';

const ENDED = ['session', 'link', 'claim', 'outside'] as const;

/** The first screen: order number with email or postal code. */
export function Lookup() {
  const store = useStore();
  const search = new URLSearchParams(useSearch());
  // It goes once the shopper chooses another, which must not empty the form.
  search.delete('lang');
  const [, navigate] = useLocation();
  const isBare = search.size === 0;
  const isTyped = useRef(false);
  useEffect(() => {
    if (!isBare) return undefined;
    return askParent(store.embeddedIn, (page) => {
      // Loaded where it is needed: few portals are inside a page of the shop.
      void import('./page-asked-for.ts').then(({ pageAskedFor }) => {
        // Another address would empty the form.
        if (isTyped.current) return;
        const next = pageAskedFor(page, { readStored, writeStored });
        if (next !== null) navigate(`/p/${encodeURIComponent(store.slug)}${next}`, { replace: true });
      });
    });
  }, [isBare, store.embeddedIn, store.slug, navigate]);
  const ended = ENDED.find((why) => why === search.get('ended'));
  const claim = search.get('claim');
  const isWithdrawing = search.has('withdraw');
  const heading = isWithdrawing ? t('withdrawal.heading') : store.heading;
  const home = `/p/${encodeURIComponent(store.slug)}`;

  function open(idFromPlatform: string): void {
    const order = `${home}/order/${encodeURIComponent(idFromPlatform)}`;
    if (isWithdrawing) navigate(`${order}/withdraw`);
    else navigate(claim === null ? order : `${home}/claim/overview/${encodeURIComponent(claim)}`);
  }

  return (
    <div
      className={styles.lookup}
      onFocus={fetchFlow}
      onInput={() => {
        isTyped.current = true;
      }}
    >
      <Heading title={t('page.title', { heading, store: store.pageTitle })}>{heading}</Heading>
      {isWithdrawing && <p>{t('lookup.withdrawing')}</p>}
      {!isWithdrawing && store.orderLookupDetailText !== '' && <p dir="auto">{store.orderLookupDetailText}</p>}
      {ended !== undefined && <Notice tone="info">{t(`lookup.ended.${ended}`)}</Notice>}
      {!store.isReturnsEnabled && !isWithdrawing && (
        <Notice tone="info">
          <p>{t('lookup.off', { store: store.pageTitle })}</p>
        </Notice>
      )}
      {ended === 'outside' && (
        <a href={inBrowser(home)} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
          {t('lookup.openOutside')}
        </a>
      )}
      <LookupForm
        key={search.toString()}
        prefilled={{
          orderNo: search.get('order') ?? '',
          emailOrPostalCode: search.get('email') ?? search.get('postal') ?? '',
        }}
        onFound={open}
      />
      {isWithdrawing && (
        <p>
          <Link href={home} className={styles.other} dir="auto">
            {store.heading}
          </Link>
        </p>
      )}
      {store.isWithdrawalOffered && !isWithdrawing && (
        <p>
          <Link href={`${home}?withdraw=1`} className={styles.other}>
            {t('withdrawal.here')}
          </Link>
        </p>
      )}
      {store.isGiftReturnEnabled && (
        <p>
          <Link href={`${home}/gift`} className={styles.other}>
            <IconGift size={20} aria-hidden="true" />
            {t('lookup.isGift')}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Refusals that come from guesses at orders, by this visitor or by others. */
const LIMITED: ReadonlySet<string> = new Set(['TOO_MANY_ATTEMPTS', 'EMAIL_NEEDED']);

type Asked = { orderNo: string; emailOrPostalCode: string };
type FormProps = {
  /** From the address of a link. */
  prefilled: Asked;
  onFound: (idFromPlatform: string) => void;
};

function LookupForm({ prefilled, onFound }: FormProps) {
  const { slug } = useStore();
  const isShown = useIsShown();
  const [{ isBusy, error }, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null });
  const [orderNo, setOrderNo] = useState(prefilled.orderNo.slice(0, 100));
  const [emailOrPostalCode, setEmailOrPostalCode] = useState(prefilled.emailOrPostalCode.slice(0, 255));
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const missing = {
    orderNo: isTried && orderNo.trim() === '',
    other: isTried && emailOrPostalCode.trim() === '',
  };

  async function lookup(body: Asked): Promise<void> {
    setState({ isBusy: true, error: null });
    try {
      const { idFromPlatform } = await portalCall('lookup', { params: { slug }, body });
      // A shopper who went on to another page meanwhile stays there.
      if (isShown()) onFound(idFromPlatform);
    } catch (failure) {
      setState({ isBusy: false, error: failure });
    }
  }

  function submit(event: React.SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    const empty = orderNo.trim() === '' ? 'orderNo' : emailOrPostalCode.trim() === '' ? 'emailOrPostalCode' : null;
    if (empty) form.current?.querySelector<HTMLInputElement>(`[name="${empty}"]`)?.focus();
    else if (!isBusy) void lookup({ orderNo: orderNo.trim(), emailOrPostalCode: emailOrPostalCode.trim() });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      <OrderNumberField value={orderNo} isMissing={missing.orderNo} onChange={setOrderNo} />
      <TextField
        label={t('lookup.proof')}
        hint={t('lookup.proof.hint')}
        error={missing.other ? t('lookup.proof.missing') : ''}
        name="emailOrPostalCode"
        value={emailOrPostalCode}
        maxLength={255}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setEmailOrPostalCode(event.target.value)}
      />
      {error !== null && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? t('lookup.finding') : t('lookup.find')}
      </Button>
      {LIMITED.has(codeOf(error)) && (
        <Link
          href={`/p/${encodeURIComponent(slug)}/email-link`}
          state={{ orderNo, email: emailOrPostalCode.includes('@') ? emailOrPostalCode : '' }}
          className={buttonClass('quiet')}
        >
          {t('lookup.emailLink')}
        </Link>
      )}
    </form>
  );
}
