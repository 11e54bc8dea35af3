import { useId } from 'react';
import { lineOf } from '../../draft.ts';
import { ProductFace, ProductSearch } from './product-search.tsx';
import styles from './product-search.module.css';
import { LineHeader, StepFrame, type Flow } from './step-frame.tsx';

/** Another product instead of the one that comes back; its variant is the next decision. */
export function ProductStep({ flow, lineId }: { flow: Flow; lineId: string }) {
  const name = useId();
  const { order, draft, dispatch } = flow;
  const line = order.lineItems.find((other) => other.lineIdFromPlatform === lineId);
  if (!line) return null;
  const { product: chosen } = lineOf(draft, lineId);
  return (
    <StepFrame flow={flow} heading="What would you like instead?">
      <LineHeader flow={flow} line={line} />
      {chosen && (
        <p aria-live="polite">
          Chosen: <strong dir="auto">{chosen.title}</strong>
        </p>
      )}
      <ProductSearch flow={flow} lineId={lineId}>
        {(product) => (
          <label className={styles.card}>
            <input
              type="radio"
              name={name}
              checked={product.idFromPlatform === chosen?.id}
              onChange={() =>
                dispatch({ type: 'product', lineId, product: { id: product.idFromPlatform, title: product.title } })
              }
            />
            <ProductFace product={product} currencyCode={order.currencyCode} />
          </label>
        )}
      </ProductSearch>
    </StepFrame>
  );
}
