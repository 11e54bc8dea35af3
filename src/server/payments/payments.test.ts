import { claimEmailTemplates } from '#contract/merchant/emails.ts';
import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import {
  cancelClaim,
  changeFees,
  refundCustomerPayment,
  requestPayment,
  retryEffect,
} from '#contract/merchant/claim-actions.ts';
import { formatMoney } from '#core/money.ts';
import { claimForChange, holdClaim, saveClaim } from '#server/db/claims.ts';
import { openCheckouts } from '#server/db/payments.ts';
import { lookAtPayments, releaseUnusedPayments, pollCheckouts } from '#server/payments/look-after.ts';
import { recordNews, refreshPayment } from '#server/payments/news.ts';
import { releasePayment } from '#server/payments/use-payment.ts';
import {
  approveAndFinalize,
  changeLine,
  claimOf,
  finalizeAll,
  markElsewhere,
  newest,
  settledClaim,
  told,
} from '#server/testing/claims.ts';
import {
  atStripe,
  cancelAtStripe,
  claimWhen,
  dearerExchange,
  intentOf,
  owingClaim,
  PAYING,
  stripeSwitch,
  typeCard,
} from '#server/testing/payments.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { waitingForRows } from '#server/testing/waiting.ts';

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

const isOnServer = process.env['TEST_DATABASE_URL'] !== undefined;

const rowsOf = (paymentId: number) =>
  server.server.deps.database.asOwner((db) =>
    db.selectFrom('customer_payment').selectAll().where('payment_id', '=', paymentId).execute(),
  );

