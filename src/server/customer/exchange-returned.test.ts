import { afterAll, beforeAll, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import { firstSync } from '#server/sync/first-sync.ts';
import { approveAndFinalize, returnableOrder, settledClaim, submitReturn, told } from '#server/testing/claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
});
afterAll(async () => {
  await server.close();
});

/** The shop sends the goods of an order that we made, and we hear of it. */
async function sendOut(name: string): Promise<void> {
  const [pattern] = server.shop.orders.flatMap(({ fulfillments }) => fulfillments);
  const order = server.shop.orders.find((one) => one.name === name);
  if (!order || !pattern) throw new Error(`the shop has no order ${name}`);
  const now = new Date().toISOString();
  order.fulfillments.push({
    ...structuredClone(pattern),
    id: order.id + 1_000_000,
    createdAt: now,
    updatedAt: now,
    lines: order.lineItems.map((line) => ({ id: line.id + 1_000_000, lineItemId: line.id, quantity: line.quantity })),
  });
  order.updatedAt = now;
  await firstSync(server.server.deps, server.storeId, { requestId: 'test' });
}

const refundedOf = (name: string): number =>
  (server.shop.orders.find((one) => one.name === name)?.transactions ?? [])
    .filter(({ kind, status }) => kind === 'REFUND' && status === 'SUCCESS')
    .reduce((sum, { amount }) => sum + amount.presentment, 0);

async function exchange(from: Awaited<ReturnType<typeof returnableOrder>>): Promise<string> {
  const { call, order, line } = from;
  const params = { slug: server.slug, idFromPlatform: order.idFromPlatform };
  const { variants } = await call(customer.variants, {
    params: { ...params, lineIdFromPlatform: line.lineIdFromPlatform },
  });
  const variant = variants.find(({ isAvailable, isOffered, isCurrent }) => isAvailable && isOffered && !isCurrent);
  if (!variant) throw new Error('nothing can be had for it');
  const { idFromPlatform: variantIdFromPlatform } = variant;
  const externalId = await submitReturn(server, from, { method: 'variantExchange', variantIdFromPlatform });
  await approveAndFinalize(server, staff, externalId);
  const done = await settledClaim(server, staff, externalId);
  const made = done.effects.find(({ kind }) => kind === 'exchangeOrder');
  expect(made).toMatchObject({ state: 'done' });
  return (made?.result?.label ?? '').replace('Order ', '');
}

test('an item got by exchange goes back for what was paid for it, by the payment of the first order', async () => {
  const first = await returnableOrder(server);
  const name = await exchange(first);
  await sendOut(name);
  const { call, idFromPlatform } = await server.shopper({ name, email: first.email });
  const order = await call(customer.getOrder, { params: { slug: server.slug, idFromPlatform } });
  const [line] = order.lineItems;
  if (!line) throw new Error('the exchange order has an item');
  expect(line.methods).toMatchObject({ refund: { isEligible: true }, giftCard: { isEligible: true } });
  const externalId = await submitReturn(server, { call, order, line: { ...line, unitValue: told(line.unitValue) } });
  await approveAndFinalize(server, staff, externalId);
  const done = await settledClaim(server, staff, externalId);
  expect(done.effects.filter(({ state }) => state !== 'done')).toEqual([]);
  const [given] = done.claimLineItems;
  expect(given?.amount).toBeGreaterThan(0);
  expect(refundedOf(first.shopOrder.name)).toBe(Math.round((given?.amount ?? 0) * 100));
  expect(refundedOf(name)).toBe(0);
  // Nothing of either is left to give back twice.
  await firstSync(server.server.deps, server.storeId, { requestId: 'test' });
  const again = await call(customer.getOrder, { params: { slug: server.slug, idFromPlatform } });
  expect(again.lineItems[0]?.isEligible).toBe(false);
});
