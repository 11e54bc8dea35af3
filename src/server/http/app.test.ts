import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as customer from '#contract/customer/customer.ts';
import { routes } from '#contract/index.ts';
import * as lists from '#contract/merchant/lists.ts';
import { getConfig } from '#contract/merchant/settings.ts';
import { route } from '#contract/route.ts';
import { Refusal } from '#core/refusal.ts';
import { perGroup, SETTINGS_GROUPS } from '#core/settings/settings.ts';
import { createLocalFiles } from '#partners/files/local.ts';
import { oidcIdentity } from '#partners/oidc/adapter.ts';
import { PartnerError } from '#partners/ports.ts';
import { startOidcSandbox, type OidcSandbox } from '#sandbox/oidc/server.ts';
import { DEMO_USERS } from '#sandbox/oidc/users.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { buildApp } from '#server/http/app.ts';
import type { AppDeps } from '#server/http/app-deps.ts';
import { handle, receive, type Handler } from '#server/http/serve.ts';
import { sessionHandlers } from '#server/http/session-handlers.ts';
import { makeLog } from '#server/log.ts';
import { makeMetrics } from '#server/metrics.ts';
import { readToken, signToken } from '#server/signed-token.ts';
import { freePort } from '#server/testing/free-port.ts';

const SECRET = randomBytes(32).toString('hex');
const MARK = 'shopper-secret-mark';
const folder = mkdtempSync(join(tmpdir(), 'makegood-http-'));
const logged: string[] = [];
const files = createLocalFiles({ folder: join(folder, 'files'), baseUrl: 'http://files.test', secret: SECRET });
let database: Database;
let idp: OidcSandbox;
let url: string;
let close: () => Promise<void>;
const ids = { demo: 0, other: 0, test: 0 };

const fails = route({
  method: 'POST',
  path: '/api/customer/{slug}/fails',
  access: 'public',
  summary: 'Fails as told',
  params: z.object({ slug: z.string() }),
  body: z.object({ how: z.string() }),
  response: z.object({ ok: z.boolean() }),
});
const sums = route({
  method: 'GET',
  path: '/api/customer/{slug}/sum',
  access: 'public',
  summary: 'Reads a query',
  params: z.object({ slug: z.string() }),
  query: z.object({ count: z.coerce.number().int() }),
  response: z.object({ count: z.number() }),
});

const FAILURES: Record<string, () => unknown> = {
  conflict: () => new Refusal('conflict', 'TAKEN', 'Someone was faster.'),
  tooMany: () => new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Please wait.'),
  partner: () => new PartnerError('shopify', 'retry', `throttled ${MARK}`),
  refused: () => new PartnerError('shopify', 'refused', `token ${MARK}`),
  bug: () => Object.assign(new Error(`password of ${MARK}`), { statusCode: 404, email: `${MARK}@example.com` }),
  text: () => MARK,
};

const handlersUnderTest = (): Handler[] => [
  ...sessionHandlers({ config: configFor(1), database }),
  handle(getConfig, async () => ({
    groups: perGroup((name) => ({
      version: 0,
      updatedOn: null,
      updatedBy: null,
      document: SETTINGS_GROUPS[name].fields.parse({}),
    })),
  })),
  handle(lists.claimCounts, async (_input, { storeId, roleCode }) => ({
    counts: { [roleCode]: storeId },
    withError: 0,
  })),
  handle(customer.lookup, async ({ params }, context) => {
    context.setPortalSession({ storeId: ids.demo, slug: params.slug, orderId: 7, orderIdFromPlatform: '1001' });
    return { idFromPlatform: '1001' };
  }),
  handle(customer.answerInfo, async () => ({})),
  handle(customer.startUpload, async (_input, { portal }) => ({
    mediaId: portal.orderIdFromPlatform,
    url: '',
    method: 'PUT' as const,
    headers: {},
  })),
  handle(sums, async ({ query }) => ({ ...query, internal: 1 })),
  handle(fails, async ({ body }) => {
    if (body.how === 'answer') return JSON.parse('{"ok":"yes"}') as { ok: boolean };
    throw FAILURES[body.how]?.();
  }),
  receive(
    'POST',
    '/api/webhooks/{partner}/echo',
    async ({ rawBody, params, headers }) => ({
      status: 202,
      body: `${params['partner']} ${headers['x-mark']} ${Buffer.from(rawBody).toString('hex')}`,
    }),
    1000,
  ),
];

