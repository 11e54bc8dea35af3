import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Client } from './client.fixture.ts';
import { at, listAt, seededClient, SHOP, textAt } from './client.fixture.ts';
import { queryHmac } from './oauth.ts';
import { financialStatus, orderSums } from './order-sums.ts';
import { seedShop } from './seed/demo.ts';
import { newShop } from './state.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(...args: Parameters<typeof seededClient>): Promise<Client> {
  const client = await seededClient(...args);
  closers.push(() => client.sandbox.close());
  return client;
}

type Received = { headers: Record<string, string | string[] | undefined>; body: string };

/** A subscriber that answers with the statuses given, then with 200. */
async function subscriber(statuses: number[] = []): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/webhooks`, received };
}

const SUBSCRIBE =
  'mutation W($topic: WebhookSubscriptionTopic!, $uri: String!) { webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) { webhookSubscription { id uri } userErrors { message } } }';
const TAG =
  'mutation T($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) { node { ... on Order { tags } } userErrors { message } } }';

function orderId(client: Client, index = 0): string {
  return `gid://shopify/Order/${client.sandbox.store(SHOP).orders[index]?.id}`;
}

test('webhooks are signed, carry the REST resource and are tried again until they arrive', async () => {
  const client = await open();
  const hook = await subscriber([500, 503]);
  await client.call(SUBSCRIBE, { topic: 'ORDERS_UPDATED', uri: hook.url });
  const twice = await client.call(SUBSCRIBE, { topic: 'ORDERS_UPDATED', uri: hook.url });
  expect(textAt(twice, 'data', 'webhookSubscriptionCreate', 'userErrors', 0, 'message')).toBe(
    'Address for this topic has already been taken',
  );
  const tagged = await client.call(TAG, { id: orderId(client), tags: ['zebra', 'Apple', 'apple'] });
  expect(at(tagged, 'data', 'tagsAdd', 'node', 'tags')).toEqual(['Apple', 'zebra']);
  await expect.poll(() => hook.received.length).toBe(3);
  const [first, , last] = hook.received;
  expect(first?.headers['x-shopify-topic']).toBe('orders/updated');
  expect(first?.headers['x-shopify-shop-domain']).toBe(SHOP);
  expect(first?.headers['x-shopify-hmac-sha256']).toBe(
    createHmac('sha256', 'secret')
      .update(first?.body ?? '')
      .digest('base64'),
  );
  expect(last?.headers['x-shopify-webhook-id']).toBe(first?.headers['x-shopify-webhook-id']);
  expect(textAt(JSON.parse(first?.body ?? ''), 'admin_graphql_api_id')).toBe(orderId(client));
  expect(textAt(JSON.parse(first?.body ?? ''), 'tags')).toBe('Apple, zebra');
});

test('webhooks can be dropped, repeated and reordered', async () => {
  const client = await open();
  const hook = await subscriber();
  await client.call(SUBSCRIBE, { topic: 'ORDERS_UPDATED', uri: hook.url });
  const touch = (index: number) => client.call(TAG, { id: orderId(client, index), tags: ['x'] });
  await client.control('faults', { match: 'webhook', mode: 'drop', times: 1 });
  await touch(0);
  await client.control('faults', { match: 'webhook', mode: 'repeat', times: 1 });
  await touch(1);
  await client.control('webhooks/flush');
  expect(hook.received.map((each) => textAt(JSON.parse(each.body), 'admin_graphql_api_id'))).toEqual([
    orderId(client, 1),
    orderId(client, 1),
  ]);
  await client.control('faults', { match: 'webhook', mode: 'reorder', times: 2 });
  await touch(2);
  await touch(3);
  await client.control('webhooks/flush');
  expect(hook.received.slice(2).map((each) => textAt(JSON.parse(each.body), 'admin_graphql_api_id'))).toEqual([
    orderId(client, 3),
    orderId(client, 2),
  ]);
});

