import { expect, test } from 'vitest';
import { registrationOrderId } from '#core/orders/order-origin.ts';
import { cardRows } from './card-rows.ts';

const order = (id: number, idFromPlatform: string) => ({
  id,
  orderNo: `No ${id}`,
  idFromPlatform,
  createdOn: '2026-03-01T00:00:00Z',
  claims: [],
  shipProtectClaims: [],
});
const standing = order(2, registrationOrderId('G-1'));

test('an order that stands for a registration is shown as the registration, with its claims, and as no order', () => {
  const bought = order(1, '5001');
  expect(
    cardRows({
      orders: [standing, bought],
      registrations: [
        { id: 7, externalId: 'G-1' },
        { id: 8, externalId: 'G-2' },
      ],
    }),
  ).toEqual({
    orders: [bought],
    registrations: [
      { id: 7, externalId: 'G-1', order: standing },
      // Bought here: its claims are those of the order.
      { id: 8, externalId: 'G-2', order: null },
    ],
  });
});

test('claims on a registration that somebody else owns by now are not lost', () => {
  expect(cardRows({ orders: [standing], registrations: [] })).toEqual({
    orders: [],
    registrations: [{ id: null, externalId: 'No 2', order: standing }],
  });
});