describe('a dearer exchange', () => {
  test('is quoted as it is charged, paid, taken once, and finalized', async () => {
    const exchange = await dearerExchange(server);
    const ledger = told((await exchange.quote()).ledger);
    expect(ledger.owed).toBeGreaterThan(0);
    expect(ledger.balance).toBeCloseTo(-ledger.owed, 5);
    const begun = await exchange.begin();
    expect(begun).toMatchObject({ amount: ledger.owed, provider: 'stripe', payUrl: null });
    expect(begun.browser?.publishableKey).toBe(server.stripe.keys.publishableKey);
    expect(await typeCard(server, begun)).toBe(200);
    const externalId = await exchange.submit(begun.paymentId);
    const paid = await claimWhen(
      server,
      staff,
      externalId,
      (claim) => claim.customerPayments[0]?.status === 'Captured',
      'the payment is taken',
    );
    expect(paid.customerPayments).toMatchObject([{ amount: ledger.owed, capturedAmount: ledger.owed }]);
    expect(paid.effects.filter((effect) => effect.kind === 'paymentCapture')).toHaveLength(1);
    const seen = await exchange.call(customer.overview, { params: { slug: server.slug, externalId } });
    expect(seen.ledger?.balance).toBe(0);
    expect(seen.payments).toMatchObject([{ status: 'Captured', capturedAmount: ledger.owed }]);
    await approveAndFinalize(server, staff, externalId);
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects.map((effect) => [effect.kind, effect.lastError]).filter(([, error]) => error !== null)).toEqual(
      [],
    );
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({
      status: 'succeeded',
      amount_received: Math.round(ledger.owed * 100),
    });
  });

  test('is begun at most 30 times an hour for an order, however many at once', async () => {
    const exchange = await dearerExchange(server);
    const params = { slug: server.slug, idFromPlatform: exchange.order.idFromPlatform };
    const begin = (requestKey: string) =>
      refusalOf(exchange.call(customer.createPaymentIntent, { params, body: { ...exchange.draft, requestKey } }));
    const answers = await Promise.all(Array.from({ length: 40 }, () => begin(randomUUID())));
    expect(answers.filter((answer) => answer === 'no refusal')).toHaveLength(30);
    expect(answers.filter((answer) => answer === '429 TOO_MANY_ATTEMPTS')).toHaveLength(10);
  });

  test('is not submitted unpaid, with a declined card, or with a payment that is too small', async () => {
    const exchange = await dearerExchange(server);
    expect(await refusalOf(exchange.submit(null))).toBe('422 PAYMENT_REQUIRED');
    const begun = await exchange.begin();
    expect(await refusalOf(exchange.submit(begun.paymentId))).toBe('422 PAYMENT_REQUIRED');
    expect(await typeCard(server, begun, '4000000000000002')).toBe(402);
    expect(await refusalOf(exchange.submit(begun.paymentId))).toBe('422 PAYMENT_REQUIRED');
    const params = { slug: server.slug, idFromPlatform: exchange.order.idFromPlatform, paymentId: begun.paymentId };
    expect(await exchange.call(customer.paymentState, { params })).toEqual({
      state: 'open',
      lastError: 'Your card was declined.',
    });
    await typeCard(server, begun);
    expect(await exchange.call(customer.paymentState, { params })).toMatchObject({ state: 'made' });
    await server.saveSettings({ ...PAYING, exchangeShippingFee: 700 });
    expect(await refusalOf(exchange.submit(begun.paymentId))).toBe('422 PAYMENT_TOO_SMALL');
    await server.saveSettings({ ...PAYING, paymentProvider: 'none' });
    expect(await refusalOf(exchange.submit(begun.paymentId))).toBe('422 PAYMENT_NOT_OFFERED');
  });

  test('the same request begins the same payment; another amount calls the first one off', async () => {
    const exchange = await dearerExchange(server);
    const [first, again] = await Promise.all([exchange.begin(), exchange.begin()]);
    expect(again).toEqual(first);
    expect(await exchange.begin()).toEqual(first);
    await typeCard(server, first);
    await server.saveSettings({ ...PAYING, exchangeShippingFee: 700 });
    const dearer = await exchange.begin();
    expect(dearer.amount).toBeCloseTo(first.amount + 7, 5);
    expect(dearer.paymentId).not.toBe(first.paymentId);
    await eventually(
      async () => (await atStripe(server, intentOf(first.clientSecret))).status === 'canceled',
      'the first payment is let go of',
    );
    await server.saveSettings(PAYING);
    const back = await exchange.begin();
    expect(back.amount).toBe(first.amount);
    expect([first.paymentId, dearer.paymentId]).not.toContain(back.paymentId);
    expect(await refusalOf(exchange.submit(first.paymentId))).toBe('422 PAYMENT_REQUIRED');
  });

  test('sent twice, one after the other and side by side, is one claim with one charge', async () => {
    const exchange = await dearerExchange(server);
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const ids = await Promise.all([1, 2, 3].map(() => exchange.submit(begun.paymentId)));
    ids.push(await exchange.submit(begun.paymentId));
    expect(new Set(ids).size).toBe(1);
    await claimWhen(
      server,
      staff,
      ids[0] ?? '',
      (claim) => claim.customerPayments[0]?.status === 'Captured',
      'it is taken',
    );
    expect(await rowsOf(begun.paymentId)).toMatchObject([{ status: 'captured' }]);
    expect(await refusalOf(exchange.begin())).toBe('409 ALREADY_SUBMITTED');
  });

  test('a payment pays for one claim only, and for no other order', async () => {
    const one = await dearerExchange(server, { units: 2 });
    const begun = await one.begin();
    await typeCard(server, begun);
    const other = await dearerExchange(server);
    expect(await refusalOf(other.submit(begun.paymentId))).toBe('404 PAYMENT_UNKNOWN');
    const outcomes = await Promise.all([1, 2].map(() => refusalOf(one.submit(begun.paymentId, randomUUID()))));
    expect(outcomes.toSorted()).toEqual(['409 PAYMENT_USED', 'no refusal']);
    const again = await one.call(customer.getOrder, {
      params: { slug: server.slug, idFromPlatform: one.order.idFromPlatform },
    });
    expect(again.claims).toHaveLength(1);
  });

  test('a capture whose answer was lost takes the money once', async () => {
    const exchange = await dearerExchange(server);
    const begun = await exchange.begin();
    await typeCard(server, begun);
    await stripeSwitch(server, 'faults', {
      mode: 'dropAnswer',
      match: `${intentOf(begun.clientSecret)}/capture`,
      times: 1,
    });
    const externalId = await exchange.submit(begun.paymentId);
    const taken = await claimWhen(
      server,
      staff,
      externalId,
      (claim) => claim.effects.find((effect) => effect.kind === 'paymentCapture')?.state === 'done',
      'the capture is found',
    );
    expect(taken.effects.find((effect) => effect.kind === 'paymentCapture')?.attempts).toBe(2);
    expect(taken.customerPayments).toMatchObject([{ status: 'Captured', capturedAmount: begun.amount }]);
  });

  test('called off after staff said it was taken elsewhere, the hold ends, and they are told where it goes back', async () => {
    const exchange = await dearerExchange(server);
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const intentId = intentOf(begun.clientSecret);
    await stripeSwitch(server, 'faults', { mode: 'fail', match: `${intentId}/capture`, times: 100 });
    const externalId = await exchange.submit(begun.paymentId);
    const stepOf = (claim: ClaimShown, kind: string) => claim.effects.find((effect) => effect.kind === kind);
    const isMet = (claim: ClaimShown): boolean => (stepOf(claim, 'paymentCapture')?.lastError ?? null) !== null;
    const waiting = await claimWhen(server, staff, externalId, isMet, 'the capture is tried');
    const params = { storeId: server.storeId, claimId: waiting.id };
    const effectId = stepOf(waiting, 'paymentCapture')?.id ?? 0;
    await markElsewhere(server, staff, effectId, 'Paid at the till');
    const { version } = await claimOf(server, staff, externalId);
    await staff(cancelClaim, { params, body: { version } });
    const isRefused = (claim: ClaimShown): boolean => stepOf(claim, 'paymentRefund')?.state === 'failed';
    const called = await claimWhen(server, staff, externalId, isRefused, 'staff are told');
    expect(stepOf(called, 'paymentRefund')?.lastError).toContain('Refund it where it was captured');
    expect(await atStripe(server, intentId)).toMatchObject({ status: 'canceled', amount_received: 0 });
    // Trying it again does not make it a refund of ours.
    const refundId = stepOf(called, 'paymentRefund')?.id ?? 0;
    await staff(retryEffect, { params: { ...params, effectId: refundId } });
    await claimWhen(server, staff, externalId, isRefused, 'staff are told again');
  });

  test('taken elsewhere after its hold was let go of, it is paid, and owed no more', async () => {
    const exchange = await dearerExchange(server);
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const intentId = intentOf(begun.clientSecret);
    await stripeSwitch(server, 'faults', { mode: 'fail', match: `${intentId}/capture`, times: 1 });
    const externalId = await exchange.submit(begun.paymentId);
    const captureOf = ({ effects }: ClaimShown) => effects.find(({ kind }) => kind === 'paymentCapture');
    const isMet = (claim: ClaimShown): boolean => (captureOf(claim)?.lastError ?? null) !== null;
    await claimWhen(server, staff, externalId, isMet, 'the capture is tried');
    await cancelAtStripe(server, intentId);
    const isExpired = (claim: ClaimShown): boolean =>
      claim.customerPayments[0]?.status === 'Expired' && captureOf(claim)?.state === 'failed';
    const lapsed = await claimWhen(server, staff, externalId, isExpired, 'the hold has ended');
    expect(lapsed.ledger.owed).toBe(begun.amount);
    const effectId = captureOf(lapsed)?.id ?? 0;
    await markElsewhere(server, staff, effectId, 'Paid by bank');
    const paid = await claimOf(server, staff, externalId);
    expect(paid.ledger).toMatchObject({ owed: 0, balance: 0 });
    expect(paid.ledger.credits.sections).toContainEqual({ type: 'PAYMENT', label: 'Paid', amount: begun.amount });
    await approveAndFinalize(server, staff, externalId);
    const done = await settledClaim(server, staff, externalId);
    expect(done.finalizedOn).not.toBeNull();
    expect(done.ledger).toMatchObject({ owed: 0, balance: 0 });
  });

  test.each([
    { kind: 'denied', claimStatusDetailCode: 'Wrong_Item' },
    { kind: 'approved', resolutionMethod: 'refund' },
  ] as const)('whose payment staff gave back and which is then $kind is asked nothing for', async (decision) => {
    const exchange = await dearerExchange(server);
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const externalId = await exchange.submit(begun.paymentId);
    const paid = await settledClaim(server, staff, externalId);
    const [payment] = paid.customerPayments;
    const params = { storeId: server.storeId, customerPaymentId: payment?.id ?? 0 };
    const back = await staff(refundCustomerPayment, { params, body: { amount: payment?.refundable ?? 0 } });
    const see = () => exchange.call(customer.overview, { params: { slug: server.slug, externalId } });
    const asked = await eventually(async () => {
      const now = await see();
      return now.payments[0]?.status === 'Refunded' && now;
    }, 'the payment is given back');
    expect(asked.ledger?.owed).toBe(begun.amount);
    expect(asked.nextSteps[0]).toMatch(/^Please pay /);
    const decided = await changeLine(server, staff, back, back.claimLineItems[0]?.id ?? 0, decision);
    const seen = await see();
    // The amounts of the request would differ.
    expect([seen.ledger, decided.ledger.owed]).toEqual([null, 0]);
    expect(seen.payments).toMatchObject([{ status: 'Refunded' }]);
    expect(seen.nextSteps.join(' ')).not.toContain('Please pay');
    expect(seen.lines).toMatchObject([{ status: 'open', method: 'variantExchange' }]);
  });

  test('canceled, the shopper has the payment back', async () => {
    const exchange = await dearerExchange(server);
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const externalId = await exchange.submit(begun.paymentId);
    const claim = await settledClaim(server, staff, externalId);
    await staff(cancelClaim, {
      params: { storeId: server.storeId, claimId: claim.id },
      body: { version: claim.version },
    });
    const back = await claimWhen(
      server,
      staff,
      externalId,
      (one) => one.customerPayments[0]?.status === 'Refunded',
      'it is back',
    );
    expect(back.customerPayments[0]).toMatchObject({ refundedAmount: begun.amount, canRefund: false });
  });

  test.skipIf(!isOnServer)(
    'the outcome of giving it back and the news of it do not wait for each other (needs a PostgreSQL server)',
    async () => {
      // Stripe's own news stays away, so that there is one of each.
      await stripeSwitch(server, 'faults', { mode: 'drop', match: 'WEBHOOK', times: 100 });
      const exchange = await dearerExchange(server);
      const begun = await exchange.begin();
      await typeCard(server, begun);
      const externalId = await exchange.submit(begun.paymentId);
      const { id, version } = await settledClaim(server, staff, externalId);
      const { storeId, server: running } = server;
      const { database } = running.deps;
      const [row] = await rowsOf(begun.paymentId);
      if (!row) throw new Error('the payment is gone');
      await stripeSwitch(server, 'faults', { mode: 'delay', match: 'v1/refunds', times: 1, ms: 3000 });
      await staff(cancelClaim, { params: { storeId, claimId: id }, body: { version } });
      const isOnlyRefunding = ({ effects }: ClaimShown): boolean =>
        effects.every(({ kind, state }) => (kind === 'paymentRefund' ? state === 'running' : state === 'done'));
      await claimWhen(server, staff, externalId, isOnlyRefunding, 'all else is done');
      const news = await database.inStore(storeId, async (db) => {
        await holdClaim(db, storeId, id);
        await eventually(async () => (await waitingForRows(database)) === 1, 'the outcome waits for the claim');
        const told = refreshPayment(running.deps, row, { requestId: randomUUID() });
        await eventually(async () => (await waitingForRows(database)) === 2, 'the news waits too');
        return { told };
      });
      await news.told;
      await fetch(`${server.stripe.url}/_control/faults`, { method: 'DELETE' });
      await claimWhen(server, staff, externalId, (one) => one.customerPayments[0]?.status === 'Refunded', 'it is back');
      const settled = await settledClaim(server, staff, externalId);
      expect(settled.effects.find((effect) => effect.kind === 'paymentRefund')).toMatchObject({ attempts: 1 });
    },
  );
});

