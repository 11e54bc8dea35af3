import { money } from '../format.ts';
import { addAmounts, METHOD_NAMES, type SumLine } from '../sums.ts';
import { METHODS } from '../draft.ts';
import styles from './totals.module.css';

/** The sums by what the shopper gets, bonus shown apart, then all of it. */
export function Totals({ lines, currencyCode }: { lines: readonly SumLine[]; currencyCode: string }) {
  const shown = METHODS.flatMap((method) => {
    const of = lines.filter((line) => line.method === method);
    return of.length
      ? [
          {
            method,
            amount: addAmounts(
              of.map(({ amount }) => amount),
              currencyCode,
            ),
          },
        ]
      : [];
  });
  const incentive = addAmounts(
    lines.map((line) => line.incentive),
    currencyCode,
  );
  const back = lines
    .filter(({ method }) => method !== 'variantExchange')
    .flatMap((line) => [line.amount, line.incentive]);
  return (
    <dl className={styles.totals}>
      {shown.map(({ method, amount }) => (
        <div key={method}>
          <dt>
            {METHOD_NAMES[method]}
            {method === 'variantExchange' && ' (even swap, nothing to pay)'}
          </dt>
          <dd>{money(amount, currencyCode)}</dd>
        </div>
      ))}
      {incentive > 0 && (
        <div className={styles.bonus}>
          <dt>Bonus</dt>
          <dd>+{money(incentive, currencyCode)}</dd>
        </div>
      )}
      {back.length > 0 && (
        <div className={styles.all}>
          <dt>You get back</dt>
          <dd>{money(addAmounts(back, currencyCode), currencyCode)}</dd>
        </div>
      )}
    </dl>
  );
}
