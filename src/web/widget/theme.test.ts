import { afterEach, expect, test, vi } from 'vitest';
import { drawAgain, partsShown, sectionsOf, type CartElement } from './theme.ts';

type Named = ReturnType<NonNullable<CartElement['getSectionsToRender']>>;

/** An element of a theme; `around` is the section it is in. */
const element = (
  id: string,
  {
    inside = [],
    around = null,
    named,
  }: { inside?: CartElement[]; around?: CartElement | null; named?: () => Named } = {},
): CartElement => ({
  id,
  closest: () => around,
  querySelectorAll: () => inside,
  ...(named ? { getSectionsToRender: named } : {}),
});

const BUBBLE = { id: 'cart-icon-bubble', section: 'cart-icon-bubble', selector: '.shopify-section' };

test('a cart is drawn by the sections around it and inside it', () => {
  const cart = element('', {
    around: element('shopify-section-main'),
    inside: [element('lines'), element('shopify-section-totals')],
  });
  expect(sectionsOf(partsShown([cart, cart]))).toEqual(['main', 'totals']);
});

test('a theme names the parts elsewhere: the cart page its footer', () => {
  const footer = { id: 'main-cart-footer', section: 'template--1__footer', selector: '.js-contents' };
  const cart = element('', { around: element('shopify-section-template--1__items'), named: () => [BUBBLE, footer] });
  const parts = partsShown([cart]);
  expect(sectionsOf(parts)).toEqual(['template--1__items', 'cart-icon-bubble', 'template--1__footer']);
  expect(parts).toContainEqual(['main-cart-footer', 'template--1__footer', '.js-contents']);
});

test('what is inside a drawer names its parts, not the drawer', () => {
  const items = element('', {
    named: () => [{ id: 'CartDrawer', section: 'cart-drawer', selector: '.drawer__inner' }],
  });
  const whole = (): Named => [{ id: 'cart-drawer', selector: '#CartDrawer' }, { id: 'cart-icon-bubble' }];
  expect(partsShown([element('', { inside: [element('CartDrawer'), items], named: whole })])).toEqual([
    ['CartDrawer', 'cart-drawer', '.drawer__inner'],
  ]);
  expect(partsShown([element('', { named: whole })])).toEqual([
    ['cart-drawer', 'cart-drawer', '#CartDrawer'],
    ['cart-icon-bubble', 'cart-icon-bubble', '.shopify-section'],
  ]);
});

test('a theme that cannot name its parts is drawn by what else there is', () => {
  const named = (): Named => {
    throw new TypeError('main-cart-footer is not in this page');
  };
  expect(sectionsOf(partsShown([element('', { around: element('shopify-section-main'), named })]))).toEqual(['main']);
});

test('the platform takes five sections at once', () => {
  const inside = Array.from({ length: 7 }, (_, at) => element(`shopify-section-${at}`));
  expect(sectionsOf(partsShown([element('', { inside })]))).toHaveLength(5);
});

afterEach(() => void vi.unstubAllGlobals());

test('each part gets what is in its section, and the others stay', () => {
  // A section's HTML is told here as what each selector finds in it.
  type Found = { innerHTML: string } | null;
  const finds = (all: Readonly<Record<string, string>>) => {
    const made = new Map(Object.entries(all).map(([selector, innerHTML]) => [selector, { innerHTML }]));
    return { innerHTML: 'old', querySelector: (selector: string): Found => made.get(selector) ?? null };
  };
  const places = {
    'main-cart-footer': finds({ '.js-contents': 'old' }),
    'cart-icon-bubble': finds({}),
    'shopify-section-main': finds({}),
    gone: finds({}),
  };
  const events: string[] = [];
  vi.stubGlobal('document', {
    getElementById: (id: string) => new Map(Object.entries(places)).get(id) ?? null,
    dispatchEvent: ({ type }: Event) => events.push(type),
  });
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = (html: string) => finds(html === '' ? {} : (JSON.parse(html) as Record<string, string>));
    },
  );
  drawAgain(
    [
      ['main-cart-footer', 'footer', '.js-contents'],
      ['cart-icon-bubble', 'bubble', '.shopify-section'],
      ['shopify-section-main', 'main', '[id="shopify-section-main"]'],
      ['elsewhere', 'bubble', '.shopify-section'],
      ['gone', 'gone', '.shopify-section'],
    ],
    {
      footer: '{".js-contents":"$5.00"}',
      bubble: '{".shopify-section":"2"}',
      main: '{"[id=\\"shopify-section-main\\"]":"lines"}',
      gone: null,
    },
  );
  expect(places['main-cart-footer'].querySelector('.js-contents')?.innerHTML).toBe('$5.00');
  expect(places['main-cart-footer'].innerHTML).toBe('old');
  expect(places['cart-icon-bubble'].innerHTML).toBe('2');
  expect(places['shopify-section-main'].innerHTML).toBe('lines');
  expect(places.gone.innerHTML).toBe('old');
  expect(events).toEqual(['cart:refresh']);
});