test('news that were read before a payment changed do not overwrite the change', async () => {
  const exchange = await dearerExchange(server);
  const begun = await exchange.begin();
  const [seen] = await rowsOf(begun.paymentId);
  if (!seen) throw new Error('the payment is gone');
  const { deps } = server.server;
  const context = { requestId: randomUUID() };
  const provider = await deps.paymentsOf(server.storeId, seen.provider);
  const old = await provider?.find(seen.id_from_platform, context);
  if (!old) throw new Error('the provider does not know the payment');
  await typeCard(server, begun);
  await eventually(async () => {
    const [row] = await rowsOf(begun.paymentId);
    return row !== undefined && (await refreshPayment(deps, row, context), row.status !== seen.status);
  }, 'the payment is paid');
  const [paid] = await rowsOf(begun.paymentId);
  expect(await recordNews(deps, seen, old, context.requestId)).toBe(false);
  expect((await rowsOf(begun.paymentId))[0]?.status).toBe(paid?.status);
});

describe('what a submitted claim still costs', () => {
  const changeFee = (claim: Pick<ClaimShown, 'id' | 'version'>, feeApplied: number): Promise<ClaimShown> =>
    staff(changeFees, {
      params: { storeId: server.storeId, claimId: claim.id },
      body: { version: claim.version, feeApplied },
    });
  /** Makes a claim more expensive without canceling its started payment. */
  const changeUnseen = ({ id }: Pick<ClaimShown, 'id'>, more: number): Promise<void> =>
    server.server.deps.database.inStore(server.storeId, async (db) => {
      const loaded = await claimForChange(db, server.storeId, id);
      if (!loaded) throw new Error('the claim is gone');
      const dearer = { ...loaded.claim, feeApplied: loaded.claim.feeApplied + more * 100 };
      await saveClaim(db, server.storeId, loaded, dearer, { version: loaded.version, hasNewEffects: false });
    });
  const isPaid = (claim: ClaimShown): boolean => claim.customerPayments[0]?.status === 'Captured';
  const journalOf = (claimId: number) =>
    server.server.deps.database.asOwner((db) =>
      db.selectFrom('journal_entry').select('kind').where('subject_id', '=', claimId).orderBy('entry_id').execute(),
    );

  test('is paid by card, once, however often it is begun, and the goods go out', async () => {
    const { claim, see, begin, state } = await owingClaim(server, staff);
    const { externalId } = claim;
    const { owed } = claim.ledger;
    expect(claim).toMatchObject({ canAskForPayment: true, ledger: { paymentIntent: null, balance: -owed } });
    expect(await see()).toMatchObject({ canPay: true, ledger: { owed, paymentIntent: null } });
    const [begun, again] = await Promise.all([begin(), begin()]);
    expect(again).toEqual(begun);
    expect(begun).toMatchObject({ amount: owed, provider: 'stripe', payUrl: null });
    const intent = { amount: owed, idFromPlatform: intentOf(begun.clientSecret), payUrl: null };
    expect((await see()).ledger?.paymentIntent).toEqual({ ...intent, clientSecret: begun.clientSecret });
    expect((await claimOf(server, staff, externalId)).ledger.paymentIntent).toEqual({ ...intent, clientSecret: null });
    expect(await state(begun)).toMatchObject({ state: 'open' });
    const unpaid = await finalizeAll(server, staff, claim);
    expect(unpaid.lineItems.variantExchanges[0]?.errors).toEqual([expect.stringContaining('payment link')]);
    expect(await typeCard(server, begun)).toBe(200);
    // Whether or not Stripe's own news came first.
    await Promise.all([1, 2, 3].map(() => state(begun)));
    expect(await state(begun)).toMatchObject({ state: 'made' });
    const paid = await claimWhen(server, staff, externalId, isPaid, 'the payment is taken');
    expect(paid).toMatchObject({
      canAskForPayment: false,
      customerPayments: [{ amount: owed, capturedAmount: owed }],
      ledger: { balance: 0, owed: 0, paymentIntent: null },
    });
    expect(paid.ledger.credits.sections).toContainEqual({ type: 'PAYMENT', label: 'Paid', amount: owed });
    expect(paid.effects.filter((effect) => effect.kind === 'paymentCapture')).toHaveLength(1);
    expect(paid.timeline.filter(({ subject }) => subject.startsWith('The customer paid'))).toHaveLength(1);
    expect(await refusalOf(begin())).toBe('409 PAYMENT_NOT_NEEDED');
    const { claim: done } = await finalizeAll(server, staff, paid);
    expect(done.finalizedOn).not.toBeNull();
    const settled = await settledClaim(server, staff, externalId);
    expect(settled.customerPayments).toMatchObject([{ capturedAmount: owed, refundedAmount: 0 }]);
    expect(settled.effects.filter((effect) => effect.state !== 'done')).toEqual([]);
    expect((await journalOf(claim.id)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['paymentCapture', 'settlement']),
    );
  });

  test('is known as paid by the news of Stripe alone, when the shopper never comes back', async () => {
    const { claim, begin } = await owingClaim(server, staff);
    await stripeSwitch(server, 'faults', { mode: 'dropAnswer', match: 'POST /v1/payment_intents', times: 1 });
    const begun = await begin().catch(begin);
    expect(await rowsOf(begun.paymentId)).toMatchObject([
      { subject_kind: 'claim', subject_id: claim.id, attached_on: null },
    ]);
    await typeCard(server, begun);
    const paid = await claimWhen(server, staff, claim.externalId, isPaid, 'the news brings the payment');
    expect(paid.customerPayments).toMatchObject([{ capturedAmount: begun.amount }]);
    // It stops no one's decision.
    expect(paid.version).toBe(claim.version);
    await releaseUnusedPayments(server.server.deps, new Date(Date.now() + 25 * 3_600_000));
    expect(await rowsOf(begun.paymentId)).toMatchObject([
      { status: 'captured', subject_kind: 'claim', subject_id: claim.id, attached_on: expect.any(Date) },
    ]);
  });

  test('a payment of what was owed before is called off, and given back where it was just made', async () => {
    const { claim, see, begin, state } = await owingClaim(server, staff);
    const old = await begin();
    const dearer = await changeFee(claim, 7);
    expect(await state(old)).toMatchObject({ state: 'ended' });
    await eventually(
      async () => (await atStripe(server, intentOf(old.clientSecret))).status === 'canceled',
      'it is called off',
    );
    expect((await see()).ledger).toMatchObject({ owed: dearer.ledger.owed, paymentIntent: null });
    const begun = await begin();
    expect(begun.amount).toBeCloseTo(old.amount + 7, 5);
    // Made all the same when the sum had changed.
    await changeUnseen(claim, 3);
    await typeCard(server, begun);
    expect(await state(begun)).toMatchObject({ state: 'ended' });
    await eventually(
      async () => (await atStripe(server, intentOf(begun.clientSecret))).status === 'canceled',
      'the hold ends',
    );
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({ amount_received: 0 });
    const now = await claimOf(server, staff, claim.externalId);
    expect(now.customerPayments).toEqual([]);
    const back = await begin();
    expect(back.amount).toBe(now.ledger.owed);
    expect(back.amount).toBeCloseTo(begun.amount + 3, 5);
    expect([old.paymentId, begun.paymentId]).not.toContain(back.paymentId);
  });

  test('a claim that is called off, or waived, takes no payment and gives back what is made meanwhile', async () => {
    for (const end of ['cancel', 'waive'] as const) {
      const { claim, begin, state } = await owingClaim(server, staff);
      const begun = await begin();
      const params = { storeId: server.storeId, claimId: claim.id };
      if (end === 'cancel') await staff(cancelClaim, { params, body: { version: claim.version } });
      else await finalizeAll(server, staff, claim, { waiveBalance: true });
      expect(await state(begun)).toMatchObject({ state: 'ended' });
      expect(await refusalOf(begin())).toBe('409 PAYMENT_NOT_NEEDED');
      await eventually(async () => (await rowsOf(begun.paymentId))[0]?.status === 'released', 'it is called off');
      expect((await claimOf(server, staff, claim.externalId)).customerPayments).toEqual([]);
    }
  });

  test("paid at the store's checkout it is taken at once and booked; paid too late it goes back", async () => {
    await server.saveSettings({ ...PAYING, paymentProvider: 'platformCheckout' });
    const { claim, see, begin, state } = await owingClaim(server, staff);
    const begun = await begin();
    expect(begun).toMatchObject({ provider: 'platformCheckout', clientSecret: null, browser: null });
    expect((await see()).ledger?.paymentIntent).toMatchObject({ payUrl: begun.payUrl, amount: begun.amount });
    expect((await fetch(begun.payUrl ?? '', { method: 'POST' })).status).toBe(200);
    // Without anybody asking: its checkout is looked at.
    await pollCheckouts(server.server.deps);
    expect(await state(begun)).toMatchObject({ state: 'made' });
    const paid = await claimOf(server, staff, claim.externalId);
    expect(paid).toMatchObject({ ledger: { balance: 0 }, customerPayments: [{ capturedAmount: begun.amount }] });
    expect(await journalOf(claim.id)).toMatchObject([{ kind: 'paymentReceived' }]);
    await finalizeAll(server, staff, paid);
    const done = await settledClaim(server, staff, claim.externalId);
    expect(done.finalizedOn).not.toBeNull();
    expect(done.effects.filter((effect) => effect.state !== 'done')).toEqual([]);

    const late = await owingClaim(server, staff);
    const stale = await late.begin();
    // Paid, and before anybody looks the sum changes.
    expect((await fetch(stale.payUrl ?? '', { method: 'POST' })).status).toBe(200);
    await changeUnseen(late.claim, 4);
    expect(await late.state(stale)).toMatchObject({ state: 'ended' });
    await eventually(async () => {
      const [row] = await rowsOf(stale.paymentId);
      return row?.refunded === row?.amount;
    }, 'it is given back');
    const now = await claimOf(server, staff, late.claim.externalId);
    expect(now.ledger.owed).toBeCloseTo(stale.amount + 4, 5);
    expect(now.customerPayments).toEqual([]);
    expect(newest(now)?.subject).toMatch(/^A payment of .* is being refunded$/);
  });

  test("the store's checkout is read every minute for a day unless a payment is called off; then each is looked up by itself", async () => {
    await server.saveSettings({ ...PAYING, paymentProvider: 'platformCheckout' });
    const { database } = server.server.deps;
    const dayAgo = new Date(Date.now() - 86_400_000);
    const isRead = async () => (await database.asOwner((db) => openCheckouts(db, dayAgo))).length > 0;
    const { claim, begin } = await owingClaim(server, staff);
    // Of other tests.
    await database.asOwner((db) => sql`update customer_payment set status = 'failed'`.execute(db));
    const begun = await begin();
    expect(await isRead()).toBe(true);
    await database.asOwner((db) =>
      sql`update customer_payment set status = 'processing', created_on = now() - interval '25 hours',
        updated_on = now() - interval '2 hours' where payment_id = ${begun.paymentId}`.execute(db),
    );
    expect(await isRead()).toBe(false);
    expect((await fetch(begun.payUrl ?? '', { method: 'POST' })).status).toBe(200);
    await lookAtPayments(server.server.deps, new Date());
    expect(await claimOf(server, staff, claim.externalId)).toMatchObject({
      customerPayments: [{ capturedAmount: begun.amount }],
    });

    const called = await owingClaim(server, staff);
    const off = await called.begin();
    expect(await isRead()).toBe(true);
    for (const match of ['draftOrder', 'draftOrderDelete'])
      server.shopify.faults.add({ shop: null, match, mode: 'fail', times: 1000, ms: 0 });
    await database.inStore(server.storeId, (db) => releasePayment(db, server.storeId, off.paymentId, randomUUID()));
    expect([await isRead(), (await rowsOf(off.paymentId))[0]?.status]).toEqual([false, 'requiresPayment']);
    server.shopify.faults.clear();
  });

  test("what becomes of a payment while the store's checkout is read stays", async () => {
    await server.saveSettings({ ...PAYING, paymentProvider: 'platformCheckout' });
    const { database } = server.server.deps;
    const { begin } = await owingClaim(server, staff);
    const begun = await begin();
    expect((await fetch(begun.payUrl ?? '', { method: 'POST' })).status).toBe(200);
    server.shopify.faults.add({ shop: null, match: 'DraftsChanged', mode: 'delay', times: 1, ms: 1500 });
    const polled = pollCheckouts(server.server.deps);
    await eventually(async () => server.shopify.faults.all().length === 0, 'the checkout is asked');
    await database.asOwner((db) =>
      sql`update customer_payment set status = 'failed', updated_on = now() where payment_id = ${begun.paymentId}`.execute(
        db,
      ),
    );
    await polled;
    expect(await rowsOf(begun.paymentId)).toMatchObject([{ status: 'failed' }]);
  });

  test('staff send the customer where to pay; what is not owed cannot be asked for', async () => {
    const { claim, exchange } = await owingClaim(server, staff);
    const params = { storeId: server.storeId, claimId: claim.id };
    const asked = await staff(requestPayment, { params, body: { version: claim.version } });
    const told = await settledClaim(server, staff, claim.externalId);
    expect(told.timeline.map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Payment of .* requested$/),
    );
    const mail = await eventually(async () => {
      const answer = await fetch(`${server.mailbox.url}/api/messages?to=${encodeURIComponent(exchange.email)}`);
      const messages = (await answer.json()) as { subject: string; text: string }[];
      return messages.find(({ subject }) => subject === `Payment needed for your return ${claim.externalId}`) ?? false;
    }, 'the mail is there');
    expect(mail.text).toContain(`for your return for order ${claim.originalStoreOrder.orderNo}`);
    expect(mail.text).toMatch(new RegExp(`claim/overview/${claim.externalId}\\?token=`));
    await server.saveSettings({ ...PAYING, paymentProvider: 'none' });
    const body = { version: asked.version };
    expect(await refusalOf(staff(requestPayment, { params, body }))).toBe('422 PAYMENT_NOT_OFFERED');
    await server.saveSettings(PAYING);
    const { claim: waived } = await finalizeAll(server, staff, asked, { waiveBalance: true });
    expect(await refusalOf(staff(requestPayment, { params, body: { version: waived.version } }))).toMatch(
      /CLAIM_ALREADY_FINALIZED/,
    );
  });
});

