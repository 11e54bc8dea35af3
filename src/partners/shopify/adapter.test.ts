import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Order } from '#core/orders/order.ts';
import { isReadable, type RefundRequest, type Storefront, type PartnerCall } from '#partners/ports.ts';
import { startShopifySandbox } from '#sandbox/shopify/server.ts';
import type { BulkOperation } from '#sandbox/shopify/state.ts';
import { createShopifyStorefront } from './adapter.ts';
import { createShopifyInstall } from './install.ts';
import { MOST_LINES } from './operations.ts';
import { WEBHOOK_TOPICS } from './subscribe.ts';

const SHOP = 'adapter-test.myshopify.com';
const APP = { apiKey: 'key', apiSecret: 'secret' };
const context = { requestId: 'test' };

let sandbox: Awaited<ReturnType<typeof startShopifySandbox>>;
let store: Storefront;
let listed: Order[];
let untouched: Order[];

const shopUrl = (domain: string): string => `${sandbox.url}/${domain}`;
const post = (path: string, body: object) =>
  fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const fault = (match: string, mode: string, times = 1) => post('/_control/faults', { shop: SHOP, match, mode, times });

async function connect(attempts = 4, timeoutMs?: number): Promise<Storefront> {
  const answer = await post('/_control/token', { shop: SHOP });
  const { access_token } = z.object({ access_token: z.string() }).parse(await answer.json());
  return createShopifyStorefront({
    shopDomain: SHOP,
    shopUrl,
    accessToken: () => Promise.resolve(access_token),
    giftCardSecret: 'cards',
    pollMs: 10,
    backoffMs: 5,
    attempts,
    timeoutMs,
  });
}

