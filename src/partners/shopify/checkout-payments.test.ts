import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newRequest, paymentsConformance } from '#partners/conformance/payments.ts';
import type { PaymentRequest, Payments } from '#partners/ports.ts';
import { createCheckoutPayments } from './checkout-payments.ts';
import type { DemoShop } from './demo-shop.fixture.ts';
import { CONTEXT, newKey, openDemoShop, SHOP } from './demo-shop.fixture.ts';

let shop: DemoShop;
let payments: Payments;
beforeAll(async () => {
  shop = await openDemoShop();
  payments = createCheckoutPayments(shop.connection);
});
afterAll(() => shop.close());
beforeEach(() => shop.clearFaults());

const AMOUNT = { amount: 1275, currencyCode: 'USD' };
const requestOf = (): PaymentRequest => ({
  purposeKey: newKey('payment'),
  amount: AMOUNT,
  customerEmail: 'shopper@example.com',
  description: 'Exchange for order #1001',
  keepForLater: false,
  order: { idFromPlatform: '1', orderNo: '#1001' },
});
const drafts = () => shop.sandbox.store(SHOP).draftOrders.length;
const payAt = async (url: string | null): Promise<string> => (await fetch(url ?? '', { method: 'POST' })).text();

describe('as every provider of payments', () => {
  paymentsConformance(() => ({
    payments,
    shopper: {
      async pay(idFromPlatform) {
        const draft = shop.sandbox.store(SHOP).draftOrders.find(({ id }) => idFromPlatform.startsWith(`${id}-`));
        const purposeKey = draft?.customAttributes[0]?.value ?? '';
        const { payUrl } = await payments.start(newRequest({ purposeKey }), CONTEXT);
        await payAt(payUrl);
      },
    },
  }));
});

test('starting twice is starting once, also over a lost answer; the link shows what is owed', async () => {
  const request = requestOf();
  const before = drafts();
  await shop.fault('draftOrderCreate', 'dropAnswer');
  await expect(payments.start(request, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
  const started = await payments.start(request, CONTEXT);
  expect(await payments.start(request, CONTEXT)).toEqual(started);
  expect(drafts()).toBe(before + 1);
  expect(started).toMatchObject({ clientSecret: null });
  expect(await (await fetch(started.payUrl ?? '')).text()).toMatch(/Pay 12\.75 USD/);
  expect(await payments.find(started.idFromPlatform, CONTEXT)).toMatchObject({
    status: 'requiresPayment',
    amount: AMOUNT,
    captured: 0,
  });
  const dearer = { ...request, amount: { amount: 1276, currencyCode: 'USD' } };
  await expect(payments.start(dearer, CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
});

test('paid at the link it is captured at once, and goes back once', async () => {
  const { idFromPlatform, payUrl } = await payments.start(requestOf(), CONTEXT);
  await expect(payments.capture(idFromPlatform, AMOUNT, newKey('capture'), CONTEXT)).rejects.toMatchObject({
    kind: 'refused',
  });
  await expect(payments.refund(idFromPlatform, AMOUNT, newKey('back'), CONTEXT)).rejects.toMatchObject({
    kind: 'refused',
  });
  expect(await payAt(payUrl)).toMatch(/data-paid/);
  expect(await payAt(payUrl)).toMatch(/data-paid/);
  const paid = { status: 'captured', captured: 1275, refunded: 0, capturable: 0, captureBefore: null };
  expect(await payments.find(idFromPlatform, CONTEXT)).toMatchObject(paid);
  expect(await payments.capture(idFromPlatform, AMOUNT, newKey('capture'), CONTEXT)).toMatchObject(paid);
  const less = { amount: 1000, currencyCode: 'USD' };
  await expect(payments.capture(idFromPlatform, less, newKey('capture'), CONTEXT)).rejects.toMatchObject({
    kind: 'refused',
  });
  await expect(payments.release(idFromPlatform, newKey('release'), CONTEXT)).rejects.toMatchObject({ kind: 'refused' });

  const key = newKey('back');
  await shop.fault('refundCreate', 'dropAnswer');
  const back = await payments.refund(idFromPlatform, less, key, CONTEXT);
  expect(back.amount).toEqual(less);
  expect(await payments.refund(idFromPlatform, less, key, CONTEXT)).toEqual(back);
  expect(await payments.find(idFromPlatform, CONTEXT)).toMatchObject({ status: 'captured', refunded: 1000 });
});

test('what goes back counts as refunded while its provider has yet to carry it out, and no more if that fails', async () => {
  const { idFromPlatform, payUrl } = await payments.start(requestOf(), CONTEXT);
  await payAt(payUrl);
  await payments.refund(idFromPlatform, AMOUNT, newKey('back'), CONTEXT);
  const draft = shop.sandbox.store(SHOP).draftOrders.find(({ id }) => idFromPlatform.startsWith(`${id}-`));
  const back = shop.sandbox
    .store(SHOP)
    .orders.find(({ id }) => id === draft?.orderId)
    ?.transactions.find(({ kind }) => kind === 'REFUND');
  if (!back) throw new Error('nothing went back');
  for (const [status, refunded] of [
    ['PENDING', AMOUNT.amount],
    ['FAILURE', 0],
    ['SUCCESS', AMOUNT.amount],
  ] as const) {
    back.status = status;
    expect(await payments.find(idFromPlatform, CONTEXT)).toMatchObject({ status: 'captured', refunded });
  }
});

test('marked as paid by staff, it is theirs to pay back', async () => {
  const { idFromPlatform, payUrl } = await payments.start(requestOf(), CONTEXT);
  await payAt(payUrl);
  const draft = shop.sandbox.store(SHOP).draftOrders.find(({ id }) => idFromPlatform.startsWith(`${id}-`));
  const order = shop.sandbox.store(SHOP).orders.find(({ id }) => id === draft?.orderId);
  for (const transaction of order?.transactions ?? []) transaction.gateway = 'Bank Deposit';
  await expect(payments.refund(idFromPlatform, AMOUNT, newKey('back'), CONTEXT)).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('pay it back yourself'),
  });
  expect(order?.refunds).toEqual([]);
});

test('released it cannot be paid any more; releasing again, over a lost answer, is no error', async () => {
  const { idFromPlatform, payUrl } = await payments.start(requestOf(), CONTEXT);
  await shop.fault('draftOrderDelete', 'dropAnswer');
  expect(await payments.release(idFromPlatform, newKey('release'), CONTEXT)).toMatchObject({
    status: 'released',
    amount: AMOUNT,
  });
  expect(await payments.release(idFromPlatform, newKey('release'), CONTEXT)).toMatchObject({
    idFromPlatform,
    status: 'released',
  });
  expect(await payments.find(idFromPlatform, CONTEXT)).toMatchObject({ status: 'released', amount: AMOUNT });
  expect((await fetch(payUrl ?? '', { method: 'POST' })).status).toBe(404);
});

test('what changed since shows with its purpose key, and nothing is held again', async () => {
  const since = new Date(Date.now() - 1000).toISOString();
  const request = requestOf();
  const { idFromPlatform, payUrl } = await payments.start(request, CONTEXT);
  await payAt(payUrl);
  const { items } = await payments.changedSince(since, null, CONTEXT);
  expect(items).toContainEqual(
    expect.objectContaining({ idFromPlatform, purposeKey: request.purposeKey, status: 'captured' }),
  );
  expect((await payments.changedSince('2999-01-01T00:00:00Z', null, CONTEXT)).items).toEqual([]);
  await expect(payments.holdAgain(idFromPlatform, newKey('hold'), CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
});
