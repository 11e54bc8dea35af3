import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimById } from '#server/db/claims.ts';
import { orderByPlatformId, upsertOrders } from '#server/db/orders.ts';
import { productsById } from '#server/db/products.ts';
import { firstSync, syncProducts } from '#server/sync/first-sync.ts';
import { learnShops } from '#server/sync/learn-shops.ts';
import { reconcile } from '#server/sync/reconcile.ts';
import { syncCursor, syncShown } from '#server/sync/sync-state.ts';
import { claimOf, returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { eventually, startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ orders: 30 });
});
afterAll(async () => {
  await server.close();
});

const base64Hmac = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('base64');

const send = (body: string, headers: Record<string, string>, path = 'shopify'): Promise<Response> =>
  fetch(`${server.url}/api/webhooks/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

const shopifyHeaders = (body: string, webhookId: string, secret = server.shopifySecret): Record<string, string> => ({
  'x-shopify-topic': 'orders/updated',
  'x-shopify-shop-domain': server.shop.domain,
  'x-shopify-webhook-id': webhookId,
  'x-shopify-triggered-at': new Date().toISOString(),
  'x-shopify-hmac-sha256': base64Hmac(secret, body),
});

const orderBody = (id: number, updatedAt: string): string =>
  JSON.stringify({ id, admin_graphql_api_id: `gid://shopify/Order/${id}`, updated_at: updatedAt });

const inbox = (webhookId: string) =>
  server.server.deps.database.inStore(server.storeId, (db) =>
    db.selectFrom('webhook_inbox').selectAll().where('webhook_id', '=', webhookId).execute(),
  );

const stored = (id: number) =>
  server.server.deps.database.inStore(
    server.storeId,
    async (db) => (await orderByPlatformId(db, server.storeId, String(id)))?.document,
  );

const anOrder = () => {
  const order = server.shop.orders.at(-1);
  if (!order) throw new Error('the shop has no order');
  return order;
};

test('forged, unsigned and tampered webhooks are refused and leave nothing', async () => {
  const [body, id] = [orderBody(anOrder().id, new Date().toISOString()), randomUUID()];
  const { 'x-shopify-hmac-sha256': _signature, ...unsigned } = shopifyHeaders(body, id);
  expect((await send(body, shopifyHeaders(body, id, 'another secret'))).status).toBe(401);
  expect((await send(body, unsigned)).status).toBe(401);
  expect((await send(`${body} `, shopifyHeaders(body, id))).status).toBe(401);
  expect((await send('{}', { 'x-hmac-signature': 'hmac-sha256-hex=00' }, 'easypost')).status).toBe(401);
  expect(await inbox(id)).toEqual([]);
});

test('an address that Shopify signed at an install is no webhook', async () => {
  const { install } = server.server.deps;
  const granted = await fetch(install.authorizeUrl('attacker.myshopify.com', 'mine', `${server.url}/installed`), {
    redirect: 'manual',
  });
  const query = new URL(granted.headers.get('location') ?? '').searchParams;
  const hmac = query.get('hmac') ?? '';
  query.delete('hmac');
  query.sort();
  const id = randomUUID();
  const headers = {
    ...shopifyHeaders('', id),
    'x-shopify-topic': 'app/uninstalled',
    'x-shopify-hmac-sha256': Buffer.from(hmac, 'hex').toString('base64'),
  };
  expect((await send(query.toString(), headers)).status).toBe(401);
  expect(await inbox(id)).toEqual([]);
});

test('an uninstall of another shop is none of ours, and a webhook is good for one shop only', async () => {
  const uninstall = JSON.stringify({ id: 1, myshopify_domain: 'attacker.myshopify.com' });
  const [first, second, third, fourth] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const forged = { ...shopifyHeaders(uninstall, first), 'x-shopify-topic': 'app/uninstalled' };
  expect((await send(uninstall, forged)).status).toBe(200);
  expect(await inbox(first)).toEqual([]);

  const victim = `victim-${randomUUID()}.myshopify.com`;
  const { database } = server.server.deps;
  const victimId = await database.asOwner(async (db) => {
    const store = { slug: `victim-${randomUUID()}`, name: 'Victim', currency_code: 'USD', shop_domain: victim };
    return (await db.insertInto('store').values(store).returning('store_id').executeTakeFirstOrThrow()).store_id;
  });
  const body = orderBody(anOrder().id, new Date().toISOString());
  expect((await send(body, shopifyHeaders(body, second))).status).toBe(200);
  const replayed = { ...shopifyHeaders(body, third), 'x-shopify-shop-domain': victim };
  expect((await send(body, replayed)).status).toBe(401);
  expect(
    await database.inStore(victimId, (db) => db.selectFrom('webhook_inbox').select('webhook_id').execute()),
  ).toEqual([]);
  // Shopify reports one change under several topics with the same body.
  const again = { ...shopifyHeaders(body, fourth), 'x-shopify-topic': 'orders/create' };
  expect((await send(body, again)).status).toBe(200);
  expect(await inbox(fourth)).toHaveLength(1);
});

test('a replayed webhook is kept and worked on once', async () => {
  const [body, id] = [orderBody(anOrder().id, new Date().toISOString()), randomUUID()];
  const answers = await Promise.all([1, 2, 3].map(() => send(body, shopifyHeaders(body, id))));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  const [row] = await eventually(async () => {
    const rows = await inbox(id);
    return rows[0]?.state === 'done' && rows;
  }, 'the webhook is worked on');
  expect(row?.attempts).toBe(1);
  expect((await send(body, shopifyHeaders(body, id))).status).toBe(200);
  expect(await inbox(id)).toHaveLength(1);
});

test('what came late does not overwrite what is newer', async () => {
  const order = anOrder();
  const document = await stored(order.id);
  if (!document) throw new Error('the order was not synced');
  const newer = { ...document, updatedOn: '2999-01-01T00:00:00.000Z', note: 'newer' };
  await server.server.deps.database.inStore(server.storeId, (db) => upsertOrders(db, server.storeId, [newer]));
  const [body, id] = [orderBody(order.id, new Date().toISOString()), randomUUID()];
  await send(body, shopifyHeaders(body, id));
  await eventually(async () => (await inbox(id))[0]?.state === 'done', 'the webhook is worked on');
  expect((await stored(order.id))?.note).toBe('newer');
});

test('of several news of an order at once it is read once, and all of them are done', async () => {
  const orders = server.shop.orders.slice(3, 5);
  for (const order of orders) order.note = 'changed in many ways';
  const updatedOn = new Date(Date.now() + 1000).toISOString();
  const news = orders.flatMap(({ id }) =>
    Array.from({ length: 5 }, () => ({
      store_id: server.storeId,
      partner: 'shopify',
      webhook_id: randomUUID(),
      topic: 'orders/updated',
      body: JSON.stringify({ kind: 'order', idFromPlatform: String(id), updatedOn }),
    })),
  );
  const before = server.shopify.calls();
  const { inStore } = server.server.deps.database;
  await inStore(server.storeId, (db) => db.insertInto('webhook_inbox').values(news).execute());
  await eventually(async () => {
    const rows = await Promise.all(news.map((one) => inbox(one.webhook_id)));
    return rows.flat().every(({ state, attempts }) => state === 'done' && attempts === 1);
  }, 'all are worked on');
  expect(server.shopify.calls() - before).toBe(orders.length);
  expect(await Promise.all(orders.map(async ({ id }) => (await stored(id))?.note))).toEqual(
    orders.map(() => 'changed in many ways'),
  );
});

test('a line keeps the tags that its product had when it was bought', async () => {
  const order = server.shop.orders[2];
  const before = await stored(order?.id ?? 0);
  const product = server.shop.products.find(({ id }) => id === order?.lineItems[0]?.productId);
  if (!order || !before || !product) throw new Error('the order was not synced');
  product.tags = ['tagged after the purchase'];
  order.note = 'changed after the purchase';
  const [body, id] = [orderBody(order.id, new Date().toISOString()), randomUUID()];
  await send(body, shopifyHeaders(body, id));
  await eventually(async () => (await inbox(id))[0]?.state === 'done', 'the webhook is worked on');
  const after = await stored(order.id);
  expect(after?.note).toBe('changed after the purchase');
  expect(after?.lines[0]?.productTags).toEqual(before.lines[0]?.productTags);
});

test('a webhook while the platform is down is worked on later', async () => {
  const order = server.shop.orders[0];
  if (!order) throw new Error('the shop has no order');
  order.note = 'changed while nobody listened';
  order.updatedAt = new Date().toISOString();
  server.shopify.faults.add({ shop: null, match: 'order', mode: 'fail', times: 4, ms: 0 });
  const [body, id] = [orderBody(order.id, order.updatedAt), randomUUID()];
  expect((await send(body, shopifyHeaders(body, id))).status).toBe(200);
  await eventually(
    async () => (await stored(order.id))?.note === 'changed while nobody listened',
    'the order is read in the end',
    30_000,
  );
});

test('a webhook is given up after a day and a half of failures, and the store is told of what', async () => {
  const product = server.shop.products[0];
  if (!product) throw new Error('the shop has no product');
  const { database } = server.server.deps;
  const id = randomUUID();
  const body = JSON.stringify({ id: product.id, admin_graphql_api_id: `gid://shopify/Product/${product.id}` });
  server.shopify.faults.add({ shop: null, match: 'product', mode: 'fail', times: 1_000, ms: 0 });
  await send(body, { ...shopifyHeaders(body, id), 'x-shopify-topic': 'products/update' });
  const tried = async () => (await inbox(id))[0];
  const hasFailed = async (attempts: number): Promise<boolean> => {
    const row = await tried();
    return row !== undefined && row.attempts >= attempts && row.last_error !== null;
  };
  /** As if it had been tried so often before. */
  const tryAgain = (attempts: number) =>
    database.inStore(server.storeId, (db) =>
      db
        .updateTable('webhook_inbox')
        .set({ attempts, next_try_on: sql`now()` })
        .where('webhook_id', '=', id)
        .execute(),
    );
  await eventually(() => hasFailed(1), 'it failed once');
  await tryAgain(300);
  await eventually(() => hasFailed(301), 'it failed once more');
  expect(await tried()).toMatchObject({ state: 'waiting' });
  await tryAgain(399);
  await eventually(() => hasFailed(400), 'it failed for the last time');
  expect(await tried()).toMatchObject({ state: 'failed' });
  const told = await database.inStore(server.storeId, (db) =>
    db.selectFrom('alert').select(['kind', 'message']).where('kind', '=', 'newsLost').execute(),
  );
  expect(told).toEqual([{ kind: 'newsLost', message: expect.stringMatching(/^About a product: ./) }]);
  server.shopify.faults.clear();
});

const trackerEvent = (trackingCode: string, status: string, updatedAt: string): string =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'Event',
    description: 'tracker.updated',
    result: { object: 'Tracker', tracking_code: trackingCode, status, updated_at: updatedAt, tracking_details: [] },
  });
