import { money } from '../format.ts';
import { isOnlyHeld, issuedBy, type Ledger } from '../sums.ts';
import { cx } from './cx.ts';
import styles from './ledger-summary.module.css';
import { ownText, t } from '../texts.ts';
import { sectionText, type SectionType } from '#core/claims/ledger.ts';

type Side = Ledger['credits'];
type Row = { key: string; label: string; amount: number };

/** Items by name, with their tax in them; then whatever else counts on this side. */
const rowsOf = ({ lineItems, sections }: Side): Row[] => [
  ...lineItems.map(({ id, label, amount }) => ({ key: id, label, amount })),
  ...sections
    .filter(({ type }) => type !== 'SUBTOTAL' && type !== 'TAX')
    .map(({ type, label, amount }) => ({ key: `${type} ${label}`, label: labelOf(type, label), amount })),
];

/** A fee has the store's own name. */
function labelOf(type: SectionType, label: string): string {
  const text = sectionText(type, label);
  return text === null ? ownText(label) : t(text);
}

function deductionsHeading(deductions: Side): string {
  const hasFees = deductions.sections.some(({ type }) => type !== 'SUBTOTAL' && type !== 'TAX');
  if (deductions.lineItems.length === 0) return t('ledger.fees');
  return hasFees ? t('ledger.newAndFees') : t('ledger.new');
}

const taxOf = ({ sections }: Side): number => sections.find(({ type }) => type === 'TAX')?.amount ?? 0;

/** The amounts of a return: credits, deductions and the result. */
export function LedgerSummary({ ledger, isStale = false }: { ledger: Ledger; isStale?: boolean }) {
  const { currencyCode, credits, deductions } = ledger;
  return (
    <div className={cx(styles.ledger, isStale && styles.stale)} aria-busy={isStale}>
      {rowsOf(credits).length > 0 && (
        <SideRows heading={t('ledger.credit')} side={credits} sign="" currencyCode={currencyCode} />
      )}
      {rowsOf(deductions).length > 0 && (
        <SideRows heading={deductionsHeading(deductions)} side={deductions} sign="−" currencyCode={currencyCode} />
      )}
      <Outcome ledger={ledger} />
    </div>
  );
}

type SideProps = { heading: string; side: Side; sign: string; currencyCode: string };

function SideRows({ heading, side, sign, currencyCode }: SideProps) {
  const rows = rowsOf(side);
  const tax = taxOf(side);
  return (
    <section className={styles.side}>
      <h3 className={styles.heading}>{heading}</h3>
      <dl className={styles.rows}>
        {rows.map(({ key, label, amount }) => (
          <div key={key}>
            <dt dir="auto">{label}</dt>
            <dd>
              {sign}
              {money(amount, currencyCode)}
            </dd>
          </div>
        ))}
        {rows.length > 1 && (
          <div className={styles.total}>
            <dt>{t('ledger.total')}</dt>
            <dd>
              {sign}
              {money(side.total, currencyCode)}
            </dd>
          </div>
        )}
      </dl>
      {tax > 0 && <p className={styles.tax}>{t('ledger.tax', { amount: money(tax, currencyCode) })}</p>}
    </section>
  );
}

/** What the shopper pays or gets back, by method. */
function Outcome({ ledger }: { ledger: Ledger }) {
  const { currencyCode, owed, held } = ledger;
  const ways = issuedBy(ledger);
  return (
    <dl className={styles.outcome}>
      {owed > 0 && (
        <div>
          <dt>{t('sum.pay')}</dt>
          <dd>{money(owed, currencyCode)}</dd>
        </div>
      )}
      {ways.map(({ method, amount }) => (
        <div key={method}>
          <dt>{t(`sum.back.${method}`)}</dt>
          <dd>{money(amount, currencyCode)}</dd>
        </div>
      ))}
      {owed === 0 && ways.length === 0 && (
        <div>
          <dt>{t('sum.nothing')}</dt>
          <dd>{money(0, currencyCode)}</dd>
        </div>
      )}
      {isOnlyHeld(ledger) && (
        <div className={styles.held}>
          <dt>{t('ledger.held')}</dt>
          <dd>{money(held, currencyCode)}</dd>
        </div>
      )}
    </dl>
  );
}
