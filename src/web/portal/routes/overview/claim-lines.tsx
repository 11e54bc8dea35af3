import { isCreditedBy } from '#core/claims/credited.ts';
import { methodName } from '#core/claims/method-names.ts';
import { money, variantSubtitle } from '../../format.ts';
import { addAmounts, METHOD_NAMES } from '../../sums.ts';
import items from '../../ui/item-list.module.css';
import { Picture } from '../../ui/picture.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { ClaimOverview } from './claim-overview.ts';
import styles from './claim-lines.module.css';

type Line = ClaimOverview['lines'][number];

const STATUS: Readonly<Record<Line['status'], { label: string; tone: 'neutral' | 'waiting' | 'good' | 'bad' }>> = {
  open: { label: 'Requested', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'good' },
  denied: { label: 'Not approved', tone: 'bad' },
  closed: { label: 'Canceled', tone: 'neutral' },
};

/** Of what staff settle in their own way there is no more to tell. */
const nameOf = (method: Line['method']): string => (method === 'other' ? 'Resolved another way' : methodName(method));

/** What is on its way back, line by line, with what it brings. */
export function ClaimLines({ claim }: { claim: ClaimOverview }) {
  return (
    <section className={styles.section} aria-labelledby="lines">
      <h2 id="lines">{claim.lines.length === 1 ? 'Your item' : 'Your items'}</h2>
      <ul className={items.lines}>
        {claim.lines.map((line, index) => (
          <li key={index} className={items.line}>
            <Picture url={line.imgUrl} />
            <div className={items.texts}>
              <p className={items.name} dir="auto">
                {line.name}
              </p>
              {variantSubtitle(line) !== '' && <p dir="auto">{line.variantTitle}</p>}
              <p className={items.muted}>
                Quantity {line.quantity}. <span dir="auto">{line.reasonName}</span>
              </p>
              <p className={styles.method}>
                <span>
                  {line.isShopNow ? METHOD_NAMES.shopNow : nameOf(line.method)}
                  {line.exchangeTitle !== null && (
                    <>
                      {' for '}
                      <span dir="auto">{line.exchangeTitle}</span>
                    </>
                  )}
                </span>
                {line.exchange === null && line.amount !== null && isCreditedBy(line.method) && (
                  <span className={styles.amount}>
                    {money(
                      line.given?.amount ?? addAmounts([line.amount, line.incentive ?? 0], claim.currencyCode),
                      claim.currencyCode,
                    )}
                  </span>
                )}
              </p>
              {line.given !== null && line.given.deducted > 0 && (
                <p className={items.muted}>After {money(line.given.deducted, claim.currencyCode)} in deductions</p>
              )}
              {line.incentive !== null && line.incentive > 0 && (
                <p className={items.bonus}>Includes {money(line.incentive, claim.currencyCode)} bonus</p>
              )}
              {line.isExchangeSent && <p className={items.muted}>Your new item has been ordered.</p>}
              {line.refusal !== null && line.status === 'open' && (
                <p className={styles.muted}>
                  You asked for a review of this. <span dir="auto">{line.refusal}</span>
                </p>
              )}
              <p className={styles.status}>
                <StatusBadge status={STATUS[line.status]} />
              </p>
              {line.denial !== null && <p>{line.denial}</p>}
              {line.noteToCustomer !== '' && (
                <p className={styles.note} dir="auto">
                  {line.noteToCustomer}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
