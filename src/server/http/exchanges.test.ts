import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as lists from '#contract/merchant/lists.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import { claimOf, returnableOrder, submitReturn } from '#server/testing/claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;

beforeAll(async () => {
  // Without a worker, whose own questions to the database would be counted too.
  server = await startTestServer({ roles: 'web' });
  staff = await server.staff();
}, 90_000);
afterAll(async () => {
  await server.close();
});

/** What the driver was given to send while the work ran, one text for each exchange with the database. */
async function exchangesOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([sent]) => textOf(sent).split(/\s/, 2).join(' '));
  } finally {
    query.mockRestore();
  }
}

// Statements that are kept are sent with a name beside their text.
const textOf = (sent: unknown): string =>
  typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : String(sent);

// What a person waits for is mostly the number of these: each is a way to the database and back.
test('the list and the counts take the session and three exchanges, a search by words up to two more', async () => {
  const params = { storeId: server.storeId };
  const begin = ['select "app_user"."user_id"', 'begin isolation'];
  const page = 'select "claim_id",';
  expect(await exchangesOf(() => staff(lists.search, { params, body: { kind: 'Return' } }))).toEqual([
    ...begin,
    page,
    'commit',
  ]);
  // Nothing equals these words, nothing has them, and nothing is like them.
  const expected = [...begin, page, page, page, 'commit'];
  expect(
    await exchangesOf(() =>
      staff(lists.search, { params, body: { kind: 'Return', filters: { searchTerm: 'Wolfeschlegel' } } }),
    ),
  ).toEqual(expected);
  expect(await exchangesOf(() => staff(lists.claimCounts, { params, query: {} }))).toHaveLength(4);
});

test('submitting a return takes four', async () => {
  const returnable = await returnableOrder(server);
  const taken = await exchangesOf(() => submitReturn(server, returnable));
  expect(taken).toEqual(['begin; set', 'select "store_order"."order_id"', 'with "came"', 'commit']);
});

test('the order in the portal takes three, and a claim with all that is shown with it at most eight', async () => {
  const returnable = await returnableOrder(server);
  const params = { slug: server.slug, idFromPlatform: returnable.order.idFromPlatform };
  expect(await exchangesOf(() => returnable.call(customer.getOrder, { params }))).toHaveLength(3);
  const { id } = await claimOf(server, staff, await submitReturn(server, returnable));
  const shown = () => staff(merchant.getClaim, { params: { storeId: server.storeId, claimId: id } });
  expect((await exchangesOf(shown)).length).toBeLessThanOrEqual(8);
});
