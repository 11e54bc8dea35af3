import type { PortalTextId } from '#core/texts/ids.ts';
import { isCreditedBy } from '#core/claims/credited.ts';
import { money, variantSubtitle } from '../../format.ts';
import { addAmounts } from '../../sums.ts';
import items from '../../ui/item-list.module.css';
import { Picture } from '../../ui/picture.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { ClaimOverview } from './claim-overview.ts';
import styles from './claim-lines.module.css';
import { RepairSteps } from './repair-steps.tsx';
import { ownText, rich, t } from '../../texts.ts';
import { worded } from '../../words.ts';

type Line = ClaimOverview['lines'][number];

const TONES = { open: 'waiting', approved: 'good', denied: 'bad', closed: 'neutral' } as const satisfies Readonly<
  Record<Line['status'], string>
>;

const NAMES = {
  refund: 'method.refund',
  storeCredit: 'method.storeCredit',
  giftCard: 'method.giftCard',
  variantExchange: 'method.variantExchange',
  replacementOrder: 'claim.replacement',
  repair: 'claim.repair',
  warrantyReview: 'claim.warrantyReview',
  // Of what staff settle in their own way there is no more to tell.
  other: 'claim.resolved',
} as const satisfies Readonly<Record<Line['method'], PortalTextId>>;

const nameOf = ({ isShopNow, method }: Line): string => t(isShopNow ? 'method.shopNow' : NAMES[method]);

/** What is on its way back, line by line, with what it brings. */
export function ClaimLines({ claim }: { claim: ClaimOverview }) {
  return (
    <section className={styles.section} aria-labelledby="lines">
      <h2 id="lines">{t(claim.lines.length === 1 ? 'claim.item' : 'claim.items')}</h2>
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
                {t('review.quantity', { quantity: line.quantity })} <span dir="auto">{ownText(line.reasonName)}</span>
              </p>
              <p className={styles.method}>
                <span>
                  {line.exchangeTitle === null
                    ? nameOf(line)
                    : rich('review.methodFor', {
                        method: nameOf(line),
                        item: <span dir="auto">{line.exchangeTitle}</span>,
                      })}
                </span>
                {line.status !== 'closed' &&
                  line.exchange === null &&
                  line.amount !== null &&
                  isCreditedBy(line.method) && (
                    <span className={styles.amount}>
                      {money(
                        line.given?.amount ?? addAmounts([line.amount, line.incentive ?? 0], claim.currencyCode),
                        claim.currencyCode,
                      )}
                    </span>
                  )}
              </p>
              {line.given !== null && line.given.deducted > 0 && (
                <p className={items.muted}>
                  {t('review.deducted', { amount: money(line.given.deducted, claim.currencyCode) })}
                </p>
              )}
              {line.incentive !== null && line.incentive > 0 && (
                <p className={items.bonus}>
                  {t('review.bonus', { amount: money(line.incentive, claim.currencyCode) })}
                </p>
              )}
              {line.repair !== null && <RepairSteps repair={line.repair} />}
              {line.isExchangeSent && <p className={items.muted}>{t('claim.ordered')}</p>}
              {line.refusalWords !== null && line.status === 'open' && (
                <p className={styles.muted}>
                  {rich('claim.reviewed', { reason: <span dir="auto">{worded(line.refusalWords)}</span> })}
                </p>
              )}
              <p className={styles.status}>
                <StatusBadge status={{ label: t(`line.${line.status}`), tone: TONES[line.status] }} />
              </p>
              {line.denialDetail !== null && <p>{t(`denial.${line.denialDetail}`)}</p>}
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
