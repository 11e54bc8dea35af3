import { expect, test } from 'vitest';
import { lineOf, orderOf } from '#core/claims/test-data.ts';
import { saidByOrder } from './said-by-order.ts';

const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Byron',
  line1: '1 Main St',
  line2: '',
  city: 'Reno',
  stateOrProvinceCode: 'NV',
  postalCode: '89501',
  countryCode: 'US',
  phone: '775',
};

test('an order says its day where the store is, who bought it, and each variant once that was not taken back', () => {
  const order = orderOf(
    [
      lineOf({ idFromPlatform: 'a', variantIdFromPlatform: '1' }),
      lineOf({ idFromPlatform: 'b', variantIdFromPlatform: '1' }),
      lineOf({ idFromPlatform: 'c', variantIdFromPlatform: '2', currentQuantity: 0 }),
      lineOf({ idFromPlatform: 'd', variantIdFromPlatform: null }),
    ],
    { createdOn: '2026-03-04T03:00:00Z', shippingAddress: ADDRESS, phone: '' },
  );
  expect(saidByOrder(order, 'America/Los_Angeles')).toEqual({
    purchasedOn: '2026-03-03',
    firstName: 'Ada',
    lastName: 'Byron',
    phone: '775',
    address: ADDRESS,
    variantIds: ['1'],
  });
});
