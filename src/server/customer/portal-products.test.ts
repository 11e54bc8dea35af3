import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as merchant from '#contract/merchant/orders.ts';
import type { SeenCall } from '#sandbox/shopify/server.ts';
import { ordersByNumber } from '#server/db/orders.ts';
import { portalProducts } from '#server/customer/portal-products.ts';
import { PAYING } from '#server/testing/payments.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
/** What the shop answered since the last `seen.splice(0)`. */
const seen: SeenCall[] = [];

beforeAll(async () => {
  server = await startTestServer({ plan: 'standard', orders: 200 });
  server.shopify.watch((call) => seen.push(call));
  await server.saveSettings(PAYING);
});
afterAll(async () => {
  await server.close();
});

const portal = (orderId: number) => ({
  requestId: `request-${orderId}`,
  portal: { storeId: server.storeId, slug: server.slug, orderId, orderIdFromPlatform: String(orderId) },
});
const someProducts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(server.shop.products[index % server.shop.products.length]?.id));

test('shoppers who ask about a product within some seconds share one answer; a submission asks again', async () => {
  let at = 0;
  const products = portalProducts(server.server.deps, () => at);
  const [product = ''] = someProducts(1);
  seen.splice(0);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => products.shared(portal(index), product)));
  expect(new Set(answers.map((variants) => variants[0]?.idFromPlatform)).size).toBe(1);
  expect(seen).toHaveLength(1);
  at = 4_999;
  await products.shared(portal(1), product);
  expect(seen).toHaveLength(1);
  await products.fresh(portal(1), product);
  expect(seen).toHaveLength(2);
  // Who asks after a submission shares its answer, and learns what just sold out.
  at = 9_998;
  await products.shared(portal(1), product);
  expect(seen).toHaveLength(2);
  at = 10_000;
  await products.shared(portal(1), product);
  expect(seen).toHaveLength(3);
});

test('a failure is not kept, and who asks too much is told before the platform is asked, in whichever process', async () => {
  const { deps } = server.server;
  const processes = [portalProducts(deps), portalProducts(deps)];
  const [products = portalProducts(deps)] = processes;
  const [product = ''] = someProducts(1);
  server.shopify.faults.add({ shop: null, match: 'product', mode: 'fail', times: 4, ms: 0 });
  await expect(products.shared(portal(1), product)).rejects.toMatchObject({ kind: 'retry' });
  server.shopify.faults.clear();
  expect((await products.shared(portal(1), product)).length).toBeGreaterThan(0);
  // Answers that are shared cost a session nothing.
  for (let time = 0; time < 100; time += 1) await products.shared(portal(2), product);
  // Of another store nothing is known, which is what the platform would be asked.
  const elsewhere = { ...portal(2), portal: { ...portal(2).portal, storeId: 999 } };
  const ask = async (of = products): Promise<string> =>
    of.fresh(elsewhere, product).then(
      () => 'answered',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'not connected'),
    );
  const told = [];
  for (let time = 0; time < 62; time += 1) told.push(await ask(processes[time % 2]));
  expect(told.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 'not connected'));
  expect(told.slice(60)).toEqual(['TOO_MANY_QUESTIONS', 'TOO_MANY_QUESTIONS']);
  await deps.database.asOwner((db) =>
    db
      .updateTable('attempt_limit')
      .set({ window_start: sql`now() - interval '61 seconds'` })
      .execute(),
  );
  expect(await ask()).toBe('not connected');
});

/** Shoppers who may look at every product of the store. */
async function browsingShoppers(count: number) {
  const shoppers: { call: Caller; params: { slug: string; idFromPlatform: string } }[] = [];
  for (const { name, email } of server.shop.orders) {
    if (shoppers.length === count) return shoppers;
    if (!email) continue;
    const { call, idFromPlatform } = await server.shopper({ name, email });
    const params = { slug: server.slug, idFromPlatform };
    const order = await call(customer.getOrder, { params });
    if (order.isAdvancedExchangeEnabled) shoppers.push({ call, params });
  }
  throw new Error(`${shoppers.length} orders are too few`);
}

async function lineForStaff() {
  const { storeId } = server;
  const { database } = server.server.deps;
  for (const { name } of server.shop.orders) {
    const [row] = await database.inStore(storeId, (db) => ordersByNumber(db, storeId, name));
    const line = row?.document.lines.find(({ productIdFromPlatform }) => productIdFromPlatform !== null);
    if (row && line) return { storeId, storeOrderId: row.order_id, lineItemId: line.idFromPlatform };
  }
  throw new Error('no order for staff');
}

test('sixty shoppers at once leave staff their part of what the platform answers', async () => {
  const shoppers = await browsingShoppers(60);
  const params = await lineForStaff();
  const staff = await server.staff();
  const productIds = server.shop.products.map(({ id }) => String(id));
  seen.splice(0);

  let isOver = false;
  const flood = shoppers.map(async (shopper, index) => {
    for (let at = index; !isOver; at += 1) {
      const productIdFromPlatform = productIds[at % productIds.length] ?? '';
      const query = { productIdFromPlatform, take: 1 };
      await refusalOf(shopper.call(customer.exchangeOptions, { params: shopper.params, query }));
    }
  });
  const lowest = (): number => Math.min(...seen.map(({ left }) => left));
  /** Answers of the shop from the request of staff to its own: those under way by then, and its own. */
  const answersUntilStaff: number[] = [];
  try {
    // Shoppers have used up their part of the 2,000 points, and most of them wait.
    await expect.poll(lowest, { timeout: 60_000 }).toBeLessThan(1000);
    for (let time = 0; time < 5; time += 1) {
      const before = seen.length;
      await staff(merchant.orderVariants, { params, query: {} });
      answersUntilStaff.push(seen.length - before);
    }
  } finally {
    isOver = true;
    await Promise.all(flood);
  }
  // Behind everyone who waits it would be sixty; how many are under way depends on the machine.
  expect(Math.max(...answersUntilStaff)).toBeLessThan(30);
  expect(lowest()).toBeGreaterThan(700);
  expect(seen.filter(({ isThrottled }) => isThrottled)).toEqual([]);
});
