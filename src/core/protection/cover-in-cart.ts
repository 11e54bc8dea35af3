import type { OfferedCover } from '#core/protection/offered-cover.ts';

/** A line of the shop's cart as its Ajax API says it. Amounts are hundredths of the shopper's currency. */
export type ShopCartLine = {
  key: string;
  variant_id: number;
  quantity: number;
  final_line_price: number;
  requires_shipping: boolean;
  sku: string | null;
  selling_plan_allocation?: unknown;
};

export type ShopCart = {
  token: string;
  items: readonly ShopCartLine[];
  attributes: Readonly<Record<string, string>>;
  items_subtotal_price: number;
  cart_level_discount_applications?: readonly { total_allocated_amount: number }[];
};

/** Where the shopper is: units of their currency for one of the shop's, and the country of their market. */
export type Market = { rate: number; country: string; isCompany: boolean };

/** What the cart, and so its order, says about the cover (S9.07). */
export const COVER_ATTRIBUTES = {
  title: '_makegood_title',
  price: '_makegood_price',
  discount: '_makegood_discount',
  optedOutAt: '_makegood_opted_out_at',
  added: '_makegood_added',
  consent: '_makegood_consent',
} as const;

export const coverLinesOf = (cart: ShopCart, coverVariantIds: readonly string[]): ShopCartLine[] =>
  cart.items.filter((line) => coverVariantIds.includes(String(line.variant_id)));

/** What the cover is for, in hundredths of the shopper's currency: lines that are shipped, after discounts. */
function valueOf(cart: ShopCart, coverVariantIds: readonly string[]): number {
  const covers = coverLinesOf(cart, coverVariantIds);
  const shipped = cart.items
    .filter((line) => line.requires_shipping && !covers.includes(line))
    .reduce((sum, line) => sum + line.final_line_price, 0);
  const taken = (cart.cart_level_discount_applications ?? []).reduce((sum, one) => sum + one.total_allocated_amount, 0);
  // The platform tells discounts of the whole cart as one sum; each line carries its share.
  return cart.items_subtotal_price > 0 ? shipped * (1 - taken / cart.items_subtotal_price) : shipped;
}

/** How many decimals amounts of a currency have. The table comes with the cover: the widget is too small to have it. */
export const decimalsOf = ({ exponents }: Pick<OfferedCover, 'exponents'>, currencyCode: string): number =>
  exponents[currencyCode] ?? 2;

/** The variant that covers a cart; null where the cover isn't offered. */
export function coverFor(offered: OfferedCover, cart: ShopCart, market: Market): string | null {
  const isRefused =
    !offered.displayCountryCodes.includes(market.country) ||
    (market.isCompany && !offered.shouldProtectCompanyCarts) ||
    cart.items.some(
      (line) =>
        (line.selling_plan_allocation && !offered.areSubscriptionsEnabled) ||
        (line.sku && offered.hideWidgetSkus.includes(line.sku)),
    );
  if (isRefused) return null;
  const decimals = decimalsOf(offered, offered.currencyCode);
  const value = Math.round((valueOf(cart, offered.coverVariantIds) / 100 / market.rate) * 10 ** decimals);
  if (value <= 0) return null;
  return offered.prices.find(({ upTo }) => upTo === null || value <= upTo)?.variantId ?? null;
}

export type Choice = 'accepted' | 'declined';

/**
 * What has to be written to the cart in one call; `choice` is what it means, null where nobody chose. `wasAdded`:
 * the shop turned the cover on before the shopper chose.
 */
export type CartChange = {
  updates: Record<string, number>;
  attributes: Record<string, string>;
  choice: Choice | null;
  wasAdded: boolean;
};

export type Settled = {
  /** Null where the cover isn't offered for this cart. */
  variantId: string | null;
  isOn: boolean;
  /** Null where the cart is as it should be. */
  change: CartChange | null;
};

type Moment = {
  market: Market;
  /** What the shopper just chose, if anything. */
  choice: Choice | null;
  isPageLoad: boolean;
  /** As text, where the storefront told the price. */
  priceOf: (variantId: string) => string;
  now: string;
};

