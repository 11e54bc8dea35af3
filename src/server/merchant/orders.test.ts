import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { getCustomer } from '#contract/merchant/customers.ts';
import * as contract from '#contract/merchant/orders.ts';
import type { RouteInput } from '#contract/route.ts';
import { LIFETIME, LIFETIME_DAYS } from '#core/dates.ts';
import { upsertOrders } from '#server/db/orders.ts';
import { submitReturn, returnableOrder, settledClaim, type Returnable } from '#server/testing/claims.ts';
import { freshOrder, shopOf, type OrderToReturn, type Shop } from '#server/testing/effect-claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { claimBody, itemOf } from '#server/testing/staff-claims.ts';

let server: TestServer;
let staff: Caller;
let shop: Shop;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
  shop = await shopOf(server);
}, 240_000);
afterAll(async () => {
  await server.close();
});

const params = () => ({ storeId: server.storeId });
const shown = ({ order }: Pick<OrderToReturn, 'order'>) =>
  staff(contract.getOrder, { params: { ...params(), idFromPlatform: order.idFromPlatform } });
const mark = (order: OrderToReturn, madeIneligibleOn: string | null, lineItemId = order.lineIdFromPlatform) =>
  staff(contract.changeOrderLine, {
    params: { ...params(), storeOrderId: order.orderId, lineItemId },
    body: { madeIneligibleOn },
  });
const now = () => new Date().toISOString();

test('a customer is found by email, with the orders and their claims', async () => {
  const returnable = await returnableOrder(server);
  const externalId = await submitReturn(server, returnable, { shippingMethod: 'packingSlip' });
  // Two looks are compared: its packing slip must not come between them.
  await settledClaim(server, staff, externalId);
  const { email } = returnable;
  const { idFromPlatform } = returnable.order;
  const shownOrder = await staff(contract.getOrder, { params: { ...params(), idFromPlatform } });
  const ask = (query: RouteInput<typeof getCustomer>['query']) => staff(getCustomer, { params: params(), query });
  const found = await ask({ customerEmail: ` ${email.toUpperCase()} ` });
  expect(found).toMatchObject({ email: email.toLowerCase(), registrations: [] });
  expect(`${found.firstName} ${found.lastName}`).toBe(shownOrder.customerName);
  expect(await ask({ email })).toEqual(found);
  const order = found.orders.find((one) => one.idFromPlatform === idFromPlatform);
  expect(order?.claims).toMatchObject([{ externalId, claimType: 'Return', status: { code: expect.any(String) } }]);
  const dates = found.orders.map((one) => one.createdOn);
  expect(dates).toEqual(dates.toSorted().toReversed());
  expect(await refusalOf(ask({ email: 'nobody@example.com' }))).toBe('404 CUSTOMER_NOT_FOUND');
  expect(await refusalOf(ask({ email: 'nobody' }))).toBe('400 MALFORMED');
  expect(await refusalOf(ask({}))).toBe('400 MALFORMED');
});

test('an order whose email only its customer has is listed, searched and on the card of the customer by it', async () => {
  const { order } = freshOrder(shop);
  const email = 'only.customer@example.com';
  const customer = { ...(order.customer ?? { idFromPlatform: '77', firstName: 'Cy', lastName: 'Young' }), email };
  const updatedOn = new Date(Date.now() + 1e6).toISOString();
  await server.server.deps.database.inStore(server.storeId, (db) =>
    upsertOrders(db, server.storeId, [{ ...order, updatedOn, email: '', customer }]),
  );
  const { idFromPlatform } = order;
  const card = await staff(getCustomer, { params: params(), query: { email } });
  expect(card.orders.map((one) => one.idFromPlatform)).toEqual([idFromPlatform]);
  for (const searchTerm of [email.toUpperCase(), 'ly.customer@'])
    expect((await staff(contract.findOrders, { params: params(), query: { searchTerm } })).data).toMatchObject([
      { idFromPlatform, customerEmail: email },
    ]);
});

