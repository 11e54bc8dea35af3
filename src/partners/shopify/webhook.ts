import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { StorefrontEvent } from '#partners/ports.ts';
import { parseLossless } from './raw-json.ts';
import { Gid, RestId, tailFrom } from './rest-id.ts';
import { Instant } from './wire.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * The verified event of a webhook, or null when none of the secrets signed these bytes. Two
 * secrets, because the old one goes on signing for a while after a new one is set.
 */
export function verifyShopifyWebhook(
  rawBody: Uint8Array,
  headers: Headers,
  secrets: readonly string[],
): StorefrontEvent | null {
  const header = lowerCased(headers);
  const signature = header['x-shopify-hmac-sha256'];
  const topic = header['x-shopify-topic'];
  const shopDomain = header['x-shopify-shop-domain'];
  if (!signature || !topic || !shopDomain) return null;
  if (!secrets.some((secret) => isSignedBy(secret, rawBody, signature))) return null;
  const body = bodyOf(rawBody);
  const triggeredOn = Instant.safeParse(header['x-shopify-triggered-at'] ?? '').data ?? new Date().toISOString();
  return {
    webhookId: header['x-shopify-webhook-id'] ?? signature,
    topic,
    shopDomain,
    triggeredOn,
    change: changeOf(topic, body, triggeredOn),
  };
}

function lowerCased(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function isSignedBy(secret: string, rawBody: Uint8Array, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(rawBody).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function bodyOf(rawBody: Uint8Array): unknown {
  try {
    return parseLossless(new TextDecoder().decode(rawBody));
  } catch {
    return null;
  }
}

const Itself = z.object({ id: RestId, admin_graphql_api_id: Gid, updated_at: Instant.nullish() });
const Deleted = z.object({ id: RestId, admin_graphql_api_id: Gid });
const OfAnOrder = z.union([
  z.object({ order_id: RestId }).transform(({ order_id }) => tailFrom({ id: order_id })),
  z.object({ order: Deleted }).transform(({ order }) => tailFrom(order)),
  z
    .object({ order_edit: z.object({ order_id: RestId }) })
    .transform(({ order_edit }) => tailFrom({ id: order_edit.order_id })),
]);

/** Topics whose body is not the order but names it. */
const TELLS_OF_AN_ORDER = /^(refunds|fulfillments|returns|order_transactions)\/|^orders\/edited$/;

function changeOf(topic: string, body: unknown, triggeredOn: string): StorefrontEvent['change'] {
  if (topic === 'app/uninstalled') return { kind: 'appUninstalled' };
  if (TELLS_OF_AN_ORDER.test(topic)) {
    const order = OfAnOrder.safeParse(body);
    return order.success ? { kind: 'order', idFromPlatform: order.data, updatedOn: triggeredOn } : { kind: 'other' };
  }
  const itself = Itself.safeParse(body);
  if (!itself.success) return { kind: 'other' };
  const idFromPlatform = tailFrom(itself.data);
  const updatedOn = itself.data.updated_at ?? triggeredOn;
  if (topic === 'products/delete') return { kind: 'productDeleted', idFromPlatform };
  if (/^products\/(create|update)$/.test(topic)) return { kind: 'product', idFromPlatform, updatedOn };
  if (/^orders\/(create|updated|paid|cancelled|fulfilled|partially_fulfilled|delete)$/.test(topic)) {
    return { kind: 'order', idFromPlatform, updatedOn };
  }
  return { kind: 'other' };
}
