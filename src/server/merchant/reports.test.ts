import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAlerts } from '#contract/merchant/alerts.ts';
import { createCustomField } from '#contract/merchant/custom-fields.ts';
import { addInspection } from '#contract/merchant/inspections.ts';
import { me } from '#contract/merchant/me.ts';
import * as reports from '#contract/merchant/reports.ts';
import type { RouteInput } from '#contract/route.ts';
import { collectCustomFields } from '#core/automations/actions/collect-custom-fields.ts';
import { RuleDraft } from '#core/automations/rule.ts';
import { InspectionTemplate } from '#core/claims/inspection-shapes.ts';
import { reportColumns } from '#core/lists/report.ts';
import { claimOf, returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { forgetRules, publishRules } from '#server/testing/rules.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
const made: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await server.staff('Admin', email);
  staff = await server.staff('Staff');
  for (const comments of ['', '', ''])
    made.push(await submitReturn(server, await returnableOrder(server), { comments }));
});
afterAll(async () => {
  await server.close();
});

type Body = RouteInput<typeof reports.createReport>['body'];
const email = 'boss@test.example';

async function finished(changes: Partial<Body>): Promise<reports.ReportShown> {
  const params = { storeId: server.storeId };
  const body: Body = { kind: 'Return', filename: 'All returns', email, ...changes };
  const { id } = await staff(reports.createReport, { params, body });
  return eventually(async () => {
    const report = (await staff(reports.listReports, { params })).reports.find((one) => one.id === id);
    return report?.state === 'done' || report?.state === 'failed' ? report : null;
  }, 'the report ends');
}

const idsOf = (externalIds: string[]) =>
  Promise.all(externalIds.map(async (externalId) => (await claimOf(server, staff, externalId)).id));

const rows = async (url: string | null): Promise<string[][]> => {
  const answer = await fetch(url ?? '');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /);
  return parse(await answer.text(), { bom: true });
};

test('every claim of the list is a line, in its order, in steps; the email leads to the page that has it', async () => {
  const report = await finished({ take: 2 });
  expect(report).toMatchObject({ state: 'done', lineCount: 3, requestedBy: 'Staff Tester' });
  const [head, ...lines] = await rows(report.downloadUrl);
  expect(head).toEqual(reportColumns('Return').map(({ label }) => label));
  expect(lines.map(([claimId]) => claimId)).toEqual(made.toReversed());
  const mail = server.mailbox.messages().find((message) => message.to.includes(email));
  expect(mail?.text).toContain(`/${server.storeId}/exports`);
  // The email alone opens nothing.
  expect(mail?.text).not.toMatch(/signature|token/i);
  const link = report.downloadUrl ?? '';
  expect((await rows(link)).length).toBe(4);
  const forged = link.replace(/signature=(.)/, (_all, first: string) => `signature=${first === '0' ? '1' : '0'}`);
  expect((await fetch(forged)).status).toBe(403);
});

test('the file has the name it was asked for by, whatever its letters', async () => {
  const { downloadUrl } = await finished({ filename: 'Retouren März 😀' });
  const { headers } = await fetch(downloadUrl ?? '');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Retouren Marz _.csv"; filename*=UTF-8''Retouren%20M%C3%A4rz%20%F0%9F%98%80.csv`,
  );
});

test('columns and filters are those asked for, and no cell is a formula', async () => {
  // The worker would recompute the columns when it ends an effect.
  await settledClaim(server, staff, made[1] ?? '');
  await server.server.deps.database.asOwner((db) =>
    db
      .updateTable('claim')
      .set({ tags: ['=1+1', '@home'], facets: ['claimTaggedWith:=1+1'] })
      .where('external_id', '=', made[1] ?? '')
      .execute(),
  );
  const report = await finished({ columns: ['tags', 'claimId', 'price'], filters: { claimTaggedWith: ['=1+1'] } });
  const [, ...lines] = await rows(report.downloadUrl);
  expect(lines).toEqual([["'=1+1, @home", made[1], expect.stringMatching(/^\d+\.\d\d$/)]]);
  expect((await finished({ filters: { searchTerm: 'nobody at all' } })).lineCount).toBe(0);
  const chosen = await finished({ columns: ['claimId'], claimIds: await idsOf(made.slice(0, 2)) });
  expect((await rows(chosen.downloadUrl)).slice(1).flat()).toEqual(made.slice(0, 2).toReversed());
});

