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
  const { product: chosen, productVariant } = lineOf(draft, lineId);
  const { productExchange } = line;
  // Each card is one variant, which is all there is to choose.
  const onlyOf = ({ variants: [variant] }: Product) => (productExchange?.kind === 'variant' ? variant : undefined);
  const choice = (product: Product): DraftAction => {
    const variant = onlyOf(product);
    return {
      type: 'product',
      lineId,
      product: { id: product.idFromPlatform, title: product.title },
      ...(variant ? { variant: { id: variant.idFromPlatform, title: variant.title } } : {}),
    };
  };
  const nameOf = (product: Product): string => {
    const variant = onlyOf(product);
    return variant && variant.title !== product.title ? `${product.title} - ${variant.title}` : product.title;
  };
  const isChecked = (product: Product): boolean => {
    const variant = onlyOf(product);
    return product.idFromPlatform === chosen?.id && (!variant || variant.idFromPlatform === productVariant?.id);
  };
  return (
    <StepFrame flow={flow} heading={t('resolution.heading')}>
      <LineHeader flow={flow} line={line} />
      {chosen && (
        <p aria-live="polite">{rich('product.chosen', { product: <strong dir="auto">{chosen.title}</strong> })}</p>
      )}
      <ProductSearch flow={flow} lineId={lineId} isSearchable={productExchange?.isSearchable ?? true}>
        {(product) => (
          <ProductCard
            name={name}
            product={product}
            title={nameOf(product)}
            currencyCode={order.currencyCode}
            isChecked={isChecked(product)}
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
  title: string;
  currencyCode: string;
  isChecked: boolean;
  onChoose: () => void;
  onPick: () => void;
};

function ProductCard({ name, product, title, currencyCode, isChecked, onChoose, onPick }: CardProps) {
  const pick = usePick(onPick);
  return (
    <label className={styles.card} {...pick.label}>
      <input type="radio" name={name} checked={isChecked} onChange={onChoose} onClick={pick.onClick} />
      <ProductFace product={product} name={title} currencyCode={currencyCode} />
    </label>
  );
}
