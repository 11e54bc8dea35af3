import { afterAll, beforeAll, expect, test } from 'vitest';
import { factValues } from '#contract/merchant/facts.ts';
import { changeClaimReason } from '#contract/merchant/merchant.ts';
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
const definite = async (...asked: Parameters<typeof values>) => (await values(...asked)).definite[asked[0]];
const arbitrary = async (...asked: Parameters<typeof values>) => (await values(...asked)).arbitrary[asked[0]];

test('definite lists have all their values with labels, and are searched by label', async () => {
  expect(await values('claim/riskLevel')).toEqual({
    definite: { 'claim/riskLevel': ['Low', 'Medium', 'High'].map((value) => ({ value, label: value })) },
    arbitrary: {},
    hasMore: [],
    unreachable: [],
  });
  expect(await definite('order/country', { searchTerm: 'germ' })).toEqual([{ value: 'DE', label: 'Germany' }]);
  expect(await definite('claim/reason')).toContainEqual({ value: 'Wrong_Fit', label: 'It does not fit' });
  expect(await definite('returnShipment/location')).toEqual([{ value: expect.any(Number), label: 'Returns desk' }]);
  const group = await admin(createProductGroup, {
    params: { storeId: server.storeId },
    body: { name: 'Swimwear', tags: ['swim'], types: [], collections: [] },
  });
  expect(await definite('product/group')).toEqual([{ value: group.id, label: 'Swimwear' }]);
  expect(await definite('customer/segment', { searchTerm: 'vip' })).toEqual([
    { value: expect.stringMatching(/^\d+$/), label: 'VIP customers' },
  ]);
});

test('open lists have what the store has seen, are searched, and say when there is more', async () => {
  const vendors = new Set(server.shop.products.map(({ vendor }) => vendor));
  expect(new Set((await arbitrary('product/vendor', { take: 300 }))?.map(({ value }) => value))).toEqual(vendors);
  const skus = server.shop.products.flatMap(({ variants }) => variants.map(({ sku }) => sku));
  const [sku = ''] = skus;
  const found = await arbitrary('product/sku', { searchTerm: sku.toLowerCase() });
  expect(found).toContainEqual({ value: sku, label: sku });
  expect(found?.every(({ label }) => label.toLowerCase().includes(sku.toLowerCase()))).toBe(true);
  expect(await values('product/sku', { take: 1 })).toMatchObject({
    arbitrary: { 'product/sku': [{}] },
    hasMore: ['product/sku'],
  });
  expect(await arbitrary('product/sku', { searchTerm: '%' })).toEqual([]);
});

test('details of a reason that was deleted are offered no more, like the reason', async () => {
  const params = { storeId: server.storeId, claimReasonId: 'Wrong_Fit' };
  const retire = (isDeleted: boolean) =>
    admin(changeClaimReason, {
      params,
      body: { name: 'It does not fit', isDeleted, claimReasonDetails: [{ name: 'Too small' }] },
    });
  const small = { value: 'Too small', label: 'Too small' };
  await retire(false);
  expect(await arbitrary('claim/reasonDetail')).toContainEqual(small);
  await retire(true);
  expect(await arbitrary('claim/reasonDetail')).not.toContainEqual(small);
  expect((await definite('claim/reason'))?.map(({ value }) => value)).not.toContain('Wrong_Fit');
  await retire(false);
});

test('every fact can be asked for', async () => {
  for (const fact of FACT_NAMES) {
    const { definite: closed, arbitrary: open } = await values(fact);
    expect([...Object.keys(closed), ...Object.keys(open)], fact).toEqual([fact]);
    expect(fact in open, fact).toBe(isOpen(fact));
  }
});

test('all lists are read at once, by whether other values can be typed (S3.25, S7.05)', async () => {
  const all = await admin(factValues, { params: { storeId: server.storeId }, query: {} });
  expect(all.arbitrary['product/sku']).toEqual(await arbitrary('product/sku'));
  expect(all.definite['order/country']).toEqual(await definite('order/country'));
  expect(all.hasMore).toContain('order/country');
  const listed = FACT_NAMES.filter((fact) => factOf(fact).options !== undefined);
  expect([...Object.keys(all.definite), ...Object.keys(all.arbitrary)].toSorted()).toEqual(listed.toSorted());
  expect(all.unreachable).toEqual([]);
});

test('while the platform is down, its lists are as it last told them and say so; the others come as ever', async () => {
  const [segments, places] = [await definite('customer/segment'), await definite('order/fulfillmentLocation')];
  expect(segments?.length).toBeGreaterThan(0);
  expect(places?.length).toBeGreaterThan(0);
  for (const match of ['Segments', 'Locations'])
    server.shopify.faults.add({ shop: null, match, mode: 'fail', times: 10, ms: 0 });
  const down = await admin(factValues, { params: { storeId: server.storeId }, query: {} });
  server.shopify.faults.clear();
  expect(down.unreachable).toEqual(['customer/segment', 'order/fulfillmentLocation']);
  expect(down.definite['customer/segment']).toEqual(segments);
  expect(down.definite['order/fulfillmentLocation']).toEqual(places);
  expect(down.definite['claim/reason']).toEqual(await definite('claim/reason'));
});

test('nobody waits long for a platform that hangs', async () => {
  server.shopify.faults.add({ shop: null, match: 'Locations', mode: 'delay', times: 1, ms: 30_000 });
  const began = Date.now();
  const late = await values('order/fulfillmentLocation');
  server.shopify.faults.clear();
  expect(late.unreachable).toEqual(['order/fulfillmentLocation']);
  expect(Date.now() - began).toBeLessThan(15_000);
});

const isOpen = (fact: FactName): boolean => {
  const { options } = factOf(fact);
  return options === undefined || options.kind === 'arbitrary';
};
