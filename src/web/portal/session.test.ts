import { expect, test } from 'vitest';
import { lookupAfterExpiry } from './session.ts';

test('an ended session leads to the lookup of the same store', () => {
  expect(lookupAfterExpiry('/p/northwind/order/123')).toBe('/p/northwind?ended=session');
});

test('and back to the return that was open', () => {
  expect(lookupAfterExpiry('/p/northwind/claim/overview/R-7K2M9QXZ')).toBe(
    '/p/northwind?ended=session&claim=R-7K2M9QXZ',
  );
});

test('elsewhere it leads nowhere', () => {
  expect(lookupAfterExpiry('/healthz')).toBeUndefined();
});
