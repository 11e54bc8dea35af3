import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as actions from '#contract/merchant/claim-actions.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { Address } from '#core/address.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import type { Payments } from '#partners/ports.ts';
import { claimById, saveClaim } from '#server/db/claims.ts';
import { insertPayment } from '#server/db/payments.ts';
import { changeLine, finalizeAll, listedClaims, newest } from '#server/testing/claims.ts';
import { shopOf, type Shop } from '#server/testing/effect-claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { itemOf, onlyLine, quiet, staffClaim, type Made } from '#server/testing/staff-claims.ts';

let server: TestServer;
let shop: Shop;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
  shop = await shopOf(server);
});
afterAll(async () => {
  await server.close();
});

const paramsOf = (claim: { id: number }) => ({ storeId: server.storeId, claimId: claim.id });
const cancel = ({ id, version }: ClaimShown) =>
  staff(actions.cancelClaim, { params: paramsOf({ id }), body: { version } });
const reopen = ({ id, version }: ClaimShown) =>
  staff(actions.reopenClaim, { params: paramsOf({ id }), body: { version } });
const mailOf = (subject: string) => server.mailbox.messages().find((message) => message.subject === subject);

describe('canceling and restoring', () => {
  test('a canceled warranty claim is restored for review; a return stays canceled', async () => {
    const warranty = await staffClaim(shop, staff, 'repair', { claimType: 'Warranty' });
    expect(await refusalOf(reopen(warranty.claim))).toBe('409 RESTORE_NOT_ALLOWED');
    const canceled = await cancel(warranty.claim);
    expect(canceled).toMatchObject({ claimRollup: { code: 'Closed' }, canRestore: true, canCancel: false });
    expect(await refusalOf(cancel(canceled))).toBe('409 CLAIM_CANCELED');
    const restored = await reopen(canceled);
    expect(onlyLine(restored)).toMatchObject({ status: { code: 'open' }, canceledOn: null });
    expect(restored.claimRollup).toMatchObject({ code: 'Open', detail: 'Pending_Review', name: 'Manual Review' });
    const back = await staffClaim(shop, staff, 'refund');
    expect(await refusalOf(reopen(await cancel(back.claim)))).toBe('409 RESTORE_NOT_ALLOWED');
  });

  test('what went into another claim meanwhile is not restored', async () => {
    const warranty = await staffClaim(shop, staff, 'repair', { claimType: 'Warranty' });
    const canceled = await cancel(warranty.claim);
    const { order } = warranty;
    const units = order.order.lines.find((line) => line.idFromPlatform === order.lineIdFromPlatform)?.quantity ?? 1;
    await staffClaim(shop, staff, 'other', { claimLineItems: [itemOf(order, 'other', { quantity: units })] }, order);
    expect(await refusalOf(reopen(canceled))).toBe('409 UNITS_TAKEN');
  });

  test('two staff at once: one cancels, the other is told', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const outcomes = await Promise.all([refusalOf(cancel(claim)), refusalOf(cancel(claim))]);
    expect(outcomes.toSorted()).toEqual(['409 CLAIM_CHANGED', 'no refusal']);
  });
});

