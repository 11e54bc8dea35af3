import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { me, signOutEverywhere } from '#contract/merchant/me.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import * as session from '#contract/merchant/session.ts';
import * as users from '#contract/merchant/users.ts';
import { freeFormerProviderAdmins, openSession } from '#server/http/login-session.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let params: { storeId: number };
beforeAll(async () => {
  server = await startTestServer({ orders: 5 });
  params = { storeId: server.storeId };
});
afterAll(async () => {
  await server.close();
});

const wish = { firstName: 'Ines', lastName: 'Invited', roleCode: 'Staff' } as const;

/** What the sign-in provider does for someone: it claims an email, and no more. */
async function signIn(email: string, isProviderAdmin = false, account = 'sub') {
  const identity = { subject: `${account}|${email}`, email, firstName: 'Signed', lastName: 'In' };
  if (isProviderAdmin) server.server.deps.config.PROVIDER_ADMINS.push(email);
  const token = await openSession(server.server.deps.database, identity, isProviderAdmin, undefined, new Date());
  return server.browser(`makegood_session=${token}`);
}
const mailsTo = (email: string) => server.mailbox.messages().filter((mail) => mail.to.includes(email));

test('an admin gives the store someone, who is written to and opens it by the email', async () => {
  const ada = await server.staff('Admin');
  const email = 'ines@users.example';
  const invited = await ada(users.inviteUser, { params, body: { ...wish, email: ' Ines@Users.example ' } });
  expect(invited).toMatchObject({ ...wish, email, isActive: false, isOneself: false });
  const mail = await eventually(() => mailsTo(email)[0], 'the invitation');
  expect(mail.subject).toContain('invites you');
  expect(mail.text).toContain(`/login?loginHint=${encodeURIComponent(email)}&returnTo=%2F${server.storeId}`);

  const ines = await signIn('INES@users.example');
  expect((await ines(me, {})).stores.map(({ id, roleCode }) => [id, roleCode])).toEqual([[server.storeId, 'Staff']]);
  const { data } = await ada(users.listUsers, { params });
  expect(data.find((one) => one.email === email)).toEqual({ ...invited, isActive: true });
  expect(await refusalOf(ines(users.listUsers, { params }))).toBe('403 ROLE_NEEDED');

  const again = ada(users.inviteUser, { params, body: { ...wish, email } });
  await expect(again).rejects.toMatchObject({
    status: 409,
    body: { code: 'USER_EXISTS', clientMessage: `${email} can already sign in to this store.` },
  });
});

test('who has another store already gets this one beside it', async () => {
  const ada = await server.staff('Admin');
  const email = 'two-stores@users.example';
  const otherId = await server.server.deps.database.asOwner(async (db) => {
    const other = { slug: 'users-other', name: 'Other', currency_code: 'USD', shop_domain: null };
    const { store_id } = await db.insertInto('store').values(other).returning('store_id').executeTakeFirstOrThrow();
    await db.insertInto('store_user_role').values({ store_id, email_key: email, role_code: 'Admin' }).execute();
    return store_id;
  });
  const both = await signIn(email);
  const { id, isActive } = await ada(users.inviteUser, { params, body: { ...wish, email } });
  expect(isActive).toBe(false);
  expect((await both(me, {})).stores.map((one) => one.id)).toEqual([server.storeId, otherId]);
  await both(merchant.claimReasons, { params });
  expect((await ada(users.listUsers, { params })).data.find((one) => one.id === id)?.isActive).toBe(true);
  // There is nothing of this store in the other one.
  const { data } = await both(users.listUsers, { params: { storeId: otherId } });
  expect(data.map((one) => one.email)).toEqual([email]);
});

