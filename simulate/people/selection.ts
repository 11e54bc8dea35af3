import { COVER_SKU } from '#core/protection/cover-product.ts';
import type { Order, OrderLine, Product } from '#core/orders/order.ts';
import type { Wish } from '../story.ts';
import type { OpenOrder, Place } from './people.ts';

/** One line of the order somebody wants to return, and what for. */
type Selected = {
  line: OrderLine;
  quantity: number;
  method: 'refund' | 'giftCard' | 'storeCredit' | 'variantExchange';
  /** What is wanted instead; null without an exchange. */
  instead: { productIdFromPlatform: string; variantIdFromPlatform: string } | null;
};

/** Mostly the larger order, so that several claims meet there. */
export const chooseOrder = ({ orders, scheduler: { chance } }: Place): OpenOrder => {
  const [first, ...others] = orders;
  if (!first) throw new Error('there is no order to return');
  return others.length === 0 || chance.under(0.8) ? first : chance.pick(others);
};

/** Sometimes one that was bought with the cover since, where there is one. */
export async function chooseAnyOrder(place: Place): Promise<OpenOrder> {
  const { covers, known, scheduler } = place;
  if (covers.ids.length === 0 || scheduler.chance.under(0.5)) return chooseOrder(place);
  const later = (await known()).filter(({ order }) => covers.ids.includes(Number(order.idFromPlatform)));
  return later.length > 0 ? scheduler.chance.pick(later) : chooseOrder(place);
}

/** Some lines of an order, at least one. */
export function chooseLines(
  place: Place,
  { lines: all }: Pick<Order, 'lines'>,
  wishes: readonly Wish[] = place.story.wishes,
): Selected[] {
  const { chance } = place.scheduler;
  const lines = all.filter(({ sku }) => sku !== COVER_SKU);
  const some = lines.filter(() => chance.under(0.5));
  return (some.length > 0 ? some : lines.slice(0, 1)).map((line) => {
    const wish = chance.pick(wishes);
    const isExchange = wish === 'variantExchange' || wish === 'dearerExchange' || wish === 'cheaperExchange';
    return {
      line,
      quantity: chance.between(1, line.quantity),
      method: isExchange ? 'variantExchange' : wish,
      instead: isExchange ? insteadOf(place, line, wish) : null,
    };
  });
}

/** The same in another size, or another product that costs more or less where there is one. */
function insteadOf({ template, scheduler: { chance } }: Place, line: OrderLine, wish: Wish): Selected['instead'] {
  const others = template.products.filter(({ idFromPlatform }) => idFromPlatform !== line.productIdFromPlatform);
  const own = template.products.find(({ idFromPlatform }) => idFromPlatform === line.productIdFromPlatform);
  const isOther = wish !== 'variantExchange' || chance.under(0.2);
  const product = isOther ? byPrice(others).at(wish === 'cheaperExchange' ? 0 : -1) : own;
  const variants =
    product?.variants.filter(({ idFromPlatform }) => idFromPlatform !== line.variantIdFromPlatform) ?? [];
  const productIdFromPlatform = product?.idFromPlatform ?? line.productIdFromPlatform ?? '';
  const variant = variants.length > 0 ? chance.pick(variants).idFromPlatform : line.variantIdFromPlatform;
  return { productIdFromPlatform, variantIdFromPlatform: variant ?? '' };
}

const byPrice = (products: readonly Product[]): Product[] =>
  products.toSorted((one, other) => (one.variants[0]?.price ?? 0) - (other.variants[0]?.price ?? 0));

/** One or two things of what the shop sells. */
export function someGoods({ template, scheduler: { chance } }: Place) {
  const variants = template.products.flatMap(({ idFromPlatform: productIdFromPlatform, variants: all }) =>
    all.map(({ idFromPlatform }) => ({ productIdFromPlatform, variantIdFromPlatform: idFromPlatform })),
  );
  return Array.from({ length: chance.between(1, 2) }, () => ({
    ...chance.pick(variants),
    quantity: chance.pick([1, 1, 2]),
  }));
}

/** Each request of a schedule has its own key, and every schedule the same ones. */
export const requestKeyOf = (name: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(name.slice(-6)).toString('hex').padStart(12, '0').slice(-12)}`;

const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3, TND: 3 };

/** How many decimals amounts of a currency have where people type them. */
export const decimalsOf = (currencyCode: string): number => DECIMALS[currencyCode] ?? 2;
