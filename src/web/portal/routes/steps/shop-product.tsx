import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { messageOf } from '../../api.ts';
import { MAX_QUANTITY } from '../../draft.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { productQuery, type Product } from './goods.ts';
import own from './shop.module.css';
import { Options } from './options.tsx';
import { StepFrame, type Flow } from './step-frame.tsx';
import { t } from '../../texts.ts';

/** One product of the shop with its live stock: which variant goes into the basket. */
export function ShopProduct({ flow, productId, shopUrl }: { flow: Flow; productId: string; shopUrl: string }) {
  const [, navigate] = useLocation();
  const found = useQuery(productQuery(flow, productId));
  const [product] = found.data?.products ?? [];
  const leave = (): void => navigate(shopUrl);
  const inShop = { ...flow, onBack: leave };
  if (product) return <Variants flow={inShop} product={product} onAdded={leave} />;
  const action = { label: t('shop.add'), isBusy: false, isOff: true, onPress: () => undefined, problem: null };
  return (
    <StepFrame flow={inShop} heading={t('shop.heading')} action={action} missing={null}>
      {found.isPending && <Skeleton rows={3} />}
      {found.isError && (
        <Notice tone="bad">
          <p>{messageOf(found.error)}</p>
          <Button look="quiet" onClick={() => void found.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </Notice>
      )}
      {found.data && <Notice tone="info">{t('product.soldOut')}</Notice>}
      <Link href={shopUrl} className={own.back}>
        {t('shop.back')}
      </Link>
    </StepFrame>
  );
}

function Variants({ flow, product, onAdded }: { flow: Flow; product: Product; onAdded: () => void }) {
  const { draft, dispatch, order } = flow;
  const { variants, title } = product;
  const inStock = variants.filter(({ isAvailable }) => isAvailable);
  const [chosenId, choose] = useState(inStock.length === 1 ? inStock[0]?.idFromPlatform : undefined);
  const chosen = inStock.find(({ idFromPlatform }) => idFromPlatform === chosenId);

  function add(): void {
    if (!chosen) return;
    const before = draft.basket.find(({ variantId }) => variantId === chosen.idFromPlatform)?.quantity ?? 0;
    dispatch({
      type: 'basket',
      item: {
        productId: product.idFromPlatform,
        variantId: chosen.idFromPlatform,
        title,
        variantTitle: chosen.title,
        imgUrl: chosen.imgUrl ?? product.imgUrl,
        price: chosen.price,
        quantity: Math.min(MAX_QUANTITY, before + 1),
      },
    });
    onAdded();
  }

  const action = {
    label: t('shop.add'),
    isBusy: false,
    isOff: false,
    onPress: add,
    problem: null,
  };
  return (
    <StepFrame flow={flow} heading={title} action={action} missing={chosen ? null : t('shop.choose')}>
      {inStock.length === 0 && <Notice tone="info">{t('product.soldOut')}</Notice>}
      <Options
        variants={variants.map((variant) => ({
          id: variant.idFromPlatform,
          title: variant.title,
          options: variant.options,
          whyNot: variant.isAvailable ? null : t('variant.soldOut'),
          isCurrent: false,
          imgUrl: variant.imgUrl,
          price: variant.price,
          difference: null,
        }))}
        chosenId={chosenId}
        detail=""
        name={title}
        about=""
        fallback={product.imgUrl}
        currencyCode={order.currencyCode}
        onChoose={(variant) => choose(variant?.id)}
      />
    </StepFrame>
  );
}
