import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as books from '#contract/merchant/books.ts';
import * as customer from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { Order } from '#sandbox/shopify/state.ts';
import { reconcileAndTell } from '#server/books/tell-reconciled.ts';
import { beginDailyRun, endRun } from '#server/db/reconciliations.ts';
import { releaseUnusedPayments } from '#server/payments/look-after.ts';
import {
  approveAndFinalize,
  changeLine,
  finalizeAll,
  markElsewhere,
  returnableOrder,
  settledClaim,
  submitReturn,
  type Returnable,
} from '#server/testing/claims.ts';
import { upsertOrders } from '#server/db/orders.ts';
import { choiceOf, stockUp } from '#server/testing/staff-claims.ts';
import { claimWhen, dearerExchange, owingClaim, PAYING, typeCard } from '#server/testing/payments.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
  await server.saveSettings(PAYING);
}, 200_000);
afterAll(async () => {
  await server.close();
});

type Run = RouteAnswer<typeof books.reconcileNow>;
const reconcile = (): Promise<Run> =>
  staff(books.reconcileNow, { params: { storeId: server.storeId }, body: { days: 2 } });
const journalOf = async ({ id }: Pick<ClaimShown, 'id'>) =>
  (await staff(books.claimJournal, { params: { storeId: server.storeId, claimId: id } })).entries;

type Entries = Awaited<ReturnType<typeof journalOf>>;
/** Credits less debits of an account, in cents. */
const creditOf = (entries: Entries, account: string): number =>
  entries
    .flatMap(({ postings }) => postings)
    .filter((posting) => posting.account === account)
    .reduce((sum, { credit, debit }) => sum + Math.round(credit * 100) - Math.round(debit * 100), 0);
const isEven = (entries: Entries): boolean => entries.length > 0 && creditOf(entries, 'shopper:claim') === 0;

/** As if the order had been made without an account. */
async function ofGuest(shopOrder: Order): Promise<void> {
  shopOrder.customerId = null;
  await server.server.deps.database.asOwner((db) =>
    db
      .updateTable('store_order')
      .set({ document: sql`jsonb_set(document, '{customer}', 'null')` })
      .where(sql`document ->> 'idFromPlatform'`, '=', String(shopOrder.id))
      .execute(),
  );
}

type Method = 'refund' | 'giftCard' | 'storeCredit' | 'variantExchange';
type Made = { claim: ClaimShown; returnable: Returnable };

/** Fees are in the shop's own currency. */
async function dollarOrder(): Promise<Returnable> {
  for (;;) {
    const returnable = await returnableOrder(server);
    if (returnable.shopOrder.currencies.presentment === 'USD') return returnable;
  }
}

/** Another variant of the line's product that is in stock. */
async function siblingOf({ call, order, line }: Returnable): Promise<string> {
  const { products } = await call(customer.exchangeOptions, {
    params: { slug: server.slug, idFromPlatform: order.idFromPlatform },
    query: { productIdFromPlatform: line.productIdFromPlatform ?? '' },
  });
  const sibling = products.flatMap(({ variants }) => variants).find(({ isAvailable }) => isAvailable);
  if (!sibling) throw new Error('nothing of the product is in stock');
  return sibling.idFromPlatform;
}

async function finalized(method: Method): Promise<Made> {
  const returnable = await dollarOrder();
  const externalId = await submitReturn(server, returnable, {
    method,
    ...(method === 'variantExchange' ? { variantIdFromPlatform: await siblingOf(returnable) } : {}),
  });
  await approveAndFinalize(server, staff, externalId);
  return { claim: await settledClaim(server, staff, externalId), returnable };
}

async function paidExchange(): Promise<ClaimShown> {
  const exchange = await dearerExchange(server);
  const begun = await exchange.begin();
  await typeCard(server, begun);
  const externalId = await exchange.submit(begun.paymentId);
  const isTaken = (claim: ClaimShown): boolean => claim.customerPayments[0]?.status === 'Captured';
  await claimWhen(server, staff, externalId, isTaken, 'the payment is taken');
  await approveAndFinalize(server, staff, externalId);
  return settledClaim(server, staff, externalId);
}