describe('asking the customer', () => {
  const ask = ({ claim }: Made, more: object = {}) =>
    staff(actions.requestInfo, {
      params: paramsOf(claim),
      body: { version: claim.version, message: 'Which seam?', ...more },
    });

  test('with the usual email, one staff wrote, or none', async () => {
    const [usual, edited, none] = [
      await staffClaim(shop, staff, 'refund'),
      await staffClaim(shop, staff, 'refund'),
      await staffClaim(shop, staff, 'refund'),
    ];
    expect(await ask(usual)).toMatchObject({ isAwaitingCustomer: true, infoRequest: 'Which seam?' });
    const subject = `Seam of ${edited.claim.externalId}`;
    await ask(edited, { notifyCustomerByEmail: { subject, header: 'A word with you', body: 'Show us <i>it</i>.' } });
    await ask(none, { notifyCustomerByEmail: null });
    for (const { claim } of [usual, edited, none]) await quiet(shop, staff, claim);
    expect(mailOf(`A question about your return ${usual.claim.externalId}`)?.text).toContain('Which seam?');
    const mail = mailOf(subject);
    expect(mail?.text).toContain('A word with you');
    expect(mail?.html).toContain('Show us <i>it</i>.');
    expect(mailOf(`A question about your return ${none.claim.externalId}`)).toBeUndefined();
  });

  test('an answer that came another way is written down by staff, and the claim goes on', async () => {
    const made = await staffClaim(shop, staff, 'refund');
    const answer = ({ id, version }: ClaimShown) =>
      staff(actions.answeredElsewhere, { params: paramsOf({ id }), body: { version, answer: ' The left one ' } });
    expect(await refusalOf(answer(made.claim))).toBe('409 NOTHING_ASKED');
    const asked = await ask(made, { notifyCustomerByEmail: null });
    expect(asked.claimRollup.detail).toBe('Pending_Additional_Info');
    const answered = await answer(asked);
    expect(answered).toMatchObject({ isAwaitingCustomer: false, infoAnswer: 'The left one' });
    expect(answered.claimRollup.detail).not.toBe('Pending_Additional_Info');
    expect(newest(answered)).toMatchObject({
      subject: 'Answered for the customer',
      message: 'The left one',
      by: 'Staff Tester',
    });
    expect(await refusalOf(answer(answered))).toBe('409 NOTHING_ASKED');
  });

  test('without a message the email says what is asked; without either nothing is', async () => {
    const made = await staffClaim(shop, staff, 'refund');
    expect(await refusalOf(ask(made, { message: undefined }))).toBe('422 MESSAGE_EMPTY');
    const notifyCustomerByEmail = { subject: 'Seam', header: 'A word', body: 'Show us the seam.' };
    const asked = await ask(made, { message: undefined, notifyCustomerByEmail });
    expect(asked).toMatchObject({ isAwaitingCustomer: true, infoRequest: 'Show us the seam.' });
  });

  test('a half-written email is refused by its field', async () => {
    const made = await staffClaim(shop, staff, 'refund');
    const half = { notifyCustomerByEmail: { subject: 'Seam', header: ' ', body: 'Show us.' } };
    await expect(ask(made, half)).rejects.toMatchObject({
      status: 400,
      body: { fields: { 'body.notifyCustomerByEmail.header': 'Header is required.' } },
    });
  });
});

describe('fees', () => {
  const charge = ({ id, version }: ClaimShown, fees: object) =>
    staff(actions.changeFees, { params: paramsOf({ id }), body: { version, ...fees } });

  test('are changed one by one, and show in the ledger', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const charged = await charge(claim, { feeApplied: 1.5 });
    expect(charged).toMatchObject({ feeApplied: 1.5, returnShippingAmountApplied: 0 });
    const shipped = await charge(charged, { returnShippingAmountApplied: 0.5 });
    expect(shipped).toMatchObject({ feeApplied: 1.5, returnShippingAmountApplied: 0.5 });
    const ledger = await staff(actions.getLedger, { params: paramsOf(claim) });
    expect(ledger).toEqual(shipped.ledger);
    expect(Object.fromEntries(ledger.deductions.sections.map(({ type, amount }) => [type, amount]))).toEqual({
      FEE: 1.5,
      RETURN_SHIPPING: 0.5,
    });
    expect(ledger.balance).toBeCloseTo(onlyLine(claim).requestedAmount - 2, 2);
    expect(shipped.timeline.filter((entry) => entry.subject === 'Fees changed')).toHaveLength(2);
  });

  test('are no negative amounts, no parts of a cent, and nothing for a finalized claim', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    expect(await refusalOf(charge(claim, { feeApplied: -1 }))).toBe('400 MALFORMED');
    expect(await refusalOf(charge(claim, {}))).toBe('422 FEES_MISSING');
    expect(await refusalOf(charge(claim, { feeApplied: 0.001 }))).toBe('422 AMOUNT_INVALID');
    const approved = await changeLine(server, staff, claim, 1, { kind: 'approved', resolutionMethod: 'refund' });
    const { claim: done } = await finalizeAll(server, staff, approved, { notifyCustomerByEmail: null });
    expect(await refusalOf(charge(done, { feeApplied: 1 }))).toBe('409 CLAIM_ALREADY_FINALIZED');
  });
});

