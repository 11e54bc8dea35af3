import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { deadline, isForLife } from '../../format.ts';
import { drawnOnce } from '../../ui/drawn-once.ts';
import styles from './offers.module.css';
import { t } from '../../texts.ts';

type Verdict = PortalLine['methods']['refund'];
type Row = { name: string; verdict: Verdict };

/** By item, folded: each way to resolve it with its date, also those whose time is over. */
export const Offers = drawnOnce(({ order, line }: { order: PortalOrder; line: PortalLine }) => {
  const rows = rowsOf(order, line);
  if (rows.length < 2) return null;
  return (
    <details className={styles.offers}>
      <summary aria-label={t('items.offers.of', { item: line.name })}>{t('items.offers')}</summary>
      <dl className={styles.rows}>
        {rows.map(({ name, verdict }) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd className={verdict.isEligible ? undefined : styles.over}>{untilWhen(verdict)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
});

function rowsOf({ isGiftReturn }: PortalOrder, { methods, warranty }: PortalLine): Row[] {
  const { refund, storeCredit, giftCard, variantExchange } = methods;
  const rows: (Row | null)[] = [
    isGiftReturn ? null : { name: t('method.refund'), verdict: refund },
    { name: t('method.storeCredit'), verdict: storeCredit },
    { name: t('method.giftCard'), verdict: giftCard },
    { name: t('method.variantExchange'), verdict: variantExchange },
    warranty && { name: t('items.type.Warranty'), verdict: warranty },
  ];
  // Without a date a refusal is none of time, and is said once for the whole item.
  return rows.filter(
    (row) => row !== null && (row.verdict.isEligible || row.verdict.lastEligibleDate !== null),
  ) as Row[];
}

function untilWhen({ isEligible, lastEligibleDate }: Verdict): string {
  if (lastEligibleDate === null || isForLife(lastEligibleDate)) return t('items.offers.always');
  return t(isEligible ? 'items.offers.until' : 'items.offers.ended', { date: deadline(lastEligibleDate) });
}
