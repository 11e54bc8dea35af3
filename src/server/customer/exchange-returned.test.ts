import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { getOrder } from '#contract/merchant/orders.ts';
import type { PortalLine } from '#contract/customer/customer.ts';
import { bonusOf, type SettingsChanges } from '#core/settings/settings.fixture.ts';
import { firstSync } from '#server/sync/first-sync.ts';
import {
  approveAndFinalize,
  changeLine,
  finalizeAll,
  returnableOrder,
  settledClaim,
  submitReturn,
  told,
  type Returnable,
} from '#server/testing/claims.ts';
import { dearerExchange, PAYING, typeCard } from '#server/testing/payments.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

/** Gift cards come without a bonus, and whatever was sent can be returned. */
const RETURNED: SettingsChanges = { ...PAYING, ...bonusOf(0), finalSaleTags: [] };

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
  const sent = new Set(order.fulfillments.flatMap(({ lines }) => lines).map(({ lineItemId }) => lineItemId));
  const open = order.lineItems.filter(({ id }) => !sent.has(id));
  order.fulfillments.push({
    ...structuredClone(pattern),
    id: order.id + 1_000_000,
    createdAt: now,
    updatedAt: now,
    lines: open.map((line) => ({ id: line.id + 1_000_000, lineItemId: line.id, quantity: line.quantity })),
  });
  order.updatedAt = now;
  await firstSync(server.server.deps, server.storeId, { requestId: 'test' });
}

const orderMadeFor = ({ effects }: ClaimShown): string => {
  const made = effects.find(({ kind }) => kind === 'exchangeOrder');
  expect(made).toMatchObject({ state: 'done' });
  return (made?.result?.label ?? '').replace('Order ', '');
};

type Opened = { call: Caller; order: customer.PortalOrder; line: PortalLine & { unitValue: number } };

/** The goods of an order that we made have arrived, and their shopper opens the order in the portal. */
async function openMade(name: string, email: string): Promise<Opened> {
  await sendOut(name);
  const { call, idFromPlatform } = await server.shopper({ name, email });
  const order = await call(customer.getOrder, { params: { slug: server.slug, idFromPlatform } });
  expect(order.isExchangeOfExchange).toBe(true);
  const [line] = order.lineItems;
  if (!line) throw new Error('the order has an item');
  return { call, order, line: { ...line, unitValue: told(line.unitValue) } };
}

/** Returns one unit for a gift card; answers what is on the card, in minor units. */
async function returnForGiftCard(from: Opened): Promise<number> {
  const externalId = await submitReturn(server, from, { method: 'giftCard' });
  await approveAndFinalize(server, staff, externalId);
  const done = await settledClaim(server, staff, externalId);
  expect(done.effects.filter(({ state }) => state !== 'done')).toEqual([]);
  return givenByCards(externalId);
}

const givenByCards = (externalId: string): number =>
  server.shop.giftCards
    .filter(({ note }) => note?.includes(externalId))
    .reduce((sum, { initialValue }) => sum + initialValue, 0);

async function isReturnable({ call, order, line }: Opened): Promise<boolean | undefined> {
  await firstSync(server.server.deps, server.storeId, { requestId: 'test' });
  const { lineItems } = await call(customer.getOrder, {
    params: { slug: server.slug, idFromPlatform: order.idFromPlatform },
  });
  return lineItems.find(({ lineIdFromPlatform: id }) => id === line.lineIdFromPlatform)?.isEligible;
}

const minor = (amount: number): number => Math.round(amount * 100);

const refundedOf = (name: string): number =>
  (server.shop.orders.find((one) => one.name === name)?.transactions ?? [])
    .filter(({ kind, status }) => kind === 'REFUND' && status === 'SUCCESS')
    .reduce((sum, { amount }) => sum + amount.presentment, 0);

/** Exchanges one unit for another variant of its product. */
async function exchange(from: Returnable): Promise<ClaimShown> {
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
  return settledClaim(server, staff, externalId);
}

