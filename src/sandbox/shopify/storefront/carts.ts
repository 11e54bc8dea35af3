import { createHash, randomBytes } from 'node:crypto';
import type { Pair } from '../amounts.ts';
import { fromShop, share, times, ZERO } from '../amounts.ts';
import { variantById } from '../lookup.ts';
import type { Cart, CartLine, Product, SellingPlan, ShopState, Variant } from '../state.ts';
import type { Visitor } from './visitor.ts';

/** Older ones are forgotten, as browsers come and go. */
const MOST_CARTS = 500;

export const fullToken = (cart: Cart): string => `${cart.token}?key=${cart.key}`;

/** Ids and letters like those of the platform, whose tokens carry their key behind a question mark. */
function newCart(): Cart {
  const token = `hWN${randomBytes(16).toString('base64url')}`;
  return {
    token,
    key: randomBytes(16).toString('hex'),
    lines: [],
    note: null,
    attributes: {},
    discountCodes: [],
  };
}

/** The cart of a token; a new one where none is known. */
export function cartOf(shop: ShopState, token: string | null): Cart {
  const found = shop.carts?.find((cart) => fullToken(cart) === token);
  if (found !== undefined) return found;
  const made = newCart();
  shop.carts = [...(shop.carts ?? []).slice(-MOST_CARTS + 1), made];
  return made;
}

export function forgetCart(shop: ShopState, cart: Cart): void {
  shop.carts = (shop.carts ?? []).filter((each) => each !== cart);
}

export const needsShipping = (product: Product, variant: Variant): boolean =>
  !product.isGiftCard && !variant.isNotShipped && variant.grams > 0;

/** Lines of the same variant, properties and subscription are one. */
export const isSame = (left: CartLine, right: CartLine): boolean => detail(left) === detail(right);

const detail = (line: CartLine): string =>
  JSON.stringify([
    line.variantId,
    Object.entries(line.properties).toSorted(([left], [right]) => (left < right ? -1 : 1)),
    line.sellingPlanId,
  ]);

/** It changes with the properties, the subscription and the discounts of a line. */
const keyOf = (line: CartLine, discounts: readonly string[]): string =>
  `${line.variantId}:${createHash('md5')
    .update(detail(line) + discounts.join())
    .digest('hex')}`;

/** A line with its prices in the shop's currency and the visitor's. */
export type PricedLine = {
  line: CartLine;
  key: string;
  product: Product;
  variant: Variant;
  plan: SellingPlan | null;
  unit: Pair;
  original: Pair;
  lineDiscounts: { code: string; amount: Pair }[];
  /** After what was taken off the line itself. */
  final: Pair;
  /** Of what codes take off the cart as a whole. */
  cartDiscounts: { code: string; amount: Pair }[];
};

const off = (pair: Pair, percentage: number): Pair => share(pair, 0, Math.round(percentage * 100), 10_000);
const less = (from: Pair, amounts: readonly Pair[]): Pair =>
  amounts.reduce(
    (left, each) => ({ shop: left.shop - each.shop, presentment: left.presentment - each.presentment }),
    from,
  );

export function pricedLines(shop: ShopState, cart: Cart, visitor: Visitor): PricedLine[] {
  const codes = (shop.discountCodes ?? []).filter((each) => cart.discountCodes.includes(each.code));
  return cart.lines.flatMap((line): PricedLine[] => {
    const picked = variantById(shop, line.variantId);
    if (picked === undefined) return [];
    const { product, variant } = picked;
    const plan = product.sellingPlans?.find(({ id }) => id === line.sellingPlanId) ?? null;
    const price = Math.round(variant.price * (1 - (plan?.percentageOff ?? 0) / 100));
    const unit = fromShop(price, visitor.currencies);
    const original = times(unit, line.quantity);
    const taken = (of: 'lines' | 'cart', from: Pair) =>
      codes.filter((each) => each.of === of).map((each) => ({ code: each.code, amount: off(from, each.percentage) }));
    const lineDiscounts = taken('lines', original);
    const final = less(
      original,
      lineDiscounts.map(({ amount }) => amount),
    );
    const key = keyOf(
      line,
      lineDiscounts.map(({ code }) => code),
    );
    return [
      { line, key, product, variant, plan, unit, original, lineDiscounts, final, cartDiscounts: taken('cart', final) },
    ];
  });
}

/** What a line costs in the end. */
export const paidFor = ({ final, cartDiscounts }: PricedLine): Pair =>
  less(
    final,
    cartDiscounts.map(({ amount }) => amount),
  );

export const totalOf = (lines: readonly PricedLine[]): Pair =>
  lines
    .map(paidFor)
    .reduce((sum, each) => ({ shop: sum.shop + each.shop, presentment: sum.presentment + each.presentment }), ZERO);
