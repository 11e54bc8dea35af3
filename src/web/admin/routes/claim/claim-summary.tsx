import { MoneyText } from '../../../ui/money-text.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { ClaimLedger } from './claim-ledger.tsx';
import { instantExchangeText, outcomeOf } from './claim-words.ts';
import { ClaimFees } from './fees.tsx';
import { ClaimOutcomes } from './outcomes.tsx';
import { PaymentDue } from './payment-due.tsx';
import type { ClaimOnScreen } from './use-claim-change.ts';
import { Why } from './why.tsx';

/** The money of the claim, what has come of it, and the question that was asked of the customer. */
export function ClaimSummary({ storeId, claim }: ClaimOnScreen) {
  const outcome = outcomeOf(claim.ledger);
  const sums = [
    ['Requested', claim.totals.requested],
    ['Bonus', claim.totals.incentive],
    ['Approved', claim.totals.approved],
    [outcome.label, outcome.amount],
  ] as const;
  return (
    <Section title="Summary" action={<Why storeId={storeId} claim={claim} about="finalizing" />}>
      <dl className="mg-sums">
        {sums
          .filter(([label, amount]) => amount !== 0 || label === 'Requested')
          .map(([label, amount]) => (
            <div key={label}>
              <dt>
                {label === 'Bonus' ? (
                  <span className="mg-why-title">
                    {label}
                    <Why storeId={storeId} claim={claim} about="bonus" />
                  </span>
                ) : (
                  label
                )}
              </dt>
              <dd>
                <MoneyText amount={amount} currencyCode={claim.currencyCode} />
              </dd>
            </div>
          ))}
      </dl>
      {claim.appeal ? (
        <Notice tone={claim.appeal.isOpen ? 'waiting' : 'info'}>
          The customer appealed the denial <DateText date={claim.appeal.on} isInSentence />:{' '}
          <span className="mg-quote" dir="auto">
            {claim.appeal.text}
          </span>
        </Notice>
      ) : null}
      {claim.infoRequest ? (
        <Notice tone={claim.isAwaitingCustomer ? 'waiting' : 'info'}>
          <div>
            {claim.isAwaitingCustomer ? 'Waiting for the customer to answer:' : 'You asked:'}{' '}
            <span className="mg-quote">{claim.infoRequest}</span>
          </div>
          {claim.infoAnswer ? (
            <div>
              Answer: <span className="mg-quote">{claim.infoAnswer}</span>
            </div>
          ) : null}
        </Notice>
      ) : null}
      {claim.noteToCustomer ? (
        <Notice tone="info">
          Your note to the customer: <span className="mg-quote">{claim.noteToCustomer}</span>
        </Notice>
      ) : null}
      {claim.isInstantExchange ? (
        <Notice tone="info">
          {instantExchangeText(claim)} <Why storeId={storeId} claim={claim} about="instantExchange" />
        </Notice>
      ) : null}
      <PaymentDue storeId={storeId} claim={claim} />
      <details className="mg-details mg-part">
        <summary>Credits and deductions</summary>
        <ClaimLedger ledger={claim.ledger} />
      </details>
      <ClaimFees storeId={storeId} claim={claim} />
      <ClaimOutcomes claim={claim} />
    </Section>
  );
}
