import { expect, test } from 'vitest';
import { lineOf, NOW } from '#core/claims/test-data.ts';
import type { Order } from '#core/orders/order.ts';
import { COVER, ITEM, protectedOrder, refundOf } from '#core/protection/cover-events.fixture.ts';
import {
  isCoverLine,
  isProtectedOrder,
  isTaggedAsProtected,
  protectionMarks,
  wasSoldProtected,
} from '#core/protection/protected-order.ts';

const marks = protectionMarks(['SHIPRO'], ' Protected ');

test.for([
  [{ isProtection: false, sku: 'MAKEGOOD-COVER' }, true],
  [{ isProtection: false, sku: 'SHIPRO' }, true],
  [{ isProtection: true, sku: '' }, true],
  [{ isProtection: false, sku: 'SHIRT' }, false],
  [{ isProtection: false, sku: '' }, false],
] as const)('a line %o is cover: %s', ([line, isCover]) => {
  expect(isCoverLine(line, marks)).toBe(isCover);
});

test('an order with the tag is protected, whatever its case; without a tag in the settings none is', () => {
  expect(isTaggedAsProtected({ tags: ['vip', 'PROTECTED'] }, marks)).toBe(true);
  expect(isTaggedAsProtected({ tags: ['vip'] }, marks)).toBe(false);
  expect(isTaggedAsProtected({ tags: [''] }, protectionMarks([], ' '))).toBe(false);
});

const coverUnit = { lineIdFromPlatform: COVER, quantity: 1, subtotal: 229, tax: 18 };
const without = (lineId: string): Order['lines'] =>
  protectedOrder().lines.map((line) => (line.idFromPlatform === lineId ? { ...line, currentQuantity: 0 } : line));
const held = { units: [{ ...coverUnit, fulfillmentLineIdFromPlatform: null }], money: 247 };

test.for<[string, Partial<Order>, boolean]>([
  ['nothing happened', {}, true],
  ['an edit took the cover off', { lines: without(COVER) }, false],
  ['staff refunded the cover by hand', { refunds: [refundOf('1', 247, [coverUnit])], totalRefunded: 247 }, false],
  ['an edit took an item off', { lines: without(ITEM) }, true],
  ['a sum was refunded that names no item', { refunds: [refundOf('1', 247)], totalRefunded: 247 }, true],
  ['the cover came off without money', { lines: without(COVER), refunds: [refundOf('1', 0, [coverUnit])] }, true],
  [
    'we refund the cover, as the order was canceled',
    { coverRefund: { ...held, purposeKey: 'k', decidedOn: NOW } },
    false,
  ],
  [
    'a claim of shipping protection refunded the cover with its items',
    {
      shippingClaims: [{ ...held, id: 5, externalId: 'S-5' }],
      refunds: [refundOf('1', 247, [coverUnit], 'shippingRefund:shippingClaim:5:1:S-5')],
      totalRefunded: 247,
      lines: without(COVER),
    },
    true,
  ],
  ['it has the tag too, which the store took not off', { lines: without(COVER), tags: ['protected'] }, true],
  [
    'one of two covers was taken off',
    {
      lines: [
        ...without(COVER),
        lineOf({ idFromPlatform: 'other', isProtection: true, requiresShipping: false, paidTotal: 99 }),
      ],
    },
    true,
  ],
])('where %s, the order is protected: %s', ([, changes, isProtected]) => {
  const order = protectedOrder(changes);
  expect(isProtectedOrder(order, marks)).toBe(isProtected);
  expect(wasSoldProtected(order, marks)).toBe(true);
});
