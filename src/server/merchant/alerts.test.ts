import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as alerts from '#contract/merchant/alerts.ts';
import { me } from '#contract/merchant/me.ts';
import * as books from '#contract/merchant/books.ts';
import type { AlertKind } from '#core/alerts/alerts.ts';
import { aboutClaim, aboutShippingClaim, type Subject } from '#core/effects/subject.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import { addEffects } from '#server/db/effects.ts';
import { raiseTask } from '#server/db/tasks.ts';
import { connectStore } from '#server/sync/connect-store.ts';
import { shopOf } from '#server/testing/effect-claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { staffClaim } from '#server/testing/staff-claims.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ orders: 5 });
});
afterAll(async () => {
  await server.close();
});

const inStore = <T>(work: Parameters<TestServer['server']['deps']['database']['inStore']>[1]): Promise<T> =>
  server.server.deps.database.inStore(server.storeId, work) as Promise<T>;

/** A reader of the alerts: an admin with what they see. */
async function reader(call?: Caller) {
  const admin = call ?? (await server.staff('Admin'));
  const { user } = await admin(me, {});
  const params = { storeId: server.storeId, userId: user.id };
  return {
    params,
    call: admin,
    list: (unreadOnly: 'true' | 'false' = 'true') => admin(alerts.listAlerts, { params, query: { unreadOnly } }),
    readAll: (readOn: string | null, seen?: readonly alerts.Alert[]) =>
      admin(alerts.readAllAlerts, { params, body: { readOn, ...(seen ? { seen: seen.map(asSeen) } : {}) } }),
    read: (alertId: number, readOn: string | null) =>
      admin(alerts.readAlert, { params: { ...params, alertId }, body: { readOn } }),
    /** Reads an alert as it was listed. */
    readSeen: ({ id, createdOn }: alerts.Alert) =>
      admin(alerts.readAlert, { params: { ...params, alertId: id }, body: { readOn: NOW, createdOn } }),
  };
}

const asSeen = ({ id, createdOn }: alerts.Alert) => ({ id, createdOn });

const NOW = '2026-05-01T10:00:00.000Z';

