import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { messageOf, portalCall } from '../api.ts';
import { isEmail } from '../email.ts';
import { useStore } from '../store.tsx';
import { BackArrow } from '../ui/back-arrow.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import { OrderNumberField } from './order-number-field.tsx';
import styles from './lookup.module.css';
import { rich, t } from '../texts.ts';

type Typed = { orderNo: string; email: string };

/** The way in when look-ups are limited: the buyer is emailed a link. */
export function EmailLink() {
  const store = useStore();
  // What was typed in the look-up; kept out of the address, which others may see.
  const typed = useHistoryState<Partial<Typed> | null>();
  const [state, setState] = useState<{ isBusy: boolean; error: unknown; sent: Typed | null }>({
    isBusy: false,
    error: null,
    sent: null,
  });
  const [last, setLast] = useState<Typed>({ orderNo: typed?.orderNo ?? '', email: typed?.email ?? '' });

  async function ask(body: Typed): Promise<void> {
    setLast(body);
    setState({ isBusy: true, error: null, sent: null });
    try {
      await portalCall('mailOrderLink', { params: { slug: store.slug }, body });
      setState({ isBusy: false, error: null, sent: body });
    } catch (error) {
      setState({ isBusy: false, error, sent: null });
    }
  }

  return (
    <div className={styles.lookup}>
      {state.sent ? (
        <Sent sent={state.sent} onAgain={() => setState({ isBusy: false, error: null, sent: null })} />
      ) : (
        <>
          <Heading title={t('page.title', { heading: t('link.heading'), store: store.pageTitle })}>
            {t('link.heading')}
          </Heading>
          <p>{t('link.about')}</p>
          <LinkForm isBusy={state.isBusy} error={state.error} typed={last} onAsk={(body) => void ask(body)} />
        </>
      )}
      <p>
        <Link href={`/p/${encodeURIComponent(store.slug)}`} className={styles.other}>
          <BackArrow />
          {t('link.back')}
        </Link>
      </p>
    </div>
  );
}

function Sent({ sent, onAgain }: { sent: Typed; onAgain: () => void }) {
  return (
    <>
      <Heading title={t('link.sent.heading')}>{t('link.sent.heading')}</Heading>
      <Notice tone="info">
        <p>{rich('link.sent.about', { orderNo: <bdi>{sent.orderNo}</bdi>, email: <bdi>{sent.email}</bdi> })}</p>
      </Notice>
      <p>{t('link.sent.none')}</p>
      <Button look="quiet" onClick={onAgain}>
        {t('link.change')}
      </Button>
    </>
  );
}

type FormProps = { isBusy: boolean; error: unknown; typed: Typed; onAsk: (typed: Typed) => void };

function LinkForm({ isBusy, error, typed, onAsk }: FormProps) {
  const [orderNo, setOrderNo] = useState(typed.orderNo);
  const [email, setEmail] = useState(typed.email);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const missing = { orderNo: isTried && orderNo.trim() === '', email: isTried && !isEmail(email) };

  function submit(event: React.SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    const wrong = orderNo.trim() === '' ? 'orderNo' : isEmail(email) ? null : 'email';
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
    else if (!isBusy) onAsk({ orderNo: orderNo.trim(), email: email.trim() });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      <OrderNumberField value={orderNo} isMissing={missing.orderNo} onChange={setOrderNo} />
      <TextField
        label={t('link.email')}
        hint={t('lookup.proof.hint')}
        error={missing.email ? t('link.email.missing') : ''}
        name="email"
        type="email"
        value={email}
        maxLength={255}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setEmail(event.target.value)}
      />
      {error !== null && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? t('link.sending') : t('link.send')}
      </Button>
    </form>
  );
}
