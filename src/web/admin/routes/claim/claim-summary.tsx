import type { ClaimShown } from '#contract/claim-shapes.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';

/** The money of the claim, and the question that was asked of the customer. */
export function ClaimSummary({ claim }: { claim: ClaimShown }) {
  const sums = [
    ['Requested', claim.totals.requested],
    ['Bonus', claim.totals.incentive],
    ['Approved', claim.totals.approved],
  ] as const;
  return (
    <Section title="Summary">
      <dl className="mg-sums">
        {sums.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <MoneyText amount={amount} currencyCode={claim.currencyCode} />
            </dd>
          </div>
        ))}
      </dl>
      {claim.infoRequest ? (
        <Notice tone={claim.isAwaitingCustomer ? 'waiting' : 'info'}>
          <div>
            {claim.isAwaitingCustomer ? 'Waiting for the customer to answer:' : 'You asked:'}{' '}
            <span className="mg-quote">{claim.infoRequest}</span>
          </div>
          {claim.infoAnswer ? (
            <div>
              The customer answered: <span className="mg-quote">{claim.infoAnswer}</span>
            </div>
          ) : null}
        </Notice>
      ) : null}
    </Section>
  );
}
