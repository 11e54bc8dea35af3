import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import * as audit from '#contract/merchant/audit.ts';
import * as claimActions from '#contract/merchant/claim-actions.ts';
import * as customFields from '#contract/merchant/custom-fields.ts';
import * as emails from '#contract/merchant/emails.ts';
import { routes } from '#contract/index.ts';
import { search } from '#contract/merchant/lists.ts';
import * as reports from '#contract/merchant/reports.ts';
import * as ruleCalls from '#contract/merchant/rules.ts';
import * as ruleSets from '#contract/merchant/rule-sets.ts';
import { saveConfig, getConfig } from '#contract/merchant/settings.ts';
import { changeReturnLocation, createReturnLocation } from '#contract/merchant/shipments.ts';
import * as tags from '#contract/merchant/tags.ts';
import * as users from '#contract/merchant/users.ts';
import { AUDITED, NOT_AUDITED } from '#core/audit/calls.ts';
import { feeRule } from '#core/automations/rules.fixture.ts';
import { actingAs } from '#server/db/acting.ts';
import { documentOf } from '#server/db/draft-rules.ts';
import { actorOf } from '#server/http/actor.ts';
import type { StoreContext } from '#server/http/context.ts';
import { planOrApply } from '#server/rules/policy-on-request.ts';
import { returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let admin: Caller;
let staff: Caller;
const params = () => ({ storeId: server.storeId });

beforeAll(async () => {
  server = await startTestServer({ orders: 20 });
  admin = await server.staff('Admin', 'ada@audit.test');
  staff = await server.staff('Staff', 'sam@audit.test');
});
afterAll(async () => {
  await server.close();
});

type Filters = z.input<typeof search.body>['filters'];
async function entries(filters: Filters = {}) {
  const page = await admin(search, { params: params(), body: { kind: 'Audit', filters } });
  return Promise.all(
    page.data.map(({ id }) => admin(audit.getAuditEntry, { params: { ...params(), auditEntryId: id } })),
  );
}
const latest = async (filters: Filters = {}) => (await entries(filters))[0];

test('every call of staff that changes something is in the log, or says why not', () => {
  const changing = Object.entries(routes).flatMap(([name, { method }]) =>
    /^(merchant|provider)\./.test(name) && method !== 'GET' ? [name.slice(name.indexOf('.') + 1)] : [],
  );
  const named = [...Object.keys(AUDITED), ...Object.keys(NOT_AUDITED)];
  // Name a new call in core/audit/calls.ts.
  expect(changing.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !changing.includes(name))).toEqual([]);
  expect(Object.keys(AUDITED).filter((name) => name in NOT_AUDITED)).toEqual([]);
});

test('an entry has who, what, where and only the fields that changed', async () => {
  const { groups } = await admin(getConfig, { params: params() });
  const { version, document } = groups.fees;
  const body = {
    group: 'fees',
    version,
    document: { ...document, returnFee: 250, returnFeeName: 'It’s a fee' },
  } as const;
  await admin(saveConfig, { params: params(), body });
  expect(await latest()).toMatchObject({
    kind: 'settings',
    what: 'Saved settings',
    thingId: 'fees',
    thingName: 'Fees',
    place: 'settings/returns',
    actorKind: 'user',
    actorName: 'Admin Tester',
    before: {},
  });
  // Nothing was saved before, and what is as it is by default was not changed.
  expect((await latest())?.after).toEqual({ returnFee: 250, returnFeeName: 'It’s a fee' });
  await admin(saveConfig, {
    params: params(),
    body: { ...body, version: version + 1, document: { ...body.document, returnFee: 300 } },
  });
  expect(await latest()).toMatchObject({ before: { returnFee: 250 }, after: { returnFee: 300 } });
});

