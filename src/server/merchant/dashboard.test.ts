import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDashboard } from '#contract/merchant/dashboard.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { claimForChange, saveClaim } from '#server/db/claims.ts';
import { changeLine, finalizeAll } from '#server/testing/claims.ts';
import { shopOf, type Shop } from '#server/testing/effect-claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { onlyLine, quiet, staffClaim } from '#server/testing/staff-claims.ts';

let server: TestServer;
let shop: Shop;
let staff: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
  admin = await server.staff('Admin');
  shop = await shopOf(server);
}, 60_000);
afterAll(async () => {
  await server.close();
});

const seenBy = (caller: Caller) => caller(getDashboard, { params: { storeId: server.storeId } });
const countOf = async (kind: 'Return' | 'Warranty', code: string): Promise<number> =>
  (await seenBy(staff)).kinds.find((one) => one.kind === kind)?.statuses.find((one) => one.code === code)?.count ?? 0;

test('a new claim that needs nothing back waits for staff, and is counted in this week', async () => {
  const before = await seenBy(staff);
  const open = await countOf('Return', 'Open');
  const { claim } = await staffClaim(shop, staff, 'refund');
  await quiet(shop, staff, claim);
  const after = await seenBy(staff);
  expect(await countOf('Return', 'Open')).toBe(open + 1);
  expect(after.waiting.count).toBe(before.waiting.count + 1);
  expect(after.waiting.oldest.map((one) => one.claimId)).toContain(claim.id);
  expect(after.weeks).toHaveLength(12);
  expect(after.weeks.at(-1)?.returns).toBe((before.weeks.at(-1)?.returns ?? 0) + 1);
});

test('what was refunded left this week, and only admins see it', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund');
  const outNow = async (): Promise<number> =>
    (await seenBy(admin)).weeks.at(-1)?.moneyOut?.find((one) => one.currencyCode === claim.currencyCode)?.refunds ?? 0;
  const before = await outNow();
  const approved = await changeLine(server, staff, claim, 1, { kind: 'approved', resolutionMethod: 'refund' });
  await finalizeAll(server, staff, approved);
  const done = await quiet(shop, staff, claim);
  expect((await outNow()) - before).toBeCloseTo(onlyLine(done).amount ?? 0, 2);
  expect((await seenBy(staff)).weeks.every((week) => week.moneyOut === null)).toBe(true);
});

/** As if the carrier had last told of the parcel then. */
const underWay = ({ id }: ClaimShown, updatedOn: string): Promise<void> =>
  server.server.deps.database.inStore(server.storeId, async (db) => {
    const loaded = await claimForChange(db, server.storeId, id);
    const [slip] = loaded?.claim.shipments ?? [];
    if (!loaded || !slip) throw new Error('the claim has a shipment');
    const travelling = {
      ...slip,
      trackerStatus: 'in_transit' as const,
      trackerUpdatedOn: updatedOn,
      createdOn: updatedOn,
    };
    await saveClaim(db, server.storeId, loaded, { ...loaded.claim, shipments: [travelling] }, false, 'background');
  });

test('a parcel without news for six days is shown as stuck since then', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund', { shippingMethod: 'packingSlip' });
  await quiet(shop, staff, claim);
  const since = new Date(Date.now() - 6 * 86_400_000).toISOString();
  await underWay(claim, since);
  const { stuckShipments } = await seenBy(staff);
  expect(stuckShipments.longest.find((one) => one.claimId === claim.id)).toMatchObject({ reason: 'notMoving', since });
  await underWay(claim, new Date().toISOString());
  expect((await seenBy(staff)).stuckShipments.count).toBe(stuckShipments.count - 1);
});
