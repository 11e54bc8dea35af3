import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { lineOf, type Draft } from '../../draft.ts';
import { portalCall, type Answer } from '../../api.ts';
import type { Flow } from './step-frame.tsx';

export type Product = Answer<'exchangeOptions'>['products'][number];

type Place = Pick<Flow, 'slug' | 'order' | 'draft'>;

/** The units of a line that something is wanted instead of. */
const instead = (draft: Draft, lineId: string | undefined) =>
  lineId === undefined ? {} : { lineIdFromPlatform: lineId, quantity: Math.max(1, lineOf(draft, lineId).quantity) };
const PAGE = 24;

/** Products in stock that match some words; `pages` of 24. */
export const productsQuery = (
  { slug, order, draft }: Place,
  searchTerm: string,
  pages: number,
  lineId: string | undefined,
) => {
  const line = instead(draft, lineId);
  return queryOptions({
    queryKey: ['products', slug, order.idFromPlatform, line, searchTerm, pages],
    queryFn: ({ signal }) =>
      portalCall(
        'exchangeOptions',
        {
          params: { slug, idFromPlatform: order.idFromPlatform },
          query: { searchTerm, take: PAGE * pages, ...line },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
};

/** One product with its live stock and prices; no product when it is no longer to be had. */
export const productQuery = ({ slug, order, draft }: Place, productId: string, lineId?: string) => {
  const line = instead(draft, lineId);
  return queryOptions({
    queryKey: ['product', slug, order.idFromPlatform, line, productId],
    queryFn: ({ signal }) =>
      portalCall(
        'exchangeOptions',
        {
          params: { slug, idFromPlatform: order.idFromPlatform },
          query: { productIdFromPlatform: productId, ...line },
        },
        signal,
      ),
    enabled: productId !== '',
    // Stock is only true now.
    staleTime: 0,
  });
};

/** The least that variants of a product cost over what comes back, and whether others cost more; null where it is not said. */
export function differenceFrom({ variants }: Product): { from: number; isFrom: boolean } | null {
  const all = variants.flatMap(({ difference }) => difference ?? []);
  const from = Math.min(...all);
  return all.length === 0 ? null : { from, isFrom: all.some((one) => one !== from) };
}

/** The least a product costs, and whether some of its variants cost more. */
export function priceOf({ variants }: Product): { from: number; isFrom: boolean } | null {
  const prices = variants.map(({ price }) => price);
  const from = Math.min(...prices);
  return prices.length === 0 ? null : { from, isFrom: prices.some((price) => price !== from) };
}
