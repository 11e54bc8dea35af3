import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { shoppingScript } from './portal-loader.ts';

const SAID = {
  lang: 'de',
  dir: 'ltr',
  credit: 'Noch 52,30 $',
  use: 'Diesen Warenkorb übernehmen',
  back: 'Zurück',
  empty: 'Leer',
  url: 'https://returns.example/p/fern/order/7?step=shop',
  cartUrl: 'https://returns.example/p/fern/order/7?step=shop&cart=',
};

type Made = { tag: string; textContent: string; children: Made[]; onclick?: () => unknown; href?: string };

/** A page of a shop, as far as the script touches it. */
async function shopPage(search: string, { kept = new Map<string, string>(), items = [] as object[] } = {}) {
  const asked: string[] = [];
  const opened: string[] = [];
  const made = (tag: string): Made & Record<string, unknown> => {
    const one = { tag, textContent: '', children: [] as Made[], style: {} };
    return { ...one, setAttribute: () => undefined, append: (child: Made) => one.children.push(child) };
  };
  const body = made('body');
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  };
  runInNewContext(shoppingScript(), {
    URL,
    URLSearchParams,
    document: {
      currentScript: { src: 'https://returns.example/shop-now.js', dataset: { store: 'fern & fox' } },
      createElement: made,
      body,
    },
    window: { Shopify: { routes: { root: '/de/' } } },
    location: { search, assign: (url: string) => opened.push(url) },
    sessionStorage: memory,
    fetch: (url: string) => {
      asked.push(url);
      const answer = url.endsWith('cart.js') ? { items } : SAID;
      return Promise.resolve({ ok: !url.endsWith('forged'), json: () => Promise.resolve(answer) });
    },
  });
  await new Promise((resolve) => setImmediate(resolve));
  const [bar] = body.children;
  return { bar, asked, opened, kept };
}

test('a page that nobody came to from a return asks for nothing and shows nothing', async () => {
  const { bar, asked } = await shopPage('?color=red');
  expect(bar).toBeUndefined();
  expect(asked).toEqual([]);
  expect(Buffer.byteLength(shoppingScript())).toBeLessThan(2400);
});

test('what there is to spend stays from page to page; the cart goes back as it is', async () => {
  const kept = new Map<string, string>();
  const first = await shopPage('?makegood-shopping=a.b', { kept });
  expect(first.asked).toEqual(['https://returns.example/api/customer/fern%20%26%20fox/shopping?token=a.b']);
  expect(first.bar?.children.map(({ textContent }) => textContent)).toEqual([SAID.credit, SAID.use, SAID.back]);
  await first.bar?.children[1]?.onclick?.();
  expect(first.bar?.children[0]?.textContent).toBe(SAID.empty);
  expect(first.opened).toEqual([]);

  const items = [
    { product_id: 7, variant_id: 70, quantity: 2 },
    { product_id: 8, variant_id: 80, quantity: 1 },
  ];
  const next = await shopPage('', { kept, items });
  await next.bar?.children[1]?.onclick?.();
  expect(next.asked[1]).toBe('/de/cart.js');
  expect(next.opened).toEqual([`${SAID.cartUrl}7%3A70%3A2%2C8%3A80%3A1`]);
  expect(kept.size).toBe(0);
});

test('a forged or old one is forgotten', async () => {
  const { bar, kept } = await shopPage('?makegood-shopping=forged');
  expect(bar).toBeUndefined();
  expect(kept.size).toBe(0);
});
