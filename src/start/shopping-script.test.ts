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
  failed: 'Nicht gelesen',
  url: 'https://returns.example/p/fern/order/7?step=shop',
  cartUrl: 'https://returns.example/p/fern/order/7?step=shop&cart=',
};

type Made = {
  tag: string;
  textContent: string;
  children: Made[];
  onclick?: () => unknown;
  href?: string;
  disabled?: boolean;
};

type Around = {
  kept: Map<string, string>;
  items: object[];
  /** What the widget of the store is told; it is not reached where null. */
  widget: object | null;
  /** Runs before the shop says its cart. */
  asking: () => void;
};

/** A page of a shop, as far as the script touches it. */
async function shopPage(
  search: string,
  {
    kept = new Map<string, string>(),
    items = [],
    widget = { coverVariantIds: [] },
    asking = () => undefined,
  }: Partial<Around> = {},
) {
  const asked: string[] = [];
  const opened: string[] = [];
  const leaving: (() => void)[] = [];
  const made = (tag: string): Made & Record<string, unknown> => {
    const one = { tag, textContent: '', children: [] as Made[], style: {} };
    const append = (child: Made): number => one.children.push(child);
    return { ...one, setAttribute: () => undefined, focus: () => undefined, append };
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
    addEventListener: (_kind: 'pagehide', leave: () => void) => leaving.push(leave),
    sessionStorage: memory,
    fetch: async (url: string) => {
      asked.push(url);
      if (url.endsWith('cart.js')) asking();
      if (url.includes('/widget/') && widget === null) throw new TypeError('not reached');
      const answer = url.endsWith('cart.js') ? { items } : url.includes('/widget/') ? widget : SAID;
      return { ok: !url.endsWith('forged'), json: () => Promise.resolve(answer) };
    },
  });
  await new Promise((resolve) => setImmediate(resolve));
  const [bar] = body.children;
  return { bar, asked, opened, kept, leave: () => leaving.forEach((one) => one()) };
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
  expect(next.asked.slice(1)).toEqual(['/de/cart.js', 'https://returns.example/api/widget/fern%20%26%20fox']);
  expect(next.opened).toEqual([`${SAID.cartUrl}7%3A70%3A2%2C8%3A80%3A1`]);
  // Until the page is left, the way there may still fail.
  expect(kept.size).toBe(1);
  next.leave();
  expect(kept.size).toBe(0);
});

test('the cover of the shop is nothing to spend credit on', async () => {
  const cover = { product_id: 9, variant_id: 90, quantity: 1 };
  const shirt = { product_id: 7, variant_id: 70, quantity: 2 };
  const widget = { coverVariantIds: ['90'] };
  const both = await shopPage('?makegood-shopping=a.b', { items: [cover, shirt], widget });
  await both.bar?.children[1]?.onclick?.();
  expect(both.opened).toEqual([`${SAID.cartUrl}7%3A70%3A2`]);
  const alone = await shopPage('?makegood-shopping=a.b', { items: [cover], widget });
  await alone.bar?.children[1]?.onclick?.();
  expect(alone.bar?.children[0]?.textContent).toBe(SAID.empty);
  const unknown = await shopPage('?makegood-shopping=a.b', { items: [shirt], widget: null });
  await unknown.bar?.children[1]?.onclick?.();
  expect(unknown.opened).toEqual([`${SAID.cartUrl}7%3A70%3A2`]);
});

test('a shop that does not answer is reported, and can be asked again', async () => {
  let isDown = true;
  const use = (): Made | undefined => page.bar?.children[1];
  const page = await shopPage('?makegood-shopping=a.b', {
    items: [{ product_id: 7, variant_id: 70, quantity: 2 }],
    asking() {
      expect(use()?.disabled).toBe(true);
      if (isDown) throw new TypeError('offline');
    },
  });
  await use()?.onclick?.();
  expect(page.bar?.children[0]?.textContent).toBe(SAID.failed);
  expect(page.opened).toEqual([]);
  expect(page.kept.size).toBe(1);
  expect(use()?.disabled).toBe(false);
  isDown = false;
  await use()?.onclick?.();
  expect(page.opened).toEqual([`${SAID.cartUrl}7%3A70%3A2`]);
});

test('a forged or old one is forgotten', async () => {
  const { bar, kept } = await shopPage('?makegood-shopping=forged');
  expect(bar).toBeUndefined();
  expect(kept.size).toBe(0);
});