async function changedOrders(): Promise<Order[]> {
  const orders: Order[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.changedOrders('2000-01-01T00:00:00Z', cursor, context);
    orders.push(...page.items.filter(isReadable));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return orders;
}

const isReturnable = (order: Order) =>
  order.financialStatus === 'paid' &&
  order.canceledOn === null &&
  order.refunds.length === 0 &&
  order.returns.length === 0 &&
  order.totalPaid > 2000 &&
  order.fulfillments.some(({ status, lines }) => status === 'SUCCESS' && lines.length > 0);

/** An order that no other test has touched. */
function takeOrder(): Order {
  const order = untouched.shift();
  if (!order) throw new Error('the demo store has too few orders that can be returned');
  return order;
}

function refundOf(order: Order, changes: Partial<RefundRequest> = {}): RefundRequest {
  const fulfilled = order.fulfillments.flatMap(({ lines }) => lines)[0];
  if (!fulfilled) throw new Error('nothing was fulfilled');
  return {
    purposeKey: `refund:claim-line:${randomUUID()}`,
    orderIdFromPlatform: order.idFromPlatform,
    claimExternalId: 'R-1',
    note: 'Too small',
    to: 'originalPayment',
    amount: { amount: 1000, currencyCode: order.currencyCode },
    lines: [
      {
        lineIdFromPlatform: fulfilled.lineIdFromPlatform,
        fulfillmentLineIdFromPlatform: fulfilled.idFromPlatform,
        quantity: 1,
      },
    ],
    ...changes,
  };
}

async function now(order: Order): Promise<Order> {
  const found = await store.fetchOrder(order.idFromPlatform, context);
  if (!found) throw new Error('the order is gone');
  return found;
}

beforeAll(async () => {
  sandbox = await startShopifySandbox({ port: 0, ...APP });
  sandbox.seedDemo(SHOP, { orders: 40, customers: 20 });
  store = await connect();
  listed = await changedOrders();
  untouched = listed.filter(isReturnable);
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await fetch(`${sandbox.url}/_control/faults`, { method: 'DELETE' });
  delete sandbox.store(SHOP).keepsReturnNotes;
  delete sandbox.store(SHOP).holdsRefunds;
});

describe('reading', () => {
  test('the shop, and what it does not have', async () => {
    expect(await store.shop(context)).toMatchObject({
      domain: SHOP,
      currencyCode: 'USD',
      timeZone: 'America/Los_Angeles',
      plan: 'Development',
    });
    expect(await store.fetchOrder('1', context)).toBeNull();
    expect(await store.fetchProduct('1', context)).toBeNull();
    expect(await store.fetchVariants('1', context)).toEqual([]);
  });
  test('an order by its id is the order that the list and the export carry', async () => {
    const exported = (await Array.fromAsync(store.exportOrders(context))).filter(isReadable);
    const byId = (orders: Order[]) => orders.toSorted((a, b) => a.idFromPlatform.localeCompare(b.idFromPlatform));
    expect(listed.length).toBeGreaterThan(4);
    expect(byId(exported)).toEqual(byId(listed));
    for (const order of listed.slice(0, 3)) expect(await now(order)).toEqual(order);
  });
  test('an order is read again only where it changed since', async () => {
    const [order] = listed;
    if (!order) throw new Error('the shop has no order');
    expect(await store.fetchOrderSince(order.idFromPlatform, order.updatedOn, context)).toBeNull();
    expect(await store.fetchOrderSince(order.idFromPlatform, '2000-01-01T00:00:00Z', context)).toEqual(order);
    expect(await store.fetchOrderSince('1', order.updatedOn, context)).toBeNull();
  });
  test('orders come oldest change first, and only those changed since', async () => {
    const changes = listed.map(({ updatedOn }) => updatedOn);
    expect(changes).toEqual(changes.toSorted());
    expect((await store.changedOrders('2999-01-01T00:00:00Z', null, context)).items).toEqual([]);
  });
  test('an export waits for another one the shop is at', async () => {
    const other: BulkOperation = {
      id: 1,
      query: '{ shop { id } }',
      status: 'RUNNING',
      errorCode: null,
      createdAt: new Date().toISOString(),
      completedAt: null,
      objectCount: 0,
      rootObjectCount: 0,
      fileSize: null,
    };
    sandbox.store(SHOP).bulkOperations.push(other);
    const orders = Array.fromAsync(store.exportOrders(context));
    await pause(300);
    other.status = 'CANCELED';
    expect(await orders).toHaveLength(40);
  });

  test('a product by its id is the product that the export carries, with its variants', async () => {
    const exported = (await Array.fromAsync(store.exportProducts(context))).filter(isReadable);
    expect(exported.length).toBeGreaterThan(1);
    for (const product of exported.slice(0, 3)) {
      expect(await store.fetchProduct(product.idFromPlatform, context)).toEqual(product);
      expect(await store.fetchVariants(product.idFromPlatform, context)).toEqual(product.variants);
    }
  });
});

test('the segments of a shop over several pages, and those that a customer is in', async () => {
  const shop = sandbox.store(SHOP);
  const [vip] = shop.segments.filter(({ query }) => query.includes('VIP'));
  const dated = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
  const more = Array.from({ length: 300 }, (_, index) => ({
    id: 8_100_000_000 + index,
    name: `More than ${index} orders`,
    query: `number_of_orders > ${index}`,
    ...dated,
  }));
  shop.segments.push(...more);
  const buyer = shop.customers.find(({ id }) => shop.orders.filter((order) => order.customerId === id).length > 1);
  if (!vip || !buyer) throw new Error('the sandbox has no segment of VIPs, or nobody who bought twice');
  buyer.tags = ['vip', 'local'];
  const bought = shop.orders.filter((order) => order.customerId === buyer.id).length;
  const all = await store.segments(context);
  expect(all).toHaveLength(shop.segments.length);
  expect(all).toContainEqual({ idFromPlatform: String(vip.id), name: vip.name });
  const own = await store.segmentsOf(String(buyer.id), context);
  expect(own).toContain(String(vip.id));
  expect(more.filter(({ id }) => own.includes(String(id)))).toHaveLength(bought);
  expect(await store.segmentsOf('1', context)).toEqual([]);
  shop.segments.splice(-more.length);
});

describe('refunds', () => {
  test('refunding twice is refunding once', async () => {
    const order = takeOrder();
    const request = refundOf(order);
    const first = await store.refund(request, context);
    expect(first.amount).toEqual(request.amount);
    expect(await store.refund(request, context)).toEqual(first);
    const after = await now(order);
    expect(after.totalRefunded).toBe(1000);
    expect(after.returns).toMatchObject([
      {
        idFromPlatform: first.returnIdFromPlatform,
        lines: [{ lineIdFromPlatform: request.lines[0]?.lineIdFromPlatform, quantity: 1 }],
      },
    ]);
    expect(after.refunds).toMatchObject([{ idFromPlatform: first.idFromPlatform, total: 1000 }]);
  });
  test('of a package with more lines than Shopify shows at once are for any of them', async () => {
    const { idFromPlatform } = takeOrder();
    const large = sandbox.store(SHOP).orders.find(({ id }) => String(id) === idFromPlatform);
    const [line] = large?.lineItems ?? [];
    const [sent] = large?.fulfillments ?? [];
    if (!large || !line || !sent) throw new Error('the order has no package');
    const firstId = 9_000_000_000;
    for (let id = firstId; id < firstId + MOST_LINES; id += 1) {
      large.lineItems.push({ ...line, id, quantity: 1 });
      sent.lines.push({ id, lineItemId: id, quantity: 1 });
    }
    const last = String(firstId + MOST_LINES - 1);
    const lines = [{ lineIdFromPlatform: last, fulfillmentLineIdFromPlatform: last, quantity: 1 }];
    const order = await store.fetchOrder(idFromPlatform, context);
    expect(order?.fulfillments[0]?.lines.at(-1)).toMatchObject({ lineIdFromPlatform: last });
    await store.refund(refundOf(order ?? takeOrder(), { lines }), context);
    expect((await store.fetchOrder(idFromPlatform, context))?.returns).toMatchObject([
      { lines: [{ lineIdFromPlatform: last, quantity: 1 }] },
    ]);
  });
  test.each(['returnCreate', 'returnProcess'])(
    'the answer of %s is lost after the work: the next try finds it',
    async (mutation) => {
      const order = takeOrder();
      const request = refundOf(order);
      await fault(mutation, 'dropAnswer');
      await expect(store.refund(request, context)).rejects.toMatchObject({ kind: 'retry', partner: 'shopify' });
      expect((await store.refund(request, context)).amount.amount).toBe(1000);
      const after = await now(order);
      expect(after.totalRefunded).toBe(1000);
      expect(after.returns).toHaveLength(1);
      expect(after.refunds).toHaveLength(1);
    },
  );
  test('a refund that Shopify issues some time after the return is waited for, and found', async () => {
    const order = takeOrder();
    const request = refundOf(order);
    await post('/_control/hold-refunds', { shop: SHOP, isOn: true });
    const waiting = { kind: 'retry', retryAfterMs: 10_000 };
    await expect(store.refund(request, context)).rejects.toMatchObject(waiting);
    await expect(store.refund(request, context)).rejects.toMatchObject(waiting);
    await post('/_control/hold-refunds', { shop: SHOP, isOn: false });
    await vi.waitFor(async () => expect((await now(order)).refunds).toHaveLength(1), 10_000);
    expect((await store.refund(request, context)).amount).toEqual(request.amount);
    const { totalRefunded, refunds, returns } = await now(order);
    expect([totalRefunded, refunds.length, returns.length]).toEqual([1000, 1, 1]);
  });
  test('a processed return is refused once its refund should have come, with words to look at Shopify first', async () => {
    const order = takeOrder();
    const request = refundOf(order);
    await post('/_control/hold-refunds', { shop: SHOP, isOn: true });
    await expect(store.refund(request, context)).rejects.toMatchObject({ kind: 'retry' });
    const processed = sandbox.store(SHOP).returns.at(-1);
    if (processed) processed.closedAt = new Date(Date.now() - 16 * 60_000).toISOString();
    await expect(store.refund(request, context)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Look at the order at Shopify first'),
    });
  });
  test.each(['returnCreate', 'returnProcess'])(
    'an internal error of Shopify at %s is no refusal: the next try refunds, once',
    async (match) => {
      const order = takeOrder();
      const request = refundOf(order);
      await fault(match, 'internalError');
      await expect(store.refund(request, context)).rejects.toMatchObject({ kind: 'retry', retryAfterMs: 10_000 });
      const given = await store.refund(request, context);
      expect((await store.refund(request, context)).idFromPlatform).toBe(given.idFromPlatform);
      const { totalRefunded, refunds, returns } = await now(order);
      expect([totalRefunded, refunds.length, returns.length]).toEqual([1000, 1, 1]);
    },
  );
  test('an internal error of Shopify at money without goods spends the key: the next try takes another', async () => {
    const order = takeOrder();
    const request = refundOf(order, { lines: [] });
    await fault('refundCreate', 'internalError');
    await expect(store.refund(request, context)).rejects.toMatchObject({ kind: 'retry' });
    const given = await store.refund(request, context);
    expect((await store.refund(request, context)).idFromPlatform).toBe(given.idFromPlatform);
    expect((await now(order)).totalRefunded).toBe(1000);
  });
  test('a refund still under way when it is asked for again is waited for', async () => {
    const order = takeOrder();
    const request = refundOf(order, { lines: [] });
    const hasty = await connect(4, 100);
    await post('/_control/faults', { shop: SHOP, match: 'refundCreate', mode: 'delay', times: 1, ms: 1000 });
    await expect(hasty.refund(request, context)).rejects.toMatchObject({ kind: 'retry' });
    await expect.poll(async () => (await now(order)).totalRefunded).toBe(1000);
    await store.refund(request, context);
    expect((await now(order)).totalRefunded).toBe(1000);
  });
  test('money without goods goes once too, over a lost answer within the same call', async () => {
    const order = takeOrder();
    const request = refundOf(order, { lines: [], amount: { amount: 700, currencyCode: order.currencyCode } });
    await fault('refundCreate', 'dropAnswer');
    const first = await store.refund(request, context);
    expect(first).toMatchObject({ returnIdFromPlatform: null, amount: { amount: 700 } });
    expect(await store.refund(request, context)).toEqual(first);
    expect((await now(order)).totalRefunded).toBe(700);
  });
  test('money given back is found by its mark once the platform has forgotten the key', async () => {
    const order = takeOrder();
    const amount = { amount: 300, currencyCode: order.currencyCode };
    const request = refundOf(order, { lines: [], amount });
    const first = await store.refund(request, context);
    sandbox.store(SHOP).idempotency = {};
    expect(await store.refund(request, context)).toEqual(first);
    expect((await now(order)).totalRefunded).toBe(300);
  });
  test('of an order of 200 lines in one parcel all are taken back', async () => {
    const order = takeOrder();
    const kept = sandbox.store(SHOP).orders.find(({ id }) => String(id) === order.idFromPlatform);
    const [parcel] = kept?.fulfillments ?? [];
    const [line] = kept?.lineItems ?? [];
    if (!kept || !parcel || !line) throw new Error('nothing was sent');
    for (let added = parcel.lines.length; added < 200; added += 1) {
      const copy = { ...line, id: 900_000 + added, quantity: 1, unitPrice: { shop: 0, presentment: 0 }, discounts: [] };
      kept.lineItems.push({ ...copy, taxLines: [] });
      parcel.lines.push({ id: 950_000 + added, lineItemId: copy.id, quantity: 1 });
    }
    const lines = parcel.lines.map(({ id, lineItemId, quantity }) => ({
      lineIdFromPlatform: String(lineItemId),
      fulfillmentLineIdFromPlatform: String(id),
      quantity,
    }));
    await store.refund(refundOf(order, { lines }), context);
    expect((await now(order)).returns).toMatchObject([{ status: 'CLOSED', lines: { length: 200 } }]);
  });
  test('another purpose is another movement', async () => {
    const order = takeOrder();
    const amount = { amount: 300, currencyCode: order.currencyCode };
    const key = `refund:fee:${randomUUID()}`;
    await store.refund(refundOf(order, { lines: [], amount, purposeKey: key }), context);
    await store.refund(refundOf(order, { lines: [], amount, purposeKey: `${key}1` }), context);
    expect((await now(order)).totalRefunded).toBe(600);
  });
  test('the refund of a return is known for ours wherever Shopify keeps the note of the return', async () => {
    sandbox.store(SHOP).keepsReturnNotes = true;
    const order = takeOrder();
    const request = refundOf(order);
    const { idFromPlatform } = await store.refund(request, context);
    const byStaff = { ...refundOf(order, { lines: [] }), purposeKey: 'refund:other' };
    await store.refund(byStaff, context);
    const kept = sandbox.store(SHOP).orders.find(({ id }) => String(id) === order.idFromPlatform);
    const [first, second] = kept?.refunds ?? [];
    expect(first?.note).toBeNull();
    // As if staff had given more for the same return.
    if (first && second) Object.assign(second, { note: null, returnId: first.returnId });
    const ours = { idFromPlatform, purposeKey: request.purposeKey };
    expect((await now(order)).refunds).toMatchObject([ours, { purposeKey: null }]);
    const exported = (await Array.fromAsync(store.exportOrders(context))).filter(isReadable);
    expect(exported.find((one) => one.idFromPlatform === order.idFromPlatform)?.refunds[0]).toMatchObject(ours);
    const { items } = await store.movementsOf({ orderIdsFromPlatform: [order.idFromPlatform] }, null, context);
    expect(items.filter(({ kind }) => kind === 'refund')).toMatchObject([ours, { purposeKey: null }]);
  });
  test.each([
    ['with the refund', false],
    ['with the return', true],
  ])(
    'a bonus on store credit leaves as much of what was paid to give back, and no more: note %s',
    async (_at, kept) => {
      sandbox.store(SHOP).keepsReturnNotes = kept;
      const order = takeOrder();
      const { currencyCode, totalPaid } = order;
      const money = (amount: number) => ({ amount, currencyCode });
      const credit = { to: 'storeCredit', amount: money(1100), incentiveAmount: 100 } as const;
      expect((await store.refund(refundOf(order, credit), context)).amount.amount).toBe(1100);
      const again = { ...credit, lines: [], amount: money(230), incentiveAmount: 30 };
      await store.refund(refundOf(order, again), context);
      const left = totalPaid - 1200;
      await expect(store.refund(refundOf(order, { lines: [], amount: money(left + 1) }), context)).rejects.toThrow(
        /can still be refunded/,
      );
      await store.refund(refundOf(order, { lines: [], amount: money(left) }), context);
      expect((await now(order)).totalRefunded).toBe(totalPaid + 130);
      await expect(store.refund(refundOf(order, { ...again, amount: money(31) }), context)).rejects.toThrow(
        /can still be refunded/,
      );
    },
  );
  test('store credit with a bonus and money side by side give all back that was paid', async () => {
    const order = takeOrder();
    const { currencyCode, totalPaid } = order;
    const money = (amount: number) => ({ amount, currencyCode });
    const credit = { to: 'storeCredit', amount: money(1100), incentiveAmount: 100, lines: [] } as const;
    await post('/_control/faults', { shop: SHOP, match: 'refundCreate', mode: 'delay', times: 1, ms: 300 });
    const given = await Promise.all([
      store.refund(refundOf(order, { lines: [], amount: money(totalPaid - 1000) }), context),
      store.refund(refundOf(order, credit), context),
    ]);
    expect(given.map(({ amount }) => amount.amount)).toEqual([totalPaid - 1000, 1100]);
    expect((await now(order)).totalRefunded).toBe(totalPaid + 100);
  });
  test('more than is left, another currency, nothing, and goods that are already back are refused before anything moves', async () => {
    const order = takeOrder();
    const { currencyCode } = order;
    const refusal = (changes: Partial<RefundRequest>) =>
      expect(store.refund(refundOf(order, changes), context)).rejects;
    await refusal({ amount: { amount: order.totalPaid + 1, currencyCode } }).toMatchObject({ kind: 'refused' });
    await refusal({ amount: { amount: 100, currencyCode: 'NOK' } }).toMatchObject({ kind: 'refused' });
    await refusal({ amount: { amount: 0, currencyCode } }).toMatchObject({ kind: 'refused' });
    await refusal({ orderIdFromPlatform: '1' }).toMatchObject({ kind: 'refused' });
    const [line] = refundOf(order).lines;
    if (!line) throw new Error('no line');
    await refusal({ lines: [{ ...line, quantity: 99 }] }).toThrow(/can still be returned/);
    const after = await now(order);
    expect([after.totalRefunded, after.returns.length]).toEqual([0, 0]);
  });
  test('store credit', async () => {
    const order = untouched.find(({ customer }) => customer !== null);
    if (!order) throw new Error('no order of a known customer');
    untouched.splice(untouched.indexOf(order), 1);
    const credited = (): number =>
      sandbox
        .store(SHOP)
        .storeCreditAccounts.filter(({ customerId }) => String(customerId) === order.customer?.idFromPlatform)
        .reduce((count, { movements }) => count + movements.length, 0);
    const before = credited();
    const request = refundOf(order, { to: 'storeCredit' });
    const first = await store.refund(request, context);
    expect(first.amount.amount).toBe(1000);
    expect(await store.refund(request, context)).toEqual(first);
    expect(credited()).toBe(before + 1);
  });
});

