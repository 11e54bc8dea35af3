import { afterAll, beforeAll, expect, test } from 'vitest';
import * as views from '#contract/merchant/views.ts';
import type { ViewContent } from '#core/lists/saved-view.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;

beforeAll(async () => {
  server = await startTestServer({ orders: 5 });
  staff = await server.staff('Staff');
});
afterAll(async () => {
  await server.close();
});

const params = () => ({ storeId: server.storeId });
const content: ViewContent = { name: 'Late parcels', kind: 'Return', filters: { shipmentStatus: ['in_transit'] } };
const list = async (kind: 'Return' | 'Warranty') =>
  (await staff(views.listViews, { params: params(), query: { kind } })).views;

test('a view is made, renamed, read and deleted; each list has its own', async () => {
  const made = await staff(views.createView, { params: params(), body: content });
  expect(made).toMatchObject(content);
  expect(await list('Return')).toEqual([made]);
  expect(await list('Warranty')).toEqual([]);
  const ofView = { ...params(), viewId: made.id };
  const body = {
    name: 'Parcels of June',
    kind: 'Return',
    filters: { createdOn: { start: '2026-06-01T00:00:00Z', end: null } },
  } as const;
  expect(await staff(views.updateView, { params: ofView, body })).toEqual({ ...body, id: made.id });
  expect(await staff(views.getView, { params: ofView })).toMatchObject(body);
  expect(await refusalOf(staff(views.updateView, { params: ofView, body: { ...body, kind: 'Warranty' } }))).toBe(
    '404 VIEW_NOT_FOUND',
  );
  await staff(views.deleteView, { params: ofView });
  expect(await refusalOf(staff(views.getView, { params: ofView }))).toBe('404 VIEW_NOT_FOUND');
  expect(await refusalOf(staff(views.deleteView, { params: ofView }))).toBe('404 VIEW_NOT_FOUND');
});

test('of two people who change one view, neither undoes what the other did', async () => {
  const made = await staff(views.createView, { params: params(), body: content });
  const ofView = { ...params(), viewId: made.id };
  const filters = { hasError: true };
  await staff(views.updateView, { params: ofView, body: { kind: 'Return', name: 'Renamed' } });
  await staff(views.updateView, { params: ofView, body: { kind: 'Return', filters } });
  expect(await staff(views.getView, { params: ofView })).toEqual({ ...made, name: 'Renamed', filters });
  for (const kind of [{ kind: 'Return' as const }, {}]) {
    const strange = staff(views.updateView, {
      params: ofView,
      body: { ...kind, filters: { salesChannels: ['web'] } },
    });
    await expect(strange).rejects.toMatchObject({
      status: 400,
      body: { fields: { 'body.filters': expect.any(String) } },
    });
  }
  await staff(views.updateView, { params: ofView, body: { name: 'Named alone' } });
  expect(await staff(views.getView, { params: ofView })).toEqual({ ...made, name: 'Named alone', filters });
  await staff(views.deleteView, { params: ofView });
});

test('views of a list for admins are for admins alone', async () => {
  const admin = await server.staff('Admin');
  const ofAudit: ViewContent = { name: 'Settings', kind: 'Audit', filters: { auditKind: ['settings'] } };
  const made = await admin(views.createView, { params: params(), body: ofAudit });
  const ofView = { params: { ...params(), viewId: made.id } };
  for (const ask of [
    () => staff(views.listViews, { params: params(), query: { kind: 'Audit' } }),
    () => staff(views.createView, { params: params(), body: ofAudit }),
    () => staff(views.getView, ofView),
    () => staff(views.updateView, { ...ofView, body: { name: 'Mine' } }),
    () => staff(views.updateView, { ...ofView, body: { kind: 'Return', name: 'Mine' } }),
    () => staff(views.deleteView, ofView),
  ])
    expect(await refusalOf(ask())).toBe('403 ROLE_NEEDED');
  const renamed = await admin(views.updateView, { ...ofView, body: { name: 'Of settings' } });
  expect(renamed).toEqual({ ...made, name: 'Of settings' });
  expect(await admin(views.getView, ofView)).toEqual(renamed);
  const listed = await admin(views.listViews, { params: params(), query: { kind: 'Audit' } });
  expect(listed.views).toEqual([renamed]);
  await admin(views.deleteView, ofView);
});

test.each([
  [{ name: ' ' }, 'Name is required'],
  [{ name: 'x'.repeat(41) }, 'Name must be less than 40 characters'],
  [{ kind: 'Order' as const }, "This list doesn't have this filter"],
  [
    { filters: { createdOn: { start: '2026-06-02T00:00:00Z', end: '2026-06-01T00:00:00Z' } } },
    'Start cannot be after end',
  ],
])('%j is refused', async (change, words) => {
  const refused = staff(views.createView, { params: params(), body: { ...content, ...change } });
  await expect(refused).rejects.toMatchObject({ status: 400 });
  const fields = await refused.catch((error: { body: { fields?: Record<string, string> } }) => error.body.fields);
  expect(JSON.stringify(fields)).toContain(words);
});

test('a filter that is gone since a view was saved is left out of it', async () => {
  await server.server.deps.database.inStore(server.storeId, (db) =>
    db
      .insertInto('saved_view')
      .values({
        store_id: server.storeId,
        kind: 'Warranty',
        name: 'Old',
        filters: JSON.stringify({ hasError: true, hasLongGone: true }),
      })
      .execute(),
  );
  expect((await list('Warranty')).map((view) => view.filters)).toEqual([{ hasError: true }]);
});
