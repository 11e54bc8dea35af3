import { useEffect, useId } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { REST_METHODS } from '../../draft.ts';
import { isShopNow, linesWith } from '../../draft-steps.ts';
import { money } from '../../format.ts';
import { addAmounts, estimate } from '../../sums.ts';
import { Basket } from './basket.tsx';
import { Difference } from './difference.tsx';
import { ProductFace, ProductSearch } from './product-search.tsx';
import cards from './product-search.module.css';
import reason from './reason.module.css';
import { ShopProduct } from './shop-product.tsx';
import styles from './shop.module.css';
import { StepFrame, type Flow } from './step-frame.tsx';
import { rich, t } from '../../texts.ts';

/** What the credit of the returned items is spent on, and how the rest of it comes back. */
export function ShopStep({ flow }: { flow: Flow }) {
  const [path] = useLocation();
  const opened = new URLSearchParams(useSearch()).get('product');
  const { draft, order, sums } = flow;
  const shopUrl = `${path}?step=shop${flow.isChanging ? '&change=1' : ''}`;
  const credit = estimate(draft, order).lines.filter(({ method }) => isShopNow(method));
  const total = addAmounts(
    credit.flatMap(({ amount, incentive }) => [amount, incentive]),
    order.currencyCode,
  );
  const bonus = addAmounts(
    credit.map(({ incentive }) => incentive),
    order.currencyCode,
  );
  if (opened !== null) return <ShopProduct flow={flow} productId={opened} shopUrl={shopUrl} />;
  return (
    <StepFrame flow={flow} heading={t('shop.heading')}>
      <p className={styles.credit}>
        {rich('shop.credit', { amount: <strong>{money(total, sums.currencyCode)}</strong> })}
        {bonus > 0 && (
          <span className={styles.bonus}>{t('review.bonus', { amount: money(bonus, sums.currencyCode) })}</span>
        )}
      </p>
      {order.shopNow && (
        <p>
          {rich('shop.look', {
            link: (
              <a href={order.shopNow.startShoppingUrl} target="_blank" rel="noopener noreferrer">
                {t('shop.look.link')}
              </a>
            ),
          })}
        </p>
      )}
      {draft.basket.length > 0 && (
        <>
          <Basket flow={flow} />
          <Difference flow={flow} />
          {sums.ledger?.owed ? null : <Rest flow={flow} />}
        </>
      )}
      <ProductSearch flow={flow}>
        {(product) => (
          <Link
            href={`${shopUrl}&product=${encodeURIComponent(product.idFromPlatform)}`}
            className={cards.card}
            id={`product-${product.idFromPlatform}`}
          >
            <ProductFace product={product} currencyCode={order.currencyCode} />
          </Link>
        )}
      </ProductSearch>
    </StepFrame>
  );
}

/** How leftover credit is given: only methods open to every item that brings the credit. */
function Rest({ flow }: { flow: Flow }) {
  const name = useId();
  const { draft, order, dispatch } = flow;
  const lines = linesWith(draft, order, isShopNow);
  const open = REST_METHODS.filter((method) => lines.every((line) => line.methods[method].isEligible));
  const [usual] = open;
  const chosen = draft.restMethod ?? usual;
  useEffect(() => {
    if (draft.restMethod !== null && !open.includes(draft.restMethod) && usual)
      dispatch({ type: 'restMethod', restMethod: usual });
  });
  if (open.length < 2) return usual ? <p>{t(`shop.rest.${usual}`)}</p> : null;
  return (
    <fieldset className={reason.chips}>
      <legend className={reason.legend}>{t('shop.rest')}</legend>
      {open.map((method) => (
        <label key={method} className={reason.chip}>
          <input
            type="radio"
            name={name}
            checked={method === chosen}
            onChange={() => dispatch({ type: 'restMethod', restMethod: method })}
          />
          <span>{t(`resolution.${method}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