test('steps that fail are one alert until somebody reads it, then a new one', async () => {
  const ada = await reader();
  const fail = async (...purposes: string[]): Promise<void> => {
    await inStore((db) =>
      addEffects(
        db,
        server.storeId,
        'test',
        purposes.map((purposeKey) => ({
          subject: { kind: 'store', id: 1 },
          kind: 'kindOfTheFuture',
          purposeKey,
          payload: {},
          summary: 'Something new',
        })),
      ),
    );
  };
  await fail('a', 'b', 'c');
  const told = await eventually(async () => {
    const { data } = await ada.list();
    return data.find((one) => one.subject === '3 actions failed');
  }, 'three failures are told as one');
  expect(told).toMatchObject({
    category: 'Home',
    severity: 'Warning',
    message: expect.stringMatching(/^Something new: This version doesn't know/),
    url: `/${server.storeId}/effects?state=failed`,
    readOn: null,
  });
  expect((await ada.list()).data).toHaveLength(1);
  await ada.read(told.id, NOW);
  expect(await ada.list()).toMatchObject({ data: [], unreadCount: 0, unreadWarningCount: 0 });
  await fail('d');
  await eventually(async () => (await ada.list()).unreadCount === 1, 'a failure after reading is told anew');
  expect((await ada.list()).data[0]?.subject).toBe('An action failed');
  await ada.readAll(NOW);
});

test('everyone reads for themselves, one by one or all at once, and can undo it', async () => {
  const [ada, bob] = [await reader(), await reader()];
  await inStore((db) =>
    raiseTask(db, server.storeId, { subject: { kind: 'store', id: 1 }, purposeKey: 't1', kind: 'k', message: 'Look' }),
  );
  // The same task asked for again is no news.
  await inStore((db) =>
    raiseTask(db, server.storeId, { subject: { kind: 'store', id: 1 }, purposeKey: 't1', kind: 'k', message: 'Look' }),
  );
  const seen = (await ada.list()).data.find((one) => one.message === 'Look');
  expect(seen).toMatchObject({ severity: 'Warning', subject: 'New task' });
  const before = await bob.list();
  await ada.readAll(NOW);
  expect((await ada.list()).unreadCount).toBe(0);
  expect((await ada.list('false')).data.every((one) => one.readOn === NOW)).toBe(true);
  expect(await bob.list()).toEqual(before);
  await ada.read(seen?.id ?? 0, null);
  expect((await ada.list()).data.map((one) => one.id)).toEqual([seen?.id]);
  expect((await ada.list()).unreadWarningCount).toBe(1);
  await ada.readAll(null);
  expect((await ada.list()).unreadCount).toBe(before.unreadCount);
  await Promise.all([ada.readAll(NOW), bob.readAll(NOW)]);
});

test('what is raised again after it was listed stays unread, though it is read as it was', async () => {
  const [ada, bob] = [await reader(), await reader()];
  await Promise.all([ada.readAll(NOW), bob.readAll(NOW)]);
  const raise = (kind: AlertKind) => inStore((db) => raiseAlert(db, server.storeId, kind, kind));
  const unread = async (by = ada) => (await by.list()).data.map(({ subject }) => subject);
  const listed = async () => (await ada.list()).data[0] ?? expect.fail('an alert is unread');
  await raise('newsLost');
  const before = await listed();
  await raise('newsLost');
  await ada.readSeen(before);
  expect(await unread()).toEqual(["2 webhooks couldn't be processed"]);
  await ada.readSeen(await listed());
  expect(await unread()).toEqual([]);
  expect(await unread(bob)).toEqual(["2 webhooks couldn't be processed"]);
  // Once it is read, a repetition is an alert of its own, and the one before stays read.
  await raise('newsLost');
  expect(await unread()).toEqual(["A webhook couldn't be processed"]);
  expect(await unread(bob)).toHaveLength(2);
  await ada.readAll(NOW);
});

test('all are read that were listed, as they were, and none that were raised since', async () => {
  const ada = await reader();
  await ada.readAll(NOW);
  const raise = (kind: AlertKind) => inStore((db) => raiseAlert(db, server.storeId, kind, kind));
  const unread = async () => (await ada.list()).data.map(({ message }) => message);
  for (const kind of ['newsLost', 'listExported'] as const) await raise(kind);
  const { data } = await ada.list();
  for (const kind of ['listExported', 'reorderRefused'] as const) await raise(kind);
  await ada.readAll(NOW, data);
  expect(await unread()).toEqual(['reorderRefused', 'listExported']);
  await ada.readAll(NOW, (await ada.list()).data);
  expect(await unread()).toEqual([]);
});

test('more than are listed are all read, the older ones with those listed', async () => {
  const ada = await reader();
  await ada.readAll(NOW);
  await inStore(async (db) => {
    const longAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const old = Array.from({ length: 101 }, (_, days) => ({
      store_id: server.storeId,
      kind: 'newsLost' as const,
      message: `${days}`,
      is_open: false,
      created_on: longAgo(days),
    }));
    await db.insertInto('alert').values(old).execute();
  });
  const { data, unreadCount } = await ada.list();
  expect([data.length, unreadCount]).toEqual([100, 101]);
  await inStore((db) => raiseAlert(db, server.storeId, 'listExported', 'since'));
  await ada.readAll(NOW, data);
  expect((await ada.list()).data.map(({ message }) => message)).toEqual(['since']);
  await ada.readAll(NOW);
});

test('what is raised again while it is being read stays unread', async () => {
  const ada = await reader();
  await ada.readAll(NOW);
  const raise = (message: string) => inStore((db) => raiseAlert(db, server.storeId, 'newsLost', message));
  await raise('first');
  const { data } = await ada.list();
  let reading: Promise<unknown> = Promise.resolve();
  await inStore(async (db) => {
    await raiseAlert(db, server.storeId, 'newsLost', 'again');
    reading = ada.readAll(NOW, data);
    // On PostgreSQL the reading waits for this transaction.
    await pause(300);
  });
  await reading;
  expect((await ada.list()).data.map(({ message }) => message)).toEqual(['again']);
  await ada.readAll(NOW);
});

test('one alert leads to its claim, several to a list that has the last of them', async () => {
  const ada = await reader();
  const shop = await shopOf(server);
  const made = [];
  for (const claimType of ['Return', 'Warranty'] as const)
    made.push(
      (await staffClaim(shop, ada.call, claimType === 'Return' ? 'refund' : 'warrantyReview', { claimType })).claim.id,
    );
  const [returnId = 0, warrantyId = 0] = made;
  const [ofReturn, ofWarranty] = [aboutClaim({ id: returnId }), aboutClaim({ id: warrantyId })];
  await ada.readAll(NOW);
  const raise = (kind: AlertKind, subject: Subject) =>
    inStore((db) => raiseAlert(db, server.storeId, kind, kind, subject));
  const leadTo = async (kind: AlertKind, ...subjects: Subject[]) => {
    for (const subject of subjects) await raise(kind, subject);
    const { data } = await ada.list();
    const url = data.find(({ message }) => message === kind)?.url;
    await ada.readAll(NOW);
    return decodeURIComponent((url ?? '').replace(`/${server.storeId}/`, ''));
  };
  const ofShipping = aboutShippingClaim({ id: 7 });
  expect(await leadTo('emailUndelivered', ofReturn)).toBe(`claims/return/${returnId}`);
  expect(await leadTo('emailUndelivered', ofWarranty)).toBe(`claims/warranty/${warrantyId}`);
  expect(await leadTo('emailUndelivered', ofShipping)).toBe('claims/shipping/7');
  const troubled = '?filters={"hasEmailTrouble":true}';
  expect(await leadTo('emailUndelivered', ofWarranty, ofReturn)).toBe(`claims/return${troubled}`);
  expect(await leadTo('emailUndelivered', ofReturn, ofWarranty)).toBe(`claims/warranty${troubled}`);
  expect(await leadTo('emailUndelivered', ofReturn, ofShipping)).toBe('claims/shipping');
  expect(await leadTo('returnUndeliverable', ofReturn)).toBe(`claims/return/${returnId}`);
  expect(await leadTo('returnUndeliverable', ofReturn, ofReturn)).toBe(
    'claims/return?filters={"hasStuckShipment":true}',
  );
  expect(await leadTo('quoteUnanswered', ofWarranty)).toBe(`claims/warranty/${warrantyId}`);
  expect(await leadTo('taskRaised', ofWarranty)).toBe(`claims/warranty/${warrantyId}`);
  expect(await leadTo('taskRaised', ofWarranty, ofReturn)).toBe('effects');
  expect(await leadTo('effectFailed', ofReturn)).toBe(`claims/return/${returnId}`);
  // The page of a claim of shipping protection lists no actions.
  expect(await leadTo('effectFailed', ofShipping)).toBe('effects?state=failed');
});

test("nobody reads a colleague's alerts, none of another store, and staff none at all", async () => {
  const [ada, bob] = [await reader(), await reader()];
  const params = { ...ada.params, userId: bob.params.userId };
  expect(await refusalOf(ada.call(alerts.listAlerts, { params, query: {} }))).toBe('404 USER_NOT_FOUND');
  expect(await refusalOf(ada.call(alerts.readAllAlerts, { params, body: { readOn: NOW } }))).toBe('404 USER_NOT_FOUND');
  expect(await refusalOf(ada.read(1_000_000, NOW))).toBe('404 ALERT_NOT_FOUND');
  expect(await refusalOf(ada.read(1_000_000, null))).toBe('404 ALERT_NOT_FOUND');
  const sam = await reader(await server.staff('Staff'));
  expect(await refusalOf(sam.list())).toBe('403 ROLE_NEEDED');
});

test('an alert is raised with its cause or not at all', async () => {
  const ada = await reader();
  const stopped = inStore(async (db) => {
    await raiseAlert(db, server.storeId, 'booksDiffer', 'never to be told');
    throw new Error('stopped');
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect((await ada.list()).data.map((one) => one.message)).not.toContain('never to be told');
});

test('a comparison that finds what nobody explained is told', async () => {
  const ada = await reader();
  const run = () => ada.call(books.reconcileNow, { params: { storeId: server.storeId }, body: { days: 2 } });
  expect((await run()).differences).toEqual([]);
  expect((await ada.list()).data.map((one) => one.subject)).not.toContain('The books have differences');
  // Money of a shopper that no payment of ours is for.
  const charged = await fetch(`${server.stripe.url}/v1/payment_intents`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.stripe.keys.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      amount: '1234',
      currency: 'usd',
      confirm: 'true',
      payment_method: 'pm_card_visa',
      'metadata[purposeKey]': `payment:store:${server.storeId}:request:lost:1234`,
    }),
  });
  expect(charged.status).toBe(200);
  const { differences } = await run();
  expect(differences).toHaveLength(1);
  expect((await ada.list()).data.find((one) => one.subject === 'The books have differences')?.message).toBe(
    differences[0]?.message,
  );
});

