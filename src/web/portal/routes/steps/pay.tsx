import { useEffect, useRef, useState } from 'react';
import { codeOf, isPassing, messageOf, submittedAs } from '../../api.ts';
import { deadline, money } from '../../format.ts';
import { isOnlyHeld } from '../../sums.ts';
import { Notice } from '../../ui/notice.tsx';
import { usePayment, type Payment, type PaymentUnderWay } from '../../use-payment.ts';
import { useSubmit, type Submit } from '../../use-submit.ts';
import { CardFields, CardFieldsToCome, CheckoutLink, useCardPayment, useCleanAddress } from '../paying.tsx';
import styles from './pay.module.css';
import { StepFrame, type Action, type Flow } from './step-frame.tsx';
import { Trouble } from './trouble.tsx';
import { t } from '../../texts.ts';

type Props = { flow: Flow; onSubmitted: (externalId: string) => void };

/** The payment was canceled, used or lost: only a new one helps. */
const OVER: ReadonlySet<string> = new Set(['PAYMENT_ENDED', 'PAYMENT_USED', 'PAYMENT_UNKNOWN', 'PAYMENT_TOO_SMALL']);

/** Paying what the return costs, or holding it on a card, and submitting it: one press. */
export function PayStep({ flow, onSubmitted }: Props) {
  const underWay = usePayment(flow);
  const { payment, state, error, begin, look } = underWay;
  const submit = useSubmit(flow, {
    submitted: onSubmitted,
    refused: (refusal) => {
      if (OVER.has(codeOf(refusal))) begin();
      else void look();
      if (!isPassing(refusal) && submittedAs(refusal) === null) flow.onQuoteAgain();
    },
  });
  useCleanAddress();
  useFreshSums(flow, payment);
  const trouble = submit.error && <Trouble flow={flow} error={submit.error} onSubmitted={onSubmitted} />;
  if (error) return <NotBegun flow={flow} error={error} underWay={underWay} onSubmitted={onSubmitted} />;
  if (!payment || !state) return <Paying flow={flow} action={{ ...WAITING, label: t('pay.pay') }} />;
  const shared = { flow, payment, submit, trouble, underWay };
  if (state.state === 'made') return <Made {...shared} />;
  if (state.state === 'ended') {
    return (
      <Paying
        flow={flow}
        payment={payment}
        action={{ ...WAITING, label: t('pay.again'), isOff: false, onPress: begin }}
      >
        <Notice tone="info">{t('pay.canceled')}</Notice>
      </Paying>
    );
  }
  return payment.payUrl === null ? <ByCard {...shared} /> : <ElsewherePaid {...shared} payUrl={payment.payUrl} />;
}

const WAITING: Omit<Action, 'label'> = { isBusy: false, isOff: true, onPress: () => undefined, problem: null };

type PayingProps = { flow: Flow; payment?: Payment | undefined; action: Action; children?: React.ReactNode };

/** The frame of every state of paying: how much, what for, and when it is taken. */
function Paying({ flow, payment, action, children }: PayingProps) {
  const { ledger, currencyCode } = flow.sums;
  const amount = money(payment?.amount ?? ledger?.held ?? 0, payment?.currencyCode ?? currencyCode);
  const isHeld = ledger !== null && isOnlyHeld(ledger);
  return (
    <StepFrame flow={flow} heading={t(isHeld ? 'pay.heading.hold' : 'pay.heading', { amount })} action={action}>
      <p className={styles.about}>
        {isHeld
          ? t('pay.about.hold', { date: deadline(flow.order.instantExchangeReturnBefore) })
          : t(payment?.payUrl ? 'pay.about.checkout' : 'pay.about.card')}
        {isHeld && ledger.owed > 0 && ` ${t('instant.difference', { amount: money(ledger.owed, currencyCode) })}`}
      </p>
      {children ?? <CardFieldsToCome />}
    </StepFrame>
  );
}

type Shared = {
  flow: Flow;
  payment: Payment;
  submit: Submit;
  trouble: React.ReactNode;
  underWay: PaymentUnderWay;
};

