import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as portal from '#contract/customer/shipping-claims.ts';
import { me } from '#contract/merchant/me.ts';
import * as lists from '#contract/merchant/lists.ts';
import * as shipping from '#contract/merchant/shipping-claims.ts';
import * as answers from '#contract/provider/answer-templates.ts';
import * as concierge from '#contract/provider/concierge.ts';
import { openSession } from '#server/http/login-session.ts';
import { giveBackClaims } from '#server/provider/concierge.ts';
import { newest, returnableOrder } from '#server/testing/claims.ts';
import { postgresPlace } from '#server/testing/postgres-database.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { LONG_WINDOWS, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

const DECIDED_BY_PROVIDER = {
  ...LONG_WINDOWS,
  isShippingProtectionEnabled: true,
  isUnprotectedShippingClaimPermitted: true,
  missingItemFilingDays: 3650,
  filingEndDays: 3650,
  isMerchantFinalizationEnabled: false,
};

let server: TestServer;
let petra: Caller;
let paula: Caller;
let ids: { petra: number; paula: number };

const signedIn = async (email: string, firstName: string): Promise<Caller> => {
  const identity = { subject: email, email, firstName, lastName: 'Provider' };
  const { database } = server.server.deps;
  return server.browser(`makegood_session=${await openSession(database, identity, true, undefined, new Date())}`);
};

beforeAll(async () => {
  // Two who take at the same time wait for each other only in a database of several connections.
  server = await startTestServer({ orders: 120, place: await postgresPlace() });
  await server.saveSettings(DECIDED_BY_PROVIDER);
  petra = await signedIn('petra@test.example', 'Petra');
  paula = await signedIn('provider@access.test', 'Paula');
  ids = { petra: (await petra(me, {})).user.id, paula: (await paula(me, {})).user.id };
}, 300_000);
afterAll(() => server.close());

/** A claim that a shopper files. */
async function filed(): Promise<{ id: number; externalId: string; answer: (message: string) => Promise<unknown> }> {
  const from = await returnableOrder(server);
  const params = { slug: server.slug, idFromPlatform: from.order.idFromPlatform };
  const { reasons } = await from.call(portal.shippingProtection, { params });
  const unit = reasons.find(({ reason }) => reason === 'Missing_Item')?.units[0];
  if (!unit) throw new Error('nothing can be claimed as missing');
  const { externalId } = await from.call(portal.fileShippingClaim, {
    params,
    body: {
      requestKey: randomUUID(),
      reason: 'Missing_Item',
      method: 'Refund',
      selections: [{ lineIdFromPlatform: unit.lineIdFromPlatform, quantity: 1 }],
      email: 'ada@home.example',
    },
  });
  const found = (await queue({ searchTerm: externalId }))[0];
  if (!found) throw new Error('the queue does not have the claim');
  return {
    id: found.id,
    externalId,
    answer: (message) =>
      from.call(portal.answerShippingClaim, { params: { slug: server.slug, externalId }, body: { message } }),
  };
}

type Filters = NonNullable<Parameters<typeof search>[0]>['filters'];
const search = (body: { filters?: object; cursor?: { direction: 'next'; id: string }; take?: number } = {}) =>
  petra(concierge.searchQueue, { body });
const queue = async (filters: Filters = {}, who = petra) =>
  (await who(concierge.searchQueue, { body: { filters } })).data;
const at = (id: number, storeId = server.storeId) => ({ storeId, shippingClaimId: id });
const assign = (who: Caller, id: number, assigneeId: number | null, from: number | null) =>
  who(shipping.assignShippingClaim, { params: at(id), body: { assigneeId, from } });
const shown = (id: number, who = petra) => who(shipping.getShippingClaim, { params: at(id) });

/** Another store with a copy of a claim and of its order, of which nothing else exists. */
async function storeWithCopyOf(id: number, settings: object): Promise<{ storeId: number; claimId: number }> {
  return server.server.deps.database.asOwner(async (db) => {
    const store = { name: 'Other store', slug: `other-${randomUUID()}`, currency_code: 'USD', shop_domain: null };
    const { store_id } = await db.insertInto('store').values(store).returning('store_id').executeTakeFirstOrThrow();
    await db
      .insertInto('store_settings')
      .values({
        store_id,
        group_name: 'shippingClaimsAdvanced',
        version: 1,
        document: JSON.stringify(settings),
        updated_by: 'Test',
      })
      .execute();
    const claimId = 900_000 + store_id;
    await copy(
      db,
      'store_order',
      store_id,
      sql`order_id = (select order_id from shipping_claim where shipping_claim_id = ${id})`,
    );
    await copy(db, 'shipping_claim', store_id, sql`shipping_claim_id = ${id}`, { shipping_claim_id: claimId });
    return { storeId: store_id, claimId };
  });
}