describe('the customer', () => {
  const address = Address.parse({
    firstName: 'Grace',
    lastName: 'Hopper',
    line1: '1 Harbour Road',
    city: 'Arlington',
    stateOrProvinceCode: 'VA',
    postalCode: '22202',
    countryCode: 'US',
  });
  const rename = ({ id, version }: ClaimShown, changes: object = {}) =>
    staff(actions.changeCustomerInfo, {
      params: paramsOf({ id }),
      body: { version, customerEmail: 'grace@example.com', shippingAddress: address, ...changes },
    });

  test('gets another name, email and address, and the list finds the claim by them', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const renamed = await rename(claim);
    expect(renamed).toMatchObject({
      customerName: 'Grace Hopper',
      customerEmail: 'grace@example.com',
      shippingAddress: { line1: '1 Harbour Road' },
    });
    expect(newest(renamed)?.subject).toBe("The customer's details changed");
    const found = await listedClaims(server, staff, { searchTerm: 'grace@example.com' });
    expect(found).toMatchObject([{ id: claim.id, customerName: 'Grace Hopper' }]);
    await expect(rename(renamed, { id: claim.id + 1 })).rejects.toMatchObject({
      status: 422,
      body: { code: 'CLAIM_MISSTATED', fields: { 'body.id': `Must be ${claim.id}.` } },
    });
    expect(await refusalOf(rename(renamed, { id: claim.id }))).toBe('no refusal');
  });

  test.each([
    [{ customerEmail: 'nobody' }, 'customerEmail', 'Must be a valid email.'],
    [{ shippingAddress: { ...address, city: ' ' } }, 'shippingAddress.city', 'Must not be empty.'],
    [{ shippingAddress: { ...address, countryCode: 'USA' } }, 'shippingAddress.countryCode', 'Must be two letters.'],
  ])('is asked for properly: %o', async (changes, field, text) => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    await expect(rename(claim, changes)).rejects.toMatchObject({ body: { fields: { [`body.${field}`]: text } } });
  });
});

test('a comment is signed, and fits any version of the claim', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund');
  const add = (message: string) => staff(actions.addToTimeline, { params: paramsOf(claim), body: { message } });
  await add('First');
  const shown = await add('Second');
  expect(shown.timeline.filter(({ type }) => type === 'comment')).toMatchObject([
    { subject: 'Staff Tester', message: 'First' },
    { subject: 'Staff Tester', message: 'Second' },
  ]);
  expect(await refusalOf(add('  '))).toBe('400 MALFORMED');
  // Staff can't comment as a colleague or in the past, and sending a comment twice adds it once.
  const third = { id: 'third', message: 'Third', subject: 'Someone else', datetime: '2020-01-01T00:00:00Z' };
  const write = (changes: object = {}) =>
    staff(actions.addToTimeline, { params: paramsOf(claim), body: { ...third, ...changes } });
  await write();
  const comments = (await write()).timeline.filter(({ type }) => type === 'comment').slice(2);
  expect(comments).toMatchObject([{ subject: 'Someone else', message: 'Third', by: 'Staff Tester' }]);
  expect(Date.parse(comments[0]?.datetime ?? '')).toBeGreaterThan(Date.parse('2020-01-02T00:00:00Z'));
  expect(await refusalOf(write({ message: 'Fourth' }))).toBe('409 COMMENT_ID_USED');
});

test('claims of no store are shown to nobody', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund');
  const nowhere = { storeId: server.storeId, claimId: claim.id + 100_000 };
  expect(await refusalOf(staff(actions.getLedger, { params: nowhere }))).toBe('404 CLAIM_NOT_FOUND');
  expect(await refusalOf(staff(actions.cancelClaim, { params: nowhere, body: { version: 1 } }))).toBe(
    '404 CLAIM_NOT_FOUND',
  );
});

