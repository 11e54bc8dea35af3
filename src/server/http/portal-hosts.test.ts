import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as me from '#contract/merchant/me.ts';
import * as contract from '#contract/merchant/portal-host.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

const HOST = 'returns.shop.example';
const LOOKUP = { orderNo: '#0', emailOrPostalCode: 'nobody@shop.example' };

let server: TestServer;
let admin: Caller;
let otherStoreId: number;
let otherAdmin: Caller;
const params = () => ({ storeId: server.storeId });
const proofOf = (shown: { records: readonly { type: string; name: string; value: string }[] }) =>
  shown.records.find(({ type }) => type === 'TXT') ?? { name: '', value: '' };

beforeAll(async () => {
  server = await startTestServer({ orders: 20, roles: 'web' });
  admin = await server.staff('Admin');
  otherAdmin = await server.staff('Admin', 'other@hosts.test');
  otherStoreId = await server.server.deps.database.asOwner(async (db) => {
    const { rows } = await sql<{ id: number }>`
      insert into store (slug, name, currency_code) values ('other', 'Other', 'USD') returning store_id as id`.execute(
      db,
    );
    const id = rows[0]?.id ?? 0;
    await sql`insert into store_user_role (store_id, email_key, role_code) values (${id}, 'other@hosts.test', 'Admin')`.execute(
      db,
    );
    return id;
  });
});
afterAll(() => server.close());

type Asked = { method?: string; headers?: Record<string, string>; body?: object };

/** Asks the server under another name than its own, as browsers do that a DNS sent here. */
const at = (host: string, path: string, { method = 'GET', headers = {}, body }: Asked = {}) =>
  new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const sent = request(
      { hostname, port, path, method, headers: { host, accept: 'text/html', ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            headers: answer.headers,
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

const lookupAt = (host: string, slug: string, origin = `http://${host}`) =>
  at(host, `/api/customer/${slug}/order/lookup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-makegood': '1', origin },
    body: LOOKUP,
  });

const isServed = async (host = HOST): Promise<boolean> => (await at(host, '/')).text.includes('name="makegood-portal"');

test('a host is served once its DNS proves it, and not before', async () => {
  const { portalHost: named } = await admin(contract.setPortalHost, {
    params: params(),
    body: { host: `https://${HOST}/returns` },
  });
  expect(named).toMatchObject({ host: HOST, verifiedOn: null, linkedOn: null, checkedOn: null });
  const proof = proofOf(named);
  expect(proof.name).toBe(`_makegood.${HOST}`);
  server.dns.set(proof.name, ['makegood-portal=of-someone-else']);
  const { portalHost: unproven } = await admin(contract.checkPortalHost, { params: params() });
  expect(unproven).toMatchObject({ verifiedOn: null, checkedOn: expect.any(String) });
  await expect(admin(contract.linkPortalHost, { params: params(), body: { isLinked: true } })).rejects.toMatchObject({
    code: 'HOST_UNPROVEN',
  });
  expect(await isServed()).toBe(false);
  // As any other name that leads here: nothing of this host is known.
  expect((await at(HOST, '/healthz')).status).toBe(200);
  expect((await at('proxy.internal', `/api/portal-host/ask?domain=${HOST}`)).status).toBe(404);

  server.dns.set(proof.name, ['v=something', proof.value]);
  const { portalHost: proven } = await admin(contract.checkPortalHost, { params: params() });
  expect(proven.verifiedOn).not.toBeNull();
  await eventually(() => isServed(), 'the host to be served');
  expect((await at('proxy.internal', `/api/portal-host/ask?domain=${HOST.toUpperCase()}`)).status).toBe(200);
  expect((await at('proxy.internal', '/api/portal-host/ask?domain=unknown.example')).status).toBe(404);
  expect((await at('proxy.internal', '/api/portal-host/ask')).status).toBe(404);
});

