import { expect, test } from 'vitest';
import { lineOf, orderOf } from '#core/claims/test-data.ts';
import type { Order } from '#core/orders/order.ts';
import { confirmCover, filingWords, isConfirmed } from '#core/protection/purchase-confirmation.ts';
import type { FilingTerms } from '#core/protection/filing.ts';
import { english } from '#core/texts/english.ts';

const order = (changes: Partial<Order> = {}): Order =>
  orderOf(
    [
      lineOf({ idFromPlatform: 'item' }),
      lineOf({ idFromPlatform: 'cover', paidTotal: 229, requiresShipping: false, isProtection: true }),
    ],
    { fulfillments: [], ...changes },
  );
const confirmed = (changes: Partial<Order> = {}, now = '2026-03-02T10:00:00.000Z') =>
  isConfirmed({ order: order(changes), coverLineIds: ['cover'] }, now);

test('a protected order is confirmed while it is paid, recent and still covered', () => {
  expect(confirmed()).toBe(true);
  expect(confirmed({}, '2026-03-04T10:00:00.000Z')).toBe(true);
  expect(confirmed({}, '2026-03-04T10:00:00.001Z')).toBe(false);
  expect(confirmed({ financialStatus: 'pending', totalPaid: 0 })).toBe(false);
  expect(confirmed({ canceledOn: '2026-03-01T11:00:00.000Z' })).toBe(false);
  expect(confirmed({ email: '', customer: null })).toBe(false);
  const refunded = {
    idFromPlatform: '1',
    purposeKey: null,
    createdOn: '2026-03-01T11:00:00.000Z',
    note: '',
    total: 229,
    lines: [{ lineIdFromPlatform: 'cover', quantity: 1, subtotal: 229, tax: 0 }],
  };
  expect(confirmed({ refunds: [refunded], totalRefunded: 229, financialStatus: 'partially_refunded' })).toBe(false);
  // A tag protects an order without a line that could be paid.
  expect(isConfirmed({ order: order(), coverLineIds: [] }, '2026-03-02T10:00:00.000Z')).toBe(true);
  expect(confirmCover(order(), 3, 'de').purposeKey).toBe(confirmCover(order(), 3, 'en').purposeKey);
});

test('each problem is told with its window, longer for packages to another country', () => {
  const terms: FilingTerms = {
    daysAfterDelivery: { Damaged: 30, Wrong_Item: 14, Missing_Item: 1, Quality_Issue: 0 },
    stolenFromDays: 2,
    lostAfterDays: 7,
    lostAbroadAfterDays: 20,
    endsAfterDays: 60,
    timeZone: 'UTC',
    homeCountryCode: 'US',
  };
  const told = (countryCode: string) =>
    filingWords(order({ shippingAddress: { ...address(), countryCode } }), terms).map(english);
  expect(told('US')).toEqual([
    'An item is damaged: within 30 days of delivery',
    'The package never arrived: when nothing has moved for 7 days',
    'The package was delivered, but it is gone: from 2 days after delivery',
    'I got a wrong item: within 14 days of delivery',
    'An item is missing: within 1 day of delivery',
    'An item has a defect: on the day of delivery',
    'It went to a wrong address: as soon as it is on its way',
  ]);
  expect(told('DE')).toContain('The package never arrived: when nothing has moved for 20 days');
});

function address(): NonNullable<Order['shippingAddress']> {
  const { shippingAddress } = order();
  if (!shippingAddress) throw new Error('the order has no address');
  return shippingAddress;
}
