import { expect, test } from 'vitest';
import { loadTexts } from '../../texts.ts';
import { nextOf, refundFor, statusBadge } from './shipping-words.ts';

await loadTexts('protection');

const claim = (change: Partial<Parameters<typeof nextOf>[0]>): Parameters<typeof nextOf>[0] => ({
  status: 'Closed_Refunded',
  refund: null,
  newOrderNo: null,
  isAddressAwaited: false,
  wasResolvedExternally: false,
  currencyCode: 'USD',
  storeName: 'Northwind',
  ...change,
});
const said = (change: Parameters<typeof claim>[0]) => [statusBadge(claim(change)).label, nextOf(claim(change))];

test('a refund is on its way until it is made', () => {
  expect(said({ refund: { amount: 40, isPending: true } })).toEqual([
    'Approved',
    'Your refund of $40.00 is on its way to your original payment method. It can take up to 10 days to appear.',
  ]);
  expect(said({ refund: { amount: 40, isPending: false } })).toEqual([
    'Refunded',
    'We refunded $40.00 to your original payment method. It can take up to 10 days to appear.',
  ]);
});

test('items are sent again once their order is known', () => {
  const status = 'Closed_Reordered';
  expect(said({ status })).toEqual(['Approved', "We're sending your items again."]);
  expect(said({ status, newOrderNo: '#1002' })).toEqual(['Sent again', 'We sent your items again, with order #1002.']);
});

test('what staff did elsewhere is not waited for', () => {
  expect(said({ status: 'Closed_Reordered', wasResolvedExternally: true })).toEqual([
    'Sent again',
    'We took care of this claim directly. If something is still wrong, please contact Northwind.',
  ]);
});

test('some units of an item are promised what the server refunds for them, to the minor unit', () => {
  const refund = (amount: number, quantity: number, currencyCode = 'USD') =>
    refundFor([{ lineIdFromPlatform: 'A', quantity }], {
      items: [{ lineIdFromPlatform: 'A', quantity: 3, amount }],
      mostRefundable: 2000,
      currencyCode,
    });
  expect([refund(10, 1), refund(10, 2), refund(10, 3)]).toEqual([3.33, 6.66, 10]);
  expect([refund(1001, 2, 'JPY'), refund(10.001, 2, 'KWD')]).toEqual([667, 6.667]);
  // No more than is left of what was paid.
  expect(refund(3000, 3)).toBe(2000);
});
