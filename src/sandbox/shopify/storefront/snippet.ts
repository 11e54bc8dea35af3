import { escape } from '../pages.ts';
import type { ShopState } from '../state.ts';
import type { Visitor } from './visitor.ts';

/** What Liquid in a theme may say of the visitor; an expression that isn't known prints nothing, as in Liquid. */
const known = (shop: ShopState, visitor: Visitor): Readonly<Record<string, string>> => ({
  'shop.permanent_domain': shop.domain,
  'shop.currency': shop.currency,
  'cart.currency.iso_code': visitor.currencies.presentment,
  'localization.country.iso_code': visitor.country,
  'customer.b2b?': String(visitor.isCompany),
  'request.locale.iso_code': 'en',
});

/** Prints the `{{ … }}` of what the merchant added to the theme. */
export function renderSnippet(snippet: string, shop: ShopState, visitor: Visitor): string {
  const values = known(shop, visitor);
  return snippet.replaceAll(/\{\{-?\s*([\w.?]+)[^}]*\}\}/g, (_, name: string) => escape(values[name] ?? ''));
}
