import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import { releaseUnusedPayments } from '#server/payments/look-after.ts';
import {
  approveAndFinalize,
  changeLine,
  claimOf,
  finalizeAll,
  returnableOrder,
  settledClaim,
  told,
  type Returnable,
} from '#server/testing/claims.ts';
import { atStripe, dearerExchange, intentOf, PAYING, stripeSwitch, typeCard } from '#server/testing/payments.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
});
beforeEach(async () => {
  await server.saveSettings(PAYING);
});
afterAll(async () => {
  await server.close();
});

const minor = (amount: number): number => Math.round(amount * 100);

/** An order of the shop's own currency, and what can be had there, the cheapest first. */
async function withOptions() {
  let returnable = await returnableOrder(server);
  while (!returnable.order.isAdvancedExchangeEnabled) returnable = await returnableOrder(server);
  const params = { slug: server.slug, idFromPlatform: returnable.order.idFromPlatform };
  const { products } = await returnable.call(customer.exchangeOptions, {
    params,
    query: { lineIdFromPlatform: returnable.line.lineIdFromPlatform, take: 500 },
  });
  const options = products
    .flatMap((product) =>
      product.variants.map((variant) => ({
        productIdFromPlatform: product.idFromPlatform,
        variantIdFromPlatform: variant.idFromPlatform,
        price: variant.price,
      })),
    )
    .toSorted((one, other) => one.price - other.price);
  return { returnable, params, options };
}

const selectionOf = ({ order, line }: Returnable) => ({
  lineIdFromPlatform: line.lineIdFromPlatform,
  quantity: 1,
  reasonId: order.reasons[0]?.id ?? '',
});

test('the portal is told what the store offers', async () => {
  await server.saveSettings({ ...PAYING, isShopNowEnabled: false, shopNowIncentiveBasisPoints: 700 });
  const { order } = await returnableOrder(server);
  expect(order).toMatchObject({
    offerInstantExchange: true,
    offerShopNow: false,
    shopNowIncentiveBasisPoints: 700,
    paymentProvider: 'stripe',
  });
  const front = await server.browser()(customer.storefront, { params: { slug: server.slug }, query: {} });
  expect(front).toMatchObject({
    isAdvancedExchangeEnabled: true,
    isInstantExchangeEnabled: true,
    isShopNowEnabled: false,
  });
});

test('each line of a quote tells what is taken off it', async () => {
  await server.saveSettings({ ...PAYING, returnFee: 200 });
  const returnable = await returnableOrder(server);
  const draft = {
    shippingMethod: 'packingSlip' as const,
    selections: [{ ...selectionOf(returnable), method: 'refund' as const }],
  };
  const params = { slug: server.slug, idFromPlatform: returnable.order.idFromPlatform };
  const { lines, ledger } = await returnable.call(customer.quote, { params, body: draft });
  const [line] = lines;
  expect(line).toMatchObject({ incentive: 0, deducted: 2 });
  expect(minor(told(ledger).issued.refund)).toBe(minor(line?.amount ?? 0) - 200);
  await server.saveSettings(PAYING);
});

test('a cheaper product: nothing is paid, and the rest goes back as the store has set', async () => {
  const { returnable, params, options } = await withOptions();
  const wanted = options.find((option) => option.price < returnable.line.unitValue - 5);
  if (!wanted) throw new Error('the shop sells nothing cheaper');
  const draft = {
    shippingMethod: 'packingSlip' as const,
    selections: [{ ...selectionOf(returnable), method: 'variantExchange' as const, ...wanted }],
  };
  const ledger = told((await returnable.call(customer.quote, { params, body: draft })).ledger);
  expect(ledger).toMatchObject({ owed: 0, held: 0 });
  expect(ledger.balance).toBeGreaterThan(0);
  const { externalId } = await returnable.call(customer.submit, {
    params,
    body: { ...draft, requestKey: randomUUID() },
  });
  await approveAndFinalize(server, staff, externalId);
  const done = await settledClaim(server, staff, externalId);
  expect(done.effects.filter((effect) => effect.state !== 'done')).toEqual([]);
  expect(done.resolutionSummary.refunds).toMatchObject([{ amount: ledger.balance, isRefundPending: false }]);
  expect(done.ledger.balance).toBe(ledger.balance);
  const { transactions = [] } = server.shop.orders.find((order) => order.id === returnable.shopOrder.id) ?? {};
  const refunded = transactions.filter(({ kind }) => kind === 'REFUND').map(({ amount }) => amount.presentment);
  // An order paid in two ways is refunded in two ways.
  expect(refunded.reduce((sum, amount) => sum + amount, 0)).toBe(minor(ledger.balance));
});

