import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { neighbors } from '#contract/merchant/neighbors.ts';
import type { RouteInput } from '#contract/route.ts';
import { shopOf } from '#server/testing/effect-claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { staffClaim } from '#server/testing/staff-claims.ts';

let server: TestServer;
let staff: Caller;
let claims: ClaimShown[];
beforeAll(async () => {
  server = await startTestServer({ orders: 60 });
  staff = await server.staff('Staff');
  const shop = await shopOf(server);
  claims = [];
  for (const customerName of ['Quill Byron', 'Bo Li', 'Quill Lovelace', 'Cy Young'])
    claims.push((await staffClaim(shop, staff, 'refund', { customerName })).claim);
});
afterAll(async () => {
  await server.close();
});

type List = RouteInput<typeof neighbors>['body'];
/** Where in the order they were made the neighbors of a claim are; null where there is none. */
async function beside(index: number, list: List): Promise<(number | null)[]> {
  const claim = claims[index];
  const params = { storeId: server.storeId, claimId: claim?.id ?? 0 };
  const { previous, next } = await staff(neighbors, { params, body: list });
  return [previous, next].map((one) => one && claims.findIndex(({ id }) => id === one.id));
}

test('the claims before and after, as the list is sorted and narrowed', async () => {
  expect(await beside(1, {})).toEqual([2, 0]);
  expect(await beside(3, {})).toEqual([null, 2]);
  expect(await beside(0, {})).toEqual([1, null]);
  expect(await beside(1, { orderBy: { column: 'createdOn', direction: 'asc' } })).toEqual([0, 2]);
  expect(await beside(0, { filters: { searchTerm: 'quill' } })).toEqual([2, null]);
  expect(await refusalOf(beside(9, {}))).toBe('400 MALFORMED');
});

test('a claim that left the list keeps its place in it', async () => {
  const [, second] = claims;
  if (!second) throw new Error('no claim');
  const params = { storeId: server.storeId, claimId: second.id };
  await staff(actions.cancelClaim, { params, body: { version: second.version } });
  const { claimRollup: status } = claims[0] ?? second;
  expect(await beside(1, { filters: { statusCodes: [status.code] } })).toEqual([2, 0]);
  expect(await beside(2, { filters: { statusCodes: [status.code] } })).toEqual([3, 0]);
});
