import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { factValues } from '#contract/merchant/facts.ts';
import { changeReturnLocation, listReturnLocations } from '#contract/merchant/shipments.ts';
import type { Variant } from '#sandbox/shopify/state.ts';
import { warehouseReported } from '#server/claims/warehouse-report.ts';
import {
  approveAndFinalize,
  returnableOrder,
  settledClaim,
  submitReturn,
  type Returnable,
} from '#server/testing/claims.ts';
import { onlyRules, type LiveRule } from '#server/testing/live-rules.ts';
import { changeSettings } from '#server/testing/settings.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Admin');
});
beforeEach(() => onlyRules(server));
afterAll(() => server.close());

/** An order with a line whose units are counted, and its variant in the shop. */
async function counted(): Promise<{ from: Returnable; variant: Variant }> {
  for (;;) {
    const from = await returnableOrder(server);
    const id = Number(from.line.variantIdFromPlatform);
    const variant = server.shop.products.flatMap(({ variants }) => variants).find((one) => one.id === id);
    if (variant?.tracked) return { from, variant };
  }
}

const finalization = (restockToShopify: boolean): LiveRule => ({
  at: 'claimFinalized',
  does: 'customizeClaimFinalizationSettings',
  params: {
    restockToShopify,
    failOnOutOfStockScenarios: true,
    failureToFinalizeNotificationEmails: [],
    inventoryBehavior: 'decrement_obeying_policy',
  },
});
const restock = (changes: object, at: LiveRule['at'] = 'claimFinalized'): LiveRule => ({
  at,
  does: 'restockInventory',
  params: {
    restockPlatform: 'SHOPIFY',
    shopifyRestockName: 'available',
    restockLocationIdFromPlatform: null,
    ...changes,
  },
});

/** What a variant has more of once a claim of one unit is finalized, as refund. */
async function broughtBy(...rules: LiveRule[]): Promise<Record<string, number>> {
  const { from, variant } = await counted();
  await onlyRules(server, ...rules);
  const before = { ...variant.quantities };
  const externalId = await submitReturn(server, from);
  await approveAndFinalize(server, staff, externalId);
  await settledClaim(server, staff, externalId);
  const names = ['available', 'damaged', 'on_hand'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const more = (variant.quantities[name] ?? 0) - (before[name] ?? 0);
      return more === 0 ? [] : [[name, more]];
    }),
  );
}

test('a rule that restocks a location which was deleted changes no other stock', async () => {
  expect(await broughtBy(restock({ restockLocationIdFromPlatform: '987' }))).toEqual({});
});

test('finalizing restocks where a rule says so, and nothing otherwise', async () => {
  expect(await broughtBy()).toEqual({});
  expect(await broughtBy(finalization(false))).toEqual({});
  expect(await broughtBy(finalization(true))).toEqual({ available: 1, on_hand: 1 });
});

test('the settings restock what came back, unless a rule says otherwise', async () => {
  await changeSettings(staff, server.storeId, { isReplenishInventoryWhenReturned: true });
  expect(await broughtBy()).toEqual({ available: 1, on_hand: 1 });
  expect(await broughtBy(finalization(false))).toEqual({});
  expect(await broughtBy(restock({ shopifyRestockName: 'damaged' }))).toEqual({ damaged: 1, on_hand: 1 });
  await changeSettings(staff, server.storeId, { isReplenishInventoryWhenReturned: false });
});

test('what arrives at a return location that is a location of the platform goes into its stock', async () => {
  const { locations } = await staff(listReturnLocations, { params: { storeId: server.storeId } });
  const [place] = locations;
  if (!place) throw new Error('the demo store has a return location');
  const change = (fulfillmentLocationIdFromPlatform: string | null) =>
    staff(changeReturnLocation, {
      params: { storeId: server.storeId, returnLocationId: place.id },
      body: { ...place, fulfillmentLocationIdFromPlatform },
    });
  await change('987');
  await changeSettings(staff, server.storeId, { isReplenishInventoryWhenReturned: true });
  const { from } = await counted();
  const externalId = await submitReturn(server, from, { shippingMethod: 'packingSlip' });
  const { id } = await settledClaim(server, staff, externalId);
  await approveAndFinalize(server, staff, externalId);
  const asked = await server.server.deps.database.asOwner((db) =>
    db.selectFrom('effect').select('payload').where('kind', '=', 'restock').where('subject_id', '=', id).execute(),
  );
  expect(asked).toMatchObject([{ payload: { locationIdFromPlatform: '987' } }]);
  await change(null);
  await changeSettings(staff, server.storeId, { isReplenishInventoryWhenReturned: false });
});

test('a rule about an item says as what and where, and beats the one about the claim', async () => {
  const place = String(server.shop.locationId);
  expect(await broughtBy(restock({ restockLocationIdFromPlatform: place }))).toEqual({ available: 1, on_hand: 1 });
  expect(await broughtBy(finalization(true), restock({ shopifyRestockName: 'damaged' }))).toEqual({
    damaged: 1,
    on_hand: 1,
  });
  expect(await broughtBy(finalization(true), restock({ shopifyRestockName: 'none' }))).toEqual({});
  const never = { fact: 'order/total' as const, operator: 'lessThan' as const, value: 0 };
  expect(await broughtBy({ ...restock({}), when: [never] })).toEqual({});
});

test('rules know where an order was sent from, and the places of the store can be chosen', async () => {
  const { definite } = await staff(factValues, {
    params: { storeId: server.storeId },
    query: { fact: 'order/fulfillmentLocation' },
  });
  const value = String(server.shop.locationId);
  expect(definite['order/fulfillmentLocation']).toEqual([{ value, label: server.shop.locationName }]);
  const there = (operator: 'in' | 'notIn') => ({
    fact: 'order/fulfillmentLocation' as const,
    operator,
    value: [value],
  });
  expect(await broughtBy({ ...restock({}), when: [there('notIn')] })).toEqual({});
  expect(await broughtBy({ ...restock({}), when: [there('in')] })).toEqual({ available: 1, on_hand: 1 });
});

test('a unit is restocked once, by the warehouse’s report or by finalizing, however often either comes', async () => {
  const { from, variant } = await counted();
  await onlyRules(server, restock({}, 'rmaWebhook'), restock({}), finalization(true));
  const before = variant.quantities['available'] ?? 0;
  const claim = await settledClaim(server, staff, await submitReturn(server, from));
  const report = (minute: number, isReceived: boolean) =>
    server.server.deps.database.inStore(server.storeId, (db) =>
      warehouseReported(
        db,
        { storeId: server.storeId, claimId: claim.id, requestId: randomUUID() },
        {
          status: 'Received',
          updatedOn: `2026-03-17T12:${minute}:00.000Z`,
          lines: claim.claimLineItems.map(({ id: lineId }) => ({ lineId, isReceived, disposition: null })),
        },
      ),
    );
  const available = async () => {
    await settledClaim(server, staff, claim.externalId);
    return (variant.quantities['available'] ?? 0) - before;
  };
  await report(10, false);
  expect(await available()).toBe(0);
  await report(11, true);
  expect(await available()).toBe(1);
  await report(12, true);
  await approveAndFinalize(server, staff, claim.externalId);
  expect(await available()).toBe(1);
});