test('an exchange that ends as a refund shows as a refund once it is carried out', async () => {
  const { returnable, params, options } = await withOptions();
  const [wanted] = options;
  if (!wanted) throw new Error('the shop sells nothing');
  const body = {
    shippingMethod: 'packingSlip' as const,
    selections: [{ ...selectionOf(returnable), method: 'variantExchange' as const, ...wanted }],
    requestKey: randomUUID(),
  };
  const { externalId } = await returnable.call(customer.submit, { params, body });
  const seen = async () =>
    (await returnable.call(customer.overview, { params: { slug: server.slug, externalId } })).lines[0];
  const asked = { variantIdFromPlatform: wanted.variantIdFromPlatform };
  const claim = await claimOf(server, staff, externalId);
  const refunded = await changeLine(server, staff, claim, 1, { kind: 'approved', resolutionMethod: 'refund' });
  expect(await seen()).toMatchObject({ method: 'variantExchange', exchange: asked });
  await finalizeAll(server, staff, refunded);
  expect(await seen()).toMatchObject({ method: 'refund', exchange: null, exchangeTitle: null });
  expect((await seen())?.given?.amount).toBeGreaterThan(0);
});

describe('shop now', () => {
  test('the credit with its bonus pays for other goods; the rest goes out by the method chosen', async () => {
    const { returnable, params, options } = await withOptions();
    const [cheapest] = options;
    if (!cheapest || cheapest.price >= returnable.line.unitValue) throw new Error('the shop sells nothing cheaper');
    const draft = {
      shippingMethod: 'packingSlip' as const,
      selections: [{ ...selectionOf(returnable), method: 'giftCard' as const, isShopNow: true }],
      shopNowItems: [{ ...cheapest, quantity: 1 }],
    };
    const quote = await returnable.call(customer.quote, { params, body: draft });
    const ledger = told(quote.ledger);
    const bonus = ledger.credits.sections.find((section) => section.type === 'SHOP_NOW_INCENTIVE')?.amount;
    expect(bonus).toBeGreaterThan(0);
    expect(quote.lines[0]?.incentive).toBe(bonus);
    expect(quote.shopNowItems).toEqual([
      { variantIdFromPlatform: cheapest.variantIdFromPlatform, price: cheapest.price },
    ]);
    expect(ledger.owed).toBe(0);
    const before = { orders: server.shop.orders.length, giftCards: server.shop.giftCards.length };
    const { externalId } = await returnable.call(customer.submit, {
      params,
      body: { ...draft, requestKey: randomUUID() },
    });
    await approveAndFinalize(server, staff, externalId);
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects.filter((effect) => effect.state !== 'done')).toEqual([]);
    expect(server.shop.orders.length).toBe(before.orders + 1);
    expect(server.shop.giftCards.length).toBe(before.giftCards + 1);
    expect(server.shop.giftCards.at(-1)?.initialValue).toBe(minor(ledger.balance));
    const seen = await returnable.call(customer.overview, { params: { slug: server.slug, externalId } });
    expect(seen.lines[0]?.incentive).toBe(bonus);
    expect(seen.shopNowItems).toMatchObject([{ variantIdFromPlatform: cheapest.variantIdFromPlatform, quantity: 1 }]);
    expect(seen.ledger?.balance).toBe(ledger.balance);
  });

  test('goods beyond the credit are paid for', async () => {
    const { returnable, params, options } = await withOptions();
    const dearest = options.at(-1);
    if (!dearest) throw new Error('the shop sells nothing');
    const draft = {
      shippingMethod: 'packingSlip' as const,
      selections: [{ ...selectionOf(returnable), method: 'refund' as const, isShopNow: true }],
      shopNowItems: [{ ...dearest, quantity: 2 }],
    };
    const ledger = told((await returnable.call(customer.quote, { params, body: draft })).ledger);
    expect(ledger.owed).toBeGreaterThan(0);
    const requestKey = randomUUID();
    const begun = await returnable.call(customer.createPaymentIntent, { params, body: { ...draft, requestKey } });
    expect(begun.amount).toBe(ledger.owed);
    await typeCard(server, begun);
    const { externalId } = await returnable.call(customer.submit, {
      params,
      body: { ...draft, requestKey, paymentId: begun.paymentId },
    });
    await approveAndFinalize(server, staff, externalId);
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects.filter((effect) => effect.state !== 'done')).toEqual([]);
    expect(done.customerPayments).toMatchObject([
      { status: 'Captured', capturedAmount: ledger.owed, refundedAmount: 0 },
    ]);
    expect(done.ledger.balance).toBe(0);
    expect(server.shop.giftCards.filter((card) => card.note?.includes(externalId))).toEqual([]);
  });

  test('is refused without items, without a line, and where it is switched off', async () => {
    const { returnable, params, options } = await withOptions();
    const selection = { ...selectionOf(returnable), method: 'refund' as const };
    const items = options.slice(0, 1).map((option) => ({ ...option, quantity: 1 }));
    const codeOf = (body: {
      selections: (typeof selection & { isShopNow?: boolean })[];
      shopNowItems?: typeof items;
    }) =>
      returnable.call(customer.quote, { params, body }).then(
        () => 'none',
        (error: { body?: { code?: string } }) => error.body?.code,
      );
    expect(await codeOf({ selections: [{ ...selection, isShopNow: true }] })).toBe('SHOP_NOW_EMPTY');
    expect(await codeOf({ selections: [selection], shopNowItems: items })).toBe('SHOP_NOW_EMPTY');
    await server.saveSettings({ ...PAYING, isShopNowEnabled: false });
    expect(await codeOf({ selections: [{ ...selection, isShopNow: true }], shopNowItems: items })).toBe(
      'SHOP_NOW_NOT_OFFERED',
    );
  });
});

