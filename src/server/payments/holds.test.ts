import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcileNow } from '#contract/merchant/books.ts';
import * as customer from '#contract/customer/customer.ts';
import {
  cancelClaim,
  finalizePreview,
  receiveShipment,
  retryEffect,
  waiveReturn,
} from '#contract/merchant/claim-actions.ts';
import { createShipment, quoteShipment, shipmentOptions } from '#contract/merchant/shipments.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { formatDate, UTC, windowEndIn } from '#core/dates.ts';
import { formatMoney } from '#core/money.ts';
import { PAYMENT_ORDER_TAG } from '#core/orders/payment-order.ts';
import { storeById } from '#server/db/stores.ts';
import {
  endReservations,
  lookAtPayments,
  pollCheckouts,
  releaseUnusedPayments,
  watchAllHolds,
} from '#server/payments/look-after.ts';
import { watchHolds } from '#server/payments/watch-holds.ts';
import {
  approveAndFinalize,
  changeLine,
  claimOf,
  endPauses,
  finalizeAll,
  markElsewhere,
  settledClaim,
} from '#server/testing/claims.ts';
import {
  atStripe,
  captureAtStripe,
  refundAtStripe,
  claimWhen,
  dearerExchange,
  intentOf,
  PAYING,
  stripeSwitch,
  typeCard,
  type Begun,
  type DearerExchange,
} from '#server/testing/payments.ts';
import { shopAdmin } from '#server/testing/shop-admin.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

const DAY_SECONDS = 86_400;
let server: TestServer;
let staff: Caller;

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
});
beforeEach(async () => {
  await server.saveSettings(PAYING);
  await stripeSwitch(server, 'holds', { default: 7 * DAY_SECONDS, visa: 7 * DAY_SECONDS });
});
afterAll(async () => {
  await server.close();
});

type Sent = { exchange: DearerExchange; begun: Begun; externalId: string; claim: ClaimShown };

/** An instant exchange whose goods were ordered and whose hold stands. */
async function sentAhead({ isCaptured = false } = {}): Promise<Sent> {
  const exchange = await dearerExchange(server, { isInstantExchange: true });
  const begun = await exchange.begin();
  await typeCard(server, begun);
  if (isCaptured) await captureAtStripe(server, intentOf(begun.clientSecret));
  const externalId = await exchange.submit(begun.paymentId);
  return { exchange, begun, externalId, claim: await settledClaim(server, staff, externalId) };
}

/** An instant exchange whose item another shopper bought before ours was ordered. */
async function refusedForStock() {
  const exchange = await dearerExchange(server, { isInstantExchange: true });
  const begun = await exchange.begin();
  await typeCard(server, begun);
  const wanted = exchange.draft.selections[0]?.variantIdFromPlatform;
  const variant = server.shop.products.flatMap((product) => product.variants).find((one) => String(one.id) === wanted);
  if (!variant) throw new Error('the variant is not in the shop');
  const { quantities } = variant;
  const before = server.shop.orders.length;
  server.shopify.faults.add({ shop: null, match: 'OrdersBySource', mode: 'delay', times: 1, ms: 1500 });
  const externalId = await exchange.submit(begun.paymentId);
  // Another shopper buys the last one before ours is ordered.
  variant.quantities = { ...quantities, available: 0, on_hand: 0 };
  const failed = await claimWhen(
    server,
    staff,
    externalId,
    (one) => one.effects.find((effect) => effect.kind === 'exchangeOrder')?.state === 'failed',
    'the order is refused',
  );
  const restock = (): void => {
    variant.quantities = quantities;
  };
  return { externalId, failed, restock, before };
}

const orderStep = (claim: ClaimShown) => claim.effects.find((effect) => effect.kind === 'exchangeOrder');
const minor = (amount: number): number => Math.round(amount * 100);
const zoneOfStore = (): Promise<string> =>
  server.server.deps.database.inStore(
    server.storeId,
    async (db) => (await storeById(db, server.storeId))?.time_zone ?? UTC,
  );
const daysAhead = (days: number): Date => new Date(Date.now() + days * DAY_SECONDS * 1000);
const watch = (now: Date) => watchAllHolds(server.server.deps, now);
const mailsOf = (externalId: string) => server.mailbox.messages().filter(({ subject }) => subject.includes(externalId));
const paymentStatus = (claim: ClaimShown) => claim.customerPayments[0]?.status;

/** Its only line approved as asked for. */
async function approved(externalId: string): Promise<ClaimShown> {
  const claim = await claimOf(server, staff, externalId);
  const change = { kind: 'approved', resolutionMethod: 'variantExchange' } as const;
  return changeLine(server, staff, claim, claim.claimLineItems[0]?.id ?? 0, change);
}

/** Staff have received the package of a claim; no carrier reports on a packing slip. */
const receive = ({ id, version, claimReturnShipments: shipments }: ClaimShown): Promise<ClaimShown> =>
  staff(receiveShipment, {
    params: { storeId: server.storeId, claimId: id, shipmentId: shipments[0]?.returnShipmentId ?? 0 },
    body: { version },
  });

