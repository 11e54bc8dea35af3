import { expect, test } from 'vitest';
import { broughtIn, prefillOf, wayBackTo, wayBackWithCart } from '#core/page-around.ts';

test('a link of the shop names an order, and nothing else of it is read', () => {
  expect(prefillOf(new URL('https://shop.example/returns?order=%231&email=a%2Bb%40c.de&postal=&x=1'))).toBe(
    'order=%231&email=a%2Bb%40c.de',
  );
  expect(prefillOf(new URL('https://shop.example/returns?makegood-order=7'))).toBe('');
});

test('a cart comes back to the page it left, without what that page said of an order', () => {
  const page = 'https://shop.example/pages/returns?view=new&order=%231&email=a%40b.de&makegood-cart=1%3A2%3A3#top';
  const back = wayBackTo(page, '7', 36);
  expect(back).toBe('https://shop.example/pages/returns?view=new&makegood-order=7&makegood-left=10');
  expect(broughtIn(new URL(back))).toEqual({ order: '7', cart: null, key: '10:' });
  const withCart = new URL(wayBackWithCart(back) + encodeURIComponent('70:700:2,80:800:1'));
  expect(broughtIn(withCart)).toEqual({ order: '7', cart: '70:700:2,80:800:1', key: '10:70:700:2,80:800:1' });
  // Left again, its cart is another coming back.
  expect(broughtIn(new URL(wayBackTo(withCart.href, '7', 37)))?.key).toBe('11:');
  expect(broughtIn(new URL(page))).toBeNull();
  expect(broughtIn(new URL('https://shop.example/?makegood-order=../lookup'))).toBeNull();
});
