import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { orderByPlatformId } from '#server/db/orders.ts';
import {
  changeLine,
  claimOf,
  finalizeAll,
  returnableOrder,
  settledClaim,
  submitReturn,
} from '#server/testing/claims.ts';
import { postgresPlace } from '#server/testing/postgres-database.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

const ROUNDS = 3;

let server: TestServer;
let staff: Caller;

beforeAll(async () => {
  // The embedded database has one connection: no two transactions overlap there.
  server = await startTestServer({ place: await postgresPlace() });
  staff = await server.staff();
});
afterAll(async () => {
  await server.close();
});

/** What was paid for an order, in cents. */
async function paidFor(idFromPlatform: string): Promise<number> {
  const { storeId } = server;
  const row = await server.server.deps.database.inStore(storeId, (db) =>
    orderByPlatformId(db, storeId, idFromPlatform),
  );
  if (!row) throw new Error('the order was not synced');
  return row.document.totalPaid;
}

const cents = (decimal: number): number => Math.round(decimal * 100);

/** A claim approved for so much, in cents. */
async function approvedFor(claim: ClaimShown, amount: number): Promise<ClaimShown> {
  const change = { kind: 'approved', resolutionMethod: 'giftCard', amount: amount / 100 } as const;
  return changeLine(server, staff, claim, claim.claimLineItems[0]?.id ?? 0, change);
}

/** Two claims of one order, of a unit each: one of them may be raised to all that the other leaves, but not both. */
async function raisedBoth(): Promise<{ claims: ClaimShown[]; paid: number }> {
  for (;;) {
    const bought = await returnableOrder(server, 2);
    const paid = await paidFor(bought.order.idFromPlatform);
    if (paid < 3 * cents(bought.line.unitValue)) continue;
    const claims: ClaimShown[] = [];
    for (const method of ['giftCard', 'giftCard'] as const)
      claims.push(await settledClaim(server, staff, await submitReturn(server, bought, { method })));
    const asked = claims.map((claim) => cents(claim.claimLineItems[0]?.requestedAmount ?? 0));
    const raised: ClaimShown[] = [];
    for (const [index, claim] of claims.entries())
      raised.push(await approvedFor(claim, paid - (asked[1 - index] ?? 0)));
    return { claims: raised, paid };
  }
}

/** Lets both transactions come as far as their claims before either goes on. */
async function whileHeld<T>(claims: readonly ClaimShown[], work: () => Promise<T>[]): Promise<T[]> {
  const { database } = server.server.deps;
  const ids = claims.map(({ id }) => id);
  let going: Promise<T>[] = [];
  await database.inStore(server.storeId, async (db) => {
    await sql`select 1 from claim where claim_id in (${sql.join(ids)}) order by claim_id for update`.execute(db);
    going = work();
    const waiting = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
      return rows[0]?.count ?? 0;
    };
    for (let tries = 0; tries < 200 && (await waiting()) < claims.length; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 25));
  });
  return Promise.all(going);
}

test('two claims of one order that are finalized at once never give more than was paid', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { claims, paid } = await raisedBoth();
    const outcomes = await whileHeld(claims, () =>
      claims.map(async (claim) => {
        try {
          return (await finalizeAll(server, staff, claim, { notifyCustomerByEmail: null })).lineItems;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return error.code;
        }
      }),
    );
    const ended = await Promise.all(claims.map(({ externalId }) => claimOf(server, staff, externalId)));
    const given = ended.filter(({ finalizedOn }) => finalizedOn !== null);
    expect(given.length, JSON.stringify(outcomes)).toBe(1);
    expect(cents(given[0]?.claimLineItems[0]?.amount ?? 0)).toBeLessThan(paid);
  }
});

test('comments written on a claim at once all stay', async () => {
  const externalId = await submitReturn(server, await returnableOrder(server));
  const claim = await claimOf(server, staff, externalId);
  const params = { storeId: server.storeId, claimId: claim.id };
  const messages = ['Called the customer', 'Asked the warehouse'];
  await whileHeld([claim, claim], () =>
    messages.map((message) => staff(actions.addToTimeline, { params, body: { message } })),
  );
  const { timeline } = await claimOf(server, staff, externalId);
  expect(timeline.map(({ message }) => message)).toEqual(expect.arrayContaining(messages));
});
