import { expect, test } from 'vitest';
import { parcelsOf, trackersOf, unsentUnits } from '#core/orders/parcels.ts';
import { lineOf, orderOf } from '#core/claims/test-data.ts';
import type { Order } from '#core/orders/order.ts';

const lines = [
  lineOf({ idFromPlatform: 'a', quantity: 3 }),
  lineOf({ idFromPlatform: 'b' }),
  lineOf({ idFromPlatform: 'card', requiresShipping: false }),
];
const sent = (id: string, changes: Partial<Order['fulfillments'][number]> = {}): Order['fulfillments'][number] => ({
  idFromPlatform: id,
  createdOn: '2026-03-02T10:00:00.000Z',
  deliveredOn: null,
  status: 'SUCCESS',
  trackingCodes: [],
  lines: [{ idFromPlatform: `${id}-a`, lineIdFromPlatform: 'a', quantity: 1 }],
  ...changes,
});
const units = (order: Order) => unsentUnits(order).map((one) => [one.lineIdFromPlatform, one.quantity]);

test('what was not sent, and is still wanted, is yet to come', () => {
  const half = orderOf(lines, { fulfillments: [sent('one')] });
  expect(units(half)).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  // Removed or refunded before it was sent.
  const less = orderOf([lineOf({ idFromPlatform: 'a', quantity: 3, currentQuantity: 1 })], {
    fulfillments: [sent('one')],
  });
  expect(units(less)).toEqual([]);
  expect(units({ ...half, canceledOn: '2026-03-03T10:00:00.000Z' })).toEqual([]);
});

test('a fulfillment that was called off is no package, and neither is one of a gift card', () => {
  const order = orderOf(lines, {
    fulfillments: [
      sent('one', { status: 'CANCELLED' }),
      sent('two', { lines: [{ idFromPlatform: 'x', lineIdFromPlatform: 'card', quantity: 1 }] }),
      sent('three'),
    ],
  });
  expect(parcelsOf(order).map(({ idFromPlatform }) => idFromPlatform)).toEqual(['three']);
  expect(units(order)).toContainEqual(['a', 2]);
});

test('a package is followed at its carrier, or by a search where only its code is known', () => {
  const url = 'https://www.ups.com/track?tracknum=1Z1';
  const linked = sent('one', { trackingCodes: ['1Z1'], trackers: [{ code: '1Z1', carrier: 'ups', url }] });
  expect(trackersOf(linked)).toEqual([{ code: '1Z1', carrier: 'UPS', url }]);
  const [plain] = trackersOf(sent('two', { trackingCodes: ['1Z1'] }));
  expect(plain).toMatchObject({ code: '1Z1', carrier: '' });
  expect(plain?.url).toMatch(/^https:.*1Z1$/);
});
