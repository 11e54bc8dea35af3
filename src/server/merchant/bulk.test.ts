import { afterAll, beforeAll, expect, test } from 'vitest';
import * as lists from '#contract/merchant/lists.ts';
import { listTags } from '#contract/merchant/tags.ts';
import { changeLine, claimOf, returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
const made: { id: number; externalId: string }[] = [];

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
  for (let index = 0; index < 5; index += 1) {
    const externalId = await submitReturn(server, await returnableOrder(server));
    made.push({ externalId, id: (await settledClaim(server, staff, externalId)).id });
  }
});
afterAll(async () => {
  await server.close();
});

const claim = (index: number) => {
  const one = made[index];
  if (!one) throw new Error('not made');
  return one;
};
const bulk = async (action: lists.BulkAction, claimIds: number[]) =>
  (await staff(lists.bulk, { params: { storeId: server.storeId }, body: { action, claimIds } })).results;

test('tags are added and taken off; a claim that is not there is told apart', async () => {
  const ids = made.map(({ id }) => id);
  const results = await bulk({ kind: 'addTag', name: 'Sale' }, [...ids, 999_999]);
  expect(results.map(({ refusal }) => refusal?.code ?? null)).toEqual([...ids.map(() => null), 'CLAIM_NOT_FOUND']);
  await bulk({ kind: 'addTag', name: 'sale' }, ids);
  expect((await claimOf(server, staff, claim(0).externalId)).tags).toEqual(['Sale']);
  await bulk({ kind: 'removeTag', name: 'SALE' }, [claim(0).id]);
  expect((await claimOf(server, staff, claim(0).externalId)).tags).toEqual([]);
  expect((await claimOf(server, staff, claim(1).externalId)).tags).toEqual(['Sale']);
});

test('a tag a claim does not have is not taken off, and not added to the list', async () => {
  const { storeId } = server;
  const results = await bulk({ kind: 'removeTag', name: 'Nowhere' }, [claim(0).id]);
  expect(results).toMatchObject([{ refusal: { code: 'TAG_NOT_FOUND', message: 'It has no tag “Nowhere”.' } }]);
  const { tags } = await staff(listTags, { params: { storeId } });
  expect(tags.map(({ name }) => name)).not.toContain('Nowhere');
});

test('what the call does not know is refused', async () => {
  const action = { kind: 'cancel' } as const;
  const body = { action, claimIds: [claim(0).id], notifyCustomer: true };
  expect(await refusalOf(staff(lists.bulk, { params: { storeId: server.storeId }, body }))).toBe('400 MALFORMED');
});

test('what is decided is finalized and tells the shopper; what is not says so', async () => {
  const decided = await settledClaim(server, staff, claim(0).externalId);
  const lineId = decided.claimLineItems[0]?.id ?? 0;
  await changeLine(server, staff, decided, lineId, { kind: 'approved', resolutionMethod: 'refund' });
  const results = await bulk({ kind: 'finalize' }, [claim(0).id, claim(1).id]);
  expect(results).toMatchObject([{ refusal: null }, { refusal: { code: 'NOTHING_READY' } }]);
  const done = await settledClaim(server, staff, claim(0).externalId);
  expect(done.claimLineItems[0]?.finalizedOn).not.toBeNull();
  expect(done.effects.map((effect) => effect.kind)).toEqual(expect.arrayContaining(['refund', 'email']));
  expect(await bulk({ kind: 'finalize' }, [claim(0).id])).toMatchObject([{ refusal: { code: 'NOTHING_READY' } }]);
});

test('claims are approved as requested and finalized at once; done twice at a time, it happens once', async () => {
  const { id, externalId } = claim(3);
  const both = await Promise.all([
    bulk({ kind: 'approveAndFinalize' }, [id]),
    bulk({ kind: 'approveAndFinalize' }, [id]),
  ]);
  expect(both.flat().filter(({ refusal }) => refusal === null)).toHaveLength(1);
  const done = await settledClaim(server, staff, externalId);
  expect(done.claimLineItems).toMatchObject([{ status: { id: 'approved' }, finalizedOn: expect.any(String) }]);
  expect(done.effects.filter(({ kind }) => kind === 'refund')).toMatchObject([{ state: 'done' }]);
  expect(done.timeline.map(({ subject, by }) => [subject, by])).toEqual(
    expect.arrayContaining([
      [expect.stringMatching(/ approved$/), 'Staff Tester'],
      ['Claim finalized', 'Staff Tester'],
    ]),
  );
});

test('claims are only approved, which says so where nothing is left to approve', async () => {
  const { id, externalId } = claim(4);
  expect(await bulk({ kind: 'approve' }, [id])).toMatchObject([{ refusal: null }]);
  const approved = await settledClaim(server, staff, externalId);
  expect(approved.claimLineItems).toMatchObject([{ status: { id: 'approved' }, finalizedOn: null }]);
  expect(approved.effects.map(({ kind }) => kind)).not.toContain('refund');
  expect(await bulk({ kind: 'approve' }, [id])).toMatchObject([{ refusal: { code: 'NOTHING_TO_APPROVE' } }]);
});

test('open claims are canceled, finished ones stay', async () => {
  const results = await bulk({ kind: 'cancel' }, [claim(0).id, claim(1).id, claim(2).id]);
  expect(results.map(({ refusal }) => refusal === null)).toEqual([false, true, true]);
  expect((await claimOf(server, staff, claim(2).externalId)).claimRollup.code).toBe('Closed');
  expect(await bulk({ kind: 'cancel' }, [claim(2).id])).not.toMatchObject([{ refusal: null }]);
});
