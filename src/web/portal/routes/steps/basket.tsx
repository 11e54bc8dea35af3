import { useRef } from 'react';
import { MAX_QUANTITY, type BasketItem } from '../../draft.ts';
import { money } from '../../format.ts';
import { priceOf } from '../../sums.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { Picture } from '../../ui/picture.tsx';
import { Quantity } from '../../ui/quantity.tsx';
import styles from './shop.module.css';
import type { Flow } from './step-frame.tsx';
import { t } from '../../texts.ts';

/** What was put into the basket, with its quantities. */
export function Basket({ flow }: { flow: Flow }) {
  const { draft, dispatch, sums } = flow;
  const heading = useRef<HTMLHeadingElement>(null);
  function put(item: BasketItem, quantity: number): void {
    dispatch({ type: 'basket', item: { ...item, quantity } });
    if (quantity > 0) return;
    // The button that was pressed goes with its item, and with the last one the basket.
    requestAnimationFrame(() => (heading.current ? heading.current.focus() : focusHeading()));
  }
  return (
    <section aria-labelledby="basket">
      <h2 id="basket" ref={heading} tabIndex={-1} className={styles.heading}>
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
                {t('items.each', { price: money(priceOf(item, sums), sums.currencyCode) })}
              </span>
            </div>
            <Quantity
              of={item.title}
              quantity={item.quantity}
              most={MAX_QUANTITY}
              canRemove
              onChange={(quantity) => put(item, quantity)}
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
