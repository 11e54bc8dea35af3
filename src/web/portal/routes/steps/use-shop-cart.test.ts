import { expect, test } from 'vitest';
import { cartIn } from './use-shop-cart.ts';

test('a cart in an address is what it names, and nothing that is no cart', () => {
  expect(cartIn('7:70:2,8:80:1')).toEqual([
    { productId: '7', variantId: '70', quantity: 2 },
    { productId: '8', variantId: '80', quantity: 1 },
  ]);
  expect(cartIn('7:70:5000')).toEqual([{ productId: '7', variantId: '70', quantity: 99 }]);
  // Shops keep the same thing apart where it is engraved, or bought as a set.
  expect(cartIn('7:70:2,8:80:1,7:70:1')).toEqual([
    { productId: '7', variantId: '70', quantity: 3 },
    { productId: '8', variantId: '80', quantity: 1 },
  ]);
  expect(cartIn('')).toEqual([]);
  expect(cartIn('x:1:1,7:70,7:70:-1,<script>,7:70:1')).toHaveLength(1);
  expect(cartIn(Array.from({ length: 50 }, (_, at) => `${at}:${at}:1`).join(','))).toHaveLength(30);
});