const sendTracker = (body: string): Promise<Response> => {
  const signature = createHmac('sha256', server.easypostSecret).update(body).digest('hex');
  return send(body, { 'x-hmac-signature': `hmac-sha256-hex=${signature}` }, 'easypost');
};

test('news of a parcel that comes before its label is recorded is kept and applied', async () => {
  const staff = await server.staff();
  // The carrier's news arrives while the QR code is still being requested.
  await fetch(`${server.easypost.url}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'delay', match: '/forms', times: 1, ms: 1500 }),
  });
  const externalId = await submitReturn(server, await returnableOrder(server), { shippingMethod: 'label' });
  const claim = await eventually(async () => {
    const found = await claimOf(server, staff, externalId);
    return found.claimReturnShipments[0]?.tracker.status === 'pre_transit' && found;
  }, 'the early news is applied');
  const rows = await server.server.deps.database.inStore(server.storeId, (db) =>
    db.selectFrom('webhook_inbox').selectAll().where('partner', '=', 'easypost').execute(),
  );
  const ofThis = rows.filter((row) =>
    row.body.includes(claim.claimReturnShipments[0]?.tracker.carrier.trackingCode ?? ''),
  );
  expect(ofThis.map((row) => row.state)).toEqual(['done']);
});

test("an event reaches the store whose parcel it is, though another's tracking code contains its code", async () => {
  const staff = await server.staff();
  const externalId = await submitReturn(server, await returnableOrder(server), { shippingMethod: 'label' });
  const { id, claimReturnShipments: shipments } = await settledClaim(server, staff, externalId);
  const code = shipments[0]?.tracker.carrier.trackingCode ?? '';
  const longer = `${code}7`;
  const { database } = server.server.deps;
  const otherStore = await database.asOwner(async (db) => {
    const { store_id: storeId } = await db
      .insertInto('store')
      .values({ slug: `other-${randomUUID()}`, name: 'Other', currency_code: 'USD', shop_domain: null })
      .returning('store_id')
      .executeTakeFirstOrThrow();
    const there = JSON.stringify({ store_id: storeId });
    await sql`insert into store_order (store_id, order_id, id_from_platform, order_no, order_no_key, email_key, postal_key, created_on, updated_on, document)
      overriding system value
      select ${storeId}, o.order_id, id_from_platform, o.order_no, order_no_key, email_key, postal_key, o.created_on, o.updated_on, o.document
      from store_order o join claim c using (store_id, order_id) where c.claim_id = ${id}`.execute(db);
    await sql`insert into claim select (jsonb_populate_record(c, ${there}::jsonb || jsonb_build_object(
        'document', replace(document::text, ${code}, ${longer})::jsonb, 'search_text', replace(search_text, ${code}, ${longer}))
      )).* from claim c where claim_id = ${id}`.execute(db);
    return storeId;
  });
  const statusIn = (storeId: number): Promise<string | undefined> =>
    database.inStore(storeId, async (db) => (await claimById(db, storeId, id))?.claim.shipments[0]?.trackerStatus);
  const later = new Date(Date.now() + 60_000).toISOString();
  expect((await sendTracker(trackerEvent(longer, 'delivered', later))).status).toBe(200);
  await eventually(async () => (await statusIn(otherStore)) === 'delivered', 'the other store hears of its parcel');
  expect(await statusIn(server.storeId)).not.toBe('delivered');
  await sendTracker(trackerEvent(code, 'in_transit', later));
  await eventually(async () => (await statusIn(server.storeId)) === 'in_transit', 'our store hears of its parcel');
  expect(await statusIn(otherStore)).toBe('delivered');
});

test('webhooks and effects are counted where operators read them', async () => {
  const count = async (series: string): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const line = text.split('\n').find((one) => one.startsWith(series)) ?? '';
    return Number(line.slice(series.length).trim() || 0);
  };
  const shopify = (outcome: string) => count(`makegood_webhooks_total{partner="shopify",outcome="${outcome}"}`);
  const easypost = (outcome: string) => count(`makegood_webhooks_total{partner="easypost",outcome="${outcome}"}`);
  const before = { refused: await shopify('refused'), repeated: await shopify('repeated') };
  const unknown = { shopify: await shopify('unknown'), easypost: await easypost('unknown') };
  const [body, id] = [orderBody(anOrder().id, new Date().toISOString()), randomUUID()];
  await send(body, shopifyHeaders(body, id, 'another secret'));
  await send(body, shopifyHeaders(body, id));
  await send(body, shopifyHeaders(body, id));
  await send(body, { ...shopifyHeaders(body, id), 'x-shopify-shop-domain': 'nobody.myshopify.com' });
  await sendTracker(trackerEvent('EZ-of-somebody-else', 'delivered', new Date().toISOString()));
  expect(await shopify('refused')).toBe(before.refused + 1);
  expect(await shopify('repeated')).toBe(before.repeated + 1);
  expect(await shopify('accepted')).toBeGreaterThan(0);
  expect(await shopify('unknown')).toBe(unknown.shopify + 1);
  expect(await easypost('unknown')).toBe(unknown.easypost + 1);
  expect(await easypost('accepted')).toBeGreaterThan(0);
  expect(await count('makegood_effects_total{kind="label",outcome="done"}')).toBeGreaterThan(0);
});

test('reconciliation finds what no webhook told, and remembers how far it got', async () => {
  const { deps } = server.server;
  const order = server.shop.orders[1];
  if (!order) throw new Error('the shop has no order');
  order.note = 'told by nobody';
  order.updatedAt = new Date(Date.now() + 1000).toISOString();
  // Read as it changed, it counts as a second older.
  const newest = Math.floor(Date.parse(order.updatedAt) / 1000) - 1;
  expect(await reconcile(deps, server.storeId, { requestId: 'test-reconcile' })).toBeGreaterThan(0);
  expect((await stored(order.id))?.note).toBe('told by nobody');
  const cursor = await deps.database.inStore(server.storeId, (db) => syncCursor(db, server.storeId, 'orders'));
  expect(Math.floor(Date.parse(cursor ?? '') / 1000)).toBe(newest);
});

/** An order of the shop that no other test changes, changed just now. */
const changedNow = (place: number, change: (order: TestServer['shop']['orders'][number]) => void) => {
  const order = server.shop.orders[place];
  if (!order) throw new Error('the shop has too few orders');
  change(order);
  order.updatedAt = new Date(Date.now() + 1000).toISOString();
  return order;
};
const LONG = { firstName: 'L'.repeat(255), lastName: '👟'.repeat(120), city: 'C'.repeat(255), zip: '9'.repeat(60) };

test('an order with longer fields than ours is known after its webhook, a reconciliation and a first sync', async () => {
  const { deps } = server.server;
  const lengthen = (order: TestServer['shop']['orders'][number]) => {
    order.note = 'has a long address';
    Object.assign(order.shippingAddress ?? {}, LONG, { company: 'I'.repeat(255), phone: '5'.repeat(60) });
  };
  const known = async (id: number) => {
    const { note, shippingAddress } = (await stored(id)) ?? {};
    return { note, ...shippingAddress };
  };
  const cut = {
    note: 'has a long address',
    firstName: 'L'.repeat(100),
    lastName: '👟'.repeat(50),
    company: 'I'.repeat(200),
    city: 'C'.repeat(100),
    postalCode: '9'.repeat(20),
    phone: '5'.repeat(40),
  };
  const [byWebhook, byReconciling, bySync] = [6, 7, 8].map((place) => changedNow(place, lengthen));
  if (!byWebhook || !byReconciling || !bySync) throw new Error('the shop has too few orders');
  const [body, id] = [orderBody(byWebhook.id, byWebhook.updatedAt), randomUUID()];
  await send(body, shopifyHeaders(body, id));
  await eventually(async () => (await inbox(id))[0]?.state === 'done', 'the webhook is worked on');
  expect(await known(byWebhook.id)).toMatchObject(cut);
  await reconcile(deps, server.storeId, { requestId: 'test-long' });
  expect(await known(byReconciling.id)).toMatchObject(cut);
  bySync.note = 'has a long address, brought by a first sync';
  await firstSync(deps, server.storeId, { requestId: 'test-long' });
  expect(await known(bySync.id)).toMatchObject({ ...cut, note: bySync.note });
});

test('an order that cannot be read stops neither a reconciliation nor a first sync, and is tried again', async () => {
  const { deps } = server.server;
  const [order, ofAFulfillment] = [9, 10].map((place) => changedNow(place, () => undefined));
  const sent = ofAFulfillment?.fulfillments[0];
  if (!order || !ofAFulfillment || !sent) throw new Error('the shop has too few orders that were sent');
  const others = [11, 12].map((place) => changedNow(place, (one) => (one.note = 'brought beside others')));
  const spoiled = [order, sent];
  const before = spoiled.map(({ createdAt }) => createdAt);
  const webhookIds = [order, ofAFulfillment].map((one) => `${one.id}:${new Date(one.updatedAt).toISOString()}`);
  const notes = (): Promise<(string | undefined)[]> =>
    Promise.all(others.map(async ({ id }) => (await stored(id))?.note));
  const tried = async () => {
    const rows = await Promise.all(webhookIds.map((id) => inbox(id)));
    return rows.flat().map(({ topic, state }) => [topic, state]);
  };

  for (const one of spoiled) one.createdAt = 'no instant';
  await reconcile(deps, server.storeId, { requestId: 'test-unreadable' });
  expect(await notes()).toEqual(['brought beside others', 'brought beside others']);
  for (const one of others) one.note = 'brought by a first sync';
  expect(await firstSync(deps, server.storeId, { requestId: 'test-unreadable' })).toBe(true);
  expect(await notes()).toEqual(['brought by a first sync', 'brought by a first sync']);
  expect(await tried()).toEqual(webhookIds.map(() => ['orders/unreadable', 'waiting']));

  for (const [at, one] of spoiled.entries()) one.createdAt = before[at] ?? '';
  order.note = ofAFulfillment.note = 'can be read again';
  await eventually(
    async () => (await tried()).every(([, state]) => state === 'done'),
    'both are read in the end',
    60_000,
  );
  expect((await stored(order.id))?.note).toBe('can be read again');
  expect((await stored(ofAFulfillment.id))?.note).toBe('can be read again');
});

test('a product that cannot be read stops no sync of products, stays as it was known, and is tried again', async () => {
  const { deps } = server.server;
  const [spoiled, other] = server.shop.products;
  if (!spoiled || !other) throw new Error('the shop has too few products');
  const known = async ({ id }: { id: number }): Promise<string | undefined> => {
    const [product] = await deps.database.inStore(server.storeId, (db) =>
      productsById(db, server.storeId, [String(id)]),
    );
    return product?.title;
  };
  const before = { title: spoiled.title, createdAt: spoiled.createdAt };
  await deps.database.inStore(server.storeId, (db) =>
    db
      .updateTable('product')
      .set({ written_on: sql`now() - interval '1 day'` })
      .execute(),
  );
  spoiled.updatedAt = other.updatedAt = new Date().toISOString();
  Object.assign(spoiled, { title: 'can be read again', createdAt: 'no instant' });
  other.title = 'brought beside others';
  expect(await syncProducts(deps, server.storeId, { requestId: 'test-unreadable' })).toBe(true);
  expect([await known(spoiled), await known(other)]).toEqual([before.title, 'brought beside others']);
  const tried = async () => {
    const rows = await inbox(`${spoiled.id}:${spoiled.updatedAt}`);
    return rows.map(({ topic, state }) => [topic, state]);
  };
  expect(await tried()).toEqual([['products/unreadable', 'waiting']]);

  spoiled.createdAt = before.createdAt;
  await eventually(async () => (await tried())[0]?.[1] === 'done', 'it is read in the end', 60_000);
  expect(await known(spoiled)).toBe('can be read again');
});

test('installing takes a browser there and back, and only the one that started', async () => {
  const away = await fetch(`${server.url}/api/webhooks/shopify/install?shop=second.myshopify.com`, {
    redirect: 'manual',
  });
  expect(away.status).toBe(302);
  const cookie = away.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const granted = await fetch(away.headers.get('location') ?? '', { redirect: 'manual' });
  const callback = granted.headers.get('location') ?? '';
  expect((await fetch(callback, { redirect: 'manual' })).status).toBe(400);
  expect((await fetch(callback, { redirect: 'manual', headers: { cookie } })).status).toBe(302);
  const store = await server.server.deps.database.asOwner((db) =>
    db.selectFrom('store').selectAll().where('shop_domain', '=', 'second.myshopify.com').executeTakeFirst(),
  );
  expect(store?.slug).toBe('second');
  expect(
    (await fetch(`${server.url}/api/webhooks/shopify/install?shop=evil.example`, { redirect: 'manual' })).status,
  ).toBe(400);
});

test('a return asked for and declined at Shopify is known by its own news', async () => {
  const { shopOrder } = await returnableOrder(server);
  const { shop, shopify } = server;
  const token = shop.tokens.findLast(({ kind }) => kind === 'offline')?.token ?? '';
  const ask = async (query: string, variables: object) => {
    const answer = await fetch(`${shopify.url}/${shop.domain}/admin/api/2026-07/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
      body: JSON.stringify({ query, variables }),
    });
    expect(await answer.text()).toContain('"userErrors":[]');
  };
  // Nothing promises that an order is told of as changed whenever one of its returns is.
  const updates = shop.webhookSubscriptions.filter(({ topic }) => topic === 'ORDERS_UPDATED');
  shop.webhookSubscriptions = shop.webhookSubscriptions.filter((each) => !updates.includes(each));
  const fulfilled = shopOrder.fulfillments.flatMap(({ lines }) => lines)[0];
  const known = async (status: string) =>
    eventually(
      async () => (await stored(shopOrder.id))?.returns.some((one) => one.status === status),
      `the return is known as ${status}`,
    );
  await ask('mutation($input: ReturnRequestInput!) { returnRequest(input: $input) { userErrors { message } } }', {
    input: {
      orderId: `gid://shopify/Order/${shopOrder.id}`,
      returnLineItems: [
        {
          fulfillmentLineItemId: `gid://shopify/FulfillmentLineItem/${fulfilled?.id}`,
          quantity: 1,
          returnReason: 'UNKNOWN',
        },
      ],
    },
  });
  await known('REQUESTED');
  await ask(
    'mutation($input: ReturnDeclineRequestInput!) { returnDeclineRequest(input: $input) { userErrors { message } } }',
    { input: { id: `gid://shopify/Return/${shop.returns.at(-1)?.id}`, declineReason: 'OTHER' } },
  );
  await known('DECLINED');
  shop.webhookSubscriptions.push(...updates);
});

