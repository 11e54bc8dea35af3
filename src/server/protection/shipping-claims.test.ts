import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as portal from '#contract/customer/shipping-claims.ts';
import * as customer from '#contract/customer/customer.ts';
import * as books from '#contract/merchant/books.ts';
import { getCustomer } from '#contract/merchant/customers.ts';
import * as contract from '#contract/merchant/shipping-claims.ts';
import * as lists from '#contract/merchant/lists.ts';
import { listAlerts } from '#contract/merchant/alerts.ts';
import { me } from '#contract/merchant/me.ts';
import * as orders from '#contract/merchant/orders.ts';
import { listEffects, retryEffect, settleEffect } from '#contract/merchant/claim-actions.ts';
import * as reports from '#contract/merchant/reports.ts';
import * as views from '#contract/merchant/views.ts';
import * as session from '#contract/merchant/session.ts';
import type { Order } from '#core/orders/order.ts';
import { SHIPPING_REASONS, ShippingReason } from '#core/protection/reasons.ts';
import { minorOf } from '#server/amounts.ts';
import { MOST_TRIES } from '#server/retrying.ts';
import { remindOfFiling } from '#server/email/remind-of-filing.ts';
import { changeOrder, newest, returnableOrder, type Returnable } from '#server/testing/claims.ts';
import { HOME } from '#server/testing/home.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { reorderTokens, SHIPPING_CLAIMS_ON } from '#server/testing/shipping-claims.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer({ orders: 200 });
  staff = await server.staff('Staff');
  await server.saveSettings(SHIPPING_CLAIMS_ON);
});
afterAll(() => server.close());

const params = ({ order }: Pick<Returnable, 'order'>) => ({ slug: server.slug, idFromPlatform: order.idFromPlatform });
const claimable = (from: Returnable) => from.call(portal.shippingProtection, { params: params(from) });

const missing = async (from: Returnable) =>
  (await claimable(from)).reasons.find(({ reason }) => reason === 'Missing_Item')?.units ?? [];
/** An order with something that can be claimed as missing now. */
async function claimableOrder(units = 1): Promise<Returnable> {
  const found = await returnableOrder(server, units);
  return (await missing(found)).some((unit) => unit.quantity >= units) ? found : claimableOrder(units);
}

/** One unit that can be claimed as missing now. */
async function unitOf(from: Returnable) {
  const [unit] = await missing(from);
  if (!unit) throw new Error('nothing can be claimed as missing');
  return { lineIdFromPlatform: unit.lineIdFromPlatform, quantity: 1 };
}

type Body = Parameters<typeof fileIt>[1];
function fileIt(
  from: Returnable,
  body: {
    selections: { lineIdFromPlatform: string; quantity: number }[];
    method?: 'Refund' | 'Reorder';
    requestKey?: string;
    reason?: 'Missing_Item' | 'Damaged' | 'Lost' | 'Stolen';
    email?: string;
  },
) {
  const {
    requestKey = randomUUID(),
    method = 'Refund',
    reason = 'Missing_Item',
    email = 'ada@home.example',
    selections,
  } = body;
  return from.call(portal.fileShippingClaim, {
    params: params(from),
    body: { requestKey, reason, method, selections, email },
  });
}

async function filed(body: Partial<Body> = {}): Promise<{ from: Returnable; externalId: string; id: number }> {
  const from = await claimableOrder();
  const { externalId } = await fileIt(from, { selections: [await unitOf(from)], ...body });
  const { shippingClaims } = await staff(orders.getOrder, {
    params: { storeId: server.storeId, idFromPlatform: from.order.idFromPlatform },
  });
  const id = shippingClaims.find((one) => one.externalId === externalId)?.id;
  if (id === undefined) throw new Error('the order does not name its claim');
  return { from, externalId, id };
}

const at = (id: number) => ({ storeId: server.storeId, shippingClaimId: id });
const shown = (id: number) => staff(contract.getShippingClaim, { params: at(id) });
const refund = async (id: number, extras: { shippingFee?: number; handlingFee?: number } = {}) => {
  const { version } = await shown(id);
  return staff(contract.finalizeShippingClaim, {
    params: at(id),
    body: { version, resolutionMethod: 'Refund', ...extras },
  });
};
const grant = async (id: number) => {
  const { version } = await shown(id);
  return staff(contract.finalizeShippingClaim, { params: at(id), body: { version, resolutionMethod: 'Reorder' } });
};
const shopOrder = ({ order }: Returnable) => {
  const found = server.shop.orders.find(({ id }) => String(id) === order.idFromPlatform);
  if (!found) throw new Error('the shop has no such order');
  return found;
};
async function orderInDollars(): Promise<Returnable> {
  const found = await claimableOrder();
  return found.order.currencyCode === 'USD' ? found : orderInDollars();
}
const documentOf = ({ order }: Returnable): Promise<Order> =>
  server.server.deps.database.inStore(server.storeId, async (db) => {
    const rows = db.selectFrom('store_order').select('document').where('id_from_platform', '=', order.idFromPlatform);
    return (await rows.executeTakeFirstOrThrow()).document;
  });
/** Every unit of an item, by the package it was sent in. */
const fulfilledUnits = async (from: Returnable, lineIdFromPlatform: string) =>
  (await documentOf(from)).fulfillments
    .flatMap(({ lines }) => lines)
    .filter((sent) => sent.lineIdFromPlatform === lineIdFromPlatform)
    .map(({ idFromPlatform, quantity }) => ({
      lineIdFromPlatform,
      fulfillmentLineIdFromPlatform: idFromPlatform,
      quantity,
    }));
/** The carrier gave the order's packages up. Its buyer has ordered nothing else, unless they are named. */
const lostByCarrier = ({ order }: Returnable, buyer: string = `buyer-${randomUUID()}@home.example`): Promise<unknown> =>
  server.server.deps.database.inStore(server.storeId, async (db) => {
    const row = await db
      .selectFrom('store_order')
      .select(['order_id', 'document'])
      .where('id_from_platform', '=', order.idFromPlatform)
      .executeTakeFirstOrThrow();
    const fulfillments = row.document.fulfillments.map((sent) => ({
      ...sent,
      deliveredOn: null,
      event: 'failure' as const,
    }));
    await db
      .updateTable('store_order')
      // Later than anything the shop still reports about it.
      .set({
        document: JSON.stringify({
          ...row.document,
          fulfillments,
          customer: null,
          email: buyer,
        }),
        email_key: buyer,
        updated_on: new Date('2999-01-01'),
      })
      .where('order_id', '=', row.order_id)
      .execute();
  });
const mailTo = (address: string, subject: RegExp) =>
  server.mailbox.messages().find((mail) => mail.to.includes(address) && subject.test(mail.subject));

