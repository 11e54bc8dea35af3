import { useId } from 'react';
import { lineOf, type DraftAction } from '../../draft.ts';
import { usePick } from '../../ui/use-pick.ts';
import type { Product } from './goods.ts';
import { ProductFace, ProductSearch } from './product-search.tsx';
import styles from './product-search.module.css';
import { LineHeader, StepFrame, type Flow } from './step-frame.tsx';
import { rich, t } from '../../texts.ts';

/** Another product instead of the one that comes back; its variant is the next decision. */
export function ProductStep({ flow, lineId }: { flow: Flow; lineId: string }) {
  const name = useId();
  const { order, draft, dispatch, onPick } = flow;
  const line = order.lineItems.find((other) => other.lineIdFromPlatform === lineId);
  if (!line) return null;
  const { product: chosen } = lineOf(draft, lineId);
  const choice = ({ idFromPlatform, title }: Product): DraftAction => ({
    type: 'product',
    lineId,
    product: { id: idFromPlatform, title },
  });
  return (
    <StepFrame flow={flow} heading={t('resolution.heading')}>
      <LineHeader flow={flow} line={line} />
      {chosen && (
        <p aria-live="polite">{rich('product.chosen', { product: <strong dir="auto">{chosen.title}</strong> })}</p>
      )}
      <ProductSearch flow={flow} lineId={lineId}>
        {(product) => (
          <ProductCard
            name={name}
            product={product}
            currencyCode={order.currencyCode}
            isChecked={product.idFromPlatform === chosen?.id}
            onChoose={() => dispatch(choice(product))}
            onPick={() => onPick(choice(product))}
          />
        )}
      </ProductSearch>
    </StepFrame>
  );
}

type CardProps = {
  name: string;
  product: Product;
  currencyCode: string;
  isChecked: boolean;
  onChoose: () => void;
  onPick: () => void;
};

function ProductCard({ name, product, currencyCode, isChecked, onChoose, onPick }: CardProps) {
  const pick = usePick(onPick);
  return (
    <label className={styles.card} {...pick.label}>
      <input type="radio" name={name} checked={isChecked} onChange={onChoose} onClick={pick.onClick} />
      <ProductFace product={product} currencyCode={currencyCode} />
    </label>
  );
}
