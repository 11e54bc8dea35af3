import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as portal from '#contract/customer/shipping-claims.ts';
import * as books from '#contract/merchant/books.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { getOrder, orderRefundsByHand } from '#contract/merchant/orders.ts';
import * as shipping from '#contract/merchant/shipping-claims.ts';
import { takeDueEffects } from '#server/db/effects.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { carryOut } from '#server/effects/worker.ts';
import { reconcile } from '#server/sync/reconcile.ts';
import { processInbox } from '#server/webhooks/process-inbox.ts';
import { buyProtected, cancelAtShop, shopAdmin, type ProtectedOrder } from '#server/testing/shop-admin.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
let admin: Awaited<ReturnType<typeof shopAdmin>>;
beforeAll(async () => {
  server = await startTestServer({ orders: 30 });
  staff = await server.staff();
  admin = await shopAdmin(server);
});
afterAll(() => server.close());

const buy = (changes: Partial<Parameters<typeof buyProtected>[2]> = {}) =>
  buyProtected(server, admin, { email: `${randomUUID()}@buyer.example`, ...changes });
const shown = ({ idFromPlatform }: ProtectedOrder) =>
  staff(getOrder, { params: { storeId: server.storeId, idFromPlatform } });
const known = (order: ProtectedOrder) => eventually(() => shown(order).catch(() => null), 'the order is known');
const inShop = ({ idFromPlatform }: ProtectedOrder, its = server) => {
  const found = its.shop.orders.find(({ id }) => String(id) === idFromPlatform);
  if (!found) throw new Error('the shop has no such order');
  return found;
};
/** What the shop gave back, in cents. */
const moved = (order: ProtectedOrder, its = server): number =>
  inShop(order, its)
    .transactions.filter(({ kind, status }) => kind === 'REFUND' && status === 'SUCCESS')
    .reduce((sum, { amount }) => sum + amount.presentment, 0);
const coverEffect = async (order: ProtectedOrder) =>
  (await shown(order)).effects.find(({ kind }) => kind === 'coverRefund');
const coverIs = (order: ProtectedOrder, state: string) =>
  eventually(async () => (await coverEffect(order))?.state === state, `the refund of the cover is ${state}`);
const tellAgain = async (order: ProtectedOrder) => {
  const its = inShop(order);
  its.updatedAt = new Date().toISOString();
  server.shopify.webhooks.announce(server.shop, [{ topic: 'orders/updated', kind: 'order', id: its.id }]);
  await server.shopify.webhooks.flush();
};
const refundByHand = (
  order: ProtectedOrder,
  amount: string,
  lineItemId?: number,
  at: { shop: TestServer; by: typeof admin } = { shop: server, by: admin },
) =>
  at.by(
    'mutation R($input: RefundInput!, $key: String!) { refundCreate(input: $input) @idempotent(key: $key) { refund { id } userErrors { message } } }',
    {
      key: randomUUID(),
      input: {
        orderId: order.gid,
        currency: 'USD',
        note: 'By hand',
        ...(lineItemId === undefined
          ? {}
          : {
              refundLineItems: [
                { lineItemId: `gid://shopify/LineItem/${lineItemId}`, quantity: 1, restockType: 'NO_RESTOCK' },
              ],
            }),
        transactions: [
          {
            orderId: order.gid,
            kind: 'REFUND',
            gateway: 'bogus',
            parentId: `gid://shopify/OrderTransaction/${inShop(order, at.shop).transactions[0]?.id}`,
            amount,
          },
        ],
      },
    },
  );

