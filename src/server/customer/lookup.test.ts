import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { lookupBudgets } from '#core/orders/lookup-guard.ts';
import { inStore } from '#server/customer/guarded.ts';
import { signToken } from '#server/signed-token.ts';
import { takeAttempt } from '#server/stores/attempts.ts';
import { approveAndFinalize, returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ trustedProxies: '1' });
  await server.saveSettings({ isGiftReturnEnabled: true });
});
beforeEach(async () => {
  await server.server.deps.database.asOwner((db) => db.deleteFrom('attempt_limit').execute());
});
afterAll(async () => {
  await server.close();
});

type Told = { status: number; body: string; cookie: string; ms: number };

/** Asks as a visitor from a network. */
async function ask(path: string, body: object, network = '198.51.100.1', slug = server.slug): Promise<Told> {
  const began = performance.now();
  const answer = await fetch(`${server.url}${path.replace('{slug}', slug)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-makegood': '1', 'x-forwarded-for': network },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return { status: answer.status, body: text, cookie, ms: performance.now() - began };
}
const lookUp = (orderNo: string, emailOrPostalCode: string, network?: string, slug?: string): Promise<Told> =>
  ask(customer.lookup.path, { orderNo, emailOrPostalCode }, network, slug);
const lookUpGift = (number: string, postalCode: string, network?: string): Promise<Told> =>
  ask(customer.lookupGift.path, { number, postalCode }, network);
const askForLink = (orderNo: string, email: string, network?: string): Promise<Told> =>
  ask(customer.mailOrderLink.path, { orderNo, email }, network);
const openLink = (token: string): Promise<Told> => ask(customer.openOrderLink.path, { token });

const codeOf = ({ body }: Told): string => (JSON.parse(body) as { code?: string }).code ?? 'opened';
const networkOf = (at: number): string => `203.0.${Math.floor(at / 250)}.${at % 250}`;

/** An order that has both an email and a postal code, by its place among them. */
function buyerOf(at: number) {
  const orders = server.shop.orders.filter(({ email, shippingAddress }) => email && shippingAddress?.zip);
  const order = orders[at];
  if (!order) throw new Error('too few orders');
  const postalCode = order.billingAddress?.zip ?? order.shippingAddress?.zip ?? '';
  return { name: order.name, email: order.email ?? '', postalCode, order };
}

/** Does them twenty at a time. */
async function inCrowd<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let at = 0; at < count; at += 20)
    done.push(...(await Promise.all(Array.from({ length: Math.min(20, count - at) }, (_, next) => work(at + next)))));
  return done;
}

const mailsTo = (email: string) =>
  server.mailbox.messages().filter((mail) => mail.to.includes(email) && mail.subject.startsWith('Your link to order'));
async function mailedLinks(email: string, count: number): Promise<string[]> {
  const mails = await eventually(() => mailsTo(email).length >= count && mailsTo(email), `${count} links to ${email}`);
  return mails.map((mail) => /open-order\?link=([\w.-]+)/.exec(mail.text)?.[1] ?? '');
}

test('hundreds of guesses from as many networks all get one answer, and then none is compared; buyers are let in', async () => {
  const told = await inCrowd(560, (at) => lookUp(String(500_000 + at), String(20_000 + at), networkOf(at)));
  const compared = told.slice(0, 500);
  expect(new Set(compared.map(({ status, body }) => `${status} ${JSON.parse(body).code}`))).toEqual(
    new Set(['404 ORDER_NOT_FOUND']),
  );
  expect(new Set(compared.map(({ body }) => JSON.stringify({ ...JSON.parse(body), requestId: '' }))).size).toBe(1);
  expect(new Set(told.slice(520).map(codeOf))).toEqual(new Set(['EMAIL_NEEDED']));
  const buyer = buyerOf(0);
  // Not even the right postal code, so that guesses cannot tell it from others.
  expect(codeOf(await lookUp(buyer.name, buyer.postalCode, '192.0.2.1'))).toBe('EMAIL_NEEDED');
  expect(codeOf(await lookUp(buyer.name, buyer.email, '192.0.2.1'))).toBe('opened');
});

test('while emails are guessed at from many networks, buyers are let in by theirs, and strangers are not', async () => {
  const { database, secret } = server.server.deps;
  const guess = { network: '198.51.100.1', number: '1', answer: 'nobody@else.example', proof: 'email' as const };
  await takeAttempt(database, secret, inStore(server.storeId, lookupBudgets(guess).shared[1]));
  await database.asOwner((db) => db.updateTable('attempt_limit').set({ count: 5_000 }).execute());
  const buyer = buyerOf(8);
  const told: string[] = [];
  for (let at = 0; at < 4; at += 1) told.push(codeOf(await lookUp(buyer.name, `wrong-${at}@else.example`)));
  expect(told).toEqual([...Array.from({ length: 3 }, () => 'ORDER_NOT_FOUND'), 'TOO_MANY_ATTEMPTS']);
  // Not even the right one, so that guesses cannot tell it from others.
  expect(codeOf(await lookUp(buyer.name, buyer.email))).toBe('TOO_MANY_ATTEMPTS');
  for (let time = 0; time < 5; time += 1)
    expect(codeOf(await lookUp(buyer.name, buyer.email, '192.0.2.1'))).toBe('opened');
});

test('one postal code for every order opens few', async () => {
  const [{ postalCode }] = [buyerOf(0)];
  const told = await inCrowd(120, (at) => lookUp(server.shop.orders[at]?.name ?? '', postalCode, networkOf(at)));
  const wrong = told.filter((one) => codeOf(one) === 'ORDER_NOT_FOUND');
  expect(wrong.length).toBeLessThanOrEqual(60);
  expect(codeOf(told.at(-1) ?? wrong[0]!)).toBe('EMAIL_NEEDED');
});

test('a stranger who guesses at a number locks it for themselves, not for its buyer', async () => {
  const buyer = buyerOf(1);
  const told: string[] = [];
  for (let guess = 0; guess < 10; guess += 1) told.push(codeOf(await lookUp(buyer.name, `9999${guess}`)));
  expect(told.slice(8)).toEqual(['TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS']);
  expect(codeOf(await lookUp(buyer.name, buyer.postalCode))).toBe('TOO_MANY_ATTEMPTS');
  expect(codeOf(await lookUp(buyer.name, buyer.postalCode, '192.0.2.1'))).toBe('opened');
});

test('a visitor who guesses in one store is still let in to another', async () => {
  await server.server.deps.database.asOwner((db) =>
    db.insertInto('store').values({ name: 'Other', slug: 'other', currency_code: 'USD', shop_domain: null }).execute(),
  );
  await inCrowd(40, (at) => lookUp(String(600_000 + at), String(30_000 + at), '198.51.100.9'));
  expect(codeOf(await lookUp('1', '20000', '198.51.100.9'))).toBe('TOO_MANY_ATTEMPTS');
  expect(codeOf(await lookUp('1', '20000', '198.51.100.9', 'other'))).toBe('ORDER_NOT_FOUND');
});

test('while order numbers are guessed at, a gift is found by its tracking number', async () => {
  const order = server.shop.orders.find(
    ({ fulfillments, shippingAddress }) => shippingAddress?.zip && fulfillments[0]?.tracking?.number,
  );
  const postalCode = order?.shippingAddress?.zip ?? '';
  const tracking = order?.fulfillments[0]?.tracking?.number ?? '';
  await inCrowd(45, (at) => lookUpGift(String(700_000 + at), postalCode, networkOf(at)));
  expect(codeOf(await lookUpGift(order?.name ?? '', postalCode, '192.0.2.1'))).toBe('TRACKING_NUMBER_NEEDED');
  expect(codeOf(await lookUpGift('1Z999', postalCode, '192.0.2.1'))).toBe('TRACKING_NUMBER_NEEDED');
  expect(codeOf(await lookUpGift(tracking, postalCode, '192.0.2.1'))).toBe('opened');
});

test('email and addresses are for buyers whom an email address proved, not for a postal code', async () => {
  const buyer = buyerOf(7);
  const sessionBy = async (name: string, proof: string) => server.browser((await lookUp(name, proof)).cookie);
  const opened = async (proof: string) => {
    const params = { slug: server.slug, idFromPlatform: String(buyer.order.id) };
    return (await sessionBy(buyer.name, proof))(customer.getOrder, { params });
  };
  const full = await opened(buyer.email);
  expect(full).toMatchObject({ storeId: server.storeId, storeSlug: server.slug, email: buyer.email });
  expect(full.addresses.map(({ postalCode }) => postalCode)).toContain(buyer.order.shippingAddress?.zip);
  expect(await opened(buyer.postalCode)).toMatchObject({ email: null, addresses: [], isExchangeOfExchange: false });

  const returnable = await returnableOrder(server);
  const { name, billingAddress, shippingAddress } = returnable.shopOrder;
  const externalId = await submitReturn(server, returnable, { method: 'storeCredit', shippingMethod: 'label' });
  returnable.shopOrder.customerId = null;
  await server.server.deps.database.asOwner((db) =>
    sql`update store_order set document = document || '{"customer":null}' where order_no = ${name}`.execute(db),
  );
  const staff = await server.staff('Admin');
  const claim = await approveAndFinalize(server, staff, externalId);
  expect(claim.claimReturnShipments).toHaveLength(1);
  const told = async (proof: string) =>
    JSON.stringify(
      await (
        await sessionBy(name, proof)
      )(customer.overview, { params: { slug: server.slug, externalId } }),
    );
  const [street, postalCode] = [shippingAddress?.address1 ?? '', billingAddress?.zip ?? shippingAddress?.zip ?? ''];
  expect(await told(returnable.email)).toContain(returnable.email);
  const known = await told(postalCode);
  expect(known).toContain('storeCredit');
  // The label names them too.
  const shipmentBy = async (proof: string) => {
    const params = { slug: server.slug, externalId };
    return (await (await sessionBy(name, proof))(customer.overview, { params })).shipments[0];
  };
  expect(await shipmentBy(returnable.email)).toMatchObject({
    returnShipmentPdfAssetUrl: expect.any(String),
    paperBy: null,
  });
  const withheld = { returnShipmentPdfAssetUrl: null, qrCodeDetail: null };
  expect(await shipmentBy(postalCode)).toMatchObject({ ...withheld, paperBy: 'email' });
  for (const hidden of [returnable.email, street, shippingAddress?.lastName ?? ''])
    expect([hidden, known.includes(hidden)]).toEqual([hidden, false]);
});

test('a packing slip opens for a postal code only where it names nobody, which it does for buyers without an email', async () => {
  const staff = await server.staff('Admin');
  const slipOf = async (hasEmail: boolean) => {
    const returnable = await returnableOrder(server);
    const { name, billingAddress, shippingAddress } = returnable.shopOrder;
    if (!hasEmail) {
      Object.assign(returnable.shopOrder, { email: null, customerId: null });
      await server.server.deps.database.asOwner((db) =>
        sql`update store_order set document = document || '{"email":"","customer":null}' where order_no = ${name}`.execute(
          db,
        ),
      );
    }
    const externalId = await submitReturn(server, returnable);
    const claim = await approveAndFinalize(server, staff, externalId);
    const { cookie } = await lookUp(name, billingAddress?.zip ?? shippingAddress?.zip ?? '');
    const params = { slug: server.slug, externalId };
    const { shipments } = await server.browser(cookie)(customer.overview, { params });
    const from = claim.claimReturnShipments[0]?.fromAddress;
    return { from: `${from?.firstName} ${from?.line1}`.trim(), country: from?.countryCode, shown: shipments[0] };
  };
  const named = await slipOf(true);
  expect(named.from).not.toBe('');
  expect(named.shown).toMatchObject({ returnShipmentPdfAssetUrl: null, paperBy: 'email' });
  const bare = await slipOf(false);
  expect(bare).toMatchObject({
    from: '',
    country: 'US',
    shown: { returnShipmentPdfAssetUrl: expect.any(String), paperBy: null },
  });
});

test('a buyer who is locked out is mailed a link that opens the order once', async () => {
  const buyer = buyerOf(2);
  for (let guess = 0; guess < 9; guess += 1) await lookUp(buyer.name, `9999${guess}`);
  expect(codeOf(await lookUp(buyer.name, buyer.email))).toBe('TOO_MANY_ATTEMPTS');
  expect(await askForLink(` ${buyer.name}`, buyer.email.toUpperCase())).toMatchObject({ status: 200, body: '{}' });
  const [token = ''] = await mailedLinks(buyer.email, 1);
  const [first, second] = await Promise.all([openLink(token), openLink(token)]);
  expect([200, 403]).toEqual([Math.min(first.status, second.status), Math.max(first.status, second.status)]);
  const opened = first.status === 200 ? first : second;
  const { idFromPlatform } = JSON.parse(opened.body) as { idFromPlatform: string };
  expect(idFromPlatform).toBe(String(buyer.order.id));
  const params = { slug: server.slug, idFromPlatform };
  expect((await server.browser(opened.cookie)(customer.getOrder, { params })).orderNo).toBe(buyer.name);
  expect(codeOf(await openLink(token))).toBe('LINK_EXPIRED');
});

test('asking for a link tells nothing, and mails nobody but the buyer', async () => {
  const [buyer, other] = [buyerOf(3), buyerOf(4)];
  const mailed = server.mailbox.messages().length;
  const told = [
    await askForLink(buyer.name, 'stranger@else.example'),
    await askForLink(buyer.name, other.email === buyer.email ? 'x@else.example' : other.email),
    await askForLink('#99999999', buyer.email),
    await askForLink(buyer.name, buyer.email),
  ];
  expect(new Set(told.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(['200 {}']));
  for (const { ms } of told) expect(ms).toBeGreaterThanOrEqual(145);
  await mailedLinks(buyer.email, 1);
  expect(server.mailbox.messages()).toHaveLength(mailed + 1);
});

test('a buyer is mailed three links at most in a quarter of an hour, and nobody is told', async () => {
  const buyer = buyerOf(5);
  const before = mailsTo(buyer.email).length;
  const told = await inCrowd(8, (at) => askForLink(buyer.name, buyer.email, networkOf(at)));
  expect(new Set(told.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(['200 {}']));
  const links = await mailedLinks(buyer.email, before + 3);
  const { database } = server.server.deps;
  await eventually(
    () =>
      database.inStore(server.storeId, async (db) => {
        const open = await db
          .selectFrom('effect')
          .select('effect_id')
          .where('kind', '=', 'orderLink')
          .where('state', '!=', 'done')
          .execute();
        return open.length === 0;
      }),
    'every link is sent',
  );
  expect(mailsTo(buyer.email)).toHaveLength(before + 3);
  expect(new Set(links).size).toBe(links.length);
});

test('a link ends after half an hour, and opens no other store', async () => {
  const { secret } = server.server.deps;
  const signed = (storeId: number, minutes: number): string =>
    signToken(secret, 'order-link', { storeId, orderId: 1, linkId: 'x' }, new Date(Date.now() + minutes * 60_000));
  expect(codeOf(await openLink(signed(server.storeId, -1)))).toBe('LINK_EXPIRED');
  expect(codeOf(await openLink(signed(server.storeId + 1, 10)))).toBe('LINK_EXPIRED');
  expect(codeOf(await openLink('x.y'))).toBe('LINK_EXPIRED');
});

test('a shopper who signs out closes the order in this browser', async () => {
  const { call, order } = await returnableOrder(server);
  const params = { slug: server.slug, idFromPlatform: order.idFromPlatform };
  await call(customer.getOrder, { params });
  await call(customer.leavePortal, { params: { slug: server.slug } });
  expect(await refusalOf(call(customer.getOrder, { params }))).toBe('401 PORTAL_SESSION_EXPIRED');
});

test('a link mailed to an email that staff corrected since opens nothing; the next one does', async () => {
  const staff = await server.staff('Admin');
  const returnable = await returnableOrder(server);
  const claim = await settledClaim(server, staff, await submitReturn(server, returnable));
  const linkTo = (email: string) =>
    eventually(
      () =>
        server.mailbox
          .messages()
          .filter((mail) => mail.to.includes(email) && mail.text.includes(claim.externalId))
          .map((mail) => /token=([\w.-]+)/.exec(mail.text)?.[1])
          .at(-1),
      `a link to ${email}`,
    );
  const open = (token: string) =>
    refusalOf(server.browser()(customer.openLink, { params: { slug: server.slug }, body: { token } }));
  const wrong = await linkTo(claim.customerEmail);
  expect(await open(wrong)).toBe('no refusal');
  const params = { storeId: server.storeId, claimId: claim.id };
  const customerEmail = 'right@shopper.example';
  const { version } = await staff(actions.changeCustomerInfo, {
    params,
    body: { version: claim.version, customerEmail, shippingAddress: ADDRESS },
  });
  expect(await open(wrong)).toBe('403 LINK_EXPIRED');
  await staff(actions.requestInfo, { params, body: { version, message: 'Which size?' } });
  expect(await open(await linkTo(customerEmail))).toBe('no refusal');
});

const ADDRESS = {
  firstName: 'Nora',
  lastName: 'Right',
  line1: '1 Main Street',
  city: 'Austin',
  stateOrProvinceCode: 'TX',
  postalCode: '78701',
  countryCode: 'US',
};