describe('claims that ended every way', () => {
  test('are even in the journal, and nothing differs from what partners show', async () => {
    const made: ClaimShown[] = [];
    for (const method of ['refund', 'giftCard', 'storeCredit', 'variantExchange'] as const)
      made.push((await finalized(method)).claim);
    for (const giftCardType of ['Store_Credit', 'Gift_Card_Order'] as const) {
      await server.saveSettings({ ...PAYING, giftCardType });
      made.push((await finalized('giftCard')).claim);
    }
    await server.saveSettings({ ...PAYING, isReturnProcessApiEnabled: true });
    made.push((await finalized('variantExchange')).claim);
    await server.saveSettings({ ...PAYING, returnFee: 300 });
    made.push((await finalized('refund')).claim);
    await server.saveSettings(PAYING);
    made.push(await paidExchange());
    for (const claim of made) expect(isEven(await journalOf(claim))).toBe(true);

    const paid = made.at(-1);
    const entries = paid ? await journalOf(paid) : [];
    expect(entries.map(({ kind }) => kind)).toEqual(['paymentCapture', 'settlement']);
    expect(creditOf(entries, 'payments:captured')).toBe(
      -Math.round((paid?.customerPayments[0]?.capturedAmount ?? 0) * 100),
    );

    const run = await reconcile();
    expect(run).toMatchObject({ differences: [], lastError: null });
    expect(run.compared).toMatchObject({ claims: 9, refunds: 3, giftCards: 2, credits: 1, orders: 3, charges: 1 });
    const { accounts } = await staff(books.balances, { params: { storeId: server.storeId } });
    expect(accounts.find(({ account }) => account === 'shopper:claim')?.balance).toBe(0);
    for (const { account, currencyCode, balance } of accounts) {
      const { entries, hasMore } = await staff(books.accountEntries, {
        params: { storeId: server.storeId },
        query: { account, currencyCode },
      });
      expect(hasMore).toBe(false);
      expect(entries.reduce((sum, { debit, credit }) => sum + Math.round((debit - credit) * 100), 0)).toBe(
        Math.round(balance * 100),
      );
      expect(entries.every(({ claim }) => made.some(({ id }) => id === claim?.id))).toBe(true);
      const [newest] = entries;
      const rest = await staff(books.accountEntries, {
        params: { storeId: server.storeId },
        query: { account, currencyCode, before: newest?.id },
      });
      expect(rest.entries).toEqual(entries.slice(1));
    }
    expect(accounts.reduce((sum, { balance }) => sum + Math.round(balance * 100), 0)).toBe(0);
    const { data } = await staff(books.reconciliations, { params: { storeId: server.storeId } });
    expect(data[0]).toEqual(run);
  });

  test("a guest's store credit and a gift card given as credit go to an account of the order's email, and nothing differs", async () => {
    await server.saveSettings({ ...PAYING, giftCardType: 'Store_Credit' });
    for (const method of ['storeCredit', 'giftCard'] as const) {
      const returnable = await dollarOrder();
      const { shopOrder } = returnable;
      await ofGuest(shopOrder);
      const externalId = await submitReturn(server, returnable, { method });
      await approveAndFinalize(server, staff, externalId);
      const claim = await settledClaim(server, staff, externalId);
      expect(claim.effects.filter(({ state }) => state !== 'done')).toEqual([]);
      expect(claim.claimLineItems[0]?.allowedMethods).toEqual([]);
      const owners = server.shop.customers.filter(({ email }) => email === shopOrder.email);
      expect(owners).toHaveLength(1);
      const credits = server.shop.storeCreditAccounts.filter(({ customerId }) => customerId === owners[0]?.id);
      const moves = credits.flatMap(({ movements }) => movements.map(({ amount }) => amount));
      expect(moves).toContain(Math.round(claim.ledger.balance * 100));
      expect(isEven(await journalOf(claim))).toBe(true);
      const { nextSteps, issued } = await returnable.call(customer.overview, {
        params: { slug: server.slug, externalId },
      });
      expect(nextSteps[0]).toContain(`your store account under ${shopOrder.email}`);
      expect(issued.storeCredit).toBe(claim.ledger.balance);
    }
    await server.saveSettings(PAYING);
    expect((await reconcile()).differences).toEqual([]);
  });

  test('a fee is taken off in the books as on the screen', async () => {
    await server.saveSettings({ ...PAYING, returnFee: 250 });
    const { claim } = await finalized('refund');
    await server.saveSettings(PAYING);
    const entries = await journalOf(claim);
    expect(creditOf(entries, 'store:fees')).toBe(250);
    expect(creditOf(entries, 'platform:refunds')).toBe(Math.round(claim.ledger.balance * 100));
    expect(creditOf(entries, 'platform:refunds')).toBe(
      Math.round((claim.resolutionSummary.refunds[0]?.amount ?? 0) * 100),
    );
  });
});

