import { afterAll, beforeAll, expect, test } from 'vitest';
import * as tags from '#contract/merchant/tags.ts';
import { claimOf, listedClaims, returnableOrder, submitReturn } from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
let claimId: number;
let externalId: string;

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
  externalId = await submitReturn(server, await returnableOrder(server));
  claimId = (await claimOf(server, staff, externalId)).id;
});
afterAll(async () => {
  await server.close();
});

const store = () => ({ storeId: server.storeId });
const put = (names: string[]) => staff(tags.setClaimTags, { params: { ...store(), claimId }, body: { tags: names } });
const list = async () => (await staff(tags.listTags, { params: store() })).tags;

test('a tag is in the list once, however it is spelled', async () => {
  const made = await staff(tags.createTag, { params: store(), body: { name: '  Gift   order ' } });
  expect(made.name).toBe('Gift order');
  expect(await staff(tags.createTag, { params: store(), body: { name: 'GIFT ORDER' } })).toEqual(made);
  expect(await list()).toEqual([made]);
});

test('a claim takes the list’s spelling, new names join the list, and the version stays', async () => {
  const before = await claimOf(server, staff, externalId);
  expect(await put(['gift order', 'Fragile', 'fragile'])).toEqual({ tags: ['Gift order', 'Fragile'] });
  expect((await list()).map((tag) => tag.name)).toEqual(['Fragile', 'Gift order']);
  const after = await claimOf(server, staff, externalId);
  expect(after).toMatchObject({ tags: ['Gift order', 'Fragile'], version: before.version });
  expect(await staff(tags.getClaimTags, { params: { ...store(), claimId } })).toEqual({ tags: after.tags });
  const told = { type: 'edit', subject: 'Tags changed', message: 'Added “Gift order”, “Fragile”', by: 'Staff Tester' };
  expect(after.timeline.filter(({ subject }) => subject === 'Tags changed')).toMatchObject([told]);
  // Nothing changes, and nothing is recorded.
  await put(['FRAGILE', 'Gift order']);
  expect(await listedClaims(server, staff, { claimTaggedWith: ['Fragile'] })).toHaveLength(1);
  expect(await listedClaims(server, staff, { claimTaggedWith: ['Other'] })).toHaveLength(0);
});

test('a tag off the list stays on the claims that have it', async () => {
  const [fragile] = await list();
  const params = { ...store(), tagId: fragile?.id ?? 0 };
  await staff(tags.deleteTag, { params });
  expect(await refusalOf(staff(tags.deleteTag, { params }))).toBe('404 TAG_NOT_FOUND');
  expect((await claimOf(server, staff, externalId)).tags).toEqual(['Gift order', 'Fragile']);
  await put([]);
  const cleared = await claimOf(server, staff, externalId);
  expect(cleared.tags).toEqual([]);
  expect(cleared.timeline.filter(({ subject }) => subject === 'Tags changed').map(({ message }) => message)).toEqual([
    'Added “Gift order”, “Fragile”',
    'Removed “Gift order”, “Fragile”',
  ]);
});

test('a tag that is deleted and added again in another spelling finds the claims that had it', async () => {
  await put(['Vip']);
  const tagId = (await list()).find(({ name }) => name === 'Vip')?.id ?? 0;
  await staff(tags.deleteTag, { params: { ...store(), tagId } });
  await staff(tags.createTag, { params: store(), body: { name: 'VIP' } });
  expect(await listedClaims(server, staff, { claimTaggedWith: ['VIP'] })).toHaveLength(1);
  await put([]);
});

test('of two who tag one claim at once each keeps what the other did', async () => {
  await put(['Fragile', 'Gift order']);
  const change = (madeOf: string[], names: string[]) =>
    staff(tags.setClaimTags, { params: { ...store(), claimId }, body: { madeOf, tags: names } });
  const seen = ['Fragile', 'Gift order'];
  await change(seen, [...seen, 'Urgent']);
  expect(await change(seen, ['gift order', 'Call first'])).toEqual({ tags: ['Gift order', 'Urgent', 'Call first'] });
  expect(await change(seen, [...seen, 'urgent'])).toEqual({ tags: ['Gift order', 'Urgent', 'Call first'] });

  // What was only kept is not put back on the list.
  const urgent = (await list()).find((tag) => tag.name === 'Urgent');
  await staff(tags.deleteTag, { params: { ...store(), tagId: urgent?.id ?? 0 } });
  await change(['Urgent'], ['Urgent', 'Late']);
  expect((await list()).map((tag) => tag.name)).not.toContain('Urgent');
});

test('no such claim, no name', async () => {
  const params = { ...store(), claimId: claimId + 1000 };
  expect(await refusalOf(staff(tags.setClaimTags, { params, body: { tags: [] } }))).toBe('404 CLAIM_NOT_FOUND');
  expect(await refusalOf(staff(tags.getClaimTags, { params }))).toBe('404 CLAIM_NOT_FOUND');
  expect(await refusalOf(put([' ']))).toContain('400');
});
