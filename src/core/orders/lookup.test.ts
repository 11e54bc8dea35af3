import { describe, expect, test } from 'vitest';
import { lineOf, orderOf } from '#core/claims/test-data.ts';
import { matchesGiftLookup, matchesLookup, normalizeOrderNo, OrderLookup } from '#core/orders/lookup.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' })]);

test('an order number is compared without case, spaces and leading #', () => {
  expect(normalizeOrderNo(' # Ab 1001 ')).toBe('ab1001');
  expect(normalizeOrderNo('##1001')).toBe('1001');
  expect(normalizeOrderNo('10#01')).toBe('10#01');
});

describe('an order is found', () => {
  test.each([
    ['1001', 'ADA@Example.com '],
    ['#1001', '12207'],
    [' # 1001', '12 2 07'],
  ])('by %s and %s', (number, contact) => {
    expect(matchesLookup(order, number, contact)).toBe(true);
  });
});

describe('a postal code is compared without dashes, and in the United States by its first five digits', () => {
  const sentTo = (postalCode: string, countryCode: string) => ({
    ...order,
    billingAddress: null,
    shippingAddress: order.shippingAddress && { ...order.shippingAddress, postalCode, countryCode },
  });
  test.each([
    ['100-0001', 'JP', '1000001', true],
    ['100-0001', 'JP', '１００ー０００１', true],
    ['1000001', 'JP', '100-0001', true],
    ['01310-100', 'BR', '01310100', true],
    ['01310-100', 'BR', '01310', false],
    ['94105-1804', 'US', '94105', true],
    ['94105', 'US', '94105-1804', true],
    ['94105-1804', 'US', '941051804', true],
    ['94105-1804', 'US', '9410', false],
    ['94105-1804', 'US', '94106', false],
    ['12345-6789', 'SA', '12345', false],
    ['', 'US', '-', false],
  ])('the postal code %s of %s is found by %s: %s', (known, country, asked, isFound) => {
    expect(matchesLookup(sentTo(known, country), '1001', asked)).toBe(isFound);
    expect(matchesGiftLookup(sentTo(known, country), '1001', asked)).toBe(isFound);
    const billed = { ...sentTo('99999', 'US'), billingAddress: sentTo(known, country).shippingAddress };
    expect(matchesLookup(billed, '1001', asked, true)).toBe(isFound);
  });
});

describe('an order is not found', () => {
  test.each([
    ['1002', 'ada@example.com'],
    ['1001', 'eve@example.com'],
    ['1001', ''],
    ['1001', '1220'],
    ['', 'ada@example.com'],
  ])('by %j and %j', (number, contact) => {
    expect(matchesLookup(order, number, contact)).toBe(false);
  });
  test('by an empty contact when the order has none', () => {
    expect(
      matchesLookup({ ...order, email: '', customer: null, shippingAddress: null, billingAddress: null }, '1001', ''),
    ).toBe(false);
  });
  test('when there is no such order', () => expect(matchesLookup(null, '0', 'nobody@invalid')).toBe(false));
});

test.each([
  ['ada@example.com', true],
  ['12 207', true],
  ['SW1A 1AA', true],
  ['100-0001', true],
  ['', false],
  ['ada', false],
  ['ada@', false],
  ['12#', false],
])('what finds an order is an email or a postal code: %s', (emailOrPostalCode, isTaken) => {
  expect(OrderLookup.safeParse({ emailOrPostalCode, orderNo: '1001' }).success).toBe(isTaken);
});

describe('a gift', () => {
  const [sent] = order.fulfillments;
  const gift = {
    ...order,
    fulfillments: sent ? [{ ...sent, trackingCodes: ['1Z 999 AA1', 'ez2'] }] : [],
    billingAddress: order.shippingAddress && { ...order.shippingAddress, postalCode: '90210' },
  };
  test.each([
    ['#1001', '12207'],
    ['1z999aa1', '12 207'],
    [' EZ 2', '12207'],
    ['order-1', '12207'],
  ])('is found by %s and where it was sent, %s', (number, postalCode) =>
    expect(matchesGiftLookup(gift, number, postalCode)).toBe(true),
  );
  test.each([
    ['1001', '90210'],
    ['1001', 'ada@example.com'],
    ['1z999aa', '12207'],
    ['', '12207'],
    ['1001', ''],
  ])('is not found by %j and %j', (number, postalCode) =>
    expect(matchesGiftLookup(gift, number, postalCode)).toBe(false),
  );
  test('is not found where there is none', () => expect(matchesGiftLookup(null, '0', '')).toBe(false));

  test('cannot be opened as its buyer by where it was sent, once gifts can be returned', () => {
    expect(matchesLookup(gift, '1001', '12207')).toBe(true);
    expect(matchesLookup(gift, '1001', '12207', true)).toBe(false);
    for (const own of ['90210', 'ada@example.com']) expect(matchesLookup(gift, '1001', own, true)).toBe(true);
    expect(matchesLookup({ ...gift, billingAddress: null }, '1001', '12207', true)).toBe(true);
  });
});
