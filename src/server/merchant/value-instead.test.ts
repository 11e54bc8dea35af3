import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import * as books from '#contract/merchant/books.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import {
  approveAndFinalize,
  changeLine,
  claimOf,
  endPauses,
  finalizeAll,
  markElsewhere,
  settledClaim,
} from '#server/testing/claims.ts';
import { atStripe, claimWhen, dearerExchange, intentOf, PAYING, typeCard } from '#server/testing/payments.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Admin');
});
beforeEach(async () => {
  server.shopify.faults.clear();
  await server.saveSettings({ ...PAYING, reservationDays: 0 });
});
afterAll(async () => {
  await server.close();
});

const minor = (amount: number): number => Math.round(amount * 100);
const sendingOf = (claim: ClaimShown) =>
  claim.effects.find(({ kind }) => kind === 'exchangeOrder' || kind === 'returnExchange');
const at = (effectId: number) => ({ storeId: server.storeId, effectId });
const preview = (effectId: number) => staff(actions.valueInstead, { params: at(effectId) });

/** A paid exchange, and how another shopper buys the last of its items. */
async function paidExchange(isInstantExchange: boolean) {
  const exchange = await dearerExchange(server, { isInstantExchange });
  const begun = await exchange.begin();
  await typeCard(server, begun);
  const wanted = exchange.draft.selections[0]?.variantIdFromPlatform;
  const variant = server.shop.products.flatMap((product) => product.variants).find((one) => String(one.id) === wanted);
  if (!variant) throw new Error('the variant is in the shop');
  const sellOut = (available = 0): void => {
    variant.quantities = { ...variant.quantities, available, on_hand: 0 };
  };
  return { begun, submit: () => exchange.submit(begun.paymentId), sellOut };
}

const isRefused = (claim: ClaimShown): boolean => sendingOf(claim)?.state === 'failed';

async function differencesOf(claim: ClaimShown) {
  const { differences } = await staff(books.reconcileNow, {
    params: { storeId: server.storeId },
    body: { days: 2 },
  });
  return differences.filter(({ claimId }) => claimId === claim.id);
}

test.each([
  ['separateOrder', 'OrdersBySource'],
  ['platformReturn', 'RefundState'],
] as const)('nothing is kept any more for goods that were refused (%s)', async (type, call) => {
  await server.saveSettings({ ...PAYING, reservationDays: 3, isReturnProcessApiEnabled: type === 'platformReturn' });
  const { submit, sellOut } = await paidExchange(false);
  const externalId = await submit();
  const kept = await settledClaim(server, staff, externalId);
  expect(kept.reservation).toMatchObject({ state: 'held', lineItems: [{ title: expect.any(String), quantity: 1 }] });
  expect(kept.reservation?.lineItems[0]?.title).not.toBe('');
  server.shopify.faults.add({ shop: null, match: call, mode: 'delay', times: 1, ms: 1500 });
  await approveAndFinalize(server, staff, externalId);
  sellOut(-5);
  const failed = await claimWhen(server, staff, externalId, isRefused, 'the goods are refused');
  expect(failed.reservation?.state).toBe('released');
  await settledClaim(server, staff, externalId);
  expect(server.shop.draftOrders.filter(({ note }) => note?.includes(externalId))).toEqual([]);
});

