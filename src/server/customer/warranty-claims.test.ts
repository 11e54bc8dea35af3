import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { getDashboard } from '#contract/merchant/dashboard.ts';
import { methodEnum } from '#core/claims/method-names.ts';
import type { RepairDue } from '#core/claims/repair-due.ts';
import { DAY_MS } from '#core/dates.ts';
import { lookAfterQuotes } from '#server/email/remind-of-quotes.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import * as shipments from '#contract/merchant/shipments.ts';
import { claimWhen, typeCard } from '#server/testing/payments.ts';
import * as risk from '#contract/merchant/risk.ts';
import {
  changeLine,
  claimOf,
  finalizeAll,
  listedClaims,
  returnableOrder,
  settledClaim,
  submitReturn,
  type Returnable,
} from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';
import { onePixel, upload } from '#server/testing/uploads.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
  await changeSettings(staff, server.storeId, { isWarrantiesEnabled: true, defaultWarrantyDays: 999_999 });
}, 240_000);
afterAll(async () => {
  await server.close();
});

const paramsOf = ({ order }: Returnable) => ({ slug: server.slug, idFromPlatform: order.idFromPlatform });

const claimWarranty = async (from: Returnable, change: object = {}): Promise<{ externalId: string }> => {
  const mediaIds = [await upload(from.call, paramsOf(from), onePixel)];
  return from.call(customer.submit, {
    params: paramsOf(from),
    body: {
      requestKey: randomUUID(),
      claimType: 'Warranty',
      shippingMethod: 'none',
      selections: [
        {
          lineIdFromPlatform: from.line.lineIdFromPlatform,
          quantity: from.line.quantity,
          reasonId: 'Defective_Item',
          method: 'warrantyReview',
          mediaIds,
          ...change,
        },
      ],
    },
  });
};

const lineNow = async (from: Returnable) => {
  const { lineItems } = await from.call(customer.getOrder, { params: paramsOf(from) });
  const line = lineItems.find(({ lineIdFromPlatform: id }) => id === from.line.lineIdFromPlatform);
  if (!line) throw new Error('the line is gone');
  return line;
};

