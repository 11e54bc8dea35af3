import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { configureShippingProtection, getShippingProtection } from '#contract/merchant/shipping-protection.ts';
import { COVER_SKU } from '#core/protection/cover-product.ts';
import { WidgetConfig } from '#core/protection/widget-config.ts';
import { changeSettings } from '#server/testing/settings.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer({ orders: 1 });
  admin = await server.staff();
});
afterAll(() => server.close());
beforeEach(() => server.saveSettings({ isShippingProtectionEnabled: true }));

const params = () => ({ storeId: server.storeId });
const shown = () => admin(getShippingProtection, { params: params() });
const covers = () => server.shop.products.filter(({ variants }) => variants.some(({ sku }) => sku === COVER_SKU));
const scripts = () => (server.shop.scriptTags ?? []).map(({ src }) => src);
const widget = async (): Promise<WidgetConfig> =>
  WidgetConfig.parse(await (await fetch(`${server.url}/api/widget/${server.slug}`)).json());
const change = (settings: Parameters<typeof changeSettings>[2]) => changeSettings(admin, server.storeId, settings);
const isOn = (): Promise<unknown> => eventually(async () => (await widget()).isOn, 'the widget is on');
const scriptUrl = () => `${server.url}/widget.js?store=${server.slug}`;

test('turning on makes one unlisted product with a variant for each price, sells it online, and adds the script', async () => {
  expect(await shown()).toMatchObject({
    missingScopes: [],
    scriptStatus: 'notConfigured',
    product: { state: 'none', problem: null },
    shipProtectUnits: [],
  });
  await change({
    coverPrices: [
      { upTo: 5_000, price: 129 },
      { upTo: null, price: 250 },
    ],
  });
  expect(covers()).toEqual([]);
  await change({ isCheckoutPlusEnabled: true });
  await isOn();
  const [cover] = covers();
  expect(covers()).toHaveLength(1);
  expect(cover).toMatchObject({ status: 'UNLISTED', title: 'Delivery Guarantee' });
  expect(cover?.isUnpublished).toBeUndefined();
  expect(cover?.variants).toMatchObject([
    { price: 129, isNotShipped: true, isSoldOnWithout: true, tracked: false },
    { price: 250, isNotShipped: true, isSoldOnWithout: true, tracked: false },
  ]);
  await eventually(() => scripts().length > 0, 'the script is there');
  expect(scripts()).toEqual([scriptUrl()]);
  expect(await eventually(async () => (await shown()).scriptStatus === 'configured' && shown(), 'noted')).toMatchObject(
    {
      product: { state: 'made', problem: null },
      shipProtectUnits: [
        { productVariant: { price: 1.29, sku: COVER_SKU, deletedOnPlatform: false } },
        { productVariant: { price: 2.5 } },
      ],
    },
  );
});

test('a new price gets a variant, and the variants of former prices stay for carts that have them', async () => {
  await change({ isCheckoutPlusEnabled: true, coverPrices: [{ upTo: null, price: 333 }] });
  await isOn();
  expect(covers()).toHaveLength(1);
  expect(covers()[0]?.variants.map(({ price }) => price)).toEqual([333, 129, 250]);
  const told = await widget();
  expect(told.coverVariantIds).toHaveLength(3);
});

test('what the app may not do at the platform yet is named', async () => {
  const { tokens } = server.shop;
  const before = tokens.map(({ scopes }) => scopes);
  expect(tokens).not.toEqual([]);
  for (const token of tokens) token.scopes = token.scopes.filter((scope) => scope !== 'write_script_tags');
  expect(await shown()).toMatchObject({ missingScopes: ['write_script_tags'] });
  for (const [index, token] of tokens.entries()) token.scopes = before[index] ?? [];
  expect(await shown()).toMatchObject({ missingScopes: [] });
});

test('what is turned off leaves no script behind', async () => {
  await change({ isCheckoutPlusEnabled: true });
  await eventually(() => scripts().length === 1, 'the script is there');
  await change({ isCheckoutPlusEnabled: false });
  expect(await widget()).toMatchObject({ isOn: false });
  await eventually(() => scripts().length === 0, 'the script is gone');
});

