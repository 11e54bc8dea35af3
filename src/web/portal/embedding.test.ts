import { expect, test } from 'vitest';
import { originAround } from './embedding.ts';

const SHOP = 'https://shop.example';
const PORTAL = 'https://returns.example';

test('the browser says who is around, whatever led here', () => {
  expect(originAround({ origin: PORTAL, ancestorOrigins: [SHOP] }, `${PORTAL}/p/fern`)).toBe(SHOP);
});

test('a browser that does not is asked who led here, which may be the portal itself', () => {
  const page = { origin: PORTAL };
  expect(originAround(page, `${SHOP}/pages/returns`)).toBe(SHOP);
  expect(originAround(page, `${PORTAL}/p/fern/order/7`)).toBeNull();
  expect(originAround(page, '')).toBeNull();
});