/** Copies rows to another store, column by column. */
async function copy(
  db: Parameters<Parameters<TestServer['server']['deps']['database']['asOwner']>[0]>[0],
  table: string,
  storeId: number,
  where: ReturnType<typeof sql<boolean>>,
  others: object = {},
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(db);
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, (
      select to_jsonb(its) || ${JSON.stringify({ store_id: storeId, ...others })}::jsonb from ${sql.table(table)} as its
      where its.store_id = ${server.storeId} and ${where}))`.execute(db);
}

test('of two who take a claim at the same time one gets it, and the other hears who has it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await filed();
    const taken = await Promise.all([
      refusalOf(assign(petra, id, ids.petra, null)),
      refusalOf(assign(paula, id, ids.paula, null)),
    ]);
    expect(taken.toSorted()).toEqual(['409 SHIPPING_CLAIM_TAKEN', 'no refusal']);
    const { assignee, status } = await shown(id);
    expect(status).toBe('InProgress');
    const [winner, loser] = taken[0] === 'no refusal' ? (['Petra', paula] as const) : (['Paula', petra] as const);
    expect(assignee?.name).toBe(`${winner} Provider`);
    await expect(assign(loser, id, loser === petra ? ids.petra : ids.paula, null)).rejects.toThrow(
      `${winner} Provider has this claim.`,
    );
    const { timeline } = await shown(id);
    expect(timeline.filter(({ subject }) => subject === 'Taken')).toHaveLength(1);
    await assign(petra, id, null, assignee?.userId ?? 0);
  }
});

test('taking the next gives each a claim of their own, the longest waiting first, until nothing waits', async () => {
  await filed();
  const waiting = await queue({ isUnanswered: true, holders: ['nobody'] });
  const taken = await Promise.all(
    waiting.flatMap((_, index) => [(index % 2 === 0 ? petra : paula)(concierge.takeNext, { body: {} })]),
  );
  expect(new Set(taken.map((one) => one.taken?.shippingClaimId))).toEqual(new Set(waiting.map(({ id }) => id)));
  expect(await petra(concierge.takeNext, { body: {} })).toEqual({ taken: null });

  const first = await filed();
  await filed();
  expect((await petra(concierge.takeNext, { body: {} })).taken).toMatchObject({ externalId: first.externalId });
  const log = await server.server.deps.database.asOwner((db) =>
    db
      .selectFrom('audit_entry')
      .select(['what', 'actor_kind', 'actor_name', 'after'])
      .where('thing_id', '=', String(first.id))
      .where('kind', '=', 'shippingClaim')
      .orderBy('entry_id', 'desc')
      .executeTakeFirstOrThrow(),
  );
  expect(log).toMatchObject({
    what: 'Took a shipping claim',
    actor_kind: 'providerAdmin',
    actor_name: 'Petra Provider',
    after: { assignee_name: 'Petra Provider', status: 'InProgress' },
  });
});

test('a claim is handed over, given back, and taken over by who saw who has it', async () => {
  const { id } = await filed();
  await assign(petra, id, ids.petra, null);
  expect(await refusalOf(assign(petra, id, 999_999, ids.petra))).toBe('422 ASSIGNEE_UNKNOWN');
  await assign(petra, id, ids.paula, ids.petra);
  expect(newest(await shown(id))).toMatchObject({
    subject: 'Handed over',
    message: 'Paula Provider works on it.',
    by: 'Petra Provider',
  });
  expect(await refusalOf(assign(petra, id, null, ids.petra))).toBe('409 SHIPPING_CLAIM_TAKEN');
  await assign(petra, id, ids.petra, ids.paula);
  const { version } = await shown(id);
  // Doing it twice is doing it once.
  await assign(petra, id, ids.petra, null);
  expect((await shown(id)).version).toBe(version);
  await assign(petra, id, null, ids.petra);
  expect(await shown(id)).toMatchObject({ status: 'Open', assignee: null });
});

test('whoever does nothing for eight hours has it no longer, and what they do lets them keep it', async () => {
  const [idle, busy] = [await filed(), await filed()];
  const { database, log } = server.server.deps;
  const since = (id: number, hours: number): Promise<unknown> =>
    database.asOwner((db) =>
      sql`update shipping_claim set held_until = now() + interval '8 hours' - make_interval(hours => ${hours}),
        document = jsonb_set(document, '{assignee,endsOn}', to_jsonb(to_char((now() at time zone 'UTC') + interval '8 hours' - make_interval(hours => ${hours}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
        where shipping_claim_id = ${id}`.execute(db),
    );
  for (const { id } of [idle, busy]) {
    await assign(petra, id, ids.petra, null);
    await since(id, 7);
  }
  const { version } = await shown(busy.id);
  await petra(shipping.finalizeShippingClaim, { params: at(busy.id), body: { version, resolutionMethod: 'Reorder' } });
  await giveBackClaims({ database, log }).run(new AbortController().signal);
  expect((await shown(idle.id)).assignee?.name).toBe('Petra Provider');
  await since(idle.id, 9);
  await giveBackClaims({ database, log }).run(new AbortController().signal);
  const given = await shown(idle.id);
  expect(given).toMatchObject({ assignee: null, status: 'Open' });
  expect(newest(given)).toMatchObject({
    subject: 'Given back',
    message: 'Petra Provider did nothing for 8 hours.',
  });
  const kept = (await shown(busy.id)).assignee;
  expect(Date.parse(kept?.endsOn ?? '') - Date.now()).toBeGreaterThan(7.9 * 3_600_000);
});

test('the queue has what the provider decides in all stores, and nothing of stores that decide themselves', async () => {
  const { id, externalId } = await filed();
  const other = await storeWithCopyOf(id, { isMerchantFinalizationEnabled: false });
  const own = await storeWithCopyOf(id, { isMerchantFinalizationEnabled: true });
  const found = await queue({ searchTerm: externalId });
  expect(new Map(found.map(({ id: its, store }) => [store.id, its]))).toEqual(
    new Map([
      [server.storeId, id],
      [other.storeId, other.claimId],
    ]),
  );
  expect(found).toHaveLength(2);
  expect(await queue({ stores: [String(other.storeId)] })).toMatchObject([
    {
      store: { id: other.storeId, name: 'Other store' },
      reason: 'Missing_Item',
      resolutionMethod: 'Refund',
      assignee: null,
      waitingSince: expect.stringMatching(/Z$/),
    },
  ]);
  expect(await queue({ stores: [String(own.storeId)] })).toEqual([]);
  const { stores, people, counts } = await petra(concierge.desk, {});
  expect(stores.map((one) => one.id)).toEqual(expect.arrayContaining([server.storeId, other.storeId]));
  expect(stores.map((one) => one.id)).not.toContain(own.storeId);
  expect(people).toEqual([
    { userId: ids.paula, name: 'Paula Provider' },
    { userId: ids.petra, name: 'Petra Provider' },
  ]);
  const all = await everyPage();
  expect(counts).toEqual({
    total: all.length,
    unanswered: all.filter(({ waitingSince }) => waitingSince !== null).length,
    mine: all.filter(({ assignee }) => assignee?.userId === ids.petra).length,
    nobodys: all.filter(({ assignee }) => assignee === null).length,
  });
  expect((await queue({ holders: ['me'] })).every(({ assignee }) => assignee?.userId === ids.petra)).toBe(true);
  expect(await queue({ holders: ['me'] }, paula)).toEqual(await queue({ holders: [String(ids.paula)] }));
  expect((await queue({ claimReasons: ['Stolen'] })).length).toBe(0);
  // Who waits longest comes first; who is to answer themselves comes last.
  const since = all.map(({ waitingSince }) => waitingSince ?? '9999');
  expect(since).toEqual(since.toSorted());
});

async function everyPage() {
  const all = [];
  for (let cursor: string | null = '', first = true; first || cursor; first = false) {
    const page: Awaited<ReturnType<typeof search>> = await search({
      take: 3,
      ...(cursor ? { cursor: { direction: 'next', id: cursor } } : {}),
    });
    all.push(...page.data);
    cursor = page.pageInfo.nextCursor;
  }
  return all;
}

test('a decision needs no taking, an answer of the shopper brings the claim back to whoever denied it', async () => {
  const { id, answer } = await filed();
  await assign(paula, id, ids.paula, null);
  const { version } = await shown(id);
  await paula(shipping.denyShippingClaim, { params: at(id), body: { version, reason: 'Other', note: 'No.' } });
  expect(await shown(id)).toMatchObject({ resolvedIn: 'Provider_App' });
  expect(await queue({ searchTerm: (await shown(id)).externalId })).toEqual([]);
  await answer('But look');
  expect(await shown(id)).toMatchObject({ status: 'InProgress', assignee: { userId: ids.paula } });
  const again = await shown(id);
  expect(again.waitingSince).not.toBeNull();
  const finalize = (finalizationSource: 'Merchant_App' | 'Provider_App') =>
    petra(shipping.finalizeShippingClaim, {
      params: at(id),
      body: { version: again.version, resolutionMethod: 'Reorder', finalizationSource },
    });
  expect(await refusalOf(finalize('Merchant_App'))).toBe('422 FINALIZATION_SOURCE_WRONG');
  await finalize('Provider_App');
  // The shopper is to confirm the address.
  expect((await shown(id)).waitingSince).toBeNull();
  expect((await queue({ isUnanswered: true, searchTerm: again.externalId })).length).toBe(0);
});

test('nobody of a store opens the queue, not even in a test store, or takes what the provider decides', async () => {
  const { id } = await filed();
  const admin = await server.staff('Admin');
  const { database } = server.server.deps;
  const { user } = await admin(me, {});
  expect(await refusalOf(assign(admin, id, user.id, null))).toBe('403 NOT_YOURS_TO_DECIDE');
  await database.asOwner((db) =>
    db.updateTable('store').set({ is_test: true }).where('store_id', '=', server.storeId).execute(),
  );
  for (const refused of [
    () => admin(concierge.searchQueue, { body: {} }),
    () => admin(concierge.desk, {}),
    () => admin(concierge.takeNext, { body: {} }),
    () => admin(answers.listAnswerTemplates, {}),
    () => admin(answers.providerChanges, {}),
  ])
    expect(await refusalOf(refused())).toBe('403 ROLE_NEEDED');
  // A colleague at the provider is nobody whom a store could name.
  expect(await refusalOf(assign(admin, id, ids.petra, null))).toBe('422 ASSIGNEE_UNKNOWN');
  await database.asOwner((db) =>
    db.updateTable('store').set({ is_test: false }).where('store_id', '=', server.storeId).execute(),
  );
  expect(
    await refusalOf(
      admin(lists.search, {
        params: { storeId: server.storeId },
        body: { kind: 'Shipping' as const, filters: { holders: ['me'] } },
      }),
    ),
  ).toBe('400 MALFORMED');
});

test('answers are added, changed, ordered and removed, and each change is in a log that never changes', async () => {
  const add = (name: string, body: string) => petra(answers.createAnswerTemplate, { body: { name, body } });
  await add('Photos', 'Hi {{customerFirstName}}, please send photos for {{claimNumber}}.');
  const { templates } = await add('Delivered', 'The carrier delivered order {{orderNumber}} of {{storeName}}.');
  expect(templates.map(({ name }) => name)).toEqual(['Photos', 'Delivered']);
  const [photos, delivered] = templates;
  if (!photos || !delivered) throw new Error('no answers');
  await expect(add('Bad', '{{question}}')).rejects.toMatchObject({
    fields: { 'body.body': "{{question}} isn't a variable of this answer." },
  });
  const params = { answerTemplateId: photos.id };
  await paula(answers.changeAnswerTemplate, { params, body: { name: 'Photos', body: 'Photos?', version: 0 } });
  expect(
    await refusalOf(petra(answers.changeAnswerTemplate, { params, body: { name: 'x', body: 'y', version: 0 } })),
  ).toBe('409 ANSWER_TEMPLATE_CHANGED');
  const order = (order: number[]) => petra(answers.orderAnswerTemplates, { body: { ids: order } });
  expect((await order([delivered.id, photos.id])).templates.map(({ name }) => name)).toEqual(['Delivered', 'Photos']);
  expect(await refusalOf(order([delivered.id]))).toBe('409 ANSWER_TEMPLATE_CHANGED');
  await petra(answers.deleteAnswerTemplate, { params });
  expect(await refusalOf(petra(answers.deleteAnswerTemplate, { params }))).toBe('404 ANSWER_TEMPLATE_NOT_FOUND');

  const { entries } = await paula(answers.providerChanges, {});
  expect(entries.map(({ who, what, thing }) => [who, what, thing])).toEqual([
    ['Petra Provider', 'Deleted an answer', 'Photos'],
    ['Petra Provider', 'Reordered the answers', expect.any(String)],
    ['Petra Provider', 'Reordered the answers', expect.any(String)],
    ['Paula Provider', 'Changed an answer', 'Photos'],
    ['Petra Provider', 'Added an answer', 'Delivered'],
    ['Petra Provider', 'Added an answer', 'Photos'],
  ]);
  expect(entries[3]).toMatchObject({ after: { body: 'Photos?' } });
  const { database } = server.server.deps;
  await expect(database.asOwner((db) => db.deleteFrom('provider_audit_entry').execute())).rejects.toThrow(
    'the audit log never changes',
  );
  await expect(
    database.inStore(server.storeId, (db) => db.selectFrom('answer_template').selectAll().execute()),
  ).rejects.toThrow('permission denied');
});