test('done again because its answer was lost, neither the product nor the script is made twice', async () => {
  await change({ isCheckoutPlusEnabled: true });
  await isOn();
  await eventually(() => scripts().length === 1, 'the script is there');
  const variants = covers()[0]?.variants.map(({ id }) => id);
  const { database } = server.server.deps;
  for (const kind of ['coverProduct', 'checkoutScript']) {
    const { effect_id: id } = await database.asOwner((db) =>
      db
        .selectFrom('effect')
        .select('effect_id')
        .where('kind', '=', kind)
        .where('state', '=', 'done')
        .orderBy('effect_id', 'desc')
        .executeTakeFirstOrThrow(),
    );
    await database.asOwner((db) =>
      db
        .updateTable('effect')
        .set({ state: 'waiting', done_on: null, result: null, next_try_on: new Date() })
        .where('effect_id', '=', id)
        .execute(),
    );
    const { state } = await eventually(async () => {
      const row = await database.asOwner((db) =>
        db.selectFrom('effect').select('state').where('effect_id', '=', id).executeTakeFirstOrThrow(),
      );
      return row.state !== 'waiting' && row.state !== 'running' && row;
    }, `${kind} ran again`);
    expect(state).toBe('done');
  }
  expect(covers()).toHaveLength(1);
  expect(covers()[0]?.variants.map(({ id }) => id)).toEqual(variants);
  expect(scripts()).toEqual([scriptUrl()]);
  await change({ isCheckoutPlusEnabled: false });
  await eventually(() => scripts().length === 0, 'the script is gone');
});

test('a store that installs the script otherwise gets none', async () => {
  await server.saveSettings({ isShippingProtectionEnabled: true, scriptTagNote: 'In theme.liquid' });
  await change({ isCheckoutPlusEnabled: true });
  await isOn();
  expect(scripts()).toEqual([]);
  expect(await shown()).toMatchObject({ scriptStatus: 'custom' });
});

test('a change at the platform is noticed, alerts once, turns the cover off, and is repaired on request', async () => {
  await change({ isCheckoutPlusEnabled: true });
  await isOn();
  const alerts = () =>
    server.server.deps.database.asOwner((db) =>
      db.selectFrom('alert').select('occurrences').where('kind', '=', 'coverChanged').execute(),
    );
  const [cover] = covers();
  const [variant] = cover?.variants ?? [];
  if (!cover || !variant) throw new Error('there is no cover');
  variant.price = 9_999;
  server.shopify.webhooks.announce(server.shop, [{ topic: 'products/update', kind: 'product', id: cover.id }]);
  await eventually(async () => (await shown()).product.problem === 'changed', 'the change is noticed');
  expect(await widget()).toMatchObject({ isOn: false });
  expect(await alerts()).toEqual([{ occurrences: 1 }]);

  await admin(configureShippingProtection, { params: params(), body: { method: 'checkoutPlusProducts' } });
  await isOn();
  expect((await shown()).product).toMatchObject({ state: 'made', problem: null });
  expect(await alerts()).toEqual([{ occurrences: 1 }]);
});

test('a deleted product is made anew', async () => {
  await change({ isCheckoutPlusEnabled: true });
  await isOn();
  const [cover] = covers();
  if (!cover) throw new Error('there is no cover');
  server.shop.products.splice(server.shop.products.indexOf(cover), 1);
  server.shopify.webhooks.announce(server.shop, [{ topic: 'products/delete', kind: 'product', id: cover.id }]);
  await eventually(async () => (await shown()).product.problem === 'deleted', 'the deletion is noticed');
  expect((await shown()).shipProtectUnits[0]).toMatchObject({ productVariant: { deletedOnPlatform: true } });
  await admin(configureShippingProtection, { params: params(), body: { method: 'checkoutPlusProducts' } });
  await isOn();
  expect(covers()).toHaveLength(1);
});

test('scripts are added, removed and cleaned up on request', async () => {
  const ask = (method: 'createCheckoutPlusScript' | 'deleteCheckoutPlusScript' | 'removeGspCartScript') =>
    admin(configureShippingProtection, { params: params(), body: { method } });
  const leaveOld = () =>
    server.shop.scriptTags?.push({
      id: 5,
      src: 'https://old.example/cart.js',
      displayScope: 'ALL',
      createdAt: '',
      updatedAt: '',
    });
  await ask('createCheckoutPlusScript');
  await eventually(() => scripts().length === 1, 'the script is there');
  leaveOld();
  await ask('deleteCheckoutPlusScript');
  await eventually(() => scripts().length === 0, 'no script is left');

  await change({ isCheckoutPlusEnabled: true });
  await eventually(() => scripts().length === 1, 'the script is there again');
  leaveOld();
  await ask('removeGspCartScript');
  await eventually(() => scripts().length === 1, 'the old script is gone');
  expect(scripts()).toEqual([scriptUrl()]);
});

test('nothing is made where the provider has not switched it on', async () => {
  await server.saveSettings({});
  const asking = admin(configureShippingProtection, { params: params(), body: { method: 'checkoutPlusProducts' } });
  expect(await refusalOf(asking)).toMatch('PROTECTION_NOT_OFFERED');
});
