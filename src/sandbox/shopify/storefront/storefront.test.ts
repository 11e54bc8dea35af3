import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { at, listAt, seededClient, SHOP, textAt } from '../client.fixture.ts';
import { orderSums } from '../order-sums.ts';
import type { ShopifySandbox } from '../server.ts';
import type { Variant } from '../state.ts';
import { openBrowser } from './browser.fixture.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function store() {
  const client = await seededClient({}, { orders: 3, customers: 3 });
  closers.push(() => client.sandbox.close());
  return { ...client, browser: openBrowser(client.sandbox, SHOP) };
}

/** Variants with at least so many units. */
function goods(sandbox: ShopifySandbox, units = 5): Variant[] {
  return sandbox
    .store(SHOP)
    .products.filter(({ isGiftCard, productType }) => !isGiftCard && productType !== 'Shipping Protection')
    .flatMap(({ variants }) => variants)
    .filter(({ quantities }) => (quantities['available'] ?? 0) >= units);
}

test('a cart is the same in every tab of a browser, and other browsers have their own', async () => {
  const { sandbox, browser } = await store();
  const [shirt, mug] = goods(sandbox);
  const added = await browser.call('cart/add.js', {
    items: [{ id: shirt?.id, quantity: 2, properties: { Name: 'Ada' } }],
  });
  expect(added.status).toBe(200);
  expect(listAt(added.body, 'items')).toHaveLength(1);
  const one = await browser.call('cart/add.js', new URLSearchParams({ id: String(mug?.id), quantity: '1' }));
  expect(at(one.body, 'variant_id')).toBe(mug?.id);
  const form = new FormData();
  form.append('items[0][id]', String(shirt?.id));
  form.append('items[0][properties][Name]', 'Ada');
  expect(at((await browser.call('cart/add.js', form)).body, 'items', 0, 'quantity')).toBe(3);
  const tab = openBrowser(sandbox, SHOP, browser.cookies);
  const cart = (await tab.call('cart.js')).body;
  expect(listAt(cart, 'items').map((item) => [at(item, 'variant_id'), at(item, 'quantity')])).toEqual([
    [mug?.id, 1],
    [shirt?.id, 3],
  ]);
  expect(at(cart, 'item_count')).toBe(4);
  expect(at(cart, 'total_price')).toBe((mug?.price ?? 0) + 3 * (shirt?.price ?? 0));
  expect(textAt(cart, 'token')).toMatch(/^\w[\w-]+\?key=\w+$/);
  const other = (await openBrowser(sandbox, SHOP).call('cart.js')).body;
  expect(listAt(other, 'items')).toEqual([]);
});

test('a cart answers with the names that a recorded one has', async () => {
  const { sandbox, browser } = await store();
  const [shirt] = goods(sandbox);
  await browser.call('cart/add.js', { id: shirt?.id });
  const cart = (await browser.call('cart.js')).body;
  // From the platform's reference of GET /cart.js.
  const ofCart =
    'token note attributes original_total_price total_price total_discount total_weight item_count items requires_shipping currency items_subtotal_price cart_level_discount_applications';
  const ofItem =
    'id properties quantity variant_id key title price original_price discounted_price line_price original_line_price total_discount discounts sku grams vendor taxable product_id product_has_only_default_variant gift_card final_price final_line_price url featured_image image handle requires_shipping product_type product_title product_description variant_title variant_options options_with_values line_level_discount_allocations line_level_total_discount';
  expect(Object.keys(Object(cart))).toEqual(expect.arrayContaining(ofCart.split(' ')));
  expect(Object.keys(Object(at(cart, 'items', 0)))).toEqual(expect.arrayContaining(ofItem.split(' ')));
});

const RECORDED = new URL('../../../../../shared/partners/shopify/webhooks/carts.update.json', import.meta.url);

test('a line has what the recorded cart webhook knows of one', async (context) => {
  if (!existsSync(RECORDED)) return context.skip('../shared has no recorded carts here');
  const { sandbox, browser } = await store();
  const [shirt] = goods(sandbox);
  await browser.call('cart/add.js', { id: shirt?.id });
  const line = Object(at((await browser.call('cart.js')).body, 'items', 0));
  const recorded: unknown = JSON.parse(readFileSync(RECORDED, 'utf8'));
  const names = Object.keys(Object(at(recorded, 'body', 'line_items', 0))).filter((name) => !name.endsWith('_set'));
  expect(Object.keys(line)).toEqual(expect.arrayContaining(names));
  expect(line['key']).toMatch(/^\d+:[0-9a-f]{32}$/);
});