test('a credential never comes into the log, wherever it stands', async () => {
  const document = (key: string) => JSON.stringify({ apiKey: key, carrier: { name: 'Post', accessToken: key } });
  const { database } = server.server.deps;
  const group = { store_id: server.storeId, group_name: 'madeUp', version: 1, updated_by: 'Test' };
  await database.asOwner((db) =>
    db
      .insertInto('store_settings')
      .values({ ...group, document: document('hush-1') })
      .execute(),
  );
  await database.asOwner((db) =>
    db
      .updateTable('store_settings')
      .set({ document: document('hush-2') })
      .where('group_name', '=', 'madeUp')
      .execute(),
  );
  await database.asOwner((db) => db.deleteFrom('store_settings').where('group_name', '=', 'madeUp').execute());
  const left = await entries({ searchTerm: 'made up' });
  expect(left.map(({ what, after }) => [what, after])).toEqual([
    ['Deleted', {}],
    ['Changed', { apiKey: '••••', carrier: '••••' }],
    ['Added', { apiKey: '••••', carrier: '••••' }],
  ]);
  expect(JSON.stringify(left)).not.toContain('hush');
});

test('users, tags and custom fields: added, changed, deleted', async () => {
  const invited = { firstName: 'Uma', lastName: 'User', email: 'uma@audit.test', roleCode: 'Staff' } as const;
  const { id } = await admin(users.inviteUser, { params: params(), body: invited });
  const at = { ...params(), storeUserId: id };
  await admin(users.changeUser, { params: at, body: { ...invited, roleCode: 'Admin' } });
  await admin(users.resetPassword, { params: at });
  await admin(users.deleteUser, { params: at });
  const ofUsers = await entries({ auditKind: ['user'], searchTerm: 'uma@audit' });
  expect(ofUsers.map(({ what, before, after }) => [what, before['role_code'], after['role_code']])).toEqual([
    ['Deleted a user', 'Admin', undefined],
    ['Changed a user', 'Staff', 'Admin'],
    ['Invited a user', undefined, 'Staff'],
  ]);
  expect(await latest({ what: ['Reset a password'] })).toMatchObject({ thingId: String(id), before: {}, after: {} });

  const tag = await staff(tags.createTag, { params: params(), body: { name: 'Audited' } });
  await staff(tags.deleteTag, { params: { ...params(), tagId: tag.id } });
  const ofTags = await entries({ auditKind: ['tag'] });
  expect(ofTags.map(({ what, actorName, before, after }) => [what, actorName, before, after])).toEqual([
    ['Deleted a claim tag', 'Staff Tester', { name: 'Audited' }, {}],
    ['Added a claim tag', 'Staff Tester', {}, { name: 'Audited' }],
  ]);

  const field = {
    displayName: 'Serial',
    description: 'On the back',
    valueType: 'Text',
    options: '',
    required: false,
  } as const;
  const made = await admin(customFields.createCustomField, { params: params(), body: field });
  const customFieldId = made.id;
  await admin(customFields.changeCustomField, {
    params: { ...params(), customFieldId },
    body: { ...field, required: true, isSerialNumber: true },
  });
  expect(await latest({ auditKind: ['customField'] })).toMatchObject({
    thingName: 'Serial',
    before: { required: false, is_serial_number: false },
    after: { required: true, is_serial_number: true },
  });
});

test('the domain of emails, and where items are restocked, are in the log as well', async () => {
  await admin(emails.putEmailDomain, { params: params(), body: { domain: 'audit.example' } });
  expect(await latest()).toMatchObject({
    kind: 'settings',
    what: 'Named a domain for emails',
    thingName: 'audit.example',
    after: { domain: 'audit.example' },
  });
  expect(JSON.stringify(await latest())).not.toContain('key');
  await admin(emails.deleteEmailDomain, { params: params() });
  expect(await latest()).toMatchObject({ what: 'Removed the email domain', before: { domain: 'audit.example' } });

  const place = {
    name: 'Depot',
    address: {
      company: 'Depot',
      line1: '1 Main St',
      city: 'Reno',
      stateOrProvinceCode: 'NV',
      postalCode: '89501',
      countryCode: 'US',
    },
  };
  const { id } = await admin(createReturnLocation, { params: params(), body: place });
  const at = { ...params(), returnLocationId: id };
  await admin(changeReturnLocation, { params: at, body: { ...place, fulfillmentLocationIdFromPlatform: '77' } });
  expect(await latest()).toMatchObject({ after: { fulfillment_location_id_from_platform: '77' } });
});