test('a shopper files once, staff refund the item with nothing coming back, and the unit is gone for returns', async () => {
  const from = await returnableOrder(server);
  const unit = await unitOf(from);
  const untouched = await from.call(customer.getOrder, { params: params(from) });
  const requestKey = randomUUID();
  const first = await fileIt(from, { selections: [unit], requestKey });
  expect(await fileIt(from, { selections: [unit], requestKey })).toEqual(first);
  const changed = fileIt(from, { selections: [unit], requestKey, email: 'other@home.example' });
  expect(await refusalOf(changed)).toContain('ALREADY_SUBMITTED');
  expect(await refusalOf(fileIt(from, { selections: [unit] }))).toContain('SHIPPING_CLAIM_EXISTS');
  await eventually(() => mailTo('ada@home.example', new RegExp(first.externalId)), 'the shopper is told');

  const { shippingClaims } = await staff(orders.getOrder, {
    params: { storeId: server.storeId, idFromPlatform: from.order.idFromPlatform },
  });
  const { id } = shippingClaims[0] ?? { id: 0 };
  const open = await shown(id);
  expect(open).toMatchObject({ status: 'Open', statusLabel: 'Open', resolutionMethod: 'Refund', canFinalize: true });
  const closed = await refund(id);
  expect(closed).toMatchObject({ status: 'Closed_Refunded', resolvedIn: 'Merchant_App' });
  await eventually(async () => (await shown(id)).resolutionSummary.refund?.isRefundPending === false, 'it is refunded');

  const order = shopOrder(from);
  const amount = open.shippingClaimLineItems[0]?.amount ?? 0;
  const moved = order.transactions.filter(({ kind, status }) => kind === 'REFUND' && status === 'SUCCESS');
  expect(moved.reduce((sum, one) => sum + one.amount.presentment, 0)).toBe(Math.round(amount * 100));
  expect(order.refunds[0]?.lines).toMatchObject([
    { lineItemId: Number(unit.lineIdFromPlatform), quantity: 1, restockType: 'NO_RESTOCK' },
  ]);
  expect(server.shop.returns.filter(({ orderId }) => orderId === order.id)).toEqual([]);
  await eventually(() => mailTo('ada@home.example', /refund/i), 'the shopper reads of the refund');

  const units = ({ lineItems }: typeof untouched) =>
    lineItems.find(({ lineIdFromPlatform: its }) => its === unit.lineIdFromPlatform)?.returnableQuantity ?? 0;
  const after = await from.call(customer.getOrder, { params: params(from) });
  expect(units(after)).toBe(units(untouched) - 1);
  expect((await claimable(from)).whyNot).toBeNull();
});

test('a link mailed to an address that a shopper typed shows the claim, and no more of the buyer than a postal code does', async () => {
  const from = await claimableOrder();
  const { order } = from;
  const stranger = server.browser();
  const zip = shopOrder(from).shippingAddress?.zip ?? '';
  await stranger(customer.lookup, {
    params: { slug: server.slug },
    body: { orderNo: order.orderNo, emailOrPostalCode: zip },
  });
  const email = `mallory-${randomUUID()}@elsewhere.example`;
  const { externalId } = await fileIt({ ...from, call: stranger }, { selections: [await unitOf(from)], email });
  const opened = async (address: string) => {
    const { text } = await eventually(() => mailTo(address, new RegExp(externalId)), 'the claim is confirmed');
    const caller = server.browser();
    const token = /token=([\w.-]+)/.exec(text)?.[1] ?? '';
    await caller(customer.openLink, { params: { slug: server.slug }, body: { token } });
    return caller;
  };
  const mallory = await opened(email);
  const its = { params: { slug: server.slug, externalId } };
  expect(await mallory(portal.shippingClaim, its)).toMatchObject({ status: 'Open' });
  expect(await mallory(customer.getOrder, { params: params(from) })).toMatchObject({ email: null, addresses: [] });
  const { shippingClaims } = await staff(orders.getOrder, {
    params: { storeId: server.storeId, idFromPlatform: order.idFromPlatform },
  });
  const id = shippingClaims[0]?.id ?? 0;
  expect(await shown(id)).toMatchObject({
    customerEmail: email,
    isEmailOfOrder: false,
    shippingAddress: { postalCode: zip },
  });
  await grant(id);
  expect(await addressAsked(id)).toBeNull();
});

test('a refund gives delivery once, and never more than was paid', async () => {
  const { id } = await filed();
  const { originalStoreOrder, mostRefundable, shippingClaimLineItems } = await shown(id);
  expect(await refusalOf(refund(id, { shippingFee: originalStoreOrder.shippingPaid + 0.01 }))).toContain(
    'REFUND_TOO_LARGE',
  );
  expect(await refusalOf(refund(id, { handlingFee: mostRefundable + 1 }))).toContain('REFUND_TOO_LARGE');
  const amount = shippingClaimLineItems[0]?.amount ?? 0;
  const closed = await refund(id, { shippingFee: originalStoreOrder.shippingPaid });
  expect(closed.resolutionSummary.refund).toMatchObject({
    amount: Math.round((amount + originalStoreOrder.shippingPaid) * 100) / 100,
    shippingFee: originalStoreOrder.shippingPaid,
  });
  await eventually(async () => (await shown(id)).resolutionSummary.refund?.isRefundPending === false, 'it is refunded');
});

/** Of the newest link that the shopper of a claim was sent. */
async function tokenOf(id: number): Promise<string> {
  const { reorderUntil } = await shown(id);
  const link = await eventually(() => {
    return reorderTokens(server, id).find((token) => endOf(token) === new Date(reorderUntil ?? 0).getTime());
  }, 'the link arrives');
  return link;
}
const endOf = (token: string): number =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { expires: number }).expires;

const addressAsked = async (id: number) => {
  const body = { token: await tokenOf(id) };
  const opened = await server.browser()(portal.openReorder, {
    params: { slug: server.slug, shippingClaimId: id },
    body,
  });
  return opened.shippingAddress;
};

test('a reorder goes once to the address the shopper confirms by the link', async () => {
  const { from, id } = await filed({ method: 'Reorder' });
  expect(await grant(id)).toMatchObject({ status: 'InProgress', reorderUntil: expect.any(String) });
  await eventually(() => mailTo('ada@home.example', /Confirm where/), 'the link arrives');
  const [token = ''] = reorderTokens(server, id);
  const visitor = server.browser();
  const its = { params: { slug: server.slug, shippingClaimId: id } };
  expect(await visitor(portal.openReorder, { ...its, body: { token } })).toMatchObject({
    orderNo: from.order.orderNo,
    items: [{ quantity: 1 }],
  });
  await visitor(portal.confirmReorder, { ...its, body: { token, shippingAddress: HOME } });
  expect(await refusalOf(visitor(portal.confirmReorder, { ...its, body: { token, shippingAddress: HOME } }))).toContain(
    'LINK_USED',
  );
  const closed = await eventually(async () => {
    const now = await shown(id);
    return now.resolutionSummary.exchangeOrder && now;
  }, 'the items are ordered again');
  expect(closed).toMatchObject({ status: 'Closed_Reordered', shippingAddress: { line1: '1 New Street' } });
  const made = server.shop.orders.filter(({ sourceIdentifier }) =>
    sourceIdentifier?.startsWith(`reorder:shippingClaim:${id}:`),
  );
  expect(made).toHaveLength(1);
  expect(made[0]?.shippingAddress).toMatchObject({ address1: '1 New Street' });
  // Nobody decides it again.
  expect(await refusalOf(refund(id))).toContain('SHIPPING_CLAIM_CLOSED');
});

test('a denial says why, can be answered, and opens the claim again', async () => {
  const { from, id, externalId } = await filed();
  const { version } = await shown(id);
  const denied = await staff(contract.denyShippingClaim, {
    params: at(id),
    body: { version, reason: 'Delivered', note: 'A neighbor signed for it.' },
  });
  expect(denied).toMatchObject({
    status: 'Closed_Denied',
    statusLabel: 'Closed - Denied',
    resolvedIn: 'Merchant_App',
    resolvedBy: expect.stringMatching(/./),
  });
  const mail = await eventually(
    () => mailTo('ada@home.example', new RegExp(`${externalId} wasn't approved`)),
    'the denial arrives',
  );
  expect(mail.text).toContain('A neighbor signed for it.');
  const its = { params: { slug: server.slug, externalId } };
  expect(await from.call(portal.shippingClaim, its)).toMatchObject({ status: 'Closed_Denied', canAnswer: true });
  await from.call(portal.answerShippingClaim, { ...its, body: { message: 'Nobody signed.' } });
  expect(await shown(id)).toMatchObject({ status: 'Open' });
  expect(newest(await shown(id))).toMatchObject({ subject: 'Answered', message: 'Nobody signed.' });
});