test('a shopper claims on the warranty in the portal, pays for the repair, gets the item back, and can claim it again', async () => {
  const from = await returnableOrder(server);
  expect(from.order.allowClaimTypeSelection).toBe(true);
  expect(from.line.warranty).toMatchObject({ isEligible: true, quantity: from.line.returnableQuantity });
  const { externalId } = await claimWarranty(from);
  expect(externalId).toMatch(/^W-/);
  const shown = await from.call(customer.overview, { params: { slug: server.slug, externalId } });
  expect(shown).toMatchObject({ claimType: 'Warranty', shippingMethod: 'none', status: { label: 'Under review' } });
  expect(shown.nextSteps).toEqual([
    "You don't need to send anything back.",
    "We'll review your request and email you.",
  ]);
  const kept = { noReturnRequiredItemsHeadline: 'Keep it.', noReturnRequiredItemsDetailText: 'We look at it today.' };
  await changeSettings(staff, server.storeId, kept);
  const told = await from.call(customer.overview, { params: { slug: server.slug, externalId } });
  expect(told.nextSteps).toEqual(['Keep it.', 'We look at it today.']);
  expect((await lineNow(from)).warranty).toMatchObject({ isEligible: false });
  expect(await refusalOf(claimWarranty(from))).toBe('422 METHOD_NOT_ELIGIBLE');

  const claim = await claimOf(server, staff, externalId);
  const seen = () => from.call(customer.overview, { params: { slug: server.slug, externalId } });
  const lineId = claim.claimLineItems[0]?.id ?? 0;
  const params = { storeId: server.storeId, claimId: claim.id };
  const ofLine = { ...params, claimLineItemId: lineId };
  const { version } = claim;
  const quote = { version, amount: 40, noteToCustomer: 'A new zipper.' };
  expect(await refusalOf(staff(actions.quoteRepair, { params: ofLine, body: quote }))).toBe('422 PAYMENT_NOT_OFFERED');
  await changeSettings(staff, server.storeId, { paymentProvider: 'stripe' });
  const quoted = await staff(actions.quoteRepair, { params: ofLine, body: quote });
  expect(quoted.claimRollup).toMatchObject({ code: 'Open', detail: 'Pending_Additional_Info' });
  expect(await seen()).toMatchObject({
    status: { label: 'Waiting for your answer' },
    nextSteps: ['Tell us whether we should repair your item for $40.00.'],
    lines: [{ status: 'open', repair: { state: 'quoted', price: 40, note: 'A new zipper.' } }],
    ledger: { owed: 40 },
  });
  const accept = (price: number) =>
    from.call(customer.acceptQuotes, {
      params: { slug: server.slug, externalId },
      body: { quotes: [{ claimLineItemId: lineId, price }] },
    });
  expect(await refusalOf(accept(39.99))).toBe('409 QUOTE_CHANGED');
  expect(await refusalOf(accept(40))).toBe('409 PAYMENT_NEEDED');
  const begun = await from.call(customer.payForClaim, { params: { slug: server.slug, externalId } });
  expect(begun).toMatchObject({ amount: 40 });
  await typeCard(server, begun);
  const isPaid = (one: ClaimShown): boolean => one.customerPayments[0]?.status === 'Captured';
  const paid = await claimWhen(server, staff, externalId, isPaid, 'the repair is paid for');
  expect(paid.claimLineItems[0]).toMatchObject({ resolutionMethodEnum: 'Repair', repair: { state: 'accepted' } });
  expect(paid.effects.filter(({ kind }) => kind === 'paymentCapture')).toHaveLength(1);

  const work = async (state: 'inRepair' | 'done', shown: ClaimShown): Promise<ClaimShown> =>
    staff(actions.workOnRepair, { params: ofLine, body: { version: shown.version, state } });
  expect(await refusalOf(work('done', paid))).toBe('409 REPAIR_STATE');
  const done = await work('done', await work('inRepair', paid));
  expect(done.claimRollup).toMatchObject({ code: 'Approved', detail: 'Repaired' });
  expect((await seen()).nextSteps[0]).toBe("Your item is repaired. We'll ship it back to you next.");
  expect((await lineNow(from)).warranty).toMatchObject({ isEligible: false });

  const options = await staff(shipments.shipmentOptions, { params });
  const way = { fromAddressId: options.toAddressId ?? '', toAddressId: options.fromAddressId ?? '' };
  const rates = await staff(shipments.quoteShipment, { params, body: { ...way, weightInOunces: 20 } });
  if (rates.kind === 'failure') throw new Error(rates.errors.join(' '));
  await staff(shipments.createShipment, {
    params,
    body: {
      version: done.version,
      returnShipmentType: 'Label',
      shipmentIdFromPlatform: rates.shipmentIdFromPlatform,
      rate: { id: rates.rates[0]?.id ?? '' },
    },
  });
  const isDone = (one: ClaimShown): boolean => one.claimRollup.code === 'Completed';
  const ended = await claimWhen(server, staff, externalId, isDone, 'the item is on its way back');
  expect(ended).toMatchObject({
    claimRollup: { detail: 'Repaired' },
    claimReturnShipments: [],
    claimOutboundShipments: [{ isReturnShipment: false, tracker: { status: expect.any(String) } }],
    ledger: { balance: 0, owed: 0 },
  });
  const emails = ended.effects.filter(({ kind }) => kind === 'email').map(({ purposeKey }) => purposeKey.split(':')[1]);
  expect(emails).toEqual(['received', 'repairQuoted', 'repairNews', 'repairNews', 'repairNews']);
  expect(await seen()).toMatchObject({
    nextSteps: ['Your item is on its way back to you.'],
    sentBack: [{ returnShipmentPdfAssetUrl: null }],
  });
  expect((await lineNow(from)).warranty).toMatchObject({ isEligible: true });
  expect((await claimWarranty(from)).externalId).not.toBe(externalId);
});