const submitProblem = (error: Error | null): string | null => {
  if (error === null) return null;
  return isPassing(error) ? `${messageOf(error)} ${t('pay.paid')}` : messageOf(error);
};

/** Paid or held; the shopper only has to submit. */
function Made({ flow, payment, submit, trouble }: Shared) {
  const action = {
    label: t(submit.isBusy ? 'review.submitting.Return' : 'review.submit.Return'),
    isBusy: submit.isBusy,
    isOff: false,
    onPress: () => submit.send(payment.paymentId),
    problem: submitProblem(submit.error),
  };
  return (
    <Paying flow={flow} payment={payment} action={action}>
      {trouble}
      <Notice tone="good">{t('pay.made', { amount: money(payment.amount, payment.currencyCode) })}</Notice>
    </Paying>
  );
}

function ByCard({ flow, payment, submit, trouble, underWay }: Shared) {
  const { form, isBusy, problem, pay } = useCardPayment(
    payment,
    underWay,
    () => submit.send(payment.paymentId),
    flow.draft,
  );
  const isHeld = flow.sums.ledger !== null && isOnlyHeld(flow.sums.ledger);
  const amount = money(payment.amount, payment.currencyCode);
  const working = isBusy || submit.isBusy;
  const action = {
    label: working ? t('pay.moment') : t(isHeld ? 'pay.submit.hold' : 'pay.submit', { amount }),
    isBusy: working,
    isOff: form.state !== 'ready',
    onPress: pay,
    problem: problem ?? submitProblem(submit.error),
  };
  return (
    <Paying flow={flow} payment={payment} action={action}>
      <CardFields form={form} isBusy={working} />
      {trouble}
    </Paying>
  );
}

function ElsewherePaid({ flow, payment, submit, trouble, underWay, payUrl }: Shared & { payUrl: string }) {
  const [isUnseen, setUnseen] = useState(false);
  const look = async (): Promise<void> => setUnseen((await underWay.look())?.state !== 'made');
  const action = {
    label: t('pay.done'),
    isBusy: submit.isBusy,
    isOff: false,
    onPress: () => void look(),
    problem: underWay.state?.lastError ?? submitProblem(submit.error) ?? (isUnseen ? t('pay.unseen') : null),
  };
  return (
    <Paying flow={flow} payment={payment} action={action}>
      <CheckoutLink payment={payment} payUrl={payUrl} then="pay.checkout.submit" />
      {trouble}
    </Paying>
  );
}

type NotBegunProps = {
  flow: Flow;
  error: Error;
  underWay: PaymentUnderWay;
  onSubmitted: (externalId: string) => void;
};

/**
 * No payment could be started: it isn't needed anymore, the return was already submitted, or the server doesn't answer.
 */
function NotBegun({ flow, error, underWay, onSubmitted }: NotBegunProps) {
  const made = submittedAs(error);
  const isNotNeeded = codeOf(error) === 'PAYMENT_NOT_NEEDED';
  const again = isNotNeeded ? flow.onQuoteAgain : underWay.begin;
  const action =
    made === null
      ? { label: t('common.tryAgain'), onPress: again }
      : { label: t('pay.view'), onPress: () => onSubmitted(made) };
  return (
    <Paying flow={flow} action={{ ...WAITING, ...action, isOff: false }}>
      <Notice tone={made === null ? 'bad' : 'info'}>
        <p>{messageOf(error)}</p>
      </Notice>
      {made === null && !isNotNeeded && <Trouble flow={flow} error={error} onSubmitted={onSubmitted} />}
    </Paying>
  );
}

/** The payment is of the prices of now; sums that differ from it are from before. */
function useFreshSums({ sums, onQuoteAgain }: Flow, payment: Payment | undefined): void {
  const isOld = sums.isExact && payment !== undefined && payment.amount !== sums.ledger?.held;
  const again = useRef(onQuoteAgain);
  useEffect(() => {
    again.current = onQuoteAgain;
  });
  useEffect(() => {
    if (isOld) again.current();
  }, [isOld, payment]);
}
