import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { forgetForBank, keepForBank } from '../draft-at-bank.ts';
import type { Draft } from '../draft.ts';
import { money } from '../format.ts';
import { isRefusedCard, type StripeError } from '../stripe.ts';
import { useStore } from '../store.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useCardForm, type CardForm } from '../use-card-form.ts';
import type { Payment, PaymentUnderWay } from '../use-payment.ts';
import styles from './steps/pay.module.css';
import { t } from '../texts.ts';

export type CardPayment = {
  form: CardForm;
  isBusy: boolean;
  /** Why it was not made, in the provider's words. */
  problem: string | null;
  pay: () => void;
};

/**
 * Paying by card, once however often it is pressed. `onMade`: the provider has taken the card. `draft`: the return that is
 * submitted then.
 */
export function useCardPayment(
  payment: Payment,
  { state, look }: PaymentUnderWay,
  onMade: () => void,
  draft?: Draft,
): CardPayment {
  const form = useCardForm(payment, () => void pay());
  const isPaying = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>();

  async function pay(): Promise<void> {
    // A second press can arrive before the button is drawn disabled.
    if (isPaying.current) return;
    isPaying.current = true;
    setBusy(true);
    setProblem(null);
    const addressBack = draft ? keepForBank(draft) : window.location.href;
    const failure = await form.confirm(addressBack).catch((): StripeError => ({ type: 'api_error' }));
    if (draft) forgetForBank();
    // No clear answer: the payment may have been made all the same.
    const seen = failure && !isRefusedCard(failure) ? await look() : undefined;
    if (failure === null || seen?.state === 'made') onMade();
    else setProblem(failure.message ?? t('pay.failed'));
    isPaying.current = false;
    setBusy(false);
  }

  // Until the first attempt here, that of the bank's own page.
  const shown = problem === undefined ? (state?.lastError ?? null) : problem;
  return { form, isBusy, problem: shown, pay: () => void pay() };
}

type CardFieldsProps = { form: CardForm; isBusy: boolean };

/** The provider's card form, with the wallets of this browser above it. */
export function CardFields({ form: { host, walletsHost, hasWallets, state, retry }, isBusy }: CardFieldsProps) {
  const store = useStore();
  return (
    <>
      <section aria-label={t('pay.wallets')} hidden={state === 'failed'} inert={isBusy}>
        <div ref={walletsHost} />
        {hasWallets && <p className={styles.or}>{t('pay.orCard')}</p>}
      </section>
      <section
        aria-label={t('pay.card')}
        className={styles.form}
        aria-busy={state === 'loading'}
        hidden={state === 'failed'}
      >
        <div ref={host} />
      </section>
      {state === 'ready' && <p className={styles.about}>{t('pay.card.about', { store: store.pageTitle })}</p>}
      {state === 'failed' && (
        <Notice tone="bad">
          <p>{t('pay.card.failed')}</p>
          <Button look="quiet" onClick={retry}>
            {t('common.tryAgain')}
          </Button>
        </Notice>
      )}
    </>
  );
}

/** As high as the card form that is to come. */
export const CardFieldsToCome = () => <div className={styles.form} aria-busy="true" />;

/** Opens the store's checkout in a new tab; this page waits for the payment. `then`: what follows. */
export function CheckoutLink({
  payment,
  payUrl,
  then,
}: {
  payment: Payment;
  payUrl: string;
  then: 'pay.checkout.about' | 'pay.checkout.submit';
}) {
  const store = useStore();
  return (
    <div className={styles.elsewhere}>
      <a className={buttonClass('primary')} href={payUrl} target="_blank" rel="noreferrer">
        {t('pay.checkout', { amount: money(payment.amount, payment.currencyCode), store: store.pageTitle })}
        <IconExternalLink size={20} aria-hidden="true" />
      </a>
      <p aria-live="polite">{t(then)}</p>
    </div>
  );
}

/** A bank that asks on its own page leads back with the provider's secrets in the address; they are not for keeping. */
export function useCleanAddress(): void {
  const [path, navigate] = useLocation();
  const isReturned = new URLSearchParams(useSearch()).has('payment_intent_client_secret');
  useEffect(() => {
    if (isReturned) navigate(`${path}?step=pay`, { replace: true, state: window.history.state as unknown });
  }, [isReturned, navigate, path]);
}