test('staff ask for a payment in the language of the shopper', async () => {
  const { claim } = await owingClaim(server, staff, 'de');
  const { payment } = await staff(claimEmailTemplates, { params: { storeId: server.storeId, claimId: claim.id } });
  expect(payment).toMatchObject({ language: 'de', readerLanguage: 'de', header: 'Zahlung nötig' });
  expect(payment?.body).toMatch(/ist noch offen: \d+,\d\d/);
});

test('a difference too small to be taken is waived and says so', async () => {
  const exchange = await dearerExchange(server, { more: 0 });
  const ledger = told((await exchange.quote()).ledger);
  const wanted = exchange.draft.selections[0];
  const product = server.shop.products.find((one) => String(one.id) === wanted?.productIdFromPlatform);
  const variant = product?.variants.find((one) => String(one.id) === wanted?.variantIdFromPlatform);
  if (!variant) throw new Error('the variant is not in the shop');
  const before = variant.price;
  // To what makes it some thirty cents dearer, tax included.
  variant.price = Math.round((before * (ledger.credits.total + 0.3)) / ledger.deductions.total);
  try {
    // Shoppers share what is known of a product for some seconds.
    const quoted = await eventually(async () => {
      const found = await exchange.quote();
      return found.ledger?.owed === 0 ? found : null;
    }, 'the new price counts');
    expect(quoted.ledger).toMatchObject({ owed: 0, held: 0, balance: 0 });
    const waived = quoted.ledger?.credits.sections.find((section) => section.label === 'Waived');
    expect(waived?.amount).toBeGreaterThan(0.2);
    expect(waived?.amount).toBeLessThan(0.4);
    expect(await refusalOf(exchange.begin())).toBe('409 PAYMENT_NOT_NEEDED');
    expect(await exchange.submit(null)).toMatch(/^R/);
  } finally {
    variant.price = before;
  }
});

