import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOrder } from '#contract/merchant/orders.ts';
import { LANGUAGE_CODES } from '#core/texts/languages.ts';
import { firstSync } from '#server/sync/first-sync.ts';
import { reconcile } from '#server/sync/reconcile.ts';
import { buyProtected, cancelAtShop, shopAdmin, type ProtectedOrder } from '#server/testing/shop-admin.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

const ON = { isShippingProtectionEnabled: true, shouldSendPurchaseConfirmation: true };

let server: TestServer;
let staff: Caller;
let admin: Awaited<ReturnType<typeof shopAdmin>>;
beforeAll(async () => {
  server = await startTestServer({ orders: 30 });
  staff = await server.staff();
  admin = await shopAdmin(server);
  await server.saveSettings(ON);
});
afterAll(() => server.close());

const shown = ({ idFromPlatform }: ProtectedOrder) =>
  staff(getOrder, { params: { storeId: server.storeId, idFromPlatform } });
const known = (order: ProtectedOrder) => eventually(() => shown(order).catch(() => null), 'the order is known');
const mailsTo = (email: string) => server.mailbox.messages().filter(({ to }) => to.includes(email));
const mailTo = (email: string) => eventually(() => mailsTo(email)[0], `an email to ${email}`);
const inShop = ({ idFromPlatform }: ProtectedOrder) => {
  const found = server.shop.orders.find(({ id }) => String(id) === idFromPlatform);
  if (!found) throw new Error('the shop has no such order');
  return found;
};
async function touch(order: ProtectedOrder): Promise<void> {
  const its = inShop(order);
  its.updatedAt = new Date().toISOString();
  server.shopify.webhooks.announce(server.shop, [{ topic: 'orders/updated', kind: 'order', id: its.id }]);
  await server.shopify.webhooks.flush();
}
const effectsOf = async (order: ProtectedOrder) =>
  (await shown(order)).effects.filter(({ kind }) => kind === 'coverEmail').map(({ state }) => state);

test('the shopper of a paid order is told once what is covered, in the language they bought in', async () => {
  const email = 'ada@covered.example';
  const order = await buyProtected(server, admin, { email });
  const mail = await mailTo(email);
  expect(mail.subject).toBe(`Your order ${order.name} is protected`);
  for (const words of [
    'Hello Ada,',
    `Thank you for adding Delivery Guarantee to your order ${order.name}. You paid $2.29 for it.`,
    'An item is damaged: within 30 days of delivery',
    'The package was delivered, but it is gone: from 2 days after delivery',
    'The package never arrived: when nothing has moved for 7 days',
    'within 60 days after we send the package',
    `/order/${order.idFromPlatform}`,
  ])
    expect(mail.text).toContain(words);
  await touch(order);
  await reconcile(server.server.deps, server.storeId, { requestId: randomUUID() });
  await firstSync(server.server.deps, server.storeId, { requestId: randomUUID() });
  await eventually(async () => (await effectsOf(order))[0] === 'done', 'it is sent');
  expect(await effectsOf(order)).toEqual(['done']);
  expect(mailsTo(email)).toHaveLength(1);
});

test.each(LANGUAGE_CODES)('it is written in %s', async (language) => {
  const email = `${language}@covered.example`;
  const order = await buyProtected(server, admin, { email, isPaid: false });
  const its = inShop(order);
  its.customerLocale = language === 'pt' ? 'pt-BR' : language;
  its.transactions.push({
    id: its.id + 1_000_000,
    kind: 'SALE',
    status: 'SUCCESS',
    gateway: 'bogus',
    amount: { shop: 4229, presentment: 4229 },
    parentId: null,
    createdAt: new Date().toISOString(),
    test: false,
  });
  // Nobody is told before the order is paid.
  expect(mailsTo(email)).toEqual([]);
  await touch(order);
  const mail = await mailTo(email);
  expect(mail.html).toContain(`<html lang="${language}"`);
  expect(mail.text).not.toMatch(/[{}]|email\.cover|undefined/);
  expect(mail.text).toMatch(/2[.,]29|٢[.٫]٢٩/);
});

test('an order that is unpaid or canceled is not confirmed, nor is any while it is off', async () => {
  const unpaid = await buyProtected(server, admin, { email: 'unpaid@covered.example', isPaid: false });
  const canceled = await buyProtected(server, admin, { email: 'canceled@covered.example', isPaid: false });
  await cancelAtShop(admin, canceled, { isRefunded: false });
  await server.saveSettings({ isShippingProtectionEnabled: true });
  const silent = await buyProtected(server, admin, { email: 'silent@covered.example' });
  await known(silent);
  await server.saveSettings(ON);
  for (const order of [unpaid, canceled]) {
    await known(order);
    await touch(order);
  }
  await eventually(async () => (await shown(canceled)).canceledOn !== null, 'it is canceled');
  for (const order of [unpaid, canceled, silent]) expect(await effectsOf(order)).toEqual([]);
});