/**
 * What the cart should be. It keeps the shopper's choice itself, so that every tab and every page finds the same:
 * a cover that was taken out by anybody is declined, and a declined one never comes back by itself.
 */
export function settle(offered: OfferedCover, cart: ShopCart, moment: Moment): Settled {
  const { market, choice, priceOf, now } = moment;
  const { title, price, discount, optedOutAt, added } = COVER_ATTRIBUTES;
  const isLine = offered.checkoutAction === 'addVariantToCart';
  const variantId = coverFor(offered, cart, market);
  const covers = coverLinesOf(cart, offered.coverVariantIds);
  const has = (name: string): boolean => Boolean(cart.attributes[name]);
  const wasOn = has(title);
  const wasDeclined = has(optedOutAt) && !wasOn;
  const isAdded =
    choice === null && !wasOn && !has(optedOutAt) && offered.addedForShopperCountries.includes(market.country);
  const isUnchosen = moment.isPageLoad && offered.removeProtectionProductOnPageLoad && !wasOn;
  const isThere = isLine ? covers.length > 0 && !has(optedOutAt) && !isUnchosen : wasOn;
  const isOn = variantId !== null && (choice === 'accepted' || (choice === null && (isThere || isAdded)));
  const isTakenOut = isLine && wasOn && covers.length === 0 && variantId !== null && choice === null;
  const isDeclined = !isOn && (choice === 'declined' || isTakenOut);

  const wanted: Record<string, string> = {
    // A cover that nobody chose here stays without a title.
    [title]: isOn && (wasOn || choice !== null || isAdded) ? offered.label : '',
    [price]: isOn ? priceOf(variantId) : '',
    // Until the shopper chooses otherwise.
    [added]: isOn && choice === null && (isAdded || has(added)) ? '1' : '',
    [optedOutAt]: isOn ? '' : isDeclined && !wasDeclined ? now : (cart.attributes[optedOutAt] ?? ''),
  };
  // The shop's rates take the cover off for carts that opted out.
  if (offered.checkoutAction === 'setShippingPlusOptOut' && variantId !== null) {
    wanted[discount] = isOn ? '' : priceOf(variantId);
    if (!isOn && wanted[optedOutAt] === '') wanted[optedOutAt] = now;
  }
  const attributes = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== (cart.attributes[name] ?? '')),
  );
  const updates = updatesTo(isOn && isLine ? variantId : null, covers);
  const isChosen = variantId !== null && (choice !== null || isTakenOut || isAdded);
  const isSame = Object.keys(updates).length === 0 && Object.keys(attributes).length === 0 && choice === null;
  return {
    variantId,
    isOn,
    change: isSame
      ? null
      : {
          updates,
          attributes,
          choice: isChosen ? (isOn ? 'accepted' : 'declined') : null,
          wasAdded: isAdded || has(added),
        },
  };
}

/** Sets the cart to exactly one unit of a variant, or to no cover at all: doing it twice is doing it once. */
function updatesTo(variantId: string | null, covers: readonly ShopCartLine[]): Record<string, number> {
  const kept = covers.find((line) => String(line.variant_id) === variantId);
  const updates: Record<string, number> = {};
  for (const line of covers) {
    const isAlone = covers.filter((one) => one.variant_id === line.variant_id).length === 1;
    const wanted = line === kept ? 1 : 0;
    // Keys change with discounts, variants don't: a key only where it alone names the line.
    if (line.quantity !== wanted) updates[isAlone ? String(line.variant_id) : line.key] = wanted;
  }
  if (variantId !== null && !kept) updates[variantId] = 1;
  return updates;
}

/** Takes every cover out of a cart whose shop offers none any more. */
export function withoutCover(
  cart: ShopCart,
  coverVariantIds: readonly string[],
): Omit<CartChange, 'choice' | 'wasAdded'> | null {
  const updates = updatesTo(null, coverLinesOf(cart, coverVariantIds));
  const attributes = Object.fromEntries(
    Object.values(COVER_ATTRIBUTES)
      .filter((name) => cart.attributes[name])
      .map((name) => [name, '']),
  );
  return Object.keys(updates).length + Object.keys(attributes).length === 0 ? null : { updates, attributes };
}
