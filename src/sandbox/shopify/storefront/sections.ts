import { amount, escape } from '../pages.ts';
import type { Cart, ShopState } from '../state.ts';
import { fullTitle } from './cart-json.ts';
import { pricedLines, totalOf } from './carts.ts';
import { renderSnippet } from './snippet.ts';
import type { Visitor } from './visitor.ts';

/** The markup of parts of a page, by the names themes give them; null for one the theme doesn't have. */
export function sectionsOf(
  shop: ShopState,
  cart: Cart,
  visitor: Visitor,
  names: readonly string[],
): Record<string, string | null> {
  const made: Readonly<Record<string, () => string>> = {
    'main-cart': () => cartContents(shop, cart, visitor, 'page'),
    'cart-drawer': () => cartContents(shop, cart, visitor, 'drawer'),
    'cart-icon-bubble': () => cartBubble(cart),
  };
  return Object.fromEntries(
    names.map((name) => {
      const inner = Object.hasOwn(made, name) ? made[name] : undefined;
      return [name, inner === undefined ? null : section(name, inner())];
    }),
  );
}

export const section = (name: string, inner: string): string =>
  `<div id="shopify-section-${escape(name)}" class="shopify-section">${inner}</div>`;

export const cartBubble = (cart: Cart): string =>
  `<span data-cart-count>${cart.lines.reduce((sum, { quantity }) => sum + quantity, 0)}</span>`;

/** Lines with their quantities, the total and the way to the checkout. */
export function cartContents(shop: ShopState, cart: Cart, visitor: Visitor, where: 'page' | 'drawer'): string {
  const lines = pricedLines(shop, cart, visitor);
  if (lines.length === 0) return '<p class="soft" data-cart-empty>Your cart is empty</p>';
  const { presentment } = visitor.currencies;
  const rows = lines.map(({ line, product, variant, final, plan }, at) => {
    const title = escape(fullTitle(product, variant));
    const properties = Object.entries(line.properties)
      .filter(([name]) => !name.startsWith('_'))
      .map(([name, value]) => `<br><span class="soft">${escape(name)}: ${escape(value)}</span>`)
      .join('');
    const subscription = plan === null ? '' : `<br><span class="soft">${escape(plan.name)}</span>`;
    return `<li data-line="${at + 1}" data-variant="${variant.id}"><span class="what">${title}${properties}${subscription}</span>
<input type="number" name="updates[]" min="0" value="${line.quantity}" aria-label="Quantity of ${title}" data-line-quantity="${at + 1}">
<span class="n">${amount(final.presentment, presentment)}</span>
<button type="button" class="plain" data-line-remove="${at + 1}" aria-label="Remove ${title}">×</button></li>`;
  });
  const note = where === 'page' ? '<p><button name="update" class="plain">Update cart</button></p>' : '';
  return `<form method="post" action="/${escape(shop.domain)}/cart" data-cart-form><ul class="cart">${rows.join('')}</ul>${note}
<p class="total"><span>Total</span> <strong data-cart-total>${amount(totalOf(lines).presentment, presentment)}</strong></p>
<p class="soft">Shipping is calculated at checkout.</p>${renderSnippet(shop.cartBlock ?? '', shop, visitor)}
<button name="checkout" value="1" class="main">Check out</button></form>`;
}