test('who looked at an older version decides nothing', async () => {
  const { id } = await filed();
  const { version } = await shown(id);
  const { user } = await staff(me, {});
  await staff(contract.assignShippingClaim, { params: at(id), body: { assigneeId: user.id, from: null } });
  expect(
    await refusalOf(
      staff(contract.finalizeShippingClaim, { params: at(id), body: { version, resolutionMethod: 'Refund' } }),
    ),
  ).toContain('SHIPPING_CLAIM_CHANGED');
});

test('an order without the cover is claimed only where the store permits it', async () => {
  const from = await returnableOrder(server);
  await server.saveSettings({ ...SHIPPING_CLAIMS_ON, isUnprotectedShippingClaimPermitted: false });
  expect((await claimable(from)).whyNot).toBe('SHIPPING_CLAIM_NOT_AVAILABLE');
  const sku = shopOrder(from).lineItems.find(({ sku }) => sku)?.sku ?? '';
  await server.saveSettings({
    ...SHIPPING_CLAIMS_ON,
    isUnprotectedShippingClaimPermitted: false,
    protectionSkus: [sku],
  });
  expect(await claimable(from)).toMatchObject({ whyNot: null, isProtected: true });
  await server.saveSettings(SHIPPING_CLAIMS_ON);
});

test('what the shopper sees of a window is what is enforced', async () => {
  const from = await returnableOrder(server);
  await server.saveSettings({ ...SHIPPING_CLAIMS_ON, filingEndDays: 1 });
  const { reasons } = await claimable(from);
  expect(reasons.map(({ state }) => state)).toContain('late');
  expect(reasons.every(({ state }) => state === 'late' || state === 'delivered')).toBe(true);
  const line = from.line.lineIdFromPlatform;
  expect(await refusalOf(fileIt(from, { selections: [{ lineIdFromPlatform: line, quantity: 1 }] }))).toContain(
    'FILED_LATE',
  );
  await server.saveSettings(SHIPPING_CLAIMS_ON);
});

/** The next calls of an operation are carried out, and their answers lost on the way. */
const loseAnswers = (match: string, times: number) =>
  server.shopify.faults.add({ shop: null, match, mode: 'dropAnswer', times, ms: 0 });

/** Lets the waits between tries run out. */
const hurry = () =>
  server.server.deps.database.inStore(server.storeId, (db) =>
    db
      .updateTable('effect')
      .set({ next_try_on: sql`now()` })
      .where('state', '=', 'waiting')
      .execute(),
  );

test('a refund whose answers are lost is made once', async () => {
  const { from, id } = await filed();
  loseAnswers('refundCreate', 2);
  const { resolutionSummary } = await refund(id);
  await eventually(async () => {
    await hurry();
    return (await shown(id)).resolutionSummary.refund?.isRefundPending === false;
  }, 'it is known');
  server.shopify.faults.clear();
  const { refunds, transactions } = shopOrder(from);
  expect(refunds).toHaveLength(1);
  const moved = transactions.filter(({ kind, status }) => kind === 'REFUND' && status === 'SUCCESS');
  expect(moved.reduce((sum, { amount }) => sum + amount.presentment, 0)).toBe(
    Math.round((resolutionSummary.refund?.amount ?? 0) * 100),
  );
  expect((await shown(id)).timeline.filter(({ subject }) => subject === 'Refunded')).toHaveLength(1);
});

test('a reorder whose answers are lost is made once, and what is short goes back to staff', async () => {
  const { id } = await filed({ method: 'Reorder' });
  const sent = (await shown(id)).shippingClaimLineItems.length;
  await grant(id);
  const token = await tokenOf(id);
  const its = { params: { slug: server.slug, shippingClaimId: id }, body: { token, shippingAddress: HOME } };
  const stock = server.shop.products.flatMap(({ variants }) => variants);
  const before = stock.map(({ quantities }) => quantities);
  for (const variant of stock) variant.quantities = { ...variant.quantities, available: 0 };
  const visitor = server.browser();
  expect(await refusalOf(visitor(portal.confirmReorder, its))).toContain('OUT_OF_STOCK');
  expect(newest(await shown(id))).toMatchObject({ subject: 'Out of stock' });
  expect(await refusalOf(grant(id))).toContain('OUT_OF_STOCK');
  for (const [index, variant] of stock.entries()) variant.quantities = before[index] ?? variant.quantities;

  await grant(id);
  loseAnswers('orderCreate', 2);
  await visitor(portal.confirmReorder, { ...its, body: { ...its.body, token: await tokenOf(id) } });
  await eventually(async () => {
    await hurry();
    return (await shown(id)).resolutionSummary.exchangeOrder;
  }, 'it is ordered');
  server.shopify.faults.clear();
  const made = server.shop.orders.filter((one) => one.sourceIdentifier?.startsWith(`reorder:shippingClaim:${id}:`));
  expect(made.map(({ lineItems }) => lineItems.length)).toEqual([sent]);
});

test('a reorder that the platform refused cannot be tried again once staff decide otherwise', async () => {
  const { from, id, externalId } = await filed({ method: 'Reorder' });
  await grant(id);
  const stock = server.shop.products.flatMap(({ variants }) => variants);
  const before = stock.map(({ quantities }) => quantities);
  server.shopify.faults.add({ shop: null, match: 'orderCreate', mode: 'delay', times: 1, ms: 500 });
  await server.browser()(portal.confirmReorder, {
    params: { slug: server.slug, shippingClaimId: id },
    body: { token: await tokenOf(id), shippingAddress: HOME },
  });
  // The last ones are sold before the order is made.
  for (const variant of stock) variant.quantities = { ...variant.quantities, available: 0 };
  expect(await shown(id)).toMatchObject({ status: 'Closed_Reordered' });
  const another = fileIt(from, { selections: [{ lineIdFromPlatform: 'any', quantity: 1 }] });
  expect(await refusalOf(another)).toContain('SHIPPING_CLAIM_EXISTS');
  expect(await claimable(from)).toMatchObject({ whyNot: 'SHIPPING_CLAIM_EXISTS', existing: { externalId } });
  await eventually(async () => newest(await shown(id))?.subject === 'Not ordered again', 'staff decide once more');
  for (const [index, variant] of stock.entries()) variant.quantities = before[index] ?? variant.quantities;
  await refund(id);
  await eventually(async () => (await shown(id)).resolutionSummary.refund?.isRefundPending === false, 'it is refunded');
  const ofIt = await server.server.deps.database.inStore(server.storeId, (db) =>
    db.selectFrom('effect').select(['effect_id', 'kind', 'state']).where('subject_id', '=', id).execute(),
  );
  const [sending] = ofIt.filter(({ kind }) => kind === 'reorder');
  expect(sending?.state).toBe('calledOff');
  const admin = await server.staff('Admin');
  const { user } = await admin(me, {});
  const { data } = await admin(listAlerts, { params: { storeId: server.storeId, userId: user.id }, query: {} });
  expect(data.find(({ subject }) => subject === "A reorder couldn't be made")).toMatchObject({
    message: expect.stringContaining(`Claim ${externalId}: `),
    url: `/${server.storeId}/claims/shipping/${id}`,
  });
  const tried = staff(retryEffect, { params: { storeId: server.storeId, effectId: sending?.effect_id ?? 0 } });
  expect(await refusalOf(tried)).toMatch(/^409/);
  // One that failed before failures ended it.
  const inStore = server.server.deps.database.inStore;
  const effectId = sending?.effect_id ?? 0;
  const canceled = ofIt.filter(({ state }) => state === 'calledOff').map(({ effect_id }) => effect_id);
  expect(canceled).toHaveLength(2);
  await inStore(server.storeId, (db) =>
    db
      .updateTable('effect')
      .set({ state: sql`case kind when 'reorder' then 'failed' else 'waiting' end`, done_on: null })
      .where('effect_id', 'in', canceled)
      .execute(),
  );
  await staff(retryEffect, { params: { storeId: server.storeId, effectId } });
  const reasons = await eventually(async () => {
    const ended = await inStore(server.storeId, (db) =>
      db
        .selectFrom('effect')
        .select('settled_reason')
        .where('effect_id', 'in', canceled)
        .where('state', '=', 'calledOff')
        .orderBy('effect_id')
        .execute(),
    );
    return ended.length === 2 && ended.map(({ settled_reason }) => settled_reason);
  }, 'it ends');
  expect(reasons).toEqual([
    'The claim was decided otherwise, so nothing is sent.',
    'The outcome it describes has changed.',
  ]);
  expect(server.shop.orders.filter((one) => one.sourceIdentifier?.startsWith(`reorder:shippingClaim:${id}:`))).toEqual(
    [],
  );
});

