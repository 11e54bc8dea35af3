import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAlerts, readAllAlerts } from '#contract/merchant/alerts.ts';
import { me } from '#contract/merchant/me.ts';
import type { RuleDraft } from '#core/automations/rule.ts';
import { warnOfRules } from '#server/rules/warn-of-rules.ts';
import { onlyRules, type LiveRule } from '#server/testing/live-rules.ts';
import { publishRules } from '#server/testing/rules.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer({ orders: 5, roles: 'web' });
  admin = await server.staff('Admin');
});
afterAll(() => server.close());

/** What the admin has not read of rules once the job ran. */
async function warnings() {
  await warnOfRules(server.server.deps).run(new AbortController().signal);
  const { user } = await admin(me, {});
  const params = { storeId: server.storeId, userId: user.id };
  const { data } = await admin(listAlerts, { params, query: { unreadOnly: 'true' } });
  await admin(readAllAlerts, { params, body: { readOn: new Date().toISOString() } });
  return data.filter(({ url }) => url?.endsWith('/settings/automations'));
}

const sendsBackTo = (returnLocationId: number): LiveRule => ({
  at: 'returnShipmentQuote',
  does: 'returnShippingConfig',
  params: { returnLocationId, returnMethods: ['packingSlip'] },
});
const IN_NO_GROUP: LiveRule = {
  at: 'orderLookup',
  does: 'allowClaimTypeSelection',
  params: { claimTypeSelectionDetailText: 'Which one?' },
  when: [{ fact: 'product/group', operator: 'in', value: [987] }],
};
/** As an older version of the product may have stored it. */
const HALF_FILLED = {
  name: 'Half a fee',
  hook: 'beforeClaimSubmission',
  isEnabled: true,
  rule: { priority: 1, event: { type: 'applyFee', params: { feeAmount: 'five' } }, conditions: { all: [] } },
} as RuleDraft;

test('live rules that name what is gone, or are not valid any more, are alerted about once', async () => {
  expect(await warnings()).toEqual([]);
  await onlyRules(server, sendsBackTo(987));
  expect(await warnings()).toMatchObject([
    {
      subject: "An automation doesn't work any more",
      severity: 'Warning',
      message: '“Rule 1”: Names a return location that no longer exists.',
    },
  ]);
  expect(await warnings()).toEqual([]);
  await onlyRules(server, sendsBackTo(987), IN_NO_GROUP);
  const [warning, ...others] = await warnings();
  expect(others).toEqual([]);
  expect(warning?.message).toBe('“Rule 1”: Names a return location that no longer exists. And one other.');
  await onlyRules(server, IN_NO_GROUP);
  expect((await warnings())[0]?.message).toContain('a value of');
  const [segment] = server.shop.segments;
  if (!segment) throw new Error('the sandbox has no segments');
  const value = [String(segment.id)];
  await onlyRules(server, { ...IN_NO_GROUP, when: [{ fact: 'customer/segment', operator: 'in', value }] });
  expect(await warnings()).toEqual([]);
  server.shop.segments.shift();
  expect((await warnings())[0]?.message).toBe('“Rule 1”: Names a value of Customer segment that no longer exists.');
  const { locationId: place } = server.shop;
  const restockTo = (restockLocationIdFromPlatform: string): LiveRule => ({
    at: 'claimFinalized',
    does: 'restockInventory',
    params: { restockPlatform: 'SHOPIFY', shopifyRestockName: 'available', restockLocationIdFromPlatform },
  });
  await onlyRules(server, restockTo(String(place)));
  expect(await warnings()).toEqual([]);
  server.shop.locationId = place + 1;
  expect((await warnings())[0]?.message).toBe('“Rule 1”: Names a fulfillment location that no longer exists.');
  server.shop.locationId = place;
  await onlyRules(server);
  await publishRules(server.server.deps.database, server.storeId, [HALF_FILLED]);
  expect((await warnings())[0]?.message).toMatch(/^“Half a fee”: ./);
  await onlyRules(server);
  expect(await warnings()).toEqual([]);
  await onlyRules(server, sendsBackTo(987));
  expect(await warnings()).toHaveLength(1);
});
