import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as alerts from '#contract/merchant/alerts.ts';
import { getUser, me, signOut } from '#contract/merchant/me.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as lists from '#contract/merchant/lists.ts';
import * as reports from '#contract/merchant/reports.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import { getConfig } from '#contract/merchant/settings.ts';
import type { RouteInput } from '#contract/route.ts';
import * as session from '#contract/merchant/session.ts';
import * as shipments from '#contract/merchant/shipments.ts';
import * as users from '#contract/merchant/users.ts';
import { welcomeUrl } from '#server/access-code.ts';
import { helpdeskToken } from '#server/helpdesk-token.ts';
import { hashOf, openHelpdeskSession, openSession } from '#server/http/login-session.ts';
import { mailSignUps } from '#server/mail-sign-ups.ts';
import { warnOfTokens } from '#server/warn-of-tokens.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ orders: 5, trustedProxies: '1' });
});
afterAll(async () => {
  await server.close();
});

describe('what the shell shows of a store', () => {
  test('everything of C3.36; a store nobody bills has no end', async () => {
    const ada = await server.staff('Admin');
    const shown = await ada(me, {});
    expect(shown.stores).toMatchObject([
      {
        id: server.storeId,
        isCrewInstalled: true,
        shopifyPlan: 'Development',
        invoiceDefinition: { endDate: '9999-12-31T00:00:00.000Z' },
        subscriptionStatus: 'active',
        features: {
          returns: { isReturnsEnabled: true },
          warranties: { isWarrantiesEnabled: true },
          shippingProtection: false,
          registrations: { isRegistrationEnabled: false },
        },
      },
    ]);
    const params = { idFromPlatform: shown.user.idFromPlatform };
    expect((await ada(getUser, { params })).user).toEqual(shown.user);
    expect(await refusalOf(ada(getUser, { params: { idFromPlatform: 'someone|else' } }))).toBe('404 USER_NOT_FOUND');
  });
});

describe('what only the provider decides', () => {
  const provider = async () => {
    const token = await openSession(
      server.server.deps.database,
      { subject: 'petra', email: 'petra@test.example', firstName: 'Petra', lastName: 'Provider' },
      true,
      undefined,
      new Date(),
    );
    return server.browser(`makegood_session=${token}`);
  };

  test('is the subscription, its end and whether it is a test store; each by itself', async () => {
    const [petra, ada] = [await provider(), await server.staff('Admin')];
    const params = { storeId: server.storeId };
    const shown = async () => (await ada(me, {})).stores.find((one) => one.id === server.storeId);
    const endDate = '2026-02-03T00:00:00.000Z';
    await petra(session.saveProviderControls, { params, body: { invoiceDefinition: { endDate } } });
    expect(await shown()).toMatchObject({
      invoiceDefinition: { endDate },
      subscriptionStatus: 'active',
      isTest: false,
    });
    await petra(session.saveProviderControls, {
      params,
      body: { invoiceDefinition: null, subscriptionStatus: 'frozen' },
    });
    expect(await shown()).toMatchObject({ invoiceDefinition: null, subscriptionStatus: 'frozen' });
    const confirmationUrl = 'https://admin.shop.example/charges/1/confirm';
    await petra(session.saveProviderControls, { params, body: { confirmationUrl } });
    expect(await shown()).toMatchObject({ subscriptionStatus: 'frozen', confirmationUrl });
    const script = { params, body: { confirmationUrl: 'javascript:alert(1)' } };
    expect(await refusalOf(petra(session.saveProviderControls, script))).toBe('400 MALFORMED');
    await petra(session.saveProviderControls, { params, body: { confirmationUrl: null } });
    expect(await shown()).toMatchObject({ confirmationUrl: null });
    expect(await refusalOf(ada(session.saveProviderControls, { params, body: { isTest: true } }))).toBe(
      '403 ROLE_NEEDED',
    );
    await petra(session.saveProviderControls, { params, body: {} });
    const forever = { endDate: '9999-12-31T00:00:00Z' };
    const body = { invoiceDefinition: forever, subscriptionStatus: 'active' } as const;
    await petra(session.saveProviderControls, { params, body });
    expect(await shown()).toMatchObject({ subscriptionStatus: 'active', isTest: false });
  });
});