/** What an app needs in addition to its settings. */
let parts: Omit<AppDeps, 'config'>;

const configFor = (port: number) =>
  readConfig({
    PORT: String(port),
    DATA_FOLDER: folder,
    PROVIDER_ADMINS: 'Petra@makegood.test',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });

beforeAll(async () => {
  database = await connect({ databaseUrl: undefined, dataFolder: join(folder, 'database'), poolSize: 1 });
  await database.asOwner(async (db) => {
    for (const slug of ['demo', 'other', 'test'] as const) {
      const row = await db
        .insertInto('store')
        .values({ slug, name: slug, currency_code: 'USD', is_test: slug === 'test' })
        .returning('store_id')
        .executeTakeFirstOrThrow();
      ids[slug] = row.store_id;
    }
    await db
      .insertInto('store_user_role')
      .values([
        { store_id: ids.demo, email_key: 'ada@demo.test', role_code: 'Admin' },
        { store_id: ids.demo, email_key: 'sam@demo.test', role_code: 'Staff' },
        { store_id: ids.test, email_key: 'sam@demo.test', role_code: 'Staff' },
      ])
      .execute();
  });
  const port = await freePort();
  idp = await startOidcSandbox({
    port: 0,
    clientId: 'makegood',
    clientSecret: 'sandbox-secret',
    redirectUris: [`http://127.0.0.1:${port}/login/callback`],
    users: [
      ...DEMO_USERS,
      {
        subject: 'new-account-of-ada',
        email: 'Ada@demo.test',
        isEmailVerified: true,
        firstName: 'Ada',
        lastName: 'Again',
        does: 'Has the email of Ada Admin, in another account',
      },
      ...[undefined, false].map((isEmailVerified) => ({
        subject: `claims-to-be-petra-${String(isEmailVerified)}`,
        email: 'Petra@Makegood.test',
        isEmailVerified,
        firstName: 'Mallory',
        lastName: 'Mask',
        does: 'Wrote the email address of somebody else into the profile',
      })),
    ],
  });
  const log = makeLog('trace', new Writable({ write: (line, _encoding, done) => (logged.push(String(line)), done()) }));
  parts = {
    secret: SECRET,
    database,
    log,
    metrics: makeMetrics(),
    fileServer: files,
    identity: oidcIdentity({ issuer: idp.url, clientId: 'makegood', clientSecret: 'sandbox-secret' }),
  };
  const app = await buildApp({ ...parts, config: configFor(port) }, handlersUnderTest());
  url = await app.listen({ port, host: '127.0.0.1' });
  close = () => app.close();
});

afterAll(async () => {
  await close();
  await idp.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

type Sent = { method?: string; body?: string | URLSearchParams; headers?: Record<string, string> };

/** A browser of its own: keeps cookies by host and follows no redirect by itself. */
function browser() {
  const jar = new Map<string, string>();
  const go = async (at: string, init: Sent = {}): Promise<Response> => {
    const target = new URL(at, url);
    const cookie = [...jar]
      .filter(([key]) => key.startsWith(`${target.port}|`))
      .map(([key, value]) => `${key.split('|')[1]}=${value}`)
      .join('; ');
    const answer = await fetch(target, { redirect: 'manual', ...init, headers: { cookie, ...init.headers } });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split('=') ?? [];
      if (value === '') jar.delete(`${target.port}|${name}`);
      else jar.set(`${target.port}|${name}`, value);
    }
    return answer;
  };
  const follow = async (at: string, init?: Sent): Promise<{ answer: Response; at: string }> => {
    let answer = await go(at, init);
    let here = new URL(at, url).href;
    for (let hops = 0; answer.status >= 300 && answer.status < 400 && hops < 10; hops += 1) {
      here = new URL(answer.headers.get('location') ?? '', here).href;
      answer = await go(here);
    }
    return { answer, at: here };
  };
  const pick = async (start: string, subject: string): Promise<{ answer: Response; at: string }> => {
    const page = await follow(start);
    const html = await page.answer.text();
    expect(html).toContain('Ada Admin');
    const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
    return follow(new URL(action, page.at).href, { method: 'POST', body: new URLSearchParams({ subject }) });
  };
  const refused = async (start: string, subject: string): Promise<{ status: number; html: string }> => {
    const { answer } = await pick(start, subject);
    return { status: answer.status, html: await answer.text() };
  };
  const finish = async (start: string, subject: string): Promise<string> => {
    const back = await pick(start, subject);
    return new URL(back.at).pathname + new URL(back.at).search;
  };
  const signIn = (subject: string, returnTo = '/'): Promise<string> =>
    finish(`/login?returnTo=${encodeURIComponent(returnTo)}`, subject);
  return { go, follow, finish, refused, signIn, jar };
}

const post = (body: unknown, headers: Record<string, string> = {}): Sent => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', 'x-makegood': '1', ...headers },
});
const codeOf = async (answer: Response): Promise<[number, string]> => [
  answer.status,
  ((await answer.json()) as { code: string }).code,
];