test('a reorder whose answers stay away for too long is looked up before staff decide otherwise', async () => {
  const { inStore } = server.server.deps.database;
  const deny = async (id: number) => {
    const { version } = await shown(id);
    return staff(contract.denyShippingClaim, { params: at(id), body: { version, reason: 'Delivered', note: '' } });
  };
  const stock = server.shop.products.flatMap(({ variants }) => variants);
  const before = stock.map(({ quantities }) => quantities);
  for (const decide of [refund, deny]) {
    const { id } = await filed({ method: 'Reorder' });
    await grant(id);
    loseAnswers('orderCreate', 1);
    const body = { token: await tokenOf(id), shippingAddress: HOME };
    await server.browser()(portal.confirmReorder, { params: { slug: server.slug, shippingClaimId: id }, body });
    const made = () =>
      server.shop.orders.filter((one) => one.sourceIdentifier?.startsWith(`reorder:shippingClaim:${id}:`));
    await eventually(async () => made().length === 1, 'it is made');
    loseAnswers('OrdersBySource', 100);
    await eventually(async () => {
      await inStore(server.storeId, (db) =>
        db
          .updateTable('effect')
          .set({ attempts: MOST_TRIES - 1, next_try_on: sql`now()` })
          .where('subject_id', '=', id)
          .where('kind', '=', 'reorder')
          .where('state', '=', 'waiting')
          .where('attempts', '<', MOST_TRIES)
          .execute(),
      );
      return newest(await shown(id))?.subject === 'Not ordered again';
    }, 'staff decide once more');
    server.shopify.faults.clear();
    expect(await refusalOf(decide(id))).toMatch(/^409 GOODS_SENT/);
    const order = await eventually(async () => (await shown(id)).resolutionSummary.exchangeOrder, 'it is known');
    expect(order.orderNameFromPlatform).toBe(made()[0]?.name);
    expect(await shown(id)).toMatchObject({ status: 'Closed_Reordered' });
    expect(await refusalOf(decide(id))).toContain('SHIPPING_CLAIM_CLOSED');
    expect(made()).toHaveLength(1);
  }
  for (const [index, variant] of stock.entries()) variant.quantities = before[index] ?? variant.quantities;
});

/** Staff refund in the shop's own admin what a claim is about: its units, or all units of their line. */
async function refundAtShop(from: Returnable, id: number, what: 'units' | 'whole line'): Promise<void> {
  const [line] = (await shown(id)).shippingClaimLineItems;
  const lineIdFromPlatform = line?.originalStoreOrderLineItem.idFromPlatform ?? '';
  const bought = shopOrder(from).lineItems.find((one) => String(one.id) === lineIdFromPlatform)?.quantity ?? 1;
  const sent = await fulfilledUnits(from, lineIdFromPlatform);
  const claimed = line?.quantity ?? 1;
  const isWhole = what === 'whole line';
  const storefront = await server.server.deps.storefrontOf(server.storeId);
  await storefront.refund(
    {
      purposeKey: `by-hand:${randomUUID()}`,
      orderIdFromPlatform: from.order.idFromPlatform,
      claimExternalId: 'by hand',
      lines: isWhole ? sent : sent.slice(0, 1).map((one) => ({ ...one, quantity: claimed })),
      amount: {
        amount: minorOf(line?.amount ?? 0, from.order.currencyCode) * (isWhole ? bought / claimed : 1),
        currencyCode: from.order.currencyCode,
      },
      to: 'originalPayment',
      note: 'by hand',
    },
    { requestId: randomUUID(), isStillOurs: () => true },
  );
}

test('a link that was granted sends nothing after the store refunded the item itself', async () => {
  const { from, id } = await filed({ method: 'Reorder' });
  await grant(id);
  const token = await tokenOf(id);
  await refundAtShop(from, id, 'whole line');
  await server.shopify.webhooks.flush();
  await eventually(async () => (await documentOf(from)).refunds.length > 0, 'the refund is known');
  const confirming = server.browser()(portal.confirmReorder, {
    params: { slug: server.slug, shippingClaimId: id },
    body: { token, shippingAddress: HOME },
  });
  expect(await refusalOf(confirming)).toContain('LINK_USED');
  const left = await shown(id);
  expect(left.status).toBe('InProgress');
  expect(newest(left)).toMatchObject({
    subject: 'Not ordered again',
    message: expect.stringContaining('was refunded or removed from the order'),
  });
  expect(await refusalOf(grant(id))).toContain('REORDER_NOT_POSSIBLE');
});

test('an item got again is worth what was paid for it, and its return gives that back', async () => {
  const { from, id } = await filed({ method: 'Reorder' });
  const paid = (await shown(id)).shippingClaimLineItems.reduce((sum, { amount }) => sum + amount, 0);
  await grant(id);
  await server.browser()(portal.confirmReorder, {
    params: { slug: server.slug, shippingClaimId: id },
    body: { token: await tokenOf(id), shippingAddress: HOME },
  });
  const made = await eventually(
    () => server.shop.orders.find((one) => one.sourceIdentifier?.startsWith(`reorder:shippingClaim:${id}:`)),
    'it is ordered',
  );
  const reordered = await eventually(
    () =>
      staff(orders.getOrder, { params: { storeId: server.storeId, idFromPlatform: String(made.id) } }).catch(
        () => null,
      ),
    'the order is synced',
  );
  expect(reordered.money.totalPaid).toBe(paid);
  expect(reordered.lineItems[0]?.paidTotal).toBeGreaterThan(0);
  expect(from.order.orderNo).not.toBe(reordered.orderNo);
});

test('staff find a claim in the list by its filters and words, and keep the filters as a view', async () => {
  const { externalId } = await filed();
  const find = async (filters: object) => {
    const list = await staff(lists.search, {
      params: { storeId: server.storeId },
      body: { kind: 'Shipping', cursor: null, take: 50, filters },
    });
    if (!lists.isOfTable(list)) throw new Error('the list shows its table');
    return list.data.map(({ cells }) => cells['externalId']);
  };
  expect(await find({ searchTerm: externalId })).toEqual([externalId]);
  expect(await find({ searchTerm: externalId, shippingStatuses: ['Open'] })).toEqual([externalId]);
  expect(await find({ searchTerm: externalId, shippingStatuses: ['Closed_Denied'] })).toEqual([]);
  expect(await find({ searchTerm: externalId, claimReasons: ['Missing_Item'] })).toEqual([externalId]);
  expect(await find({ searchTerm: externalId, claimReasons: ['Lost'] })).toEqual([]);
  expect(await find({ searchTerm: externalId, resolutionMethods: ['Reorder'] })).toEqual([]);
  expect(await find({ searchTerm: externalId, shippingSources: ['Customer_UI'] })).toEqual([externalId]);
  const view = { kind: 'Shipping' as const, name: 'Missing items', filters: { claimReasons: ['Missing_Item'] } };
  const made = await staff(views.createView, { params: { storeId: server.storeId }, body: view });
  const kept = await staff(views.listViews, { params: { storeId: server.storeId }, query: { kind: 'Shipping' } });
  expect(kept.views).toEqual([made]);
  expect(await find({ searchTerm: externalId, ...made.filters })).toEqual([externalId]);
});