test('a canceled order gets its cover back once, whatever is told again, and the books hold it', async () => {
  const order = await buy();
  const before = await known(order);
  expect(before).toMatchObject({ wasShippingProtected: true, effects: [] });
  await cancelAtShop(admin, order, { isRefunded: false });
  await coverIs(order, 'done');
  expect(moved(order)).toBe(229);
  await tellAgain(order);
  await tellAgain(order);
  await reconcile(server.server.deps, server.storeId, { requestId: randomUUID() });
  await eventually(async () => (await shown(order)).refunds.length === 1, 'the refund is known');
  const after = await shown(order);
  expect(after.effects).toMatchObject([
    { kind: 'coverRefund', state: 'done', summary: `Refund the cover of canceled order ${order.name}, $2.29` },
  ]);
  expect(after.money).toMatchObject({ totalPaid: 42.29, totalRefunded: 2.29, left: 40 });
  expect(inShop(order).refunds[0]?.lines).toMatchObject([{ quantity: 1, restockType: 'NO_RESTOCK' }]);
  expect(moved(order)).toBe(229);

  const { accounts } = await staff(books.balances, { params: { storeId: server.storeId } });
  expect(accounts.find(({ account }) => account === 'store:protection')).toMatchObject({ balance: 2.29 });
  expect(accounts.find(({ account }) => account === 'shopper:claim')?.balance ?? 0).toBe(0);
  const run = await staff(books.reconcileNow, { params: { storeId: server.storeId }, body: { days: 2 } });
  expect(run.differences).toEqual([]);
});

test('a cancellation that took the items off without money leaves the cover, which is refunded', async () => {
  const order = await buy();
  await known(order);
  await cancelAtShop(admin, order, { isRefunded: false, restock: true });
  await coverIs(order, 'done');
  expect(moved(order)).toBe(229);
});

test('a cancellation with its money, and a cover refunded by hand, leave nothing to refund', async () => {
  const whole = await buy();
  await known(whole);
  await cancelAtShop(admin, whole, { isRefunded: true });
  await eventually(async () => (await shown(whole)).canceledOn !== null, 'it is canceled');
  const byHand = await buy();
  await known(byHand);
  await refundByHand(byHand, '2.29', inShop(byHand).lineItems[1]?.id);
  await cancelAtShop(admin, byHand, { isRefunded: false });
  await eventually(async () => (await shown(byHand)).canceledOn !== null, 'it is canceled');
  expect([await coverEffect(whole), await coverEffect(byHand)]).toEqual([undefined, undefined]);
  expect([moved(whole), moved(byHand)]).toEqual([4229, 229]);
});

test('an order that was sent, one that nobody paid, and one of a store that said no keep what they have', async () => {
  const sent = await buy({ fulfillmentStatus: 'FULFILLED' });
  await known(sent);
  inShop(sent).cancelledAt = new Date().toISOString();
  await tellAgain(sent);
  await eventually(async () => (await shown(sent)).canceledOn !== null, 'it is canceled');
  const unpaid = await buy({ isPaid: false });
  await known(unpaid);
  await cancelAtShop(admin, unpaid, { isRefunded: false });
  await eventually(async () => (await shown(unpaid)).canceledOn !== null, 'it is canceled');
  await server.saveSettings({ isCoverRefundedWhenCanceled: false });
  const refused = await buy();
  await known(refused);
  await cancelAtShop(admin, refused, { isRefunded: false });
  await eventually(async () => (await shown(refused)).canceledOn !== null, 'it is canceled');
  await server.saveSettings({});
  for (const order of [sent, unpaid, refused]) {
    expect(await coverEffect(order)).toBeUndefined();
    expect(moved(order)).toBe(0);
  }
});

test('a claim is refunded with the cover where staff say so: one of it, or every one as the store has set, and never again', async () => {
  const refunded = async (isRefundMultipleGspEnabled: boolean): Promise<ProtectedOrder> => {
    await server.saveSettings({
      isShippingProtectionEnabled: true,
      isMerchantFinalizationEnabled: true,
      isRefundMultipleGspEnabled,
    });
    const order = await buy({ covers: 2, fulfillmentStatus: 'FULFILLED' });
    const { id } = await known(order);
    const { storeId } = server;
    const claim = await staff(shipping.createShippingClaim, {
      params: { storeId },
      body: {
        requestKey: randomUUID(),
        originalStoreOrderId: id,
        reason: 'Missing_Item',
        resolutionMethod: 'Refund',
        lineItems: [{ idFromPlatform: String(inShop(order).lineItems[0]?.id), quantity: 1 }],
      },
    });
    expect(claim.coverAmount).toBe(isRefundMultipleGspEnabled ? 4.58 : 2.29);
    const params = { storeId, shippingClaimId: claim.id };
    await staff(shipping.finalizeShippingClaim, {
      params,
      body: { version: claim.version, resolutionMethod: 'Refund', isCoverRefunded: true },
    });
    await eventually(async () => {
      const { refund } = (await staff(shipping.getShippingClaim, { params })).resolutionSummary;
      return refund?.isRefundPending === false && refund;
    }, 'the claim is refunded');
    return order;
  };
  const one = await refunded(false);
  const every = await refunded(true);
  expect([moved(one), moved(every)]).toEqual([4229, 4458]);
  // A cancellation afterwards finds nothing of the cover that was refunded.
  inShop(every).cancelledAt = new Date().toISOString();
  await tellAgain(every);
  await eventually(async () => (await shown(every)).canceledOn !== null, 'it is canceled');
  expect(await coverEffect(every)).toBeUndefined();
  expect(moved(every)).toBe(4458);
  await server.saveSettings({});
});