test('a subscription that Shopify gave up is made again within a day, and what the app may not do is told', async () => {
  const { shop } = server;
  const { deps } = server.server;
  const topics = () => shop.webhookSubscriptions.map(({ topic }) => topic).toSorted();
  const everything = topics();
  const learn = () => learnShops(deps).run(new AbortController().signal);
  shop.webhookSubscriptions = shop.webhookSubscriptions.filter(({ topic }) => topic !== 'ORDERS_UPDATED');
  await learn();
  expect(topics()).toEqual(everything);
  const { inStore } = deps.database;
  const products = () => inStore(server.storeId, (db) => syncShown(db, server.storeId, 'products'));
  expect(await products()).toMatchObject({ isUnderWay: false });
  shop.webhookSubscriptions = shop.webhookSubscriptions.filter(({ topic }) => topic !== 'PRODUCTS_UPDATE');
  await learn();
  expect(topics()).toEqual(everything);
  expect(await products()).toMatchObject({ isUnderWay: true });

  const told = () =>
    deps.database.asOwner((db) =>
      db
        .selectFrom('alert')
        .select('message')
        .where('store_id', '=', server.storeId)
        .where('kind', '=', 'scopesMissing')
        .execute(),
    );
  expect(await told()).toEqual([]);
  const scopes = shop.tokens.map((token) => token.scopes);
  for (const token of shop.tokens) token.scopes = token.scopes.filter((scope) => scope !== 'read_fulfillments');
  shop.webhookSubscriptions = [];
  await learn();
  expect(topics()).toEqual(everything.filter((topic) => !topic.startsWith('FULFILLMENTS_')));
  expect(await told()).toEqual([
    { message: 'Open the app from Shopify and approve these permissions: read_fulfillments.' },
  ]);
  for (const [index, token] of shop.tokens.entries()) token.scopes = scopes[index] ?? [];
});