test('a claim is named by its order in the list, and on the card of its customer', async () => {
  const { from, id, externalId } = await filed();
  const { storeId } = server;
  const list = await staff(lists.search, {
    params: { storeId },
    body: { kind: 'Order', cursor: null, take: 50, filters: { searchTerm: from.order.orderNo } },
  });
  if (list.kind !== 'Order') throw new Error('orders are listed');
  const row = list.data.find(({ idFromPlatform }) => idFromPlatform === from.order.idFromPlatform);
  expect(row).toMatchObject({ claims: [], shipProtectClaims: [{ id, externalId }] });
  const card = await staff(getCustomer, { params: { storeId }, query: { email: from.email } });
  const order = card.orders.find(({ idFromPlatform }) => idFromPlatform === from.order.idFromPlatform);
  expect(order?.shipProtectClaims).toMatchObject([{ id, externalId, status: 'Open', statusLabel: 'Open' }]);
});

test.each(ShippingReason.options)('staff file %s, and the row and the claim say so in words', async (reason) => {
  const { order, email } = await returnableOrder(server);
  const { storeId } = server;
  const [{ id: originalStoreOrderId, lineItems }, label] = [
    await staff(orders.getOrder, { params: { storeId, idFromPlatform: order.idFromPlatform } }),
    SHIPPING_REASONS[reason].label,
  ];
  const [line] = lineItems;
  if (!line) throw new Error('an order has lines');
  const claim = await staff(contract.createShippingClaim, {
    params: { storeId },
    body: {
      requestKey: randomUUID(),
      originalStoreOrderId,
      reason,
      resolutionMethod: 'Refund',
      noteFromMerchant: 'Called us.',
      source: 'Helpdesk_Inbox',
      // An email would be part of the conversation as soon as it is sent.
      notifyCustomer: false,
      lineItems: [{ idFromPlatform: line.idFromPlatform, quantity: 1 }],
    },
  });
  expect(claim).toMatchObject({
    reason,
    noteFromCustomer: '',
    noteFromMerchant: 'Called us.',
    status: 'Open',
    resolutionMethod: 'Refund',
    resolvedOn: null,
    resolvedIn: null,
    source: 'Helpdesk_Inbox',
    images: [],
    customerEmail: email,
    emailConversation: { messages: [] },
    originalStoreOrder: { orderNo: order.orderNo },
    shippingClaimLineItems: [{ quantity: 1 }],
  });
  const found = await staff(lists.search, {
    params: { storeId },
    body: { kind: 'Shipping', cursor: null, take: 50, filters: { searchTerm: claim.externalId } },
  });
  if (!lists.isOfTable(found)) throw new Error('the list shows its table');
  expect(found.data).toMatchObject([
    {
      id: claim.id,
      createdOn: claim.createdOn,
      cells: { customer: claim.customerName, email, status: 'Open', resolution: 'Refund', reason: label },
    },
  ]);
});

test('a claim is of the store or of its helpdesk, as who files it', async () => {
  const { storeId } = server;
  const admin = await server.staff('Admin', 'desk@test.example');
  const query = await admin(session.connectHelpdesk, { params: { storeId }, body: { ref: 'gorgias' } });
  const desk = server.browser();
  await desk(session.tokenLogin, { body: { ...query, appIdVersion: 1, email: 'desk@test.example' } });
  const sources = [];
  for (const caller of [staff, desk]) {
    const { order } = await returnableOrder(server);
    const { id, lineItems } = await caller(orders.getOrder, {
      params: { storeId, idFromPlatform: order.idFromPlatform },
    });
    const { source } = await caller(contract.createShippingClaim, {
      params: { storeId },
      body: {
        requestKey: randomUUID(),
        originalStoreOrderId: id,
        reason: 'Lost',
        resolutionMethod: 'Refund',
        lineItems: lineItems.slice(0, 1).map(({ idFromPlatform }) => ({ idFromPlatform, quantity: 1 })),
      },
    });
    sources.push(source);
  }
  expect(sources).toEqual(['Merchant', 'Helpdesk_Ticket']);
});

test('what solved itself is closed, releases its units, and can be opened again', async () => {
  const { from, id } = await filed();
  const { version } = await shown(id);
  const before = (await claimable(from)).items.length;
  const closed = await staff(contract.resolveShippingClaim, {
    params: at(id),
    body: { version, note: 'It turned up.', notifyCustomer: true },
  });
  expect(closed).toMatchObject({
    status: 'Closed_Resolved',
    statusLabel: 'Closed - Resolved',
    resolvedOn: expect.stringMatching(/./),
    resolvedIn: 'Merchant_App',
    resolvedBy: expect.stringMatching(/./),
  });
  await eventually(
    () => mailTo('ada@home.example', new RegExp(`${closed.externalId} is closed`)),
    'the shopper is told',
  );
  expect((await claimable(from)).items.length).toBeGreaterThanOrEqual(before);
  expect((await claimable(from)).whyNot).toBeNull();
  const opened = await staff(contract.reopenShippingClaim, {
    params: at(id),
    body: { version: (await shown(id)).version },
  });
  expect(opened).toMatchObject({ status: 'Open', resolvedOn: null, resolvedIn: null, resolvedBy: null });
});

/** Reports as lost what the carrier calls lost. */
async function fileLost(from: Returnable, email: string): Promise<string> {
  const { reasons } = await claimable(from);
  const [unit] = reasons.find(({ reason }) => reason === 'Lost')?.units ?? [];
  if (!unit) throw new Error('nothing can be claimed as lost');
  const { externalId } = await from.call(portal.fileShippingClaim, {
    params: params(from),
    body: {
      requestKey: randomUUID(),
      reason: 'Lost',
      method: 'Refund',
      selections: [{ lineIdFromPlatform: unit.lineIdFromPlatform, quantity: 1 }],
      email,
    },
  });
  return externalId;
}

test('a package that its carrier calls lost is refunded at once where the store wants it, with the facts as receipt', async () => {
  await server.saveSettings({
    ...SHIPPING_CLAIMS_ON,
    isDecidedAutomatically: true,
    mostDecidedAutomatically: 10_000_000,
    automaticResolution: 'Refund',
    lostAfterDays: 0,
  });
  const from = await returnableOrder(server);
  await lostByCarrier(from);
  const externalId = await fileLost(from, `new-${randomUUID()}@home.example`);
  expect(await from.call(portal.shippingClaim, { params: { slug: server.slug, externalId } })).toMatchObject({
    status: 'Closed_Refunded',
  });
  const { shippingClaims } = await staff(orders.getOrder, {
    params: { storeId: server.storeId, idFromPlatform: from.order.idFromPlatform },
  });
  const claim = await shown(shippingClaims[0]?.id ?? 0);
  expect(claim.resolvedIn).toBe('Automatic');
  expect(claim.timeline.find(({ subject }) => subject === 'Approved automatically')?.message).toContain(
    'The carrier says so',
  );
  await eventually(
    async () => (await shown(claim.id)).resolutionSummary.refund?.isRefundPending === false,
    'it is refunded',
  );
  await server.saveSettings(SHIPPING_CLAIMS_ON);
});