test.each(['separateOrder', 'platformReturn'] as const)(
  'nothing is kept any more for goods that staff sent another way (%s)',
  async (type) => {
    await server.saveSettings({ ...PAYING, reservationDays: 3, isReturnProcessApiEnabled: type === 'platformReturn' });
    const { submit } = await paidExchange(false);
    const externalId = await submit();
    await settledClaim(server, staff, externalId);
    server.shopify.faults.add({ shop: null, match: 'draftOrderDelete', mode: 'fail', times: 10_000, ms: 0 });
    await approveAndFinalize(server, staff, externalId);
    const isTried = (claim: ClaimShown): boolean =>
      sendingOf(claim)?.state === 'waiting' && sendingOf(claim)?.lastError !== null;
    const waiting = await claimWhen(server, staff, externalId, isTried, 'sending them is tried');
    expect(waiting.reservation).toMatchObject({ state: 'held' });
    await markElsewhere(server, staff, sendingOf(waiting)?.id ?? 0, 'Sent from the shop');
    server.shopify.faults.clear();
    await endPauses(server);
    for (const { id, state } of (await claimOf(server, staff, externalId)).effects)
      if (state === 'waiting') await staff(actions.retryEffect, { params: at(id) }).catch(() => {});
    const done = await settledClaim(server, staff, externalId);
    expect(done.reservation?.state).toBe('released');
    expect(server.shop.draftOrders.filter(({ note }) => note?.includes(externalId))).toEqual([]);
  },
);