test('an item got by exchange goes back for what was paid for it, by the payment of the first order', async () => {
  const first = await returnableOrder(server);
  const name = orderMadeFor(await exchange(first));
  const opened = await openMade(name, first.email);
  expect(opened.line.methods).toMatchObject({ refund: { isEligible: true }, giftCard: { isEligible: true } });
  const externalId = await submitReturn(server, opened);
  await approveAndFinalize(server, staff, externalId);
  const done = await settledClaim(server, staff, externalId);
  expect(done.effects.filter(({ state }) => state !== 'done')).toEqual([]);
  const [given] = done.claimLineItems;
  expect(given?.amount).toBeGreaterThan(0);
  expect(refundedOf(first.shopOrder.name)).toBe(Math.round((given?.amount ?? 0) * 100));
  expect(refundedOf(name)).toBe(0);
  // Nothing of either is left to give back twice.
  expect(await isReturnable(opened)).toBe(false);
});

test('an item exchanged within its order goes back for what was paid for it, with the tax on top', async () => {
  await server.saveSettings({ ...RETURNED, isReturnProcessApiEnabled: true });
  let first = await returnableOrder(server);
  while (first.shopOrder.taxesIncluded || !first.order.isAdvancedExchangeEnabled) first = await returnableOrder(server);
  const done = await exchange(first);
  expect(done.effects.filter(({ state }) => state !== 'done')).toEqual([]);
  const { name, lineItems } = first.shopOrder;
  expect(lineItems.at(-1)?.taxLines).not.toEqual([]);
  await sendOut(name);
  const { lineItems: lines } = await first.call(customer.getOrder, {
    params: { slug: server.slug, idFromPlatform: first.order.idFromPlatform },
  });
  const line = lines.find(({ lineIdFromPlatform: id }) => id === String(lineItems.at(-1)?.id));
  if (!line) throw new Error('the order has the item that was sent');
  // An even swap: a cent of tax may be lost.
  const paid = minor(first.line.unitValue);
  const back = await returnForGiftCard({ ...first, line: { ...line, unitValue: told(line.unitValue) } });
  expect(paid - back).toBeOneOf([0, 1]);
});

test('goods bought with Shop Now go back for what the shopper paid for them: the bonus is no money of theirs', async () => {
  await server.saveSettings({ ...RETURNED, shopNowIncentiveBasisPoints: 2000 });
  for (;;) {
    const first = await returnableOrder(server);
    const { call, order, line } = first;
    const params = { slug: server.slug, idFromPlatform: order.idFromPlatform };
    const { products } = await call(customer.exchangeOptions, {
      params,
      query: { lineIdFromPlatform: line.lineIdFromPlatform, take: 500 },
    });
    const wanted = products
      .flatMap((product) => product.variants.map((variant) => ({ product, variant })))
      .find(({ variant }) => order.isAdvancedExchangeEnabled && variant.price < line.unitValue - 5);
    if (!wanted) continue;
    const draft = {
      shippingMethod: 'packingSlip' as const,
      selections: [
        {
          lineIdFromPlatform: line.lineIdFromPlatform,
          quantity: 1,
          reasonId: order.reasons[0]?.id ?? '',
          method: 'giftCard' as const,
          isShopNow: true,
        },
      ],
      shopNowItems: [
        {
          variantIdFromPlatform: wanted.variant.idFromPlatform,
          productIdFromPlatform: wanted.product.idFromPlatform,
          quantity: 1,
        },
      ],
    };
    const quoted = await call(customer.quote, { params, body: draft });
    const body = { ...draft, requestKey: randomUUID() };
    const { externalId } = await call(customer.submit, { params, body });
    await approveAndFinalize(server, staff, externalId);
    const done = await settledClaim(server, staff, externalId);
    const value = minor(quoted.lines[0]?.amount ?? 0);
    const rest = minor(told(quoted.ledger).balance);
    const opened = await openMade(orderMadeFor(done), first.email);
    expect(minor(opened.line.unitValue)).toBeLessThan(minor(wanted.variant.price));
    // What came back was worth as much as what the shopper keeps: the rest of the credit and the goods.
    expect(await returnForGiftCard(opened)).toBe(value - rest);
    expect(await isReturnable(opened)).toBe(false);
    return;
  }
});