describe('gift cards', () => {
  const request = (purposeKey: string) => ({
    purposeKey,
    amount: { amount: 2550, currencyCode: 'USD' },
    customerIdFromPlatform: null,
    note: 'Claim R-1',
  });
  const cards = () => sandbox.store(SHOP).giftCards.length;

  test('issuing twice is issuing once, with the same code', async () => {
    const before = cards();
    const first = await store.issueGiftCard(request('gift:1'), context);
    expect(first).toMatchObject({
      amount: { amount: 2550, currencyCode: 'USD' },
      code: expect.stringMatching(/^[a-z0-9]{16}$/),
    });
    expect(await store.issueGiftCard(request('gift:1'), context)).toEqual(first);
    expect(cards()).toBe(before + 1);
    expect((await store.issueGiftCard(request('gift:2'), context)).code).not.toBe(first.code);
  });
  test('an answer lost after the work does not make a second card', async () => {
    const before = cards();
    await fault('giftCardCreate', 'dropAnswer');
    const first = await store.issueGiftCard(request('gift:3'), context);
    expect(await store.issueGiftCard(request('gift:3'), context)).toEqual(first);
    expect(cards()).toBe(before + 1);
  });
});

describe('exchange orders', () => {
  async function request(order: Order, purposeKey: string) {
    const products = (await Array.fromAsync(store.exportProducts(context))).filter(isReadable);
    const variant = products
      .flatMap(({ variants }) => variants)
      .find(({ available }) => available === null || available > 5);
    if (!variant) throw new Error('everything is sold out');
    return {
      purposeKey,
      currencyCode: order.currencyCode,
      note: 'Exchange for R-1',
      tags: ['exchange'],
      lines: [{ variantIdFromPlatform: variant.idFromPlatform, quantity: 1 }],
      originalOrder: {
        idFromPlatform: order.idFromPlatform,
        orderNo: order.orderNo,
        email: order.email,
        customerIdFromPlatform: order.customer?.idFromPlatform ?? null,
        shippingAddress: order.shippingAddress,
      },
    };
  }
  const count = () => sandbox.store(SHOP).orders.length;

  test('creating twice is creating once; it ships the variant and costs nothing', async () => {
    const order = takeOrder();
    const wanted = await request(order, 'exchange:1');
    const before = count();
    const first = await store.createExchangeOrder(wanted, context);
    expect(await store.createExchangeOrder(wanted, context)).toEqual(first);
    expect(count()).toBe(before + 1);
    expect(await store.fetchOrder(first.idFromPlatform, context)).toMatchObject({
      orderNo: first.orderNo,
      total: 0,
      tags: ['exchange'],
      shippingAddress: { line1: order.shippingAddress?.line1 },
      lines: [
        {
          variantIdFromPlatform: wanted.lines[0]?.variantIdFromPlatform,
          quantity: 1,
          requiresShipping: true,
          paidTotal: 0,
        },
      ],
    });
  });
  test('an answer lost after the work: the next try finds the order', async () => {
    const wanted = await request(takeOrder(), 'exchange:2');
    const before = count();
    await fault('orderCreate', 'dropAnswer');
    await expect(store.createExchangeOrder(wanted, context)).rejects.toMatchObject({
      kind: 'retry',
      retryAfterMs: 60_000,
    });
    expect(count()).toBe(before + 1);
    await store.createExchangeOrder(wanted, context);
    expect(count()).toBe(before + 1);
  });
  test('one that was canceled since is not taken for sent', async () => {
    const wanted = await request(takeOrder(), 'exchange:canceled');
    const first = await store.createExchangeOrder(wanted, context);
    const made = sandbox.store(SHOP).orders.find(({ id }) => String(id) === first.idFromPlatform);
    if (!made) throw new Error('the order was not made');
    made.cancelledAt = new Date().toISOString();
    expect((await store.createExchangeOrder(wanted, context)).idFromPlatform).not.toBe(first.idFromPlatform);
  });
  test('an answer lost while the search lags behind: the next try finds the order among the latest', async () => {
    const wanted = await request(takeOrder(), 'exchange:lagging');
    const before = count();
    await post('/_control/search-lag', { shop: SHOP, ms: 60_000 });
    try {
      await fault('orderCreate', 'dropAnswer');
      await expect(store.createExchangeOrder(wanted, context)).rejects.toMatchObject({ kind: 'retry' });
      expect(await store.createExchangeOrder(wanted, context)).toMatchObject({ orderNo: expect.any(String) });
    } finally {
      await post('/_control/search-lag', { shop: SHOP, ms: 0 });
    }
    expect(count()).toBe(before + 1);
  });
  test('a variant that is gone is refused', async () => {
    const wanted = await request(takeOrder(), 'exchange:3');
    const gone = { ...wanted, lines: [{ variantIdFromPlatform: '1', quantity: 1 }] };
    await expect(store.createExchangeOrder(gone, context)).rejects.toMatchObject({ kind: 'refused' });
  });
});