describe('goods that ran out after finalizing', () => {
  test.each([
    ['separateOrder', 'OrdersBySource'],
    ['platformReturn', 'RefundState'],
  ] as const)('are made good in money, once, and what was paid for them goes back (%s)', async (type, call) => {
    await server.saveSettings({ ...PAYING, reservationDays: 0, isReturnProcessApiEnabled: type === 'platformReturn' });
    const { begun, submit, sellOut } = await paidExchange(false);
    const externalId = await submit();
    await settledClaim(server, staff, externalId);
    server.shopify.faults.add({ shop: null, match: call, mode: 'delay', times: 1, ms: 1500 });
    await approveAndFinalize(server, staff, externalId);
    sellOut();
    const failed = await claimWhen(server, staff, externalId, isRefused, 'the goods are refused');
    const step = sendingOf(failed);
    const [line] = failed.claimLineItems;
    if (!step || !line) throw new Error('something was to be sent');
    expect(step).toMatchObject({ canGiveValue: true });
    const value = await preview(step.id);
    expect(value).toMatchObject({
      issued: line.requestedAmount,
      resolutionMethodEnums: ['Refund', 'Store_Credit', 'Gift_Card'],
    });
    expect(value.ofPayment).toBe(failed.customerPayments[0]?.amount);
    expect(value.goods).toMatchObject([{ quantity: 1 }]);

    const give = (part: object = {}) =>
      staff(actions.giveValueInstead, {
        params: at(step.id),
        body: {
          resolutionMethodEnum: 'Refund',
          issued: value.issued,
          ofPayment: value.ofPayment,
          notifyCustomerByEmail: value.email,
          ...part,
        },
      });
    expect(await refusalOf(give({ issued: value.issued + 1 }))).toBe('409 SUMS_CHANGED');
    await expect(give({ issued: value.issued + 1, version: 0 })).rejects.toMatchObject({
      body: { code: 'SUMS_CHANGED', message: expect.stringMatching(/^The amounts have changed: .*\(Admin Tester\)/) },
    });
    expect(value.version).toBeGreaterThan(0);
    // Two people at once: one of them does it.
    const answers = await Promise.allSettled([give(), give()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(give()).rejects.toMatchObject({
      body: { code: 'EFFECT_DONE', message: 'Admin Tester ended this action: Its value was issued instead.' },
    });
    expect(await refusalOf(preview(step.id))).toBe('409 EFFECT_DONE');
    expect(await refusalOf(staff(actions.retryEffect, { params: at(step.id) }))).toBe('409 EFFECT_DONE');

    const done = await claimWhen(
      server,
      staff,
      externalId,
      (one) => one.effects.every(({ state }) => state === 'done' || state === 'calledOff'),
      'everything is carried out',
    );
    // The email that spoke of the exchange was never sent, and is not any more.
    const outcome = done.effects.filter(
      ({ kind, purposeKey }) => kind === 'email' && !/received|labelReady/.test(purposeKey),
    );
    expect(outcome.map(({ state, summary }) => [state, summary])).toMatchObject([
      ['calledOff', expect.stringContaining('is complete')],
      ['done', expect.stringContaining('A change to your return')],
    ]);
    expect(sendingOf(done)).toMatchObject({
      state: 'calledOff',
      settledBy: 'Admin Tester',
      settledReason: 'Its value was issued instead.',
    });
    expect(done).toMatchObject({
      claimLineItems: [{ resolutionMethodEnum: 'Refund', errors: [] }],
      ledger: { balance: line.requestedAmount, deductions: { total: 0 }, issued: { refund: value.issued } },
      resolutionSummary: { refunds: [{ amount: value.issued, isRefundPending: false }], exchangeOrders: [] },
    });
    expect(done.claimRollup.detail).toBe('Refunded');
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({
      amount_received: minor(value.ofPayment),
    });
    expect(done.customerPayments).toMatchObject([{ status: 'Refunded', refundedAmount: value.ofPayment }]);
    expect(done.effects.filter(({ kind }) => kind === 'refund')).toHaveLength(1);
    expect(await differencesOf(done)).toEqual([]);
    const mail = done.effects.findLast(({ kind }) => kind === 'email');
    expect(mail?.summary).toContain(value.email.subject);
  });

  test('of an instant exchange finalized before they were ordered stay to be seen to, and their value can be given', async () => {
    const { begun, submit, sellOut } = await paidExchange(true);
    server.shopify.faults.add({ shop: null, match: 'OrdersBySource', mode: 'fail', times: 10_000, ms: 0 });
    const externalId = await submit();
    const waiting = await claimWhen(
      server,
      staff,
      externalId,
      (one) => sendingOf(one)?.state === 'waiting' && sendingOf(one)?.lastError !== null,
      'the order is tried',
    );
    expect(sendingOf(waiting)).toMatchObject({ state: 'waiting', canGiveValue: false });
    const approved = await changeLine(server, staff, await claimOf(server, staff, externalId), 1, {
      kind: 'approved',
      resolutionMethod: 'variantExchange',
    });
    await finalizeAll(server, staff, approved);
    sellOut();
    server.shopify.faults.clear();
    const step = sendingOf(waiting);
    if (!step) throw new Error('something was to be sent');
    await endPauses(server);
    // Refused where it is being tried by itself just then.
    await staff(actions.retryEffect, { params: at(step.id) }).catch(() => {});
    const failed = await claimWhen(server, staff, externalId, isRefused, 'the goods are refused');
    expect(sendingOf(failed)).toMatchObject({ canGiveValue: true });
    expect(failed.claimLineItems[0]?.errors).not.toEqual([]);
    const { issued, ofPayment } = await preview(step.id);
    await staff(actions.giveValueInstead, {
      params: at(step.id),
      body: { resolutionMethodEnum: 'Gift_Card', issued, ofPayment, notifyCustomerByEmail: null },
    });
    const done = await claimWhen(
      server,
      staff,
      externalId,
      (one) => one.effects.every(({ state }) => state === 'done' || state === 'calledOff'),
      'everything is carried out',
    );
    expect(done.ledger.issued).toMatchObject({ giftCard: done.claimLineItems[0]?.requestedAmount });
    expect(await atStripe(server, intentOf(begun.clientSecret))).toMatchObject({ status: 'canceled' });
    expect(await differencesOf(done)).toEqual([]);
  });

  test('is offered for no other step, nor for one that has not failed', async () => {
    const { submit } = await paidExchange(false);
    const externalId = await submit();
    await approveAndFinalize(server, staff, externalId);
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects.map(({ canGiveValue }) => canGiveValue)).not.toContain(true);
    const mail = done.effects.find(({ kind }) => kind === 'email');
    expect(await refusalOf(preview(sendingOf(done)?.id ?? 0))).toBe('409 EFFECT_DONE');
    expect(await refusalOf(preview(mail?.id ?? 0))).toBe('409 VALUE_NOT_OFFERED');
    expect(await refusalOf(preview(999_999))).toBe('404 EFFECT_NOT_FOUND');
  });
});