test('a field of inspections is a column with its answers; one the store does not have is refused by its name', async () => {
  const params = { storeId: server.storeId };
  const customFields = [{ id: 'smell', displayName: 'Smell', valueType: 'Text' as const }];
  await server.saveSettings({
    isReturnInspectionEnabled: true,
    inspectionTemplate: InspectionTemplate.parse({ name: 'Garments', customFields }),
  });
  const inspected = await submitReturn(server, await returnableOrder(server), {});
  const { id, version, claimLineItems: lines } = await settledClaim(server, staff, inspected);
  await staff(addInspection, {
    params: { ...params, claimId: id, claimLineItemId: lines[0]?.id ?? 0 },
    body: {
      version,
      name: 'Garments',
      storeInspectionGrade: 'A_Stock',
      customFields: [{ id: 'smell', value: 'Smoke' }],
    },
  });
  expect(await staff(reports.reportFields, { params })).toEqual({
    lineItemCustomFields: [],
    inspectionCustomFields: [{ id: 'smell', displayName: 'Smell' }],
  });
  const report = await finished({ columns: ['claimId'], inspectionCustomFieldIds: ['smell'] });
  const [head, ...others] = await rows(report.downloadUrl);
  expect(head).toEqual(['Claim ID', 'Smell']);
  expect(others).toContainEqual([inspected, 'Smoke']);
  for (const ids of [{ lineItemCustomFieldIds: ['smell'] }, { inspectionCustomFieldIds: ['color'] }]) {
    const asked = staff(reports.createReport, { params, body: { kind: 'Return', filename: 'x', email, ...ids } });
    expect(await refusalOf(asked)).toBe('400 REPORT_FIELD_UNKNOWN');
  }
  await server.saveSettings({});
});

test('what shoppers answered to a custom field is a column, and so are its answers in inspections', async () => {
  const params = { storeId: server.storeId };
  const admin = await server.staff('Admin');
  const { id } = await admin(createCustomField, {
    params,
    body: { displayName: 'Serial number', description: 'On the label.', valueType: 'Text' },
  });
  const fieldId = String(id);
  const ruleParams = Object.assign({}, collectCustomFields.initial, { customFieldIds: [id] });
  await publishRules(server.server.deps.database, server.storeId, [
    RuleDraft.parse({
      name: 'Ask',
      hook: 'afterReasonSelection',
      isEnabled: true,
      rule: { priority: 1, event: { type: 'collectCustomFields', params: ruleParams }, conditions: { all: [] } },
    }),
  ]);
  const answered = await submitReturn(server, await returnableOrder(server), {
    customFields: [{ id: fieldId, value: '=SN-1' }],
  });
  await forgetRules(server.server.deps.database, server.storeId);
  const named = { id: fieldId, displayName: 'Serial number' };
  expect(await staff(reports.reportFields, { params })).toEqual({
    lineItemCustomFields: [named],
    inspectionCustomFields: [named],
  });
  const report = await finished({
    columns: ['claimId'],
    lineItemCustomFieldIds: [fieldId],
    inspectionCustomFieldIds: [fieldId],
  });
  const [head, ...others] = await rows(report.downloadUrl);
  expect(head).toEqual(['Claim ID', 'Serial number', 'Serial number']);
  expect(others).toContainEqual([answered, "'=SN-1", '']);
});

