import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import * as orders from '#contract/merchant/orders.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import {
  approveAndFinalize,
  changeLine,
  claimOf,
  endPauses,
  finalizeAll,
  listedClaims,
  markElsewhere,
  returnableOrder,
  settledClaim,
  submitReturn,
  told,
} from '#server/testing/claims.ts';
import { formatMoney } from '#core/money.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
});
afterAll(async () => {
  await server.close();
});

const shopOrderOf = (id: number) => server.shop.orders.find((order) => order.id === id);

/** The carrier's news of the package of a claim. */
const track = ({ claimReturnShipments: [shipment] }: ClaimShown, status: string): Promise<Response> =>
  fetch(`${server.easypost.url}/_control/track`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tracking_code: shipment?.tracker.carrier.trackingCode, status }),
  });

describe('a return from the order to the money', () => {
  test('refund: one movement at the store, emails, packing slip, and the portal tells it', async () => {
    const returnable = await returnableOrder(server);
    const { call, order, line, email, shopOrder } = returnable;
    const params = { slug: server.slug, idFromPlatform: order.idFromPlatform };
    const quote = await call(customer.quote, {
      params,
      body: {
        selections: [
          {
            lineIdFromPlatform: line.lineIdFromPlatform,
            quantity: 1,
            reasonId: order.reasons[0]?.id ?? '',
            method: 'refund',
          },
        ],
      },
    });
    const externalId = await submitReturn(server, returnable);
    const finalized = await approveAndFinalize(server, staff, externalId);
    expect(finalized.canFinalize).toBe(false);
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects.map((effect) => [effect.kind, effect.state, effect.lastError])).toEqual(
      expect.arrayContaining([
        ['refund', 'done', null],
        ['packingSlip', 'done', null],
        ['orderTags', 'done', null],
      ]),
    );
    expect(done.effects.every((effect) => effect.state === 'done')).toBe(true);
    const refunds = shopOrderOf(shopOrder.id)?.refunds ?? [];
    expect(refunds).toHaveLength(1);
    const refunded = told(quote.totals).refund;
    expect(done.totals.approved).toBe(refunded);
    // The refund reaches us back through the platform's webhooks.
    await eventually(
      async () => (await claimOf(server, staff, externalId)).originalStoreOrder.totalRefunded === refunded,
      'the order shows the refund',
    );
    // What we find our refund by is no word for people.
    const { refunds: shown } = await staff(orders.getOrder, {
      params: { storeId: server.storeId, idFromPlatform: order.idFromPlatform },
    });
    expect(shown.map(({ note }) => note)).toEqual([expect.not.stringMatching(/\[|:/)]);
    const subjects = () =>
      server.mailbox
        .messages()
        .filter((mail) => mail.to.includes(email.toLowerCase()) && mail.subject.includes(externalId))
        .map((mail) => mail.subject);
    expect(subjects().toSorted()).toEqual([
      `How to ship your items for return ${externalId}`,
      `We received your return request ${externalId}`,
      `Your return ${externalId} is complete`,
    ]);
    const seen = await call(customer.overview, { params: { slug: server.slug, externalId } });
    expect(seen.lines.every((one) => one.isFinalized)).toBe(true);
    const slip = await fetch(seen.shipments[0]?.returnShipmentPdfAssetUrl ?? '');
    expect(
      Buffer.from(await slip.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('what is handed out counts once it was, and what staff gave by hand is told as that', async () => {
    const returnable = await returnableOrder(server);
    const externalId = await submitReturn(server, returnable);
    const overview = () => returnable.call(customer.overview, { params: { slug: server.slug, externalId } });
    for (const match of ['returnCreate', 'returnProcess'])
      server.shopify.faults.add({ shop: null, match, mode: 'fail', times: 10_000, ms: 0 });
    await approveAndFinalize(server, staff, externalId);
    const refund = await eventually(async () => {
      const { effects } = await claimOf(server, staff, externalId);
      return effects.find(({ kind, state, lastError }) => kind === 'refund' && state === 'waiting' && lastError);
    }, 'the refund waits');
    const waiting = await overview();
    expect(waiting.issued).toEqual({ refund: 0, storeCredit: 0, giftCard: 0 });
    expect(waiting.nextSteps[0]).toMatch(/^Your refund goes to your original payment/);
    await markElsewhere(server, staff, refund.id, 'Paid in cash');
    server.shopify.faults.clear();
    const settled = await overview();
    expect(settled.issued.refund).toBe(told(settled.totals).refund);
    expect(settled.nextSteps).toContain('The store refunded you another way.');
    expect(settled.nextSteps.join(' ')).not.toContain('original payment');
  });

  test('gift card with its bonus, once', async () => {
    const returnable = await returnableOrder(server);
    const before = server.shop.giftCards.length;
    const externalId = await submitReturn(server, returnable, { method: 'giftCard' });
    await approveAndFinalize(server, staff, externalId);
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects.find((effect) => effect.kind === 'giftCard')).toMatchObject({ state: 'done', lastError: null });
    expect(server.shop.giftCards.length).toBe(before + 1);
    const minor = Math.round((done.totals.approved + done.totals.incentive) * 100);
    const received = server.mailbox
      .messages()
      .find(({ subject }) => subject === `We received your return request ${externalId}`);
    expect(received?.text).toContain(`Gift Card ${formatMoney({ amount: minor, currencyCode: done.currencyCode })}.`);
    expect(server.shop.giftCards.at(-1)?.initialValue).toBe(minor);
    expect(done.totals.incentive).toBeGreaterThan(0);
  });

  test('exchange for another variant makes one order', async () => {
    const returnable = await returnableOrder(server);
    const { variants } = await returnable.call(customer.variants, {
      params: {
        slug: server.slug,
        idFromPlatform: returnable.order.idFromPlatform,
        lineIdFromPlatform: returnable.line.lineIdFromPlatform,
      },
    });
    const wanted = variants.find((variant) => variant.isAvailable);
    const before = server.shop.orders.length;
    const externalId = await submitReturn(server, returnable, {
      method: 'variantExchange',
      variantIdFromPlatform: wanted?.idFromPlatform ?? '',
    });
    await approveAndFinalize(server, staff, externalId);
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects.find((effect) => effect.kind === 'exchangeOrder')).toMatchObject({
      state: 'done',
      lastError: null,
    });
    expect(server.shop.orders.length).toBe(before + 1);
    expect(done.claimLineItems[0]?.variantExchangeLineItem?.variantIdFromPlatform).toBe(wanted?.idFromPlatform);
  });

  test('label: bought, tracked by signed webhooks, delivered', async () => {
    const returnable = await returnableOrder(server);
    const externalId = await submitReturn(server, returnable, { shippingMethod: 'label' });
    const claim = await settledClaim(server, staff, externalId);
    expect(claim.effects.find((effect) => effect.kind === 'label')).toMatchObject({ state: 'done', lastError: null });
    expect(claim.claimRollup).toMatchObject({
      code: 'Awaiting_Return',
      detail: 'Awaiting_Customer_Dropoff_Label_Provided',
    });
    await track(claim, 'in_transit');
    await eventually(
      async () => (await claimOf(server, staff, externalId)).claimRollup.code === 'In_Transit',
      'the parcel travels',
    );
    await new Promise((wake) => setTimeout(wake, 1100));
    await track(claim, 'delivered');
    await eventually(
      async () => (await claimOf(server, staff, externalId)).claimRollup.code === 'At_Return_Location',
      'the parcel arrives',
    );
  });

  test('a question asked and answered', async () => {
    const returnable = await returnableOrder(server);
    const externalId = await submitReturn(server, returnable);
    const claim = await settledClaim(server, staff, externalId);
    await staff(actions.requestInfo, {
      params: { storeId: server.storeId, claimId: claim.id },
      body: { version: claim.version, message: 'Which color was it?' },
    });
    const asked = await returnable.call(customer.overview, { params: { slug: server.slug, externalId } });
    expect(asked).toMatchObject({
      isAwaitingCustomer: true,
      infoRequest: 'Which color was it?',
      status: { detail: 'Pending_Additional_Info' },
    });
    await settledClaim(server, staff, externalId);
    const mail = server.mailbox.messages().find((one) => one.subject === `A question about your return ${externalId}`);
    const token = /[?&]token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const elsewhere = server.browser();
    await elsewhere(customer.openLink, { params: { slug: server.slug }, body: { token } });
    await elsewhere(customer.answerInfo, { params: { slug: server.slug, externalId }, body: { answer: 'Blue' } });
    expect(await claimOf(server, staff, externalId)).toMatchObject({ isAwaitingCustomer: false, infoAnswer: 'Blue' });
    expect(
      await refusalOf(
        elsewhere(customer.answerInfo, { params: { slug: server.slug, externalId }, body: { answer: 'Again' } }),
      ),
    ).toBe('409 NOTHING_ASKED');
  });
});

describe('a shopper who changes their mind', () => {
  test('cancels the return: the label goes back, an email says so, and the items are theirs to return again', async () => {
    const returnable = await returnableOrder(server);
    const { call, order, line } = returnable;
    const externalId = await submitReturn(server, returnable, { shippingMethod: 'label' });
    const params = { slug: server.slug, externalId };
    const orderParams = { slug: server.slug, idFromPlatform: order.idFromPlatform };
    await eventually(
      async () => (await call(customer.overview, { params })).shipments.length > 0,
      'the label is there',
    );
    const asked = await call(customer.overview, { params });
    expect(asked).toMatchObject({ cancelBlock: null, status: { code: 'Awaiting_Return' } });
    expect(asked.progress.map(({ step, isDone }) => [step, isDone])).toEqual([
      ['submitted', true],
      ['sent', false],
      ['received', false],
      ['completed', false],
    ]);
    const hub = await call(customer.getOrder, { params: orderParams });
    expect(hub.claims).toMatchObject([{ externalId, task: 'send', items: [{ name: line.name, quantity: 1 }] }]);
    const [parcel] = hub.fulfillments;
    expect(parcel).toMatchObject({ event: 'delivered', trackers: [{ carrier: 'UPS' }] });
    expect(parcel?.trackers[0]?.url).toBe(`https://www.ups.com/track?tracknum=${parcel?.trackers[0]?.code}`);
    expect(hub.unsent).toEqual([]);

    await Promise.allSettled([1, 2, 3].map(() => call(customer.cancelClaim, { params })));
    expect(await call(customer.overview, { params })).toMatchObject({
      cancelBlock: 'ended',
      status: { code: 'Closed' },
    });
    expect(await refusalOf(call(customer.cancelClaim, { params }))).toBe('409 CANCEL_TOO_LATE');
    const again = await call(customer.getOrder, { params: orderParams });
    expect(again.lineItems.find((one) => one.lineIdFromPlatform === line.lineIdFromPlatform)).toMatchObject({
      returnableQuantity: line.returnableQuantity,
    });
    const done = await settledClaim(server, staff, externalId);
    expect(done.effects).toMatchObject(expect.arrayContaining([expect.objectContaining({ kind: 'labelRefund' })]));
    expect(done.timeline.filter(({ subject }) => subject === 'The customer canceled the claim')).toHaveLength(1);
    const mails = server.mailbox.messages().filter((one) => one.subject === `Your return ${externalId} is canceled`);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Please don't use the shipping label");
  });

  test('cannot cancel what a carrier has, or what staff completed, or a claim of another order', async () => {
    const returnable = await returnableOrder(server);
    const externalId = await submitReturn(server, returnable);
    const other = await returnableOrder(server);
    const params = { slug: server.slug, externalId };
    expect(await refusalOf(other.call(customer.cancelClaim, { params }))).toBe('404 CLAIM_NOT_FOUND');
    await approveAndFinalize(server, staff, externalId);
    expect(await refusalOf(returnable.call(customer.cancelClaim, { params }))).toBe('409 CANCEL_TOO_LATE');

    const sent = { slug: server.slug, externalId: await submitReturn(server, other, { shippingMethod: 'label' }) };
    await track(await settledClaim(server, staff, sent.externalId), 'in_transit');
    await eventually(
      async () => (await claimOf(server, staff, sent.externalId)).claimRollup.code === 'In_Transit',
      'the package travels',
    );
    expect(await other.call(customer.overview, { params: sent })).toMatchObject({ cancelBlock: 'packageSent' });
    expect(await refusalOf(other.call(customer.cancelClaim, { params: sent }))).toBe('409 CANCEL_TOO_LATE');
    expect((await claimOf(server, staff, sent.externalId)).claimRollup.code).toBe('In_Transit');
  });
});

describe('doing it twice', () => {
  test('the same request, one after the other and side by side, makes one claim', async () => {
    const returnable = await returnableOrder(server, 2);
    const requestKey = randomUUID();
    const ids = await Promise.all([1, 2, 3, 4].map(() => submitReturn(server, returnable, { requestKey })));
    ids.push(await submitReturn(server, returnable, { requestKey }));
    expect(new Set(ids).size).toBe(1);
    expect(await listedClaims(server, staff, { searchTerm: returnable.order.orderNo })).toHaveLength(1);
  });

  test('the same request with a change makes nothing more, and names what was made without it', async () => {
    const returnable = await returnableOrder(server, 2);
    const requestKey = randomUUID();
    const externalId = await submitReturn(server, returnable, { requestKey });
    for (const change of [{ quantity: 2 }, { comments: 'Too small' }, { method: 'giftCard' } as const]) {
      const refused = submitReturn(server, returnable, { requestKey, ...change });
      await expect(refused).rejects.toMatchObject({ status: 409, code: 'ALREADY_SUBMITTED', values: { externalId } });
    }
    expect(await submitReturn(server, returnable, { requestKey })).toBe(externalId);
    // Its units are in it, so a quote of them is refused: for their shopper with the claim that has them.
    const { idFromPlatform, reasons } = returnable.order;
    const { lineIdFromPlatform, returnableQuantity: quantity } = returnable.line;
    const selections = [{ lineIdFromPlatform, quantity, reasonId: reasons[0]?.id ?? '', method: 'refund' as const }];
    const quoted = (of: { requestKey?: string }) =>
      returnable.call(customer.quote, {
        params: { slug: server.slug, idFromPlatform },
        body: { selections, ...of },
      });
    await expect(quoted({})).rejects.toMatchObject({ code: 'QUANTITY_TOO_LARGE' });
    await expect(quoted({ requestKey: randomUUID() })).rejects.toMatchObject({ code: 'QUANTITY_TOO_LARGE' });
    await expect(quoted({ requestKey })).rejects.toMatchObject({ code: 'ALREADY_SUBMITTED', values: { externalId } });
    expect(await listedClaims(server, staff, { searchTerm: returnable.order.orderNo })).toHaveLength(1);
    expect((await claimOf(server, staff, externalId)).claimLineItems).toMatchObject([{ quantity: 1 }]);
  });

  test('requests side by side never return more units than were bought', async () => {
    const returnable = await returnableOrder(server, 2);
    const most = returnable.line.returnableQuantity;
    const outcomes = await Promise.allSettled(Array.from({ length: most + 3 }, () => submitReturn(server, returnable)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(most);
    const again = await returnable.call(customer.getOrder, {
      params: { slug: server.slug, idFromPlatform: returnable.order.idFromPlatform },
    });
    expect(
      again.lineItems.find((line) => line.lineIdFromPlatform === returnable.line.lineIdFromPlatform)
        ?.returnableQuantity,
    ).toBe(0);
  });

  test('two staff finalizing at once: one does, one is told, the money moves once', async () => {
    const returnable = await returnableOrder(server);
    const externalId = await submitReturn(server, returnable);
    const other = await server.staff('Staff');
    let claim = await settledClaim(server, staff, externalId);
    const params = { storeId: server.storeId, claimId: claim.id };
    claim = await changeLine(server, staff, claim, claim.claimLineItems[0]?.id ?? 0, {
      kind: 'approved',
      resolutionMethod: 'refund',
    });
    const { lineItems } = await staff(actions.finalizePreview, { params, query: {} });
    const finalize = (who: Caller, { version } = claim) =>
      refusalOf(who(actions.finalize, { params, body: { version, lineItems, notifyCustomerByEmail: null } }));
    expect((await Promise.all([finalize(staff), finalize(other)])).toSorted()).toEqual([
      '409 CLAIM_CHANGED',
      'no refusal',
    ]);
    await settledClaim(server, staff, externalId);
    expect(shopOrderOf(returnable.shopOrder.id)?.refunds).toHaveLength(1);
    expect(await finalize(staff, { ...claim, version: claim.version + 100 })).toBe('409 CLAIM_CHANGED');
  });

  test('a refund whose answer was lost is not made again', async () => {
    const returnable = await returnableOrder(server);
    const externalId = await submitReturn(server, returnable);
    await settledClaim(server, staff, externalId);
    server.shopify.faults.add({ shop: null, match: 'returnProcess', mode: 'dropAnswer', times: 1, ms: 0 });
    await approveAndFinalize(server, staff, externalId);
    const done = await eventually(
      async () => {
        const claim = await claimOf(server, staff, externalId);
        return claim.effects.find((effect) => effect.kind === 'refund')?.state === 'done' && claim;
      },
      'the refund is found again',
      40_000,
    );
    expect(shopOrderOf(returnable.shopOrder.id)?.refunds).toHaveLength(1);
    expect(done.effects.find((effect) => effect.kind === 'refund')?.attempts).toBeGreaterThan(1);
  });

  test('a partner that is down fails nothing: the step waits, says why, and is done when staff retry it', async () => {
    const returnable = await returnableOrder(server);
    const externalId = await submitReturn(server, returnable);
    await settledClaim(server, staff, externalId);
    server.shopify.faults.add({ shop: null, match: 'giftCardCreate', mode: 'fail', times: 1000, ms: 0 });
    const claim = await claimOf(server, staff, externalId);
    const approved = await changeLine(server, staff, claim, claim.claimLineItems[0]?.id ?? 0, {
      kind: 'approved',
      resolutionMethod: 'giftCard',
    });
    await finalizeAll(server, staff, approved, { notifyCustomerByEmail: null });
    const stuck = await eventually(
      async () =>
        (await claimOf(server, staff, externalId)).effects.find(
          (one) => one.kind === 'giftCard' && one.lastError !== null,
        ),
      'the failure is shown',
      30_000,
    );
    expect(stuck).toMatchObject({ state: 'waiting' });
    server.shopify.faults.clear();
    await eventually(
      async () => {
        await endPauses(server);
        await staff(actions.retryEffect, { params: { storeId: server.storeId, effectId: stuck.id } }).catch(
          () => undefined,
        );
        return (await claimOf(server, staff, externalId)).effects.find((one) => one.id === stuck.id)?.state === 'done';
      },
      'the gift card is issued',
      30_000,
    );
    expect(
      await refusalOf(staff(actions.retryEffect, { params: { storeId: server.storeId, effectId: stuck.id } })),
    ).toBe('409 EFFECT_DONE');
  });
});

describe('bad input', () => {
  test('a wrong pair and an unknown order get the same answer in the same time', async () => {
    const [order] = server.shop.orders;
    const lookup = async (orderNo: string): Promise<{ refusal: string; ms: number }> => {
      const began = performance.now();
      const refusal = await refusalOf(
        server.browser()(customer.lookup, {
          params: { slug: server.slug },
          body: { orderNo, emailOrPostalCode: 'nobody@else.example' },
        }),
      );
      return { refusal, ms: performance.now() - began };
    };
    const [wrongPair, unknown] = [await lookup(order?.name ?? ''), await lookup('#99999999')];
    expect([wrongPair.refusal, unknown.refusal]).toEqual(['404 ORDER_NOT_FOUND', '404 ORDER_NOT_FOUND']);
    expect(Math.min(wrongPair.ms, unknown.ms)).toBeGreaterThanOrEqual(145);
  });

  test('guessing at one order is stopped', async () => {
    const refusals = [];
    for (let guess = 0; guess < 10; guess += 1) {
      refusals.push(
        await refusalOf(
          server.browser()(customer.lookup, {
            params: { slug: server.slug },
            body: { orderNo: '#77777', emailOrPostalCode: `guess${guess}@else.example` },
          }),
        ),
      );
    }
    expect(refusals.at(-1)).toBe('429 TOO_MANY_ATTEMPTS');
  });

  test.each([0, -1, 1.5, 10_001])('a quantity of %s is refused', async (quantity) => {
    const returnable = await returnableOrder(server);
    expect(await refusalOf(submitReturn(server, returnable, { quantity }))).toBe('400 MALFORMED');
  });

  test('more units than were bought are refused', async () => {
    const returnable = await returnableOrder(server);
    expect(await refusalOf(submitReturn(server, returnable, { quantity: returnable.line.quantity + 1 }))).toBe(
      '422 QUANTITY_TOO_LARGE',
    );
  });

  test('another order or claim than the one looked up is not there', async () => {
    const [mine, theirs] = [await returnableOrder(server), await returnableOrder(server)];
    const externalId = await submitReturn(server, theirs);
    expect(
      await refusalOf(
        mine.call(customer.getOrder, { params: { slug: server.slug, idFromPlatform: theirs.order.idFromPlatform } }),
      ),
    ).toBe('404 ORDER_NOT_FOUND');
    expect(await refusalOf(mine.call(customer.overview, { params: { slug: server.slug, externalId } }))).toBe(
      '404 CLAIM_NOT_FOUND',
    );
  });

  test("another store's claims are not there, for its staff and by its address", async () => {
    const returnable = await returnableOrder(server);
    const claim = await claimOf(server, staff, await submitReturn(server, returnable));
    const otherId = await server.server.deps.database.asOwner(async (db) => {
      const made = await db
        .insertInto('store')
        .values({ slug: `other-${randomUUID()}`, name: 'Other', currency_code: 'USD', shop_domain: null })
        .returning('store_id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('store_user_role')
        .values({ store_id: made.store_id, email_key: 'other@test.example', role_code: 'Admin' })
        .execute();
      return made.store_id;
    });
    const outsider = await server.staff('Admin', 'both@test.example');
    await server.server.deps.database.asOwner((db) =>
      db
        .insertInto('store_user_role')
        .values({ store_id: otherId, email_key: 'both@test.example', role_code: 'Admin' })
        .execute(),
    );
    expect(await refusalOf(outsider(merchant.getClaim, { params: { storeId: otherId, claimId: claim.id } }))).toBe(
      '404 CLAIM_NOT_FOUND',
    );
    expect(
      await refusalOf(
        outsider(actions.retryEffect, { params: { storeId: otherId, effectId: claim.effects[0]?.id ?? 1 } }),
      ),
    ).toBe('404 EFFECT_NOT_FOUND');
    expect(await listedClaims({ storeId: otherId }, outsider)).toEqual([]);
  });

  test('HTML in comments and notes is text everywhere', async () => {
    const returnable = await returnableOrder(server);
    const nasty = '<script>alert(1)</script>"\'&';
    const externalId = await submitReturn(server, returnable, { comments: nasty });
    let claim = await settledClaim(server, staff, externalId);
    expect(claim.claimLineItems[0]?.comments).toBe(nasty);
    claim = await changeLine(server, staff, claim, claim.claimLineItems[0]?.id ?? 0, {
      kind: 'denied',
      claimStatusDetailCode: 'Wrong_Item',
      noteToCustomer: nasty,
    });
    await finalizeAll(server, staff, claim, {
      notifyCustomerByEmail: { subject: `Denied ${externalId}`, header: nasty, body: nasty },
      noteToCustomer: 'Thank you for your patience',
    });
    expect((await settledClaim(server, staff, externalId)).noteToCustomer).toBe('Thank you for your patience');
    const seen = await returnable.call(customer.overview, { params: { slug: server.slug, externalId } });
    expect(seen).toMatchObject({ noteToCustomer: 'Thank you for your patience', lines: [{ noteToCustomer: nasty }] });
    const mail = server.mailbox.messages().find((one) => one.subject === `Denied ${externalId}`);
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.text).toContain(nasty);
    expect(mail?.text).toContain('\n\nThank you for your patience\n\n');
  });
});
