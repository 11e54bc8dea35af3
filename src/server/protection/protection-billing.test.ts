import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as portal from '#contract/customer/shipping-claims.ts';
import * as books from '#contract/merchant/books.ts';
import * as contract from '#contract/merchant/protection-billing.ts';
import * as orders from '#contract/merchant/orders.ts';
import * as shipping from '#contract/merchant/shipping-claims.ts';
import type { BillingKind } from '#core/protection/billing-lines.ts';
import { openSession } from '#server/http/login-session.ts';
import { reconcile } from '#server/sync/reconcile.ts';
import { HOME } from '#server/testing/home.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { fileShippingClaim, reorderTokens, SHIPPING_CLAIMS_ON } from '#server/testing/shipping-claims.ts';
import { buyProtected, cancelAtShop, shopAdmin } from '#server/testing/shop-admin.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let petra: Caller;
let ada: Caller;
let admin: Awaited<ReturnType<typeof shopAdmin>>;
beforeAll(async () => {
  server = await startTestServer({ orders: 100 });
  const email = 'petra@test.example';
  const identity = { subject: email, email, firstName: 'Petra', lastName: 'Provider' };
  const token = await openSession(server.server.deps.database, identity, true, undefined, new Date());
  petra = server.browser(`makegood_session=${token}`);
  ada = await server.staff('Admin');
  admin = await shopAdmin(server);
  await server.saveSettings(SHIPPING_CLAIMS_ON);
});
afterAll(() => server.close());

const params = () => ({ storeId: server.storeId });
const billed = (query: { month?: string; take?: number; before?: number } = {}) =>
  petra(contract.showProtectionBilling, { params: params(), query });
/** Of an order or claim, by kind. */
const linesOf = async (reference: string) => {
  const { lines } = await billed({ take: 1000 });
  const own = lines.filter((line) => line.reference === reference);
  return (kind: BillingKind) => own.filter((line) => line.kind === kind).map(({ money }) => money.amount);
};
const buy = (coverSku?: string, changes: { email?: string; fulfillmentStatus?: string } = {}) =>
  buyProtected(server, admin, {
    email: `${randomUUID()}@buyer.example`,
    ...(coverSku === undefined ? {} : { coverSku }),
    ...changes,
  });
const differences = async () =>
  (await petra(books.reconcileNow, { params: params(), body: { days: 2 } })).differences.filter(
    ({ isExplained }) => !isExplained,
  );

test('a protected order has its lines once, at the share of the day it was bought, and what goes back is an adjustment', async () => {
  await petra(contract.setRevenueShare, { params: params(), body: { percent: 12.5 } });
  // The shop tells in whole seconds when an order was bought.
  await pause(1_100);
  const order = await buy();
  const lines = await eventually(async () => {
    const found = await linesOf(order.name);
    return found('protectedOrder').length > 0 && found;
  }, 'the order has a line');
  expect([lines('protectedOrder'), lines('adjustment'), lines('revenueShare')]).toEqual([[2.29], [], [0.29]]);
  await petra(contract.setRevenueShare, { params: params(), body: { percent: 50 } });
  await reconcile(server.server.deps, server.storeId, { requestId: randomUUID() });
  await cancelAtShop(admin, order, { isRefunded: false });
  const after = await eventually(async () => {
    const found = await linesOf(order.name);
    return found('adjustment').length > 0 && found;
  }, 'the order is adjusted');
  expect([after('protectedOrder'), after('adjustment'), after('revenueShare')]).toEqual([
    [2.29],
    [-2.29],
    [-0.29, 0.29],
  ]);
  expect((await billed()).shares.map(({ percent }) => percent)).toEqual([50, 12.5]);
  await eventually(async () => {
    const { effects } = await petra(orders.getOrder, {
      params: { ...params(), idFromPlatform: order.idFromPlatform },
    });
    return effects.every(({ state }) => state === 'done');
  }, 'the cover is refunded');
  expect(await differences()).toEqual([]);
});

test('an order keeps the cover it was bought with, though the store names another one since', async () => {
  await server.saveSettings({ ...SHIPPING_CLAIMS_ON, protectionSkus: ['OLD-COVER'] });
  const order = await buy('OLD-COVER');
  const recorded = (kind: BillingKind) =>
    eventually(async () => {
      const lines = (await linesOf(order.name))(kind);
      return lines.length > 0 && lines;
    }, `the order has its ${kind}`);
  expect(await recorded('protectedOrder')).toEqual([2.29]);
  await server.saveSettings({ ...SHIPPING_CLAIMS_ON, protectionSkus: ['NEW-COVER'] });
  await cancelAtShop(admin, order, { isRefunded: false });
  expect(await recorded('adjustment')).toEqual([-2.29]);
  expect((await linesOf(order.name))('protectedOrder')).toEqual([2.29]);
  await eventually(async () => {
    const seen = await petra(orders.getOrder, { params: { ...params(), idFromPlatform: order.idFromPlatform } });
    return seen.effects.some(({ kind, state }) => kind === 'coverRefund' && state === 'done');
  }, 'the cover is refunded');
  expect(await differences()).toEqual([]);
  await server.saveSettings({ ...SHIPPING_CLAIMS_ON, protectionSkus: [] });
});

/** A missing item that its shopper reports. */
async function report(method: 'Refund' | 'Reorder') {
  const { id, externalId } = await fileShippingClaim(server, petra, method);
  return { externalId, at: { ...params(), shippingClaimId: id } };
}

