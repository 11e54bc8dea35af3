import { variantSubtitle } from '../../format.ts';
import { t } from '../../texts.ts';
import { Picture } from '../../ui/picture.tsx';
import styles from './shipping.module.css';

type Item = { name: string; variantTitle: string; imgUrl: string | null; quantity: number };

/** What a claim is about. */
export function ShippingItems({ items }: { items: readonly Item[] }) {
  return (
    <ul className={styles.group}>
      {items.map((item, index) => (
        <li key={`${item.name} ${index}`} className={styles.item}>
          <Picture url={item.imgUrl} />
          <span className={styles.texts}>
            <span className={styles.name} dir="auto">
              {item.name}
            </span>
            {variantSubtitle(item) !== '' && (
              <span className={styles.muted} dir="auto">
                {variantSubtitle(item)}
              </span>
            )}
            <span className={styles.muted}>{t('shipping.items.units', { count: item.quantity })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