test('a shopper declines to pay for a repair: nothing is taken, and staff end the claim', async () => {
  const from = await returnableOrder(server);
  const { externalId } = await claimWarranty(from);
  const claim = await claimOf(server, staff, externalId);
  const claimLineItemId = claim.claimLineItems[0]?.id ?? 0;
  const params = { storeId: server.storeId, claimId: claim.id, claimLineItemId };
  await staff(actions.quoteRepair, { params, body: { version: claim.version, amount: 55.5 } });
  const decline = () =>
    from.call(customer.declineQuote, { params: { slug: server.slug, externalId, claimLineItemId } });
  await decline();
  expect(await refusalOf(decline())).toBe('409 QUOTE_NOT_OPEN');
  const declined = await claimOf(server, staff, externalId);
  expect(declined).toMatchObject({
    claimRollup: { code: 'Denied', name: 'Will be denied' },
    claimLineItems: [{ repair: { state: 'declined' }, isToSendBack: false }],
    ledger: { owed: 0 },
  });
  const seen = await from.call(customer.overview, { params: { slug: server.slug, externalId } });
  expect(seen.nextSteps[0]).toBe("You declined the repair. We'll email you about what happens next.");
  expect(seen.ledger?.owed).toBe(0);
  expect((await finalizeAll(server, staff, declined)).claim.claimRollup).toMatchObject({ code: 'Denied' });
});