test('tags are added, not replaced, however often', async () => {
  const order = takeOrder();
  await store.addOrderTags(order.idFromPlatform, ['claimed'], context);
  await store.addOrderTags(order.idFromPlatform, ['claimed', 'second'], context);
  expect((await now(order)).tags.toSorted()).toEqual([...new Set([...order.tags, 'claimed', 'second'])].toSorted());
});

test('an order that was read within the second of its change counts as older, so that it is read again', async () => {
  const order = takeOrder();
  await store.addOrderTags(order.idFromPlatform, ['claimed'], context);
  const stored = sandbox.store(SHOP).orders.find(({ id }) => String(id) === order.idFromPlatform);
  if (!stored) throw new Error('the shop has no such order');
  const { updatedAt } = stored;
  const read = await now(order);
  expect(Date.parse(read.updatedOn)).toBeLessThan(Date.parse(updatedAt));
  expect((await store.changedOrders(updatedAt, null, context)).items).toContainEqual(read);
  stored.tags = [...stored.tags, 'of the same second'];
  const again = await store.fetchOrderSince(order.idFromPlatform, read.updatedOn, context);
  expect(again?.tags).toContain('of the same second');
  // Nothing changes in that second any more.
  stored.updatedAt = new Date(Date.parse(updatedAt) - 3_600_000).toISOString();
  const settled = await now(order);
  expect(settled.updatedOn).toBe(stored.updatedAt);
  expect(await store.fetchOrderSince(order.idFromPlatform, settled.updatedOn, context)).toBeNull();
});