describe('what shoppers paid', () => {
  const unexplained = async () => (await reconcile()).differences.filter(({ isExplained }) => !isExplained);

  test('for a claim made before is booked as any other, by card and at the checkout; what is only begun is nothing yet', async () => {
    const begun = await owingClaim(server, staff);
    await begun.begin();
    for (const paymentProvider of ['stripe', 'platformCheckout'] as const) {
      await server.saveSettings({ ...PAYING, paymentProvider });
      const { claim, begin, state } = await owingClaim(server, staff);
      const payment = await begin();
      if (payment.payUrl) await fetch(payment.payUrl, { method: 'POST' });
      else await typeCard(server, payment);
      await eventually(async () => (await state(payment)).state === 'made', 'it is paid');
      const isTaken = (one: ClaimShown): boolean => one.customerPayments[0]?.status === 'Captured';
      const paid = await claimWhen(server, staff, claim.externalId, isTaken, 'the payment is taken');
      await finalizeAll(server, staff, paid);
      const done = await settledClaim(server, staff, claim.externalId);
      const entries = await journalOf(done);
      const kind = paymentProvider === 'stripe' ? 'paymentCapture' : 'paymentReceived';
      expect(entries.map((entry) => entry.kind)).toEqual([kind, 'settlement']);
      expect(isEven(entries)).toBe(true);
      expect(creditOf(entries, 'payments:captured')).toBe(-Math.round(payment.amount * 100));
    }
    await server.saveSettings(PAYING);
    expect(await unexplained()).toEqual([]);
  });

  test('and staff gave back after it was used is borne by the store', async () => {
    const claim = await paidExchange();
    const [payment] = claim.customerPayments;
    await staff(actions.refundCustomerPayment, {
      params: { storeId: server.storeId, customerPaymentId: payment?.id ?? 0 },
      body: { amount: payment?.refundable ?? 0 },
    });
    const back = await settledClaim(server, staff, claim.externalId);
    const entries = await journalOf(back);
    expect(entries.map(({ kind }) => kind)).toEqual(['paymentCapture', 'settlement', 'goodwill', 'paymentRefund']);
    expect(creditOf(entries, 'store:goodwill')).toBe(
      -Math.round((back.customerPayments[0]?.refundedAmount ?? 0) * 100),
    );
    expect(isEven(entries)).toBe(true);
    expect(await unexplained()).toEqual([]);
  });

  test('goes back when the claim is canceled', async () => {
    const exchange = await dearerExchange(server);
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const claim = await settledClaim(server, staff, await exchange.submit(begun.paymentId));
    await staff(actions.cancelClaim, {
      params: { storeId: server.storeId, claimId: claim.id },
      body: { version: claim.version },
    });
    const entries = await journalOf(await settledClaim(server, staff, claim.externalId));
    expect(entries.map(({ kind }) => kind)).toEqual(['paymentCapture', 'paymentRefund']);
    expect(isEven(entries)).toBe(true);
    expect(await unexplained()).toEqual([]);
  });

  test('is kept after an instant exchange, and settled when its return is no longer waited for', async () => {
    const exchange = await dearerExchange(server, { isInstantExchange: true });
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const externalId = await exchange.submit(begun.paymentId);
    await settledClaim(server, staff, externalId);
    expect(await unexplained()).toEqual([]);
    await approveAndFinalize(server, staff, externalId);
    const { id: claimId, version } = await settledClaim(server, staff, externalId);
    expect(await unexplained()).toEqual([]);
    await staff(actions.waiveReturn, { params: { storeId: server.storeId, claimId }, body: { version } });
    expect(isEven(await journalOf(await settledClaim(server, staff, externalId)))).toBe(true);
    expect(await unexplained()).toEqual([]);
  });

  test("at the store's own checkout is booked when it is used, and given back when nobody does", async () => {
    await server.saveSettings({ ...PAYING, paymentProvider: 'platformCheckout' });
    const [used, unused] = [await dearerExchange(server), await dearerExchange(server)];
    const [first, second] = [await used.begin(), await unused.begin()];
    for (const { payUrl } of [first, second]) expect((await fetch(payUrl ?? '', { method: 'POST' })).status).toBe(200);
    const externalId = await used.submit(first.paymentId);
    await settledClaim(server, staff, externalId);
    await approveAndFinalize(server, staff, externalId);
    const claim = await settledClaim(server, staff, externalId);
    const entries = await journalOf(claim);
    expect(creditOf(entries, 'payments:captured')).toBe(-Math.round(first.amount * 100));
    expect(isEven(entries)).toBe(true);
    expect(await unexplained()).toEqual([]);
    await releaseUnusedPayments(server.server.deps, new Date(Date.now() + 2 * 3_600_000));
    await eventually(async () => {
      const row = await server.server.deps.database.asOwner((db) =>
        db
          .selectFrom('customer_payment')
          .select(['refunded', 'amount'])
          .where('payment_id', '=', second.paymentId)
          .executeTakeFirst(),
      );
      return row?.refunded === row?.amount;
    }, 'what nobody used goes back');
    expect(await unexplained()).toEqual([]);
    await server.saveSettings(PAYING);
  });
});

