import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import * as customer from '#contract/customer/customer.ts';
import * as shipping from '#contract/customer/shipping-claims.ts';
import * as registrations from '#contract/customer/registrations.ts';
import * as withdrawal from '#contract/customer/withdrawal.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { routes } from '#contract/index.ts';
import * as books from '#contract/merchant/books.ts';
import * as orders from '#contract/merchant/orders.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';
import type { Order } from '#sandbox/shopify/state.ts';
import { amountOf, minorOf } from '#server/amounts.ts';
import { ordersOfGift } from '#server/db/orders.ts';
import {
  approveAndFinalize,
  changeLine,
  claimOf,
  listedClaims,
  settledClaim,
  submitReturn,
  told,
} from '#server/testing/claims.ts';
import { lookUpGift, newRecipient, openGift, submitGift, type Gift } from '#server/testing/gifts.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, LONG_WINDOWS, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { onePixel, upload } from '#server/testing/uploads.ts';

const GIFTS: SettingsChanges = { ...LONG_WINDOWS, isGiftReturnEnabled: true };

let server: TestServer;
let staff: Caller;

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
  await server.saveSettings(GIFTS);
});
afterAll(async () => {
  await server.close();
});

const slugged = (): { slug: string } => ({ slug: server.slug });
const paramsOf = ({ order }: Pick<Gift, 'order'>) => ({ ...slugged(), idFromPlatform: order.idFromPlatform });
const mailsTo = (email: string) => server.mailbox.messages().filter((mail) => mail.to.includes(email.toLowerCase()));
const lookUp = (number: string, postalCode: string): Promise<string> =>
  refusalOf(server.browser()(customer.lookupGift, { params: slugged(), body: { number, postalCode } }));

/** Of a claim of one line: what it is worth with its bonus, minor units. */
const worthOf = ({ claimLineItems: lines, currencyCode }: ClaimShown): number =>
  minorOf(lines[0]?.amount ?? 0, currencyCode) + minorOf(lines[0]?.incentiveAmount ?? 0, currencyCode);

async function finalizedGift(method: 'giftCard' | 'storeCredit' | 'variantExchange', recipient = newRecipient()) {
  const gift = await openGift(server);
  let variantIdFromPlatform = '';
  if (method === 'variantExchange') {
    const { variants } = await gift.call(customer.variants, {
      params: { ...paramsOf(gift), lineIdFromPlatform: gift.lineId },
    });
    variantIdFromPlatform = variants.find((one) => one.isAvailable && one.isOffered)?.idFromPlatform ?? '';
  }
  const externalId = await submitGift(server, gift, {
    method,
    recipient,
    ...(variantIdFromPlatform === '' ? {} : { variantIdFromPlatform }),
  });
  await approveAndFinalize(server, staff, externalId);
  const claim = await settledClaim(server, staff, externalId);
  expect(claim.effects.filter((effect) => effect.state !== 'done')).toEqual([]);
  const account = server.shop.customers.filter((one) => one.email === recipient.email);
  return { gift, externalId, claim, account, recipient };
}