test('a quote that is not answered is reminded of once, then staff are alerted; lists and home say what is due', async () => {
  const from = await returnableOrder(server);
  const { externalId } = await claimWarranty(from);
  const claim = await claimOf(server, staff, externalId);
  const claimLineItemId = claim.claimLineItems[0]?.id ?? 0;
  const params = { storeId: server.storeId, claimId: claim.id, claimLineItemId };
  const due = async (...wanted: RepairDue[]) =>
    (await listedClaims(server, staff, { repairDue: wanted }, 'Warranty')).find((one) => one.externalId === externalId);
  expect(await due('answer', 'sendBack')).toBeUndefined();
  await staff(actions.quoteRepair, { params, body: { version: claim.version, amount: 30 } });
  expect(await due('answer')).toMatchObject({ repairs: [{ due: 'answer', since: expect.any(String) }] });
  expect(await due('sendBack')).toBeUndefined();
  const home = async () => (await staff(getDashboard, { params })).repairs;
  expect(await home()).toContainEqual({ due: 'answer', count: 1, since: (await due('answer'))?.repairs?.[0]?.since });

  const look = (days: number): Promise<void> =>
    lookAfterQuotes(server.server.deps, server.storeId, new Date(Date.now() + days * DAY_MS));
  const reminders = async () =>
    (await claimOf(server, staff, externalId)).effects.filter(({ purposeKey }) => /:quoteReminder:/.test(purposeKey));
  for (const days of [1, 2]) await look(days);
  expect(await reminders()).toEqual([]);
  await Promise.all([look(4), look(4)]);
  await look(4.5);
  expect(await reminders()).toHaveLength(1);
  const mails = () => server.mailbox.messages().filter(({ subject }) => subject.endsWith(`costs: ${externalId}`));
  await eventually(() => mails().length === 2, 'the reminder is sent');
  const alerts = () =>
    server.server.deps.database.asOwner((db) =>
      db.selectFrom('alert').select(['message', 'occurrences']).where('kind', '=', 'quoteUnanswered').execute(),
    );
  expect(await alerts()).toEqual([]);
  await Promise.all([look(8), look(8)]);
  await look(20);
  expect(await alerts()).toMatchObject([{ message: expect.stringContaining(externalId), occurrences: 1 }]);
  const subjects = (await claimOf(server, staff, externalId)).timeline.map(({ subject }) => subject);
  expect(subjects.filter((subject) => /^The quote for .* isn't answered$/.test(subject))).toHaveLength(1);
  expect(await reminders()).toHaveLength(1);
  await from.call(customer.declineQuote, { params: { slug: server.slug, externalId, claimLineItemId } });
  expect(await due('answer', 'sendBack')).toBeUndefined();
});

test('a quote that waits for the mail server is not mailed anymore once another took its place', async () => {
  await changeSettings(staff, server.storeId, { paymentProvider: 'stripe' });
  const { externalId } = await claimWarranty(await returnableOrder(server));
  const { id, version, claimLineItems } = await claimOf(server, staff, externalId);
  const params = { storeId: server.storeId, claimId: id, claimLineItemId: claimLineItems[0]?.id ?? 0 };
  const fail = (times: number) =>
    fetch(`${server.mailbox.url}/_control/faults`, { method: 'POST', body: JSON.stringify({ mode: 'fail', times }) });
  const quoteMails = ({ effects }: ClaimShown) =>
    effects.filter(({ purposeKey }) => purposeKey.startsWith('email:repairQuoted:'));
  await fail(1000);
  await staff(actions.quoteRepair, { params, body: { version, amount: 30 } });
  const isKept = (one: ClaimShown): boolean => Boolean(quoteMails(one)[0]?.lastError);
  const first = await claimWhen(server, staff, externalId, isKept, 'the email could not be sent');
  await staff(actions.quoteRepair, { params, body: { version: first.version, amount: 45 } });
  await fail(0);
  await server.server.deps.database.inStore(server.storeId, (db) =>
    db.updateTable('effect').set({ next_try_on: new Date() }).where('state', '=', 'waiting').execute(),
  );
  const settled = await settledClaim(server, staff, externalId);
  expect(quoteMails(settled).map(({ state }) => state)).toEqual(['calledOff', 'done']);
  const mails = server.mailbox.messages().filter(({ subject }) => subject.endsWith(`costs: ${externalId}`));
  expect(mails.map(({ text }) => /[\d.]+\.00/.exec(text)?.[0])).toEqual(['45.00']);
});

test('a denied claim is appealed once, with a photo; staff see it, decide it, and it holds its item meanwhile', async () => {
  const from = await returnableOrder(server);
  const { externalId } = await claimWarranty(from);
  const params = { slug: server.slug, externalId };
  const seen = () => from.call(customer.overview, { params });
  const deny = async () => {
    const claim = await claimOf(server, staff, externalId);
    return finalizeAll(
      server,
      staff,
      await changeLine(server, staff, claim, claim.claimLineItems[0]?.id ?? 0, {
        kind: 'denied',
        claimStatusDetailCode: 'Not_Covered_Under_Warranty',
      }),
    );
  };
  const appeal = async (message = 'It broke by itself.') => {
    const mediaIds = [await upload(from.call, paramsOf(from), onePixel)];
    return from.call(customer.appealClaim, { params, body: { message, mediaIds } });
  };
  expect((await seen()).canAppeal).toBe(false);
  expect(await refusalOf(appeal())).toBe('409 APPEAL_NOT_OFFERED');
  await deny();
  expect(await seen()).toMatchObject({ canAppeal: true, appeal: null, status: { code: 'Denied' } });
  expect(await refusalOf(from.call(customer.appealClaim, { params, body: { message: '  ' } }))).toMatch(/^4/);
  const outcomes = await Promise.all([refusalOf(appeal()), refusalOf(appeal())]);
  expect(outcomes.filter((one) => one === '409 APPEAL_NOT_OFFERED')).toHaveLength(1);
  expect(await seen()).toMatchObject({
    canAppeal: false,
    appeal: { text: 'It broke by itself.' },
    status: { label: 'Under review' },
  });
  const [listed] = await listedClaims(server, staff, { isAppealed: true, isWaitingForStaff: true }, 'Warranty');
  expect(listed).toMatchObject({ externalId, isAppealed: true });
  const appealed = await claimOf(server, staff, externalId);
  expect(appealed.appeal).toMatchObject({ text: 'It broke by itself.', isOpen: true });
  expect(appealed.timeline).toContainEqual(expect.objectContaining({ subject: 'The customer appealed the denial' }));
  expect((await lineNow(from)).warranty).toMatchObject({ isEligible: false });

  await deny();
  expect(await seen()).toMatchObject({ canAppeal: false, status: { code: 'Denied' } });
  expect(await refusalOf(appeal())).toBe('409 APPEAL_NOT_OFFERED');
  expect(await listedClaims(server, staff, { isAppealed: true, isWaitingForStaff: true }, 'Warranty')).toEqual([]);
});

test('a warranty claim needs a photo or video of each item', async () => {
  const from = await returnableOrder(server);
  const { leastMedia } = await from.call(customer.getOrder, { params: paramsOf(from) });
  expect(leastMedia).toEqual({ Return: 0, Warranty: 1 });
  expect(await refusalOf(claimWarranty(from, { mediaIds: [] }))).toBe('422 MEDIA_REQUIRED');
});

test('a warranty claim asks for a look at it, and a return for what the store offers', async () => {
  const from = await returnableOrder(server);
  expect(await refusalOf(claimWarranty(from, { method: 'refund' }))).toBe('422 METHOD_NOT_ELIGIBLE');
  const asReturn = from.call(customer.submit, {
    params: paramsOf(from),
    body: {
      requestKey: randomUUID(),
      shippingMethod: 'none',
      selections: [
        {
          lineIdFromPlatform: from.line.lineIdFromPlatform,
          quantity: 1,
          reasonId: 'Defective_Item',
          method: 'warrantyReview',
        },
      ],
    },
  });
  expect(await refusalOf(asReturn)).toBe('422 METHOD_NOT_ELIGIBLE');
  await changeSettings(staff, server.storeId, { isWarrantiesEnabled: false });
  expect(await refusalOf(claimWarranty(from))).toBe('422 METHOD_NOT_ELIGIBLE');
  expect(await lineNow(from)).toMatchObject({ warranty: { isEligible: false } });
  await changeSettings(staff, server.storeId, { isWarrantiesEnabled: true });
});

test('a denial that is not carried out frees nothing, and staff correcting the email raise no risk', async () => {
  const from = await returnableOrder(server);
  const externalId = await submitReturn(server, from, { quantity: from.line.returnableQuantity });
  const claim = await claimOf(server, staff, externalId);
  const params = { storeId: server.storeId, claimId: claim.id };
  const verification = () =>
    eventually(
      async () =>
        (await staff(risk.claimRisk, { params }).catch(() => null))?.facts.find(
          ({ factor }) => factor === 'orderVerification',
        ) ?? null,
      'the risk of the claim',
    );
  const before = await verification();
  const { shippingAddress } = claim;
  if (!shippingAddress) throw new Error('the claim has an address');
  await staff(actions.changeCustomerInfo, {
    params,
    body: { version: claim.version, customerEmail: 'corrected@example.org', shippingAddress },
  });
  expect(await verification()).toEqual(before);

  const corrected = await claimOf(server, staff, externalId);
  const denied = await changeLine(server, staff, corrected, claim.claimLineItems[0]?.id ?? 0, {
    kind: 'denied',
    claimStatusDetailCode: 'Wrong_Item',
  });
  expect(await lineNow(from)).toMatchObject({ isEligible: false });
  await finalizeAll(server, staff, denied);
  expect(await lineNow(from)).toMatchObject({ isEligible: true });
});

test('a warranty claim asks for a gift card where the store says so', async () => {
  await changeSettings(staff, server.storeId, {
    defaultWarrantyRequestedResolutionMethod: 'giftCard',
    warrantyOrderPrefix: '#MEND-',
    isWarrantyInspectionEnabled: true,
  });
  const { externalId } = await claimWarranty(await returnableOrder(server));
  const claim = await claimOf(server, staff, externalId);
  expect(claim).toMatchObject({ isInspectionEnabled: true });
  expect(claim.claimLineItems[0]).toMatchObject({ requestedResolutionMethodEnum: methodEnum('giftCard') });
  const { document } = await server.server.deps.database.asOwner((db) =>
    db.selectFrom('claim').select('document').where('external_id', '=', externalId).executeTakeFirstOrThrow(),
  );
  expect(document).toMatchObject({ policy: { exchangeOrderPrefix: '#MEND-' } });
  await changeSettings(staff, server.storeId, {
    defaultWarrantyRequestedResolutionMethod: 'warrantyReview',
    isWarrantyInspectionEnabled: false,
  });
});