describe('an order is found', () => {
  const lookUp = (emailOrPostalCode: string, orderNo: string) =>
    staff(contract.lookUpOrder, { params: params(), body: { emailOrPostalCode, orderNo } });

  test('by its number with the email or the postal code, or by its id; a wrong pair is nobody', async () => {
    const { order } = freshOrder(shop);
    const { idFromPlatform } = order;
    expect(await lookUp(order.email.toUpperCase(), order.orderNo.replace('#', ''))).toMatchObject({ idFromPlatform });
    expect(await lookUp(order.shippingAddress?.postalCode ?? '', order.orderNo)).toMatchObject({ idFromPlatform });
    expect(await staff(contract.lookUpOrder, { params: params(), body: { idFromPlatform } })).toMatchObject({
      idFromPlatform,
    });
    expect(await refusalOf(lookUp('nobody@example.com', order.orderNo))).toBe('404 ORDER_NOT_FOUND');
    expect(await refusalOf(lookUp('not an address', order.orderNo))).toBe('400 MALFORMED');
    expect(await refusalOf(lookUp(order.email, ' '))).toBe('400 MALFORMED');
  });

  test('among the newest, and by the words of a search', async () => {
    const { order } = freshOrder(shop);
    const newest = await staff(contract.findOrders, { params: params(), query: {} });
    expect(newest.data).toHaveLength(5);
    expect(newest.data.map((one) => one.createdOn)).toEqual(
      newest.data
        .map((one) => one.createdOn)
        .toSorted()
        .reverse(),
    );
    const found = await staff(contract.findOrders, { params: params(), query: { searchTerm: order.orderNo } });
    expect(found.data.map((one) => one.idFromPlatform)).toContain(order.idFromPlatform);
  });
});

describe('the overview of an order', () => {
  test('shows each line with every method, its date or the reason, and what can be claimed', async () => {
    const order = freshOrder(shop);
    const page = await shown(order);
    const line = page.lineItems.find((one) => one.idFromPlatform === order.lineIdFromPlatform);
    expect(page.addresses[0]).toEqual(order.order.shippingAddress);
    expect(page).toMatchObject({
      storeSlug: server.slug,
      storefrontId: server.slug,
      orderNo: order.order.orderNo,
      currencyCode: 'USD',
    });
    expect(page.money.left).toBe(page.money.totalPaid);
    expect(line?.eligibility.refund).toMatchObject({ isEligible: true, isLifetime: false, reasonText: null });
    expect(line?.claimMethods.Return.find((one) => one.method === 'refund')?.refusalText).toBeNull();
    expect(page.fulfillments[0]?.event).toBe('delivered');
    expect(page.fulfillments[0]?.lines[0]?.name).not.toBe('');
    expect(page).toMatchObject({ financialStatus: 'paid', fulfillmentStatus: 'fulfilled', isOrderFulfilled: true });
    expect(line).toMatchObject({ isExchangeOnly: false, ineligibleLineItemFootnote: null });
    expect(page.platformAdminUrl).toContain(order.order.idFromPlatform);
    expect(await refusalOf(shown({ order: { ...order.order, idFromPlatform: '1' } }))).toBe('404 ORDER_NOT_FOUND');
  });

  test('says that an item was a final sale where a tag of its product makes it one', async () => {
    const { order, lineIdFromPlatform } = freshOrder(shop);
    const [tag = ''] = order.lines.find((one) => one.idFromPlatform === lineIdFromPlatform)?.productTags ?? [];
    await server.saveSettings({ finalSaleTags: [tag.toUpperCase()] });
    const line = (await shown({ order })).lineItems.find(({ id }) => id === lineIdFromPlatform);
    expect(line).toMatchObject({ isFinalSale: true, claimReasons: { Return: expect.arrayContaining(['Wrong_Fit']) } });
    expect(line?.ineligibleLineItemFootnote).toBe("This item was final sale and can't be returned.");
    await server.saveSettings({});
  });

  test('says that a warranty is for life, has ended, or is not offered', async () => {
    const order = freshOrder(shop);
    const warranty = async () =>
      (await shown(order)).lineItems.find((one) => one.idFromPlatform === order.lineIdFromPlatform)?.eligibility
        .warranty;
    await server.saveSettings({ defaultWarrantyDays: LIFETIME_DAYS });
    expect(await warranty()).toMatchObject({ isEligible: true, isLifetime: true, lastEligibleDate: LIFETIME });
    await server.saveSettings({ defaultWarrantyDays: 0 });
    expect(await warranty()).toMatchObject({
      isEligible: false,
      reasonText: expect.stringMatching(/^The warranty ended on /),
    });
    await server.saveSettings({ isWarrantiesEnabled: false });
    expect(await warranty()).toMatchObject({ isEligible: false, reasonText: "This store doesn't offer a warranty." });
    await server.saveSettings({});
  });

  test('shows the claims on it, and what they leave', async () => {
    const order = freshOrder(shop);
    await staff(actions.createClaim, { params: params(), body: claimBody(order, [itemOf(order, 'refund')]) });
    const page = await shown(order);
    expect(page.claims).toMatchObject([
      { claimType: 'Return', items: [{ quantity: 1, name: expect.stringMatching(/./) }] },
    ]);
    expect(page.money.left).toBeLessThan(page.money.totalPaid);
  });
});