test('of packages of one customer that are reported lost at once, one is decided without people', async () => {
  await server.saveSettings({
    ...SHIPPING_CLAIMS_ON,
    isDecidedAutomatically: true,
    mostDecidedAutomatically: 10_000_000,
    automaticResolution: 'Refund',
    lostAfterDays: 0,
    lostAbroadAfterDays: 0,
  });
  const email = `twice-${randomUUID()}@home.example`;
  // Any of them may be the first, so each has to be one that is decided.
  const parcels = [await orderInDollars(), await orderInDollars(), await orderInDollars()];
  for (const parcel of parcels) await lostByCarrier(parcel);
  const statuses = await Promise.all(
    parcels.map(async (parcel) => {
      const externalId = await fileLost(parcel, email);
      return (await parcel.call(portal.shippingClaim, { params: { slug: server.slug, externalId } })).status;
    }),
  );
  expect(statuses.toSorted((one, other) => one.localeCompare(other))).toEqual(['Closed_Refunded', 'Open', 'Open']);
  // Nor is each one the first where another address is typed each time.
  const buyer = `many-names-${randomUUID()}@home.example`;
  for (const expected of ['Closed_Refunded', 'Open']) {
    const parcel = await orderInDollars();
    await lostByCarrier(parcel, buyer);
    const externalId = await fileLost(parcel, `typed-${randomUUID()}@home.example`);
    expect((await parcel.call(portal.shippingClaim, { params: { slug: server.slug, externalId } })).status).toBe(
      expected,
    );
  }
  await server.saveSettings(SHIPPING_CLAIMS_ON);
});

test('who is too early is reminded once, on the first day', async () => {
  await server.saveSettings({ ...SHIPPING_CLAIMS_ON, lostAfterDays: 3_600, lostAbroadAfterDays: 3_600 });
  const from = await returnableOrder(server);
  await lostByCarrier(from);
  const email = `early-${randomUUID()}@home.example`;
  await from.call(portal.remindOfFiling, { params: params(from), body: { reason: 'Lost', email } });
  await remindOfFiling(server.server.deps, server.storeId);
  expect(mailTo(email, /report your package/)).toBeUndefined();
  // The days that were waited for are over.
  await server.saveSettings({ ...SHIPPING_CLAIMS_ON, lostAfterDays: 0, lostAbroadAfterDays: 0 });
  await remindersDue();
  await remindOfFiling(server.server.deps, server.storeId);
  await remindOfFiling(server.server.deps, server.storeId);
  await eventually(() => mailTo(email, /report your package/), 'the reminder arrives');
  expect(server.mailbox.messages().filter(({ to }) => to.includes(email))).toHaveLength(1);
  await server.saveSettings(SHIPPING_CLAIMS_ON);
});

const remindersDue = () =>
  server.server.deps.database.inStore(server.storeId, (db) =>
    sql`update filing_reminder set remind_on = now()`.execute(db),
  );

test('a reminder waits longer for a parcel that moved meanwhile, and is not sent once it was delivered', async () => {
  await server.saveSettings({ ...SHIPPING_CLAIMS_ON, lostAfterDays: 3_600, lostAbroadAfterDays: 3_600 });
  const from = await returnableOrder(server);
  await lostByCarrier(from);
  const email = `moved-${randomUUID()}@home.example`;
  await from.call(portal.remindOfFiling, { params: params(from), body: { reason: 'Lost', email } });
  const { inStore } = server.server.deps.database;
  const waiting = () =>
    inStore(server.storeId, (db) =>
      db.selectFrom('filing_reminder').select('remind_on').where('email', '=', email).executeTakeFirst(),
    );
  const firstDay = (await waiting())?.remind_on;
  await remindersDue();
  await remindOfFiling(server.server.deps, server.storeId);
  expect((await waiting())?.remind_on).toEqual(firstDay);
  const { fulfillments, ...rest } = await documentOf(from);
  const delivered = fulfillments.map((sent) => ({ ...sent, deliveredOn: new Date().toISOString() }));
  await inStore(server.storeId, (db) =>
    db
      .updateTable('store_order')
      .set({ document: JSON.stringify({ ...rest, fulfillments: delivered }) })
      .where('id_from_platform', '=', from.order.idFromPlatform)
      .execute(),
  );
  await remindersDue();
  await remindOfFiling(server.server.deps, server.storeId);
  const ended = await eventually(
    () =>
      inStore(server.storeId, (db) =>
        db
          .selectFrom('effect')
          .select('state')
          .where('kind', '=', 'filingReminder')
          .where(sql<string>`payload ->> 'to'`, '=', email)
          .where('state', 'in', ['done', 'calledOff'])
          .executeTakeFirst(),
      ),
    'it has ended',
  );
  expect(ended.state).toBe('calledOff');
  expect(mailTo(email, /report your package/)).toBeUndefined();
  await server.saveSettings(SHIPPING_CLAIMS_ON);
});

test('an order has three reminders at most, and only its buyer names another email', async () => {
  await server.saveSettings({ ...SHIPPING_CLAIMS_ON, lostAfterDays: 3_600, lostAbroadAfterDays: 3_600 });
  const from = await returnableOrder(server);
  await lostByCarrier(from);
  const ask = (email: string, call = from.call) =>
    refusalOf(call(portal.remindOfFiling, { params: params(from), body: { reason: 'Lost', email } }));
  const stranger = server.browser();
  await stranger(customer.lookup, {
    params: { slug: server.slug },
    body: { orderNo: from.shopOrder.name, emailOrPostalCode: from.shopOrder.shippingAddress?.zip ?? '' },
  });
  expect(await ask(`stranger-${randomUUID()}@home.example`, stranger)).toBe('422 EMAIL_NOT_OF_ORDER');
  expect(await ask((await documentOf(from)).email.toUpperCase(), stranger)).toBe('no refusal');
  const [second = '', third = ''] = Array.from({ length: 2 }, () => `ask-${randomUUID()}@home.example`);
  expect(await ask(second)).toBe('no refusal');
  const { database } = server.server.deps;
  await database.inStore(server.storeId, (db) =>
    sql`update filing_reminder set remind_on = now() where email = ${second}`.execute(db),
  );
  await server.saveSettings({ ...SHIPPING_CLAIMS_ON, lostAfterDays: 0, lostAbroadAfterDays: 0 });
  await remindOfFiling(server.server.deps, server.storeId);
  await server.saveSettings({ ...SHIPPING_CLAIMS_ON, lostAfterDays: 3_600, lostAbroadAfterDays: 3_600 });
  expect(await ask(third)).toBe('no refusal');
  expect(await ask(third)).toBe('no refusal');
  for (const more of [second, `ask-${randomUUID()}@home.example`])
    expect(await ask(more)).toBe('429 TOO_MANY_REMINDERS');
  const guesses = Array.from({ length: 9 }, () => ask(`guess-${randomUUID()}@home.example`, stranger));
  expect(await Promise.all(guesses)).toContain('429 TOO_MANY_ATTEMPTS');
  await server.saveSettings(SHIPPING_CLAIMS_ON);
});