describe('a difficult platform', () => {
  test('throttling and failures are waited out where it is safe', async () => {
    await fault('Shop', 'throttle', 2);
    expect((await store.shop(context)).currencyCode).toBe('USD');
    await fault('Shop', 'fail', 2);
    expect((await store.shop(context)).currencyCode).toBe('USD');
    await fault('Shop', 'drop');
    expect((await store.shop(context)).currencyCode).toBe('USD');
  });
  test('a mutation that may have been done is not sent again', async () => {
    const order = takeOrder();
    await fault('returnCreate', 'fail');
    await expect(store.refund(refundOf(order), context)).rejects.toMatchObject({ kind: 'retry', retryAfterMs: 10_000 });
    await fault('returnCreate', 'throttle');
    expect((await store.refund(refundOf(order), context)).amount.amount).toBe(1000);
  });
  test('what goes on failing ends as something to try later', async () => {
    const impatient = await connect(2);
    await fault('Shop', 'fail', 2);
    await expect(impatient.shop(context)).rejects.toMatchObject({ kind: 'retry' });
    expect((await impatient.shop(context)).domain).toBe(SHOP);
  });
  test('a token that is no longer good is refused', async () => {
    const stranger = createShopifyStorefront({
      shopDomain: SHOP,
      shopUrl,
      accessToken: () => Promise.resolve('shpat_no'),
      giftCardSecret: 'cards',
    });
    await expect(stranger.shop(context)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/connected again/),
    });
  });
});