test('only staff and admins can be invited, by name and email', async () => {
  const ada = await server.staff('Admin');
  const refused = ada(users.inviteUser, { params, body: { ...wish, firstName: ' ', email: 'nobody' } });
  await expect(refused).rejects.toMatchObject({
    body: { fields: { 'body.firstName': 'Must not be empty.', 'body.email': 'Must be a valid email.' } },
  });
  const answer = await fetch(`${server.url}/api/merchant/${server.storeId}/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-makegood': '1', cookie: await adminCookie() },
    body: JSON.stringify({ ...wish, email: 'x@users.example', roleCode: 'Makegood_Admin' }),
  });
  expect(answer.status).toBe(400);
});

async function adminCookie(): Promise<string> {
  const email = 'cookie@users.example';
  await server.staff('Admin', email);
  const identity = { subject: email, email, firstName: 'C', lastName: 'C' };
  return `makegood_session=${await openSession(server.server.deps.database, identity, false, undefined, new Date())}`;
}

test('people of the provider are neither listed, nor invited, nor changed', async () => {
  const ada = await server.staff('Admin');
  const email = 'petra@users.example';
  await server.staff('Admin', email);
  const listed = async () => (await ada(users.listUsers, { params })).data.find((one) => one.email === email);
  const id = (await listed())?.id ?? 0;
  expect(id).toBeGreaterThan(0);
  server.server.deps.config.PROVIDER_ADMINS.push(email);
  expect(await listed()).toBeUndefined();
  const ofPetra = { ...params, storeUserId: id };
  expect(await refusalOf(ada(users.changeUser, { params: ofPetra, body: wish }))).toBe('404 USER_NOT_FOUND');
  expect(await refusalOf(ada(users.deleteUser, { params: ofPetra }))).toBe('404 USER_NOT_FOUND');
  expect(await refusalOf(ada(users.inviteUser, { params, body: { ...wish, email } }))).toBe('409 USER_EXISTS');
});

test('whoever is removed is out at once, with the sessions a helpdesk opened for them', async () => {
  const ada = await server.staff('Admin');
  const email = 'leaver@users.example';
  const { id } = await ada(users.inviteUser, { params, body: { ...wish, email } });
  const leaver = await signIn(email);
  const { ref, configId, token } = await ada(session.connectHelpdesk, { params, body: { ref: 'gorgias' } });
  const desk = server.browser();
  await desk(session.tokenLogin, { body: { ref, configId, token, appIdVersion: 1, email } });
  await leaver(merchant.claimReasons, { params });
  await ada(users.deleteUser, { params: { ...params, storeUserId: id } });
  expect(await refusalOf(leaver(merchant.claimReasons, { params }))).toBe('403 NO_STORE_ACCESS');
  expect((await leaver(me, {})).stores).toEqual([]);
  expect(await refusalOf(desk(me, {}))).toBe('401 UNAUTHENTICATED');
  expect(await refusalOf(ada(users.deleteUser, { params: { ...params, storeUserId: id } }))).toBe('404 USER_NOT_FOUND');
});

test('the store keeps an admin, and nobody removes themselves', async () => {
  const { database } = server.server.deps;
  const storeId = await database.asOwner(async (db) => {
    const made = { slug: 'users-last', name: 'Last', currency_code: 'USD', shop_domain: null };
    const { store_id } = await db.insertInto('store').values(made).returning('store_id').executeTakeFirstOrThrow();
    await db
      .insertInto('store_user_role')
      .values({ store_id, email_key: 'last@users.example', role_code: 'Admin' })
      .execute();
    return store_id;
  });
  const [last, petra] = [await signIn('last@users.example'), await signIn('provider@users.example', true)];
  const other = await last(users.inviteUser, {
    params: { storeId },
    body: { ...wish, roleCode: 'Admin', email: 'second@users.example' },
  });
  const own = (await last(users.listUsers, { params: { storeId } })).data.find((one) => one.isOneself)?.id ?? 0;
  const oneself = { storeId, storeUserId: own };
  expect(await refusalOf(last(users.deleteUser, { params: oneself }))).toBe('422 ONESELF');
  const second = { storeId, storeUserId: other.id };
  // An admin who never signed in could not put anything right.
  expect(await refusalOf(last(users.changeUser, { params: oneself, body: wish }))).toBe('409 LAST_ADMIN');
  expect(await last(users.changeUser, { params: second, body: wish })).toMatchObject({ id: other.id, ...wish });
  expect(await refusalOf(last(users.changeUser, { params: oneself, body: wish }))).toBe('409 LAST_ADMIN');
  expect(await refusalOf(petra(users.deleteUser, { params: oneself }))).toBe('409 LAST_ADMIN');
  // Only the role matters: the only admin may be called something else, and staff may go.
  await last(users.changeUser, { params: oneself, body: { ...wish, roleCode: 'Admin', lastName: 'Named' } });
  await last(users.deleteUser, { params: second });
  expect((await last(users.listUsers, { params: { storeId } })).data).toMatchObject([
    { firstName: 'Ines', lastName: 'Named', roleCode: 'Admin', isActive: true },
  ]);
});

test('two admins who demote each other at once leave one', async () => {
  const { database } = server.server.deps;
  const emails = ['one@users.example', 'other@users.example'];
  const storeId = await database.asOwner(async (db) => {
    const made = { slug: 'users-both', name: 'Both', currency_code: 'USD', shop_domain: null };
    const { store_id } = await db.insertInto('store').values(made).returning('store_id').executeTakeFirstOrThrow();
    await db
      .insertInto('store_user_role')
      .values(emails.map((email_key) => ({ store_id, email_key, role_code: 'Admin' as const })))
      .execute();
    return store_id;
  });
  const [one, other] = await Promise.all(emails.map((email) => signIn(email)));
  const { data } = (await one?.(users.listUsers, { params: { storeId } })) ?? { data: [] };
  const demote = (who: typeof one, email: string) =>
    who?.(users.changeUser, {
      params: { storeId, storeUserId: data.find((user) => user.email === email)?.id ?? 0 },
      body: wish,
    });
  const results = await Promise.allSettled([demote(one, emails[1] ?? ''), demote(other, emails[0] ?? '')]);
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('help to sign in is mailed each time it is asked for, but not endlessly', async () => {
  const ada = await server.staff('Admin');
  const email = 'forgot@users.example';
  const { id } = await ada(users.inviteUser, { params, body: { ...wish, email } });
  const ask = () => refusalOf(ada(users.resetPassword, { params: { ...params, storeUserId: id } }));
  for (let times = 0; times < 5; times += 1) expect(await ask()).toBe('no refusal');
  expect(await ask()).toBe('429 TOO_MANY_ATTEMPTS');
  await eventually(
    () => mailsTo(email).filter((mail) => mail.subject.startsWith('Sign in to')).length === 5,
    'five mails',
  );
  expect(await refusalOf(ada(users.resetPassword, { params: { ...params, storeUserId: 2_000_000_000 } }))).toBe(
    '404 USER_NOT_FOUND',
  );
});

describe('an account at the sign-in provider', () => {
  const invited = async (email: string) => {
    const ada = await server.staff('Admin');
    const { id } = await ada(users.inviteUser, { params, body: { ...wish, email } });
    return { ada, ofUser: { ...params, storeUserId: id } };
  };
  const mayWork = (who: Awaited<ReturnType<typeof signIn>>) => refusalOf(who(merchant.claimReasons, { params }));

  test('that signs in first has the role; another one with the same email is refused, until an admin links it', async () => {
    const email = 'moved@users.example';
    const { ada, ofUser } = await invited(email);
    const first = await signIn(email);
    expect(await mayWork(first)).toBe('no refusal');
    await expect(signIn(email, false, 'other')).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' });

    expect(await ada(users.linkNewAccount, { params: ofUser })).toMatchObject({ isActive: false });
    expect(await mayWork(first)).toBe('401 UNAUTHENTICATED');
    await eventually(() => mailsTo(email)[1], 'another invitation');
    expect(await mayWork(await signIn(email, false, 'other'))).toBe('no refusal');
    await expect(signIn(email)).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' });
  });

  test('that is signed in already takes a role that nobody has, and keeps it from other accounts', async () => {
    const email = 'early@users.example';
    const [first, second] = [await signIn(email), await signIn(email, false, 'other')];
    const { ada } = await invited(email);
    expect(await mayWork(second)).toBe('no refusal');
    expect(await mayWork(first)).toBe('403 NO_STORE_ACCESS');
    expect((await first(me, {})).stores).toEqual([]);
    expect((await ada(users.listUsers, { params })).data.find((one) => one.email === email)?.isActive).toBe(true);
  });

  test('of a provider admin is one as well, and ends to be it with the setting', async () => {
    const email = 'petra-too@users.example';
    const petra = await signIn(email, true);
    expect((await petra(me, {})).user.isProviderAdmin).toBe(true);
    await expect(signIn(email, true, 'other')).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' });
    const { config, database } = server.server.deps;
    config.PROVIDER_ADMINS.splice(0, config.PROVIDER_ADMINS.length, 'petra@test.example');
    expect((await petra(me, {})).user.isProviderAdmin).toBe(false);
    expect(await mayWork(petra)).toBe('403 NO_STORE_ACCESS');
    // As at a start with the email left out.
    await freeFormerProviderAdmins(database, config.PROVIDER_ADMINS);
    expect((await (await signIn(email, true, 'other'))(me, {})).user.isProviderAdmin).toBe(true);
  });

  test('cannot be unlinked from the only admin who can sign in, nor from oneself', async () => {
    const email = 'linked-admin@users.example';
    const { ada, ofUser } = await invited(email);
    const own = (await ada(users.listUsers, { params })).data.find((one) => one.isOneself)?.id ?? 0;
    expect(await refusalOf(ada(users.linkNewAccount, { params: { ...params, storeUserId: own } }))).toBe('422 ONESELF');
    const ask = () => refusalOf(ada(users.linkNewAccount, { params: ofUser }));
    for (let times = 0; times < 5; times += 1) expect(await ask()).toBe('no refusal');
    expect(await ask()).toBe('429 TOO_MANY_ATTEMPTS');
  });
});

test('sessions end everywhere: by the person, and by an admin for a user', async () => {
  const ada = await server.staff('Admin');
  const email = 'everywhere@users.example';
  const { id } = await ada(users.inviteUser, { params, body: { ...wish, email } });
  const [phone, laptop] = [await signIn(email), await signIn(email)];
  await phone(signOutEverywhere, {});
  expect([await refusalOf(phone(me, {})), await refusalOf(laptop(me, {}))]).toEqual([
    '401 UNAUTHENTICATED',
    '401 UNAUTHENTICATED',
  ]);
  const again = await signIn(email);
  const { ref, configId, token } = await ada(session.connectHelpdesk, { params, body: { ref: 'gorgias' } });
  const desk = server.browser();
  await desk(session.tokenLogin, { body: { ref, configId, token, appIdVersion: 1, email } });
  // Whoever sits at a helpdesk ends no session of the person.
  await desk(signOutEverywhere, {});
  expect(await refusalOf(again(me, {}))).toBe('no refusal');
  await desk(session.tokenLogin, { body: { ref, configId, token, appIdVersion: 1, email } });
  await ada(users.signOutUser, { params: { ...params, storeUserId: id } });
  expect([await refusalOf(again(me, {})), await refusalOf(desk(me, {}))]).toEqual([
    '401 UNAUTHENTICATED',
    '401 UNAUTHENTICATED',
  ]);
  expect(await refusalOf(ada(me, {}))).toBe('no refusal');
});

test('a session that nobody uses ends, and one that is used lasts', async () => {
  const { database } = server.server.deps;
  const email = 'idle@users.example';
  const [used, idle] = [await signIn(email), await signIn('idle-too@users.example')];
  const unusedFor = (minutes: number) =>
    database.asOwner((db) =>
      db
        .updateTable('session')
        .set({ used_on: new Date(Date.now() - minutes * 60_000) })
        .execute(),
    );
  await unusedFor(110);
  await used(me, {});
  await database.asOwner((db) =>
    db
      .updateTable('session')
      .set((row) => ({ used_on: sql<Date>`${row.ref('used_on')} - interval '20 minutes'` }))
      .execute(),
  );
  expect([await refusalOf(used(me, {})), await refusalOf(idle(me, {}))]).toEqual(['no refusal', '401 UNAUTHENTICATED']);
});
