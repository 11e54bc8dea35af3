import type { Api } from '@shopify/ui-extensions/purchase.checkout.block.render';
import { exponentOf } from '#core/currency.ts';
import { decimalFromMinor, type Minor } from '#core/money.ts';
import type { ShopCart, ShopCartLine } from '#core/protection/cover-in-cart.ts';
import type { OfferedCover } from '#core/protection/offered-cover.ts';
import type { CoverConsent } from '#core/protection/widget-config.ts';
import { keepCart } from '../../../src/web/widget/cart-keeper.ts';
import { consentOf } from '../../../src/web/widget/consent.ts';

/** What the checkout knows and lets us do; the platform publishes its shape. */
export type Checkout = Pick<
  Api,
  | 'lines'
  | 'attributes'
  | 'discountAllocations'
  | 'checkoutToken'
  | 'instructions'
  | 'localization'
  | 'buyerIdentity'
  | 'applyCartLinesChange'
  | 'applyAttributeChange'
>;
type Line = Checkout['lines']['value'][number];
type LineChange = Parameters<Checkout['applyCartLinesChange']>[0];

/** The cover as the checkout shows it; the price in units of the currency. */
type Seen = { isOn: boolean; price: number };
type Around = {
  show: (seen: Seen | null) => void;
  send: (consent: CoverConsent) => void;
  wait: (ms: number) => Promise<void>;
};

const VARIANT = 'gid://shopify/ProductVariant/';
const variantOf = ({ merchandise }: Line): string => merchandise.id.replace(VARIANT, '');

/**
 * Keeps the right cover, or none, in a checkout, by the rules of the cart. Offers none where the shopper pays in another
 * currency than the shop's, in which the value of the cart isn't known, and where the checkout lets nobody change it.
 */
export function keepCoverAtCheckout(offered: OfferedCover, checkout: Checkout, { show, send, wait }: Around) {
  const { localization, buyerIdentity, instructions, lines, discountAllocations } = checkout;
  const { currencyCode } = offered;
  const priceOf = (variantId: string | null): Minor =>
    offered.prices.find((row) => row.variantId === variantId)?.price ?? 0;
  const said = {
    label: offered.productCheckoutExtensionTitle,
    description: offered.productCheckoutExtensionDescription,
  };
  const countryOf = (): string => localization.country.value?.isoCode ?? '';
  const isOffered = (): boolean =>
    offered.checkoutAction === 'addVariantToCart' &&
    localization.currency.value.isoCode === currencyCode &&
    mayChange(checkout);
  const keeper = keepCart({
    offered,
    market: () => ({
      rate: 1,
      country: countryOf(),
      isCompany: buyerIdentity?.purchasingCompany.value !== undefined,
    }),
    calls: {
      read: async () => cartOf(checkout),
      async write({ updates, attributes }) {
        await writeTo(checkout, updates, attributes);
        return cartOf(checkout);
      },
    },
    priceOf: (id) => decimalFromMinor(priceOf(id), currencyCode),
    newId: () => crypto.randomUUID(),
    now: Date.now,
    wait,
    show: (seen) =>
      show(
        seen && seen.variantId !== null
          ? { isOn: seen.isOn, price: priceOf(seen.variantId) / 10 ** exponentOf(currencyCode) }
          : null,
      ),
    tell: (chosen) =>
      send(
        consentOf(chosen, priceOf(chosen.variantId), {
          said,
          currencyCode,
          country: countryOf(),
          page: 'checkout',
        }),
      ),
  });
  const look = async (): Promise<void> => (isOffered() ? keeper.look() : show(null));
  const onChange = (): void => void look();
  lines.subscribe(onChange);
  discountAllocations.subscribe(onChange);
  instructions.subscribe(onChange);
  localization.country.subscribe(onChange);
  localization.currency.subscribe(onChange);
  buyerIdentity?.purchasingCompany.subscribe(onChange);
  return {
    look,
    choose: async (isOn: boolean): Promise<void> =>
      isOffered() ? keeper.choose(isOn ? 'accepted' : 'declined') : show(null),
  };
}

const mayChange = ({ instructions }: Checkout): boolean => {
  const { lines, attributes } = instructions.value;
  return lines.canAddCartLine && lines.canRemoveCartLine && lines.canUpdateCartLine && attributes.canUpdateAttributes;
};

const hundredths = ({ amount }: { amount: number }): number => Math.round(amount * 100);

/** The checkout as the shop's own cart would say it. */
function cartOf({ lines, attributes, discountAllocations, checkoutToken }: Checkout): ShopCart {
  const items = lines.value.map((line): ShopCartLine => ({
    key: line.id,
    variant_id: Number(variantOf(line)),
    quantity: line.quantity,
    final_line_price: hundredths(line.cost.totalAmount),
    requires_shipping: line.merchandise.requiresShipping,
    sku: line.merchandise.sku ?? null,
    ...(line.merchandise.sellingPlan ? { selling_plan_allocation: line.merchandise.sellingPlan } : {}),
  }));
  return {
    token: checkoutToken.value ?? '',
    items,
    attributes: Object.fromEntries(attributes.value.map(({ key, value }) => [key, value])),
    items_subtotal_price: items.reduce((sum, line) => sum + line.final_line_price, 0),
    cart_level_discount_applications: discountAllocations.value.map(({ discountedAmount }) => ({
      total_allocated_amount: hundredths(discountedAmount),
    })),
  };
}

/** Attributes first: a line without what was chosen would be nobody's choice. Throws what the checkout refuses. */
async function writeTo(
  checkout: Checkout,
  updates: Readonly<Record<string, number>>,
  attributes: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [key, value] of Object.entries(attributes))
    must(
      await checkout.applyAttributeChange(
        value === '' ? { type: 'removeAttribute', key } : { type: 'updateAttribute', key, value },
      ),
    );
  for (const [name, quantity] of Object.entries(updates)) {
    // Ids of lines change with each change.
    const change = changeOf(checkout.lines.value, name, quantity);
    if (change !== null) must(await checkout.applyCartLinesChange(change));
  }
}

/** `name`: a line's id, or a variant. */
function changeOf(lines: readonly Line[], name: string, quantity: number): LineChange | null {
  const line = lines.find((one) => one.id === name || variantOf(one) === name);
  if (!line) return quantity === 0 ? null : { type: 'addCartLine', merchandiseId: `${VARIANT}${name}`, quantity };
  if (quantity === 0) return { type: 'removeCartLine', id: line.id, quantity: line.quantity };
  return { type: 'updateCartLine', id: line.id, quantity };
}

function must(result: { type: 'success' } | { type: 'error'; message: string }): void {
  if (result.type === 'error') throw new Error(result.message);
}