test('at its host there is that portal, and nothing of another store, of staff or of the server', async () => {
  for (const path of ['/', '/gift', '/order/1?step=items', '/1/settings/theme', '/p/other'])
    expect((await at(HOST, path)).text, path).toContain(`<meta name="makegood-portal" content="${server.slug}">`);
  expect(await at(HOST, `/p/${server.slug}/order/7?token=a`)).toMatchObject({
    status: 302,
    headers: { location: '/order/7?token=a' },
  });
  expect((await at(HOST, `/p/${server.slug}//evil.example`)).headers['location']).toBe('/evil.example');
  expect((await lookupAt(HOST, server.slug)).text).toContain('ORDER_NOT_FOUND');
  expect((await lookupAt(HOST, server.slug, 'https://evil.example')).text).toContain('CSRF');
  for (const path of [
    '/api/customer/settings/other',
    '/api/customer/other/order/1',
    '/api/merchant/me',
    '/api/openapi.json',
    '/login',
    '/healthz',
    '/readyz',
    '/metrics',
  ])
    expect((await at(HOST, path)).status, path).toBe(404);
  expect((await lookupAt(HOST, 'other')).status).toBe(404);
  // Elsewhere all is as it was.
  expect((await at('127.0.0.1', `/p/${server.slug}`)).text).not.toContain('makegood-portal"');
  expect((await lookupAt('127.0.0.1', server.slug, server.url)).text).toContain('ORDER_NOT_FOUND');
});

test('links lead there once an admin says so, and to the usual address again', async () => {
  const addressOf = async (): Promise<string | undefined> =>
    (await admin(me.me, {})).stores.find(({ id }) => id === server.storeId)?.customerAppUrl;
  const usual = `${server.url}/p/${server.slug}`;
  expect(await addressOf()).toBe(usual);
  await admin(contract.linkPortalHost, { params: params(), body: { isLinked: true } });
  expect(await addressOf()).toBe(`http://${HOST}:${new URL(server.url).port}`);
  await admin(contract.linkPortalHost, { params: params(), body: { isLinked: false } });
  const logged = await server.server.deps.database.asOwner((db) =>
    db.selectFrom('audit_entry').selectAll().where('thing_name', '=', HOST).orderBy('entry_id').execute(),
  );
  expect(logged.map(({ what }) => what)).toEqual([
    'Named a host for the portal',
    'Looked up the proof of the portal’s host',
    'Changed where links to the portal lead',
    'Changed where links to the portal lead',
  ]);
  expect(JSON.stringify(logged)).not.toContain('proof":');
  expect(await addressOf()).toBe(usual);
});

test('a host is of one store: no other one gets it, also with the same proof in the DNS', async () => {
  const others = { storeId: otherStoreId };
  await expect(otherAdmin(contract.setPortalHost, { params: others, body: { host: HOST } })).rejects.toMatchObject({
    code: 'HOST_TAKEN',
  });
  await expect(
    admin(contract.setPortalHost, { params: params(), body: { host: 'second.shop.example' } }),
  ).rejects.toMatchObject({ code: 'HOST_IN_USE' });
  for (const host of ['localhost', '127.0.0.1', 'a b', '*.shop.example'])
    await expect(otherAdmin(contract.setPortalHost, { params: others, body: { host } }), host).rejects.toMatchObject({
      code: 'HOST_INVALID',
      fields: { 'body.host': 'Must be a name like returns.example.com.' },
    });

  // Two stores name a free host: the first that proves it has it.
  await admin(contract.removePortalHost, { params: params() });
  await eventually(async () => !(await isServed()), 'the removed host to be gone');
  const first = await otherAdmin(contract.setPortalHost, { params: others, body: { host: HOST } });
  const second = await admin(contract.setPortalHost, { params: params(), body: { host: HOST } });
  expect(proofOf(first.portalHost).value).not.toBe(proofOf(second.portalHost).value);
  server.dns.set(`_makegood.${HOST}`, [proofOf(first.portalHost).value, proofOf(second.portalHost).value]);
  await otherAdmin(contract.checkPortalHost, { params: others });
  await expect(admin(contract.checkPortalHost, { params: params() })).rejects.toMatchObject({ code: 'HOST_TAKEN' });
  await eventually(
    async () => (await at(HOST, '/')).text.includes('content="other"'),
    'the host to show the store that proved it',
  );
});