test('a cover that staff took back by hand protects no longer, and the claim made before it stays', async () => {
  await server.saveSettings({
    isShippingProtectionEnabled: true,
    isMerchantFinalizationEnabled: true,
    isUnprotectedShippingClaimPermitted: false,
  });
  const email = `${randomUUID()}@buyer.example`;
  const order = await buy({ email, fulfillmentStatus: 'FULFILLED' });
  const { id } = await known(order);
  const { storeId, slug } = server;
  const [item, cover] = inShop(order).lineItems;
  const file = () =>
    staff(shipping.createShippingClaim, {
      params: { storeId },
      body: {
        requestKey: randomUUID(),
        originalStoreOrderId: id,
        reason: 'Missing_Item',
        resolutionMethod: 'Refund',
        lineItems: [{ idFromPlatform: String(item?.id), quantity: 1 }],
      },
    });
  const { call } = await server.shopper({ name: order.name, email });
  const params = { slug, idFromPlatform: order.idFromPlatform };
  const offered = async () => (await call(customer.getOrder, { params })).isShippingClaimOffered;
  const claim = await file();
  expect(await offered()).toBe(true);
  await refundByHand(order, '2.29', cover?.id);
  await tellAgain(order);
  await eventually(async () => !(await shown(order)).wasShippingProtected, 'the cover is known to be gone');
  expect(await offered()).toBe(false);
  const at = { storeId, shippingClaimId: claim.id };
  const { originalStoreOrder } = await staff(shipping.getShippingClaim, { params: at });
  expect(originalStoreOrder.wasShippingProtected).toBe(true);
  await staff(shipping.finalizeShippingClaim, {
    params: at,
    body: { version: claim.version, resolutionMethod: 'Refund' },
  });
  expect(await refusalOf(file())).toBe('422 SHIPPING_CLAIM_NOT_AVAILABLE');
  expect((await call(portal.shippingProtection, { params })).isProtected).toBe(false);
  await server.saveSettings({});
});

test('an order from before the store was connected is not followed', async () => {
  const order = await buy();
  inShop(order).createdAt = '2020-01-01T00:00:00Z';
  await server.shopify.webhooks.flush();
  await known(order);
  await server.server.deps.database.asOwner((db) =>
    db
      .updateTable('store_order')
      .set({ updated_on: '2020-01-01T00:00:00Z' })
      .where('id_from_platform', '=', order.idFromPlatform)
      .execute(),
  );
  await cancelAtShop(admin, order, { isRefunded: false });
  await eventually(async () => (await shown(order)).canceledOn !== null, 'it is canceled');
  expect(await coverEffect(order)).toBeUndefined();
});