test('rules: a saved draft, a version, and what the command line applied', async () => {
  const { id } = await admin(ruleCalls.createRule, { params: params(), body: documentOf(feeRule(2)) });
  const { draftRevision } = await admin(ruleCalls.listRules, { params: params() });
  await admin(ruleSets.publishRuleSet, { params: params(), body: { note: 'For the audit', draftRevision } });
  expect((await entries({ auditKind: ['automation'] })).map(({ what, after }) => [what, after])).toEqual([
    ['Published the draft', { number: 1, note: 'For the audit' }],
    ['Added a rule', expect.objectContaining({ name: 'Rule 2' })],
  ]);
  const { text } = await admin(ruleSets.exportText, { params: params() });
  await planOrApply(server.server.deps, {
    verb: 'apply',
    slug: server.slug,
    text: text.replace('feeAmount: 2', 'feeAmount: 3'),
    isPublished: false,
  });
  expect(await latest()).toMatchObject({
    kind: 'automation',
    thingId: String(id),
    actorKind: 'commandLine',
    actorName: 'Command line',
  });
});

test('a claim is named with its status and its timeline, and no money or person is copied', async () => {
  const returnable = await returnableOrder(server);
  const claim = await settledClaim(
    server,
    staff,
    await submitReturn(server, returnable, { comments: 'Nora lives here' }),
  );
  await staff(claimActions.cancelClaim, {
    params: { ...params(), claimId: claim.id },
    body: { version: claim.version },
  });
  const entry = await latest({ auditKind: ['claim'] });
  expect(entry).toMatchObject({
    what: 'Canceled the claim',
    thingId: String(claim.id),
    thingName: returnable.order.orderNo,
    place: `claims/return/${claim.id}`,
    actorName: 'Staff Tester',
    before: { status: expect.any(String) },
    after: { status: expect.any(String), timeline: [expect.stringMatching(`^${claim.id}-`)] },
  });
  const all = JSON.stringify(await entries());
  expect(all).not.toContain('Nora');
  expect(all).not.toContain(returnable.order.email);
});

async function exported(body: z.input<typeof reports.createReport.body>): Promise<string> {
  const { id } = await admin(reports.createReport, { params: params(), body });
  const done = await eventually(
    async () =>
      (await admin(reports.listReports, { params: params() })).reports.find(
        (report) => report.id === id && report.downloadUrl !== null,
      ),
    'the export is ready',
  );
  return (await fetch(done.downloadUrl ?? '')).text();
}

test('admins alone open and export it; the export has every entry of the filter', async () => {
  const body = { kind: 'Audit' } as const;
  expect(await refusalOf(staff(search, { params: params(), body }))).toBe('403 ROLE_NEEDED');
  const wanted = { ...body, filename: 'Audit', email: 'ada@audit.test', filters: { auditKind: ['tag'] } };
  const csv = await exported(wanted);
  expect(csv.split('\r\n')[0]).toContain('Date,Who,Who is,What,Kind,Of,ID,Before,After,Request');
  expect(csv).toContain('Deleted a claim tag,Claim tag,Audited');
  expect((await staff(reports.listReports, { params: params() })).reports).toEqual([]);
  const sams = { ...wanted, kind: 'Audit', email: 'sam@audit.test' } as const;
  expect(await refusalOf(staff(reports.createReport, { params: params(), body: sams }))).toBe('403 ROLE_NEEDED');
  expect(await admin(audit.auditChoices, { params: params() })).toMatchObject({
    actors: expect.arrayContaining(['Admin Tester', 'Staff Tester', 'Command line']),
    changes: expect.arrayContaining(['Saved settings', 'Exported a list']),
  });
});