test('lines are changed by place, key and variant; what is not there is refused as the platform does', async () => {
  const { sandbox, browser } = await store();
  const [shirt, mug] = goods(sandbox);
  await browser.call('cart/add.js', { items: [{ id: shirt?.id }, { id: mug?.id, properties: { Gift: 'Yes' } }] });
  const key = textAt((await browser.call('cart.js')).body, 'items', 0, 'key');
  expect(at((await browser.call('cart/change.js', { id: key, quantity: 3 })).body, 'items', 0, 'quantity')).toBe(3);
  expect(at((await browser.call('cart/change.js', { line: 2, quantity: 0 })).body, 'item_count')).toBe(3);
  const stale = await browser.call('cart/change.js', { id: `${mug?.id}:00`, quantity: 1 });
  expect([stale.status, stale.body]).toEqual([
    400,
    {
      status: 'bad_request',
      message: 'no valid id or line parameter',
      description: 'no valid id or line parameter',
    },
  ]);
  const unknown = await browser.call('cart/update.js', { updates: { 1: 1 } });
  expect([unknown.status, unknown.body]).toEqual([
    404,
    { status: 404, message: 'Cart Error', description: 'Cannot find variant' },
  ]);
  const updated = await browser.call('cart/update.js', {
    updates: { [String(shirt?.id)]: 1, [String(mug?.id)]: 1 },
    note: 'Ring twice',
    attributes: { 'Gift wrap': 'Yes', __private: 'kept' },
  });
  expect(at(updated.body, 'item_count')).toBe(2);
  expect(at(updated.body, 'note')).toBe('Ring twice');
  expect(at(updated.body, 'attributes')).toEqual({ 'Gift wrap': 'Yes' });
  const cleared = await browser.call('cart/clear.js', {});
  expect(at(cleared.body, 'item_count')).toBe(0);
  expect(at(cleared.body, 'attributes')).toEqual({ 'Gift wrap': 'Yes' });
});

