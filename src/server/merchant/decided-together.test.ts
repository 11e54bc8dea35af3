import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { appealClaim, submit } from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { me } from '#contract/merchant/me.ts';
import { assignShippingClaim, getShippingClaim } from '#contract/merchant/shipping-claims.ts';
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
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';
import { fileShippingClaim, SHIPPING_CLAIMS_ON } from '#server/testing/shipping-claims.ts';
import { waitingForRows } from '#server/testing/waiting.ts';
import { onePixel, upload } from '#server/testing/uploads.ts';

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

const holding = (claims: readonly ClaimShown[]): RawBuilder<unknown> =>
  sql`select 1 from claim where claim_id in (${sql.join(claims.map(({ id }) => id))}) order by claim_id for update`;

/** Lets all transactions of the work come as far as what is held before any goes on. */
async function whileHeld<T>(hold: RawBuilder<unknown>, work: () => Promise<T>[]): Promise<T[]> {
  const { database } = server.server.deps;
  let going: Promise<T>[] = [];
  await database.inStore(server.storeId, async (db) => {
    await hold.execute(db);
    going = work();
    const areAllThere = async (): Promise<boolean> => (await waitingForRows(database)) >= going.length;
    await eventually(areAllThere, 'all of them wait for what is held');
  });
  return Promise.all(going);
}

test('two claims of one order that are finalized at once never give more than was paid', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { claims, paid } = await raisedBoth();
    const outcomes = await whileHeld(holding(claims), () =>
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

test('an appeal is decided again when another claim of its order came first', async () => {
  await changeSettings(staff, server.storeId, { isWarrantiesEnabled: true, defaultWarrantyDays: 999_999 });
  const { call, order, line } = await returnableOrder(server);
  const ofOrder = { slug: server.slug, idFromPlatform: order.idFromPlatform };
  const { externalId } = await call(submit, {
    params: ofOrder,
    body: {
      requestKey: randomUUID(),
      claimType: 'Warranty',
      shippingMethod: 'none',
      selections: [
        {
          lineIdFromPlatform: line.lineIdFromPlatform,
          quantity: 1,
          reasonId: 'Defective_Item',
          method: 'warrantyReview',
          mediaIds: [await upload(call, ofOrder, onePixel)],
        },
      ],
    },
  });
  const claim = await claimOf(server, staff, externalId);
  const denied = { kind: 'denied', claimStatusDetailCode: 'Not_Covered_Under_Warranty' } as const;
  await finalizeAll(server, staff, await changeLine(server, staff, claim, claim.claimLineItems[0]?.id ?? 0, denied));
  const otherClaim = sql`update store_order set claims_version = claims_version + 1
    where id_from_platform = ${order.idFromPlatform}`;
  const params = { slug: server.slug, externalId };
  const body = { message: 'It broke by itself.' };
  const outcomes = await whileHeld(otherClaim, () => [refusalOf(call(appealClaim, { params, body }))]);
  expect(outcomes).toEqual(['no refusal']);
  expect((await claimOf(server, staff, externalId)).appeal).toMatchObject({ text: body.message, isOpen: true });
});

test('comments written on a claim at once all stay', async () => {
  const externalId = await submitReturn(server, await returnableOrder(server));
  const claim = await claimOf(server, staff, externalId);
  const params = { storeId: server.storeId, claimId: claim.id };
  const messages = ['Called the customer', 'Asked the warehouse'];
  await whileHeld(holding([claim]), () =>
    messages.map((message) => staff(actions.addToTimeline, { params, body: { message } })),
  );
  const { timeline } = await claimOf(server, staff, externalId);
  expect(timeline.map(({ message }) => message)).toEqual(expect.arrayContaining(messages));
});

test('of two who take a shipping claim at once one has it, and the other hears who', async () => {
  const { storeId } = server;
  await server.saveSettings(SHIPPING_CLAIMS_ON);
  const params = { storeId, shippingClaimId: (await fileShippingClaim(server, staff)).id };
  const colleagues = [staff, await server.staff('Staff', 'second.pair.of.hands@demo.example')];
  const people = await Promise.all(colleagues.map(async (call) => ({ call, id: (await call(me, {})).user.id })));
  const held = sql`select 1 from shipping_claim where shipping_claim_id = ${params.shippingClaimId} for update`;
  const outcomes = await whileHeld(held, () =>
    people.map(({ call, id }) =>
      refusalOf(call(assignShippingClaim, { params, body: { assigneeId: id, from: null } })),
    ),
  );
  expect(outcomes.toSorted()).toEqual(['409 SHIPPING_CLAIM_TAKEN', 'no refusal']);
  const { assignee } = await staff(getShippingClaim, { params });
  expect(assignee?.userId).toBe(people[outcomes.indexOf('no refusal')]?.id);
});
