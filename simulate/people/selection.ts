import type { OrderLine, Product } from '#core/orders/order.ts';
import type { Place } from './people.ts';

const METHODS = ['refund', 'refund', 'refund', 'giftCard', 'storeCredit', 'variantExchange'] as const;
const PAID_METHODS = ['refund', 'giftCard', 'variantExchange', 'variantExchange', 'variantExchange'] as const;

/** One line of the order somebody wants to return, and what for. */
type Selected = {
  line: OrderLine;
  quantity: number;
  method: (typeof METHODS)[number];
  /** What is wanted instead; null without an exchange. */
  instead: { productIdFromPlatform: string; variantIdFromPlatform: string } | null;
};

/** Some lines of the order, at least one. */
export function chooseLines(place: Place): Selected[] {
  const { chance } = place.scheduler;
  const { lines } = place.plant.order;
  const some = lines.filter(() => chance.under(0.5));
  return (some.length > 0 ? some : lines.slice(0, 1)).map((line) => {
    const method = chance.pick(place.story.isPaid ? PAID_METHODS : METHODS);
    const instead = method === 'variantExchange' ? insteadOf(place, line) : null;
    return { line, quantity: chance.between(1, line.quantity), method, instead };
  });
}

/** Mostly the same in another size, sometimes another product. */
function insteadOf({ plant, scheduler, story }: Place, line: OrderLine): Selected['instead'] {
  const { chance } = scheduler;
  const isOther = chance.under(story.isPaid ? 0.6 : 0.2);
  const others = plant.products.filter(({ idFromPlatform }) => idFromPlatform !== line.productIdFromPlatform);
  const own = plant.products.find(({ idFromPlatform }) => idFromPlatform === line.productIdFromPlatform);
  const isDearer = chance.under(0.7);
  const product = isOther ? (isDearer ? dearest(others) : others[0]) : own;
  const variants =
    product?.variants.filter(({ idFromPlatform }) => idFromPlatform !== line.variantIdFromPlatform) ?? [];
  const productIdFromPlatform = product?.idFromPlatform ?? line.productIdFromPlatform ?? '';
  const variant = variants.length > 0 ? chance.pick(variants).idFromPlatform : line.variantIdFromPlatform;
  return { productIdFromPlatform, variantIdFromPlatform: variant ?? '' };
}

const dearest = (products: readonly Product[]): Product | undefined =>
  products.toSorted((one, other) => (other.variants[0]?.price ?? 0) - (one.variants[0]?.price ?? 0))[0];

/** One or two things of what the shop sells. */
export function someGoods({ plant, scheduler: { chance } }: Place) {
  const variants = plant.products.flatMap(({ idFromPlatform: productIdFromPlatform, variants: all }) =>
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
