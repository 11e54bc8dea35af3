import { expect, test } from 'vitest';
import { FACTS, isFactName } from '#core/automations/facts.ts';
import { knownOf } from '#core/automations/operators.ts';
import { lineFactsOf, orderFacts, type AroundOrder } from '#core/automations/order-facts.ts';
import { lineOf, NOW, orderOf } from '#core/claims/test-data.ts';
import { RegistrationLine } from '#core/registrations/registration.ts';

const AROUND: AroundOrder = {
  storeCurrencyCode: 'USD',
  timeZone: 'America/New_York',
  returnsLastYear: 2,
  warrantiesLastYear: 0,
  segmentIds: null,
  registrations: [],
  isGiftReturn: false,
  isShippingProtected: false,
  now: NOW,
};
const order = orderOf([lineOf({ idFromPlatform: 'a', vendor: 'Acme', productTags: ['Sale'] })], {
  createdOn: '2026-03-02T01:00:00.000Z',
});

const registered = (variantIdFromPlatform: string, estimatedPurchaseDate = '2026-03-01') => ({
  registrationChannelName: 'Retail store',
  estimatedPurchaseDate,
  lines: [RegistrationLine.parse({ ...NAMED, id: 1, variantIdFromPlatform })],
});
const NAMED = { productIdFromPlatform: 'p', name: 'Kettle', quantity: 1, unitListPrice: 4900 };

test('the order of a registration was made on the day of the purchase, wherever the store is', () => {
  const its = { ...order, idFromPlatform: 'registration-G-1', createdOn: '2026-03-02T00:00:00.000Z' };
  for (const timeZone of ['America/New_York', 'UTC', 'Asia/Tokyo'])
    expect(orderFacts(its, { ...AROUND, timeZone })).toMatchObject({
      'order/createdOn': '2026-03-02',
      'order/daysSinceCreated': 14,
    });
});

test('a line that was registered has the facts of its first registration, and no other line has any (R3.13)', () => {
  const lines = ['a', 'b'].map((id) => lineOf({ idFromPlatform: id, variantIdFromPlatform: id }));
  const registrations = [registered('b', '2026-02-01'), registered('b', '2026-03-01')];
  const facts = lineFactsOf(orderOf(lines), new Map(), { ...AROUND, registrations });
  expect(facts.get('b')).toMatchObject({
    'registration/channel': ['Retail store'],
    'registration/estimatedPurchaseDate': '2026-02-01',
    'registration/daysSincePurchase': 43,
  });
  expect(facts.get('a')).not.toHaveProperty('registration/channel');
});

test('days are those of the store’s time zone', () => {
  expect(orderFacts(order, AROUND)).toMatchObject({ 'order/createdOn': '2026-03-01', 'order/daysSinceCreated': 15 });
  expect(orderFacts(order, { ...AROUND, timeZone: 'UTC' })).toMatchObject({
    'order/createdOn': '2026-03-02',
    'order/daysSinceCreated': 14,
  });
});

test('amounts are in the store’s currency, at the platform’s rate, and unknown without one', () => {
  const abroad = { ...order, currencyCode: 'EUR', total: 1000 };
  expect(orderFacts(order, AROUND)['order/total']).toBe(10);
  expect(orderFacts(abroad, AROUND)['order/total']).toBeNull();
  const shopTotal = { amount: 1234, currencyCode: 'USD' };
  expect(orderFacts({ ...abroad, shopTotal }, AROUND)['order/total']).toBe(12.34);
});

test('what the platform does not tell is unknown, and what it says is none is known', () => {
  const facts = orderFacts({ ...order, channel: '' }, AROUND);
  expect(facts['order/channel']).toEqual([]);
  expect(facts['customer/tags']).toBeUndefined();
});

test('every fact is one of the table, and of its type', () => {
  const all = {
    ...orderFacts(order, AROUND),
    ...lineFactsOf(order, new Map(), { ...AROUND, registrations: [registered('a')] }).get('a'),
  };
  for (const [name, value] of Object.entries(all)) {
    if (!isFactName(name)) throw new Error(`${name} is not a fact`);
    if (value !== undefined && value !== null) expect(knownOf(FACTS[name].type, value), name).not.toBeNull();
  }
});

test('a line is in the groups and collections of its product; of a product that is gone nothing is known', () => {
  const bought = orderOf([
    lineOf({ idFromPlatform: 'a', productIdFromPlatform: '1' }),
    lineOf({ idFromPlatform: 'b', productIdFromPlatform: '2' }),
    lineOf({ idFromPlatform: 'c', productIdFromPlatform: null }),
  ]);
  const facts = lineFactsOf(bought, new Map([['1', { groupIds: [7], collections: ['Sale'] }]]), AROUND);
  expect(facts.get('a')).toMatchObject({ 'product/group': [7], 'product/collection': ['Sale'] });
  for (const gone of ['b', 'c']) expect(facts.get(gone)?.['product/group']).toBeUndefined();
});