test('entries of one transaction, of the same millisecond too, are each listed and exported once', async () => {
  const { database } = server.server.deps;
  const most = 300;
  await database.asOwner((db) =>
    sql`insert into claim_tag (store_id, name, name_key)
      select ${server.storeId}::integer, 'many ' || number, 'many ' || number from generate_series(1, ${most}) as number`.execute(
      db,
    ),
  );
  const filters = { auditKind: ['tag'], searchTerm: 'many ' };
  const listed: number[] = [];
  let cursor: { direction: 'next'; id: string } | null = null;
  do {
    const page: Awaited<ReturnType<typeof searched>> = await searched(filters, cursor);
    listed.push(...page.data.map(({ id }) => id));
    cursor = page.pageInfo.nextCursor === null ? null : { direction: 'next', id: page.pageInfo.nextCursor };
  } while (cursor !== null);
  expect([listed.length, new Set(listed).size]).toEqual([most, most]);
  const body = { kind: 'Audit', filename: 'Many', email: 'ada@audit.test', filters, take: 10 } as const;
  const csv = await exported(body);
  const names = csv.match(/many \d+/g) ?? [];
  expect(new Set(names).size).toBe(most);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(most + 1);
});

const searched = (filters: Filters, cursor: { direction: 'next'; id: string } | null) =>
  admin(search, { params: params(), body: { kind: 'Audit', filters, take: 10, cursor } });

test('the database refuses to change or delete an entry, whoever asks', async () => {
  const { database } = server.server.deps;
  const { storeId } = server;
  const forged = {
    store_id: storeId,
    kind: 'tag',
    what: 'Forged',
    thing_name: '',
    actor_kind: 'user',
    actor_name: 'Eve',
    before: '{}',
    after: '{}',
  } as const;
  await expect(
    database.inStore(storeId, (db) => db.insertInto('audit_entry').values(forged).execute()),
  ).rejects.toThrow('permission denied');
  await expect(
    database.asOwner((db) => db.updateTable('audit_entry').set({ actor_name: 'Eve' }).execute()),
  ).rejects.toThrow('the audit log never changes');
  await expect(database.asOwner((db) => db.deleteFrom('audit_entry').execute())).rejects.toThrow(
    'the audit log never changes',
  );
  await expect(database.asOwner((db) => sql`truncate audit_entry`.execute(db))).rejects.toThrow(
    'the audit log never changes',
  );
});

test('whatever a call of staff changes, its transaction leaves an entry with its words', async () => {
  const { database } = server.server.deps;
  const view = { store_id: server.storeId, kind: 'Return', name: 'Of the audit', filters: '{}' } as const;
  for (const [name, route] of Object.entries(routes)) {
    const words = AUDITED[name.slice('merchant.'.length)];
    if (!words || !name.startsWith('merchant.')) continue;
    const requestId = `audit-${name}`;
    const actor = actorOf(route, contextOf(requestId), { params: params() });
    if (!actor) throw new Error(`nobody acts in ${name}`);
    // Something no trigger looks at, so that the call has to leave the entry.
    await actingAs(actor, () =>
      database.inStore(server.storeId, (db) => db.insertInto('saved_view').values(view).execute()),
    );
    const left = await database.readStore(server.storeId, (db) =>
      db.selectFrom('audit_entry').select(['kind', 'what', 'actor_name']).where('request_id', '=', requestId).execute(),
    );
    expect({ name, left }).toEqual({ name, left: [{ kind: words[0], what: words[1], actor_name: 'Ann Audit' }] });
  }
});

const contextOf = (requestId: string): StoreContext => ({
  requestId,
  storeId: server.storeId,
  roleCode: 'Admin',
  log: server.server.deps.log,
  address: '127.0.0.1',
  wishes: [],
  user: {
    userId: 1,
    idFromPlatform: 'ann',
    email: 'ann@audit.test',
    firstName: 'Ann',
    lastName: 'Audit',
    isProviderAdmin: false,
    helpdesk: null,
  },
  csrfToken: '',
  formerHelpdeskToken: undefined,
  setPortalSession: () => undefined,
  endPortalSession: () => undefined,
  setHelpdeskToken: () => undefined,
  endSession: () => Promise.resolve(),
});
