import { IconCreditCard, IconGift } from '@tabler/icons-react';
import { deadline, money } from '../../format.ts';
import { issuedBy, METHOD_NAMES, type Ledger } from '../../sums.ts';
import { LedgerSummary } from '../../ui/ledger-summary.tsx';
import type { ClaimOverview } from './claim-overview.ts';
import styles from './claim-money.module.css';

type Payment = ClaimOverview['payments'][number];

/** The amounts of a claim, and what was paid or held. */
export function ClaimMoney({ claim }: { claim: ClaimOverview }) {
  const { payments } = claim;
  const ledger = claim.ledger && isSummed(claim.ledger) ? claim.ledger : null;
  if (claim.isGiftReturn) return <Issued claim={claim} />;
  if (ledger === null && payments.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="money">
      <h2 id="money">{ledger === null ? 'Your payment' : 'Summary'}</h2>
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
      <h2 id="money">What you received</h2>
      <ul className={styles.payments}>
        {given.map(({ method, amount }) => (
          <li key={method} className={styles.payment}>
            <IconGift size={20} aria-hidden="true" />
            <span>
              {METHOD_NAMES[method]}: {money(amount, currencyCode)}
            </span>
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
      if (!isInstantExchange) return `Your payment of ${text(payment.amount)} is being processed.`;
      const until =
        returnBefore === null ? '' : ` We'll release it if your return arrives by ${deadline(returnBefore)}.`;
      return `We placed a ${text(payment.amount)} hold on your card. You haven't been charged.${until}`;
    }
    case 'Captured':
      return payment.refundedAmount > 0
        ? `You paid ${text(payment.capturedAmount)}, and ${text(payment.refundedAmount)} was refunded.`
        : `You paid ${text(payment.capturedAmount)}.`;
    case 'Refunded':
      return `Your payment of ${text(payment.capturedAmount)} was refunded.`;
    case 'Expired':
      return `The ${text(payment.amount)} hold on your card has ended. You weren't charged.`;
  }
}