describe('an access code', () => {
  const codeOf = (storeId: number, now = new Date(), secret = server.server.deps.secret): string =>
    new URL(welcomeUrl('http://x.test', secret, storeId, now)).searchParams.get('accessCode') ?? '';

  test('tells by which emails its store can be opened', async () => {
    await server.staff('Admin', 'owner@test.example');
    const { storeName, users } = await server.browser()(session.usersOfAccessCode, {
      query: { accessCode: codeOf(server.storeId) },
    });
    expect(storeName).not.toBe('');
    expect(users).toContainEqual({ email: 'owner@test.example' });
  });

  test('names nobody of the provider', async () => {
    const email = server.server.deps.config.PROVIDER_ADMINS[0] ?? '';
    await server.staff('Admin', email);
    const { users } = await server.browser()(session.usersOfAccessCode, {
      query: { accessCode: codeOf(server.storeId) },
    });
    expect(users.length).toBeGreaterThan(0);
    expect(users).not.toContainEqual({ email });
  });

  test('that is too old, forged or for something else tells nothing', async () => {
    const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000);
    const codes = [
      codeOf(server.storeId, eightDaysAgo),
      codeOf(server.storeId, new Date(), 'x'.repeat(40)),
      helpdeskToken(
        server.server.deps.secret,
        { storeId: server.storeId, configId: 'x', ref: 'x', tokenId: 'x' },
        new Date(Date.now() + 86_400_000),
      ),
      'x',
    ];
    for (const accessCode of codes)
      expect(await refusalOf(server.browser()(session.usersOfAccessCode, { query: { accessCode } }))).toBe(
        '404 ACCESS_CODE_INVALID',
      );
  });
});