test('a report whose outcome was never written is sent again as the same letter, from the file already made', async () => {
  const report = await finished({ filename: 'Twice' });
  const { database } = server.server.deps;
  const ofReport = () =>
    database.asOwner((db) =>
      db
        .selectFrom('effect')
        .select(['effect_id', 'state'])
        .where('kind', '=', 'report')
        .orderBy('effect_id', 'desc')
        .executeTakeFirstOrThrow(),
    );
  const letters = () => server.mailbox.messages().filter((mail) => mail.subject.includes('“Twice”'));
  const { effect_id: effectId } = await ofReport();
  await database.asOwner((db) =>
    db
      .updateTable('effect')
      .set({ state: 'running', done_on: null, taken_until: new Date(Date.now() - 1000) })
      .where('effect_id', '=', effectId)
      .execute(),
  );
  await eventually(async () => (await ofReport()).state === 'done', 'the effect is done again');
  expect(new Set(letters().map((mail) => mail.messageId)).size).toBe(1);
  const again = (await staff(reports.listReports, { params: { storeId: server.storeId } })).reports[0];
  expect(again).toMatchObject({ id: report.id, state: 'done', lineCount: report.lineCount });
  expect(new URL(again?.downloadUrl ?? '').pathname).toBe(new URL(report.downloadUrl ?? '').pathname);
});

test('orders are exported by the same machine: the filters narrow them, and no cell is a formula', async () => {
  const { database } = server.server.deps;
  const asked = await claimOf(server, staff, made[0] ?? '');
  await database.asOwner((db) =>
    sql`update store_order set document = jsonb_set(document, '{email}', '"=1+1"') where order_id = ${asked.originalStoreOrder.id}`.execute(
      db,
    ),
  );
  const all = await finished({ kind: 'Order', filename: 'Orders', take: 2 });
  const [head, ...lines] = await rows(all.downloadUrl);
  expect(head).toEqual(reportColumns('Order').map(({ label }) => label));
  expect(lines.length).toBe(all.lineCount);
  expect(new Set(lines.map(([number]) => number)).size).toBe(lines.length);
  const { orderNo } = asked.originalStoreOrder;
  const columns = ['orderNumber', 'customerEmail', 'claims'];
  const one = await finished({ kind: 'Order', columns, filters: { searchTerm: orderNo } });
  expect((await rows(one.downloadUrl)).slice(1)).toEqual([[orderNo, "'=1+1", made[0]]]);
  const wrong: Body = { kind: 'Order', filename: 'x', email, inspectionCustomFieldIds: ['smell'] };
  const params = { storeId: server.storeId };
  expect(await refusalOf(staff(reports.createReport, { params, body: wrong }))).toBe('400 REPORT_FIELD_UNKNOWN');
});

test('an address, a name and at least one column of the list are needed', async () => {
  const params = { storeId: server.storeId };
  for (const wrong of [
    { email: 'nobody' },
    { filename: '' },
    { filename: '../x' },
    { columns: [] },
    { columns: ['totalPaid'] },
  ])
    expect(
      await refusalOf(
        staff(reports.createReport, { params, body: { kind: 'Return', filename: 'x', email, ...wrong } }),
      ),
    ).toContain('400');
});

test('a report goes to users of the store, its admins see who made it, and there is a limit', async () => {
  const params = { storeId: server.storeId };
  const body = (to: string): Body => ({ kind: 'Return', filename: 'Limited', email: to, columns: ['claimId'] });
  const makeFor = (to: string) => refusalOf(staff(reports.createReport, { params, body: body(to) }));
  expect(await makeFor('attacker@evil.example')).toBe('400 REPORT_EMAIL_UNKNOWN');
  expect(await makeFor(' Boss@test.example ')).toBe('400 MALFORMED');
  expect(await makeFor('Boss@test.example')).toBe('no refusal');
  const boss = await server.staff('Admin');
  const { user } = await boss(me, {});
  const { data } = await boss(listAlerts, { params: { ...params, userId: user.id }, query: {} });
  expect(JSON.stringify(data)).toContain('and sent the link to Boss@test.example.');
  const answers = await Promise.all(Array.from({ length: 40 }, () => makeFor('attacker@evil.example')));
  expect(answers).toContain('429 TOO_MANY_ATTEMPTS');
  expect(await makeFor(email)).toBe('429 TOO_MANY_ATTEMPTS');
});