test('the app is installed by code grant, and its token renewed', async () => {
  const install = createShopifyInstall({ ...APP, shopUrl });
  const answer = await fetch(install.authorizeUrl(SHOP, 'st4te', 'http://127.0.0.1/callback'), { redirect: 'manual' });
  const callback = new URL(answer.headers.get('location') ?? '');
  const query = Object.fromEntries(callback.searchParams);
  expect(query['state']).toBe('st4te');
  await expect(install.completeInstall({ ...query, code: 'forged' })).rejects.toMatchObject({ kind: 'refused' });
  const token = await install.completeInstall(query);
  expect(token).toMatchObject({ shopDomain: SHOP, expiresOn: expect.any(String), refreshToken: expect.any(String) });
  const renewed = await install.refreshToken(SHOP, token.refreshToken ?? '');
  expect(renewed.accessToken).not.toBe(token.accessToken);
  await expect(install.exchangeSessionToken(SHOP, 'not.a.token')).rejects.toMatchObject({ kind: 'refused' });
});

test('a topic the merchant has not granted is refused, and keeps no other from being registered', async () => {
  const shop = sandbox.store(SHOP);
  const before = shop.tokens.map(({ scopes }) => scopes);
  for (const token of shop.tokens) token.scopes = token.scopes.filter((scope) => scope !== 'read_fulfillments');
  expect(await store.subscribe('http://127.0.0.1:1/new', context)).toMatchObject({
    isMissingProducts: true,
    refusal: { kind: 'refused', message: expect.stringContaining('fulfillments/create') },
  });
  expect(await store.subscribe('http://127.0.0.1:1/new', context)).toMatchObject({ isMissingProducts: false });
  const topics = shop.webhookSubscriptions.map(({ topic }) => topic);
  expect(topics.toSorted()).toEqual(WEBHOOK_TOPICS.filter((topic) => !topic.startsWith('FULFILLMENTS_')).toSorted());
  for (const [index, token] of shop.tokens.entries()) token.scopes = before[index] ?? [];
});

