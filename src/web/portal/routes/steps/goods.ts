import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { lineOf } from '../../draft.ts';
import { reasonOf } from '../../draft-steps.ts';
import { portalCall, type Answer } from '../../api.ts';
import type { Flow } from './step-frame.tsx';

export type Product = Answer<'exchangeOptions'>['products'][number];

type Place = Pick<Flow, 'slug' | 'order' | 'draft'>;

/** The units of a line that something is wanted instead of, and why they come back. */
function instead({ order, draft }: Place, lineId: string | undefined) {
  if (lineId === undefined) return {};
  const { quantity } = lineOf(draft, lineId);
  const { reasonId, reasonDetail } = reasonOf(draft, order, lineId);
  return { lineIdFromPlatform: lineId, quantity: Math.max(1, quantity), reasonId, reasonDetail };
}
const PAGE = 24;

/** Products in stock that match some words; `pages` of 24. */
export const productsQuery = (
  place: Place,
  { searchTerm, options }: { searchTerm: string; options: Readonly<Record<string, string>> },
  pages: number,
  lineId: string | undefined,
) => {
  const { slug, order } = place;
  const line = instead(place, lineId);
  const chosen = new URLSearchParams(options).toString();
  return queryOptions({
    queryKey: ['products', slug, order.idFromPlatform, line, searchTerm, chosen, pages],
    queryFn: ({ signal }) =>
      portalCall(
        'exchangeOptions',
        {
          params: { slug, idFromPlatform: order.idFromPlatform },
          query: { searchTerm, options: chosen, take: PAGE * pages, ...line },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
};

/** One product with its live stock and prices; no product when it is no longer to be had. */
export const productQuery = (place: Place, productId: string, lineId?: string) => {
  const { slug, order } = place;
  const line = instead(place, lineId);
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

/** By product and variant, where each variant stands for itself. */
export const goodsKey = ({ idFromPlatform, variants: [first] }: Product): string =>
  `${idFromPlatform} ${first?.idFromPlatform ?? ''}`;

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
