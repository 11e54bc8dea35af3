import { number } from '../format.ts';
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import styles from './quantity.module.css';
import { t } from '../texts.ts';

type Props = {
  of: string;
  quantity: number;
  most: number;
  onChange: (quantity: number) => void;
  canRemove?: boolean;
  /** Shows the maximum next to the number. */
  showsMost?: boolean;
};

/** How many, by two buttons; the lower one takes it out where that is possible. At a limit a button keeps the focus. */
export function Quantity({ of, quantity, most, onChange, canRemove = false, showsMost = false }: Props) {
  const isLast = canRemove && quantity <= 1;
  const isLeast = quantity <= 1 && !canRemove;
  const isMost = quantity >= most;
  return (
    <fieldset className={styles.quantity}>
      <legend className={styles.words}>{t('quantity.of', { item: of })}</legend>
      <button
        type="button"
        aria-label={isLast ? t('quantity.remove', { item: of }) : t('quantity.less')}
        aria-disabled={isLeast}
        onClick={() => !isLeast && onChange(quantity - 1)}
      >
        {isLast ? <IconTrash size={18} aria-hidden="true" /> : <IconMinus size={18} aria-hidden="true" />}
      </button>
      <output className={showsMost ? styles.ofMost : undefined}>
        {showsMost ? t('quantity.most', { quantity, most }) : number(quantity)}
      </output>
      <button
        type="button"
        aria-label={t('quantity.more')}
        aria-disabled={isMost}
        onClick={() => !isMost && onChange(quantity + 1)}
      >
        <IconPlus size={18} aria-hidden="true" />
      </button>
    </fieldset>
  );
}