describe('a request for an invitation', () => {
  const noSignal = new AbortController().signal;
  const wish = { firstName: 'Noor', lastName: 'Haddad', email: '  noor@shop.example ' };
  const ask = (body: RouteInput<typeof session.signUp>['body']) => server.browser()(session.signUp, { body });

  test('is kept, and mailed once to the people who run this installation', async () => {
    await ask({ ...wish, productsOfInterest: ['Returns', 'Shipping_Plus'], estimatedAnnualClaims: 'More_Than_6000' });
    const { deps } = server.server;
    // The mailbox shows a mail that came twice once.
    const sent: string[] = [];
    const mail: typeof deps.mail = {
      ...deps.mail,
      send: (one, context) => {
        sent.push(one.purposeKey);
        return deps.mail.send(one, context);
      },
    };
    // As two processes do it at the same time.
    await Promise.all([1, 2].map(() => mailSignUps({ ...deps, mail }).run(noSignal)));
    await mailSignUps({ ...deps, mail }).run(noSignal);
    expect(sent).toHaveLength(1);
    const mails = server.mailbox.messages().filter((mail) => mail.to.includes('support@makegood.test'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Noor Haddad asks for an invitation.');
    expect(mails[0]?.text).toContain('Interested in: Returns, Shipping Plus');
    expect(mails[0]?.text).toContain('Claims a year, estimated: More than 6000');
  });

  test('is mailed later when the mail server does not take it, and never after a refusal, which holds up none', async () => {
    const { deps } = server.server;
    const mailsOf = (name: string) => server.mailbox.messages().filter(({ subject }) => subject.includes(name));
    const due = () =>
      deps.database.rowsAsOwner(() => sql`update sign_up set next_try_on = now() where next_try_on > now()`);
    await ask({ ...wish, firstName: 'Refused', email: 'refused@shop.example' });
    // The mail server is not even asked about an email without a recipient.
    await mailSignUps({ ...deps, config: { ...deps.config, SUPPORT_EMAIL: '' } }).run(noSignal);
    await ask({ ...wish, firstName: 'Later', email: 'later@shop.example' });
    const fault = { method: 'POST', body: JSON.stringify({ mode: 'fail', times: 1 }) };
    await fetch(`${server.mailbox.url}/_control/faults`, fault);
    const job = mailSignUps(deps);
    await job.run(noSignal);
    await job.run(noSignal);
    expect([mailsOf('Refused'), mailsOf('Later')]).toEqual([[], []]);
    await due();
    await job.run(noSignal);
    expect([mailsOf('Refused').length, mailsOf('Later').length]).toEqual([0, 1]);
  });

  test('is taken a few times an hour for one email, whoever sends it', async () => {
    const email = 'again@shop.example';
    const answers = [];
    for (let times = 0; times < 4; times += 1) answers.push(await refusalOf(ask({ ...wish, email })));
    expect(answers).toEqual(['no refusal', 'no refusal', 'no refusal', '429 TOO_MANY_ATTEMPTS']);
  });

  test('one visitor who asks without end keeps out nobody else', async () => {
    const from = async (network: string, email: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'x-makegood': '1', 'x-forwarded-for': network };
      const body = JSON.stringify({ ...wish, email });
      return (await fetch(`${server.url}${session.signUp.path}`, { method: 'POST', headers, body })).status;
    };
    const answers = [];
    for (let times = 0; times < 210; times += 1)
      answers.push(await from('198.51.100.7', `visitor-${times}@shop.example`));
    expect(answers.filter((status) => status === 200)).toHaveLength(20);
    expect(answers.at(-1)).toBe(429);
    expect(await from('203.0.113.9', 'somebody@else.example')).toBe(200);
  });

  test('needs names and a valid email, and more when it begins a store', async () => {
    await expect(ask({ ...wish, email: 'nobody' })).rejects.toMatchObject({
      body: { fields: { 'body.email': 'Invalid email' } },
    });
    await expect(ask({ ...wish, firstName: ' ' })).rejects.toMatchObject({ status: 400 });
    await expect(ask({ ...wish, isOnboardingComplete: true })).rejects.toMatchObject({
      body: {
        fields: {
          'body.estimatedAnnualClaims': 'Select an estimate',
          'body.productsOfInterest': 'Select at least one product',
        },
      },
    });
  });
});

describe('a helpdesk', () => {
  const connect = async () => {
    const ada = await server.staff('Admin');
    const params = { storeId: server.storeId };
    const { configId, token, ref } = await ada(session.connectHelpdesk, { params, body: { ref: 'gorgias' } });
    return { ada, query: { ref, configId, token, appIdVersion: 1 } };
  };

  test('opens a session for claims alone, whoever it is for', async () => {
    const { query } = await connect();
    await server.staff('Admin', 'desk@test.example');
    const desk = server.browser();
    const { storeId } = await desk(session.tokenLogin, { body: { ...query, email: 'Desk@Test.example' } });
    expect(storeId).toBe(server.storeId);
    const { user, stores } = await desk(me, {});
    expect(stores.map(({ id, roleCode }) => [id, roleCode])).toEqual([[server.storeId, 'Helpdesk']]);
    const params = { storeId };
    expect((await desk(merchant.claimReasons, { params })).reasons.length).toBeGreaterThan(0);
    expect(await refusalOf(desk(getConfig, { params }))).toBe('403 ROLE_NEEDED');
    expect(await refusalOf(desk(alerts.listAlerts, { params: { storeId, userId: user.id }, query: {} }))).toBe(
      '403 ROLE_NEEDED',
    );
    const { database } = server.server.deps;
    const setTest = (is_test: boolean) =>
      database.asOwner((db) => db.updateTable('store').set({ is_test }).where('store_id', '=', storeId).execute());
    await setTest(true);
    expect(await refusalOf(desk(getConfig, { params }))).toBe('403 ROLE_NEEDED');
    await setTest(false);
  });

  test('has a token about to expire: admins are told once, two weeks before', async () => {
    const { ada, query } = await connect();
    const { database } = server.server.deps;
    const lasting = (days: number) =>
      database.asOwner((db) =>
        db
          .updateTable('helpdesk_token')
          .set({ expires_on: new Date(Date.now() + days * 86_400_000) })
          .where('config_id', '=', query.configId)
          .execute(),
      );
    const { user } = await ada(me, {});
    const told = async () => {
      await warnOfTokens(database).run(new AbortController().signal);
      const input = { params: { storeId: server.storeId, userId: user.id }, query: {} };
      const { data } = await ada(alerts.listAlerts, input);
      return data.filter(({ url }) => url?.endsWith('/settings/integrations')).map(({ subject }) => subject);
    };
    await lasting(15);
    expect(await told()).toEqual([]);
    await lasting(13);
    expect(await told()).toEqual(['A helpdesk token expires soon']);
    expect(await told()).toEqual(['A helpdesk token expires soon']);
  });

  test('opens a session by POST alone, for two hours', async () => {
    const { query } = await connect();
    const email = 'desk8@test.example';
    await server.staff('Staff', email);
    const entry = { ...query, email };
    const checked = await fetch(
      `${server.url}${session.checkTokenLogin.path}?${new URLSearchParams({ ...entry, appIdVersion: '1' }).toString()}`,
    );
    expect([checked.status, checked.headers.getSetCookie()]).toEqual([200, []]);
    expect(await checked.json()).toMatchObject({ storeId: server.storeId });
    const post = (headers: Record<string, string>) =>
      fetch(`${server.url}${session.tokenLogin.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(entry),
      });
    expect((await post({})).status).toBe(403);
    expect((await post({ 'x-makegood': '1', origin: 'https://evil.test' })).status).toBe(403);
    const opened = await post({ 'x-makegood': '1' });
    expect(opened.headers.getSetCookie()[0]).toContain('Max-Age=7200');
    const cookie = opened.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const desk = server.browser(cookie);
    await desk(me, {});
    await server.server.deps.database.asOwner((db) =>
      db
        .updateTable('session')
        .set({ expires_on: new Date() })
        .where('helpdesk_config_id', '=', query.configId)
        .execute(),
    );
    expect(await refusalOf(desk(me, {}))).toBe('401 UNAUTHENTICATED');
  });

  test('gives no money and exports nothing; an admin may let one finalize', async () => {
    const { ada, query } = await connect();
    const email = 'desk9@test.example';
    await server.staff('Admin', email);
    const desk = server.browser();
    const { storeId } = await desk(session.tokenLogin, { body: { ...query, email } });
    const params = { storeId, claimId: 2_000_000_000 };
    const finalize = { params, body: { version: 1, notifyCustomerByEmail: null, lineItems: {} } };
    const bulk = { params: { storeId }, body: { claimIds: [params.claimId], action: { kind: 'finalize' as const } } };
    const label = {
      version: 1,
      returnShipmentType: 'Label' as const,
      shipmentIdFromPlatform: 'shp_1',
      rate: { id: 'rate_1' },
    };
    const moneyOf = async (caller: Caller) => [
      await refusalOf(caller(actions.finalize, finalize)),
      await refusalOf(caller(lists.bulk, bulk)),
      await refusalOf(caller(shipments.createShipment, { params, body: label })),
      await refusalOf(caller(reports.listReports, { params: { storeId } })),
    ];
    expect(await moneyOf(desk)).toEqual(Array.from({ length: 4 }, () => '403 ROLE_NEEDED'));
    expect((await desk(me, {})).stores).toMatchObject([{ mayFinalize: false, mayExport: false }]);
    const trusted = await ada(session.connectHelpdesk, {
      params: { storeId },
      body: { ref: 'trusted', mayFinalize: true },
    });
    const other = server.browser();
    const entry = { ref: 'trusted', configId: trusted.configId, token: trusted.token, appIdVersion: 1, email };
    await other(session.tokenLogin, { body: entry });
    expect(await moneyOf(other)).toEqual([
      '404 CLAIM_NOT_FOUND',
      'no refusal',
      '404 CLAIM_NOT_FOUND',
      '403 ROLE_NEEDED',
    ]);
    expect((await other(me, {})).stores).toMatchObject([{ mayFinalize: true, mayExport: false }]);
  });

  test('is named with whatever its agents do, and is never the account of the person', async () => {
    const { query } = await connect();
    const email = 'desk10@test.example';
    const person = await server.staff('Admin', email);
    const desk = server.browser();
    const { storeId } = await desk(session.tokenLogin, { body: { ...query, email } });
    const shown = [(await desk(me, {})).user, (await person(me, {})).user];
    expect(shown.map((user) => `${user.firstName} ${user.lastName}`)).toEqual(['Admin Tester', 'Admin Tester']);
    expect(shown[0]?.id).not.toBe(shown[1]?.id);
    const claim = await settledClaim(server, person, await submitReturn(server, await returnableOrder(server)));
    const body = { id: randomUUID(), message: 'Called them.' };
    const after = await desk(actions.addToTimeline, { params: { storeId, claimId: claim.id }, body });
    expect(JSON.stringify(after)).toContain('Admin Tester (via gorgias)');
  });

  test('opens nothing for a provider admin, who has no role in the store, nor for a stranger', async () => {
    const { query } = await connect();
    for (const email of ['petra@makegood.test', 'nobody@test.example'])
      await expect(server.browser()(session.tokenLogin, { body: { ...query, email } })).rejects.toMatchObject({
        status: 403,
        body: {
          code: 'HELPDESK_USER_UNKNOWN',
          clientMessage: expect.stringContaining(`a user with email ${email} exists`),
        },
      });
  });

  test('is refused with a token of another connection, another secret or an old app', async () => {
    const [mine, other] = [await connect(), await connect()];
    const email = 'desk2@test.example';
    await server.staff('Staff', email);
    const login = (query: object) =>
      refusalOf(server.browser()(session.tokenLogin, { body: { ...mine.query, email, ...query } }));
    expect(await login({})).toBe('no refusal');
    expect(await login({ token: other.query.token })).toBe('401 TOKEN_INVALID');
    expect(await login({ ref: 'zendesk' })).toBe('401 TOKEN_INVALID');
    const { configId, ref } = mine.query;
    const tomorrow = new Date(Date.now() + 86_400_000);
    const { data } = await mine.ada(session.listHelpdesks, { params: { storeId: server.storeId } });
    const tokenId = data.find((one) => one.configId === configId)?.tokens[0]?.tokenId ?? '';
    const forged = helpdeskToken('x'.repeat(40), { storeId: server.storeId, configId, ref, tokenId }, tomorrow);
    expect(await login({ token: forged })).toBe('401 TOKEN_INVALID');
    expect(await login({ appIdVersion: 0 })).toBe('422 APP_UPGRADE_REQUIRED');
  });

  test('may show our pages within its own, as long as it is connected; nobody else may', async () => {
    const ada = await server.staff('Admin');
    const params = { storeId: server.storeId };
    const email = 'desk6@test.example';
    await server.staff('Staff', email);
    const connectFor = (embeddedIn: string[]) =>
      ada(session.connectHelpdesk, { params, body: { ref: 'zendesk', embeddedIn } });
    const wrong = ['http://acme.example', 'https://acme.example/path', 'https://*.example', "https://a.example 'self'"];
    for (const origin of [...wrong, 'https://a.example; script-src *', 'x'])
      expect(await refusalOf(connectFor([origin]))).toBe('400 MALFORMED');
    const { ref, configId, token } = await connectFor(['https://acme.example', 'https://apps.example:8443']);
    const framedBy = async (
      path: string,
      cookie = '',
    ): Promise<[policy: string | undefined, options: string | null]> => {
      const { headers } = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html', cookie } });
      const policy = headers.get('content-security-policy') ?? '';
      return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers.get('x-frame-options')];
    };
    const theirs = ['https://acme.example https://apps.example:8443', null];
    const nobodys = ["'none'", 'SAMEORIGIN'];
    const query = new URLSearchParams({ ref, configId, token, email, appIdVersion: '1' }).toString();
    expect(await framedBy(`/helpdesk?${query}`)).toEqual(theirs);
    const card = `/${server.storeId}/integrations/customers`;
    expect(await framedBy(`${card}?${query}&customerEmail=nora%40shop.example`)).toEqual(theirs);
    expect(await framedBy(card)).toEqual(nobodys);
    expect(await framedBy('/helpdesk?token=x')).toEqual(nobodys);
    expect(await framedBy(`/claims?${query}`)).toEqual(nobodys);
    const login = await fetch(`${server.url}/api/merchant/user/token/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-makegood': '1' },
      body: JSON.stringify({ ref, configId, token, email, appIdVersion: 1 }),
    });
    const [cookie = ''] = login.headers.getSetCookie().map((set) => set.split(';', 1)[0]);
    expect(await framedBy(`/${server.storeId}/claims/return`, cookie)).toEqual(theirs);
    expect(await framedBy(`/${server.storeId}/claims/return`, 'makegood_helpdesk=x')).toEqual(nobodys);
    await ada(session.disconnectHelpdesk, { params: { ...params, configId } });
    expect(await framedBy(`/${server.storeId}/claims/return`, cookie)).toEqual(nobodys);
    expect(await framedBy(`/helpdesk?${query}`)).toEqual(nobodys);
  });

  test('opened in the browser of someone signed in leaves them who they are; signing out ends both', async () => {
    const { query } = await connect();
    const browser = await server.staff('Admin', 'desk7@test.example');
    await browser(session.tokenLogin, { body: { ...query, email: 'desk7@test.example' } });
    expect((await browser(me, {})).stores.map(({ roleCode }) => roleCode)).toEqual(['Admin']);
    await browser(signOut, {});
    expect(await refusalOf(browser(me, {}))).toBe('401 UNAUTHENTICATED');
  });

  test('that is disconnected loses its token and its sessions at once', async () => {
    const { ada, query } = await connect();
    const email = 'desk3@test.example';
    await server.staff('Staff', email);
    const desk = server.browser();
    await desk(session.tokenLogin, { body: { ...query, email } });
    const params = { storeId: server.storeId, configId: query.configId };
    await ada(session.disconnectHelpdesk, { params });
    expect(await refusalOf(desk(me, {}))).toBe('401 UNAUTHENTICATED');
    expect(await refusalOf(server.browser()(session.tokenLogin, { body: { ...query, email } }))).toBe(
      '401 TOKEN_INVALID',
    );
    expect(await refusalOf(ada(session.disconnectHelpdesk, { params }))).toBe('404 HELPDESK_NOT_FOUND');
    const { data } = await ada(session.listHelpdesks, { params: { storeId: server.storeId } });
    expect(data.map((one) => one.configId)).not.toContain(query.configId);
  });

  const tokensOf = async ({ ada, query }: Awaited<ReturnType<typeof connect>>) => {
    const { data } = await ada(session.listHelpdesks, { params: { storeId: server.storeId } });
    return data.find(({ configId }) => configId === query.configId)?.tokens ?? [];
  };

  test('goes on with a new token while the old one is still good, and without the old one once it is revoked', async () => {
    const connected = await connect();
    const { ada, query } = connected;
    const email = 'desk5@test.example';
    await server.staff('Staff', email);
    const desk = server.browser();
    await desk(session.tokenLogin, { body: { ...query, email } });
    const params = { storeId: server.storeId, configId: query.configId };
    const [old] = await tokensOf(connected);
    expect(old).toMatchObject({ email: null, lastUsedOn: expect.any(String) });
    const { token } = await ada(session.addHelpdeskToken, { params, body: { days: 30 } });
    const login = (shown: string) =>
      refusalOf(server.browser()(session.tokenLogin, { body: { ...query, token: shown, email } }));
    expect([await login(query.token), await login(token)]).toEqual(['no refusal', 'no refusal']);
    const ofOld = { ...params, tokenId: old?.tokenId ?? '' };
    await ada(session.revokeHelpdeskToken, { params: ofOld });
    expect(await refusalOf(desk(me, {}))).toBe('401 UNAUTHENTICATED');
    expect([await login(query.token), await login(token)]).toEqual(['401 TOKEN_INVALID', 'no refusal']);
    expect(await refusalOf(ada(session.revokeHelpdeskToken, { params: ofOld }))).toBe('404 HELPDESK_TOKEN_NOT_FOUND');
    expect(await refusalOf(ada(session.addHelpdeskToken, { params: { ...params, configId: 'none' }, body: {} }))).toBe(
      '404 HELPDESK_NOT_FOUND',
    );
  });

  test('opens nothing for another agent by the token of one, who loses it with the role', async () => {
    const connected = await connect();
    const { ada, query } = connected;
    const [own, other] = ['desk11@test.example', 'desk12@test.example'];
    const params = { storeId: server.storeId, configId: query.configId };
    const { id } = await ada(users.inviteUser, {
      params: { storeId: server.storeId },
      body: { firstName: 'One', lastName: 'Agent', roleCode: 'Staff', email: own },
    });
    await server.staff('Admin', other);
    const { token } = await ada(session.addHelpdeskToken, { params, body: { email: 'Desk11@test.example', days: 90 } });
    const login = (email: string) =>
      refusalOf(server.browser()(session.tokenLogin, { body: { ...query, token, email } }));
    expect([await login('Desk11@Test.example'), await login(other)]).toEqual(['no refusal', '401 TOKEN_INVALID']);
    expect((await tokensOf(connected)).map(({ email }) => email)).toEqual([own, null]);
    await ada(users.deleteUser, { params: { storeId: server.storeId, storeUserId: id } });
    expect((await tokensOf(connected)).map(({ email }) => email)).toEqual([null]);
    const stranger = { params, body: { email: 'stranger@test.example' } };
    expect(await refusalOf(ada(session.addHelpdeskToken, stranger))).toBe('422 HELPDESK_USER_UNKNOWN');
  });

  test('has no session beyond the end of its token, and none begins after it', async () => {
    const connected = await connect();
    const { query } = connected;
    const email = 'desk13@test.example';
    await server.staff('Staff', email);
    const [first] = await tokensOf(connected);
    if (!first) throw new Error('a connection begins with a token');
    const { tokenId, createdOn, expiresOn } = first;
    expect(Date.parse(expiresOn) - Date.parse(createdOn)).toBeLessThan(366 * 86_400_000);
    const helpdesk = { storeId: server.storeId, configId: query.configId, ref: query.ref, tokenId };
    const { database, secret } = server.server.deps;
    const ends = new Date(Date.now() + 3_600_000);
    const hash = hashOf(
      (await openHelpdeskSession(database, { ...helpdesk, expiresOn: ends }, email, undefined, new Date())) ?? '',
    );
    const [opened] = await database.asOwner((db) =>
      db.selectFrom('session').select('expires_on').where('session_hash', '=', hash).execute(),
    );
    expect(opened?.expires_on).toEqual(ends);
    const old = helpdeskToken(secret, helpdesk, new Date(Date.now() - 1000));
    expect(await refusalOf(server.browser()(session.tokenLogin, { body: { ...query, token: old, email } }))).toBe(
      '401 TOKEN_INVALID',
    );
  });

  test('ends with the role of its user', async () => {
    const { query } = await connect();
    const email = 'desk4@test.example';
    await server.staff('Staff', email);
    const desk = server.browser();
    await desk(session.tokenLogin, { body: { ...query, email } });
    await server.server.deps.database.asOwner((db) =>
      db.deleteFrom('store_user_role').where('email_key', '=', email).execute(),
    );
    expect(await refusalOf(desk(merchant.claimReasons, { params: { storeId: server.storeId } }))).toBe(
      '403 NO_STORE_ACCESS',
    );
    expect((await desk(me, {})).stores).toEqual([]);
  });
});
