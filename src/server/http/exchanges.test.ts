import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as lists from '#contract/merchant/lists.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import { endSession, openSession } from '#server/http/login-session.ts';
import { sessionLookups } from '#server/http/session-lookups.ts';
import { takeDueEffects } from '#server/db/effects.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { carryOut } from '#server/effects/worker.ts';
import { changeLine, claimOf, returnableOrder, submitReturn } from '#server/testing/claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;

beforeAll(async () => {
  // Without a worker, whose own questions to the database would be counted too.
  server = await startTestServer({ roles: 'web' });
  staff = await server.staff();
});
afterAll(async () => {
  await server.close();
});

/** What the driver was given to send while the work ran, one text for each exchange with the database. */
async function exchangesOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([sent]) => textOf(sent).trim().split(/\s/, 2).join(' '));
  } finally {
    query.mockRestore();
  }
}

// Prepared statements are sent with a name next to their text.
const textOf = (sent: unknown): string =>
  typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : String(sent);

// What a person waits for is mostly the number of these: each is a way to the database and back.
test('the list, a search by words and the counts take the session and one exchange', async () => {
  const params = { storeId: server.storeId };
  const taken = ['select "app_user"."user_id"', expect.any(String)];
  expect(await exchangesOf(() => staff(lists.search, { params, body: { kind: 'Return' } }))).toEqual(taken);
  // Nothing equals these words, nothing has them, and nothing is like them.
  const search = () =>
    staff(lists.search, { params, body: { kind: 'Return', filters: { searchTerm: 'Wolfeschlegel' } } });
  expect(await exchangesOf(search)).toHaveLength(2);
  expect(await exchangesOf(() => staff(lists.claimCounts, { params, query: {} }))).toHaveLength(2);
});

test('calls that come together share the lookup of their session, but never one that began before they came', async () => {
  const { database } = server.server.deps;
  const user = { subject: 'together', email: 'together@example.com', firstName: 'To', lastName: 'Gether' };
  const token = await openSession(database, user, false, undefined, new Date());
  const lookups = sessionLookups(database, []);
  const together = () => Promise.all(Array.from({ length: 5 }, () => lookups(token, server.storeId)));
  // The first by itself, then one for all who came while it was under way.
  expect(await exchangesOf(together)).toHaveLength(2);

  const read = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const slow = sessionLookups(
    {
      ...database,
      rowsAsOwner: async (statement) => {
        const rows = await database.rowsAsOwner(statement);
        read.resolve();
        await ended.promise;
        return rows;
      },
    },
    [],
  );
  const before = slow(token, null);
  await read.promise;
  await endSession(database, token);
  const after = slow(token, null);
  ended.resolve();
  expect([await before, await after]).toEqual([expect.objectContaining({ store: null }), null]);
});

test('submitting a return takes three', async () => {
  const returnable = await returnableOrder(server);
  const taken = await exchangesOf(() => submitReturn(server, returnable));
  // What the store says in its own words comes with the order.
  expect(taken).toEqual(['select "store_order"."order_id"', 'with "came"', 'commit']);
});

// Two of the four look whether rules ask for the buyer's customer segments.
test('the order in the portal takes four, and a claim with all that is shown with it at most seven', async () => {
  const returnable = await returnableOrder(server);
  const params = { slug: server.slug, idFromPlatform: returnable.order.idFromPlatform };
  expect(await exchangesOf(() => returnable.call(customer.getOrder, { params }))).toHaveLength(4);
  const { id } = await claimOf(server, staff, await submitReturn(server, returnable));
  const shown = () => staff(merchant.getClaim, { params: { storeId: server.storeId, claimId: id } });
  expect((await exchangesOf(shown)).length).toBeLessThanOrEqual(7);
});

/** Without the news the platform sends meanwhile, and without how to reach it, which is read again after a second. */
const besidesPlatform = (taken: readonly string[]): string[] =>
  taken
    .filter((text) => text !== 'with concerned')
    .filter((text, at, all) => text !== 'select "sealed"' && all[at - 1] !== 'select "sealed"');

test('finalizing takes eight, and a refund five: its turn, the end of it, and its outcome in three', async () => {
  const { deps } = server.server;
  const claim = await claimOf(server, staff, await submitReturn(server, await returnableOrder(server)));
  const { version } = await changeLine(server, staff, claim, 1, { kind: 'approved', resolutionMethod: 'refund' });
  const params = { storeId: server.storeId, claimId: claim.id };
  const body = {
    version,
    lineItems: { refunds: [{ id: 1, quantity: 1 }] },
    notifyCustomerByEmail: { subject: 'Done', header: 'Done', body: 'It is done.' },
  };
  expect(besidesPlatform(await exchangesOf(() => staff(actions.finalize, { params, body })))).toEqual([
    'select "app_user"."user_id"',
    // What the platform is asked about, and with what: both may leave an entry of the audit log.
    'select "store_order"."order_id"',
    'select audit_call()',
    // The claim held and read with its order, what the store says, what is decided, and the page to show.
    'select "claim_id"',
    'select "text_id",',
    'update "store_order"',
    'select "document",',
    'select audit_call()',
  ]);
  const effects = await takeDueEffects(deps.database, 100, 60_000);
  const refund = effects.find((effect) => effect.kind === 'refund' && effect.subject_id === claim.id);
  if (!refund) throw new Error('there is nothing to refund');
  const taken = await exchangesOf(() => carryOut(refund, { ...deps, deps, kinds: effectKinds }));
  expect(besidesPlatform(taken)).toEqual([
    'insert into',
    'delete from',
    // The claim is held, the step marked as done, and the claim read.
    'select "claim_id"',
    'with wanted',
    'commit',
  ]);
});
