import { allocate, type CurrencyCode, type Minor } from '#core/money.ts';
import type { Order } from '#core/orders/order.ts';
import { amountIn, type Row } from '#server/import/csv-row.ts';

/** `taxable`: what was paid for each taxed line, 0 for the others. */
type Taxed = Pick<Order, 'shippingPaid' | 'taxTotal' | 'taxesIncluded'> & { taxable: readonly Minor[] };
type Tax = { value: Minor; rate: number | null };

const MOST_TAXES = 5;

/**
 * The taxes of each line. The export has them for the whole order, and does not say whether shipping is taxed. A tax
 * belongs to the goods alone where the rate in its name says so; else shipping bears its share, so that no tax of
 * shipping is refunded with the goods.
 */
export function lineTaxes(row: Row, currency: CurrencyCode, taxed: Taxed): Minor[] {
  const { taxable, shippingPaid, taxesIncluded } = taxed;
  const goods = taxable.reduce((sum, paid) => sum + paid, 0);
  const totals = taxable.map(() => 0);
  // Without a taxable line that cost something, the tax is that of shipping: it belongs to no line.
  if (goods === 0) return totals;
  const taxes = taxesOf(row, currency, taxed.taxTotal);
  const allRates = taxes.reduce((sum, { rate }) => sum + (rate ?? 0), 0);
  for (const { value, rate } of taxes) {
    const share = rate === null ? 0 : rate / (taxesIncluded ? 1 + allRates : 1);
    const missedBy = (base: Minor): number => Math.abs(base * share - value);
    // The platform rounds line by line.
    const isOfGoods =
      rate !== null && missedBy(goods) <= taxable.length && missedBy(goods) <= missedBy(goods + shippingPaid);
    const parts = allocate(value, isOfGoods ? taxable : [...taxable, shippingPaid]);
    totals.forEach((total, index) => (totals[index] = total + (parts[index] ?? 0)));
  }
  return totals;
}

/** The taxes that the export names, and what they leave of the sum of all. */
function taxesOf(row: Row, currency: CurrencyCode, taxTotal: Minor): Tax[] {
  const named = Array.from({ length: MOST_TAXES }, (_, index) => ({
    value: amountIn(row, `Tax ${index + 1} Value`, currency, 0),
    rate: rateIn(row.cell(`Tax ${index + 1} Name`)),
  })).filter(({ value }) => value > 0);
  const rest = taxTotal - named.reduce((sum, { value }) => sum + value, 0);
  if (rest < 0) return [{ value: taxTotal, rate: null }];
  return [...named, { value: rest, rate: null }].filter(({ value }) => value > 0);
}

/** "CA State Tax 7.25%" */
function rateIn(name: string): number | null {
  const [, percent] = /(\d+(?:[.,]\d+)?)\s*%/.exec(name) ?? [];
  return percent === undefined ? null : Number(percent.replace(',', '.')) / 100;
}
