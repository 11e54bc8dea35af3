import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { getOrder } from '#contract/merchant/orders.ts';
import { COVER_SKU } from '#core/protection/cover-product.ts';
import { CONSENT_ATTRIBUTE, WidgetConfig, type CoverConsent } from '#core/protection/widget-config.ts';
import { USUAL_COVER_PRICES } from '#core/protection/price.ts';
import { eventually, startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ orders: 3 });
});
afterAll(() => server.close());

const address = (slug = server.slug): string => `${server.url}/api/widget/${slug}`;
const config = async (): Promise<WidgetConfig> => WidgetConfig.parse(await (await fetch(address())).json());
const ON = { isShippingProtectionEnabled: true, isCheckoutPlusEnabled: true } as const;

const variants = USUAL_COVER_PRICES.map(({ price }, index) => ({ idFromPlatform: String(700 + index), price }));

async function haveProduct(
  kept: { idFromPlatform: string; price: number }[],
  problem: 'deleted' | null = null,
): Promise<void> {
  const row = { handle: 'cover', id_from_platform: '7', variants: JSON.stringify(kept), problem };
  await server.server.deps.database.asOwner((db) =>
    db
      .insertInto('cover_product')
      .values({ store_id: server.storeId, ...row })
      .onConflict((conflict) => conflict.column('store_id').doUpdateSet(row))
      .execute(),
  );
}

describe('what the widget is told', () => {
  test('is off until it is turned on by the provider and the store, and every price has a variant', async () => {
    await server.saveSettings({});
    expect(await config()).toEqual({ isOn: false, coverVariantIds: [] });
    await haveProduct(variants.slice(1));
    await server.saveSettings(ON);
    expect(await config()).toMatchObject({ isOn: false });
    await haveProduct(variants);
    expect(await config()).toMatchObject({ isOn: true, productHandle: 'cover', label: 'Delivery Guarantee' });
    await haveProduct(variants, 'deleted');
    expect(await config()).toMatchObject({ isOn: false });
    await haveProduct(variants);
    await server.saveSettings({ isCheckoutPlusEnabled: true });
    expect(await config()).toEqual({ isOn: false, coverVariantIds: variants.map((one) => one.idFromPlatform) });
  });

  test('names the variant of each price, and is small', async () => {
    await server.saveSettings(ON);
    const told = await config();
    expect(told.isOn && told.prices).toEqual(
      USUAL_COVER_PRICES.map(({ upTo, price }, index) => ({ upTo, price, variantId: variants[index]?.idFromPlatform })),
    );
    expect(JSON.stringify(told).length).toBeLessThan(4_000);
  });

  test('may be asked by any page, and be kept for a minute', async () => {
    const { headers } = await fetch(address());
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('of an unknown shop is that it is off', async () => {
    const answer = await fetch(address('no-such-shop'));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ isOn: false, coverVariantIds: [] });
  });
});

test('an order shows what its shopper chose, and that it is protected', async () => {
  const staff = await server.staff();
  const order = server.shop.orders.find(({ cancelledAt }) => cancelledAt === null);
  const [line] = order?.lineItems ?? [];
  if (!order || !line) throw new Error('there is no order');
  const shown = () => staff(getOrder, { params: { storeId: server.storeId, idFromPlatform: String(order.id) } });
  expect(await shown()).toMatchObject({ wasShippingProtected: false, coverConsent: null });
  const consentId = randomUUID();
  const body = {
    consentId,
    cartToken: '',
    choice: 'accepted',
    wasAddedForShopper: false,
    label: 'Delivery Guarantee',
    description: 'For lost packages.',
    price: 129,
    currencyCode: 'USD',
    countryCode: 'US',
    page: '/cart',
  };
  await fetch(`${address()}/consent`, { method: 'POST', body: JSON.stringify(body) });
  line.sku = COVER_SKU;
  order.customAttributes.push({ key: CONSENT_ATTRIBUTE, value: consentId });
  order.updatedAt = new Date().toISOString();
  server.shopify.webhooks.announce(server.shop, [{ topic: 'orders/updated', kind: 'order', id: order.id }]);
  await eventually(async () => (await shown()).wasShippingProtected, 'the order is protected');
  expect(await shown()).toMatchObject({
    coverConsent: { choice: 'accepted', label: 'Delivery Guarantee', price: 1.29, currencyCode: 'USD', page: '/cart' },
  });
});

test('an order with the tag that the store names is protected', async () => {
  const staff = await server.staff();
  const order = server.shop.orders.find(({ lineItems }) => lineItems.every(({ sku }) => sku !== COVER_SKU));
  if (!order) throw new Error('there is no order');
  const shown = () => staff(getOrder, { params: { storeId: server.storeId, idFromPlatform: String(order.id) } });
  order.tags = [...order.tags, 'Ship-Protect'];
  order.updatedAt = new Date().toISOString();
  server.shopify.webhooks.announce(server.shop, [{ topic: 'orders/updated', kind: 'order', id: order.id }]);
  await eventually(async () => (await shown()).tags.includes('Ship-Protect'), 'the tag is known');
  expect(await shown()).toMatchObject({ wasShippingProtected: false });
  await server.saveSettings({ shipProtectOrderTag: 'ship-protect' });
  expect(await shown()).toMatchObject({ wasShippingProtected: true });
});

// The last test of it uses up the limit.
describe('a consent', () => {
  const consent = (changes: Partial<CoverConsent> = {}): CoverConsent => ({
    consentId: randomUUID(),
    cartToken: 'cart-1',
    choice: 'accepted',
    wasAddedForShopper: false,
    label: 'Delivery Guarantee',
    description: 'For lost, damaged or stolen packages.',
    price: 129,
    currencyCode: 'USD',
    countryCode: 'US',
    page: '/cart',
    ...changes,
  });
  const send = (body: unknown, type = 'text/plain'): Promise<Response> =>
    fetch(`${address()}/consent`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': type } });
  const kept = (id: string) =>
    server.server.deps.database.asOwner((db) =>
      db.selectFrom('cover_consent').selectAll().where('consent_id', '=', id).execute(),
    );

  test.for(['text/plain', 'application/json'])('is kept once, sent as %s', async (type) => {
    const body = consent();
    expect((await send(body, type)).status).toBe(204);
    expect((await send(body, type)).status).toBe(204);
    const { consentId, cartToken, choice, ...shown } = body;
    const rows = await kept(consentId);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ store_id: server.storeId, cart_token: cartToken, choice, document: shown });
  });

  test('is never changed by one that is sent later', async () => {
    const body = consent();
    await send(body);
    await send({ ...body, choice: 'declined' });
    expect(await kept(body.consentId)).toMatchObject([{ choice: 'accepted' }]);
  });

  test.for([
    ['without a price', { price: undefined }],
    ['with a negative price', { price: -1 }],
    ['with characters that are no text', { label: 'a\0b' }],
    ['with a choice of its own', { choice: 'maybe' }],
  ] as const)('%s is refused', async ([, changes]) => {
    expect((await send({ ...consent(), ...changes })).status).toBe(400);
  });

  test('that is no JSON or too large is refused', async () => {
    const raw = (body: string) => fetch(`${address()}/consent`, { method: 'POST', body });
    expect((await raw('no json')).status).toBe(400);
    expect((await raw('')).status).toBe(400);
    expect((await raw(`"${'x'.repeat(5_000)}"`)).status).toBe(413);
  });

  test('of somebody who sends them without end is refused', async () => {
    const answers = await Promise.all(Array.from({ length: 130 }, () => send(consent())));
    expect(answers.map(({ status }) => status)).toContain(429);
  });
});
