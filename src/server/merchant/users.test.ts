import { afterAll, beforeAll, expect, test } from 'vitest';
import { me } from '#contract/merchant/me.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import * as session from '#contract/merchant/session.ts';
import * as users from '#contract/merchant/users.ts';
import { openSession } from '#server/http/login-session.ts';
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
async function signIn(email: string, isProviderAdmin = false) {
  const identity = { subject: `sub|${email}`, email, firstName: 'Signed', lastName: 'In' };
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
  expect((await ada(users.inviteUser, { params, body: { ...wish, email } })).isActive).toBe(true);
  expect((await both(me, {})).stores.map((one) => one.id)).toEqual([server.storeId, otherId]);
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
  const identity = { subject: `c|${email}`, email, firstName: 'C', lastName: 'C' };
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
  await desk(session.tokenLogin, { query: { ref, configId, token, appIdVersion: 1, email } });
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