test('the link that confirms an address shows it to who reads the email of the order, and for claims that staff filed', async () => {
  const from = await claimableOrder();
  await fileIt(from, { selections: [await unitOf(from)], email: from.email });
  const other = await claimableOrder();
  const { id: orderId } = await staff(orders.getOrder, {
    params: { storeId: server.storeId, idFromPlatform: other.order.idFromPlatform },
  });
  const { lineIdFromPlatform, quantity } = await unitOf(other);
  const byStaff = await staff(contract.createShippingClaim, {
    params: { storeId: server.storeId },
    body: {
      originalStoreOrderId: orderId,
      requestKey: randomUUID(),
      reason: 'Missing_Item',
      resolutionMethod: 'Reorder',
      lineItems: [{ idFromPlatform: lineIdFromPlatform, quantity }],
      noteFromMerchant: '',
      shippingAddress: HOME,
      notifyCustomer: false,
    },
  });
  const { shippingClaims } = await staff(orders.getOrder, {
    params: { storeId: server.storeId, idFromPlatform: from.order.idFromPlatform },
  });
  const filedBy = shippingClaims[0]?.id ?? 0;
  await grant(filedBy);
  await grant(byStaff.id);
  expect(await addressAsked(filedBy)).toMatchObject({ postalCode: shopOrder(from).shippingAddress?.zip });
  expect(await addressAsked(byStaff.id)).toMatchObject({ line1: HOME.line1 });
});

/** Does something in the shop that no webhook tells. */
async function losingWebhooks(work: () => Promise<void>): Promise<void> {
  server.shopify.faults.add({ shop: null, match: 'webhook', mode: 'drop', times: 1000, ms: 0 });
  await work();
  await server.shopify.webhooks.flush();
  server.shopify.faults.clear();
}

/** A step of a claim that its partner does not carry out, as the list of the store shows it. */
async function heldUp(id: number, kind: 'shippingRefund' | 'reorder') {
  // Nothing tries it again until somebody does.
  const { effect_id } = await eventually(
    () =>
      server.server.deps.database.inStore(server.storeId, (db) =>
        db
          .updateTable('effect')
          .set({ next_try_on: new Date('2999-01-01') })
          .where('subject_kind', '=', 'shippingClaim')
          .where('subject_id', '=', id)
          .where('kind', '=', kind)
          .where('state', '=', 'waiting')
          .where('last_error', 'is not', null)
          .returning('effect_id')
          .executeTakeFirst(),
      ),
    'the step is held up',
  );
  server.shopify.faults.clear();
  const { data } = await staff(listEffects, { params: { storeId: server.storeId }, query: {} });
  const step = data.find((one) => one.id === effect_id);
  if (!step) throw new Error('the list does not show the step');
  return step;
}
const settle = (effectId: number, refundIdFromPlatform: string | null) =>
  staff(settleEffect, {
    params: { storeId: server.storeId, effectId },
    body: { reason: 'By hand', refundIdFromPlatform },
  });

test('a refund that staff made in the shop in place of a claim is asked for, and counts once', async () => {
  const from = await claimableOrder(2);
  const lineIdFromPlatform = from.line.lineIdFromPlatform;
  const { externalId } = await fileIt(from, { selections: [{ lineIdFromPlatform, quantity: 1 }] });
  const seen = () =>
    staff(orders.getOrder, { params: { storeId: server.storeId, idFromPlatform: from.order.idFromPlatform } });
  const unitsLeft = async () => {
    const order = await from.call(customer.getOrder, { params: params(from) });
    return order.lineItems.find((one) => one.lineIdFromPlatform === lineIdFromPlatform)?.returnableQuantity;
  };
  const id = (await seen()).shippingClaims.find((one) => one.externalId === externalId)?.id ?? 0;
  server.shopify.faults.add({ shop: null, match: 'refundCreate', mode: 'fail', times: 10_000, ms: 0 });
  await refund(id);
  const step = await heldUp(id, 'shippingRefund');
  expect(step.asksForRefundOf).toEqual({ kind: 'shippingClaim', id });
  const before = { left: (await seen()).money.left, units: await unitsLeft() };
  await losingWebhooks(() => refundAtShop(from, id, 'units'));
  expect((await documentOf(from)).refunds).toEqual([]);
  const named = async () => (await staff(contract.shippingRefundsByHand, { params: at(id) })).data;
  const [made] = await named();
  expect(made).toMatchObject({ lines: [{ quantity: 1 }] });
  expect(await refusalOf(settle(step.id, 'nobody-made-it'))).toBe('422 REFUND_UNKNOWN');
  await settle(step.id, made?.idFromPlatform ?? null);
  expect({ left: (await seen()).money.left, units: await unitsLeft() }).toEqual(before);
  expect(await named()).toEqual([]);
  expect(shopOrder(from).refunds).toHaveLength(1);
});

test('a refund or a reorder that was resolved externally is no longer on its way, and its email does not say how it was given', async () => {
  const { from, id, externalId } = await filed({ email: `cash-${randomUUID()}@home.example` });
  server.shopify.faults.add({ shop: null, match: 'refundCreate', mode: 'fail', times: 10_000, ms: 0 });
  await refund(id);
  await settle((await heldUp(id, 'shippingRefund')).id, null);

  const again = await filed({ method: 'Reorder', email: `again-${randomUUID()}@home.example` });
  await grant(again.id);
  const token = await tokenOf(again.id);
  server.shopify.faults.add({ shop: null, match: 'orderCreate', mode: 'fail', times: 10_000, ms: 0 });
  await server.browser()(portal.confirmReorder, {
    params: { slug: server.slug, shippingClaimId: again.id },
    body: { token, shippingAddress: HOME },
  });
  const step = await heldUp(again.id, 'reorder');
  expect(step.asksForRefundOf).toEqual({ kind: 'shippingClaim', id: again.id });
  await settle(step.id, null);

  const external = { wasResolvedExternally: true };
  expect((await shown(id)).resolutionSummary).toMatchObject({ ...external, refund: { isRefundPending: false } });
  expect((await shown(again.id)).resolutionSummary).toMatchObject({ ...external, exchangeOrder: null });
  const seen = (one: { from: Returnable; externalId: string }) =>
    one.from.call(portal.shippingClaim, { params: { slug: server.slug, externalId: one.externalId } });
  expect(await seen({ from, externalId })).toMatchObject({ ...external, refund: { isPending: false } });
  expect(await seen(again)).toMatchObject({ ...external, newOrderNo: null });
  for (const one of [id, again.id]) {
    const { customerEmail, externalId: number } = await shown(one);
    const closed = new RegExp(`claim ${number} is closed`);
    const { text } = await eventually(() => mailTo(customerEmail, closed), 'the email to the shopper');
    expect(text).toContain('took care of it directly');
    expect(text).not.toMatch(/original payment method|with order/);
  }
});

test('a refund in the shop whose news is late stops a reorder, when it is granted and when its address is confirmed', async () => {
  const [toGrant, toConfirm] = [await filed({ method: 'Reorder' }), await filed({ method: 'Reorder' })];
  await grant(toConfirm.id);
  const token = await tokenOf(toConfirm.id);
  await losingWebhooks(async () => {
    await refundAtShop(toGrant.from, toGrant.id, 'whole line');
    await refundAtShop(toConfirm.from, toConfirm.id, 'whole line');
  });
  expect([await documentOf(toGrant.from), await documentOf(toConfirm.from)]).toMatchObject([
    { refunds: [] },
    { refunds: [] },
  ]);
  expect(await refusalOf(grant(toGrant.id))).toContain('REORDER_NOT_POSSIBLE');
  const confirming = server.browser()(portal.confirmReorder, {
    params: { slug: server.slug, shippingClaimId: toConfirm.id },
    body: { token, shippingAddress: HOME },
  });
  expect(await refusalOf(confirming)).toContain('LINK_USED');
  expect(newest(await shown(toConfirm.id))).toMatchObject({ subject: 'Not ordered again' });
});