describe('an instant exchange', () => {
  test('is not offered where nothing can be held', async () => {
    await server.saveSettings({ ...PAYING, paymentProvider: 'platformCheckout' });
    const exchange = await dearerExchange(server, { isInstantExchange: true });
    expect(exchange.order).toMatchObject({ offerInstantExchange: false, paymentProvider: 'platformCheckout' });
    await expect(exchange.quote()).rejects.toMatchObject({ body: { code: 'INSTANT_EXCHANGE_NOT_OFFERED' } });
  });

  test('sends the goods at once against a hold of all they cost; back and finalized, only the difference is taken', async () => {
    const before = server.shop.orders.length;
    const { exchange, begun, externalId, claim } = await sentAhead();
    expect(server.shop.orders.length).toBe(before + 1);
    expect(claim.claimLineItems[0]).toMatchObject({ isExchangeSent: true });
    expect(claim.customerPayments).toMatchObject([{ status: 'Authorized', amount: begun.amount }]);
    expect(begun.amount).toBeGreaterThan(claim.ledger.owed + exchange.line.unitValue - 0.01);
    await watch(daysAhead(1));
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({ status: 'requires_capture' });
    const seen = await exchange.call(customer.overview, { params: { slug: server.slug, externalId } });
    expect(seen).toMatchObject({ isInstantExchange: true, ledger: { held: begun.amount } });
    const delta = claim.claimLineItems[0]?.exchangeDeltaAmount ?? 0;
    expect(delta).toBeGreaterThan(0);
    await receive(claim);
    await approveAndFinalize(server, staff, externalId);
    await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'the difference is taken');
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({
      status: 'succeeded',
      amount_received: minor(delta),
    });
    expect(server.shop.orders.length).toBe(before + 1);
  });

  test('of no higher price: the hold is let go of when it is finalized', async () => {
    await server.saveSettings({ ...PAYING, advancedExchangePricing: 'NO_PAYMENT_OR_REFUND' });
    const { begun, externalId, claim } = await sentAhead();
    await receive(claim);
    await approveAndFinalize(server, staff, externalId);
    await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Expired', 'the hold is let go of');
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({
      status: 'canceled',
      amount_received: 0,
    });
  });

  test('finalized before anything is back keeps its hold until it is, and is completed then', async () => {
    await server.saveSettings({ ...PAYING, advancedExchangePricing: 'NO_PAYMENT_OR_REFUND' });
    const { begun, externalId, claim } = await sentAhead();
    const at = { params: { storeId: server.storeId, claimId: claim.id } };
    const line = claim.claimLineItems[0]?.id ?? 0;
    await changeLine(server, staff, claim, line, { kind: 'approved', resolutionMethod: 'variantExchange' });
    const { effects } = await staff(finalizePreview, { ...at, query: {} });
    expect(effects.map(({ summary }) => summary)).toContain('The hold stays until the return arrives');
    expect(effects.map(({ kind }) => kind)).not.toContain('paymentRelease');
    await finalizeAll(server, staff, await claimOf(server, staff, externalId));
    await watch(daysAhead(1));
    const kept = await settledClaim(server, staff, externalId);
    expect(kept).toMatchObject({ claimRollup: { code: 'Approved' }, canWaiveReturn: true });
    expect(paymentStatus(kept)).toBe('Authorized');
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({ status: 'requires_capture' });
    await receive(kept);
    await watch(daysAhead(1));
    const done = await claimWhen(
      server,
      staff,
      externalId,
      (one) => paymentStatus(one) === 'Expired',
      'it is let go of',
    );
    expect(done).toMatchObject({ claimRollup: { code: 'Completed' }, canWaiveReturn: false });
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({ amount_received: 0 });
  });

  test('finalized early is charged when nothing comes, and what is not owed goes back when it comes after all', async () => {
    const { begun, externalId } = await sentAhead();
    await approveAndFinalize(server, staff, externalId);
    await watch(daysAhead(6.2));
    const taken = await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'it is taken');
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({
      amount_received: minor(begun.amount),
    });
    expect(taken.claimRollup.code).toBe('Approved');
    await receive(taken);
    await watch(daysAhead(8));
    const isGivenBack = (one: ClaimShown): boolean => (one.customerPayments[0]?.refundedAmount ?? 0) > 0;
    const back = await claimWhen(server, staff, externalId, isGivenBack, 'the rest goes back');
    const delta = back.claimLineItems[0]?.exchangeDeltaAmount ?? 0;
    expect(minor(back.customerPayments[0]?.refundedAmount ?? 0)).toBe(minor(begun.amount) - minor(delta));
    expect((await settledClaim(server, staff, externalId)).claimRollup.code).toBe('Completed');
  });

  test('finalized early whose hold is lost has a person asked to look at it, who may wait no longer', async () => {
    const { begun, externalId } = await sentAhead();
    await approveAndFinalize(server, staff, externalId);
    await stripeSwitch(server, 'lapse', { payment_intent: intentOf(begun.clientSecret) });
    const told = await claimWhen(server, staff, externalId, (one) => one.tasks.length > 0, 'a task is there');
    expect(told.tasks).toMatchObject([{ kind: 'holdLost' }]);
    const at = { params: { storeId: server.storeId, claimId: told.id } };
    const waived = await staff(waiveReturn, { ...at, body: { version: told.version } });
    expect(waived.canWaiveReturn).toBe(false);
    expect((await settledClaim(server, staff, externalId)).claimRollup.code).toBe('Completed');
    await expect(staff(waiveReturn, { ...at, body: { version: waived.version } })).rejects.toMatchObject({
      body: { code: 'RETURN_NOT_AWAITED' },
    });
  });

  test('finalized early whose return is waived has only what is owed taken', async () => {
    const { begun, externalId, claim } = await sentAhead();
    await approveAndFinalize(server, staff, externalId);
    const kept = await settledClaim(server, staff, externalId);
    await staff(waiveReturn, {
      params: { storeId: server.storeId, claimId: claim.id },
      body: { version: kept.version },
    });
    await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'what is owed is taken');
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({
      amount_received: minor(claim.claimLineItems[0]?.exchangeDeltaAmount ?? 0),
    });
  });

  test('not back when the hold is about to end, it is taken whole, once', async () => {
    await stripeSwitch(server, 'holds', { default: 30 * 3600, visa: 30 * 3600 });
    const { begun, externalId } = await sentAhead();
    await watch(daysAhead(0.2));
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({ status: 'requires_capture' });
    await Promise.all([watch(daysAhead(0.3)), watch(daysAhead(0.3))]);
    const taken = await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'it is taken');
    expect(taken.effects.filter((effect) => effect.kind === 'paymentCapture')).toHaveLength(1);
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({
      amount_received: minor(begun.amount),
    });
    const [told, ...others] = await eventually(() => {
      const found = mailsOf(externalId).filter(({ subject }) => subject.startsWith('Your card was charged'));
      return found.length > 0 && found;
    }, 'the shopper is told');
    expect(others).toEqual([]);
    expect(told?.text).toContain(`So we charged ${formatMoney({ amount: minor(begun.amount), currencyCode: 'USD' })}`);
    const delta = taken.claimLineItems[0]?.exchangeDeltaAmount ?? 0;
    await receive(taken);
    await approveAndFinalize(server, staff, externalId);
    const back = await claimWhen(
      server,
      staff,
      externalId,
      (one) => (one.customerPayments[0]?.refundedAmount ?? 0) > 0,
      'what was not needed goes back',
    );
    expect(minor(back.customerPayments[0]?.refundedAmount ?? 0)).toBe(minor(begun.amount) - minor(delta));
  });

  test('the email with the label or packing slip says by when the return has to be back, and what is held', async () => {
    const { begun, externalId } = await sentAhead();
    const text = await eventually(
      () => mailsOf(externalId).find(({ subject }) => subject.startsWith('How to'))?.text,
      'the email is there',
    );
    const held = formatMoney({ amount: minor(begun.amount), currencyCode: 'USD' });
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      new RegExp(
        `Your return must arrive by \\w+ \\d+, 20\\d\\d\\. We've placed a ${held.replace('$', '\\$')} hold on your card`,
      ),
    );
  });

  test('not back by the end of the day that the shopper was told, it is taken though the hold would stand longer', async () => {
    await stripeSwitch(server, 'holds', { default: 30 * DAY_SECONDS, visa: 30 * DAY_SECONDS });
    const { exchange, externalId, claim } = await sentAhead();
    const end = windowEndIn(claim.createdOn, 7, await zoneOfStore());
    const seen = await exchange.call(customer.overview, { params: { slug: server.slug, externalId } });
    expect(seen.returnBefore).toBe(end.shown);
    expect(seen.nextSteps.join(' ')).toContain(`by ${formatDate(end.shown)}`);
    await watch(new Date(end.instant));
    expect(paymentStatus(await settledClaim(server, staff, externalId))).toBe('Authorized');
    await watch(new Date(Date.parse(end.instant) + 1));
    await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'it is taken');
  });

  test('where the store holds again, the hold gets a new id everywhere and the old one is let go of', async () => {
    await server.saveSettings({ ...PAYING, holdLapsePolicy: 'holdAgain', instantExchangeReturnDays: 60 });
    const { begun, externalId } = await sentAhead();
    const first = intentOf(begun.clientSecret);
    // The news that the old hold is gone then comes before the answer that names the new one.
    await stripeSwitch(server, 'faults', { mode: 'dropAnswer', match: `${first}/cancel`, times: 1 });
    await watch(daysAhead(6.5));
    const again = await claimWhen(
      server,
      staff,
      externalId,
      (one) => one.customerPayments[0]?.idFromPlatform !== first,
      'it is held again',
    );
    const held = await settledClaim(server, staff, externalId);
    expect(held.tasks).toEqual([]);
    expect(paymentStatus(held)).toBe('Authorized');
    expect(await atStripe(server, first)).toMatchObject({ status: 'canceled' });
    expect(await atStripe(server, again.customerPayments[0]?.idFromPlatform ?? '')).toMatchObject({
      status: 'requires_capture',
    });
    await receive(await claimOf(server, staff, externalId));
    await approveAndFinalize(server, staff, externalId);
    await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'the new hold is taken');
  });

  test('whose hold is gone has a person asked to look at it, once', async () => {
    const { begun, externalId, exchange } = await sentAhead();
    const askedOf = async () =>
      (await exchange.call(customer.overview, { params: { slug: server.slug, externalId } })).nextSteps.join(' ');
    expect(await askedOf()).toContain('After that, we charge your card');
    await stripeSwitch(server, 'lapse', { payment_intent: intentOf(begun.clientSecret) });
    const told = await claimWhen(server, staff, externalId, (one) => one.tasks.length > 0, 'a task is there');
    expect(told.tasks).toMatchObject([{ kind: 'holdLost' }]);
    expect(paymentStatus(told)).toBe('Expired');
    expect(await askedOf()).toMatch(/arrive by [\w ,]+\./);
    await watch(daysAhead(1));
    expect((await settledClaim(server, staff, externalId)).tasks).toHaveLength(1);
  });

  test('whose money was taken, and given back at Stripe by somebody, has a person asked, and owes what it costs', async () => {
    await stripeSwitch(server, 'holds', { default: 30 * 3600, visa: 30 * 3600 });
    const { begun, externalId } = await sentAhead();
    await watch(daysAhead(0.3));
    await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'it is taken');
    await refundAtStripe(server, intentOf(begun.clientSecret));
    const told = await claimWhen(server, staff, externalId, (one) => one.tasks.length > 0, 'a task is there');
    expect(told.tasks[0]?.message).toMatch(/was refunded, but the new items were sent/);
    await receive(told);
    const decided = await approved(externalId);
    expect(decided.ledger.owed).toBe(decided.claimLineItems[0]?.exchangeDeltaAmount);
    expect(decided.ledger.credits.sections.map(({ label }) => label)).not.toContain('Paid');
  });

  test('whose card is held for less than a day is taken rather than held without end', async () => {
    await server.saveSettings({ ...PAYING, holdLapsePolicy: 'holdAgain', instantExchangeReturnDays: 60 });
    await stripeSwitch(server, 'holds', { default: 3600, visa: 3600 });
    const { externalId } = await sentAhead();
    await watch(new Date());
    const taken = await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'it is taken');
    expect(taken.effects.filter(({ kind }) => kind === 'paymentHoldAgain').length).toBeLessThanOrEqual(1);
  });

  test('whose card cannot be held again is taken instead', async () => {
    await server.saveSettings({ ...PAYING, holdLapsePolicy: 'holdAgain', instantExchangeReturnDays: 60 });
    const { begun, externalId } = await sentAhead();
    await stripeSwitch(server, 'faults', { mode: 'decline', match: 'CHARGE', times: 1 });
    await watch(daysAhead(6.5));
    const failed = await settledClaim(server, staff, externalId);
    expect(failed.effects.find((effect) => effect.kind === 'paymentHoldAgain')?.state).toBe('failed');
    expect(paymentStatus(failed)).toBe('Authorized');
    await watch(daysAhead(6.5));
    await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'it is taken');
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({
      amount_received: minor(begun.amount),
    });
  });

  test('whose hold ended without any news is found out', async () => {
    const { begun, externalId } = await sentAhead();
    server.stripe.setWebhookUrl('http://127.0.0.1:1/nowhere');
    try {
      await stripeSwitch(server, 'lapse', { payment_intent: intentOf(begun.clientSecret) });
      await lookAtPayments(server.server.deps, daysAhead(0.01));
      expect(paymentStatus(await settledClaim(server, staff, externalId))).toBe('Authorized');
      await lookAtPayments(server.server.deps, daysAhead(0.1));
      const told = await settledClaim(server, staff, externalId);
      expect(paymentStatus(told)).toBe('Expired');
      expect(told.tasks).toMatchObject([{ kind: 'holdLost' }]);
    } finally {
      server.stripe.setWebhookUrl(`${server.url}/api/webhooks/stripe`);
    }
  });

  test('back before it ends, only what is owed is taken of a hold about to end', async () => {
    await stripeSwitch(server, 'holds', { default: 30 * 3600, visa: 30 * 3600 });
    const { begun, externalId, claim } = await sentAhead();
    await receive(claim);
    await watch(daysAhead(0.3));
    await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'what is owed is taken');
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({
      amount_received: minor(claim.claimLineItems[0]?.exchangeDeltaAmount ?? 0),
    });
  });

  test('back by packing slip when its days are over, nothing is taken for what came back', async () => {
    await server.saveSettings({
      ...PAYING,
      instantExchangeReturnDays: 2,
      advancedExchangePricing: 'NO_PAYMENT_OR_REFUND',
    });
    const { begun, externalId, claim } = await sentAhead();
    const received = await receive(claim);
    expect(received).toMatchObject({
      claimRollup: { code: 'At_Return_Location' },
      claimReturnShipments: [{ tracker: { status: 'delivered' } }],
    });
    await watch(daysAhead(3));
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({ status: 'requires_capture' });
    await approveAndFinalize(server, staff, externalId);
    await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Expired', 'the hold is let go of');
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({ amount_received: 0 });
    const unknown = {
      params: { storeId: server.storeId, claimId: claim.id, shipmentId: 77 },
      body: { version: received.version },
    };
    await expect(staff(receiveShipment, unknown)).rejects.toMatchObject({ status: 409 });
  });

  test('back by a label when its days are over, nothing is taken though the news of it was lost', async () => {
    await server.saveSettings({
      ...PAYING,
      instantExchangeReturnDays: 2,
      advancedExchangePricing: 'NO_PAYMENT_OR_REFUND',
    });
    const { begun, externalId, claim } = await sentAhead();
    // Of two packages, the one without a carrier is here.
    const received = await receive(claim);
    const ofClaim = { storeId: server.storeId, claimId: claim.id };
    const { fromAddressId, toAddressId, weightInOunces } = await staff(shipmentOptions, { params: ofClaim });
    const way = { fromAddressId: fromAddressId ?? '', toAddressId: toAddressId ?? '', weightInOunces };
    const quoted = await staff(quoteShipment, { params: ofClaim, body: way });
    if (quoted.kind === 'failure') throw new Error(quoted.errors.join());
    await staff(createShipment, {
      params: ofClaim,
      body: {
        ...way,
        version: received.version,
        returnShipmentType: 'Label',
        shipmentIdFromPlatform: quoted.shipmentIdFromPlatform,
        rate: { id: quoted.rates[0]?.id ?? '' },
      },
    });
    const isLabel = ({ returnShipmentType }: ClaimShown['claimReturnShipments'][number]) =>
      returnShipmentType === 'Label';
    const labeled = await claimWhen(
      server,
      staff,
      externalId,
      (one) => one.claimReturnShipments.some(isLabel),
      'the label is made',
    );
    const carriers = (path: string, body: object) =>
      fetch(`${server.easypost.url}/_control/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await carriers('faults', { match: 'WEBHOOK tracker.updated', mode: 'drop', times: 1 });
    await carriers('track', {
      tracking_code: labeled.claimReturnShipments.find(isLabel)?.tracker.carrier.trackingCode,
      status: 'delivered',
    });
    // News of the payment comes before anyone asks the carrier.
    const { storeId } = server;
    await server.server.deps.database.inStore(storeId, (db) =>
      watchHolds(db, storeId, claim.id, daysAhead(4), 'test-news'),
    );
    expect(paymentStatus(await settledClaim(server, staff, externalId))).toBe('Authorized');
    await watch(daysAhead(4));
    const back = await settledClaim(server, staff, externalId);
    expect(back.claimReturnShipments.find(isLabel)?.tracker.status).toBe('delivered');
    expect(paymentStatus(back)).toBe('Authorized');
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({ status: 'requires_capture' });
  });

  test('whose goods could not be ordered: nobody is charged, until a person has them sent after all', async () => {
    const { externalId, failed, restock, before } = await refusedForStock();
    expect(failed.claimLineItems[0]).toMatchObject({ isExchangeSent: false });
    await watch(daysAhead(8));
    expect(paymentStatus(await settledClaim(server, staff, externalId))).toBe('Authorized');
    // Back in stock and tried again, it is out after all.
    restock();
    const orderEffect = failed.effects.find((effect) => effect.kind === 'exchangeOrder')?.id ?? 0;
    const params = { storeId: server.storeId, claimId: failed.id };
    await staff(retryEffect, { params: { ...params, effectId: orderEffect } });
    const sent = await settledClaim(server, staff, externalId);
    expect(sent.claimLineItems[0]).toMatchObject({ isExchangeSent: true });
    expect(server.shop.orders.length).toBe(before + 1);
    const cancel = staff(cancelClaim, { params, body: { version: sent.version } });
    await expect(cancel).rejects.toMatchObject({ body: { code: 'EXCHANGE_ALREADY_SENT' } });
  });

  test('whose goods were ordered by hand after ours was refused are out: waited for, and sent no second time', async () => {
    const { externalId, failed, restock, before } = await refusedForStock();
    const effectId = orderStep(failed)?.id ?? 0;
    await markElsewhere(server, staff, effectId, 'Ordered by hand as #3001.');
    const out = await settledClaim(server, staff, externalId);
    expect(out).toMatchObject({ canWaiveReturn: true, canCancel: false });
    expect(out.claimLineItems[0]).toMatchObject({ isExchangeSent: true });
    restock();
    await stripeSwitch(server, 'lapse', { payment_intent: out.customerPayments[0]?.idFromPlatform });
    await claimWhen(server, staff, externalId, (one) => one.tasks.length > 0, 'a person is asked to look at it');
    const decided = await approved(externalId);
    await finalizeAll(server, staff, decided, { waiveBalance: true });
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects.filter(({ kind }) => kind === 'exchangeOrder')).toHaveLength(1);
    expect(server.shop.orders).toHaveLength(before);
  });

  test('whose goods could not be ordered is decided another way: the new goods are sent once, the old step is over', async () => {
    const { externalId, failed, restock, before } = await refusedForStock();
    const [line] = failed.claimLineItems;
    const other = server.shop.products
      .flatMap((product) => product.variants.map((variant) => ({ product, variant })))
      .find(({ variant }) => String(variant.id) !== line?.variantExchangeLineItem?.variantIdFromPlatform);
    if (!line || !other) throw new Error('the shop has something else');
    other.variant.quantities = { ...other.variant.quantities, available: 5, on_hand: 5 };
    const changed = await changeLine(server, staff, failed, line.id, {
      kind: 'approved',
      resolutionMethod: 'variantExchange',
      variantExchangeLineItem: {
        variantIdFromPlatform: String(other.variant.id),
        productIdFromPlatform: String(other.product.id),
      },
    });
    await finalizeAll(server, staff, changed, { waiveBalance: true });
    const done = await settledClaim(server, staff, externalId);
    const orders = done.effects.filter((effect) => effect.kind === 'exchangeOrder');
    expect(orders).toMatchObject([
      { state: 'calledOff', settledReason: 'Its items were decided another way.' },
      { state: 'done' },
    ]);
    expect(done.claimLineItems[0]?.errors).toEqual([]);
    expect(done.resolutionSummary.exchangeOrders).toHaveLength(1);
    expect(server.shop.orders.slice(before)).toMatchObject([{ lineItems: [{ variantId: other.variant.id }] }]);
    // Its items are back in stock, and someone retries from an old page.
    restock();
    const params = { storeId: server.storeId, effectId: orders[0]?.id ?? 0 };
    await expect(staff(retryEffect, { params })).rejects.toMatchObject({ body: { code: 'EFFECT_DONE' } });
    expect(server.shop.orders).toHaveLength(before + 1);
  });

  test.each(['separateOrder', 'platformReturn'] as const)(
    'whose order was made after all, unheard, is not sent beside it (%s)',
    async (exchangeOrderType) => {
      await server.saveSettings({ ...PAYING, isReturnProcessApiEnabled: exchangeOrderType === 'platformReturn' });
      const { externalId, failed, restock, before } = await refusedForStock();
      restock();
      const step = orderStep(failed);
      const [line] = failed.claimLineItems;
      const wanted = line?.variantExchangeLineItem;
      if (!step || !line || !wanted) throw new Error('something is exchanged');
      const storefront = await server.server.deps.storefrontOf(server.storeId);
      // As if an attempt before the refused one had reached the platform.
      const { orderNo } = await storefront.createExchangeOrder(
        {
          purposeKey: `${step.purposeKey}:${externalId}`,
          originalOrder: { ...failed.originalStoreOrder, email: failed.customerEmail, customerIdFromPlatform: null },
          currencyCode: 'USD',
          note: '',
          tags: [],
          lines: [{ variantIdFromPlatform: wanted.variantIdFromPlatform, quantity: 1 }],
          inventory: 'bypass',
          name: `#EX-${externalId}`,
          paid: null,
        },
        { requestId: 'test' },
      );
      await approveAndFinalize(server, staff, externalId);
      const isRefused = (one: ClaimShown): boolean => one.effects.some(({ lastError }) => lastError?.includes(orderNo));
      const told = await claimWhen(server, staff, externalId, isRefused, 'the second order is refused');
      expect(told.claimLineItems[0]?.errors[0]).toContain('was created ahead of the return after all');
      expect(server.shop.orders).toHaveLength(before + 1);
      await server.saveSettings(PAYING);
    },
  );

  test('denied before its goods were ordered and approved again is sent once, when it is finalized', async () => {
    const exchange = await dearerExchange(server, { isInstantExchange: true });
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const before = server.shop.orders.length;
    // Down for a while, so the order isn't known yet.
    server.shopify.faults.add({ shop: null, match: 'OrdersBySource', mode: 'fail', times: 100, ms: 0 });
    const externalId = await exchange.submit(begun.paymentId);
    const isTried = (one: ClaimShown): boolean =>
      one.effects.some((effect) => effect.kind === 'exchangeOrder' && effect.lastError !== null);
    const tried = await claimWhen(server, staff, externalId, isTried, 'the first attempt has failed');
    const lineId = tried.claimLineItems[0]?.id ?? 0;
    await changeLine(server, staff, tried, lineId, { kind: 'denied', claimStatusDetailCode: 'Wrong_Item' });
    server.shopify.faults.clear();
    const params = { storeId: server.storeId, effectId: orderStep(tried)?.id ?? 0 };
    await endPauses(server);
    await staff(retryEffect, { params });
    const isOff = (one: ClaimShown): boolean => orderStep(one)?.state === 'calledOff';
    const off = await claimWhen(server, staff, externalId, isOff, 'the step is called off');
    expect(off.claimLineItems[0]).toMatchObject({ isExchangeSent: false });
    expect(server.shop.orders).toHaveLength(before);
    const approved = await changeLine(server, staff, off, lineId, {
      kind: 'approved',
      resolutionMethod: 'variantExchange',
    });
    await finalizeAll(server, staff, approved);
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects.filter(({ kind }) => kind === 'exchangeOrder').map(({ state }) => state)).toEqual([
      'calledOff',
      'done',
    ]);
    expect(server.shop.orders).toHaveLength(before + 1);
  });

  test('whose goods are being sent after all can no longer be called off', async () => {
    const { externalId, failed, restock } = await refusedForStock();
    restock();
    const params = { storeId: server.storeId, claimId: failed.id };
    server.shopify.faults.add({ shop: null, match: 'OrdersBySource', mode: 'delay', times: 1, ms: 1500 });
    const effectId = failed.effects.find((effect) => effect.kind === 'exchangeOrder')?.id ?? 0;
    await staff(retryEffect, { params: { ...params, effectId } });
    const { version } = await claimOf(server, staff, externalId);
    await expect(staff(cancelClaim, { params, body: { version } })).rejects.toMatchObject({
      body: { code: 'EXCHANGE_ALREADY_SENT' },
    });
    expect((await settledClaim(server, staff, externalId)).claimLineItems[0]).toMatchObject({ isExchangeSent: true });
  });

  test('denied when the platform had made the order and its answer was lost: it is sent, and charged', async () => {
    const exchange = await dearerExchange(server, { isInstantExchange: true });
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const before = server.shop.orders.length;
    server.shopify.faults.add({ shop: null, match: 'OrderCreate', mode: 'dropAnswer', times: 1, ms: 0 });
    const externalId = await exchange.submit(begun.paymentId);
    const isLost = (one: ClaimShown): boolean =>
      one.effects.some((effect) => effect.kind === 'exchangeOrder' && effect.lastError !== null);
    const lost = await claimWhen(server, staff, externalId, isLost, 'the answer is lost');
    const denied = await changeLine(server, staff, lost, lost.claimLineItems[0]?.id ?? 0, {
      kind: 'denied',
      claimStatusDetailCode: 'Item_Not_Returned',
    });
    const { claim, lineItems } = await finalizeAll(server, staff, denied);
    expect(lineItems.denied).toMatchObject([{ errors: [expect.stringContaining('still being ordered')] }]);
    expect(claim.finalizedOn).toBeNull();
    // As if the platform's search knew of the order by now.
    const effectId = orderStep(lost)?.id ?? 0;
    await endPauses(server);
    await staff(retryEffect, { params: { storeId: server.storeId, effectId } });
    const ordered = await settledClaim(server, staff, externalId);
    expect(ordered.effects.find((effect) => effect.kind === 'exchangeOrder')).toMatchObject({ state: 'done' });
    expect(server.shop.orders.length).toBe(before + 1);
    await finalizeAll(server, staff, ordered);
    await settledClaim(server, staff, externalId);
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({
      amount_received: minor(begun.amount),
    });
  });

  test('denied and finalized before its goods were ordered: nothing is taken for what is never sent', async () => {
    const exchange = await dearerExchange(server, { isInstantExchange: true });
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const before = server.shop.orders.length;
    server.shopify.faults.add({ shop: null, match: 'OrdersBySource', mode: 'fail', times: 100, ms: 0 });
    const externalId = await exchange.submit(begun.paymentId);
    const isTried = (one: ClaimShown): boolean => (orderStep(one)?.lastError ?? null) !== null;
    const tried = await claimWhen(server, staff, externalId, isTried, 'the first attempt has failed');
    const denied = await changeLine(server, staff, tried, tried.claimLineItems[0]?.id ?? 0, {
      kind: 'denied',
      claimStatusDetailCode: 'Wrong_Item',
    });
    const params = { storeId: server.storeId, claimId: tried.id };
    expect((await staff(finalizePreview, { params, query: {} })).paymentTaken).toBe(0);
    await finalizeAll(server, staff, denied);
    server.shopify.faults.clear();
    await endPauses(server);
    await staff(retryEffect, { params: { storeId: server.storeId, effectId: orderStep(tried)?.id ?? 0 } });
    const isOff = (one: ClaimShown): boolean => orderStep(one)?.state === 'calledOff';
    await finalizeAll(server, staff, await claimWhen(server, staff, externalId, isOff, 'the step is called off'));
    const done = await settledClaim(server, staff, externalId);
    expect(done.finalizedOn).not.toBeNull();
    expect(server.shop.orders).toHaveLength(before);
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({
      status: 'canceled',
      amount_received: 0,
    });
  });

  test.each([
    ['after it was submitted', false],
    ['before it was submitted', true],
  ])(
    'captured at Stripe by somebody %s, is given back as far as it is not owed once the goods are back',
    async (_, isCaptured) => {
      const { begun, externalId, claim } = await sentAhead({ isCaptured });
      const delta = minor(claim.claimLineItems[0]?.exchangeDeltaAmount ?? 0);
      if (!isCaptured) await captureAtStripe(server, intentOf(begun.clientSecret));
      const taken = await claimWhen(
        server,
        staff,
        externalId,
        (one) => paymentStatus(one) === 'Captured',
        'it is seen',
      );
      await receive(taken);
      await approveAndFinalize(server, staff, externalId);
      const done = await settledClaim(server, staff, externalId);
      expect(done.effects.filter(({ state }) => state !== 'done')).toEqual([]);
      expect(done.customerPayments).toMatchObject([{ capturedAmount: begun.amount }]);
      expect(minor(done.customerPayments[0]?.refundedAmount ?? 0)).toBe(minor(begun.amount) - delta);
      const { differences } = await staff(reconcileNow, { params: { storeId: server.storeId }, body: { days: 2 } });
      expect(differences.filter(({ claimId }) => claimId === claim.id)).toEqual([]);
    },
  );

  test.each(['seen before our own capture is tried again', 'seen by it'])(
    'captured whole at Stripe once less was to be taken, is given back beyond that, %s',
    async (how) => {
      const { begun, externalId, claim } = await sentAhead();
      const delta = minor(claim.claimLineItems[0]?.exchangeDeltaAmount ?? 0);
      const intentId = intentOf(begun.clientSecret);
      await receive(claim);
      await stripeSwitch(server, 'faults', { mode: 'fail', match: `${intentId}/capture`, times: 1 });
      await approveAndFinalize(server, staff, externalId);
      const capture = (one: ClaimShown) => one.effects.find(({ kind }) => kind === 'paymentCapture');
      const isTried = (one: ClaimShown): boolean => (capture(one)?.lastError ?? null) !== null;
      const tried = await claimWhen(server, staff, externalId, isTried, 'the first attempt has failed');
      if (how === 'seen by it') await stripeSwitch(server, 'faults', { mode: 'drop', match: 'WEBHOOK', times: 100 });
      await captureAtStripe(server, intentId);
      if (how !== 'seen by it')
        await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'it is seen');
      await endPauses(server);
      await staff(retryEffect, { params: { storeId: server.storeId, effectId: capture(tried)?.id ?? 0 } });
      const done = await settledClaim(server, staff, externalId);
      await fetch(`${server.stripe.url}/_control/faults`, { method: 'DELETE' });
      expect(done.effects.filter(({ state }) => state !== 'done')).toEqual([]);
      expect(done.customerPayments).toMatchObject([{ capturedAmount: begun.amount }]);
      expect(minor(done.customerPayments[0]?.refundedAmount ?? 0)).toBe(minor(begun.amount) - delta);
      const { differences } = await staff(reconcileNow, { params: { storeId: server.storeId }, body: { days: 2 } });
      expect(differences.filter(({ claimId }) => claimId === claim.id)).toEqual([]);
    },
  );

  test('captured in part at Stripe by somebody, counts as paid by that part alone', async () => {
    const { begun, externalId, claim } = await sentAhead();
    const delta = minor(claim.claimLineItems[0]?.exchangeDeltaAmount ?? 0);
    await captureAtStripe(server, intentOf(begun.clientSecret), delta - 100);
    const taken = await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'it is seen');
    await receive(taken);
    expect(minor((await approved(externalId)).ledger.owed)).toBe(100);
  });

  /** Once one dollar of a hold was captured, staff are asked for what the provider released, once. */
  const expectAskedForRest = async (externalId: string, { amount }: { amount: number }): Promise<void> => {
    await watch(new Date());
    await watch(daysAhead(1));
    const money = (cents: number) => formatMoney({ amount: cents, currencyCode: 'USD' });
    const [held, rest] = [money(minor(amount)), money(minor(amount) - 100)];
    expect((await settledClaim(server, staff, externalId)).tasks).toMatchObject([
      {
        kind: 'holdLost',
        message:
          `Only ${money(100)} of the ${held} hold for claim ${externalId} was captured, but the new items were sent. ` +
          `Stripe released the rest. Ask the customer for the items or the other ${rest}.`,
      },
    ]);
  };
  const isCaptured = (one: ClaimShown): boolean => paymentStatus(one) === 'Captured';

  test.each([
    ['before it is decided', false],
    ['finalized early', true],
  ])('captured in part at Stripe by somebody, %s, has a person asked for the rest, once', async (_, isFinalized) => {
    const { begun, externalId } = await sentAhead();
    if (isFinalized) await approveAndFinalize(server, staff, externalId);
    await captureAtStripe(server, intentOf(begun.clientSecret), 100);
    await claimWhen(server, staff, externalId, isCaptured, 'it is seen');
    await expectAskedForRest(externalId, begun);
    if (isFinalized) return;
    // The return never comes: what the part doesn't pay for is owed, and can be asked for or waived.
    const claim = await claimOf(server, staff, externalId);
    const denied = await changeLine(server, staff, claim, claim.claimLineItems[0]?.id ?? 0, {
      kind: 'denied',
      claimStatusDetailCode: 'Item_Not_Returned',
    });
    expect(minor(denied.ledger.owed)).toBe(minor(begun.amount) - 100);
    const owed = formatMoney({ amount: minor(begun.amount) - 100, currencyCode: 'USD' });
    expect((await finalizeAll(server, staff, denied)).lineItems.denied).toMatchObject([
      { errors: [`The customer still owes ${owed}. Send them the payment link, or waive it.`] },
    ]);
  });

  test('captured in part at Stripe before its goods are ordered, has a person asked for the rest once they are', async () => {
    const { externalId, failed, restock } = await refusedForStock();
    const [held] = failed.customerPayments;
    if (!held) throw new Error('the claim has a hold');
    await captureAtStripe(server, held.idFromPlatform, 100);
    const unsent = await claimWhen(server, staff, externalId, isCaptured, 'it is seen');
    expect(unsent.tasks).toEqual([]);
    restock();
    await staff(retryEffect, { params: { storeId: server.storeId, effectId: orderStep(unsent)?.id ?? 0 } });
    expect((await settledClaim(server, staff, externalId)).claimLineItems[0]).toMatchObject({ isExchangeSent: true });
    await expectAskedForRest(externalId, held);
  });

  test('captured at Stripe by somebody just before its release is given back, and the reconciliation finds nothing', async () => {
    await server.saveSettings({ ...PAYING, advancedExchangePricing: 'NO_PAYMENT_OR_REFUND' });
    const { begun, externalId, claim } = await sentAhead();
    const intentId = intentOf(begun.clientSecret);
    await receive(claim);
    await stripeSwitch(server, 'faults', { mode: 'fail', match: `${intentId}/cancel`, times: 1 });
    await approveAndFinalize(server, staff, externalId);
    const release = (one: ClaimShown) => one.effects.find(({ kind }) => kind === 'paymentRelease');
    const isTried = (one: ClaimShown): boolean => (release(one)?.lastError ?? null) !== null;
    const tried = await claimWhen(server, staff, externalId, isTried, 'the first attempt has failed');
    await captureAtStripe(server, intentId);
    await endPauses(server);
    await staff(retryEffect, { params: { storeId: server.storeId, effectId: release(tried)?.id ?? 0 } });
    const done = await settledClaim(server, staff, externalId);
    expect(done.customerPayments).toMatchObject([{ status: 'Refunded', refundedAmount: begun.amount }]);
    const { differences } = await staff(reconcileNow, { params: { storeId: server.storeId }, body: { days: 2 } });
    expect(differences.filter(({ claimId }) => claimId === claim.id)).toEqual([]);
  });

  test('denied after the goods were sent, it is taken in full, fees too', async () => {
    await server.saveSettings({ ...PAYING, returnFee: 250, exchangeShippingFee: 500 });
    const { begun, externalId, claim } = await sentAhead();
    const denied = await changeLine(server, staff, claim, claim.claimLineItems[0]?.id ?? 0, {
      kind: 'denied',
      claimStatusDetailCode: 'Item_Not_Returned',
    });
    const params = { storeId: server.storeId, claimId: claim.id };
    expect((await staff(finalizePreview, { params, query: {} })).paymentTaken).toBe(begun.amount);
    await finalizeAll(server, staff, denied);
    await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'it is taken');
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({
      amount_received: minor(begun.amount),
    });
  });

  /** Two units: one sent ahead, which staff denied and finalized, and one whose return is still open. */
  async function finalizedInPart() {
    const exchange = await dearerExchange(server, { isInstantExchange: true, units: 2 });
    const [selection] = exchange.draft.selections;
    if (!selection) throw new Error('nothing is exchanged');
    const { variantIdFromPlatform: _, productIdFromPlatform: __, ...same } = selection;
    exchange.draft.selections.push({ ...same, method: 'refund' });
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const claim = await settledClaim(server, staff, await exchange.submit(begun.paymentId));
    const [sent, open] = claim.claimLineItems;
    const denied = await changeLine(server, staff, claim, sent?.id ?? 0, {
      kind: 'denied',
      claimStatusDetailCode: 'Item_Not_Returned',
    });
    const decided = await changeLine(server, staff, denied, open?.id ?? 0, {
      kind: 'approved',
      resolutionMethod: 'refund',
    });
    const params = { storeId: server.storeId, claimId: claim.id };
    const { lineItems } = await staff(finalizePreview, { params, query: {} });
    await finalizeAll(server, staff, decided, { lineItems: { denied: lineItems.denied } });
    const cost = (sent?.requestedAmount ?? 0) + (sent?.exchangeDeltaAmount ?? 0);
    return { externalId: claim.externalId, intentId: intentOf(begun.clientSecret), cost };
  }

  test('denied and finalized while another item is open, it is taken before its hold ends', async () => {
    const { externalId, intentId, cost } = await finalizedInPart();
    await watch(daysAhead(5.9));
    expect(await atStripe(server, intentId)).toMatchObject({ status: 'requires_capture' });
    await watch(daysAhead(6.1));
    await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Captured', 'it is taken');
    expect(await atStripe(server, intentId)).toMatchObject({ amount_received: minor(cost) });
  });

  test('denied and finalized while another item is open, whose hold is gone, has a person asked, once', async () => {
    const { externalId, intentId } = await finalizedInPart();
    await stripeSwitch(server, 'lapse', { payment_intent: intentId });
    await claimWhen(server, staff, externalId, (one) => paymentStatus(one) === 'Expired', 'the hold is gone');
    await watch(daysAhead(1));
    await watch(daysAhead(2));
    expect((await settledClaim(server, staff, externalId)).tasks).toMatchObject([{ kind: 'holdLost' }]);
  });
});

