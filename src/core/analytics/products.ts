import {
  amountIn,
  COUNT,
  figure,
  madeWithin,
  moneyUnit,
  orderedWithin,
  row,
  SHARE,
  shareOf,
  sumOf,
  TEXT,
  type Opens,
  type Panel,
  type Span,
} from '#core/analytics/dashboard.ts';
import type { CurrencyCode, Minor } from '#core/money.ts';

/**
 * Units of a variant in return claims of the period and units ordered in it. `value`: of claims in the store's
 * currency; null where none of them is.
 */
export type VariantCount = {
  productKey: string;
  product: string;
  variant: string;
  sku: string;
  returned: number;
  ordered: number;
  value: Minor | null;
  imgUrl: string | null;
};
/** `variants`: all of the products that come back most. The sums are of all products. */
export type ProductsRows = {
  variants: readonly VariantCount[];
  productsReturned: number;
  unitsReturned: number;
  unitsOrdered: number;
};

/** How many products are listed. */
export const PRODUCTS_SHOWN = 50;

/** What comes back, and how often for each one sold. */
export function productsPanels(span: Span, currencyCode: CurrencyCode, rows: ProductsRows): Panel[] {
  const claimsWith = (searchTerm: string): Opens | null =>
    searchTerm === '' ? null : madeWithin('Return', span, { searchTerm });
  const products = [...Map.groupBy(rows.variants, (one) => one.productKey).values()]
    .map((variants) => ({
      name: variants[0]?.product ?? '',
      imgUrl: pictureOf(variants),
      variants,
      ...totals(variants),
    }))
    .toSorted((one, other) => other.returned - one.returned || one.name.localeCompare(other.name));
  const variants = rows.variants
    .filter((one) => one.returned > 0)
    .toSorted((one, other) => other.returned - one.returned || one.product.localeCompare(other.product));
  const numbers = [
    { title: 'Units returned', unit: COUNT, isDrawn: true },
    { title: 'Units ordered', unit: COUNT },
    { title: 'Return rate', unit: SHARE },
    { title: 'Value returned', unit: moneyUnit(currencyCode) },
  ];
  const note = `Returned and ordered in this period. Values cover claims in ${currencyCode}.`;
  const empty = 'No products were returned in this period.';
  return [
    {
      kind: 'figures',
      title: 'In this period',
      figures: [
        figure('Products returned', COUNT, rows.productsReturned),
        figure(
          'Units returned',
          COUNT,
          rows.unitsReturned,
          'In return claims, without canceled and denied lines',
          madeWithin('Return', span),
        ),
        figure(
          'Units ordered',
          COUNT,
          rows.unitsOrdered,
          "In orders from this period that weren't canceled",
          orderedWithin(span),
        ),
        figure('Return rate', SHARE, shareOf(rows.unitsReturned, rows.unitsOrdered), 'Units returned per unit ordered'),
      ],
    },
    {
      kind: 'table',
      title: rows.productsReturned > PRODUCTS_SHOWN ? `The ${PRODUCTS_SHOWN} most returned products` : 'Products',
      note,
      columns: [{ title: 'Product', unit: TEXT }, ...numbers],
      rows: products.map((one) => ({
        ...row([one.name, ...cellsOf(one, currencyCode)], claimsWith(one.name)),
        imgUrl: one.imgUrl,
      })),
      empty,
    },
    {
      kind: 'table',
      title: 'By variant',
      note,
      columns: [
        { title: 'Product', unit: TEXT },
        { title: 'Variant', unit: TEXT },
        { title: 'SKU', unit: TEXT },
        ...numbers,
      ],
      rows: variants.map((one) => ({
        ...row([one.product, one.variant, one.sku, ...cellsOf(one, currencyCode)], claimsWith(one.sku || one.product)),
        imgUrl: one.imgUrl,
      })),
      empty,
    },
  ];
}

type Totals = Pick<VariantCount, 'returned' | 'ordered' | 'value'>;

const totals = (variants: readonly VariantCount[]): Totals => ({
  returned: sumOf(variants, (one) => one.returned),
  ordered: sumOf(variants, (one) => one.ordered),
  value: variants.every((one) => one.value === null) ? null : sumOf(variants, (one) => one.value ?? 0),
});

const pictureOf = (variants: readonly VariantCount[]): string | null =>
  variants.toSorted((one, other) => other.returned - one.returned).find(({ imgUrl }) => imgUrl !== null)?.imgUrl ??
  null;

const cellsOf = ({ returned, ordered, value }: Totals, currencyCode: CurrencyCode) => [
  returned,
  ordered,
  shareOf(returned, ordered),
  value === null ? null : amountIn(value, currencyCode),
];