/** A canceled claim whose unused label was voided, and the label's cost in cents. */
async function labelGivenBack(): Promise<{ claim: ClaimShown; trackingCode: string; cost: number }> {
  await server.saveSettings({ ...PAYING, shippingMethods: ['label'] });
  const returnable = await dollarOrder();
  const externalId = await submitReturn(server, returnable, { method: 'refund', shippingMethod: 'label' });
  const claim = await settledClaim(server, staff, externalId);
  await server.saveSettings(PAYING);
  const bought = await journalOf(claim);
  expect(bought.map(({ kind }) => kind)).toEqual(['label']);
  const cost = creditOf(bought, 'labels:provider');
  expect(cost).toBeGreaterThan(0);
  expect(creditOf(bought, 'store:labels')).toBe(-cost);
  await staff(actions.cancelClaim, {
    params: { storeId: server.storeId, claimId: claim.id },
    body: { version: claim.version },
  });
  const canceled = await settledClaim(server, staff, externalId);
  expect(canceled.timeline.map(({ subject }) => subject)).toContain('Label voided');
  expect((await journalOf(claim)).map(({ kind }) => kind)).toEqual(['label']);
  return { claim: canceled, trackingCode: claim.claimReturnShipments[0]?.tracker.carrier.trackingCode ?? '', cost };
}