describe("a payment at the store's own checkout", () => {
  const CHECKOUT = { ...PAYING, paymentProvider: 'platformCheckout' } as const;
  const pay = (begun: Begun): Promise<Response> => fetch(begun.payUrl ?? '', { method: 'POST' });

  /** Staff refund the newest order that was made by paying, in the shop's own admin. */
  const refundAtShop = async (): Promise<void> => {
    const order = server.shop.orders.findLast(({ tags }) => tags.includes(PAYMENT_ORDER_TAG));
    const [sale] = order?.transactions ?? [];
    if (!order || !sale) throw new Error('nobody paid at the checkout');
    const orderId = `gid://shopify/Order/${order.id}`;
    const parentId = `gid://shopify/OrderTransaction/${sale.id}`;
    const amount = (sale.amount.presentment / 100).toFixed(2);
    const transactions = [{ orderId, parentId, kind: 'REFUND', gateway: sale.gateway, amount }];
    const admin = await shopAdmin(server);
    const answer = await admin(
      'mutation R($input: RefundInput!) { refundCreate(input: $input) @idempotent(key: "by-hand") { refund { id } userErrors { message } } }',
      { input: { orderId, note: 'By hand', transactions } },
    );
    expect(answer).toMatchObject({ data: { refundCreate: { userErrors: [] } } });
    await server.shopify.webhooks.flush();
  };

  test('is paid there, taken at once, and nothing of it goes back when the return is finalized', async () => {
    await server.saveSettings(CHECKOUT);
    const exchange = await dearerExchange(server);
    const begun = await exchange.begin();
    expect(begun).toMatchObject({ provider: 'platformCheckout', clientSecret: null, browser: null });
    await expect(exchange.submit(begun.paymentId)).rejects.toMatchObject({ body: { code: 'PAYMENT_REQUIRED' } });
    expect((await pay(begun)).status).toBe(200);
    const externalId = await exchange.submit(begun.paymentId);
    const claim = await settledClaim(server, staff, externalId);
    expect(claim.customerPayments).toMatchObject([
      { status: 'Captured', capturedAmount: begun.amount, refundedAmount: 0 },
    ]);
    await approveAndFinalize(server, staff, externalId);
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects.filter((effect) => effect.state !== 'done')).toEqual([]);
    expect(done.customerPayments).toMatchObject([{ refundedAmount: 0 }]);
  });

  test('refunded at the shop before the claim is finalized pays for nothing: the goods stay, and the shopper owes them', async () => {
    await server.saveSettings(CHECKOUT);
    const exchange = await dearerExchange(server);
    const begun = await exchange.begin();
    await pay(begun);
    const externalId = await exchange.submit(begun.paymentId);
    await settledClaim(server, staff, externalId);
    await refundAtShop();
    const orders = server.shop.orders.length;
    const claim = await approved(externalId);
    const answer = await finalizeAll(server, staff, claim);
    const owed = formatMoney({ amount: minor(begun.amount), currencyCode: begun.currencyCode });
    expect(answer.lineItems.variantExchanges).toMatchObject([
      { errors: [`The customer still owes ${owed}. Send them the payment link, or waive it.`] },
    ]);
    const after = await settledClaim(server, staff, externalId);
    expect(after).toMatchObject({
      finalizedOn: null,
      ledger: { owed: begun.amount },
      customerPayments: [{ status: 'Refunded', refundedAmount: begun.amount }],
    });
    expect(server.shop.orders.length).toBe(orders);
  });

  test('nobody used is called off, and given back where it was paid', async () => {
    await server.saveSettings(CHECKOUT);
    const [unpaid, paid] = [await dearerExchange(server), await dearerExchange(server)];
    const [first, second] = [await unpaid.begin(), await paid.begin()];
    await pay(second);
    await pollCheckouts(server.server.deps);
    const rows = () =>
      server.server.deps.database.asOwner((db) =>
        db
          .selectFrom('customer_payment')
          .select(['status', 'refunded', 'amount'])
          .where('payment_id', 'in', [first.paymentId, second.paymentId])
          .orderBy('payment_id')
          .execute(),
      );
    expect(await rows()).toMatchObject([{ status: 'requiresPayment' }, { status: 'captured', refunded: 0 }]);
    await releaseUnusedPayments(server.server.deps, daysAhead(0.1));
    await expect
      .poll(rows, { timeout: 15_000 })
      .toMatchObject([{ status: 'released' }, { status: 'captured', refunded: minor(second.amount) }]);
    expect((await fetch(first.payUrl ?? '')).status).toBe(404);
  });
});

test('stock that is kept no longer warns staff and counts again', async () => {
  const exchange = await dearerExchange(server);
  const begun = await exchange.begin();
  await typeCard(server, begun);
  const externalId = await exchange.submit(begun.paymentId);
  await claimWhen(server, staff, externalId, (claim) => claim.reservation?.state === 'held', 'stock is kept');
  await endReservations(server.server.deps, daysAhead(20));
  expect((await settledClaim(server, staff, externalId)).reservation?.state).toBe('held');
  await endReservations(server.server.deps, daysAhead(22));
  const warned = await settledClaim(server, staff, externalId);
  expect(warned.reservation?.state).toBe('released');
  expect(warned.timeline.filter((entry) => entry.type === 'warning')).toMatchObject([
    { subject: 'Stock no longer reserved' },
  ]);
});
