import type { LedgerShown } from '#contract/money-shapes.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { outcomeOf, shownBalance } from './claim-words.ts';

/** The checkout balance: what counts for and against the customer, line by line, and what comes of it. */
export function ClaimLedger({ ledger }: { ledger: LedgerShown }) {
  const { label, amount } = outcomeOf(ledger);
  const given = shownBalance(ledger.owed > 0 ? ledger.owed + ledger.balance : 0);
  return (
    <div className="mg-ledger">
      <LedgerSide title="Credits" side={ledger.credits} currencyCode={ledger.currencyCode} />
      <LedgerSide title="Deductions" side={ledger.deductions} currencyCode={ledger.currencyCode} />
      <dl className="mg-ledger-end">
        {given > 0 ? (
          <LedgerRow label="Already issued to the customer" amount={given} currencyCode={ledger.currencyCode} />
        ) : null}
        <LedgerRow label={label} amount={amount} currencyCode={ledger.currencyCode} />
        {shownBalance(ledger.held) > 0 ? (
          <LedgerRow label="On hold until the items are back" amount={ledger.held} currencyCode={ledger.currencyCode} />
        ) : null}
      </dl>
    </div>
  );
}

type SideProps = { title: string; side: LedgerShown['credits']; currencyCode: string };

function LedgerSide({ title, side, currencyCode }: SideProps) {
  return (
    <section aria-label={title}>
      <h3 className="mg-ledger-title">{title}</h3>
      {side.sections.length === 0 ? <p className="mg-muted mg-p">None.</p> : null}
      <dl>
        {side.sections.map((section) => (
          <LedgerRow
            key={`${section.type} ${section.label}`}
            label={section.label}
            amount={section.amount}
            currencyCode={currencyCode}
          />
        ))}
        {side.sections.length > 1 ? (
          <LedgerRow label="Total" amount={side.total} currencyCode={currencyCode} isSum />
        ) : null}
      </dl>
      {side.lineItems.length > 0 ? (
        <details className="mg-details">
          <summary>{side.lineItems.length === 1 ? '1 item' : `${side.lineItems.length} items`}</summary>
          <dl>
            {side.lineItems.map((item) => (
              <LedgerRow key={item.id} label={item.label} amount={item.amount} currencyCode={currencyCode} />
            ))}
          </dl>
        </details>
      ) : null}
    </section>
  );
}

type RowProps = { label: string; amount: number; currencyCode: string; isSum?: boolean };

function LedgerRow({ label, amount, currencyCode, isSum = false }: RowProps) {
  return (
    <div className="mg-ledger-row" {...(isSum ? { 'data-sum': true } : {})}>
      <dt>
        <bdi>{label}</bdi>
      </dt>
      <dd>
        <MoneyText amount={amount} currencyCode={currencyCode} />
      </dd>
    </div>
  );
}
