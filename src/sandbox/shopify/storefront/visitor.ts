import type { Currencies } from '../amounts.ts';
import { decimalsOf, fromShop, rateOf } from '../amounts.ts';
import type { ShopState } from '../state.ts';

export type Theme = 'page' | 'drawer' | 'shadow';
const isTheme = (name: string | undefined): name is Theme => name === 'page' || name === 'drawer' || name === 'shadow';

/** Countries the shop sells to, with the currency of their market. */
export const MARKETS: Readonly<Record<string, string>> = {
  US: 'USD',
  CA: 'CAD',
  GB: 'GBP',
  DE: 'EUR',
  FR: 'EUR',
  JP: 'JPY',
};

/** Who looks at the storefront, as its cookies say. */
export type Visitor = {
  cart: string | null;
  country: string;
  currencies: Currencies;
  theme: Theme;
  isCompany: boolean;
};

function cookiesOf(header: string | undefined): Map<string, string> {
  const pairs = (header ?? '').split('; ').map((pair): [string, string] => {
    const [name = '', ...value] = pair.split('=');
    return [name, decodeURIComponent(value.join('='))];
  });
  return new Map(pairs);
}

export function visitorOf(shop: ShopState, cookieHeader: string | undefined): Visitor {
  const cookies = cookiesOf(cookieHeader);
  const country = cookies.get('localization') ?? 'US';
  const wanted = cookies.get('cart_currency') ?? MARKETS[country] ?? shop.currency;
  const presentment = shop.presentmentCurrencies.includes(wanted) ? wanted : shop.currency;
  const theme = cookies.get('preview_theme');
  return {
    cart: cookies.get('cart') ?? null,
    country: MARKETS[country] === undefined ? 'US' : country,
    currencies: { shop: shop.currency, presentment, rate: rateOf(shop.currency, presentment) },
    theme: isTheme(theme) ? theme : 'page',
    isCompany: cookies.get('company') === '1',
  };
}

/** A cookie of the shop, which shares its host with others here. */
export const cookie = (shop: ShopState, name: string, value: string): string =>
  `${name}=${encodeURIComponent(value)}; Path=/${shop.domain}; SameSite=Lax`;

/** Minor units as the storefront says them: hundredths of the currency, also for those without cents. */
export const hundredths = (minor: number, currency: string): number =>
  Math.round((minor * 100) / 10 ** decimalsOf(currency));

/** A price of the shop as this visitor sees it, in minor units. */
export const seenPrice = (price: number, { currencies }: Visitor): number => fromShop(price, currencies).presentment;
