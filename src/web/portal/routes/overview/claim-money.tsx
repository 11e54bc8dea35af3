import { IconCreditCard, IconGift } from '@tabler/icons-react';
import { deadline, money } from '../../format.ts';
import { issuedBy, methodName, type Ledger } from '../../sums.ts';
import { LedgerSummary } from '../../ui/ledger-summary.tsx';
import type { ClaimOverview } from './claim-overview.ts';
import styles from './claim-money.module.css';
import { t } from '../../texts.ts';

type Payment = ClaimOverview['payments'][number];

/** The amounts of a claim, and what was paid or held. */
export function ClaimMoney({ claim }: { claim: ClaimOverview }) {
  const { payments } = claim;
  const ledger = claim.ledger && isSummed(claim.ledger) ? claim.ledger : null;
  if (claim.isGiftReturn) return <Issued claim={claim} />;
  if (ledger === null && payments.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="money">
      <h2 id="money">{t(ledger === null ? 'money.payment' : 'money.summary')}</h2>
      {payments.length > 0 && (
        <ul className={styles.payments}>
          {payments.map((payment) => (
            <li key={payment.id} className={styles.payment}>
              <IconCreditCard size={20} aria-hidden="true" />
              <span>{paymentText(payment, claim)}</span>
            </li>
          ))}
        </ul>
      )}
      {/* The payment above already shows the hold. */}
      {ledger && <LedgerSummary ledger={{ ...ledger, held: ledger.owed }} />}
    </section>
  );
}

/** Whether there is an amount to show: nothing is left of a claim that was denied or canceled. */
const isSummed = ({ credits, deductions, owed }: Ledger): boolean =>
  credits.total > 0 || deductions.total > 0 || owed > 0;

/** What a gift recipient received. Before it is issued, its value isn't shown. */
function Issued({ claim: { issued, currencyCode } }: { claim: ClaimOverview }) {
  const given = issuedBy({ issued });
  if (given.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="money">
      <h2 id="money">{t('money.received')}</h2>
      <ul className={styles.payments}>
        {given.map(({ method, amount }) => (
          <li key={method} className={styles.payment}>
            <IconGift size={20} aria-hidden="true" />
            <span>{t('money.given', { method: methodName(method), amount: money(amount, currencyCode) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function paymentText(payment: Payment, { isInstantExchange, returnBefore }: ClaimOverview): string {
  const text = (amount: number): string => money(amount, payment.currencyCode);
  switch (payment.status) {
    case 'Authorized': {
      const held = { amount: text(payment.amount) };
      if (!isInstantExchange) return t('money.processing', held);
      return returnBefore === null
        ? t('money.held', held)
        : t('money.held.until', { ...held, date: deadline(returnBefore) });
    }
    case 'Captured':
      return payment.refundedAmount > 0
        ? t('money.paid.refunded', { amount: text(payment.capturedAmount), refunded: text(payment.refundedAmount) })
        : t('money.paid', { amount: text(payment.capturedAmount) });
    case 'Refunded':
      return t('money.refunded', { amount: text(payment.capturedAmount) });
    case 'Expired':
      return t('money.expired', { amount: text(payment.amount) });
  }
}
