import { afterAll, beforeAll, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import { changeLine } from '#contract/merchant/claim-actions.ts';
import { lineReasons } from '#contract/merchant/merchant.ts';
import { getOrder as getStoreOrder } from '#contract/merchant/orders.ts';
import * as contract from '#contract/merchant/product-groups.ts';
import { productVariants } from '#contract/merchant/registrations.ts';
import { createReasonGroup, deleteReasonGroup } from '#contract/merchant/reason-groups.ts';
import { offerAdvancedExchange } from '#core/automations/actions/offer-advanced-exchange.ts';
import type { Condition } from '#core/automations/condition.ts';
import type { RuleDraft } from '#core/automations/rule.ts';
import { feeRule } from '#core/automations/rules.fixture.ts';
import type { ProductGroup } from '#core/orders/product-groups.ts';
import type { Product } from '#sandbox/shopify/state.ts';
import { insertRule } from '#server/db/draft-rules.ts';
import { removeProduct } from '#server/db/products.ts';
import { returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { publishRules } from '#server/testing/rules.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let admin: Caller;

beforeAll(async () => {
  server = await startTestServer({ orders: 20, roles: 'web,worker,cron' });
  admin = await server.staff('Admin');
});
afterAll(async () => {
  await server.close();
});

const NOTHING = { tags: [], types: [], collections: [] };
const store = () => ({ storeId: server.storeId });
const create = (body: Partial<ProductGroup> & { name: string }) =>
  admin(contract.createProductGroup, { params: store(), body: { ...NOTHING, ...body } });
const list = async () => (await admin(contract.listProductGroups, { params: store() })).groups;
const productsOf = (groupId: number, query = {}) =>
  admin(contract.listGroupProducts, { params: { ...store(), groupId }, query });
const titlesOf = async (groupId: number) => (await productsOf(groupId)).products.map(({ title }) => title);
const titles = (products: readonly Product[]) =>
  products.map(({ title }) => title).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));

function aWare(): Product {
  const found = server.shop.products.find(({ collections, tags }) => collections && tags.length > 0);
  if (!found) throw new Error('the shop has no product in a collection');
  return found;
}

test('a group has each product with any of its tags, types or collections, by title', async () => {
  const ware = aWare();
  const [tag = ''] = ware.tags;
  const collection = (await admin(contract.listProductCollections, { params: store() })).collections[0];
  if (!collection) throw new Error('no collection was synced');
  const { types } = await admin(contract.listProductTypes, { params: store() });
  const { tags } = await admin(contract.listProductTags, { params: store() });
  expect(types).toContain(ware.productType);
  expect(tags).toContain(tag);

  const made = await create({ name: ' Mixed ', tags: [tag.toUpperCase()], collections: [collection] });
  expect(made).toMatchObject({ name: 'Mixed', types: [], usedBy: [] });
  const wanted = server.shop.products.filter(
    (product) =>
      product.tags.includes(tag) || product.collections?.some(({ id }) => String(id) === collection.id) === true,
  );
  expect(wanted.length).toBeGreaterThan(1);
  expect(wanted.length).toBeLessThan(server.shop.products.length);
  expect(await productsOf(made.id)).toMatchObject({ total: wanted.length, lastUpdatedOn: made.lastUpdatedOn });
  expect(await titlesOf(made.id)).toEqual(titles(wanted));
  const second = await productsOf(made.id, { offset: 1, take: 1 });
  expect(second.products.map(({ title }) => title)).toEqual([titles(wanted)[1]]);
});

test('groups are listed newest first, have names of their own, and need something to hold', async () => {
  await create({ name: 'Older', tags: ['a'] });
  const newer = await create({ name: 'Newer', types: ['b'] });
  expect((await list()).map(({ name }) => name).slice(0, 2)).toEqual(['Newer', 'Older']);
  expect(await refusalOf(create({ name: 'OLDER', tags: ['a'] }))).toBe('409 PRODUCT_GROUP_EXISTS');
  expect(await refusalOf(create({ name: 'Empty' }))).toBe('400 MALFORMED');
  expect(await refusalOf(create({ name: 'x'.repeat(129), tags: ['a'] }))).toBe('400 MALFORMED');
  const change = (name: string) =>
    admin(contract.changeProductGroup, {
      params: { ...store(), groupId: newer.id },
      body: { ...NOTHING, name, tags: ['c'] },
    });
  expect(await refusalOf(change('older'))).toBe('409 PRODUCT_GROUP_EXISTS');
  expect(await change('newer')).toMatchObject({ id: newer.id, name: 'newer', types: [], tags: ['c'] });
});

test('a group that a rule names is kept, whether the rule is a draft or runs', async () => {
  const [used, exchanged, free] = [
    await create({ name: 'Used', tags: ['a'] }),
    await create({ name: 'Exchanged', tags: ['a'] }),
    await create({ name: 'Free', tags: ['a'] }),
  ];
  const { database } = server.server.deps;
  const names: Condition = { fact: 'product/group', operator: 'in', value: [used.id] };
  const fee = { ...feeRule(5, { conditions: { all: [names] } }), name: 'Fee of the group', isEnabled: false };
  await publishRules(database, server.storeId, [fee]);
  await database.asOwner((db) => db.deleteFrom('draft_rule').where('store_id', '=', server.storeId).execute());
  const params = Object.assign({}, offerAdvancedExchange.initial, { storeProductGroupIds: [exchanged.id] });
  const conditions = { all: [] };
  const exchange: RuleDraft = {
    name: 'Exchange in the group',
    hook: 'exchangeProductSelection',
    isEnabled: true,
    rule: { priority: 1, event: { type: 'offerAdvancedExchange', params }, conditions },
  };
  await database.inStore(server.storeId, (db) => insertRule(db, server.storeId, exchange, 'Test'));
  const usedBy = async (id: number) => (await list()).find((group) => group.id === id)?.usedBy;
  expect(await usedBy(used.id)).toEqual(['Fee of the group']);
  expect(await usedBy(exchanged.id)).toEqual(['Exchange in the group']);
  expect(await usedBy(free.id)).toEqual([]);
  const remove = (groupId: number) => admin(contract.deleteProductGroup, { params: { ...store(), groupId } });
  for (const { id } of [used, exchanged]) expect(await refusalOf(remove(id))).toBe('409 PRODUCT_GROUP_USED');
  await remove(free.id);
  expect(await refusalOf(remove(free.id))).toBe('404 PRODUCT_GROUP_NOT_FOUND');
});

