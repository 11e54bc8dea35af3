import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { me } from '#contract/merchant/me.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import * as privacy from '#contract/merchant/privacy.ts';
import * as reports from '#contract/merchant/reports.ts';
import * as session from '#contract/merchant/session.ts';
import { removeExpired } from '#server/cron.ts';
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

/** What is kept by age, and for how many days. */
const KEPT_DAYS = [
  ['privacy_request', 'done_on', 30],
  ['report', 'created_on', 30],
  ['webhook_inbox', 'received_on', 30],
  ['shipment_quote', 'created_on', 30],
  ['unplaced_mail', 'received_on', 90],
  ['mail_taken', 'taken_on', 400],
  ['sign_up', 'created_on', 90],
  ['alert', 'created_on', 365],
  ['effect', 'done_on', 365],
  ['media', 'created_on', 1],
] as const;

const MARK = 'kept-for-a-time';
/** The tables that have a row with the word. */
const tablesWith = async (word: string): Promise<string[]> =>
  (await rowsWith(server.server.deps.database, word)).map((row) => row.split(':', 1)[0] ?? '').toSorted();

/** What partners and strangers sent, and rates that nobody bought. */
const plantKept = (claimId: number): Promise<void> =>
  server.server.deps.database.asOwner(async (db) => {
    const { storeId } = server;
    await sql`insert into webhook_inbox (store_id, partner, webhook_id, topic, body, state)
      values (${storeId}, 'shopify', ${MARK}, 'orders/updated', '{}', 'done')`.execute(db);
    await sql`insert into shipment_quote
      (store_id, shipment_id_from_provider, claim_id, from_address, to_address, weight_ounces, rates)
      values (${storeId}, ${MARK}, ${claimId}, '{}', '{}', 1, '[]')`.execute(db);
    await sql`insert into unplaced_mail
      (store_id, kind, why, from_name, from_address, from_key, to_address, subject, body_text)
      values (${storeId}, 'message', 'noClaim', '', 'eve@else.example', 'eve@else.example', '', ${MARK}, '')
    `.execute(db);
    await sql`insert into mail_taken (digest) values (${MARK})`.execute(db);
  });

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
  await eventually(async () => {
    const { reports: made } = await staff(reports.listReports, { params });
    return made[0]?.state === 'done' && (await files()).length === 3;
  }, 'label, export and report are files');
  const other = await returnableOrder(server);
  await upload(other.call, { slug: server.slug, idFromPlatform: other.order.idFromPlatform }, onePixel);
  await plantKept(claim.id);

  for (const [table, column, days] of KEPT_DAYS) await older(table, column, days - 1);
  await removeOldData(deps.database).run(noSignal);
  // The photo is there twice, whole and small.
  expect([await count('report'), await count('sign_up'), (await files()).length]).toEqual([1, 1, 5]);
  expect(await count('alert')).toBeGreaterThan(0);
  expect(await rowsWith(deps.database, 'preparing your shipping label')).not.toEqual([]);
  expect(await tablesWith(MARK)).toEqual(['mail_taken', 'shipment_quote', 'unplaced_mail', 'webhook_inbox']);

  for (const [table, column] of KEPT_DAYS) await older(table, column, 2);
  await removeOldData(deps.database).run(noSignal);
  expect(await tablesWith(MARK)).toEqual([]);
  expect([await count('report'), await count('sign_up'), await count('alert')]).toEqual([0, 0, 0]);
  expect(await rowsWith(deps.database, 'preparing your shipping label')).toEqual([]);
  const { data } = await staff(privacy.listPrivacyRequests, { params });
  expect(data.map(({ customer, downloadUrl }) => [customer, downloadUrl])).toEqual([[null, null]]);
  await eventually(async () => (await files()).length === 1, 'only the label is left');
  const after = await staff(merchant.getClaim, { params: { ...params, claimId: claim.id } });
  expect(after.customerEmail).toBe(claim.customerEmail);
});

test('files that cannot be removed wait for an hour, and hold up no other', async () => {
  const { deps } = server.server;
  const { storeId } = server;
  await deps.files.put('reports/removable', new Uint8Array([1]), 'text/csv');
  await deps.database.asOwner((db) =>
    // More than are taken at once, all older, and none of them a key of a file.
    sql`insert into file_removal (store_id, key, asked_on)
      select ${storeId}::integer, '../' || number, now() - interval '1 day' from generate_series(1, 60) as number
      union all select ${storeId}::integer, 'reports/removable', now()`.execute(db),
  );
  const listed = async (): Promise<boolean[]> => {
    const { rows } = await deps.database.asOwner((db) =>
      sql<{ waits: boolean }>`
        select asked_on between now() + interval '50 minutes' and now() + interval '60 minutes' as waits
        from file_removal where store_id = ${storeId}`.execute(db),
    );
    return rows.map(({ waits }) => waits);
  };
  await eventually(async () => (await listed()).length === 60, 'the other file is off the list');
  expect(await deps.files.get('reports/removable')).toBeNull();
  expect(await listed()).toEqual(Array.from({ length: 60 }, () => true));
  await deps.database.asOwner((db) => sql`delete from file_removal`.execute(db));
});