test('more than there is fills the cart with what there is, and says so with 422', async () => {
  const { sandbox, browser } = await store();
  const [shirt] = goods(sandbox);
  if (shirt === undefined) throw new Error('nothing to buy');
  shirt.quantities['available'] = 2;
  const short = await browser.call('cart/add.js', { id: shirt.id, quantity: 3 });
  expect(short.status).toBe(422);
  expect(at(short.body, 'message')).toBe('Cart Error');
  expect(textAt(short.body, 'description')).toMatch(/^You can't add more .* to the cart\.$/);
  expect(at((await browser.call('cart.js')).body, 'item_count')).toBe(2);
  shirt.quantities['available'] = 0;
  const gone = await browser.call('cart/add.js', { id: shirt.id });
  expect([gone.status, textAt(gone.body, 'description')]).toEqual([
    422,
    expect.stringMatching(/^The product '.*' is already sold out\.$/),
  ]);
});

test('a market has its currency, and yen come in hundredths too', async () => {
  const { sandbox, browser } = await store();
  const [shirt] = goods(sandbox);
  const product = sandbox.store(SHOP).products.find(({ id }) => id === shirt?.productId);
  await browser.call('cart/add.js', { id: shirt?.id });
  await browser.call('localization', new URLSearchParams({ country_code: 'JP' }));
  const cart = (await browser.call('cart.js')).body;
  expect(at(cart, 'currency')).toBe('JPY');
  const yen = Math.round(((shirt?.price ?? 0) / 100) * 151.3);
  expect(at(cart, 'total_price')).toBe(yen * 100);
  const told = (await browser.call(`products/${product?.handle}.js`)).body;
  expect(listAt(told, 'variants').find((each) => at(each, 'id') === shirt?.id)).toMatchObject({ price: yen * 100 });
  expect((await browser.call('')).text).toContain('"currency":{"active":"JPY","rate":"151.3"},"country":"JP"');
});

test('codes take off lines or the cart as a whole', async () => {
  const { sandbox, browser } = await store();
  sandbox.store(SHOP).discountCodes = [
    { code: 'LINES10', percentage: 10, of: 'lines' },
    { code: 'CART20', percentage: 20, of: 'cart' },
  ];
  const [shirt] = goods(sandbox);
  const price = shirt?.price ?? 0;
  await browser.call('cart/add.js', { id: shirt?.id });
  const lines = (await browser.call('cart/update.js', { discount: 'LINES10' })).body;
  expect(at(lines, 'items', 0, 'final_line_price')).toBe(price - Math.round(price / 10));
  const cart = (await browser.call('cart/update.js', { discount: 'CART20' })).body;
  expect(at(cart, 'items', 0, 'final_line_price')).toBe(price);
  expect(at(cart, 'cart_level_discount_applications', 0, 'total_allocated_amount')).toBe(Math.round(price / 5));
  expect(at(cart, 'total_price')).toBe(price - Math.round(price / 5));
});

test('sections come along with a change', async () => {
  const { sandbox, browser } = await store();
  const [shirt] = goods(sandbox);
  const added = await browser.call('cart/add.js', { id: shirt?.id, sections: 'cart-drawer,nothing' });
  expect(textAt(added.body, 'sections', 'cart-drawer')).toContain(`data-variant="${shirt?.id}"`);
  expect(at(added.body, 'sections', 'nothing')).toBeNull();
  expect((await browser.call('cart/add.js', { id: shirt?.id, sections: 'a', sections_url: 'cart' })).status).toBe(400);
});

test('paying makes an order like any other, tells its subscribers, and empties the cart', async () => {
  const { sandbox, browser, call } = await store();
  const shop = sandbox.store(SHOP);
  const [shirt] = goods(sandbox);
  await call(
    'mutation W($uri: String!) { webhookSubscriptionCreate(topic: ORDERS_CREATE, webhookSubscription: { uri: $uri }) { userErrors { message } } }',
    { uri: `${sandbox.url}/nobody-listens` },
  );
  const before = shirt?.quantities['available'] ?? 0;
  await browser.call('cart/add.js', { items: [{ id: shirt?.id, quantity: 2, properties: { Name: 'Ada' } }] });
  await browser.call('cart/update.js', { attributes: { Gift: 'Yes', __secret: '7' }, note: 'Ring twice' });
  await browser.call('localization', new URLSearchParams({ country_code: 'DE' }));
  expect((await browser.call('checkout')).text).toContain('Express (1 to 2 days)');
  const paid = await browser.call(
    'checkout',
    new URLSearchParams({
      email: 'Ada@Example.com',
      first_name: 'Ada',
      last_name: 'Lind',
      address1: 'Hauptstr. 1',
      city: 'Berlin',
      zip: '10115',
      rate: 'Express',
    }),
  );
  const order = shop.orders.at(-1);
  if (order === undefined) throw new Error('no order was made');
  expect(paid.location).toBe(`/${SHOP}/orders/${order.confirmationNumber.toLowerCase()}/thank-you`);
  expect(order).toMatchObject({
    email: 'ada@example.com',
    tags: [],
    note: 'Ring twice',
    sourceName: 'web',
    customAttributes: [
      { key: 'Gift', value: 'Yes' },
      { key: '__secret', value: '7' },
    ],
    currencies: { presentment: 'EUR', rate: 0.92 },
    shippingAddress: { city: 'Berlin', countryCode: 'DE' },
  });
  expect(order.lineItems).toMatchObject([
    { variantId: shirt?.id, quantity: 2, properties: [{ key: 'Name', value: 'Ada' }] },
  ]);
  expect(order.shippingLines).toMatchObject([{ code: 'Express', price: { shop: 1500, presentment: 1380 } }]);
  const { total, outstanding } = orderSums(order);
  expect(order.transactions[0]?.amount).toEqual(total);
  expect(outstanding.presentment).toBe(0);
  expect(shirt?.quantities['available']).toBe(before - 2);
  await sandbox.webhooks.flush();
  expect(sandbox.webhooks.delivered.map(({ topic }) => topic)).toContain('orders/create');
  expect((await browser.call(paid.location?.slice(SHOP.length + 2) ?? '')).text).toContain(order.name);
  expect(at((await browser.call('cart.js')).body, 'item_count')).toBe(0);
});

test('calls can be slow, refused and cut off', async () => {
  const { sandbox, browser } = await store();
  const [shirt] = goods(sandbox);
  const fault = (match: string, mode: 'fail' | 'delay' | 'dropAnswer') =>
    sandbox.faults.add({ shop: SHOP, match, mode, times: 1, ms: 120 });
  fault('cart/add', 'fail');
  expect((await browser.call('cart/add.js', { id: shirt?.id })).status).toBe(500);
  await browser.call('cart.js');
  fault('cart/add', 'dropAnswer');
  await expect(browser.call('cart/add.js', { id: shirt?.id })).rejects.toThrow();
  fault('cart.js', 'delay');
  const began = performance.now();
  // The work of a call whose answer got lost was done.
  expect(at((await browser.call('cart.js')).body, 'item_count')).toBe(1);
  expect(performance.now() - began).toBeGreaterThan(100);
});
