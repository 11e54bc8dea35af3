import { afterAll, beforeAll, expect, test } from 'vitest';
import { factValues } from '#contract/merchant/facts.ts';
import { createProductGroup } from '#contract/merchant/product-groups.ts';
import { FACT_NAMES, factOf, type FactName } from '#core/automations/facts.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let admin: Caller;

beforeAll(async () => {
  server = await startTestServer({ orders: 20 });
  admin = await server.staff('Admin');
});
afterAll(async () => {
  await server.close();
});

const values = (fact: FactName, query: { searchTerm?: string; take?: number } = {}) =>
  admin(factValues, { params: { storeId: server.storeId }, query: { fact, ...query } });

test('definite lists have all their values with labels, and are searched by label', async () => {
  expect(await values('claim/riskLevel')).toEqual({
    options: ['Low', 'Medium', 'High'].map((value) => ({ value, label: value })),
    hasMore: false,
    isOpen: false,
  });
  expect((await values('order/country', { searchTerm: 'germ' })).options).toEqual([{ value: 'DE', label: 'Germany' }]);
  const { options } = await values('claim/reason');
  expect(options).toContainEqual({ value: 'Wrong_Fit', label: 'It does not fit' });
  const { options: locations } = await values('returnShipment/location');
  expect(locations).toEqual([{ value: expect.any(Number), label: 'Returns desk' }]);
  const group = await admin(createProductGroup, {
    params: { storeId: server.storeId },
    body: { name: 'Swimwear', tags: ['swim'], types: [], collections: [] },
  });
  expect((await values('product/group')).options).toEqual([{ value: group.id, label: 'Swimwear' }]);
});

test('open lists have what the store has seen, are searched, and say when there is more', async () => {
  const vendors = new Set(server.shop.products.map(({ vendor }) => vendor));
  const all = await values('product/vendor', { take: 300 });
  expect(all.isOpen).toBe(true);
  expect(new Set(all.options.map(({ value }) => value))).toEqual(vendors);
  const skus = server.shop.products.flatMap(({ variants }) => variants.map(({ sku }) => sku));
  const [sku = ''] = skus;
  const found = await values('product/sku', { searchTerm: sku.toLowerCase() });
  expect(found.options).toContainEqual({ value: sku, label: sku });
  expect(found.options.every(({ label }) => label.toLowerCase().includes(sku.toLowerCase()))).toBe(true);
  expect(await values('product/sku', { take: 1 })).toMatchObject({ options: [{}], hasMore: true });
  expect((await values('product/sku', { searchTerm: '%' })).options).toEqual([]);
});

test('every fact can be asked for', async () => {
  for (const fact of FACT_NAMES) expect((await values(fact)).isOpen, fact).toBe(isOpen(fact));
});

const isOpen = (fact: FactName): boolean => {
  const { options } = factOf(fact);
  return options === undefined || options.kind === 'arbitrary';
};