describe("the customer's payment", () => {
  const refund = (customerPaymentId: number, amount = 5) =>
    staff(actions.refundCustomerPayment, { params: { storeId: server.storeId, customerPaymentId }, body: { amount } });

  test('captured, it is given back once, whole', async () => {
    const made = await staffClaim(shop, staff, 'refund');
    const payments = await stripeOf();
    const { id, idFromPlatform } = await paidClaim(made, 'Captured');
    // Its refund was confirmed as another sum, as a part went back since, or as more than it ever was.
    expect(await refusalOf(refund(id, 7.5))).toBe('409 SUMS_CHANGED');
    expect(await refusalOf(refund(id, 2.5))).toBe('409 SUMS_CHANGED');
    const asked = await refund(id);
    expect(asked.customerPayments).toMatchObject([
      { status: 'Captured', canRefund: false, refundable: 0, openRefunds: [{ amount: 5, isFailed: false }] },
    ]);
    expect(await refusalOf(refund(id))).toBe('409 PAYMENT_NOT_CAPTURED');
    const done = await quiet(shop, staff, made.claim);
    expect(done.customerPayments).toMatchObject([{ status: 'Refunded', refundedAmount: 5, openRefunds: [] }]);
    expect(await payments.find(idFromPlatform, CONTEXT)).toMatchObject({ captured: 500, refunded: 500 });
  });

  test('is refused while it is only held, and where there is none', async () => {
    const made = await staffClaim(shop, staff, 'refund');
    const { id } = await paidClaim(made, 'Authorized');
    expect(await refusalOf(refund(id))).toBe('409 PAYMENT_NOT_CAPTURED');
    expect(await refusalOf(refund(999_999))).toBe('404 PAYMENT_UNKNOWN');
  });

  const CONTEXT = { requestId: 'payment-of-a-test' };
  async function stripeOf(): Promise<Payments> {
    const payments = await server.server.deps.paymentsOf(server.storeId, 'stripe');
    if (!payments) throw new Error('Stripe is set up');
    return payments;
  }

  /** Five dollars paid for a claim at Stripe, as the portal would have left it. */
  async function paidClaim({ claim, order }: Made, status: 'Authorized' | 'Captured') {
    const { storeId, stripe } = server;
    const purposeKey = `payment:${claim.externalId}`;
    const amount = { amount: 500, currencyCode: claim.currencyCode };
    const payments = await stripeOf();
    const { idFromPlatform } = await payments.start(
      {
        purposeKey,
        amount,
        customerEmail: claim.customerEmail,
        description: 'Exchange',
        keepForLater: false,
        order: { idFromPlatform: order.order.idFromPlatform, orderNo: order.order.orderNo },
      },
      CONTEXT,
    );
    await fetch(`${stripe.url}/v1/payment_intents/${idFromPlatform}/confirm`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stripe.keys.secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
    });
    if (status === 'Captured') await payments.capture(idFromPlatform, amount, `capture:${purposeKey}`, CONTEXT);
    const taken = status === 'Captured' ? 500 : 0;
    return server.server.deps.database.inStore(storeId, async (db) => {
      const row = await insertPayment(db, {
        store_id: storeId,
        order_id: order.orderId,
        subject_kind: 'claim',
        subject_id: claim.id,
        attached_on: new Date(),
        purpose_key: purposeKey,
        provider: 'stripe',
        id_from_platform: idFromPlatform,
        amount: 500,
        currency_code: claim.currencyCode,
        status: status === 'Captured' ? 'captured' : 'authorized',
        captured: taken,
      });
      const loaded = await claimById(db, storeId, claim.id);
      if (!row || !loaded) throw new Error('the payment was not kept');
      const payment: CustomerPayment = {
        id: row.payment_id,
        idFromPlatform,
        provider: 'stripe',
        amount: 500,
        captureAsked: taken === 0 ? null : taken,
        capturedAmount: taken,
        refundAsked: 0,
        refundedAmount: 0,
        currencyCode: claim.currencyCode,
        note: '',
        status,
        authorizationExpiresOn: null,
        heldOn: loaded.claim.createdOn,
        capturedOn: null,
      };
      await saveClaim(
        db,
        storeId,
        loaded,
        { ...loaded.claim, payments: [payment] },
        { version: loaded.version + 1, hasNewEffects: false },
      );
      return payment;
    });
  }
});
