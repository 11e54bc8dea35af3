import { money, number } from '../../format.ts';
import { addAmounts, headline, methodName, type SumLine, type Sums } from '../../sums.ts';
import { LedgerSummary } from '../../ui/ledger-summary.tsx';
import styles from './sum-bar.module.css';
import { t } from '../../texts.ts';

/** The sum always in sight; opened, it is explained line by line. */
export function SumBar({ sums }: { sums: Sums }) {
  const { lines, currencyCode, isExact, ledger } = sums;
  if (lines.length === 0) return <p className={styles.empty}>{t('sum.none')}</p>;
  const { label, amount } = headline(sums);
  return (
    <details className={styles.sums}>
      <summary className={styles.summary}>
        <span>
          {label}
          {!isExact && <span className={styles.about}> {t(ledger ? 'sum.calculating' : 'sum.estimate')}</span>}
        </span>
        <strong aria-live="polite">{money(amount, currencyCode)}</strong>
      </summary>
      {ledger ? (
        <div className={styles.ledger}>
          <LedgerSummary ledger={ledger} isStale={!isExact} />
        </div>
      ) : (
        <Lines sums={sums} />
      )}
    </details>
  );
}

function howText({ method, incentive }: SumLine, currencyCode: string): string {
  const name = method === null ? t('sum.unchosen') : methodName(method);
  return incentive > 0 ? t('sum.bonus', { method: name, amount: money(incentive, currencyCode) }) : name;
}

function Lines({ sums: { lines, currencyCode } }: { sums: Sums }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.lineId}>
          <span className={styles.what}>
            <span dir="auto">{line.name}</span> × {number(line.quantity)}
            <span className={styles.how}>{howText(line, currencyCode)}</span>
          </span>
          <span className={styles.amount}>
            {money(addAmounts([line.amount, line.incentive], currencyCode), currencyCode)}
          </span>
        </li>
      ))}
    </ul>
  );
}