test('payments nobody submitted are let go of after an hour, and cannot be used then', async () => {
  const exchange = await dearerExchange(server);
  const begun = await exchange.begin();
  await typeCard(server, begun);
  const { deps } = server.server;
  await releaseUnusedPayments(deps, new Date(Date.now() + 59 * 60_000));
  expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({ status: 'requires_capture' });
  await releaseUnusedPayments(deps, new Date(Date.now() + 61 * 60_000));
  expect(await refusalOf(exchange.submit(begun.paymentId))).toMatch(/PAYMENT_ENDED|PAYMENT_REQUIRED/);
  await eventually(
    async () => (await atStripe(server, intentOf(begun.clientSecret))).status === 'canceled',
    'the payment is let go of',
  );
  await eventually(async () => (await rowsOf(begun.paymentId))[0]?.status === 'released', 'it is recorded');
});

describe('news from Stripe', () => {
  const post = (body: string, secret: string, at = Math.floor(Date.now() / 1000)): Promise<Response> =>
    fetch(`${server.url}/api/webhooks/stripe`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
      },
      body,
    });
  const inbox = () =>
    server.server.deps.database.asOwner((db) =>
      db.selectFrom('webhook_inbox').select(['webhook_id', 'state']).where('partner', '=', 'stripe').execute(),
    );

  test('forged, stale or about others is not kept; repeated is kept once', async () => {
    const exchange = await dearerExchange(server);
    const begun = await exchange.begin();
    const event = (id: string, intent: string): string =>
      JSON.stringify({ id, object: 'event', data: { object: { object: 'payment_intent', id: intent } } });
    const body = event('evt_ours', intentOf(begun.clientSecret));
    const { webhookSecret } = server.stripe.keys;
    expect((await post(body, 'whsec_forged')).status).toBe(401);
    expect((await post(body, webhookSecret, Math.floor(Date.now() / 1000) - 3600)).status).toBe(401);
    expect((await post(event('evt_others', 'pi_of_others'), webhookSecret)).status).toBe(200);
    expect((await post(body, webhookSecret)).status).toBe(200);
    expect((await post(body, webhookSecret)).status).toBe(200);
    const kept = (await inbox()).map((row) => row.webhook_id);
    expect(kept.filter((id) => id === 'evt_ours')).toHaveLength(1);
    expect(kept).not.toContain('evt_others');
    await eventually(
      async () => (await inbox()).find((row) => row.webhook_id === 'evt_ours')?.state === 'done',
      'it is worked on',
    );
  });

  test('a refund made by hand at Stripe shows on the claim', async () => {
    const exchange = await dearerExchange(server);
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const externalId = await exchange.submit(begun.paymentId);
    await claimWhen(
      server,
      staff,
      externalId,
      (claim) => claim.customerPayments[0]?.status === 'Captured',
      'it is taken',
    );
    await fetch(`${server.stripe.url}/v1/refunds`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.stripe.keys.secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ payment_intent: intentOf(begun.clientSecret) }),
    });
    const shown = await claimWhen(
      server,
      staff,
      externalId,
      (claim) => claim.customerPayments[0]?.status === 'Refunded',
      'it shows',
    );
    expect(shown.version).toBe((await claimOf(server, staff, externalId)).version);
  });

  test('a payment that its shopper disputes at their bank has a person asked, once, and moves nothing', async () => {
    const exchange = await dearerExchange(server);
    const begun = await exchange.begin();
    await typeCard(server, begun);
    const externalId = await exchange.submit(begun.paymentId);
    const isTaken = ({ customerPayments: [payment] }: ClaimShown) => payment?.status === 'Captured';
    await claimWhen(server, staff, externalId, isTaken, 'it is taken');
    const before = await settledClaim(server, staff, externalId);
    const worked = async () => (await inbox()).filter(({ state }) => state === 'done').length;
    const intent = intentOf(begun.clientSecret);
    await stripeSwitch(server, 'dispute', { payment_intent: intent });
    const disputed = await claimWhen(server, staff, externalId, ({ tasks }) => tasks.length > 0, 'a person is asked');
    expect(disputed.tasks).toMatchObject([
      {
        kind: 'paymentDisputed',
        message: `The customer disputed the payment of ${formatMoney({ amount: Math.round(begun.amount * 100), currencyCode: begun.currencyCode })} at their bank, which may take it back. Answer the dispute at Stripe, and decide whether the claim should go on.`,
      },
    ]);
    const known = await worked();
    await stripeSwitch(server, 'dispute', { payment_intent: intent, outcome: 'lost' });
    await eventually(async () => (await worked()) > known, 'its end is worked on');
    const closed = await settledClaim(server, staff, externalId);
    expect(closed.tasks).toHaveLength(1);
    expect(closed).toMatchObject({ customerPayments: before.customerPayments, ledger: before.ledger });
    expect(closed.effects.map(({ kind }) => kind)).toEqual(before.effects.map(({ kind }) => kind));
  });
});