test('a sync in the background brings what webhooks missed, and says when groups were refreshed', async () => {
  const ware = aWare();
  const group = await create({ name: 'Missed', tags: ['only-here'] });
  ware.tags.push('only-here');
  await server.server.deps.database.inStore(server.storeId, (db) => removeProduct(db, server.storeId, String(ware.id)));
  expect((await productsOf(group.id)).total).toBe(0);
  const begun = await admin(contract.refreshGroupProducts, { params: { ...store(), groupId: group.id } });
  expect(begun.isUnderWay).toBe(true);
  // Again while it is under way does nothing more.
  await admin(contract.syncProducts, { params: store() });
  await eventually(async () => {
    const sync = await admin(contract.getProductSync, { params: store() });
    return !sync.isUnderWay && sync.doneCount === server.shop.products.length;
  }, 'the sync of products');
  expect(await titlesOf(group.id)).toEqual([ware.title]);
  const refreshed = (await productsOf(group.id)).lastUpdatedOn;
  expect(Date.parse(refreshed)).toBeGreaterThan(Date.parse(group.lastUpdatedOn));
});

test('a product of a group offers the reasons of its reason group, to shoppers and to staff', async () => {
  const { call, order, line } = await returnableOrder(server);
  const ware = server.shop.products.find(({ id }) => line.productIdFromPlatform?.endsWith(`/${id}`) ?? false);
  const product = ware ?? server.shop.products.find(({ title }) => line.name.startsWith(title));
  if (!product) throw new Error('the shop does not know the product');
  const group = await create({ name: 'Of the reasons', types: [product.productType] });
  const reasonGroup = await admin(createReasonGroup, {
    params: store(),
    body: {
      name: 'Their reasons',
      claimType: 'Return',
      storeProductGroupId: group.id,
      claimReasonIds: ['Wrong_Item', 'Wrong_Fit'],
    },
  });
  const at = { slug: server.slug, idFromPlatform: order.idFromPlatform };
  const opened = await call(customer.getOrder, { params: at });
  const shown = opened.lineItems.find(({ lineIdFromPlatform }) => lineIdFromPlatform === line.lineIdFromPlatform);
  expect(shown?.claimReasons['Return']).toEqual(['Wrong_Item', 'Wrong_Fit']);
  expect(shown?.claimReasons['Warranty']).toContain('No_Longer_Needed');

  const { lineItems } = await admin(getStoreOrder, {
    params: { ...store(), idFromPlatform: order.idFromPlatform },
  });
  expect(lineItems.find(({ id }) => id === line.lineIdFromPlatform)?.claimReasons['Return']).toEqual([
    'Wrong_Item',
    'Wrong_Fit',
  ]);

  const submitting = (reasonId: string) =>
    submitReturn(server, {
      call,
      order: { ...order, reasons: opened.reasons.filter(({ id }) => id === reasonId) },
      line,
    });
  expect(await refusalOf(submitting('No_Longer_Needed'))).toBe('422 REASON_UNKNOWN');
  const claim = await settledClaim(server, admin, await submitting('Wrong_Fit'));
  const claimLine = claim.claimLineItems[0]?.id ?? 0;
  const { reasons } = await admin(lineReasons, { params: { ...store(), claimId: claim.id, lineId: claimLine } });
  expect(reasons.map(({ id }) => id)).toEqual(['Wrong_Item', 'Wrong_Fit']);
  const changing = (id: string) =>
    admin(changeLine, {
      params: { ...store(), claimId: claim.id, claimLineItemId: claimLine },
      body: { version: claim.version, change: { kind: 'reason', id, detailId: '' } },
    });
  expect(await refusalOf(changing('No_Longer_Needed'))).toBe('422 REASON_UNKNOWN');
  await changing('Wrong_Item');

  expect(await refusalOf(admin(contract.deleteProductGroup, { params: { ...store(), groupId: group.id } }))).toBe(
    '409 PRODUCT_GROUP_USED',
  );
  expect((await list()).find(({ id }) => id === group.id)?.usedBy).toEqual(['Their reasons']);
  await admin(deleteReasonGroup, { params: { ...store(), reasonGroupId: reasonGroup.id } });
  expect((await call(customer.getOrder, { params: at })).lineItems[0]?.claimReasons['Return']).toContain(
    'No_Longer_Needed',
  );
});

test('one product is read by its id, with its variants', async () => {
  const [product] = server.shop.products;
  const at = (productId: string) => admin(productVariants, { params: { storeId: server.storeId, productId } });
  expect(await at(String(product?.id))).toMatchObject({
    title: product?.title,
    variants: product?.variants.map(({ id }) => ({ idFromPlatform: String(id) })),
  });
  expect(await refusalOf(at('nobody'))).toMatch(/PRODUCT_UNKNOWN/);
});
