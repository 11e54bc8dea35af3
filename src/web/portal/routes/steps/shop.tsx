import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { messageOf, portalCall } from '../../api.ts';
import { lineOf } from '../../draft.ts';
import { isShopNow, linesWith, reasonOf, restFor, restMethods } from '../../draft-steps.ts';
import { isEmbedded, usePageAround } from '../../embedding.ts';
import { money } from '../../format.ts';
import { useStore } from '../../store.tsx';
import { addAmounts, estimate } from '../../sums.ts';
import { Basket } from './basket.tsx';
import { Difference } from './difference.tsx';
import { ProductFace, ProductSearch } from './product-search.tsx';
import cards from './product-search.module.css';
import reason from './reason.module.css';
import { ShopProduct } from './shop-product.tsx';
import styles from './shop.module.css';
import { StepFrame, type Flow } from './step-frame.tsx';
import { useShopCart } from './use-shop-cart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { rich, t } from '../../texts.ts';

/** What the credit of the returned items is spent on, and how the rest of it comes back. */
export function ShopStep({ flow }: { flow: Flow }) {
  const [path, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const opened = search.get('product');
  const { draft, order, sums } = flow;
  const shopUrl = `${path}?step=shop${flow.isChanging ? '&change=1' : ''}`;
  const brought = useShopCart(flow, search.get('cart'), (count) =>
    navigate(count === 0 ? shopUrl : `${shopUrl}&gone=${count}`, { replace: true }),
  );
  const gone = Number(search.get('gone')) || 0;
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
      {gone > 0 && <Notice tone="info">{t('shop.gone', { count: gone })}</Notice>}
      {brought.isBusy && <Skeleton rows={2} />}
      {brought.problem !== null && (
        <Notice tone="bad">
          <p>{messageOf(brought.problem)}</p>
          <Button look="quiet" onClick={brought.retry}>
            {t('common.tryAgain')}
          </Button>
        </Notice>
      )}
      {order.shopNow && <WayToShop flow={flow} startUrl={order.shopNow.startShoppingUrl} />}
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

/** Where the shop itself is used, its address carries what there is to spend, and the cart comes back from there. */
function WayToShop({ flow, startUrl }: { flow: Flow; startUrl: string }) {
  const { slug, order, draft } = flow;
  const { embeddedIn } = useStore();
  // Inside a page of the shop the portal keeps its session to itself, so the way back leads to that page.
  const page = usePageAround(embeddedIn);
  const isCarried = order.isShopCartUsed && (!isEmbedded || page !== null);
  const selections = linesWith(draft, order, isShopNow).map(({ lineIdFromPlatform }) => ({
    lineIdFromPlatform,
    quantity: lineOf(draft, lineIdFromPlatform).quantity,
    ...reasonOf(draft, order, lineIdFromPlatform),
  }));
  const carried = useQuery({
    queryKey: ['shopping', slug, order.idFromPlatform, page, selections],
    queryFn: ({ signal }) =>
      portalCall(
        'startShopping',
        { params: { slug, idFromPlatform: order.idFromPlatform }, body: { selections, page } },
        signal,
      ),
    enabled: isCarried && selections.length > 0,
  });
  if (isCarried && !carried.isError) {
    const { data } = carried;
    return data ? <p>{rich('shop.go', { link: <a href={data.url}>{t('shop.look.link')}</a> })}</p> : null;
  }
  const link = (
    <a href={startUrl} target="_blank" rel="noopener noreferrer">
      {t('shop.look.link')}
    </a>
  );
  return <p>{rich('shop.look', { link })}</p>;
}

/** How leftover credit is given: only methods open to every item that brings the credit. */
function Rest({ flow }: { flow: Flow }) {
  const name = useId();
  const { draft, order, dispatch } = flow;
  const open = restMethods(draft, order);
  const chosen = restFor(draft, order);
  if (open.length < 2) return chosen ? <p>{t(`shop.rest.${chosen}`)}</p> : null;
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
