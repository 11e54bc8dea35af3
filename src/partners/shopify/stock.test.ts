import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#core/orders/order.ts';
import type { ExchangeOrderRequest, RestockRequest } from '#partners/ports.ts';
import { OutOfStockError } from '#partners/ports.ts';
import type { DemoShop } from './demo-shop.fixture.ts';
import { CONTEXT, newKey, openDemoShop, SHOP } from './demo-shop.fixture.ts';

let shop: DemoShop;
beforeAll(async () => {
  shop = await openDemoShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.clearFaults());

function orderOf(order: Order, variant: { id: string }, changes: Partial<ExchangeOrderRequest> = {}) {
  return {
    purposeKey: newKey('exchangeOrder'),
    currencyCode: order.currencyCode,
    note: 'Exchange for R-9',
    tags: [],
    lines: [{ variantIdFromPlatform: variant.id, quantity: 2 }],
    originalOrder: {
      idFromPlatform: order.idFromPlatform,
      orderNo: order.orderNo,
      email: order.email,
      customerIdFromPlatform: order.customer?.idFromPlatform ?? null,
      shippingAddress: order.shippingAddress,
    },
    ...changes,
  } satisfies ExchangeOrderRequest;
}
const made = () => shop.sandbox.store(SHOP).orders.length;
const transactions = (id: string) =>
  shop.sandbox.store(SHOP).orders.find((order) => String(order.id) === id)?.transactions ?? [];

describe('an order for what a shopper gets', () => {
  test.each([
    ['bypass', 1],
    ['decrementIgnoringPolicy', -1],
  ] as const)('with %s it is made without stock', async (inventory, left) => {
    const variant = shop.takeVariant(1);
    await shop.store.createExchangeOrder(orderOf(shop.takeOrder(), variant, { inventory }), CONTEXT);
    expect(variant.available()).toBe(left);
  });

  test('obeying the policy it is refused by name without stock, whole, and made once there is some', async () => {
    const variant = shop.takeVariant(1);
    const plenty = shop.takeVariant(9);
    const lines = [variant, plenty].map(({ id }) => ({ variantIdFromPlatform: id, quantity: 2 }));
    const request = orderOf(shop.takeOrder(), variant, { inventory: 'decrementObeyingPolicy', lines });
    const before = made();
    const refusal = await shop.store.createExchangeOrder(request, CONTEXT).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OutOfStockError);
    expect(refusal).toMatchObject({ short: [{ variantIdFromPlatform: variant.id, wanted: 2, available: 1 }] });
    expect([made(), plenty.available()]).toEqual([before, 9]);
    await shop.store.createExchangeOrder({ ...request, inventory: 'decrementIgnoringPolicy' }, CONTEXT);
    expect([made(), plenty.available()]).toEqual([before + 1, 7]);
  });

  test('it has the name it is given, and comes to nothing', async () => {
    const request = orderOf(shop.takeOrder(), shop.takeVariant(5), { name: 'EX-R-9' });
    const order = await shop.store.createExchangeOrder(request, CONTEXT);
    expect(order.orderNo).toBe('EX-R-9');
    expect(await shop.now(order)).toMatchObject({ orderNo: 'EX-R-9', total: 0, totalPaid: 0 });
  });

  test.each([
    ['less than the goods are worth', 700],
    ['more, with shipping and tax', 999_900],
  ])('what the shopper paid elsewhere is what it comes to: %s', async (_case, amount) => {
    const paid = { amount, currencyCode: 'USD' };
    const request = orderOf(shop.takeOrder(), shop.takeVariant(5), { paid });
    await shop.fault('orderCreate', 'dropAnswer');
    await expect(shop.store.createExchangeOrder(request, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    const order = await shop.store.createExchangeOrder(request, CONTEXT);
    expect(await shop.now(order)).toMatchObject({ total: amount, totalPaid: amount, financialStatus: 'paid' });
    expect(transactions(order.idFromPlatform)).toMatchObject([{ kind: 'SALE', gateway: 'Makegood' }]);
  });

  test('unit prices stand in for the platform’s', async () => {
    const variant = shop.takeVariant(5);
    const unitPrice = { amount: 1234, currencyCode: 'USD' };
    const lines = [{ variantIdFromPlatform: variant.id, quantity: 2, unitPrice }];
    const paid = { amount: 2468, currencyCode: 'USD' };
    const order = await shop.store.createExchangeOrder(orderOf(shop.takeOrder(), variant, { lines, paid }), CONTEXT);
    expect(await shop.now(order)).toMatchObject({ total: 2468, lines: [{ paidTotal: 2468 }] });
  });
});

describe('setting stock aside', () => {
  const later = (ms: number) => new Date(Date.now() + ms).toISOString();
  const requestOf = (variant: { id: string }, until = later(600_000)) => ({
    purposeKey: newKey('reserveStock'),
    claimExternalId: 'R-3',
    until,
    order: { idFromPlatform: '1', email: 'shopper@example.com' },
    lines: [{ variantIdFromPlatform: variant.id, quantity: 2 }],
  });

  test('takes it out of what is available once, and gives it free once', async () => {
    const variant = shop.takeVariant(3);
    const request = requestOf(variant);
    const first = await shop.store.reserveStock(request, CONTEXT);
    expect(first.until).toBe(`${request.until.slice(0, 19)}${first.until?.slice(19)}`);
    expect(await shop.store.reserveStock(request, CONTEXT)).toEqual(first);
    expect(variant.available()).toBe(1);
    await shop.store.releaseStock(request.purposeKey, CONTEXT);
    await shop.store.releaseStock(request.purposeKey, CONTEXT);
    expect(variant.available()).toBe(3);
  });

  test('an answer lost after the work: the next try finds it; a lost release too', async () => {
    const variant = shop.takeVariant(3);
    const request = requestOf(variant);
    await shop.fault('draftOrderCreate', 'dropAnswer');
    await expect(shop.store.reserveStock(request, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    await shop.store.reserveStock(request, CONTEXT);
    expect(variant.available()).toBe(1);
    await shop.fault('draftOrderDelete', 'dropAnswer');
    await shop.store.releaseStock(request.purposeKey, CONTEXT);
    expect(variant.available()).toBe(3);
  });

  test('too little is refused by name, and what lapses comes back by itself', async () => {
    const variant = shop.takeVariant(2);
    await shop.store.reserveStock(requestOf(variant, later(1500)), CONTEXT);
    await expect(shop.store.reserveStock(requestOf(variant), CONTEXT)).rejects.toBeInstanceOf(OutOfStockError);
    await expect
      .poll(
        async () => {
          await shop.store.shop(CONTEXT);
          return variant.available();
        },
        { timeout: 5000 },
      )
      .toBe(2);
  });
});

describe('calling an order off', () => {
  test('puts its goods back once, also over a lost answer; the exchange may be ordered anew', async () => {
    const variant = shop.takeVariant(5);
    const request = orderOf(shop.takeOrder(), variant);
    const order = await shop.store.createExchangeOrder(request, CONTEXT);
    expect(variant.available()).toBe(3);
    const cancel = { idFromPlatform: order.idFromPlatform, purposeKey: newKey('cancelOrder'), restock: true };
    await shop.fault('orderCancel', 'dropAnswer');
    await shop.store.cancelOrder(cancel, CONTEXT);
    await shop.store.cancelOrder(cancel, CONTEXT);
    expect(variant.available()).toBe(5);
    expect((await shop.now(order)).canceledOn).not.toBeNull();
    expect((await shop.store.createExchangeOrder(request, CONTEXT)).idFromPlatform).not.toBe(order.idFromPlatform);
  });

  test('what was sent, and what nobody knows, is refused', async () => {
    const cancel = { purposeKey: newKey('cancelOrder'), restock: true };
    const { idFromPlatform } = shop.takeOrder();
    await expect(shop.store.cancelOrder({ ...cancel, idFromPlatform }, CONTEXT)).rejects.toMatchObject({
      kind: 'refused',
    });
    await expect(shop.store.cancelOrder({ ...cancel, idFromPlatform: '1' }, CONTEXT)).rejects.toMatchObject({
      kind: 'refused',
    });
  });
});

describe('putting goods back into stock', () => {
  test('an internal error of Shopify spends the key: the next try takes another, and adds once', async () => {
    const variant = shop.takeVariant(3);
    const request: RestockRequest = {
      purposeKey: newKey('restock'),
      variantIdFromPlatform: variant.id,
      locationIdFromPlatform: null,
      state: 'available',
      quantity: 2,
      claimExternalId: 'R-9',
    };
    await shop.fault('inventoryAdjustQuantities', 'internalError');
    await expect(shop.store.restock(request, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    expect(await shop.store.restock(request, CONTEXT)).toBe(true);
    expect(await shop.store.restock(request, CONTEXT)).toBe(true);
    expect(variant.available()).toBe(5);
  });
});