test('a bulk export runs on its own and serves JSON lines below their parents', async () => {
  const client = await open();
  const refused = await client.call(
    'mutation { bulkOperationRunQuery(groupObjects: false, query: "{ orders { edges { node { id fulfillments { id fulfillmentLineItems { edges { node { id } } } } } } } }") { bulkOperation { id } userErrors { message } } }',
  );
  expect(textAt(refused, 'data', 'bulkOperationRunQuery', 'userErrors', 0, 'message')).toContain(
    'connection field within a list field',
  );
  const started = await client.call(
    'mutation { bulkOperationRunQuery(groupObjects: false, query: "{ orders { edges { node { id name lineItems { edges { node { id quantity } } } } } } }") { bulkOperation { id status url } userErrors { message } } }',
  );
  const id = textAt(started, 'data', 'bulkOperationRunQuery', 'bulkOperation', 'id');
  const state = () =>
    client.call('query B($id: ID!) { bulkOperation(id: $id) { status url rootObjectCount } }', { id });
  await expect.poll(async () => textAt(await state(), 'data', 'bulkOperation', 'status')).toBe('COMPLETED');
  const done = await state();
  expect(textAt(done, 'data', 'bulkOperation', 'rootObjectCount')).toBe('120');
  const lines = (await (await fetch(textAt(done, 'data', 'bulkOperation', 'url'))).text())
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  const orders = client.sandbox.store(SHOP).orders;
  expect(lines).toHaveLength(orders.length + orders.reduce((sum, order) => sum + order.lineItems.length, 0));
  expect(at(lines[1], '__parentId')).toBe(at(lines[0], 'id'));
});

test('calls cost points, and a dry bucket answers THROTTLED', async () => {
  const client = await open();
  const query =
    '{ orders(first: 100) { nodes { id customer { id } lineItems(first: 5) { nodes { id product { id } } } } } }';
  const first = await client.call(query);
  expect(Number(at(first, 'extensions', 'cost', 'requestedQueryCost'))).toBeGreaterThan(100);
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.call(query)));
  expect(answers.some((each) => textAt(each, 'errors', 0, 'extensions', 'code') === 'THROTTLED')).toBe(true);
  const huge = await client.call(
    '{ orders(first: 250) { nodes { id customer { id } lineItems(first: 250) { nodes { id product { id } variant { id } } } } } }',
  );
  expect(textAt(huge, 'errors', 0, 'extensions', 'code')).toBe('MAX_COST_EXCEEDED');
});

test('orders are paged by when they changed, without gaps', async () => {
  const client = await open();
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: unknown = await client.call(
      `query Q($after: String) { orders(first: 37, after: $after, sortKey: UPDATED_AT, query: "updated_at:>'2020-01-01T00:00:00Z'") { nodes { name updatedAt } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    seen.push(...listAt(page, 'data', 'orders', 'nodes').map((each) => textAt(each, 'name')));
    after =
      at(page, 'data', 'orders', 'pageInfo', 'hasNextPage') === true
        ? textAt(page, 'data', 'orders', 'pageInfo', 'endCursor')
        : null;
  } while (after !== null);
  expect(new Set(seen).size).toBe(120);
  const named = await client.call(`{ orders(first: 5, query: "name:#1003") { nodes { name } } }`);
  expect(listAt(named, 'data', 'orders', 'nodes')).toEqual([{ name: '#1003' }]);
});

test('an order made by an app takes stock as it was told to', async () => {
  const client = await open();
  const variant = client.sandbox.store(SHOP).products[0]?.variants[0];
  const before = variant?.quantities['available'] ?? 0;
  const create = (quantity: number) =>
    client.call(
      'mutation O($order: OrderCreateOrderInput!) { orderCreate(order: $order, options: { inventoryBehaviour: DECREMENT_OBEYING_POLICY }) { order { id name tags totalPriceSet { shopMoney { amount } } } userErrors { code } } }',
      {
        order: {
          lineItems: [
            {
              variantId: `gid://shopify/ProductVariant/${variant?.id}`,
              quantity,
              priceSet: { shopMoney: { amount: '0', currencyCode: 'USD' } },
            },
          ],
          email: 'someone@example.com',
          tags: ['exchange'],
        },
      },
    );
  expect(textAt(await create(before + 1), 'data', 'orderCreate', 'userErrors', 0, 'code')).toBe(
    'INVENTORY_CLAIM_FAILED',
  );
  const made = await create(1);
  expect(textAt(made, 'data', 'orderCreate', 'order', 'totalPriceSet', 'shopMoney', 'amount')).toBe('0.0');
  expect(variant?.quantities['available']).toBe(before - 1);
  const cancelled = await client.call(
    'mutation C($id: ID!) { orderCancel(orderId: $id, reason: CUSTOMER, restock: true) { job { id done } orderCancelUserErrors { code } } }',
    { id: textAt(made, 'data', 'orderCreate', 'order', 'id') },
  );
  const job = textAt(cancelled, 'data', 'orderCancel', 'job', 'id');
  await expect
    .poll(async () =>
      at(await client.call('query J($id: ID!) { job(id: $id) { done } }', { id: job }), 'data', 'job', 'done'),
    )
    .toBe(true);
  expect(variant?.quantities['available']).toBe(before);
});