describe('step by step', () => {
  let other: TestServer;
  let clerk: Caller;
  let shopkeeper: typeof admin;
  beforeAll(async () => {
    other = await startTestServer({ orders: 10, roles: 'web' });
    clerk = await other.staff();
    shopkeeper = await shopAdmin(other);
  });
  afterAll(() => other.close());

  const work = async (): Promise<void> => {
    await other.shopify.webhooks.flush();
    while ((await processInbox(other.server.deps)) > 0);
  };
  const take = (leaseMs: number) => takeDueEffects(other.server.deps.database, 10, leaseMs);
  const doIt = async (effects: Awaited<ReturnType<typeof take>>): Promise<void> => {
    const { database, log, metrics } = other.server.deps;
    for (const effect of effects)
      await carryOut(effect, { database, log, metrics, deps: other.server.deps, kinds: effectKinds });
  };
  const seen = ({ idFromPlatform }: ProtectedOrder) =>
    clerk(getOrder, { params: { storeId: other.storeId, idFromPlatform } });
  async function canceled(): Promise<ProtectedOrder> {
    const order = await buyProtected(other, shopkeeper, { email: `${randomUUID()}@buyer.example` });
    await work();
    await cancelAtShop(shopkeeper, order, { isRefunded: false });
    // The shop cancels as a job, and tells of it after that.
    await eventually(async () => {
      await work();
      return (await seen(order)).canceledOn !== null;
    }, 'the cancellation is known');
    return order;
  }

  test('what is refunded is held from the decision on, and done twice moves once', async () => {
    const order = await canceled();
    expect(await seen(order)).toMatchObject({ money: { left: 40 }, effects: [{ state: 'waiting' }] });
    const overtaken = await take(0);
    await pause(2);
    const current = await take(60_000);
    expect([overtaken.length, current.length]).toEqual([1, 1]);
    await doIt(overtaken);
    await doIt(current);
    await work();
    expect(moved(order, other)).toBe(229);
    expect(await seen(order)).toMatchObject({ money: { left: 40, totalRefunded: 2.29 }, effects: [{ state: 'done' }] });
  });

  test('the platform is asked before money moves: what others refunded meanwhile is not refunded again', async () => {
    const order = await canceled();
    await refundByHand(order, '42.29', undefined, { shop: other, by: shopkeeper });
    await doIt(await take(60_000));
    expect(moved(order, other)).toBe(4229);
    expect(await seen(order)).toMatchObject({ effects: [{ state: 'calledOff' }], money: { left: 0 } });
    await work();
    expect(await take(0)).toEqual([]);
  });

  test('a refund that was made before others refunded all the rest is kept, though its answer was lost', async () => {
    const order = await canceled();
    const lost = await take(0);
    await pause(2);
    const again = await take(60_000);
    await doIt(lost);
    await refundByHand(order, '40.00', undefined, { shop: other, by: shopkeeper });
    await doIt(again);
    await work();
    expect(moved(order, other)).toBe(4229);
    expect(await seen(order)).toMatchObject({ effects: [{ state: 'done' }], money: { left: 0, totalRefunded: 42.29 } });
    const run = await clerk(books.reconcileNow, { params: { storeId: other.storeId }, body: { days: 2 } });
    expect(run.differences).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'of a cover paid in two ways, a part that its provider declined %s the answer came is named by the reconciliation',
    async (when) => {
      const order = await canceled();
      const [sale] = inShop(order, other).transactions;
      if (!sale) throw new Error('the order is paid');
      const first = { shop: 100, presentment: 100 };
      const rest = { shop: sale.amount.shop - 100, presentment: sale.amount.presentment - 100 };
      inShop(order, other).transactions.unshift({ ...sale, id: sale.id - 1, amount: first });
      sale.amount = rest;
      const declined = (): void => {
        const part = inShop(order, other).transactions.find(({ kind }) => kind === 'REFUND');
        if (part) part.status = 'FAILURE';
      };
      const lost = when === 'before' ? await take(0) : [];
      await pause(2);
      const answered = await take(60_000);
      await doIt(lost);
      if (when === 'before') declined();
      await doIt(answered);
      if (when === 'after') declined();
      inShop(order, other).updatedAt = new Date().toISOString();
      await work();
      expect(await seen(order)).toMatchObject({ effects: [{ state: 'done' }] });
      expect(moved(order, other)).toBe(129);
      const run = await clerk(books.reconcileNow, { params: { storeId: other.storeId }, body: { days: 2 } });
      expect(run.differences.filter(({ message }) => message.includes(order.name))).toMatchObject([
        { code: 'AMOUNT_DIFFERS', isExplained: false, ours: 2.29, theirs: 1.29 },
      ]);
    },
  );

  test('made while a refund by hand was on its way, which was declined before our answer came, is not named by the reconciliation', async () => {
    const order = await canceled();
    await refundByHand(order, '1.00', undefined, { shop: other, by: shopkeeper });
    const byHand = inShop(order, other).transactions.find(({ kind }) => kind === 'REFUND');
    if (!byHand) throw new Error('a part was refunded by hand');
    const lost = await take(0);
    await pause(2);
    const answered = await take(60_000);
    await doIt(lost);
    byHand.status = 'FAILURE';
    inShop(order, other).updatedAt = new Date().toISOString();
    await doIt(answered);
    await work();
    expect(await seen(order)).toMatchObject({ effects: [{ state: 'done' }] });
    const run = await clerk(books.reconcileNow, { params: { storeId: other.storeId }, body: { days: 2 } });
    expect(run.differences.filter(({ message }) => message.includes(order.name))).toEqual([]);
  });

  test('of a cover that was refunded in part by hand, the rest is refunded', async () => {
    const order = await canceled();
    await refundByHand(order, '1.00', undefined, { shop: other, by: shopkeeper });
    await doIt(await take(60_000));
    await work();
    expect(moved(order, other)).toBe(229);
    expect(await seen(order)).toMatchObject({ money: { left: 40 } });
  });

  test('a canceled order that the search of the platform learns of late is not passed over', async () => {
    const sync = () => reconcile(other.server.deps, other.storeId, { requestId: randomUUID() });
    await sync();
    other.shop.searchLagMs = 60_000;
    const order = await buyProtected(other, shopkeeper, { email: `${randomUUID()}@buyer.example` });
    await cancelAtShop(shopkeeper, order, { isRefunded: false });
    await eventually(() => inShop(order, other).cancelledAt !== null, 'the shop canceled it');
    const [older] = other.shop.orders;
    if (older) older.updatedAt = new Date(Date.now() + 5_000).toISOString();
    await sync();
    other.shop.searchLagMs = 0;
    await sync();
    expect(await seen(order)).toMatchObject({ effects: [{ kind: 'coverRefund' }] });
    await work();
    await doIt(await take(60_000));
  });

  test('staff say that they refunded it outside, and the books hold it so', async () => {
    const order = await canceled();
    const [effect] = (await seen(order)).effects;
    const params = { storeId: other.storeId, effectId: effect?.id ?? 0 };
    await clerk(actions.settleEffect, { params, body: { reason: 'In cash', refundIdFromPlatform: null } });
    expect(await take(0)).toEqual([]);
    const { accounts } = await clerk(books.balances, { params: { storeId: other.storeId } });
    expect(accounts.find(({ account }) => account === 'external')).toMatchObject({ balance: -2.29 });
    expect(moved(order, other)).toBe(0);
  });

  test('staff say which refund of the shop was made in its place, and it counts once', async () => {
    const order = await canceled();
    other.shopify.faults.add({ shop: null, match: 'refundCreate', mode: 'fail', times: 10_000, ms: 0 });
    await doIt(await take(60_000));
    other.shopify.faults.clear();
    await refundByHand(order, '2.29', undefined, { shop: other, by: shopkeeper });
    const { id, effects } = await seen(order);
    expect(effects).toMatchObject([{ state: 'waiting', attempts: 1, asksForRefundOf: { kind: 'order', id } }]);
    const named = async () =>
      (await clerk(orderRefundsByHand, { params: { storeId: other.storeId, storeOrderId: id } })).data;
    const [made] = await named();
    expect(made).toMatchObject({ amount: 2.29, note: 'By hand' });
    const settle = (refundIdFromPlatform: string | null) =>
      clerk(actions.settleEffect, {
        params: { storeId: other.storeId, effectId: effects[0]?.id ?? 0 },
        body: { reason: 'In the shop', refundIdFromPlatform },
      });
    expect(await refusalOf(settle('nobody-made-it'))).toBe('422 REFUND_UNKNOWN');
    await settle(made?.idFromPlatform ?? null);
    await work();
    expect(await seen(order)).toMatchObject({ money: { left: 40, totalRefunded: 2.29 } });
    expect(await named()).toEqual([]);
    expect(await take(0)).toEqual([]);
    expect(moved(order, other)).toBe(229);
    const run = await clerk(books.reconcileNow, { params: { storeId: other.storeId }, body: { days: 2 } });
    const ofOrder = run.differences.filter(({ message }) => message.includes(order.name));
    expect(ofOrder.map(({ code }) => code)).toEqual(['EFFECT_DONE_ELSEWHERE']);
  });
});