test('webhooks are registered once, move with our address, and verify', async () => {
  const install = createShopifyInstall({ ...APP, shopUrl });
  const events: (PartnerCall | null)[] = [];
  const forged: (PartnerCall | null)[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      events.push(install.readCall(Buffer.concat(chunks), headers));
      forged.push(install.readCall(Buffer.concat([...chunks, Buffer.from(' ')]), headers));
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  const address = receiver.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const subscriptions = () => sandbox.store(SHOP).webhookSubscriptions;
  await store.subscribe('http://127.0.0.1:1/old', context);
  await store.subscribe(`http://127.0.0.1:${port}/hooks`, context);
  await store.subscribe(`http://127.0.0.1:${port}/hooks`, context);
  expect(
    subscriptions()
      .map(({ topic }) => topic)
      .toSorted(),
  ).toEqual([...WEBHOOK_TOPICS].toSorted());
  expect(new Set(subscriptions().map(({ uri }) => uri))).toEqual(new Set([`http://127.0.0.1:${port}/hooks`]));

  const order = takeOrder();
  await store.refund(refundOf(order), context);
  await post('/_control/webhooks/flush', {});
  await expect
    .poll(() => events.map((event) => event?.topic))
    .toEqual(expect.arrayContaining(['refunds/create', 'orders/updated', 'returns/approve']));
  for (const event of events)
    expect(event?.subject).toMatchObject({ kind: 'order', idFromPlatform: order.idFromPlatform });
  expect(forged.filter((event) => event !== null)).toEqual([]);
  receiver.close();
});
