import { expect, test } from 'vitest';
import { inBrowser, inPortal } from './place.ts';

test.for([
  ['/', '/p/fern'],
  ['/gift', '/p/fern/gift'],
  ['/order/123', '/p/fern/order/123'],
] as const)('at the host of a store, %s is the page %s', ([shown, page]) => {
  expect(inPortal(shown, '/p/fern')).toBe(page);
  expect(inBrowser(page, '/p/fern')).toBe(shown);
});

test('queries stay, and pages of no store are as they are', () => {
  expect(inBrowser('/p/fern?ended=session', '/p/fern')).toBe('/?ended=session');
  expect(inBrowser('/p/fern/order/1?step=review', '/p/fern')).toBe('/order/1?step=review');
  expect(inBrowser('/p/fernando/gift', '/p/fern')).toBe('/p/fernando/gift');
  expect(inBrowser('/p/fern/gift', null)).toBe('/p/fern/gift');
  expect(inPortal('/p/fern/gift', null)).toBe('/p/fern/gift');
});