describe('a payment, whatever comes in between', () => {
  test('whose beginning was answered by nobody is begun once', async () => {
    const exchange = await dearerExchange(server);
    await stripeSwitch(server, 'faults', { mode: 'dropAnswer', match: 'POST /v1/payment_intents', times: 1 });
    await expect(exchange.begin()).rejects.toMatchObject({ body: { code: 'PARTNER_UNAVAILABLE' } });
    const begun = await exchange.begin();
    const listed = await fetch(`${server.stripe.url}/v1/payment_intents?limit=100`, {
      headers: { authorization: `Bearer ${server.stripe.keys.secretKey}` },
    });
    const { data } = (await listed.json()) as { data: { id: string; metadata: Record<string, string> }[] };
    const ofRequest = data.filter((intent) => intent.metadata['purposeKey']?.includes(exchange.requestKey));
    expect(ofRequest.map((intent) => intent.id)).toEqual([intentOf(begun.clientSecret)]);
  });

  test('belongs to a claim or is let go of, when both come at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const exchange = await dearerExchange(server);
      const begun = await exchange.begin();
      await typeCard(server, begun);
      const [answer] = await Promise.all([
        refusalOf(exchange.submit(begun.paymentId)),
        releaseUnusedPayments(server.server.deps, new Date(Date.now() + 3 * 3_600_000)),
      ]);
      expect(answer).toMatch(/^no refusal$|PAYMENT_(ENDED|REQUIRED)$/);
      const isUsed = answer === 'no refusal';
      await eventually(
        async () =>
          (await atStripe(server, intentOf(begun.clientSecret))).status === (isUsed ? 'succeeded' : 'canceled'),
        `the payment is ${isUsed ? 'taken' : 'let go of'}`,
      );
    }
  });
});
