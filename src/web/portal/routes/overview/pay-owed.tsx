import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { codeOf, messageOf } from '../../api.ts';
import { money } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { focusHeading } from '../../ui/focus-heading.ts';
import { Notice } from '../../ui/notice.tsx';
import { useClaimPayment, type Payment, type PaymentUnderWay } from '../../use-payment.ts';
import type { ClaimOverview } from './claim-overview.ts';
import { quotedLines, RepairQuotes } from './repair-quotes.tsx';
import { CardFields, CardFieldsToCome, CheckoutLink, useCardPayment } from '../paying.tsx';
import styles from './pay-owed.module.css';
import { t } from '../../texts.ts';

type Props = {
  slug: string;
  claim: ClaimOverview;
  /** Called when the shopper agreed to a repair that costs nothing more. */
  onAgreed: () => void;
  /** Settles once the claim is shown as it is after an answer to a quote. */
  onAnswered: () => Promise<unknown>;
  /** Called when the amount owed may have changed. */
  onChanged: () => void;
  /** Settles once the return is shown as paid. */
  onPaid: () => Promise<unknown>;
};

/** What a submitted return still costs, and paying it as before submitting. */
export function PayOwed(props: Props) {
  const [path, navigate] = useLocation();
  const isPaying = new URLSearchParams(useSearch()).get('step') === 'pay';
  const { ledger, currencyCode, canPay, claimType } = props.claim;
  const amount = money(ledger?.owed ?? 0, currencyCode);
  const go = (to: string): void => navigate(to, { replace: true, state: window.history.state as unknown });
  if (quotedLines(props.claim).length > 0 && !(isPaying && canPay))
    return (
      <RepairQuotes
        slug={props.slug}
        claim={props.claim}
        onChanged={props.onAnswered}
        onAgreed={props.onAgreed}
        onPay={() => go(`${path}?step=pay`)}
      />
    );
  if (!canPay) {
    return <Notice tone="info">{t(`owed.away.${claimType}`, { amount })}</Notice>;
  }
  if (isPaying) return <Paying {...props} amount={amount} onLeave={() => go(path)} />;
  return (
    <Frame title={t('owed.heading', { amount })} isFocused={false}>
      <p className={styles.about}>{t(`owed.about.${claimType}`)}</p>
      <Button onClick={() => go(`${path}?step=pay`)}>{t('pay.heading', { amount })}</Button>
    </Frame>
  );
}

function Frame({ title, isFocused, children }: { title: string; isFocused: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, [isFocused]);
  return (
    <section className={styles.pay} aria-labelledby="owed">
      <h2 id="owed" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Paying({ slug, claim, amount, onChanged, onPaid, onLeave }: Props & { amount: string; onLeave: () => void }) {
  const [isSent, setSent] = useState(false);
  const underWay = useClaimPayment(slug, claim, isSent);
  const { payment, state, error, begin } = underWay;
  const isOld = payment !== undefined && payment.amount !== claim.ledger?.owed;
  const on = useRef({ onChanged, onPaid, onLeave });
  useEffect(() => {
    on.current = { onChanged, onPaid, onLeave };
  });
  useEffect(() => {
    if (isOld || codeOf(error) === 'PAYMENT_NOT_NEEDED') on.current.onChanged();
  }, [isOld, error]);
  useEffect(() => {
    if (state?.state !== 'made') return;
    void on.current.onPaid().then(() => {
      on.current.onLeave();
      // The form that had the focus is gone, unless the shopper went on elsewhere meanwhile.
      requestAnimationFrame(() => document.activeElement === document.body && focusHeading());
    });
  }, [state?.state]);

  const again = (
    <Buttons onLeave={onLeave}>
      <Button
        onClick={() => {
          setSent(false);
          onChanged();
          begin();
        }}
      >
        {t('pay.again')}
      </Button>
    </Buttons>
  );
  return (
    <Frame
      title={t('pay.heading', { amount: payment ? money(payment.amount, payment.currencyCode) : amount })}
      isFocused
    >
      {error ? (
        <>
          <Notice tone="bad">
            <p>{messageOf(error)}</p>
          </Notice>
          {again}
        </>
      ) : !payment || !state ? (
        <CardFieldsToCome />
      ) : state.state === 'made' ? (
        <Notice tone="good">{t('owed.received')}</Notice>
      ) : state.state === 'ended' ? (
        <>
          <Notice tone="info">{t('owed.canceled')}</Notice>
          {again}
        </>
      ) : isSent && state.lastError === null ? (
        <Notice tone="info">{t('owed.processing')}</Notice>
      ) : payment.payUrl === null ? (
        <ByCard
          key={payment.paymentId}
          payment={payment}
          underWay={underWay}
          onLeave={onLeave}
          onMade={() => {
            setSent(true);
            void underWay.look();
          }}
        />
      ) : (
        <Elsewhere payment={payment} payUrl={payment.payUrl} underWay={underWay} onLeave={onLeave} />
      )}
    </Frame>
  );
}

function Buttons({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  return (
    <div className={styles.buttons}>
      <Button look="quiet" onClick={onLeave}>
        {t('owed.cancel')}
      </Button>
      {children}
    </div>
  );
}

type Way = { payment: Payment; underWay: PaymentUnderWay; onLeave: () => void };

function ByCard({ payment, underWay, onLeave, onMade }: Way & { onMade: () => void }) {
  const { form, isBusy, problem, pay } = useCardPayment(payment, underWay, onMade);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        pay();
      }}
    >
      <p className={styles.about}>{t('owed.charged')}</p>
      <CardFields form={form} isBusy={isBusy} />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Buttons onLeave={onLeave}>
        <Button type="submit" isBusy={isBusy} disabled={form.state !== 'ready'}>
          {isBusy ? t('pay.moment') : t('pay.heading', { amount: money(payment.amount, payment.currencyCode) })}
        </Button>
      </Buttons>
    </form>
  );
}

function Elsewhere({ payment, payUrl, underWay, onLeave }: Way & { payUrl: string }) {
  const [isUnseen, setUnseen] = useState(false);
  const look = async (): Promise<void> => setUnseen((await underWay.look())?.state !== 'made');
  return (
    <>
      <CheckoutLink payment={payment} payUrl={payUrl} then="pay.checkout.about" />
      <p role="alert" className={styles.problem}>
        {underWay.state?.lastError ?? (isUnseen && t('pay.unseen'))}
      </p>
      <Buttons onLeave={onLeave}>
        <Button look="quiet" onClick={() => void look()}>
          {t('pay.done')}
        </Button>
      </Buttons>
    </>
  );
}
