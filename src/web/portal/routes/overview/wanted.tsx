import { money } from '../../format.ts';
import list from '../../ui/item-list.module.css';
import { Picture } from '../../ui/picture.tsx';
import type { ClaimOverview } from './claim-overview.ts';
import styles from './claim-lines.module.css';
import { t } from '../../texts.ts';

/** What the shopper gets instead of what comes back: exchanged goods, and those of the shop-now basket. */
export function Wanted({ claim }: { claim: ClaimOverview }) {
  const exchanged = claim.lines.filter(({ status }) => status === 'open' || status === 'approved');
  const items = [...exchanged.flatMap(({ exchange }) => exchange ?? []), ...claim.shopNowItems];
  if (items.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="wanted">
      <h2 id="wanted">{t(items.length === 1 ? 'claim.newItem' : 'claim.newItems')}</h2>
      <ul className={list.lines}>
        {items.map((item, index) => (
          <li key={index} className={list.line}>
            <Picture url={item.imgUrl} size="small" />
            <div className={list.texts}>
              <p className={list.name} dir="auto">
                {item.title}
              </p>
              <p className={list.muted}>
                {item.unitPrice === null
                  ? t('claim.wanted', { quantity: item.quantity })
                  : t('claim.wanted.priced', {
                      quantity: item.quantity,
                      price: money(item.unitPrice, claim.currencyCode),
                    })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
