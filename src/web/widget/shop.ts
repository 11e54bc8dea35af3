import type { Market, ShopCart } from '#core/protection/cover-in-cart.ts';
import type { CartCalls } from './cart-keeper.ts';
import { drawAgain, partsShown, sectionsOf } from './theme.ts';

declare global {
  interface Window {
    Shopify?: {
      country?: string;
      locale?: string;
      currency?: { active?: string; rate?: string };
      routes?: { root?: string };
    };
  }
}

/** Taken before anybody wraps it, so that our own calls are not seen as somebody's. */
const send = window.fetch.bind(window);

const LONGEST_CALL_MS = 8000;

export const shopRoot = (): string => window.Shopify?.routes?.root ?? '/';

/** Set by the theme's block where the page doesn't say it in its globals. */
export const marketOf = ({ country, company }: DOMStringMap): Market => ({
  rate: Number(window.Shopify?.currency?.rate) || 1,
  country: window.Shopify?.country ?? country ?? '',
  isCompany: company === 'true',
});

export async function ask<T>(url: string, init: RequestInit = {}): Promise<T> {
  const answer = await send(url, { signal: AbortSignal.timeout(LONGEST_CALL_MS), ...init });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

/** Prices of the cover as the shop shows them, in hundredths of the shopper's currency. */
export async function pricesOf(handle: string): Promise<Partial<Record<string, number>>> {
  const { variants } = await ask<{ variants: { id: number; price: number }[] }>(`${shopRoot()}products/${handle}.js`);
  return Object.fromEntries(variants.map(({ id, price }) => [id, price]));
}

/** The cart that scripts of the theme keep, where it isn't to be asked of the platform. */
const keptCart = (key: string): ShopCart | undefined => {
  const kept: Partial<ShopCart> | undefined = Reflect.get(window, key);
  return kept?.items && kept.attributes && (kept as ShopCart);
};

export const cartCalls = (key: string, carts: () => Element[]): CartCalls => ({
  read: async () => keptCart(key) ?? ask<ShopCart>(`${shopRoot()}cart.js`),
  async write(change) {
    const parts = partsShown(carts());
    const names = sectionsOf(parts);
    const cart = await ask<ShopCart & { sections?: Record<string, string | null> }>(`${shopRoot()}cart/update.js`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...change, sections: names[0] && names }),
      keepalive: true,
    });
    drawAgain(parts, cart.sections ?? {});
    return cart;
  },
});