test('a draft order becomes an order', async () => {
  const client = await open();
  const variant = client.sandbox.store(SHOP).products[0]?.variants[0];
  const draft = await client.call(
    'mutation D($input: DraftOrderInput!) { draftOrderCreate(input: $input) { draftOrder { id totalPriceSet { shopMoney { amount } } } userErrors { message } } }',
    {
      input: {
        email: 'a@example.com',
        lineItems: [
          {
            variantId: `gid://shopify/ProductVariant/${variant?.id}`,
            quantity: 2,
            appliedDiscount: { value: 100, valueType: 'PERCENTAGE' },
          },
        ],
      },
    },
  );
  expect(textAt(draft, 'data', 'draftOrderCreate', 'draftOrder', 'totalPriceSet', 'shopMoney', 'amount')).toBe('0.0');
  const completed = await client.call(
    'mutation F($id: ID!) { draftOrderComplete(id: $id) { draftOrder { status order { name displayFinancialStatus } } userErrors { message } } }',
    { id: textAt(draft, 'data', 'draftOrderCreate', 'draftOrder', 'id') },
  );
  expect(at(completed, 'data', 'draftOrderComplete', 'draftOrder')).toEqual({
    status: 'COMPLETED',
    order: { name: '#1121', displayFinancialStatus: 'PAID' },
  });
});

test('a lost answer has still done its work; a dropped request has not', async () => {
  const client = await open();
  const tag = (value: string) => client.call(TAG, { id: orderId(client), tags: [value] });
  await client.control('faults', { match: 'tagsAdd', mode: 'dropAnswer' });
  await expect(tag('kept')).rejects.toThrow();
  await client.control('faults', { match: 'tagsAdd', mode: 'drop' });
  await expect(tag('lost')).rejects.toThrow();
  await client.control('faults', { match: 'tagsAdd', mode: 'throttle' });
  expect(textAt(await tag('slow'), 'errors', 0, 'extensions', 'code')).toBe('THROTTLED');
  expect(client.sandbox.store(SHOP).orders[0]?.tags).toEqual(['kept']);
});