describe('the lookup of a gift', () => {
  test('finds it by order number, tracking number or platform id with the postal code it was sent to', async () => {
    const gift = await openGift(server);
    const zip = gift.shopOrder.shippingAddress?.zip ?? '';
    const tracking = gift.shopOrder.fulfillments.flatMap((sent) => sent.tracking?.number ?? [])[0] ?? '';
    expect(tracking).not.toBe('');
    for (const number of [gift.shopOrder.name, tracking, tracking.toLowerCase(), String(gift.shopOrder.id)])
      expect([number, await lookUp(number, zip)]).toEqual([number, 'no refusal']);
    const answers = [await lookUp(tracking, '00000'), await lookUp(randomUUID(), zip)];
    expect(answers).toEqual(['404 ORDER_NOT_FOUND', '404 ORDER_NOT_FOUND']);
    // The function behind it runs as the owner of the tables, and must not look across stores.
    const { database } = server.server.deps;
    const trackedIn = (storeId: number) =>
      database.inStore(storeId, async (db) => (await ordersOfGift(db, storeId, tracking)).map((row) => row.order_no));
    expect([await trackedIn(server.storeId), await trackedIn(server.storeId + 1)]).toEqual([[gift.shopOrder.name], []]);
    const foreign = await database.inStore(server.storeId + 1, (db) =>
      sql`select order_ids_tracked(${tracking.toLowerCase()})`.execute(db),
    );
    expect(foreign.rows).toEqual([]);
  });

  test('is guarded like the other one, and guesses at both count together', async () => {
    const guess = (count: number): string => String(10_000 + count);
    for (let count = 0; count < 4; count += 1)
      await refusalOf(
        server.browser()(customer.lookup, {
          params: slugged(),
          body: { orderNo: '#88888', emailOrPostalCode: guess(count) },
        }),
      );
    const refusals = [];
    for (let count = 0; count < 6; count += 1) refusals.push(await lookUp('88888', guess(count)));
    expect(refusals[0]).toBe('404 ORDER_NOT_FOUND');
    expect(refusals.at(-1)).toBe('429 TOO_MANY_ATTEMPTS');
  });

  test('is closed where the store takes no gifts back; what was begun can still be seen', async () => {
    const gift = await openGift(server);
    const externalId = await submitGift(server, gift);
    await server.saveSettings(LONG_WINDOWS);
    expect(await lookUp(gift.shopOrder.name, gift.shopOrder.shippingAddress?.zip ?? '')).toBe(
      '422 GIFT_RETURNS_NOT_OFFERED',
    );
    expect(await refusalOf(submitGift(server, gift))).toBe('422 METHOD_NOT_ELIGIBLE');
    expect((await gift.call(customer.overview, { params: { ...slugged(), externalId } })).isGiftReturn).toBe(true);
    const page = await staff(orders.getOrder, {
      params: { storeId: server.storeId, idFromPlatform: gift.order.idFromPlatform },
    });
    expect(page.startGiftReturnUrl).toBeNull();
    await server.saveSettings(GIFTS);
  });
});

/** Numbers a recipient may read: how many, how long, and what the store itself has set. */
const HARMLESS = new Set([
  'Return',
  'Warranty',
  'storeId',
  'quantity',
  'returnableQuantity',
  'incentiveBasisPoints',
  'shopNowIncentiveBasisPoints',
  'id',
  'returnShipmentId',
]);