test('an app taken out of the shop is told and shown, until it is connected again', async () => {
  const ada = await reader();
  const isInstalled = async (): Promise<boolean | undefined> =>
    (await ada.call(me, {})).stores.find((one) => one.id === server.storeId)?.isCrewInstalled;
  const { deps } = server.server;
  const connection = async () => {
    const authorize = await fetch(deps.install.authorizeUrl(server.shop.domain, 'again', `${server.url}/installed`), {
      redirect: 'manual',
    });
    return deps.install.completeInstall(
      Object.fromEntries(new URL(authorize.headers.get('location') ?? '').searchParams),
    );
  };
  const uninstallsDone = async (): Promise<number> =>
    deps.database.inStore(server.storeId, async (db) => {
      const rows = db.selectFrom('webhook_inbox').select('webhook_id').where('topic', '=', 'app/uninstalled');
      return (await rows.where('state', '=', 'done').execute()).length;
    });
  expect(await isInstalled()).toBe(true);
  const control = (path: string, body: object) =>
    fetch(`${server.shopify.url}/_control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  // News of an uninstall that came late, when the app is there again, take nothing away.
  server.shopify.webhooks.announce(server.shop, [{ topic: 'app/uninstalled', kind: 'app', id: 1 }]);
  await eventually(async () => (await uninstallsDone()) === 1, 'the late news are worked on');
  expect(await isInstalled()).toBe(true);
  expect((await control('uninstall', { shop: server.shop.domain })).status).toBe(204);
  await eventually(async () => (await isInstalled()) === false, 'the store shows that the app is gone');
  expect((await ada.list()).data.find((one) => one.category === 'Settings')?.message).toBe(
    'The app has been uninstalled from your store. Reinstall to continue using the app.',
  );
  // A token is used for a second without a look whether it was replaced.
  await pause(1100);
  await connectStore(deps, await connection(), { requestId: 'test' });
  expect(await isInstalled()).toBe(true);
});