test('fees that were paid with new goods go back with nothing: they are no item of the order made for them', async () => {
  await server.saveSettings({ ...RETURNED, returnFee: 30_000 });
  const exchange = await dearerExchange(server);
  const payment = await exchange.begin();
  await typeCard(server, payment);
  const externalId = await exchange.submit(payment.paymentId);
  await approveAndFinalize(server, staff, externalId);
  const name = orderMadeFor(await settledClaim(server, staff, externalId));
  const made = server.shop.orders.find((one) => one.name === name);
  expect(made?.lineItems.map(({ variantId }) => variantId === null)).toEqual([false, true]);
  const { order, line } = await openMade(name, exchange.email);
  const [, fees] = order.lineItems;
  expect([line.isEligible, fees?.isEligible, fees?.unitValue]).toEqual([true, false, 0]);
});

test('goods of an instant exchange go back for their price, once staff have decided who pays it', async () => {
  await server.saveSettings(RETURNED);
  const exchange = await dearerExchange(server, { isInstantExchange: true });
  const payment = await exchange.begin();
  await typeCard(server, payment);
  const externalId = await exchange.submit(payment.paymentId);
  const sent = await settledClaim(server, staff, externalId);
  const opened = await openMade(orderMadeFor(sent), exchange.email);
  expect(opened.line.unitValue).toBe(payment.amount);
  const early = await submitReturn(server, opened, { method: 'giftCard' });
  const tooSoon = await approveAndFinalize(server, staff, early);
  expect(tooSoon.claimLineItems[0]?.errors).toEqual([
    `It was sent by the instant exchange of ${externalId}. Finalize that first.`,
  ]);
  const denied = await changeLine(server, staff, sent, sent.claimLineItems[0]?.id ?? 0, {
    kind: 'denied',
    claimStatusDetailCode: 'Wrong_Item',
  });
  await finalizeAll(server, staff, denied);
  const done = await settledClaim(server, staff, externalId);
  expect(done.customerPayments).toMatchObject([{ status: 'Captured', capturedAmount: payment.amount }]);
  await finalizeAll(server, staff, await settledClaim(server, staff, early));
  await settledClaim(server, staff, early);
  expect(givenByCards(early)).toBe(minor(payment.amount));
  expect(await isReturnable(opened)).toBe(false);
  // The items of the denied claim are still with the shopper, who can return them too.
  expect(await isReturnable(exchange)).toBe(true);
});

test('what staff refund of an order whose goods became two exchange orders comes off these once, whichever is given back first', async () => {
  await server.saveSettings(RETURNED);
  const first = await returnableOrder(server, 2);
  const leftOf = async ({ order: { idFromPlatform } }: { order: { idFromPlatform: string } }): Promise<number> =>
    minor((await staff(getOrder, { params: { storeId: server.storeId, idFromPlatform } })).money.left);
  const refundByHand = async (amount: number): Promise<void> => {
    const request = {
      purposeKey: `by-hand:${randomUUID()}`,
      orderIdFromPlatform: first.order.idFromPlatform,
      claimExternalId: 'by hand',
      lines: [],
      amount: { amount, currencyCode: first.order.currencyCode },
      to: 'originalPayment' as const,
      note: 'goodwill',
    };
    const storefront = await server.server.deps.storefrontOf(server.storeId);
    await storefront.refund(request, { requestId: randomUUID(), isStillOurs: () => true });
    await firstSync(server.server.deps, server.storeId, { requestId: 'test' });
  };
  const names = [orderMadeFor(await exchange(first)), orderMadeFor(await exchange(first))];
  const [one, other] = [await openMade(names[0] ?? '', first.email), await openMade(names[1] ?? '', first.email)];
  const worth = await leftOf(one);
  expect(await leftOf(other)).toBe(worth);

  await refundByHand((await leftOf(first)) + 101);
  expect([await leftOf(one), await leftOf(other)]).toEqual([worth - 51, worth - 50]);
  expect(await returnForGiftCard(one)).toBe(worth - 51);
  expect([await leftOf(one), await leftOf(other)]).toEqual([0, worth - 50]);

  // What the first one gave stays given.
  await refundByHand(100);
  expect([await leftOf(one), await leftOf(other)]).toEqual([0, worth - 150]);
  expect(await returnForGiftCard(other)).toBe(worth - 150);
});