function numbersIn(value: unknown, key = ''): string[] {
  if (typeof value === 'number') return value === 0 || HARMLESS.has(key) ? [] : [`${key}: ${value}`];
  if (Array.isArray(value)) return value.flatMap((one) => numbersIn(one, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => numbersIn(one, name));
}

/** What of the buyer must be read nowhere. */
function secretsOf({ email, customerId, shippingAddress, billingAddress }: Order): string[] {
  const person = server.shop.customers.find((one) => one.id === customerId);
  return [
    email,
    person?.lastName,
    String(customerId),
    ...[shippingAddress, billingAddress].flatMap((place) => [place?.lastName, place?.address1, place?.phone]),
  ].flatMap((secret) => (secret ? [secret.toLowerCase()] : []));
}

describe('a gift session', () => {
  test('reads nothing of the buyer, nor what was paid, in any call of the portal', async () => {
    const gift = await openGift(server, 2);
    const { call, lineId } = gift;
    const params = paramsOf(gift);
    const { reasons } = gift.order;
    const selection = {
      lineIdFromPlatform: lineId,
      quantity: 1,
      reasonId: reasons[0]?.id ?? '',
      method: 'giftCard' as const,
    };
    const draft = { selections: [selection], shippingMethod: 'packingSlip' as const };
    const stated = {
      selections: [{ lineIdFromPlatform: lineId, quantity: 1 }],
      name: 'Gift Owner',
      email: 'gift@example.com',
    };
    const mediaId = await upload(call, params, onePixel);
    const bought = await submitReturn(server, { ...gift.bought, line: otherLine(gift) ?? gift.bought.line }, {});
    const sent = { ...draft, requestKey: randomUUID(), recipient: newRecipient() };
    const submitted = await call(customer.submit, { params, body: sent });
    const claim = { ...slugged(), externalId: submitted.externalId };
    const paymentId = 1;
    const zip = gift.shopOrder.shippingAddress?.zip ?? '';
    const asked: Record<string, () => Promise<unknown>> = {
      storefront: () => call(customer.storefront, { params: slugged(), query: {} }),
      returnPolicy: () => call(customer.returnPolicy, { params: slugged() }),
      // In another browser: opened again, the session would forget what it made.
      lookupGift: () =>
        server.browser()(customer.lookupGift, {
          params: slugged(),
          body: { number: gift.shopOrder.name, postalCode: zip },
        }),
      // As who was given it, whose email the order does not have.
      lookup: () =>
        server.browser()(customer.lookup, {
          params: slugged(),
          body: { orderNo: gift.shopOrder.name, emailOrPostalCode: 'grace@recipient.test' },
        }),
      mailOrderLink: () =>
        server.browser()(customer.mailOrderLink, {
          params: slugged(),
          body: { orderNo: gift.shopOrder.name, email: 'grace@recipient.test' },
        }),
      openOrderLink: () => server.browser()(customer.openOrderLink, { params: slugged(), body: { token: 'x.y' } }),
      leavePortal: () => server.browser()(customer.leavePortal, { params: slugged() }),
      openLink: () => server.browser()(customer.openLink, { params: slugged(), body: { token: 'x.y' } }),
      getOrder: () => call(customer.getOrder, { params }),
      variants: () => call(customer.variants, { params: { ...params, lineIdFromPlatform: lineId } }),
      orderForReasons: () => call(customer.orderForReasons, { params, body: { selections: draft.selections } }),
      quote: () => call(customer.quote, { params, body: draft }),
      startShopping: () => call(customer.startShopping, { params, body: { selections: draft.selections } }),
      exchangeOptions: () => call(customer.exchangeOptions, { params, query: { lineIdFromPlatform: lineId } }),
      createPaymentIntent: () =>
        call(customer.createPaymentIntent, { params, body: { ...draft, requestKey: randomUUID() } }),
      paymentState: () => call(customer.paymentState, { params: { ...params, paymentId } }),
      submit: () => call(customer.submit, { params, body: sent }),
      askForReview: () =>
        call(customer.askForReview, {
          params,
          body: {
            requestKey: randomUUID(),
            selections: [{ ...selection, comments: 'Please' }],
            recipient: newRecipient(),
          },
        }),
      startUpload: () =>
        call(customer.startUpload, { params, body: { filename: 'a.png', contentType: 'image/png', size: 68 } }),
      finishUpload: () => call(customer.finishUpload, { params: { ...params, mediaId } }),
      overview: () => call(customer.overview, { params: claim }),
      appealClaim: () => call(customer.appealClaim, { params: claim, body: { message: 'Please' } }),
      answerInfo: () => call(customer.answerInfo, { params: claim, body: { answer: 'Blue' } }),
      payForClaim: () => call(customer.payForClaim, { params: claim }),
      acceptQuotes: () => call(customer.acceptQuotes, { params: claim, body: { quotes: [] } }),
      declineQuote: () => call(customer.declineQuote, { params: { ...claim, claimLineItemId: 1 } }),
      cancelClaim: () => call(customer.cancelClaim, { params: claim }),
      getWithdrawal: () => call(withdrawal.getWithdrawal, { params }),
      stateWithdrawal: () => call(withdrawal.stateWithdrawal, { params, body: stated }),
      confirmWithdrawal: () =>
        call(withdrawal.confirmWithdrawal, {
          params,
          body: { ...stated, statementKey: 'none', requestKey: randomUUID() },
        }),
      shippingProtection: () => call(shipping.shippingProtection, { params }),
      fileShippingClaim: () =>
        call(shipping.fileShippingClaim, {
          params,
          body: {
            requestKey: randomUUID(),
            reason: 'Damaged',
            method: 'Refund',
            selections: [{ lineIdFromPlatform: lineId, quantity: 1 }],
            email: 'gift@example.com',
          },
        }),
      remindOfFiling: () =>
        call(shipping.remindOfFiling, { params, body: { reason: 'Lost', email: 'gift@example.com' } }),
      shippingClaim: () => call(shipping.shippingClaim, { params: claim }),
      answerShippingClaim: () => call(shipping.answerShippingClaim, { params: claim, body: { message: 'Please' } }),
      openReorder: () =>
        call(shipping.openReorder, { params: { ...slugged(), shippingClaimId: 1 }, body: { token: 'x.y' } }),
      confirmReorder: () =>
        call(shipping.confirmReorder, {
          params: { ...slugged(), shippingClaimId: 1 },
          body: { token: 'x.y', shippingAddress: newRecipient().address },
        }),
      registrationForm: () => call(registrations.registrationForm, { params: slugged() }),
      orderToRegister: () =>
        call(registrations.orderToRegister, { params: slugged(), body: { orderNo: '#1', email: 'a@example.com' } }),
      registrableProducts: () => call(registrations.registrableProducts, { params: slugged(), query: {} }),
      startProofUpload: () =>
        call(registrations.startProofUpload, {
          params: slugged(),
          body: { filename: 'a.png', contentType: 'image/png', size: 68 },
        }),
      finishProofUpload: () => call(registrations.finishProofUpload, { params: { ...slugged(), mediaId } }),
      registerProduct: () =>
        call(registrations.registerProduct, {
          params: slugged(),
          body: {
            variantIdFromPlatform: '1',
            email: 'gift@example.com',
            firstName: 'Gift',
            lastName: 'Owner',
            estimatedPurchaseDate: '2026-01-01',
          },
        }),
      certificate: () => call(registrations.certificate, { params: slugged(), body: { token: 'none' } }),
      openRegistration: () => call(registrations.openRegistration, { params: slugged(), body: { token: 'none' } }),
    };
    const calls = Object.keys(routes).filter((name) => name.startsWith('customer.'));
    expect(calls.map((name) => name.slice('customer.'.length)).toSorted()).toEqual(Object.keys(asked).toSorted());
    const refused: string[] = [];
    for (const [name, ask] of Object.entries(asked)) {
      const answer = await ask().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        refused.push(`${name} ${error.code}`);
        return error.body;
      });
      const text = JSON.stringify(answer).toLowerCase();
      for (const secret of [...secretsOf(gift.shopOrder), bought.toLowerCase()])
        expect([name, text.includes(secret), secret]).toEqual([name, false, secret]);
      expect([name, numbersIn(answer)]).toEqual([name, []]);
    }
    expect(refused).toEqual([
      'returnPolicy POLICY_NOT_PUBLISHED',
      'lookup ORDER_NOT_FOUND',
      'openOrderLink LINK_EXPIRED',
      'openLink LINK_EXPIRED',
      'startShopping SHOP_NOW_NOT_OFFERED',
      'exchangeOptions EXCHANGE_NOT_OFFERED',
      'createPaymentIntent PAYMENT_NOT_OFFERED',
      'paymentState PAYMENT_UNKNOWN',
      'askForReview REVIEW_NOT_NEEDED',
      'appealClaim APPEAL_NOT_OFFERED',
      'answerInfo NOTHING_ASKED',
      'payForClaim PAYMENT_NOT_OFFERED',
      'acceptQuotes QUOTE_NOT_OPEN',
      'declineQuote QUOTE_NOT_OPEN',
      'getWithdrawal WITHDRAWAL_NOT_OFFERED',
      'stateWithdrawal WITHDRAWAL_NOT_OFFERED',
      'confirmWithdrawal WITHDRAWAL_NOT_OFFERED',
      'shippingProtection ORDER_NOT_FOUND',
      'fileShippingClaim ORDER_NOT_FOUND',
      'remindOfFiling ORDER_NOT_FOUND',
      'shippingClaim CLAIM_NOT_FOUND',
      'answerShippingClaim CLAIM_NOT_FOUND',
      'openReorder LINK_USED',
      'confirmReorder LINK_USED',
      'orderToRegister REGISTRATIONS_DISABLED',
      'registrableProducts REGISTRATIONS_DISABLED',
      'startProofUpload REGISTRATIONS_DISABLED',
      'finishProofUpload UPLOAD_BROKEN',
      'registerProduct REGISTRATIONS_DISABLED',
      'certificate LINK_EXPIRED',
      'openRegistration LINK_EXPIRED',
    ]);
  });

  test('asks for no refund, pays nothing, and names who is to get it', async () => {
    const gift = await openGift(server);
    expect(await refusalOf(submitGift(server, gift, { method: 'refund' }))).toBe('422 METHOD_NOT_ELIGIBLE');
    expect(await refusalOf(submitGift(server, gift, { recipient: undefined }))).toBe('422 RECIPIENT_REQUIRED');
    expect(await refusalOf(submitGift(server, gift, { paymentId: 1 }))).toBe('404 PAYMENT_UNKNOWN');
    const buyers = { ...gift, call: gift.bought.call };
    expect(await refusalOf(submitGift(server, buyers))).toBe('422 RECIPIENT_UNEXPECTED');
  });

  test('sees the returns it made, and those of the link in an email; the buyer sees none of them', async () => {
    const gift = await openGift(server, 2);
    const recipient = newRecipient();
    const externalId = await submitGift(server, gift, { recipient });
    const params = { ...slugged(), externalId };
    const seenBy = (call: Caller): Promise<string> => refusalOf(call(customer.overview, { params }));
    const claimsOf = async (call: Caller): Promise<string[]> =>
      (await call(customer.getOrder, { params: paramsOf(gift) })).claims.map((claim) => claim.externalId);
    expect([await seenBy(gift.call), await claimsOf(gift.call)]).toEqual(['no refusal', [externalId]]);
    const another = await lookUpGift(server, gift.shopOrder);
    for (const call of [another, gift.bought.call])
      expect([await seenBy(call), await claimsOf(call)]).toEqual(['404 CLAIM_NOT_FOUND', []]);
    const mail = await eventually(() => mailsTo(recipient.email)[0], 'the recipient is written to');
    const byMail = server.browser();
    const token = /[?&]token=([\w.-]+)/.exec(mail.text)?.[1] ?? '';
    const opened = await byMail(customer.openLink, { params: slugged(), body: { token } });
    expect(opened).toMatchObject({ externalId, isGiftReturn: true });
    expect([await seenBy(byMail), await claimsOf(byMail)]).toEqual(['no refusal', [externalId]]);
    expect((await byMail(customer.getOrder, { params: paramsOf(gift) })).lineItems[0]?.unitValue).toBeNull();
  });
});

