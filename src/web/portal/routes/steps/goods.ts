import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { portalCall, type Answer } from '../../api.ts';
import type { Flow } from './step-frame.tsx';

export type Product = Answer<'exchangeOptions'>['products'][number];

type Place = Pick<Flow, 'slug' | 'order'>;
const PAGE = 24;

/** Products in stock that match some words; `pages` of 24. */
export const productsQuery = ({ slug, order }: Place, searchTerm: string, pages: number, lineId: string | undefined) =>
  queryOptions({
    queryKey: ['products', slug, order.idFromPlatform, lineId, searchTerm, pages],
    queryFn: ({ signal }) =>
      portalCall(
        'exchangeOptions',
        {
          params: { slug, idFromPlatform: order.idFromPlatform },
          query: { searchTerm, take: PAGE * pages, ...(lineId !== undefined && { lineIdFromPlatform: lineId }) },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

/** One product with its live stock and prices; no product when it is no longer to be had. */
export const productQuery = ({ slug, order }: Place, productId: string, lineId?: string) =>
  queryOptions({
    queryKey: ['product', slug, order.idFromPlatform, lineId, productId],
    queryFn: ({ signal }) =>
      portalCall(
        'exchangeOptions',
        {
          params: { slug, idFromPlatform: order.idFromPlatform },
          query: { productIdFromPlatform: productId, ...(lineId !== undefined && { lineIdFromPlatform: lineId }) },
        },
        signal,
      ),
    enabled: productId !== '',
    // Stock is only true now.
    staleTime: 0,
  });

/** The least a product costs, and whether some of its variants cost more. */
export function priceOf({ variants }: Product): { from: number; isFrom: boolean } | null {
  const prices = variants.map(({ price }) => price);
  const from = Math.min(...prices);
  return prices.length === 0 ? null : { from, isFrom: prices.some((price) => price !== from) };
}
