import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { MAX_QUANTITY, type BasketItem } from '../../draft.ts';
import { productQuery } from './goods.ts';
import type { Flow } from './step-frame.tsx';

/** As many products as one session may ask about within a minute, and more than anyone brings. */
const MOST = 30;

type Wanted = { productId: string; variantId: string; quantity: number };

/** The items of a cart in an address: `product:variant:quantity`, separated by commas. A variant may be in several lines. */
export function cartIn(text: string): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const part of text.split(',')) {
    const [, productId = '', variantId = '', typed = ''] = /^(\d+):(\d+):(\d{1,4})$/.exec(part) ?? [];
    if (productId === '') continue;
    const quantity = Number(typed) + (wanted.get(variantId)?.quantity ?? 0);
    wanted.set(variantId, { productId, variantId, quantity: Math.min(MAX_QUANTITY, quantity) });
  }
  return [...wanted.values()].slice(0, MOST);
}

type Brought = { isBusy: boolean; problem: unknown; retry: () => void };

/**
 * Puts the cart that the shopper brought from the shop into the basket, at the prices and with the stock of now. Says
 * then how many of its items can't be had.
 */
export function useShopCart(flow: Flow, text: string | null, onDone: (gone: number) => void): Brought {
  const { dispatch } = flow;
  const wanted = cartIn(text ?? '');
  const found = useQueries({ queries: wanted.map(({ productId }) => productQuery(flow, productId)) });
  const isBusy = found.some(({ isPending }) => isPending);
  const problem = found.find(({ isError }) => isError)?.error ?? null;
  useEffect(() => {
    if (text === null || isBusy || problem !== null) return;
    const items = wanted.flatMap((want, index): BasketItem[] => {
      const product = found[index]?.data?.products.find(({ idFromPlatform }) => idFromPlatform === want.productId);
      const variant = product?.variants.find(({ idFromPlatform }) => idFromPlatform === want.variantId);
      if (!product || !variant?.isAvailable) return [];
      const imgUrl = variant.imgUrl ?? product.imgUrl;
      return [{ ...want, title: product.title, variantTitle: variant.title, imgUrl, price: variant.price }];
    });
    for (const item of items) dispatch({ type: 'basket', item });
    onDone(wanted.length - items.length);
  });
  const retry = (): void => {
    for (const one of found) if (one.isError) void one.refetch();
  };
  return { isBusy, problem, retry };
}