test('staff are told why an item cannot be claimed, and make no claims of a type that is off', async () => {
  const { order, ...rest } = freshOrder(shop);
  const updatedOn = new Date(Date.now() + 1e6).toISOString();
  const body = claimBody({ order, ...rest }, [itemOf({ order, ...rest }, 'refund')]);
  await server.saveSettings({ isReturnsEnabled: false });
  expect(await refusalOf(staff(actions.createClaim, { params: params(), body }))).toBe('422 METHOD_NOT_ELIGIBLE');
  await server.saveSettings({});
  await server.server.deps.database.inStore(server.storeId, (db) =>
    upsertOrders(db, server.storeId, [{ ...order, updatedOn, fulfillments: [] }]),
  );
  const line = (await shown({ order })).lineItems.find((one) => one.idFromPlatform === rest.lineIdFromPlatform);
  const why = new Set(
    [...(line?.claimMethods.Return ?? []), ...(line?.claimMethods.Warranty ?? [])].map((one) => one.refusalText),
  );
  expect([...why]).toEqual(["This item hasn't shipped yet."]);
});

describe('a line made ineligible', () => {
  test('is refused to shopper and staff until it is reset, and a sync does not lose it', async () => {
    const wanted: Returnable = await returnableOrder(server);
    const order = shop.orders.find((one) => one.order.idFromPlatform === wanted.order.idFromPlatform);
    if (!order) throw new Error('the order is synced');
    const lineItemId = wanted.line.lineIdFromPlatform;
    const page = await mark(order, now(), lineItemId);
    const marked = page.lineItems.find((one) => one.idFromPlatform === lineItemId);
    expect(marked).toMatchObject({ madeIneligibleBy: 'Staff Tester' });
    for (const eligibility of Object.values(marked?.eligibility ?? {}))
      expect(eligibility).toMatchObject({
        isEligible: false,
        reasonText: 'The store made this item ineligible for returns.',
      });
    // As the platform has it, news and all.
    await server.server.deps.database.inStore(server.storeId, (db) =>
      upsertOrders(db, server.storeId, [
        { ...order.order, note: 'changed', updatedOn: new Date(Date.now() + 1e6).toISOString() },
      ]),
    );
    const portal = await wanted.call(customer.getOrder, {
      params: { slug: server.slug, idFromPlatform: wanted.order.idFromPlatform },
    });
    expect(portal.lineItems.find((one) => one.lineIdFromPlatform === lineItemId)).toMatchObject({
      isEligible: false,
      reasonText: 'The store made this item ineligible for returns.',
    });
    expect(portal).toMatchObject({ isOrderFulfilled: true, fulfillments: [{ event: 'delivered' }] });
    expect(await refusalOf(submitReturn(server, wanted))).toBe('422 METHOD_NOT_ELIGIBLE');
    const byStaff = () =>
      staff(actions.createClaim, {
        params: params(),
        body: claimBody(order, [itemOf(order, 'refund', { lineIdFromPlatform: lineItemId })]),
      });
    expect(await refusalOf(byStaff())).toBe('422 METHOD_NOT_ELIGIBLE');
    const dated = await mark(order, '2026-03-01T10:00:00+02:00', lineItemId);
    expect(dated.lineItems.find((one) => one.idFromPlatform === lineItemId)).toMatchObject({
      madeIneligibleOn: '2026-03-01T08:00:00.000Z',
    });
    const reset = await mark(order, null, lineItemId);
    expect(reset.lineItems.find((one) => one.idFromPlatform === lineItemId)).toMatchObject({ madeIneligibleOn: null });
    expect(await submitReturn(server, wanted)).toMatch(/^R-/);
  });

  test('is marked no later than now', async () => {
    const order = freshOrder(shop);
    await expect(mark(order, '2099-01-01T00:00:00.000Z')).rejects.toMatchObject({
      status: 400,
      body: { fields: { 'body.madeIneligibleOn': 'Must not be in the future.' } },
    });
  });

  test('has to be of the order, and the order of the store', async () => {
    const order = freshOrder(shop);
    expect(await refusalOf(mark(order, now(), '1'))).toBe('404 LINE_UNKNOWN');
    expect(await refusalOf(mark({ ...order, orderId: 999_999 }, now()))).toBe('404 ORDER_NOT_FOUND');
  });
});

test('variants for an exchange are those of the product, as they are now', async () => {
  const order = freshOrder(shop);
  const line = order.order.lines.find((one) => one.idFromPlatform === order.lineIdFromPlatform);
  const found = await staff(contract.orderVariants, {
    params: { ...params(), storeOrderId: order.orderId, lineItemId: order.lineIdFromPlatform },
    query: {},
  });
  const product = server.shop.products.find((one) => String(one.id) === line?.productIdFromPlatform);
  expect(found.variants.map((one) => one.idFromPlatform)).toEqual(product?.variants.map((one) => String(one.id)));
});
