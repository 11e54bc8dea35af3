import type { Order, OrderLine } from '#core/orders/order.ts';

/** What the ids of an order became when a better record of it took its place. */
export type NewIds = {
  order: { from: string; to: string };
  lines: ReadonlyMap<string, string>;
  fulfillmentLines: ReadonlyMap<string, string>;
  /** What was bought, by the former id of its line: a file doesn't say. */
  products: ReadonlyMap<string, Pick<OrderLine, 'productIdFromPlatform' | 'variantIdFromPlatform'>>;
};

/** Finds every line of `from` in `to`, the surest likeness first; what is in neither stays without a new id. */
export function newIds(from: Order, to: Order): NewIds {
  const lines = new Map<string, string>();
  for (const isAlike of LIKENESSES) {
    for (const line of from.lines.filter((one) => !lines.has(one.idFromPlatform))) {
      const taken = new Set(lines.values());
      const found = to.lines.find((one) => !taken.has(one.idFromPlatform) && isAlike(line, one));
      if (found) lines.set(line.idFromPlatform, found.idFromPlatform);
    }
  }
  const fulfillmentLines = new Map<string, string>();
  for (const sent of from.fulfillments.flatMap((one) => one.lines)) {
    const found = largestSent(to, lines.get(sent.lineIdFromPlatform));
    if (found !== undefined) fulfillmentLines.set(sent.idFromPlatform, found);
  }
  const products = new Map(
    [...lines].flatMap(([was, id]) => {
      const line = to.lines.find(({ idFromPlatform }) => idFromPlatform === id);
      return line ? [[was, line] as const] : [];
    }),
  );
  return { order: { from: from.idFromPlatform, to: to.idFromPlatform }, lines, fulfillmentLines, products };
}

/** The same units of the record that took the place of another. */
export const unitsWithNewIds = <
  Units extends { lineIdFromPlatform: string; fulfillmentLineIdFromPlatform: string | null },
>(
  units: Units,
  ids: NewIds,
): Units => ({
  ...units,
  lineIdFromPlatform: ids.lines.get(units.lineIdFromPlatform) ?? units.lineIdFromPlatform,
  // A line the platform does not know as sent is better without a parcel than with one it never heard of.
  fulfillmentLineIdFromPlatform:
    units.fulfillmentLineIdFromPlatform === null
      ? null
      : (ids.fulfillmentLines.get(units.fulfillmentLineIdFromPlatform) ?? null),
});

type Likeness = (line: OrderLine, other: OrderLine) => boolean;
const isSku: Likeness = (line, other) => line.sku !== '' && line.sku === other.sku;
const isName: Likeness = (line, other) => fullName(line) === fullName(other);
const isQuantity: Likeness = (line, other) => line.quantity === other.quantity;
const isPrice: Likeness = (line, other) => line.unitListPrice === other.unitListPrice;

const LIKENESSES: readonly Likeness[] = [
  (line, other) => line.idFromPlatform === other.idFromPlatform,
  (line, other) => isSku(line, other) && isQuantity(line, other),
  (line, other) => isName(line, other) && isQuantity(line, other),
  isSku,
  isName,
  (line, other) => isPrice(line, other) && isQuantity(line, other),
];

// Files write the name of the variant behind that of the product.
const fullName = (line: OrderLine): string => [line.name, line.variantTitle].filter((part) => part !== '').join(' - ');

function largestSent(order: Order, lineId: string | undefined): string | undefined {
  return order.fulfillments
    .flatMap((one) => one.lines)
    .filter((one) => one.lineIdFromPlatform === lineId)
    .toSorted((one, other) => other.quantity - one.quantity)[0]?.idFromPlatform;
}