test('sessions and sign-ins go once they have expired, and counted attempts after a day', async () => {
  const { database } = server.server.deps;
  const [over, open] = ['over-by-now', 'not-over-yet'];
  await server.staff('Admin', `${over}@staff.example`);
  await database.asOwner(async (db) => {
    await sql`update session set expires_on = now() - interval '1 second'
      where user_id in (select user_id from app_user where email = ${`${over}@staff.example`})`.execute(db);
    await sql`insert into login_attempt (state, nonce, code_verifier, return_to, expires_on) values
      (${over}, '', '', '/', now() - interval '1 second'),
      (${open}, '', '', '/', now() + interval '1 hour')`.execute(db);
    await sql`insert into attempt_limit (bucket, window_start, count) values
      (${over}, now() - interval '25 hours', 1), (${open}, now() - interval '23 hours', 1)`.execute(db);
  });
  const expired = async (): Promise<number> => {
    const { rows } = await database.asOwner((db) =>
      sql`select 1 as one from session where expires_on <= now()`.execute(db),
    );
    return rows.length;
  };
  expect(await expired()).toBe(1);
  await removeExpired(database).run(noSignal);
  expect(await expired()).toBe(0);
  expect(await tablesWith(open)).toEqual(['attempt_limit', 'login_attempt']);
  expect((await tablesWith(over)).filter((table) => ['attempt_limit', 'login_attempt'].includes(table))).toEqual([]);
  expect(await refusalOf(staff(me, {}))).toBe('no refusal');
});

test('a store that left is erased with all it has, and one that stays is not', async () => {
  const params = { storeId: server.storeId };
  const { database } = server.server.deps;
  const name = await database.asOwner(
    async (db) => (await db.selectFrom('store').select('name').executeTakeFirstOrThrow()).name,
  );
  // Another store stays, and with it who works in both.
  const otherId = await database.asOwner(async (db) => {
    const made = { slug: 'staying', name: 'Staying', currency_code: 'USD', shop_domain: null };
    const { store_id } = await db.insertInto('store').values(made).returning('store_id').executeTakeFirstOrThrow();
    const role = { store_id, email_key: 'both@staying.example', role_code: 'Admin' } as const;
    await db.insertInto('store_user_role').values(role).execute();
    // What the provider billed the store that leaves is the provider's.
    await sql`insert into invoice (store_id, from_on, to_on, total_amount)
      values (${server.storeId}, now() - interval '1 day', now(), 100)`.execute(db);
    await sql`insert into revenue_share (store_id, basis_points, set_by)
      values (${server.storeId}, 1000, 'Petra')`.execute(db);
    return store_id;
  });
  const both = await server.staff('Admin', 'both@staying.example');
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
      database.asOwner(async (db) => {
        const stores = db.selectFrom('store').select('uninstalled_on').where('store_id', '=', server.storeId);
        return (await stores.executeTakeFirst())?.uninstalled_on;
      }),
    'the app is uninstalled',
  );
  await older('store', 'uninstalled_on', 89);
  await removeOldData(database).run(noSignal);
  const { data: asked } = await staff(privacy.listPrivacyRequests, { params });
  expect(asked.filter(({ kind }) => kind === 'eraseStore')).toHaveLength(1);
  await older('store', 'uninstalled_on', 2);
  await removeOldData(database).run(noSignal);
  await eventually(async () => (await count('claim')) === 0, 'the store is erased');
  await eventually(async () => (await files()).length === 0, 'its files are gone');
  for (const table of ['store_order', 'product', 'effect', 'journal_entry', 'journal_posting', 'media'])
    expect([table, await count(table)]).toEqual([table, 0]);
  for (const table of ['store_user_role', 'invoice', 'revenue_share'])
    expect([table, await count(table)]).toEqual([table, 1]);
  expect((await both(me, {})).stores.map(({ id }) => id)).toEqual([otherId]);
  expect(await rowsWith(database, server.shop.domain)).toEqual([]);
  expect(await rowsWith(database, 'admin@leaving.example')).toEqual([]);
  expect(await rowsWith(database, name)).toEqual([]);
  expect(await redact()).toBe(200);
});
