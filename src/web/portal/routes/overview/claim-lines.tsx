import { money, variantBeside } from '../../format.ts';
import { addAmounts, METHOD_NAMES, type SumLine } from '../../sums.ts';
import { Picture } from '../../ui/picture.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Totals } from '../../ui/totals.tsx';
import type { ClaimOverview } from '../overview.tsx';
import styles from './claim-lines.module.css';

type Line = ClaimOverview['lines'][number];

const STATUS: Readonly<Record<Line['status'], { label: string; tone: 'neutral' | 'waiting' | 'good' | 'bad' }>> = {
  open: { label: 'Open', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'good' },
  denied: { label: 'Denied', tone: 'bad' },
  closed: { label: 'Canceled', tone: 'neutral' },
};

const methodName = (method: Line['method']): string =>
  method === 'other' ? 'Settled another way' : METHOD_NAMES[method];

/** What is on its way back, line by line, with what it brings. */
export function ClaimLines({ claim }: { claim: ClaimOverview }) {
  const counted = claim.lines.filter(({ status }) => status === 'open' || status === 'approved');
  const sums = counted.map((line, index): SumLine => ({
    lineId: String(index),
    name: line.name,
    quantity: line.quantity,
    method: line.method === 'other' ? null : line.method,
    amount: line.amount,
    incentive: line.incentive,
  }));
  return (
    <section className={styles.section} aria-labelledby="lines">
      <h2 id="lines">{claim.lines.length === 1 ? 'Your item' : 'Your items'}</h2>
      <ul className={styles.lines}>
        {claim.lines.map((line, index) => (
          <li key={index} className={styles.line}>
            <Picture url={line.imgUrl} />
            <div className={styles.texts}>
              <p className={styles.name} dir="auto">
                {line.name}
              </p>
              {variantBeside(line) !== '' && <p dir="auto">{line.variantTitle}</p>}
              <p className={styles.muted}>
                Quantity {line.quantity}. <span dir="auto">{line.reasonName}</span>
              </p>
              <p className={styles.method}>
                <span>
                  {methodName(line.method)}
                  {line.exchangeTitle !== null && (
                    <>
                      {' for '}
                      <span dir="auto">{line.exchangeTitle}</span>
                    </>
                  )}
                </span>
                <span className={styles.amount}>
                  {money(addAmounts([line.amount, line.incentive], claim.currencyCode), claim.currencyCode)}
                </span>
              </p>
              {line.incentive > 0 && (
                <p className={styles.bonus}>{money(line.incentive, claim.currencyCode)} of it is your bonus</p>
              )}
              <p className={styles.status}>
                <StatusBadge status={STATUS[line.status]} />
              </p>
              {line.noteToCustomer !== '' && (
                <p className={styles.note} dir="auto">
                  {line.noteToCustomer}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {sums.length > 0 && <Totals lines={sums} currencyCode={claim.currencyCode} />}
    </section>
  );
}