describe('what can be had', () => {
  test('is in stock, is no gift card and not the same product, and is found by its name', async () => {
    const { call, order, line } = await dearerExchange(server);
    const params = { slug: server.slug, idFromPlatform: order.idFromPlatform };
    const all = await call(customer.exchangeOptions, {
      params,
      query: { lineIdFromPlatform: line.lineIdFromPlatform, take: 500 },
    });
    const giftCards = server.shop.products.filter((product) => product.isGiftCard).map((product) => String(product.id));
    const ids = all.products.map((product) => product.idFromPlatform);
    expect(ids.length).toBeGreaterThan(3);
    expect(ids.filter((id) => giftCards.includes(id) || id === line.productIdFromPlatform)).toEqual([]);
    expect(all.products.every((product) => product.variants.length > 0)).toBe(true);
    const [first] = all.products;
    const found = await call(customer.exchangeOptions, {
      params,
      query: { searchTerm: first?.title.toLowerCase() ?? '' },
    });
    expect(found.products.map((product) => product.idFromPlatform)).toContain(first?.idFromPlatform);
    const live = await call(customer.exchangeOptions, {
      params,
      query: { productIdFromPlatform: first?.idFromPlatform },
    });
    expect(live.products).toMatchObject([{ idFromPlatform: first?.idFromPlatform }]);
    const few = await call(customer.exchangeOptions, { params, query: { take: 1 } });
    expect(few).toMatchObject({ hasMore: true });
  });

  test('a gift card is refused even when it is asked for by its id', async () => {
    const exchange = await dearerExchange(server);
    const giftCard = server.shop.products.find((product) => product.isGiftCard);
    const [selection] = exchange.draft.selections;
    if (!selection || !giftCard) throw new Error('the shop sells no gift card');
    const wanted = {
      ...selection,
      productIdFromPlatform: String(giftCard.id),
      variantIdFromPlatform: String(giftCard.variants[0]?.id),
    };
    expect(
      await refusalOf(
        exchange.call(customer.quote, {
          params: { slug: server.slug, idFromPlatform: exchange.order.idFromPlatform },
          body: { ...exchange.draft, selections: [wanted] },
        }),
      ),
    ).toBe('422 EXCHANGE_VARIANT_UNKNOWN');
  });
});
