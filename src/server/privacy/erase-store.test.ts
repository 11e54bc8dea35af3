import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as privacy from '#contract/merchant/privacy.ts';
import { approveAndFinalize, settledClaim } from '#server/testing/claims.ts';
import {
  atStripe,
  claimWhen,
  dearerExchange,
  intentOf,
  PAYING,
  stripeSwitch,
  typeCard,
  type Begun,
  type DearerExchange,
} from '#server/testing/payments.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
let lines: string[];

beforeEach(async () => {
  lines = [];
  server = await startTestServer({ logTo: (line) => lines.push(line) });
  staff = await server.staff();
  await server.saveSettings(PAYING);
});
afterEach(async () => {
  await server.close();
});

/** A shopper pays for a dearer exchange, and asks for it unless `isLeft`. */
async function paid({ isLeft = false, isInstantExchange = false } = {}) {
  const exchange: DearerExchange = await dearerExchange(server, { isInstantExchange });
  const begun: Begun = await exchange.begin();
  await typeCard(server, begun);
  const intent = intentOf(begun.clientSecret);
  return { begun, intent, externalId: isLeft ? '' : await exchange.submit(begun.paymentId) };
}

const captured = (externalId: string) =>
  claimWhen(server, staff, externalId, (one) => one.customerPayments[0]?.status === 'Captured', 'it is captured');

/** What Stripe holds of a payment that is not refunded. */
async function heldAtStripe(intent: string): Promise<number> {
  const response = await fetch(`${server.stripe.url}/v1/refunds?payment_intent=${intent}`, {
    headers: { authorization: `Bearer ${server.stripe.keys.secretKey}` },
  });
  const { data } = (await response.json()) as { data: { amount: number }[] };
  const { amount, status } = await atStripe(server, intent);
  return status === 'canceled' ? 0 : amount - data.reduce((sum, refund) => sum + refund.amount, 0);
}

/** The merchant uninstalls the app, and Shopify asks for the erasure. */
async function leave(): Promise<void> {
  const { domain } = server.shop;
  await fetch(`${server.shopify.url}/_control/uninstall`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shop: domain }),
  });
  await eventually(async () => (await stores())[0]?.uninstalled_on, 'the app is uninstalled');
  await askErasure();
}

/** Shopify asks for it two days after the app was uninstalled, also where it was installed again. */
async function askErasure(): Promise<void> {
  const { domain } = server.shop;
  const body = JSON.stringify({ shop_id: 954889, shop_domain: domain });
  await fetch(`${server.url}/api/webhooks/shopify`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'shop/redact',
      'x-shopify-shop-domain': domain,
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-hmac-sha256': createHmac('sha256', server.shopifySecret).update(body).digest('base64'),
    },
    body,
  });
}

const stores = () => server.server.deps.database.asOwner((db) => db.selectFrom('store').selectAll().execute());
const isErased = async (): Promise<boolean> => (await stores())[0]?.name === 'Erased store';
const request = async () =>
  (await staff(privacy.listPrivacyRequests, { params: { storeId: server.storeId } })).data.find(
    ({ kind }) => kind === 'eraseStore',
  );
const lookAgain = async (): Promise<void> => {
  const { id } = (await request()) ?? { id: 0 };
  await staff(privacy.retryPrivacyRequest, { params: { storeId: server.storeId, privacyRequestId: id } });
};
const leftAtProvider = () => lines.filter((line) => line.includes("shoppers' money is left"));

test('shoppers have back what they paid for nothing before a store that left is erased', async () => {
  const [open, used, unused] = [await paid(), await paid(), await paid({ isLeft: true })];
  await captured(open.externalId);
  await captured(used.externalId);
  await approveAndFinalize(server, staff, used.externalId);
  await settledClaim(server, staff, used.externalId);
  await stripeSwitch(server, 'faults', { mode: 'fail', match: 'POST /v1/refunds', times: 2 });
  await leave();
  const waiting = await eventually(async () => {
    const asked = await request();
    return (asked?.waitsFor.length ?? 0) > 0 && asked;
  }, 'the erasure waits');
  expect(waiting).toMatchObject({ state: 'waiting', lastError: null });
  expect(waiting.waitsFor).toContainEqual(expect.objectContaining({ name: open.externalId, why: 'payments' }));
  expect(waiting.waitsFor.map(({ name }) => name)).not.toContain(used.externalId);
  await eventually(async () => (await heldAtStripe(open.intent)) === 0, 'the payment of the open claim is refunded');
  await eventually(async () => (await heldAtStripe(unused.intent)) === 0, 'the unused hold is released');
  await settledClaim(server, staff, open.externalId);
  expect(await isErased()).toBe(false);
  await lookAgain();
  await eventually(isErased, 'the store is erased');
  expect(await heldAtStripe(used.intent)).toBe((await atStripe(server, used.intent)).amount);
  expect(leftAtProvider()).toEqual([]);
});

test('what cannot be given back, or stands for goods that are out, is named in the log when the time is over', async () => {
  const [disputed, ahead] = [await paid(), await paid({ isInstantExchange: true })];
  await captured(disputed.externalId);
  await settledClaim(server, staff, ahead.externalId);
  await stripeSwitch(server, 'dispute', { payment_intent: disputed.intent });
  await leave();
  await eventually(async () => ((await request())?.waitsFor.length ?? 0) > 0, 'the erasure waits');
  expect((await request())?.waitsFor).toMatchObject([{ name: disputed.externalId }]);
  await lookAgain();
  await eventually(async () => (await request())?.waitsFor.length === 1, 'it looked again');
  expect(await isErased()).toBe(false);
  await server.server.deps.database.asOwner((db) =>
    sql`update privacy_request set created_on = created_on - interval '26 days', next_try_on = now()`.execute(db),
  );
  await eventually(isErased, 'the store is erased');
  expect(leftAtProvider()).toHaveLength(1);
  for (const { intent } of [disputed, ahead]) expect(leftAtProvider()[0]).toContain(intent);
  expect((await atStripe(server, ahead.intent)).status).toBe('requires_capture');
});

test('while the shop of an installed app is frozen, nothing is erased', async () => {
  server.shopify.faults.add({ shop: null, match: 'shop', mode: 'frozen', times: 10_000, ms: 0 });
  await askErasure();
  await eventually(async () => (await isErased()) || ((await request())?.lastError ?? null) !== null, 'it was tried');
  expect(await isErased()).toBe(false);
  expect((await request())?.state).toBe('waiting');
  server.shopify.faults.clear();
  await lookAgain();
  await eventually(async () => (await request())?.state === 'refused', 'the erasure is refused');
  expect((await request())?.lastError).toBe('The app is installed in this store.');
});
