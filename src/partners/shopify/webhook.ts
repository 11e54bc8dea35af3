import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { PrivacyRequestKind } from '#core/privacy/requests.ts';
import type { CallSubject, PartnerCall } from '#partners/ports.ts';
import { tailOf } from './gid.ts';
import { parseLossless } from './raw-json.ts';
import { Gid, RestId, tailFrom } from './rest-id.ts';
import { Instant } from './wire.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * The webhook that one of the secrets signed, or null. Two secrets, because the old one goes on signing for a while
 * after a new one is set. The signature covers neither topic nor shop, and the same secret signs addresses of the
 * install: so the body has to be JSON and to fit its topic and shop.
 */
export function readShopifyCall(rawBody: Uint8Array, headers: Headers, secrets: readonly string[]): PartnerCall | null {
  const header = lowerCased(headers);
  const signature = header['x-shopify-hmac-sha256'];
  const topic = header['x-shopify-topic'];
  const shopDomain = header['x-shopify-shop-domain'];
  if (!signature || !topic || !shopDomain) return null;
  if (!secrets.some((secret) => isSignedBy(secret, rawBody, signature))) return null;
  const body = bodyOf(rawBody);
  if (body === undefined) return null;
  const triggeredOn = Instant.safeParse(header['x-shopify-triggered-at'] ?? '').data ?? new Date().toISOString();
  return {
    id: header['x-shopify-webhook-id'] ?? signature,
    topic,
    subject: subjectOf({ topic, shopDomain, body, triggeredOn }),
    proof: signature,
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
    return undefined;
  }
}

const itself = (type: string) =>
  z
    .object({ id: RestId, admin_graphql_api_id: Gid, updated_at: Instant.nullish() })
    .refine(({ admin_graphql_api_id: gid }) => !gid || gid.includes(`/${type}/`));
const Product = itself('Product');
const Order = itself('Order');
const ItsGid = z.object({ admin_graphql_api_id: z.string().startsWith('gid://shopify/Return/') });
const Deleted = z.object({ id: RestId, admin_graphql_api_id: Gid });
const Shop = z.object({ myshopify_domain: z.string() });
const OfAnOrder = z.union([
  z.object({ order_id: RestId }).transform(({ order_id }) => tailFrom({ id: order_id })),
  z.object({ order: Deleted }).transform(({ order }) => tailFrom(order)),
  z
    .object({ order_edit: z.object({ order_id: RestId }) })
    .transform(({ order_edit }) => tailFrom({ id: order_edit.order_id })),
]);

/** What the law makes Shopify ask for; its app's settings name these topics, not `subscribe`. */
const PRIVACY_TOPICS: Readonly<Record<string, PrivacyRequestKind>> = {
  'customers/data_request': 'export',
  'customers/redact': 'erase',
  'shop/redact': 'eraseStore',
};
const PrivacyCall = z.object({
  shop_domain: z.string(),
  customer: z.object({ id: RestId.nullish(), email: z.string().nullish(), phone: z.string().nullish() }).nullish(),
  orders_requested: z.array(RestId).nullish(),
  orders_to_redact: z.array(RestId).nullish(),
  data_request: z.object({ id: RestId }).nullish(),
});

function privacyOf(asked: PrivacyRequestKind, shopDomain: string, body: unknown): CallSubject | null {
  const call = PrivacyCall.safeParse(body).data;
  if (call?.shop_domain.toLowerCase() !== shopDomain.toLowerCase()) return null;
  const { customer, data_request: request } = call;
  const orders = [...(call.orders_requested ?? []), ...(call.orders_to_redact ?? [])];
  return {
    kind: 'privacy',
    shopDomain,
    asked,
    about: {
      customerIdFromPlatform: customer?.id ?? '',
      email: customer?.email ?? '',
      phone: customer?.phone ?? '',
      orderIdsFromPlatform: orders,
    },
    idFromPlatform: request?.id ?? '',
  };
}

/** Topics whose body is not the order but names it. */
const TELLS_OF_AN_ORDER = /^(refunds|fulfillments|returns|order_transactions)\/|^orders\/edited$/;

type Told = { topic: string; shopDomain: string; body: unknown; triggeredOn: string };

function subjectOf({ topic, shopDomain, body, triggeredOn }: Told): CallSubject | null {
  if (topic === 'app/uninstalled') {
    const shop = Shop.safeParse(body);
    const isOfShop = shop.data?.myshopify_domain.toLowerCase() === shopDomain.toLowerCase();
    return isOfShop ? { kind: 'appUninstalled', shopDomain } : null;
  }
  const asked = PRIVACY_TOPICS[topic];
  if (asked !== undefined) return privacyOf(asked, shopDomain, body);
  if (TELLS_OF_AN_ORDER.test(topic)) {
    const idFromPlatform = OfAnOrder.safeParse(body).data;
    if (idFromPlatform !== undefined) return { kind: 'order', shopDomain, idFromPlatform, updatedOn: triggeredOn };
    // A declined return comes without its order.
    const itself = topic.startsWith('returns/') ? ItsGid.safeParse(body).data : undefined;
    return itself ? { kind: 'return', shopDomain, idFromPlatform: tailOf(itself.admin_graphql_api_id) } : null;
  }
  if (/^products\/(create|update|delete)$/.test(topic)) {
    const product = Product.safeParse(body).data;
    return product ? { kind: 'product', shopDomain, idFromPlatform: tailFrom(product) } : null;
  }
  if (/^orders\/(create|updated|paid|cancelled|fulfilled|partially_fulfilled|delete)$/.test(topic)) {
    const order = Order.safeParse(body).data;
    if (!order) return null;
    return { kind: 'order', shopDomain, idFromPlatform: tailFrom(order), updatedOn: order.updated_at ?? triggeredOn };
  }
  return null;
}