test('items that the store refunded itself are refunded by no claim, whether or not its news came', async () => {
  for (const isNewsLate of [false, true]) {
    const { from, id } = await filed();
    const refunding = () => refundAtShop(from, id, 'whole line');
    await (isNewsLate ? losingWebhooks(refunding) : refunding());
    if (!isNewsLate) {
      await server.shopify.webhooks.flush();
      await eventually(async () => (await documentOf(from)).refunds.length > 0, 'the refund is known');
    }
    expect(await refusalOf(refund(id))).toContain('REFUND_NOT_POSSIBLE');
    expect(await shown(id)).toMatchObject({ status: 'Open', resolutionSummary: { refund: null } });
    expect(shopOrder(from).refunds).toHaveLength(1);
  }
});

test('the books agree with what the platform shows', async () => {
  const admin = await server.staff('Admin');
  const run = await admin(books.reconcileNow, { params: { storeId: server.storeId }, body: { days: 366 } });
  // Of what staff did by hand, the books name who said so.
  expect(run.differences.filter(({ isExplained }) => !isExplained)).toEqual([]);
});

test('of claims filed at the same moment one is made, and the others hear of it', async () => {
  for (let round = 0; round < 3; round += 1) {
    const from = await claimableOrder();
    const unit = await unitOf(from);
    const filing = Array.from({ length: 4 }, () => fileIt(from, { selections: [unit] }));
    const outcomes = await Promise.allSettled(filing);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { shippingClaims } = await staff(orders.getOrder, {
      params: { storeId: server.storeId, idFromPlatform: from.order.idFromPlatform },
    });
    expect(shippingClaims).toHaveLength(1);
  }
});

test('finalizing has a source, which is the team of who decides; the claim and the export say it', async () => {
  const { id, externalId } = await filed();
  const { version } = await shown(id);
  const finalize = (finalizationSource: 'Merchant_App' | 'Provider_App') =>
    staff(contract.finalizeShippingClaim, {
      params: at(id),
      body: { version, resolutionMethod: 'Refund', finalizationSource },
    });
  expect(await refusalOf(finalize('Provider_App'))).toBe('422 FINALIZATION_SOURCE_WRONG');
  const closed = await finalize('Merchant_App');
  expect(closed).toMatchObject({ status: 'Closed_Refunded', resolvedIn: 'Merchant_App', resolvedBy: 'Staff Tester' });

  const { storeId } = server;
  const { user } = await staff(me, {});
  const report = await staff(reports.createReport, {
    params: { storeId },
    body: {
      kind: 'Shipping',
      filename: 'Shipping claims',
      email: user.email,
      columns: ['claim', 'resolvedBy', 'finalizationSource'],
      filters: { searchTerm: externalId },
    },
  });
  const url = await eventually(async () => {
    const made = (await staff(reports.listReports, { params: { storeId } })).reports;
    return made.find((one) => one.id === report.id)?.downloadUrl;
  }, 'the export ends');
  expect(parse(await (await fetch(url)).text(), { bom: true })).toEqual([
    ['Claim', 'Resolved by', 'Finalization source'],
    [externalId, 'Staff Tester', 'Store'],
  ]);
});

test('a shopper is promised no more than is left to refund', async () => {
  const from = await claimableOrder();
  const left = 100;
  await changeOrder(server, from, ({ totalPaid }) => ({ totalRefunded: totalPaid - left }));
  const { mostRefundable, currencyCode, items } = await claimable(from);
  const unit = await unitOf(from);
  const item = items.find(({ lineIdFromPlatform }) => lineIdFromPlatform === unit.lineIdFromPlatform);
  expect(minorOf(mostRefundable, currencyCode)).toBe(left);
  expect(item?.amount).toBeGreaterThan(mostRefundable);
  const { externalId } = await fileIt(from, { selections: [unit] });
  const { shippingClaims } = await staff(orders.getOrder, {
    params: { storeId: server.storeId, idFromPlatform: from.order.idFromPlatform },
  });
  const claim = await shown(shippingClaims.find((one) => one.externalId === externalId)?.id ?? 0);
  expect(claim.shippingClaimLineItems[0]?.amount).toBe(mostRefundable);
});

test('a denial that waits for the mail server is not mailed anymore once the claim is open again', async () => {
  const mailFails = (times: number) =>
    fetch(`${server.mailbox.url}/_control/faults`, { method: 'POST', body: JSON.stringify({ mode: 'fail', times }) });
  const { id, externalId } = await filed();
  await eventually(() => mailTo('ada@home.example', new RegExp(externalId)), 'the claim is confirmed');
  await mailFails(1000);
  const { version } = await shown(id);
  await staff(contract.denyShippingClaim, { params: at(id), body: { version, reason: 'Delivered', note: '' } });
  const denialOf = async () => {
    const { rows } = await server.server.deps.database.inStore(server.storeId, (db) =>
      sql<{ state: string; error: string | null; reason: string | null }>`
        select state, last_error as error, settled_reason as reason from effect
        where kind = 'shippingClaimEmail' and subject_id = ${id} and payload ->> 'news' = 'denied'`.execute(db),
    );
    return rows[0];
  };
  await eventually(async () => (await denialOf())?.error, 'the denial cannot be mailed');
  await staff(contract.reopenShippingClaim, { params: at(id), body: { version: (await shown(id)).version } });
  await mailFails(0);
  await eventually(async () => {
    await hurry();
    return !['waiting', 'running'].includes((await denialOf())?.state ?? 'waiting');
  }, 'the denial is over');
  expect(await denialOf()).toMatchObject({ state: 'calledOff', reason: 'The outcome it describes has changed.' });
});

test('what staff refund of an order that was sent again twice comes off its reorders once', async () => {
  const from = await claimableOrder(2);
  const again = async () => {
    const { externalId } = await fileIt(from, { selections: [await unitOf(from)], method: 'Reorder' });
    const { shippingClaims } = await orderOf(from.order);
    const id = shippingClaims.find((one) => one.externalId === externalId)?.id ?? 0;
    await grant(id);
    const body = { token: await tokenOf(id), shippingAddress: HOME };
    await server.browser()(portal.confirmReorder, { params: { slug: server.slug, shippingClaimId: id }, body });
    const key = `reorder:shippingClaim:${id}:`;
    const made = await eventually(
      () => server.shop.orders.find(({ sourceIdentifier }) => sourceIdentifier?.startsWith(key)),
      'it is ordered',
    );
    const idFromPlatform = String(made.id);
    await eventually(() => orderOf({ idFromPlatform }).catch(() => null), 'the order is synced');
    return { idFromPlatform };
  };
  const orderOf = ({ idFromPlatform }: { idFromPlatform: string }) =>
    staff(orders.getOrder, { params: { storeId: server.storeId, idFromPlatform } });
  const { currencyCode } = from.order;
  const leftOf = async (one: { idFromPlatform: string }) => minorOf((await orderOf(one)).money.left, currencyCode);
  const [first, second] = [await again(), await again()];
  const before = (await leftOf(first)) + (await leftOf(second));
  const storefront = await server.server.deps.storefrontOf(server.storeId);
  await storefront.refund(
    {
      purposeKey: `by-hand:${randomUUID()}`,
      orderIdFromPlatform: from.order.idFromPlatform,
      claimExternalId: 'by hand',
      lines: [],
      amount: { amount: (await leftOf(from.order)) + 101, currencyCode },
      to: 'originalPayment',
      note: 'goodwill',
    },
    { requestId: randomUUID(), isStillOurs: () => true },
  );
  await eventually(async () => (await orderOf(from.order)).money.totalRefunded > 0, 'the refund is known');
  expect((await leftOf(first)) + (await leftOf(second))).toBe(before - 101);
});
