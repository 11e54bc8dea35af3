import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Order, OrderLine } from '#core/orders/order.ts';
import type { Money } from '#core/money.ts';
import type { ReturnExchangeRequest } from '#partners/ports.ts';
import { isReadable, OutOfStockError } from '#partners/ports.ts';
import type { DemoShop } from './demo-shop.fixture.ts';
import { CONTEXT, firstUnit, newKey, openDemoShop, SHOP } from './demo-shop.fixture.ts';

let shop: DemoShop;
beforeAll(async () => {
  shop = await openDemoShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.clearFaults());

/** What a line cost, with the tax on top. */
const costOf = (line: OrderLine | undefined, { taxesIncluded }: Order): number =>
  (line?.paidTotal ?? 0) + (taxesIncluded ? 0 : (line?.taxTotal ?? 0));

/** What one unit of the first line sent cost. */
const unitPaid = (order: Order): number => {
  const { lineIdFromPlatform } = firstUnit(order);
  const line = order.lines.find(({ idFromPlatform }) => idFromPlatform === lineIdFromPlatform);
  return Math.floor(costOf(line, order) / (line?.quantity ?? 1));
};

const goodsOf = (order: Order, { id }: { id: string }, total: Money) => ({
  variantIdFromPlatform: id,
  quantity: 1,
  insteadOfLineIdFromPlatform: firstUnit(order).lineIdFromPlatform,
  total,
});

function exchangeOf(order: Order, variant: { id: string }, changes: Partial<ReturnExchangeRequest> = {}) {
  const total = { amount: unitPaid(order), currencyCode: order.currencyCode };
  return {
    purposeKey: newKey('exchange'),
    orderIdFromPlatform: order.idFromPlatform,
    claimExternalId: 'R-7',
    returnLines: [firstUnit(order)],
    exchangeLines: [goodsOf(order, variant, total)],
    refund: null,
    outOfStock: 'fail',
    note: 'Other size',
    ...changes,
  } satisfies ReturnExchangeRequest;
}

const Work = z.object({
  data: z.object({
    order: z.object({
      totalOutstandingSet: z.object({ presentmentMoney: z.object({ amount: z.string() }) }),
      fulfillmentOrders: z.object({
        nodes: z.array(
          z.object({
            status: z.string(),
            fulfillmentHolds: z.array(z.object({ reason: z.string() })),
            lineItems: z.object({ nodes: z.array(z.object({ remainingQuantity: z.number() })) }),
          }),
        ),
      }),
    }),
  }),
});

async function workOf(order: Order) {
  const query = `{ order(id: "gid://shopify/Order/${order.idFromPlatform}") { totalOutstandingSet { presentmentMoney { amount } }
    fulfillmentOrders(first: 10) { nodes { status fulfillmentHolds { reason } lineItems(first: 5) { nodes { remainingQuantity } } } } } }`;
  const answer = await fetch(`${shop.sandbox.url}/${SHOP}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': await shop.connection.accessToken() },
    body: JSON.stringify({ query }),
  });
  const { order: found } = Work.parse(await answer.json()).data;
  return {
    owed: Number(found.totalOutstandingSet.presentmentMoney.amount),
    last: found.fulfillmentOrders.nodes.at(-1),
    count: found.fulfillmentOrders.nodes.length,
  };
}

describe('an exchange within the order', () => {
  test('an even one costs nothing: the goods are a further line to send, once however often it is asked for', async () => {
    const order = shop.takeOrder();
    const variant = shop.takeVariant(3);
    const before = await workOf(order);
    // Dearer in the shop than what comes back, so the difference goes off.
    const total = { amount: Math.min(unitPaid(order), variant.price - 1), currencyCode: order.currencyCode };
    const request = exchangeOf(order, variant, {
      exchangeLines: [goodsOf(order, variant, total)],
    });
    const first = await shop.store.processReturnExchange(request, CONTEXT);
    expect(first).toEqual({
      returnIdFromPlatform: expect.stringMatching(/^\d+$/),
      refundIdFromPlatform: null,
      orderIdFromPlatform: order.idFromPlatform,
      amountRefunded: null,
    });
    expect(await shop.store.processReturnExchange(request, CONTEXT)).toEqual(first);
    const after = await shop.now(order);
    expect(after.returns).toHaveLength(1);
    expect(after.totalRefunded).toBe(0);
    expect(after.lines).toHaveLength(order.lines.length + 1);
    expect(after.lines.at(-1)).toMatchObject({ variantIdFromPlatform: variant.id, quantity: 1 });
    expect(costOf(after.lines.at(-1), after)).toBe(total.amount);
    const work = await workOf(order);
    expect(work.count).toBe(before.count + 1);
    expect(work).toMatchObject({ owed: 0, last: { status: 'OPEN', lineItems: { nodes: [{ remainingQuantity: 1 }] } } });
    expect(variant.available()).toBe(2);
  });

  test('one that sends many different goods is read whole, one by one and in the export', async () => {
    const order = shop.takeOrder();
    const total = { amount: 1, currencyCode: order.currencyCode };
    const variant = shop.takeVariant(80);
    const exchangeLines = Array.from({ length: 60 }, () => goodsOf(order, variant, total));
    await shop.store.processReturnExchange(exchangeOf(order, variant, { exchangeLines }), CONTEXT);
    const exported = (await Array.fromAsync(shop.store.exportOrders(CONTEXT))).filter(isReadable);
    for (const read of [
      await shop.now(order),
      exported.find(({ idFromPlatform }) => idFromPlatform === order.idFromPlatform),
    ])
      expect(read?.returns[0]?.sentLines).toHaveLength(60);
  });

  test('several units come to what they were given for, together', async () => {
    const order = shop.takeOrder();
    const variant = shop.takeVariant(3);
    const total = { amount: 2 * variant.price - 100, currencyCode: order.currencyCode };
    const exchangeLines = [{ ...goodsOf(order, variant, total), quantity: 2 }];
    await shop.store.processReturnExchange(exchangeOf(order, variant, { exchangeLines }), CONTEXT);
    const after = await shop.now(order);
    expect(after.lines.at(-1)).toMatchObject({ quantity: 2 });
    expect(costOf(after.lines.at(-1), after)).toBe(total.amount);
  });

  test('a discount is reckoned before the tax that comes on top of it, so that nothing is owed', async () => {
    const order = shop.takeOrder();
    expect(order.taxesIncluded).toBe(false);
    const variant = shop.takeVariant(3);
    const total = { amount: Math.round(variant.price / 2), currencyCode: order.currencyCode };
    const exchangeLines = [goodsOf(order, variant, total)];
    await shop.store.processReturnExchange(exchangeOf(order, variant, { exchangeLines }), CONTEXT);
    const after = await shop.now(order);
    const goods = after.lines.at(-1);
    expect(goods?.taxTotal).toBeGreaterThan(0);
    // A cent may be lost where no price comes to the total with its tax; the shopper never owes one.
    expect(total.amount - costOf(goods, after)).toBeOneOf([0, 1]);
    expect(await workOf(order)).toMatchObject({ owed: 0, last: { status: 'OPEN' } });
  });

  test('what the shopper still owes holds the goods back', async () => {
    const order = shop.takeOrder();
    const variant = shop.takeVariant(3);
    const total = { amount: unitPaid(order) + 50_000, currencyCode: order.currencyCode };
    const dear = shop.sandbox.store(SHOP).products.flatMap(({ variants }) => variants);
    const found = dear.find(({ id }) => String(id) === variant.id);
    if (found) found.price = total.amount;
    await shop.store.processReturnExchange(
      exchangeOf(order, variant, { exchangeLines: [goodsOf(order, variant, total)] }),
      CONTEXT,
    );
    const work = await workOf(order);
    expect(work.owed).toBeGreaterThan(0);
    expect(work.last).toMatchObject({ status: 'ON_HOLD', fulfillmentHolds: [{ reason: 'AWAITING_PAYMENT' }] });
  });

  test.each(['returnCreate', 'returnProcess'])(
    'what is left goes back once, also when the answer of %s is lost',
    async (lost) => {
      const order = shop.takeOrder();
      const variant = shop.takeVariant(3);
      const back = { amount: 250, currencyCode: order.currencyCode };
      const total = {
        amount: Math.max(0, Math.min(unitPaid(order), variant.price) - 250),
        currencyCode: order.currencyCode,
      };
      const request = exchangeOf(order, variant, {
        exchangeLines: [goodsOf(order, variant, total)],
        refund: { amount: back, to: 'originalPayment' },
      });
      await shop.fault(lost, 'dropAnswer');
      await expect(shop.store.processReturnExchange(request, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
      const done = await shop.store.processReturnExchange(request, CONTEXT);
      expect(done).toMatchObject({ refundIdFromPlatform: expect.stringMatching(/^\d+$/), amountRefunded: back });
      const after = await shop.now(order);
      expect([after.totalRefunded, after.returns.length, after.lines.length]).toEqual([250, 1, order.lines.length + 1]);
      expect(variant.available()).toBe(2);
    },
  );

  test('in another currency than the shop’s it is refused before anything is opened', async () => {
    const order = shop.takeOrder('EUR');
    const refusal = shop.store.processReturnExchange(exchangeOf(order, shop.takeVariant(3)), CONTEXT);
    await expect(refusal).rejects.toMatchObject({ kind: 'refused', message: expect.stringMatching(/in EUR/) });
    expect((await shop.now(order)).returns).toEqual([]);
  });

  test('without stock it is refused by name, and nothing was opened', async () => {
    const order = shop.takeOrder();
    const variant = shop.takeVariant(0);
    const refusal = await shop.store
      .processReturnExchange(exchangeOf(order, variant), CONTEXT)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OutOfStockError);
    expect(refusal).toMatchObject({
      kind: 'refused',
      short: [{ variantIdFromPlatform: variant.id, wanted: 1, available: 0 }],
    });
    expect((await shop.now(order)).returns).toEqual([]);
    // A store may have its shoppers wait for them.
    const anyway = exchangeOf(order, variant, { outOfStock: 'continue' });
    await shop.store.processReturnExchange(anyway, CONTEXT);
    expect((await shop.now(order)).lines.at(-1)).toMatchObject({ variantIdFromPlatform: variant.id, quantity: 1 });
  });
});

describe('calling a return off', () => {
  test('one that is open is canceled once; one that was processed is not', async () => {
    const order = shop.takeOrder();
    const request = exchangeOf(order, shop.takeVariant(3));
    await shop.fault('returnProcess', 'drop');
    await expect(shop.store.processReturnExchange(request, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    const opened = (await shop.now(order)).returns[0]?.idFromPlatform ?? '';
    await shop.fault('returnCancel', 'dropAnswer');
    await shop.store.cancelReturn(opened, CONTEXT);
    await shop.store.cancelReturn(opened, CONTEXT);
    expect((await shop.now(order)).returns).toMatchObject([{ status: 'CANCELED' }]);

    // The exchange can be made again afterwards.
    const done = await shop.store.processReturnExchange(request, CONTEXT);
    expect(done.returnIdFromPlatform).not.toBe(opened);
    await expect(shop.store.cancelReturn(done.returnIdFromPlatform, CONTEXT)).rejects.toMatchObject({
      kind: 'refused',
    });
    await expect(shop.store.cancelReturn('1', CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
  });
});
