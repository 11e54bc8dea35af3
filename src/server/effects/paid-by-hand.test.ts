import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAlerts } from '#contract/merchant/alerts.ts';
import * as books from '#contract/merchant/books.ts';
import { listEffects } from '#contract/merchant/claim-actions.ts';
import { me } from '#contract/merchant/me.ts';
import { getOrder } from '#contract/merchant/orders.ts';
import * as shipping from '#contract/merchant/shipping-claims.ts';
import {
  approveAndFinalize,
  markElsewhere,
  returnableOrder,
  settledClaim,
  submitReturn,
} from '#server/testing/claims.ts';
import { SHIPPING_CLAIMS_ON } from '#server/testing/shipping-claims.ts';
import { buyProtected, cancelAtShop, shopAdmin } from '#server/testing/shop-admin.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
let admin: Awaited<ReturnType<typeof shopAdmin>>;
beforeAll(async () => {
  server = await startTestServer({ orders: 60 });
  staff = await server.staff();
  admin = await shopAdmin(server);
  await server.saveSettings(SHIPPING_CLAIMS_ON);
});
afterAll(() => server.close());

const COD = 'Cash on Delivery (COD)';
const PAY_IT_BACK =
  'Paid in cash or by bank transfer: pay it back yourself, then mark this action as resolved externally.';

/** What the shop gave back of an order, by its own records. */
const refundsAtShop = (idFromPlatform: string): unknown[] =>
  server.shop.orders.find(({ id }) => String(id) === idFromPlatform)?.refunds ?? [];
const failedNow = (kind: string) =>
  eventually(async () => {
    const { data } = await staff(listEffects, { params: { storeId: server.storeId }, query: { state: 'failed' } });
    return data.find((effect) => effect.kind === kind);
  }, `${kind} fails`);

test('a refund of an order paid in cash fails and says what to do; resolved externally, the shopper is told', async () => {
  const found = await returnableOrder(server);
  // Paid at the door, and then marked as paid.
  for (const transaction of found.shopOrder.transactions) transaction.gateway = COD;
  const externalId = await submitReturn(server, found, { method: 'refund' });
  await approveAndFinalize(server, staff, externalId);
  const failed = await settledClaim(server, staff, externalId);
  const refund = failed.effects.find(({ kind }) => kind === 'refund');
  expect(refund).toMatchObject({ state: 'failed', lastError: PAY_IT_BACK });
  expect(refundsAtShop(found.order.idFromPlatform)).toEqual([]);
  expect(server.shop.returns.filter(({ orderId }) => orderId === found.shopOrder.id)).toEqual([]);
  const { user } = await staff(me, {});
  const { data: alerts } = await staff(listAlerts, {
    params: { storeId: server.storeId, userId: user.id },
    query: {},
  });
  expect(alerts).toContainEqual(expect.objectContaining({ message: expect.stringContaining(PAY_IT_BACK) }));
  const told = () =>
    server.mailbox.messages().some(({ subject }) => subject === `Your return ${externalId} is complete`);
  const isToldTooEarly = told();

  await markElsewhere(server, staff, refund?.id ?? 0, 'Handed over in the shop');
  await eventually(told, 'the shopper is told');
  expect(isToldTooEarly).toBe(false);
  const { entries } = await staff(books.claimJournal, { params: { storeId: server.storeId, claimId: failed.id } });
  expect(entries.flatMap(({ postings }) => postings.map(({ account }) => account))).toContain('external');
});

test('so do the refund of a shipping claim, and that of a cover', async () => {
  const buy = (changes: object) =>
    buyProtected(server, admin, { email: `${randomUUID()}@buyer.example`, gateway: COD, ...changes });
  const known = (idFromPlatform: string) =>
    eventually(
      () => staff(getOrder, { params: { storeId: server.storeId, idFromPlatform } }).catch(() => null),
      'the order is known',
    );
  const { storeId } = server;
  const sent = await buy({ fulfillmentStatus: 'FULFILLED' });
  const { id: originalStoreOrderId, lineItems } = await known(sent.idFromPlatform);
  const claim = await staff(shipping.createShippingClaim, {
    params: { storeId },
    body: {
      requestKey: randomUUID(),
      originalStoreOrderId,
      reason: 'Missing_Item',
      resolutionMethod: 'Refund',
      lineItems: [{ idFromPlatform: lineItems[0]?.idFromPlatform ?? '', quantity: 1 }],
    },
  });
  await staff(shipping.finalizeShippingClaim, {
    params: { storeId, shippingClaimId: claim.id },
    body: { version: claim.version, resolutionMethod: 'Refund' },
  });
  const refund = await failedNow('shippingRefund');
  expect(refund).toMatchObject({ lastError: PAY_IT_BACK });
  expect(refundsAtShop(sent.idFromPlatform)).toEqual([]);
  await markElsewhere(server, staff, refund.id, 'Handed over in the shop');
  const { resolutionSummary, timeline } = await staff(shipping.getShippingClaim, {
    params: { storeId, shippingClaimId: claim.id },
  });
  expect(resolutionSummary.refund).toMatchObject({ isRefundPending: false });
  expect(timeline).toContainEqual(
    expect.objectContaining({
      subject: `Marked as resolved externally: ${refund.summary}`,
      message: 'Handed over in the shop',
    }),
  );

  const canceled = await buy({});
  await known(canceled.idFromPlatform);
  await cancelAtShop(admin, canceled, { isRefunded: false });
  expect(await failedNow('coverRefund')).toMatchObject({ lastError: PAY_IT_BACK });
  expect(refundsAtShop(canceled.idFromPlatform)).toEqual([]);
});
