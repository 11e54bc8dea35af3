import { MAX_QUANTITY, type BasketItem } from '../../draft.ts';
import { money } from '../../format.ts';
import { Picture } from '../../ui/picture.tsx';
import { Quantity } from '../../ui/quantity.tsx';
import styles from './shop.module.css';
import type { Flow } from './step-frame.tsx';
import { t } from '../../texts.ts';

/** What was put into the basket, with its quantities. */
export function Basket({ flow }: { flow: Flow }) {
  const { draft, dispatch, sums } = flow;
  return (
    <section aria-labelledby="basket">
      <h2 id="basket" className={styles.heading}>
        {t('shop.cart')}
      </h2>
      <ul className={styles.basket}>
        {draft.basket.map((item) => (
          <li key={item.variantId} className={styles.item}>
            <Picture url={item.imgUrl} size="small" />
            <div className={styles.texts}>
              <span className={styles.name} dir="auto">
                {item.title}
              </span>
              <span className={styles.about}>
                <VariantOf item={item} />
                {t('items.each', { price: money(item.price, sums.currencyCode) })}
              </span>
            </div>
            <Quantity
              of={item.title}
              quantity={item.quantity}
              most={MAX_QUANTITY}
              canRemove
              onChange={(quantity) => dispatch({ type: 'basket', item: { ...item, quantity } })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which variant it is, before its price; the only variant of a product bears the product's name. */
export function VariantOf({ item: { title, variantTitle } }: { item: BasketItem }) {
  return variantTitle === title ? null : (
    <>
      <span dir="auto">{variantTitle}</span> ·{' '}
    </>
  );
}
