import { expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { lookupAfter, lookupAfterExpiry } from './session.ts';

test('an ended session leads to the lookup of the same store, and says so to who was choosing', () => {
  expect(lookupAfterExpiry('/p/northwind/order/123')).toBe('/p/northwind');
  expect(lookupAfterExpiry('/p/northwind/order/123', '?step=review')).toBe('/p/northwind?ended=session');
  expect(lookupAfterExpiry('/p/northwind/order/123', '?ask=11&type=Return')).toBe('/p/northwind?ended=session');
  expect(lookupAfterExpiry('/p/northwind/order/123/withdraw')).toBe('/p/northwind?ended=session&withdraw=1');
  expect(lookupAfterExpiry('/p/northwind/order/123/shipping-claim')).toBe('/p/northwind?ended=session');
});

test('inside a page of the shop, an order that was just found and is closed has no cookie', () => {
  expect(lookupAfterExpiry('/p/northwind/order/123', '', true)).toBe('/p/northwind?ended=outside');
  expect(lookupAfterExpiry('/p/northwind/order/123', '?step=review', true)).toBe('/p/northwind?ended=session');
});

test('and back to the return that was open', () => {
  expect(lookupAfterExpiry('/p/northwind/claim/overview/R-7K2M9QXZ')).toBe('/p/northwind?ended=claim&claim=R-7K2M9QXZ');
});

test.each([
  ['/p/northwind/order/123', '?isGiftReturn=true', '/p/northwind/gift?order=123'],
  ['/p/northwind/order/123', '?isGiftReturn=true&step=review', '/p/northwind/gift?order=123&ended=session'],
  ['/p/northwind/claim/overview/R-7K2M9QXZ', '?isGiftReturn=true', '/p/northwind/gift?ended=claim'],
])('that of a gift leads to the lookup of gifts: %s%s', (path, search, lookup) => {
  expect(lookupAfterExpiry(path, search)).toBe(lookup);
});

test('elsewhere it leads nowhere', () => {
  expect(lookupAfterExpiry('/healthz')).toBeUndefined();
});

test('once another tab opened another order, a return that is put together leads to the lookup too', () => {
  const refused = (status: number, code: string) => new ApiError(status, { code, message: 'Refused' });
  const ofOther = refused(404, 'ORDER_NOT_FOUND');
  const page = '/p/northwind/order/123';
  expect(lookupAfter(ofOther, page, '?step=review')).toBe('/p/northwind?ended=session');
  expect(lookupAfter(ofOther, `${page}/withdraw`, '')).toBe('/p/northwind?ended=session&withdraw=1');
  expect(lookupAfter(ofOther, page, '?isGiftReturn=true&step=review')).toBe(
    '/p/northwind/gift?order=123&ended=session',
  );
  // An order that was opened by its address may be nobody's here: its page says so.
  expect(lookupAfter(ofOther, page, '')).toBeUndefined();
  expect(lookupAfter(ofOther, '/p/northwind', '')).toBeUndefined();
  expect(lookupAfter(refused(409, 'SUMS_CHANGED'), page, '?step=review')).toBeUndefined();
  expect(lookupAfter(refused(401, 'PORTAL_SESSION_EXPIRED'), page, '')).toBe('/p/northwind');
});