describe('a gift return whose answer was lost', () => {
  test('is seen by who sends it again, with a change too', async () => {
    const gift = await openGift(server, 2);
    const [recipient, requestKey] = [newRecipient(), randomUUID()];
    const externalId = await submitGift(server, gift, { recipient, requestKey });
    for (const { quantity, answer } of [
      { quantity: 1, answer: 'no refusal' },
      { quantity: 2, answer: '409 ALREADY_SUBMITTED' },
    ]) {
      const call = await lookUpGift(server, gift.shopOrder);
      const seen = (): Promise<string> => refusalOf(call(customer.overview, { params: { ...slugged(), externalId } }));
      expect(await seen()).toBe('404 CLAIM_NOT_FOUND');
      expect(await refusalOf(submitGift(server, { ...gift, call }, { recipient, requestKey, quantity }))).toBe(answer);
      expect(await seen()).toBe('no refusal');
    }
  });
});

/** Another line of the order that can be returned, for a claim of the buyer's own. */
const otherLine = ({ bought, lineId }: Gift) =>
  bought.order.lineItems.find((line) => line.lineIdFromPlatform !== lineId && line.isEligible);

describe('a gift return from the order to the value', () => {
  test('a gift card goes to an account of the recipient, and the buyer hears nothing', async () => {
    const buyersMails = (gift: Gift) => mailsTo(gift.shopOrder.email ?? '').map((mail) => mail.subject);
    const { gift, claim, account, recipient, externalId } = await finalizedGift('giftCard');
    expect(account).toMatchObject([{ firstName: 'Grace', lastName: 'Hopper' }]);
    const cards = server.shop.giftCards.filter((card) => card.note?.includes(externalId));
    const [line] = claim.claimLineItems;
    const worth = worthOf(claim);
    expect(cards).toMatchObject([{ customerId: account[0]?.id, initialValue: worth }]);
    expect(line?.amount).toBe(told(gift.bought.line.unitValue));
    const shopOrder = server.shop.orders.find((one) => one.id === gift.shopOrder.id);
    expect([shopOrder?.refunds, server.shop.returns.filter((one) => one.orderId === gift.shopOrder.id)]).toEqual([
      [],
      [],
    ]);
    expect(buyersMails(gift)).toEqual([]);
    const subjects = mailsTo(recipient.email).map((mail) => mail.subject.replace(externalId, 'X'));
    expect(subjects.toSorted()).toEqual([
      'How to ship your items for return X',
      'We received your return request X',
      'Your return X is complete',
    ]);
    // The token of a link may hold a number with a point by chance.
    for (const mail of mailsTo(recipient.email))
      expect(mail.text.replaceAll(/https?:\S+/g, '')).not.toMatch(/\d\.\d\d/);
    const seen = await gift.call(customer.overview, { params: { ...slugged(), externalId } });
    expect(seen).toMatchObject({
      issued: { giftCard: amountOf(worth, claim.currencyCode), storeCredit: 0, refund: 0 },
      ledger: null,
      // It names the recipient, who reads it.
      shipments: [{ returnShipmentPdfAssetUrl: expect.any(String), paperBy: null }],
    });
  });

  test('store credit goes to the account there is; the books agree with what the platform shows', async () => {
    const first = await finalizedGift('giftCard');
    const { claim, account } = await finalizedGift('storeCredit', first.recipient);
    expect(account.map(({ id }) => id)).toEqual(first.account.map(({ id }) => id));
    const credited = server.shop.storeCreditAccounts.filter((one) => one.customerId === account[0]?.id);
    const worth = worthOf(claim);
    expect(credited.flatMap((one) => one.movements.map((move) => move.amount))).toEqual([worth]);
    const run = await staff(books.reconcileNow, { params: { storeId: server.storeId }, body: { days: 2 } });
    expect(run.differences).toEqual([]);
  });

  test('an exchange is ordered in the name of the recipient, to her address', async () => {
    const { account, externalId, recipient, gift } = await finalizedGift('variantExchange');
    const made = server.shop.orders.filter((one) => one.note?.includes(externalId));
    expect(made).toMatchObject([
      { email: recipient.email, customerId: account[0]?.id, shippingAddress: { address1: '9 Harbour Road' } },
    ]);
    const text = JSON.stringify(made).toLowerCase();
    for (const secret of secretsOf(gift.shopOrder)) expect([secret, text.includes(secret)]).toEqual([secret, false]);
  });

  test('a label begins where the recipient is', async () => {
    const gift = await openGift(server);
    const externalId = await submitGift(server, gift, { shippingMethod: 'label' });
    const claim = await settledClaim(server, staff, externalId);
    expect(claim.claimReturnShipments).toMatchObject([
      { returnShipmentType: 'Label', fromAddress: { line1: '9 Harbour Road' } },
    ]);
  });

  test('buyer and recipient share the units: side by side they never return more than were bought', async () => {
    const gift = await openGift(server, 2);
    const most = gift.bought.line.returnableQuantity;
    const tries = Array.from({ length: most + 2 }, (_, count) =>
      count % 2 === 0 ? submitGift(server, gift) : submitReturn(server, gift.bought, { method: 'giftCard' }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(most);
    const again = await gift.bought.call(customer.getOrder, { params: paramsOf(gift) });
    const line = again.lineItems.find((one) => one.lineIdFromPlatform === gift.lineId);
    // Either may come first; the buyer is never notified of a recipient's return.
    const isGiven = outcomes.some((outcome, count) => outcome.status === 'fulfilled' && count % 2 === 0);
    const reasonText = isGiven
      ? 'This item can no longer be returned online.'
      : 'This item is part of another return or claim.';
    expect(line).toMatchObject({ isEligible: false, reasonText });
    const claims = await listedClaims(server, staff, { searchTerm: gift.order.orderNo });
    const worth = await Promise.all(claims.map(({ externalId }) => claimOf(server, staff, externalId)));
    const minor = (amount: number): number => minorOf(amount, gift.order.currencyCode);
    const asked = worth.reduce((sum, claim) => sum + minor(claim.totals.requested), 0);
    expect(asked).toBeLessThanOrEqual(minor(worth[0]?.originalStoreOrder.total ?? 0));
  });
});

describe('staff', () => {
  test('hand out a link that opens the order as a gift, without proof', async () => {
    const { bought, order } = await openGift(server);
    const page = await staff(orders.getOrder, {
      params: { storeId: server.storeId, idFromPlatform: bought.order.idFromPlatform },
    });
    const url = new URL(told(page.startGiftReturnUrl));
    expect(url.pathname).toBe(`/p/${server.slug}/order/${order.idFromPlatform}`);
    expect(url.searchParams.get('isGiftReturn')).toBe('true');
    const call = server.browser();
    const token = url.searchParams.get('token') ?? '';
    expect(await call(customer.openLink, { params: slugged(), body: { token } })).toEqual({
      idFromPlatform: order.idFromPlatform,
      externalId: null,
      isGiftReturn: true,
    });
    expect(await call(customer.getOrder, { params: paramsOf({ order }) })).toMatchObject({
      isGiftReturn: true,
      firstName: '',
    });
    expect(JSON.stringify(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).not.toContain('@');
  });

  test('see who it is for and who bought it, find it by its filter, and cannot refund it', async () => {
    const gift = await openGift(server);
    const recipient = newRecipient();
    const externalId = await submitGift(server, gift, { recipient });
    const claim = await settledClaim(server, staff, externalId);
    expect(claim).toMatchObject({
      isGiftReturn: true,
      customerName: 'Grace Hopper',
      customerEmail: recipient.email,
      originalStoreOrder: { customerEmail: gift.shopOrder.email },
    });
    expect(claim.claimLineItems[0]?.allowedMethods).not.toContain('refund');
    const refund = changeLine(server, staff, claim, 1, { kind: 'approved', resolutionMethod: 'refund' });
    expect(await refusalOf(refund)).toBe('422 METHOD_NOT_ALLOWED');
    const found = async (isGiftReturn: boolean): Promise<boolean> =>
      (await listedClaims(server, staff, { isGiftReturn })).some((one) => one.externalId === externalId);
    expect([await found(true), await found(false)]).toEqual([true, false]);
  });
});