test('the code grant, refresh and expiry of tokens', async () => {
  const { sandbox } = await open();
  const authorize = new URL(`${sandbox.url}/${SHOP}/admin/oauth/authorize`);
  authorize.search = new URLSearchParams({
    client_id: 'key',
    scope: 'read_orders',
    redirect_uri: 'http://127.0.0.1:1/back',
    state: 'abc',
  }).toString();
  const callback = new URL((await fetch(authorize, { redirect: 'manual' })).headers.get('location') ?? '');
  const query = Object.fromEntries(callback.searchParams);
  expect(query['hmac']).toBe(queryHmac(query, 'secret'));
  expect(query).toMatchObject({ shop: SHOP, state: 'abc' });
  const ask = async (body: object) => {
    const reply = await fetch(`${sandbox.url}/${SHOP}/admin/oauth/access_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: 'key', client_secret: 'secret', ...body }),
    });
    const parsed: unknown = await reply.json();
    return { status: reply.status, body: parsed };
  };
  const granted = await ask({ code: query['code'], expiring: 1 });
  expect(granted.body).toMatchObject({ expires_in: 3600, scope: 'read_orders' });
  expect((await ask({ code: query['code'], expiring: 1 })).status).toBe(400);
  const refreshed = await ask({ grant_type: 'refresh_token', refresh_token: textAt(granted.body, 'refresh_token') });
  const status = async (token: string) =>
    (
      await fetch(`${sandbox.url}/${SHOP}/admin/api/2026-07/graphql.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
        body: '{"query":"{shop{id}}"}',
      })
    ).status;
  expect(textAt(refreshed.body, 'scope')).toBe('read_orders');
  expect(await status(textAt(refreshed.body, 'access_token'))).toBe(200);
  expect(await status(textAt(granted.body, 'access_token'))).toBe(401);
  await fetch(`${sandbox.url}/_control/expire-tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shop: SHOP }),
  });
  expect(await status(textAt(refreshed.body, 'access_token'))).toBe(401);
});

test('a webhook nobody took is delivered by the next run, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-shopify-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, 'state.json');
  const hook = await subscriber([500, 500]);
  const first = await seededClient({ stateFile, webhookRetryMs: 60_000 });
  await first.call(SUBSCRIBE, { topic: 'ORDERS_UPDATED', uri: hook.url });
  await first.call(TAG, { id: orderId(first), tags: ['told later'] });
  await expect.poll(() => hook.received.length).toBe(1);
  await first.sandbox.close();
  const second = await seededClient({ stateFile, webhookRetryMs: 20 });
  expect(await second.sandbox.webhooks.flush()).toBe(1);
  await expect.poll(() => hook.received.length).toBe(3);
  await second.sandbox.close();
  const ids = hook.received.map(({ headers }) => headers['x-shopify-webhook-id']);
  expect(new Set(ids).size).toBe(1);
  const third = await open({ stateFile, webhookRetryMs: 20 });
  expect(await third.sandbox.webhooks.flush()).toBe(0);
});

test('a restart finds the shop as it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-shopify-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, 'state.json');
  const first = await seededClient({ stateFile });
  await first.call(TAG, { id: orderId(first), tags: ['remembered'] });
  const before = first.sandbox.seedDemo(SHOP);
  await first.sandbox.close();
  const second = await open({ stateFile });
  expect(second.sandbox.store(SHOP).orders[0]?.tags).toEqual(['remembered']);
  expect(second.sandbox.seedDemo(SHOP)).toEqual(before);
});

test('an export that was under way when the sandbox ended is ended by the next run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-shopify-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, 'state.json');
  const first = await seededClient({ stateFile });
  const query = '{ products { edges { node { id } } } }';
  const run = 'mutation Run($query: String!) { bulkOperationRunQuery(query: $query) { bulkOperation { id } } }';
  await first.call(run, { query });
  await expect.poll(() => first.sandbox.store(SHOP).bulkOperations[0]?.status).toBe('COMPLETED');
  for (const operation of first.sandbox.store(SHOP).bulkOperations) operation.status = 'RUNNING';
  await first.call(TAG, { id: orderId(first), tags: ['writes the state'] });
  await first.sandbox.close();
  const second = await open({ stateFile });
  await expect.poll(() => second.sandbox.store(SHOP).bulkOperations[0]?.status).toBe('COMPLETED');
});

test('the demo store is made within a second, the same each time, in every state', () => {
  const now = new Date('2026-11-01T12:00:00Z');
  const shop = newShop(SHOP);
  const started = performance.now();
  const { samples } = seedShop(shop, { now });
  expect(performance.now() - started).toBeLessThan(1000);
  expect(shop.orders).toHaveLength(1000);
  expect(shop.customers.length).toBeGreaterThanOrEqual(300);
  expect(shop.products.length).toBeGreaterThanOrEqual(55);
  expect(samples).toHaveLength(6);
  const states = new Set(shop.orders.map(financialStatus));
  expect([...states].sort()).toEqual(['AUTHORIZED', 'PAID', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED']);
  expect(
    shop.orders.filter(
      (order) => financialStatus(order) === 'REFUNDED' && orderSums(order).currentTotal.presentment !== 0,
    ),
  ).toEqual([]);
  expect(shop.orders.some((order) => order.cancelledAt !== null)).toBe(true);
  const other = newShop(SHOP);
  seedShop(other, { now });
  expect(JSON.stringify(other.orders)).toBe(JSON.stringify(shop.orders));
  expect([...new Set(shop.orders.map((order) => order.currencies.presentment))].sort()).toEqual([
    'CAD',
    'EUR',
    'GBP',
    'JPY',
    'USD',
  ]);
});

test('people can read the shop, a product and an order with its money', async () => {
  const { sandbox } = await open();
  const read = async (path: string) => (await fetch(`${sandbox.url}/${SHOP}/${path}`)).text();
  expect(await read('')).toContain('Harbor Tee');
  expect(await read('products/harbor-tee')).toContain('Navy / M');
  expect(await read('pictures/1-1.svg')).toContain('<svg');
  const order = sandbox.store(SHOP).orders.find((each) => each.refunds.length > 0);
  expect(await read('admin/orders')).toContain('120 orders');
  expect(await read(`admin/orders/${order?.id}`)).toContain('data-table="refunds"');
});

test('a search finds a new order only after the lag it was given; the list shows it at once', async () => {
  const client = await open();
  const lag = (ms: unknown) =>
    fetch(`${client.sandbox.url}/_control/search-lag`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ shop: SHOP, ms }),
    });
  const shop = client.sandbox.store(SHOP);
  const [first] = shop.orders;
  if (!first) throw new Error('no order');
  const named = async (query: string | null): Promise<unknown[]> =>
    listAt(
      await client.call(
        'query Q($query: String) { orders(first: 1, query: $query, sortKey: CREATED_AT, reverse: true) { nodes { name } } }',
        { query },
      ),
      'data',
      'orders',
      'nodes',
    );
  shop.orders.push({ ...first, id: first.id + 1_000_000, name: '#NEW', createdAt: new Date().toISOString() });
  expect((await lag(60_000)).status).toBe(204);
  expect(await named('name:#NEW')).toEqual([]);
  expect(await named(null)).toEqual([{ name: '#NEW' }]);
  await lag(0);
  expect(await named('name:#NEW')).toEqual([{ name: '#NEW' }]);
  expect((await lag('long')).status).toBe(400);
});
