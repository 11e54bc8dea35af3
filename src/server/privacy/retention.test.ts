import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as merchant from '#contract/merchant/merchant.ts';
import * as privacy from '#contract/merchant/privacy.ts';
import * as reports from '#contract/merchant/reports.ts';
import * as session from '#contract/merchant/session.ts';
import { mailSignUps } from '#server/mail-sign-ups.ts';
import { removeOldData } from '#server/privacy/retention.ts';
import { returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { filesWith, rowsWith } from '#server/testing/marked.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { onePixel, upload } from '#server/testing/uploads.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer({ orders: 20 });
  staff = await server.staff('Admin', 'admin@leaving.example');
});
afterAll(async () => {
  await server.close();
});

const files = (): Promise<string[]> => filesWith(join(server.server.deps.config.DATA_FOLDER, 'files'), '~file');
const noSignal = new AbortController().signal;

async function older(table: string, column: string, days: number): Promise<void> {
  await server.server.deps.database.asOwner((db) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - ${days} * interval '1 day'
      where ${sql.ref(column)} is not null`.execute(db),
  );
}

const count = async (table: string): Promise<number> => {
  const { rows } = await server.server.deps.database.asOwner((db) =>
    sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(db),
  );
  return rows[0]?.count ?? 0;
};

test('what is kept for a time goes after it, and not before', async () => {
  const { deps } = server.server;
  const params = { storeId: server.storeId };
  const bought = await returnableOrder(server);
  const claim = await settledClaim(server, staff, await submitReturn(server, bought, { shippingMethod: 'label' }));
  await staff(privacy.askPrivacy, { params, body: { kind: 'export', email: bought.email } });
  await server.staff('Admin', 'ada@staff.example');
  await staff(reports.createReport, {
    params,
    body: { kind: 'Return', filename: 'Everything', email: 'ada@staff.example' },
  });
  await server.browser()(session.signUp, {
    body: { firstName: 'Ann', lastName: 'Smith', email: 'ann@sign.up.example' },
  });
  await mailSignUps(deps).run(noSignal);
  await eventually(async () => {
    const { reports: made } = await staff(reports.listReports, { params });
    return made[0]?.state === 'done' && (await files()).length === 3;
  }, 'label, export and report are files');
  const other = await returnableOrder(server);
  await upload(other.call, { slug: server.slug, idFromPlatform: other.order.idFromPlatform }, onePixel);

  await removeOldData(deps.database).run(noSignal);
  // The photo is there twice, whole and small.
  expect([await count('report'), await count('sign_up'), (await files()).length]).toEqual([1, 1, 5]);
  expect(await count('alert')).toBeGreaterThan(0);
  expect(await rowsWith(deps.database, 'preparing your shipping label')).not.toEqual([]);

  await older('privacy_request', 'done_on', 31);
  await older('report', 'created_on', 31);
  await older('webhook_inbox', 'received_on', 31);
  await older('sign_up', 'mailed_on', 91);
  await older('alert', 'created_on', 366);
  await older('effect', 'done_on', 366);
  await older('media', 'created_on', 2);
  await removeOldData(deps.database).run(noSignal);
  expect([await count('report'), await count('sign_up'), await count('alert')]).toEqual([0, 0, 0]);
  expect(await rowsWith(deps.database, 'preparing your shipping label')).toEqual([]);
  const { data } = await staff(privacy.listPrivacyRequests, { params });
  expect(data.map(({ customer, downloadUrl }) => [customer, downloadUrl])).toEqual([[null, null]]);
  await eventually(async () => (await files()).length === 1, 'only the label is left');
  const after = await staff(merchant.getClaim, { params: { ...params, claimId: claim.id } });
  expect(after.customerEmail).toBe(claim.customerEmail);
});

test('a store that left is erased with all it has, and one that stays is not', async () => {
  const params = { storeId: server.storeId };
  const { database } = server.server.deps;
  const name = await database.asOwner(
    async (db) => (await db.selectFrom('store').select('name').executeTakeFirstOrThrow()).name,
  );
  const bySelf = (storeName: string) => staff(privacy.askPrivacy, { params, body: { kind: 'eraseStore', storeName } });
  expect(await refusalOf(bySelf('Another'))).toBe('422 STORE_NAME_WRONG');
  expect(await refusalOf(bySelf(name))).toBe('409 STORE_CONNECTED');

  const redact = async (): Promise<number> => {
    const body = JSON.stringify({ shop_id: 954889, shop_domain: server.shop.domain });
    const answer = await fetch(`${server.url}/api/webhooks/shopify`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': 'shop/redact',
        'x-shopify-shop-domain': server.shop.domain,
        'x-shopify-webhook-id': randomUUID(),
        'x-shopify-hmac-sha256': createHmac('sha256', server.shopifySecret).update(body).digest('base64'),
      },
      body,
    });
    return answer.status;
  };
  expect(await redact()).toBe(200);
  const refused = await eventually(async () => {
    const { data } = await staff(privacy.listPrivacyRequests, { params });
    return data.find(({ kind, state }) => kind === 'eraseStore' && state !== 'waiting');
  }, 'the store is looked at');
  expect(refused).toMatchObject({ state: 'refused', lastError: 'The app is installed in this store.' });
  expect(await count('claim')).toBe(1);

  await fetch(`${server.shopify.url}/_control/uninstall`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shop: server.shop.domain }),
  });
  await eventually(
    () =>
      database.asOwner(
        async (db) => (await db.selectFrom('store').select('uninstalled_on').executeTakeFirst())?.uninstalled_on,
      ),
    'the app is uninstalled',
  );
  await older('store', 'uninstalled_on', 91);
  await removeOldData(database).run(noSignal);
  await eventually(async () => (await count('claim')) === 0, 'the store is erased');
  await eventually(async () => (await files()).length === 0, 'its files are gone');
  for (const table of [
    'store_order',
    'product',
    'effect',
    'journal_entry',
    'journal_posting',
    'store_user_role',
    'media',
  ])
    expect([table, await count(table)]).toEqual([table, 0]);
  expect(await rowsWith(database, server.shop.domain)).toEqual([]);
  expect(await rowsWith(database, 'admin@leaving.example')).toEqual([]);
  expect(await rowsWith(database, name)).toEqual([]);
  expect(await redact()).toBe(200);
});