test('a refund of a claim has one line, with which the books and the claim agree', async () => {
  const { externalId, at } = await report('Refund');
  expect((await linesOf(externalId))('refund')).toEqual([]);
  const { version } = await petra(shipping.getShippingClaim, { params: at });
  const { resolutionSummary } = await petra(shipping.finalizeShippingClaim, {
    params: at,
    body: { version, resolutionMethod: 'Refund' },
  });
  expect((await linesOf(externalId))('refund')).toEqual([resolutionSummary.refund?.amount]);
  await eventually(
    async () =>
      (await petra(shipping.getShippingClaim, { params: at })).resolutionSummary.refund?.isRefundPending === false,
    'it is refunded',
  );
  expect((await linesOf(externalId))('refund')).toHaveLength(1);
  expect(await differences()).toEqual([]);
});

test('items that are sent again have one line, once the shopper says where to', async () => {
  const { externalId, at } = await report('Reorder');
  const { version, shippingClaimLineItems } = await petra(shipping.getShippingClaim, { params: at });
  await petra(shipping.finalizeShippingClaim, { params: at, body: { version, resolutionMethod: 'Reorder' } });
  expect((await linesOf(externalId))('reorder')).toEqual([]);
  const token = await eventually(() => reorderTokens(server, at.shippingClaimId)[0], 'the link arrives');
  await server.browser()(portal.confirmReorder, {
    params: { slug: server.slug, shippingClaimId: at.shippingClaimId },
    body: { token, shippingAddress: HOME },
  });
  await eventually(
    async () => (await petra(shipping.getShippingClaim, { params: at })).resolutionSummary.exchangeOrder,
    'the items are ordered again',
  );
  const [item] = shippingClaimLineItems;
  expect(item?.amount).toBeGreaterThan(0);
  expect((await linesOf(externalId))('reorder')).toEqual([item?.amount]);
  expect(await differences()).toEqual([]);
});

test('a line that is missing or doubled is found by the reconciliation', async () => {
  const order = await buy();
  await eventually(async () => (await linesOf(order.name))('protectedOrder').length > 0, 'the order has a line');
  const { database } = server.server.deps;
  await database.asOwner((db) =>
    db
      .updateTable('billing_line')
      .set({ amount: 100 })
      .where('reference', '=', order.name)
      .where('kind', '=', 'protectedOrder')
      .execute(),
  );
  expect(await differences()).toMatchObject([{ code: 'BILLING_DIFFERS', ours: 2.29, theirs: 1 }]);
  await database.asOwner((db) =>
    db
      .updateTable('billing_line')
      .set({ amount: 229 })
      .where('reference', '=', order.name)
      .where('kind', '=', 'protectedOrder')
      .execute(),
  );
  expect(await differences()).toEqual([]);
  // The server itself can only add.
  await expect(database.inStore(server.storeId, (db) => db.deleteFrom('billing_line').execute())).rejects.toThrow(
    /permission denied/,
  );
});

test('the provider alone sees them, by month, page by page, with totals by currency', async () => {
  expect(await refusalOf(ada(contract.showProtectionBilling, { params: params(), query: {} }))).toContain(
    'ROLE_NEEDED',
  );
  expect(await refusalOf(ada(contract.setRevenueShare, { params: params(), body: { percent: 1 } }))).toContain(
    'ROLE_NEEDED',
  );
  const all = await billed({ take: 1000 });
  for (const { kind, count, money } of all.totals) {
    const own = all.lines.filter((line) => line.kind === kind && line.money.currencyCode === money.currencyCode);
    expect(own).toHaveLength(count);
    expect(Math.round(own.reduce((sum, line) => sum + line.money.amount, 0) * 100)).toBe(
      Math.round(money.amount * 100),
    );
  }
  const first = await billed({ take: 1 });
  const second = await billed({ take: 1, before: first.nextBefore ?? 0 });
  expect([...first.lines, ...second.lines]).toEqual(all.lines.slice(0, 2));
  expect(await billed({ month: '2020-01' })).toMatchObject({
    month: '2020-01',
    totals: [],
    lines: [],
    nextBefore: null,
  });
});

test('an order with a former cover is offered its claim in the portal, and the cover is no item to return', async () => {
  const settings = { ...SHIPPING_CLAIMS_ON, isUnprotectedShippingClaimPermitted: false };
  await server.saveSettings({ ...settings, protectionSkus: ['OLD-COVER'] });
  const email = `${randomUUID()}@buyer.example`;
  const order = await buy('OLD-COVER', { email, fulfillmentStatus: 'FULFILLED' });
  await eventually(async () => (await linesOf(order.name))('protectedOrder').length > 0, 'the order has a line');
  await server.saveSettings({ ...settings, protectionSkus: ['NEW-COVER'] });
  const { call } = await server.shopper({ name: order.name, email });
  const params = { slug: server.slug, idFromPlatform: order.idFromPlatform };
  const { isShippingClaimOffered, lineItems } = await call(customer.getOrder, { params });
  expect(isShippingClaimOffered).toBe(true);
  expect(lineItems.map(({ isEligible }) => isEligible)).toEqual([true, false]);
  expect((await call(portal.shippingProtection, { params })).whyNot).toBeNull();
  const seen = await petra(orders.getOrder, {
    params: { storeId: server.storeId, idFromPlatform: order.idFromPlatform },
  });
  expect(seen.wasShippingProtected).toBe(true);
});
