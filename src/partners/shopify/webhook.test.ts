import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isRecordedHere, recordedText, unlessRecorded } from './recorded.fixture.ts';
import { verifyShopifyWebhook } from './webhook.ts';

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
  verifyShopifyWebhook(Buffer.from(body), headersFor(topic, body), secrets);

describe('signatures', () => {
  const body = '{"id":7,"updated_at":"2026-01-01T00:00:00-05:00","note":"é"}';
  const bytes = Buffer.from(body);

  test('the bytes as signed give the event, with its instant in UTC', () => {
    expect(verify('orders/updated', body)).toEqual({
      webhookId: 'w-1',
      topic: 'orders/updated',
      shopDomain: 'shop.myshopify.com',
      triggeredOn: '2026-08-07T22:57:57.290Z',
      change: { kind: 'order', idFromPlatform: '7', updatedOn: '2026-01-01T05:00:00.000Z' },
    });
  });
  test('a changed byte, a wrong secret, a cut or missing signature are refused', () => {
    const headers = headersFor('orders/updated', body);
    expect(verifyShopifyWebhook(Buffer.from(body.replace('7', '8')), headers, [SECRET])).toBeNull();
    expect(verifyShopifyWebhook(bytes, headers, ['other'])).toBeNull();
    expect(
      verifyShopifyWebhook(bytes, { ...headers, 'x-shopify-hmac-sha256': signed(body).slice(0, 20) }, [SECRET]),
    ).toBeNull();
    expect(verifyShopifyWebhook(bytes, { ...headers, 'x-shopify-hmac-sha256': undefined }, [SECRET])).toBeNull();
    expect(verifyShopifyWebhook(bytes, { ...headers, 'x-shopify-hmac-sha256': '' }, [''])).toBeNull();
  });
  test('while a new secret takes over, the old one still counts', () => {
    const headers = headersFor('orders/updated', body, 'old');
    expect(verifyShopifyWebhook(bytes, headers, ['new', 'old'])?.webhookId).toBe('w-1');
    expect(verifyShopifyWebhook(bytes, headers, ['new'])).toBeNull();
  });
  test('header names count in any case', () => {
    const headers = Object.fromEntries(
      Object.entries(headersFor('orders/updated', body)).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(verifyShopifyWebhook(bytes, headers, [SECRET])?.topic).toBe('orders/updated');
  });
});

test('an id beyond 2^53 keeps all its digits', () => {
  expect(verify('orders/create', '{"id":820982911946154509}')?.change).toMatchObject({
    idFromPlatform: '820982911946154509',
  });
  expect(verify('products/delete', '{"id":788032119674292923}')?.change).toEqual({
    kind: 'productDeleted',
    idFromPlatform: '788032119674292923',
  });
});

test('a signed body that is not JSON is an event of no kind we know', () => {
  expect(verify('orders/create', 'nonsense')?.change).toEqual({ kind: 'other' });
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
    ['returns.update', 'other', undefined],
    ['products.create', 'product', '788032119674292922'],
    ['products.update', 'product', '788032119674292922'],
    ['products.delete', 'productDeleted', undefined],
    ['app.uninstalled', 'appUninstalled', undefined],
    ['inventory_levels.update', 'other', undefined],
  ])('%s tells of: %s %s', (file, kind, id) => {
    const { body, topic } = Sample.parse(JSON.parse(recordedText(`webhooks/${file}.json`)));
    const change = verify(topic, JSON.stringify(body))?.change;
    expect(change?.kind).toBe(kind);
    if (id) expect(change).toMatchObject({ idFromPlatform: id });
  });
});