describe('sign-in', () => {
  test('goes through the provider and back to the page that was wanted, with the stores of the user', async () => {
    const ada = browser();
    expect(await ada.signIn('demo-admin', '/2/claims/return?status=Open')).toBe('/2/claims/return?status=Open');
    const me = (await (await ada.go('/api/merchant/me')).json()) as {
      user: { firstName: string };
      stores: { slug: string; roleCode: string }[];
    };
    expect(me.user.firstName).toBe('Ada');
    expect(me.stores.map(({ slug, roleCode }) => [slug, roleCode])).toEqual([['demo', 'Admin']]);
  });

  test('gives the provider admin every store', async () => {
    const petra = browser();
    await petra.signIn('demo-provider');
    const me = (await (await petra.go('/api/merchant/me')).json()) as { stores: { roleCode: string }[] };
    expect(me.stores.map((store) => store.roleCode)).toEqual(['Makegood_Admin', 'Makegood_Admin', 'Makegood_Admin']);
    expect((await petra.go(`/api/merchant/${ids.other}/settings/config`)).status).toBe(200);
  });

  test.each(['claims-to-be-petra-undefined', 'claims-to-be-petra-false'])(
    'opens nothing for %s: an email address that nobody proved',
    async (subject) => {
      const mallory = browser();
      await mallory.finish('/login?returnTo=%2F', subject);
      expect((await mallory.go('/api/merchant/me')).status).toBe(401);
    },
  );

  test('refuses another account with the email of someone who signed in before, and says what to do', async () => {
    await browser().signIn('demo-admin');
    const other = browser();
    const page = await other.refused('/login?returnTo=%2F', 'new-account-of-ada');
    expect(page.status).toBe(403);
    expect(page.html).toContain('Ada@demo.test belongs to another sign-in account here.');
    expect(page.html).toContain('ask a store admin to link the new one');
    expect((await other.go('/api/merchant/me')).status).toBe(401);
  });

  test('tells the provider who will likely sign in, if it is an email', async () => {
    const hintFor = async (query: string): Promise<string | null> => {
      const started = await browser().go(`/login${query}`);
      return new URL(started.headers.get('location') ?? '').searchParams.get('login_hint');
    };
    expect(await hintFor('?loginHint=ada%40demo.test')).toBe('ada@demo.test');
    expect(await hintFor('?loginHint=%3Cscript%3E')).toBeNull();
    expect(await hintFor('')).toBeNull();
  });

  test('after signing out asks the provider anew who it is, who may still know someone else', async () => {
    const ageFor = async (query: string): Promise<string | null> => {
      const started = await browser().go(`/login${query}`);
      return new URL(started.headers.get('location') ?? '').searchParams.get('max_age');
    };
    expect(await ageFor('?isReauthentication=true')).toBe('0');
    expect(await ageFor('')).toBeNull();
    expect(await browser().finish('/login?isReauthentication=true&returnTo=%2F2', 'demo-staff')).toBe('/2');
  });

  test('never returns to another site', async () => {
    for (const returnTo of [
      'https://evil.test/',
      '//evil.test/',
      '/\\evil.test',
      '/%09/evil.test',
      '/x/../../..//evil.test',
    ]) {
      expect(new URL(await browser().signIn('demo-staff', returnTo), url).origin).toBe(url);
    }
  });

  test('rotates the token, stores only its hash, and ends at sign-out everywhere', async () => {
    const sam = browser();
    await sam.signIn('demo-staff');
    const first = [...sam.jar].find(([key]) => key.endsWith('makegood_session'))?.[1] ?? '';
    await sam.signIn('demo-staff');
    const second = [...sam.jar].find(([key]) => key.endsWith('makegood_session'))?.[1] ?? '';
    expect(second).not.toBe(first);
    expect((await fetch(`${url}/api/merchant/me`, { headers: { cookie: `makegood_session=${first}` } })).status).toBe(
      401,
    );
    const hashes = await database.asOwner((db) => db.selectFrom('session').select('session_hash').execute());
    expect(hashes.map((row) => row.session_hash)).toContain(createHash('sha256').update(second).digest('hex'));
    expect(JSON.stringify(hashes)).not.toContain(second);
    expect((await sam.go('/api/merchant/sign-out', post({}))).status).toBe(200);
    expect((await fetch(`${url}/api/merchant/me`, { headers: { cookie: `makegood_session=${second}` } })).status).toBe(
      401,
    );
  });

  test('is refused when the answer comes to another browser, or twice', async () => {
    const victim = browser();
    const started = await victim.go('/login');
    const state = new URL(started.headers.get('location') ?? '').searchParams.get('state');
    const refused = await browser().go(`/login/callback?code=x&state=${state}`);
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toContain('This sign-in has expired. Please start again.');
    // Else a phone shows it a third as large.
    expect(page).toContain('name="viewport" content="width=device-width, initial-scale=1"');
    expect((await victim.go(`/login/callback?code=forged&state=${state}`)).status).toBe(401);
    expect((await victim.go(`/login/callback?code=forged&state=${state}`)).status).toBe(400);
  });

  test('in several tabs at once leads each of them to the page it wanted, in whatever order', async () => {
    const ada = browser();
    const first = await ada.go('/login?returnTo=%2F1%2Feffects');
    expect(await ada.signIn('demo-admin', '/2/effects')).toBe('/2/effects');
    expect(await ada.finish(first.headers.get('location') ?? '', 'demo-admin')).toBe('/1/effects');
    expect((await ada.go('/api/merchant/me')).status).toBe(200);
  });

  test('begun again and again keeps a few of its cookies', async () => {
    const ada = browser();
    for (let times = 0; times < 15; times += 1) await ada.go('/login');
    expect([...ada.jar.keys()].filter((name) => name.includes('login')).length).toBeLessThanOrEqual(10);
    expect(await ada.signIn('demo-admin', '/2')).toBe('/2');
  });

  test('can be begun only so often from one address', async () => {
    const { secret: _secret, ...others } = parts;
    // A secret of its own counts for itself.
    const app = await buildApp({ ...others, secret: randomBytes(32).toString('hex'), config: configFor(1) }, []);
    const statuses: number[] = [];
    for (let times = 0; times < 122; times += 1)
      statuses.push((await app.inject({ method: 'GET', url: '/login' })).statusCode);
    expect(statuses.filter((status) => status === 302)).toHaveLength(120);
    const last = await app.inject({ method: 'GET', url: '/login' });
    expect([last.statusCode, last.body.includes('Too many sign-ins')]).toEqual([429, true]);
    await app.close();
  });

  test('ends by itself when the session expires', async () => {
    const ada = browser();
    await ada.signIn('demo-admin');
    const newest = await database.asOwner((db) =>
      db
        .selectFrom('session')
        .select(['created_on', 'expires_on'])
        .orderBy('created_on', 'desc')
        .executeTakeFirstOrThrow(),
    );
    expect((newest.expires_on.getTime() - newest.created_on.getTime()) / 3_600_000).toBeCloseTo(12, 1);
    await database.asOwner((db) =>
      db
        .updateTable('session')
        .set({ expires_on: new Date(Date.now() - 1000) })
        .execute(),
    );
    expect(await codeOf(await ada.go('/api/merchant/me'))).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe('access', () => {
  test('every call of the contract that needs a session refuses without one', async () => {
    const app = await buildApp(
      {
        config: configFor(1),
        secret: SECRET,
        database,
        log: makeLog('silent'),
        metrics: makeMetrics(),
        fileServer: files,
        identity: oidcIdentity({ issuer: idp.url, clientId: 'x', clientSecret: 'x' }),
      },
      Object.values(routes).map((each) => ({ kind: 'route' as const, route: each, run: async () => ({}) })),
    );
    const headers = { 'x-makegood': '1' };
    for (const each of Object.values(routes)) {
      if (each.access === 'public') continue;
      const of = (id: string) => ({
        method: each.method,
        url: each.path
          .replace('{uploadId}', randomUUID())
          .replace('{language}', 'de')
          .replace(/\{\w+\}/g, id),
      });
      const broken = { payload: '{', headers: { ...headers, 'content-type': 'application/json' } };
      const form = { payload: 'x', headers: { ...headers, 'content-type': 'text/plain' } };
      const answers = [
        await app.inject({ ...of('1'), headers }),
        // Nor does anybody learn first what is wrong with the call.
        await app.inject({ ...of('%2F'), headers }),
        ...(each.method === 'GET'
          ? []
          : [await app.inject({ ...of('1'), ...broken }), await app.inject({ ...of('1'), ...form })]),
      ];
      expect([each.path, ...new Set(answers.map(({ statusCode }) => statusCode))]).toEqual([each.path, 401]);
    }
    await app.close();
  });

  test('staff work in their store, are refused settings, and any other store', async () => {
    const sam = browser();
    await sam.signIn('demo-staff');
    expect(await (await sam.go(`/api/merchant/${ids.demo}/claims/counts`)).json()).toEqual({
      counts: { Staff: ids.demo },
      withError: 0,
    });
    expect(await codeOf(await sam.go(`/api/merchant/${ids.demo}/settings/config`))).toEqual([403, 'ROLE_NEEDED']);
    for (const store of [ids.other, 999, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
      expect(await codeOf(await sam.go(`/api/merchant/${store}/claims/counts`))).toEqual([403, 'NO_STORE_ACCESS']);
    }
    expect((await sam.go(`/api/merchant/${ids.test}/settings/config`)).status).toBe(200);
  });

  test('a role taken away ends at once', async () => {
    const sam = browser();
    await sam.signIn('demo-staff');
    const role = { store_id: ids.test, email_key: 'sam@demo.test' };
    await database.asOwner((db) => db.deleteFrom('store_user_role').where('store_id', '=', role.store_id).execute());
    expect((await sam.go(`/api/merchant/${ids.test}/claims/counts`)).status).toBe(403);
    await database.asOwner((db) =>
      db
        .insertInto('store_user_role')
        .values({ ...role, role_code: 'Staff' })
        .execute(),
    );
    expect((await sam.go(`/api/merchant/${ids.test}/claims/counts`)).status).toBe(200);
  });

  test('the portal opens one order of one store, for a while', async () => {
    const shopper = browser();
    const upload = post({ filename: 'a.png', contentType: 'image/png', size: 1 });
    expect(await codeOf(await shopper.go('/api/customer/demo/order/1001/signed-url', upload))).toEqual([
      401,
      'PORTAL_SESSION_EXPIRED',
    ]);
    const looked = await shopper.go(
      '/api/customer/demo/order/lookup',
      post({ orderNo: '#1', emailOrPostalCode: 'a@b.test' }),
    );
    expect(looked.headers.get('set-cookie')).toMatch(/Path=\/api\/customer\/demo; HttpOnly; SameSite=Lax/);
    expect((await shopper.go('/api/customer/demo/order/1001/signed-url', upload)).status).toBe(200);
    const token = [...shopper.jar].find(([key]) => key.endsWith('makegood_portal'))?.[1] ?? '';
    const isOpenIn = (minutes: number): boolean =>
      readToken(SECRET, 'portal-session', token, z.unknown(), new Date(Date.now() + minutes * 60_000)) !== null;
    expect([isOpenIn(119), isOpenIn(121)]).toEqual([true, false]);
    expect(await codeOf(await shopper.go('/api/customer/demo/order/1002/signed-url', upload))).toEqual([
      404,
      'ORDER_NOT_FOUND',
    ]);
    expect((await shopper.go('/api/customer/other/order/1001/signed-url', upload)).status).toBe(401);
  });

  test('a portal session that is forged, too old or made for something else opens nothing', async () => {
    const session = { storeId: ids.demo, slug: 'demo', orderId: 7, orderIdFromPlatform: '1001' };
    const soon = new Date(Date.now() + 60_000);
    const good = signToken(SECRET, 'portal-session', session, soon);
    const tokens = [
      signToken('x'.repeat(32), 'portal-session', session, soon),
      signToken(SECRET, 'portal-session', session, new Date(Date.now() - 1)),
      signToken(SECRET, 'claim-link', session, soon),
      `${good}x`,
      good.split('.')[0] ?? '',
      `.${good.split('.')[1]}`,
      'x',
      '..',
    ];
    const upload = post({ filename: 'a.png', contentType: 'image/png', size: 1 });
    const ask = (token: string): Promise<Response> =>
      fetch(`${url}/api/customer/demo/order/1001/signed-url`, {
        ...upload,
        headers: { ...upload.headers, cookie: `makegood_portal=${token}` },
      });
    for (const token of tokens) expect((await ask(token)).status).toBe(401);
    expect((await ask(good)).status).toBe(200);
  });
});

describe('calls from other sites', () => {
  const body = { orderNo: '1', emailOrPostalCode: 'x' };
  test.each([
    ['without our header', { 'x-makegood': undefined }, 403],
    ['from a foreign origin', { 'x-makegood': '1', origin: 'https://evil.test' }, 403],
    ['from a page without an origin', { 'x-makegood': '1', origin: 'null' }, 403],
    ['from our own pages', { 'x-makegood': '1', origin: 'self' }, 200],
    ['from a program', { 'x-makegood': '1' }, 200],
  ] as const)('%s', async (_name, headers: Record<string, string | undefined>, status) => {
    const sent = Object.entries({ ...headers, ...(headers['origin'] === 'self' ? { origin: url } : {}) }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const answer = await fetch(`${url}/api/customer/demo/order/lookup`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: [['content-type', 'application/json'], ...sent],
    });
    expect(answer.status).toBe(status);
    if (status === 403) expect(((await answer.json()) as { code: string }).code).toBe('CSRF');
  });
});

describe('malformed input', () => {
  const at = '/api/customer/demo/order/lookup';
  test('names the fields that are wrong', async () => {
    const answer = await fetch(url + at, post({ orderNo: '  ', emailOrPostalCode: 3 }));
    expect(answer.status).toBe(400);
    expect(Object.keys(((await answer.json()) as { fields: object }).fields)).toEqual([
      'body.orderNo',
      'body.emailOrPostalCode',
    ]);
  });
  test.each([
    ['not JSON', '{', 'application/json', 400],
    ['no JSON', '', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['a form', 'orderNo=1&emailOrPostalCode=2', 'application/x-www-form-urlencoded', 415],
    ['plain text', '{"orderNo":"1","emailOrPostalCode":"x"}', 'text/plain', 415],
    ['the character zero', '{"orderNo":"\\u0000","emailOrPostalCode":"x"}', 'application/json', 400],
    ['half a character', '{"orderNo":"\\ud800","emailOrPostalCode":"x"}', 'application/json', 400],
    ['a prototype', '{"__proto__":{"x":1},"orderNo":"1","emailOrPostalCode":"x"}', 'application/json', 400],
    ['more than a megabyte', JSON.stringify({ orderNo: 'x'.repeat(1_100_000) }), 'application/json', 413],
  ])('%s', async (_name, body, type, status) => {
    const answer = await fetch(url + at, {
      method: 'POST',
      body,
      headers: { 'content-type': type, 'x-makegood': '1' },
    });
    expect(answer.status).toBe(status);
    expect((await answer.json()) as object).toHaveProperty('code');
  });
  test('a wrong address, query or path', async () => {
    expect((await fetch(`${url}/api/customer/%E0%A4%A/sum?count=1`)).status).toBe(400);
    expect((await fetch(`${url}/api/customer/demo/sum?count=x`)).status).toBe(400);
    expect((await fetch(`${url}/api/customer/demo/sum?count=1&count=2`)).status).toBe(400);
    const wordsOf = async (query: string) =>
      (await (await fetch(`${url}/api/customer/demo/sum${query}`)).json()) as object;
    expect(await wordsOf('')).toMatchObject({ fields: { 'query.count': 'Must provide a number.' } });
    expect(await wordsOf('?count=x')).toMatchObject({ fields: { 'query.count': 'Must be a number.' } });
    expect(await codeOf(await fetch(`${url}/api/nothing`))).toEqual([404, 'NOT_FOUND']);
    expect(await (await fetch(`${url}/api/customer/demo/sum?count=3`)).json()).toEqual({ count: 3 });
  });
});

describe('failures', () => {
  test.each([
    ['conflict', 409, 'TAKEN'],
    ['tooMany', 429, 'TOO_MANY_ATTEMPTS'],
    ['partner', 503, 'PARTNER_UNAVAILABLE'],
    ['refused', 500, 'INTERNAL'],
    ['bug', 500, 'INTERNAL'],
    ['text', 500, 'INTERNAL'],
    ['answer', 500, 'INTERNAL'],
  ])('%s', async (how, status, code) => {
    const answer = await fetch(`${url}/api/customer/demo/fails`, post({ how }));
    const text = await answer.text();
    expect(answer.status).toBe(status);
    expect((JSON.parse(text) as { code: string }).code).toBe(code);
    expect(text).not.toContain(MARK);
    expect(text).not.toContain('stack');
  });
});

describe('webhooks', () => {
  test('arrive byte by byte, without our header', async () => {
    const answer = await fetch(`${url}/api/webhooks/shopify/echo`, {
      method: 'POST',
      body: new Uint8Array([0, 255, 123]),
      headers: { 'content-type': 'application/json', 'x-mark': 'm' },
    });
    expect([answer.status, await answer.text()]).toEqual([202, 'shopify m 00ff7b']);
    const large = await fetch(`${url}/api/webhooks/shopify/echo`, { method: 'POST', body: new Uint8Array(1001) });
    expect(large.status).toBe(413);
  });
});

describe('files', () => {
  const here = (address: string): string => url + address.slice('http://files.test'.length);
  test('are written once allowed, with the type and size that were announced, and read back by a link', async () => {
    const upload = await files.signUpload('media/1/a', 'image/png', 4);
    const send = (body: Uint8Array<ArrayBuffer>, type = 'image/png', address = upload.url) =>
      fetch(here(address), { method: 'PUT', body, headers: { 'content-type': type } });
    const bytes = new Uint8Array([1, 2, 3, 4]);
    expect((await send(bytes, 'text/html')).status).toBe(400);
    expect((await send(new Uint8Array(5))).status).toBe(422);
    expect((await send(bytes, 'image/png', upload.url.replace('media/1/a', 'media/2/a'))).status).toBe(403);
    expect((await send(bytes)).status).toBe(204);
    const link = await files.signDownload('media/1/a', 60);
    const read = await fetch(here(link));
    expect([read.status, read.headers.get('content-type'), read.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes);
    const part = await fetch(here(link), { headers: { range: 'bytes=1-2' } });
    expect([part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      'bytes 1-2/4',
      2,
    ]);
    expect((await fetch(here(await files.signDownload('media/1/a', -5)))).status).toBe(403);
    expect((await fetch(`${url}/files/media/1/a`)).status).toBe(403);
  });

  test('that could run scripts are saved, not shown', async () => {
    await files.put('media/1/page', new TextEncoder().encode('<script>1</script>'), 'text/html');
    const read = await fetch(here(await files.signDownload('media/1/page', 60)));
    expect([read.headers.get('content-type'), read.headers.get('content-disposition')]).toEqual([
      'application/octet-stream',
      'attachment',
    ]);
  });
});

describe('for operators', () => {
  test('health, readiness and measurements', async () => {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(
      /makegood_http_request_seconds_count\{method="GET",route="\/healthz",status="200"\} 1/,
    );
  });

  test('a server whose database refuses what stores ask is not ready', async () => {
    const change = (text: string) => database.asOwner((db) => sql.raw(text).execute(db));
    await change('revoke select on store from makegood_app');
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    await change('grant select on store to makegood_app');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test('measurements need their token where others reach the server too', async () => {
    const statusFor = async (settings: Record<string, string>, authorization = ''): Promise<number> => {
      const app = await buildApp({ ...parts, config: readConfig(settings) }, []);
      const { statusCode } = await app.inject({ url: '/metrics', headers: { authorization } });
      await app.close();
      return statusCode;
    };
    expect(await statusFor({})).toBe(200);
    expect(await statusFor({ HOST: '0.0.0.0' })).toBe(401);
    expect(await statusFor({ TRUSTED_PROXIES: '1' })).toBe(401);
    const guarded = { HOST: '0.0.0.0', METRICS_TOKEN: 'measure' };
    expect(await statusFor(guarded, 'Bearer measure')).toBe(200);
    for (const wrong of ['', 'Bearer other', 'measure', 'Bearer measures'])
      expect(await statusFor(guarded, wrong)).toBe(401);
  });

  test('a visitor cannot choose the address that limits count', async () => {
    const addressFor = async (trusted: string, forwarded: string): Promise<string> => {
      const echo = handle(fails, async (_input, { address }) =>
        Promise.reject(new Refusal('conflict', 'ADDRESS', address)),
      );
      const app = await buildApp({ ...parts, config: readConfig({ TRUSTED_PROXIES: trusted }) }, [echo]);
      const answer = await app.inject({
        method: 'POST',
        url: '/api/customer/demo/fails',
        payload: { how: '' },
        headers: { 'x-makegood': '1', 'x-forwarded-for': forwarded },
        remoteAddress: '10.0.0.9',
      });
      await app.close();
      return answer.json<{ message: string }>().message;
    };
    expect(await addressFor('none', '198.51.100.1')).toBe('10.0.0.9');
    expect(await addressFor('1', '198.51.100.66, 203.0.113.5')).toBe('203.0.113.5');
    expect(await addressFor('10.0.0.0/8', '198.51.100.66, 2001:db8:5:6:7::9, 10.0.0.8')).toBe('2001:db8:5:6::/64');
    expect(await addressFor('10.0.0.0/30', '198.51.100.66')).toBe('10.0.0.9');
  });

  test('a proxy that is not trusted is reported once', async () => {
    const lines: string[] = [];
    const log = makeLog('warn', new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }));
    const app = await buildApp({ ...parts, log, config: readConfig({}) }, []);
    for (const address of ['198.51.100.1', '198.51.100.2'])
      await app.inject({ url: '/healthz', headers: { 'x-forwarded-for': address } });
    await app.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('TRUSTED_PROXIES');
  });

  const answerInfoPath = customer.answerInfo.path.replace(/\{\w+\}/g, 'demo');
  test('a body that is sent a byte at a time ends its connection; a request that is cut off is no error of ours', async () => {
    const lines: string[] = [];
    const log = makeLog(
      'trace',
      new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }),
    );
    const app = await buildApp({ ...parts, log, config: readConfig({}), jsonWithinMs: 400 }, handlersUnderTest());
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const begin = (path = '/api/customer/demo/fails'): Socket => {
      const socket = connectTo(Number(address.port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\nx-makegood: 1\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
      );
      return socket;
    };
    // Refused before its body is read, the second one is answered at once.
    for (const path of ['/api/customer/demo/fails', answerInfoPath]) {
      const slow = begin(path);
      let answer = '';
      slow.on('data', (chunk) => (answer += String(chunk)));
      const drip = setInterval(() => slow.write(' '), 50);
      await new Promise((resolve) => slow.once('close', resolve));
      clearInterval(drip);
      expect(answer.startsWith('HTTP/1.1 401')).toBe(path === answerInfoPath);
    }
    const gone = begin();
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    gone.destroy();
    // A call made without a connection never ends one.
    await app.inject({ method: 'POST', url: answerInfoPath, headers: { 'x-makegood': '1' }, payload: { a: 1 } });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await app.close();
    expect(lines.filter((line) => line.includes('"level":50') || line.includes('INTERNAL'))).toEqual([]);
  });

  test('a request id reaches the log and the caller; what people typed does not reach the log', async () => {
    const answer = await fetch(
      `${url}/api/customer/demo/order/lookup?token=${MARK}-query`,
      post({ orderNo: `${MARK}-order`, emailOrPostalCode: `${MARK}@typed.test` }, { 'x-request-id': 'request-12345' }),
    );
    expect(answer.headers.get('x-request-id')).toBe('request-12345');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const lines = logged.join('');
    expect(lines).toContain('"requestId":"request-12345"');
    for (const typed of [
      `${MARK}-query`,
      `${MARK}-order`,
      `${MARK}@typed.test`,
      `${MARK}@example.com`,
      'ada@demo.test',
      'sandbox-secret',
    ])
      expect(lines).not.toContain(typed);
  });

  test('the API describes itself', async () => {
    const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, object>>;
    };
    expect(document.openapi).toBe('3.1.0');
    for (const each of Object.values(routes))
      expect(document.paths[each.path]?.[each.method.toLowerCase()]).toBeDefined();
    const page = await (await fetch(`${url}/api`)).text();
    for (const each of Object.values(routes)) expect(page).toContain(each.path);
    expect(page).not.toContain('<script');
  });

  test('pages carry a policy that lets nothing foreign run', async () => {
    const policy = (await fetch(`${url}/healthz`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('the portal may be framed by our own pages, which preview it, and by nobody else', async () => {
    const framedBy = async (path: string): Promise<unknown> => {
      const { headers } = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } });
      const policy = headers.get('content-security-policy') ?? '';
      return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers.get('x-frame-options')];
    };
    expect(await framedBy('/p/demo')).toEqual(["'self'", 'SAMEORIGIN']);
    expect(await framedBy('/1/settings/theme')).toEqual(["'none'", 'SAMEORIGIN']);
    expect(await framedBy('/px')).toEqual(["'none'", 'SAMEORIGIN']);
  });
});
