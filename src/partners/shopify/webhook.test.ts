import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isRecordedHere, recordedText, unlessRecorded } from './recorded.fixture.ts';
import { readShopifyCall } from './webhook.ts';

const SECRET = 'hush';
const signed = (body: string, secret = SECRET) => createHmac('sha256', secret).update(body).digest('base64');

function headersFor(topic: string, body: string, secret = SECRET): Record<string, string> {
  return {
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': signed(body, secret),
    'x-shopify-shop-domain': 'shop.myshopify.com',
    'x-shopify-webhook-id': 'w-1',
    'x-shopify-triggered-at': '2026-08-07T22:57:57.290670248Z',
  };
}

const verify = (topic: string, body: string, secrets: string[] = [SECRET]) =>
  readShopifyCall(Buffer.from(body), headersFor(topic, body), secrets);

describe('signatures', () => {
  const body = '{"id":7,"updated_at":"2026-01-01T00:00:00-05:00","note":"é"}';
  const bytes = Buffer.from(body);

  test('the bytes as signed give the event, with its instant in UTC', () => {
    expect(verify('orders/updated', body)).toEqual({
      id: 'w-1',
      topic: 'orders/updated',
      subject: {
        kind: 'order',
        shopDomain: 'shop.myshopify.com',
        idFromPlatform: '7',
        updatedOn: '2026-01-01T05:00:00.000Z',
      },
      proof: signed(body),
    });
  });
  test('a changed byte, a wrong secret, a cut or missing signature are refused', () => {
    const headers = headersFor('orders/updated', body);
    expect(readShopifyCall(Buffer.from(body.replace('7', '8')), headers, [SECRET])).toBeNull();
    expect(readShopifyCall(bytes, headers, ['other'])).toBeNull();
    expect(
      readShopifyCall(bytes, { ...headers, 'x-shopify-hmac-sha256': signed(body).slice(0, 20) }, [SECRET]),
    ).toBeNull();
    expect(readShopifyCall(bytes, { ...headers, 'x-shopify-hmac-sha256': undefined }, [SECRET])).toBeNull();
    expect(readShopifyCall(bytes, { ...headers, 'x-shopify-hmac-sha256': '' }, [''])).toBeNull();
  });
  test('while a new secret takes over, the old one still counts', () => {
    const headers = headersFor('orders/updated', body, 'old');
    expect(readShopifyCall(bytes, headers, ['new', 'old'])?.id).toBe('w-1');
    expect(readShopifyCall(bytes, headers, ['new'])).toBeNull();
  });
  test('header names count in any case', () => {
    const headers = Object.fromEntries(
      Object.entries(headersFor('orders/updated', body)).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(readShopifyCall(bytes, headers, [SECRET])?.topic).toBe('orders/updated');
  });
});

test('an id beyond 2^53 keeps all its digits', () => {
  expect(verify('orders/create', '{"id":820982911946154509}')?.subject).toMatchObject({
    idFromPlatform: '820982911946154509',
  });
  expect(verify('products/delete', '{"id":788032119674292923}')?.subject).toEqual({
    kind: 'product',
    shopDomain: 'shop.myshopify.com',
    idFromPlatform: '788032119674292923',
  });
});

describe('what the signature does not cover has to fit the body', () => {
  const shopBody = (domain: string | null) =>
    JSON.stringify({ id: 5, domain: 'shop.example', myshopify_domain: domain });

  test('a body that is not JSON is refused, as are the signed addresses of an install', () => {
    expect(verify('orders/create', 'nonsense')).toBeNull();
    expect(verify('app/uninstalled', 'code=1&shop=other.myshopify.com&state=2&timestamp=3')).toBeNull();
  });
  test('an uninstall is of the shop it names', () => {
    expect(verify('app/uninstalled', shopBody('Shop.myshopify.com'))?.subject).toEqual({
      kind: 'appUninstalled',
      shopDomain: 'shop.myshopify.com',
    });
    for (const body of [shopBody('other.myshopify.com'), shopBody(null), '{}'])
      expect(verify('app/uninstalled', body)).toMatchObject({ subject: null });
  });
  test('an order is no product, and a product no order', () => {
    const order = '{"id":7,"admin_graphql_api_id":"gid://shopify/Order/7"}';
    const product = '{"id":7,"admin_graphql_api_id":"gid://shopify/Product/7"}';
    expect(verify('products/delete', order)?.subject).toBeNull();
    expect(verify('orders/updated', product)?.subject).toBeNull();
    expect(verify('products/delete', product)?.subject).toMatchObject({ kind: 'product', idFromPlatform: '7' });
  });
});

const Sample = z.object({ body: z.unknown(), topic: z.string() });

describe(`the platform's own test deliveries${unlessRecorded}`, () => {
  test.skipIf(!isRecordedHere).each([
    ['orders.create', 'order', '820982911946154508'],
    ['orders.updated', 'order', '820982911946154508'],
    ['orders.cancelled', 'order', '820982911946154508'],
    ['orders.edited', 'order', undefined],
    ['orders.delete', 'order', undefined],
    ['refunds.create', 'order', undefined],
    ['fulfillments.create', 'order', undefined],
    ['returns.approve', 'order', '4783296544821'],
    ['returns.request', 'order', '4783296544821'],
    ['returns.close', 'order', '4783296544821'],
    ['returns.reopen', 'order', '4783296544821'],
    ['returns.decline', 'return', '123134564567890'],
    ['returns.update', 'return', '123134564567890'],
    ['products.create', 'product', '788032119674292922'],
    ['products.update', 'product', '788032119674292922'],
    ['products.delete', 'product', undefined],
    // A test delivery names no shop.
    ['app.uninstalled', undefined, undefined],
    ['inventory_levels.update', undefined, undefined],
  ])('%s tells of: %s %s', (file, kind, id) => {
    const { body, topic } = Sample.parse(JSON.parse(recordedText(`webhooks/${file}.json`)));
    const call = verify(topic, JSON.stringify(body));
    expect(call).not.toBeNull();
    const change = call?.subject;
    expect(change?.kind).toBe(kind);
    if (id) expect(change).toMatchObject({ idFromPlatform: id });
  });
});