const atCarrier = (path: 'refund' | 'faults', body: object) =>
  fetch(`${server.easypost.url}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const shownAgain = ({ id }: ClaimShown) =>
  staff(merchant.getClaim, { params: { storeId: server.storeId, claimId: id } });

describe('a label is booked at what it cost', () => {
  test('and back when the carrier says that it is refunded, once however often it is told', async () => {
    const { claim, trackingCode, cost } = await labelGivenBack();
    await atCarrier('faults', { mode: 'repeat', match: 'WEBHOOK refund', times: 1 });
    await atCarrier('refund', { tracking_code: trackingCode, status: 'refunded' });
    const refunded = await eventually(async () => {
      const shown = await shownAgain(claim);
      return shown.timeline.some(({ subject }) => subject.startsWith('Label refunded')) && shown;
    }, 'the refund of the label is told');
    const entries = await journalOf(claim);
    expect(entries.map(({ kind }) => kind)).toEqual(['label', 'labelRefund']);
    expect(creditOf(entries, 'labels:provider')).toBe(0);
    const told = (shown: ClaimShown) => shown.timeline.filter(({ subject }) => subject.startsWith('Label refunded'));
    expect(told(refunded).map(({ subject }) => subject)).toEqual([`Label refunded $${(cost / 100).toFixed(2)}`]);
    const effect = refunded.effects.find(({ kind }) => kind === 'labelRefund');
    expect(effect?.result?.label).toBe('The label was refunded');
    expect(foundFor(await reconcile(), claim)).toEqual([]);
    expect(told(await shownAgain(claim))).toEqual(told(refunded));
    expect(await journalOf(claim)).toEqual(entries);
  });

  test('and back at the next reconciliation when the webhook was lost', async () => {
    const { claim, trackingCode } = await labelGivenBack();
    await atCarrier('faults', { mode: 'drop', match: 'WEBHOOK refund', times: 1 });
    await atCarrier('refund', { tracking_code: trackingCode, status: 'refunded' });
    const run = await reconcile();
    expect(foundFor(run, claim)).toEqual([]);
    expect(run.compared['labelsBack']).toBeGreaterThan(0);
    expect((await journalOf(claim)).map(({ kind }) => kind)).toEqual(['label', 'labelRefund']);
  });

  test('and stays so when the carrier refuses: staff are told, once', async () => {
    const { claim, trackingCode } = await labelGivenBack();
    expect(foundFor(await reconcile(), claim)).toEqual([]);
    await atCarrier('refund', { tracking_code: trackingCode, status: 'rejected' });
    await reconcile();
    expect(foundFor(await reconcile(), claim)).toMatchObject([
      { code: 'LABEL_REFUND_REJECTED', isExplained: true, ours: 0, theirs: 0 },
    ]);
    const shown = await shownAgain(claim);
    expect(shown.tasks.map(({ kind }) => kind)).toEqual(['labelNotRefunded']);
    expect(shown.tasks[0]?.message).toContain(trackingCode);
    expect(shown.timeline.filter(({ subject }) => subject === 'Label not refunded')).toHaveLength(1);
    expect((await journalOf(claim)).map(({ kind }) => kind)).toEqual(['label']);
  });
});

/** What staff do in the shop's own admin. */
function refundByHand(order: Order, cents: number): void {
  const sale = order.transactions.find(({ kind }) => kind === 'SALE' || kind === 'CAPTURE');
  if (!sale) throw new Error('nothing was paid for the order');
  const createdAt = new Date().toISOString();
  const amount = { shop: cents, presentment: cents };
  const zero = { shop: 0, presentment: 0 };
  const id = 9_000_000_000 + order.id;
  const { gateway, test: isTest } = sale;
  order.transactions.push({
    id,
    kind: 'REFUND',
    status: 'SUCCESS',
    gateway,
    amount,
    parentId: sale.id,
    createdAt,
    test: isTest,
  });
  const discrepancy = { shop: -cents, presentment: -cents };
  order.refunds.push({
    id: id + 1,
    createdAt,
    note: 'By hand',
    returnId: null,
    lines: [],
    shipping: zero,
    shippingTax: zero,
    discrepancy,
    transactionIds: [id],
  });
  order.updatedAt = createdAt;
}

/** The same, with the news delivered to us. */
async function refundedByHand(shopOrder: Order, cents: number): Promise<void> {
  refundByHand(shopOrder, cents);
  const { deps } = server.server;
  const storefront = await deps.storefrontOf(server.storeId);
  const order = await storefront.fetchOrder(String(shopOrder.id), { requestId: 'told-late' });
  if (!order) throw new Error('the order is gone');
  await deps.database.inStore(server.storeId, (db) => upsertOrders(db, server.storeId, [order]));
}

const foundFor = (run: Run, claim: ClaimShown) => run.differences.filter(({ claimId }) => claimId === claim.id);

describe('a difference is named', () => {
  test('labels that were bought in our name or given back beside us', async () => {
    await server.saveSettings({ ...PAYING, shippingMethods: ['label'] });
    const externalId = await submitReturn(server, await dollarOrder(), { shippingMethod: 'label' });
    const claim = await settledClaim(server, staff, externalId);
    await server.saveSettings(PAYING);
    const before = (await reconcile()).differences;
    const [labels] = server.server.deps.labels;
    const context = { requestId: 'beside-us' };
    const [shipment] = claim.claimReturnShipments;
    const { fromAddress: from, toAddress: to } = shipment ?? {};
    if (!labels || !from || !to) throw new Error('the claim has no label');
    const buy = async (reference: string) => {
      const wanted = { from, to, parcel: { weightOunces: 8 }, reference };
      const { rates, shipmentIdFromProvider } = await labels.quote(wanted, context);
      return labels.buy(shipmentIdFromProvider, rates[0]?.id ?? '', context);
    };
    // The first belongs to another customer of the same account.
    await buy('label:claim:1:R-ELSEWHERE');
    const unasked = await buy(`label:claim:${claim.id}:unknown:${externalId}`);
    const ours = await labels.findByReference(`label:claim:${claim.id}:${externalId}`, context);
    await labels.refundLabel(ours?.shipmentIdFromProvider ?? '', context);
    await atCarrier('refund', { tracking_code: shipment?.tracker.carrier.trackingCode, status: 'refunded' });
    const run = await reconcile();
    expect(run.differences.filter(({ message }) => !before.some((known) => known.message === message))).toMatchObject([
      { code: 'MOVEMENT_WITHOUT_EFFECT', claimExternalId: externalId, theirs: unasked.cost.amount / 100 },
      { code: 'LABEL_GIVEN_BACK_BY_STAFF', claimExternalId: externalId, isExplained: true },
    ]);
  });

  test('a refund staff made in the shop, which is explained', async () => {
    const { claim, returnable } = await finalized('giftCard');
    refundByHand(returnable.shopOrder, 100);
    expect(foundFor(await reconcile(), claim)).toMatchObject([
      { code: 'REFUND_AT_PLATFORM_BY_STAFF', isExplained: true, theirs: 1, orderNo: claim.originalStoreOrder.orderNo },
    ]);
  });

  test('a refund staff made of what a claim gave as well: more than was paid went out, which somebody is told', async () => {
    const { claim, returnable } = await finalized('giftCard');
    await refundedByHand(returnable.shopOrder, Math.round(claim.originalStoreOrder.total * 100));
    const given = claim.claimLineItems[0]?.requestedAmount;
    expect(foundFor(await reconcile(), claim)).toMatchObject([
      { code: 'REFUND_AT_PLATFORM_BY_STAFF', isExplained: true },
      {
        code: 'ORDER_GAVE_MORE_THAN_PAID',
        isExplained: false,
        ours: given,
        theirs: claim.originalStoreOrder.total,
        message: expect.stringMatching(/^More was refunded for an order than was paid: order /),
      },
    ]);
  });

  test('a gift card that is gone, and one that is there twice', async () => {
    const { claim } = await finalized('giftCard');
    const index = server.shop.giftCards.findIndex(({ note }) => note?.includes(`:${claim.externalId}]`));
    const [card] = server.shop.giftCards.splice(index, 1);
    if (!card || index < 0) throw new Error('the shop has no gift card of the claim');
    expect(foundFor(await reconcile(), claim)).toMatchObject([
      { code: 'EFFECT_WITHOUT_MOVEMENT', isExplained: false, claimExternalId: claim.externalId },
    ]);
    server.shop.giftCards.push(card, { ...card, id: card.id + 5_000_000_000, code: 'doubled' });
    const twice = foundFor(await reconcile(), claim);
    expect(twice).toMatchObject([{ code: 'MOVED_TWICE', isExplained: false }]);
    expect(twice[0]?.theirs).toBeCloseTo(2 * (twice[0]?.ours ?? 0), 5);
    server.shop.giftCards.pop();
    expect(foundFor(await reconcile(), claim)).toEqual([]);
  });

  test('store credit that staff took back, and that the account never had', async () => {
    await server.saveSettings({ ...PAYING, giftCardType: 'Store_Credit' });
    const { claim, returnable } = await finalized('giftCard');
    await server.saveSettings(PAYING);
    const account = server.shop.storeCreditAccounts.find(
      ({ customerId }) => customerId === returnable.shopOrder.customerId,
    );
    const given = account?.movements.at(-1);
    if (!account || !given) throw new Error('the credit is in the account');
    const taken = { ...given, id: given.id + 1_000_000, kind: 'debit', amount: given.amount, balanceAfter: 0 } as const;
    account.movements.push(taken);
    expect(foundFor(await reconcile(), claim)).toMatchObject([
      { code: 'CREDIT_TAKEN_BACK_BY_STAFF', isExplained: true },
    ]);
    account.movements.splice(account.movements.indexOf(given), 2);
    expect(foundFor(await reconcile(), claim)).toMatchObject([{ code: 'EFFECT_WITHOUT_MOVEMENT', isExplained: false }]);
    account.movements.push(given);
    expect(foundFor(await reconcile(), claim)).toEqual([]);
  });

  test('an exchange by the return of the platform that is gone', async () => {
    await server.saveSettings({ ...PAYING, isReturnProcessApiEnabled: true });
    const { claim } = await finalized('variantExchange');
    await server.saveSettings(PAYING);
    const isOfClaim = ({ lines }: (typeof server.shop.returns)[number]): boolean =>
      lines.some(({ note }) => note.includes(`:${claim.externalId}]`));
    const [made] = server.shop.returns.splice(server.shop.returns.findIndex(isOfClaim), 1);
    if (!made || !isOfClaim(made)) throw new Error('the shop has no return of the claim');
    expect(foundFor(await reconcile(), claim)).toMatchObject([
      { code: 'EFFECT_WITHOUT_MOVEMENT', isExplained: false, claimExternalId: claim.externalId },
    ]);
    server.shop.returns.push(made);
    expect(foundFor(await reconcile(), claim)).toEqual([]);
  });

  test('a charge at the provider that no payment of ours is for', async () => {
    const request = (purposeKey: string) =>
      fetch(`${server.stripe.url}/v1/payment_intents`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.stripe.keys.secretKey}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          amount: '1234',
          currency: 'usd',
          confirm: 'true',
          payment_method: 'pm_card_visa',
          'metadata[purposeKey]': purposeKey,
        }),
      });
    const unknown = await request(`payment:store:${server.storeId}:request:lost:1234`);
    expect(unknown.status).toBe(200);
    // Of another store with the same account.
    expect((await request(`payment:store:${server.storeId + 1}:request:theirs:1234`)).status).toBe(200);
    const { differences } = await reconcile();
    expect(differences.filter(({ code }) => code === 'CHARGE_WITHOUT_PAYMENT')).toMatchObject([
      { theirs: 12.34, currencyCode: 'USD', claimId: null, isExplained: false },
    ]);
  });

  test('a step staff did elsewhere, which is explained; the books say it left by no partner', async () => {
    const returnable = await returnableOrder(server);
    const externalId = await submitReturn(server, returnable, { method: 'giftCard' });
    server.shopify.faults.add({ shop: null, match: 'giftCardCreate', mode: 'fail', times: 10_000, ms: 0 });
    const open = await settledClaim(server, staff, externalId);
    const approved = await changeLine(server, staff, open, open.claimLineItems[0]?.id ?? 0, {
      kind: 'approved',
      resolutionMethod: 'giftCard',
    });
    await finalizeAll(server, staff, approved);
    const failing = await eventually(async () => {
      const { data } = await staff(actions.listEffects, { params: { storeId: server.storeId }, query: {} });
      return data.find(
        (effect) => effect.kind === 'giftCard' && effect.state === 'waiting' && effect.lastError !== null,
      );
    }, 'the gift card waits');
    expect(foundFor(await reconcile(), approved)).toEqual([]);
    await markElsewhere(server, staff, failing.id, 'Sent a card by mail');
    server.shopify.faults.clear();
    const claim = await settledClaim(server, staff, externalId);
    const [found, ...others] = foundFor(await reconcile(), claim);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: 'EFFECT_DONE_ELSEWHERE', isExplained: true });
    expect(found?.message).toContain('Sent a card by mail');
    const entries = await journalOf(claim);
    expect(isEven(entries)).toBe(true);
    expect(creditOf(entries, 'external')).toBeGreaterThan(0);
    await refundedByHand(returnable.shopOrder, Math.round(claim.originalStoreOrder.total * 100));
    expect(foundFor(await reconcile(), claim).map(({ code }) => code)).toEqual([
      'EFFECT_DONE_ELSEWHERE',
      'REFUND_AT_PLATFORM_BY_STAFF',
    ]);
  });

  test('goods that were never sent and whose value staff gave back in the shop are not given twice', async () => {
    const returnable = await returnableOrder(server);
    const externalId = await submitReturn(server, returnable, { method: 'refund' });
    const open = await settledClaim(server, staff, externalId);
    const [item] = open.claimLineItems;
    const wanted = server.shop.products
      .filter(({ id }) => String(id) === item?.originalStoreOrderLineItem.productIdFromPlatform)
      .flatMap(({ variants }) => variants)
      .at(-1);
    if (!wanted) throw new Error('the product has a variant');
    stockUp(wanted, 5);
    server.shopify.faults.add({ shop: null, match: 'OrderCreate', mode: 'fail', times: 10_000, ms: 0 });
    const approved = await changeLine(server, staff, open, item?.id ?? 0, {
      kind: 'approved',
      resolutionMethod: 'variantExchange',
      variantExchangeLineItem: choiceOf(wanted),
    });
    await finalizeAll(server, staff, approved, { waiveBalance: true });
    const failing = await eventually(async () => {
      const { data } = await staff(actions.listEffects, { params: { storeId: server.storeId }, query: {} });
      return data.find((effect) => effect.kind === 'exchangeOrder' && effect.lastError !== null);
    }, 'the exchange order waits');
    await markElsewhere(server, staff, failing.id, 'Refunded in the shop');
    server.shopify.faults.clear();
    await refundedByHand(returnable.shopOrder, Math.round(open.originalStoreOrder.total * 100));
    const codes = foundFor(await reconcile(), open).map(({ code }) => code);
    expect(codes).toContain('REFUND_AT_PLATFORM_BY_STAFF');
    expect(codes).not.toContain('ORDER_GAVE_MORE_THAN_PAID');
  });

  test('an entry that was never written', async () => {
    const { claim } = await finalized('refund');
    // Only the owner of the database can, by taking the protection away first.
    const { database } = server.server.deps;
    await database.asOwner(async (db) => {
      await sql`alter table journal_entry disable trigger user`.execute(db);
      await sql`alter table journal_posting disable trigger user`.execute(db);
      const lost = sql`select entry_id from journal_entry where subject_id = ${claim.id} and kind = 'refund'`;
      await sql`delete from journal_posting where entry_id in (${lost})`.execute(db);
      await sql`delete from journal_entry where subject_id = ${claim.id} and kind = 'refund'`.execute(db);
      await sql`alter table journal_entry enable trigger user`.execute(db);
      await sql`alter table journal_posting enable trigger user`.execute(db);
    });
    expect(foundFor(await reconcile(), claim)).toMatchObject([{ code: 'EFFECT_NOT_BOOKED', isExplained: false }]);
  });
});

test('the command tells the same as a table, and whether something is unexplained', async () => {
  let told = '';
  const tell = (days: number) => {
    told = '';
    return reconcileAndTell(server.server.deps, server.slug, days, (text) => (told += text));
  };
  expect(await tell(2)).toBe(false);
  expect(told).toMatch(/\n\d unexplained:\n/);
  expect(told).toMatch(/\n {2}EFFECT_NOT_BOOKED +R-\w+ +#\d+ +\$[\d.]+ /);
  expect(told).toMatch(/\n\d explained:\n/);
  await expect(reconcileAndTell(server.server.deps, 'no-such-store', 2, () => undefined)).rejects.toThrow(
    'There is no store called no-such-store.',
  );
  server.shopify.faults.add({ shop: null, match: 'giftCards', mode: 'fail', times: 1000, ms: 0 });
  expect(await tell(2)).toBe(false);
  server.shopify.faults.clear();
  expect(told).toContain('Not compared. ');
});

test('the run of the day is made once, again after one that failed, and a begun one is left alone for an hour', async () => {
  const { database } = server.server.deps;
  const other = await database.asOwner((db) =>
    db
      .insertInto('store')
      .values({ slug: 'other', name: 'Other', currency_code: 'USD', shop_domain: null })
      .returning('store_id')
      .executeTakeFirstOrThrow(),
  );
  const begin = () => database.inStore(other.store_id, (db) => beginDailyRun(db, other.store_id, 30));
  const age = (interval: string) =>
    database.asOwner((db) =>
      sql`update reconciliation_run set started_on = started_on - ${interval}::interval,
        finished_on = finished_on - ${interval}::interval where store_id = ${other.store_id}`.execute(db),
    );
  const [first, second] = await Promise.all([begin(), begin()]);
  const run = first ?? second;
  expect([first, second].filter((one) => one !== null)).toHaveLength(1);
  if (!run) throw new Error('no run was begun');
  expect(run.to_on.getTime() - run.from_on.getTime()).toBe(30 * 86_400_000);
  await database.inStore(other.store_id, (db) => endRun(db, run, { lastError: 'Shopify: unreachable' }));
  expect(await begin()).toBeNull();
  await age('61 minutes');
  const again = await begin();
  if (!again) throw new Error('a failed run was not made again');
  await database.inStore(other.store_id, (db) => endRun(db, again, { compared: {}, differences: [] }));
  await age('2 hours');
  expect(await begin()).toBeNull();
  await age('1 day');
  expect(await begin()).not.toBeNull();
});

test('a partner that cannot be asked leaves a run that says so', async () => {
  server.shopify.faults.add({ shop: null, match: 'giftCards', mode: 'fail', times: 1000, ms: 0 });
  const run = await reconcile();
  server.shopify.faults.clear();
  expect(run.lastError).toMatch(/^[Ss]hopify: /);
  expect(run.finishedOn).not.toBeNull();
  expect(run.differences).toEqual([]);
});

test('only one comparison of a store runs at a time', async () => {
  const results = await Promise.allSettled(Array.from({ length: 4 }, reconcile));
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as { code: string }] : [],
  );
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  expect(refusals.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'ALREADY_COMPARING'));
  await reconcile();
});

test('only admins see the books of the store', async () => {
  const member = await server.staff('Staff');
  await expect(member(books.balances, { params: { storeId: server.storeId } })).rejects.toThrow();
  await expect(member(books.reconcileNow, { params: { storeId: server.storeId }, body: {} })).rejects.toThrow();
});
