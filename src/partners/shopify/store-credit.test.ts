import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GiftCardRequest, PlatformMovement } from '#partners/ports.ts';
import type { DemoShop } from './demo-shop.fixture.ts';
import { CONTEXT, firstUnit, newKey, openDemoShop, SHOP } from './demo-shop.fixture.ts';

let shop: DemoShop;
beforeAll(async () => {
  shop = await openDemoShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.clearFaults());

/** A customer of the shop without store credit. */
function takeCustomer(): string {
  const state = shop.sandbox.store(SHOP);
  const taken = new Set(state.storeCreditAccounts.map(({ customerId }) => customerId));
  const customer = state.customers.find(({ id, metafields }) => !taken.has(id) && !metafields?.length);
  if (!customer) throw new Error('the demo shop has too few customers');
  return String(customer.id);
}
const creditOf = (customerIdFromPlatform: string | null): GiftCardRequest => ({
  purposeKey: newKey('giftCard'),
  type: 'Store_Credit',
  amount: { amount: 1500, currencyCode: 'USD' },
  customerIdFromPlatform,
  note: 'R-5',
});
const movements = (customer: string) =>
  shop.sandbox.store(SHOP).storeCreditAccounts.find(({ customerId }) => String(customerId) === customer)?.movements ??
  [];

/** What staff or another app does at the platform. */
async function creditByHand(customer: string, amount: string): Promise<void> {
  const query = `mutation { storeCreditAccountCredit(id: "gid://shopify/Customer/${customer}",
    creditInput: { creditAmount: { amount: "${amount}", currencyCode: USD } }) { userErrors { message } } }`;
  await fetch(`${shop.sandbox.url}/${SHOP}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': await shop.connection.accessToken() },
    body: JSON.stringify({ query }),
  });
}

describe('store credit', () => {
  test('giving twice is giving once; another purpose is another credit', async () => {
    const customer = takeCustomer();
    const request = creditOf(customer);
    const first = await shop.store.issueGiftCard(request, CONTEXT);
    expect(first).toMatchObject({ amount: request.amount, code: '', orderNo: null });
    expect(await shop.store.issueGiftCard(request, CONTEXT)).toEqual(first);
    expect(movements(customer)).toHaveLength(1);
    await shop.store.issueGiftCard({ ...request, purposeKey: newKey('giftCard') }, CONTEXT);
    expect(movements(customer)).toHaveLength(2);
  });

  test.each(['dropAnswer', 'drop'] as const)('%s of the credit: the next try gives it exactly once', async (mode) => {
    const customer = takeCustomer();
    const request = creditOf(customer);
    // Credits that were there before, of the same amount, are not taken for it.
    await creditByHand(customer, '15.00');
    await shop.fault('storeCreditAccountCredit', mode);
    await expect(shop.store.issueGiftCard(request, CONTEXT)).rejects.toMatchObject({
      kind: 'retry',
      retryAfterMs: 60_000,
    });
    await creditByHand(customer, '7.00');
    const done = await shop.store.issueGiftCard(request, CONTEXT);
    expect(await shop.store.issueGiftCard(request, CONTEXT)).toEqual(done);
    expect(
      movements(customer)
        .map(({ amount }) => amount)
        .toSorted((a, b) => a - b),
    ).toEqual([700, 1500, 1500]);
    expect(movements(customer).map(({ id }) => String(id))).toContain(done.idFromPlatform);
  });

  test('two claims of one customer, both without an answer, do not take each other’s', async () => {
    const customer = takeCustomer();
    const [one, other] = [creditOf(customer), creditOf(customer)];
    await shop.fault('storeCreditAccountCredit', 'dropAnswer');
    await expect(shop.store.issueGiftCard(one, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    const second = await shop.store.issueGiftCard(other, CONTEXT);
    const first = await shop.store.issueGiftCard(one, CONTEXT);
    expect(first.idFromPlatform).not.toBe(second.idFromPlatform);
    expect(movements(customer)).toHaveLength(2);
  });

  test('both of their answers are lost: each finds one', async () => {
    const customer = takeCustomer();
    const [one, other] = [creditOf(customer), creditOf(customer)];
    for (const request of [one, other]) {
      await shop.fault('storeCreditAccountCredit', 'dropAnswer');
      await expect(shop.store.issueGiftCard(request, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    }
    const ids = [await shop.store.issueGiftCard(one, CONTEXT), await shop.store.issueGiftCard(other, CONTEXT)];
    expect(new Set(ids.map(({ idFromPlatform }) => idFromPlatform)).size).toBe(2);
    expect(movements(customer)).toHaveLength(2);
  });

  test('several like it since then: nothing is done and staff must say', async () => {
    const customer = takeCustomer();
    const request = creditOf(customer);
    await shop.fault('storeCreditAccountCredit', 'dropAnswer');
    await expect(shop.store.issueGiftCard(request, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    await creditByHand(customer, '15.00');
    await expect(shop.store.issueGiftCard(request, CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
    expect(movements(customer)).toHaveLength(2);
  });

  test('two attempts at the same time: one gives it, the other comes back later', async () => {
    const customer = takeCustomer();
    const request = creditOf(customer);
    const both = await Promise.allSettled([1, 2].map(() => shop.store.issueGiftCard(request, CONTEXT)));
    expect(movements(customer)).toHaveLength(1);
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  });

  test('the mark written afterwards is lost: the credit is found by the look-up', async () => {
    const customer = takeCustomer();
    const request = creditOf(customer);
    const first = await shop.store.issueGiftCard(request, CONTEXT);
    const field = shop.sandbox.store(SHOP).customers.find(({ id }) => String(id) === customer)?.metafields?.[0];
    if (!field) throw new Error('no mark was written');
    field.value = JSON.stringify({ ...JSON.parse(field.value), transactionId: null, createdOn: null });
    expect(await shop.store.issueGiftCard(request, CONTEXT)).toEqual(first);
    expect(movements(customer)).toHaveLength(1);
  });

  test('nobody, an unknown customer, nothing and another amount under the same key are refused', async () => {
    const refusal = (request: GiftCardRequest) =>
      expect(shop.store.issueGiftCard(request, CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
    await refusal(creditOf(null));
    await refusal(creditOf('1'));
    await refusal({ ...creditOf(takeCustomer()), amount: { amount: 0, currencyCode: 'USD' } });
    const request = creditOf(takeCustomer());
    await shop.store.issueGiftCard(request, CONTEXT);
    await refusal({ ...request, amount: { amount: 1, currencyCode: 'USD' } });
  });
});

describe('an order for a gift card', () => {
  const request = (): GiftCardRequest => ({
    ...creditOf(null),
    type: 'Gift_Card_Order',
    claimExternalId: 'R-5',
    customerEmail: 'shopper@example.com',
  });

  test('is named after the claim, costs nothing by the discount code, and is made once', async () => {
    const wanted = request();
    const first = await shop.store.issueGiftCard(wanted, CONTEXT);
    expect(first).toMatchObject({ orderNo: '#C-GC-R-5', code: '', amount: wanted.amount });
    expect(await shop.store.issueGiftCard(wanted, CONTEXT)).toEqual(first);
    expect(await shop.now(first)).toMatchObject({
      orderNo: '#C-GC-R-5',
      total: 0,
      discountCodes: ['crew-discount'],
      lines: [{ isGiftCard: true, requiresShipping: false, unitListPrice: 1500, quantity: 1 }],
    });
  });

  test('an answer lost after the work: the next try finds it', async () => {
    const wanted = request();
    const before = shop.sandbox.store(SHOP).orders.length;
    await shop.fault('orderCreate', 'dropAnswer');
    await expect(shop.store.issueGiftCard(wanted, CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
    await shop.store.issueGiftCard(wanted, CONTEXT);
    expect(shop.sandbox.store(SHOP).orders).toHaveLength(before + 1);
  });
});

describe('what moved at the platform', () => {
  test('every movement shows with its purpose, by instant and by order', async () => {
    const since = new Date(Date.now() - 1000).toISOString();
    const order = shop.takeOrder();
    const customerIdFromPlatform = order.customer?.idFromPlatform ?? null;
    const card = { ...creditOf(null), type: 'Gift_Card' as const };
    const credit = { ...creditOf(customerIdFromPlatform), amount: { amount: 111, currencyCode: 'USD' } };
    const cardOrder = { ...creditOf(null), type: 'Gift_Card_Order' as const, claimExternalId: 'R-6' };
    const refund = {
      purposeKey: newKey('refund'),
      orderIdFromPlatform: order.idFromPlatform,
      claimExternalId: 'R-6',
      lines: [firstUnit(order)],
      amount: { amount: 900, currencyCode: 'USD' },
      to: 'originalPayment' as const,
      note: '',
    };
    await shop.store.issueGiftCard(card, CONTEXT);
    await shop.store.issueGiftCard(credit, CONTEXT);
    const ordered = await shop.store.issueGiftCard(cardOrder, CONTEXT);
    const refunded = await shop.store.refund(refund, CONTEXT);

    const all = await readAll({ since });
    expect(all.find(({ purposeKey }) => purposeKey === card.purposeKey)).toMatchObject({
      kind: 'giftCard',
      amount: card.amount,
    });
    expect(all.find(({ purposeKey }) => purposeKey === credit.purposeKey)).toMatchObject({
      kind: 'storeCredit',
      amount: credit.amount,
      customerIdFromPlatform,
    });
    expect(all.find(({ purposeKey }) => purposeKey === cardOrder.purposeKey)).toMatchObject({
      kind: 'giftCardOrder',
      idFromPlatform: ordered.idFromPlatform,
      amount: cardOrder.amount,
    });
    const back = all.find(({ purposeKey }) => purposeKey === refund.purposeKey);
    expect(back).toMatchObject({
      kind: 'refund',
      idFromPlatform: refunded.idFromPlatform,
      orderIdFromPlatform: order.idFromPlatform,
      amount: refund.amount,
      transactions: [{ status: 'SUCCESS', amount: refund.amount }],
    });
    for (const { createdOn } of all) expect(createdOn >= `${since.slice(0, 19)}.000Z`).toBe(true);

    const ofOrder = await readAll({ orderIdsFromPlatform: [order.idFromPlatform, ordered.idFromPlatform] });
    expect(ofOrder.map(({ purposeKey }) => purposeKey)).toEqual(
      expect.arrayContaining([refund.purposeKey, credit.purposeKey, cardOrder.purposeKey]),
    );
  });

  test('refunds that are not ours show as such', async () => {
    const refunded = shop.sandbox
      .store(SHOP)
      .orders.filter(({ refunds }) => refunds.some(({ note }) => !note?.includes('[')));
    const ids = refunded.slice(0, 7).map(({ id }) => String(id));
    const all = await readAll({ orderIdsFromPlatform: ids });
    expect(all.length).toBeGreaterThan(5);
    expect(all.filter(({ kind }) => kind === 'refund').some(({ purposeKey }) => purposeKey === null)).toBe(true);
  });

  async function readAll(wanted: { since: string } | { orderIdsFromPlatform: string[] }): Promise<PlatformMovement[]> {
    const movements: PlatformMovement[] = [];
    let cursor: string | null = null;
    do {
      const page = await shop.store.movementsOf(wanted, cursor, CONTEXT);
      movements.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return movements;
  }
});
